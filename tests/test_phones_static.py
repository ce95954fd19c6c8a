"""The page's scripts, style and icon: small, nothing from elsewhere, nothing that markup could come in by."""

import re
from importlib.resources import files

import pytest

from callboard_cli.phones.pages import WORDS

STATIC = {file.name: file.read_text("utf-8") for file in (files("callboard_cli.phones") / "static").iterdir()}
SCRIPTS = {name: text for name, text in STATIC.items() if name.endswith(".js")}
STYLE = STATIC["page.css"] + STATIC["fields.css"]

UNDER_CARE = {
    "markup": r"outerHTML|insertAdjacentHTML|document\.write|DOMParser|srcdoc|createContextualFragment",
    "text that runs": r"\beval\b|\bFunction\(|javascript:|set(?:Timeout|Interval)\(\s*[\"'`]",
    "an attribute that runs": r"[\"'\s]on[a-z]+=|setAttribute\(\s*[\"'`]on",
    "a style that the page's policy refuses": r"\.style\b|\bstyle=|cssText",
    "somewhere else": r"https?:|[\"'(]//|@import|\burl\(|sendBeacon|WebSocket",
}
"""What none of the files has, by what it would let in."""
SCHEMES = re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)
"""The colours of the bright page and of the dark one."""
TEXT_ON = {
    "paper": ("ink", "faint", "deep", "wrong", "warn"),
    "card": ("ink", "faint", "deep", "wrong", "warn"),
    "tint": ("ink", "faint"),
    "deep": ("on-deep",),
}
"""What is written on what."""


def colours(scheme):
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", scheme))


def luminance(colour):
    """The relative luminance of WCAG 2."""
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("name", STATIC)
@pytest.mark.parametrize("danger", UNDER_CARE)
def test_nothing_comes_in(name, danger):
    text = STATIC[name].replace("http://www.w3.org/2000/svg", "")  # the name of a format, which nobody fetches
    assert re.findall(UNDER_CARE[danger], text) == []


def test_only_what_the_server_wrote_as_markup_is_taken_for_markup():
    uses = [line.strip() for text in SCRIPTS.values() for line in text.splitlines() if "innerHTML" in line]
    assert len(uses) == 1
    assert uses[0].startswith("live.innerHTML = html;")


def test_every_word_that_is_shown_is_listed_for_whoever_writes_the_page():
    head = SCRIPTS["making.js"].split("\n\n")[0]
    listed = set(re.findall(r"(?:^//   |· )([a-z-]+)", head, re.MULTILINE))
    used = {word for text in SCRIPTS.values() for word in re.findall(r"\bword\(\"([a-z-]+)\"", text)}
    assert listed == used == set(WORDS)


def test_each_script_imports_what_it_uses():
    exported = set(re.findall(r"^export (?:async )?(?:function|const) (\w+)", SCRIPTS["making.js"], re.MULTILINE))
    assert exported
    for name in ("page.js", "fields.js", "boards.js", "pads.js"):
        imported, body = SCRIPTS[name].split('} from "./making.js";')
        imported = set(re.findall(r"\w+", imported.rsplit("{", 1)[1]))
        used = {each for each in exported if re.search(rf"(?<![.\w]){each}(?:\(|\b(?=[,;.}})]))", body)}
        assert imported == used, name


def test_lines_are_as_long_as_everywhere():
    assert [(name, line) for name, text in STATIC.items() for line in text.splitlines() if len(line) > 120] == []


def test_the_icon_is_shapes_alone():
    assert re.fullmatch(
        r'<svg xmlns="http://www\.w3\.org/2000/svg" viewBox="0 0 64 64">\n(  <[a-z]+ [^<>]+/>\n)+</svg>\n',
        STATIC["icon.svg"],
    )


def test_bright_and_dark_have_the_same_colours():
    bright, dark = map(colours, SCHEMES)
    assert bright.keys() == dark.keys()
    assert set(re.findall(r"var\(--([\w-]+)\)", STYLE)) == bright.keys()
    assert set(re.findall(r"var\(--([\w-]+)\)", STATIC["reveal.css"])) <= bright.keys()


@pytest.mark.parametrize("scheme", SCHEMES, ids=["bright", "dark"])
@pytest.mark.parametrize("ground", TEXT_ON)
def test_text_stands_out(scheme, ground):
    colour = colours(scheme)
    weak = {text: contrast(colour[text], colour[ground]) for text in TEXT_ON[ground]}
    assert [text for text, ratio in weak.items() if ratio < 4.5] == []


@pytest.mark.parametrize("scheme", SCHEMES, ids=["bright", "dark"])
def test_the_edge_of_a_key_is_seen(scheme):
    colour = colours(scheme)
    assert min(contrast(colour["edge"], colour[ground]) for ground in ("paper", "card")) >= 3


@pytest.mark.parametrize("name", ["page.css", "reveal.css"])
def test_nothing_moves_for_whoever_asked_for_that(name):
    still, moving = STATIC[name].split("@media (prefers-reduced-motion: no-preference)")
    assert re.search("animation|transition", still) is None
    assert re.search("animation|transition", moving)


def test_rows_move_only_for_whoever_has_not_asked_for_less():
    text = SCRIPTS["reveal.js"]
    assert 'matchMedia("(prefers-reduced-motion: reduce)")' in text
    assert text.count(".animate(") == 2
    assert text.index("if (still.matches) return;") < text.index(".animate(")
