"""The READMEs, the pages of docs and what leads from one to another: no dead link, no language left behind, no drift."""

import importlib.util
import re
import tomllib
from collections import Counter
from urllib.parse import unquote

import pytest

from callboard_cli.app import COMMANDS
from conftest import LANGUAGES, ROOT, run_callboard

DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]
TRANSLATED = sorted(path.name for path in (DOCS / "ru").glob("*.md"))

spec = importlib.util.spec_from_file_location("make_docs", DOCS / "make.py")
make = importlib.util.module_from_spec(spec)
spec.loader.exec_module(make)


def prose(path):
    """A page without its blocks of code, in which nothing is a link or a heading."""
    return re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def anchors(path):
    """The anchors of a page's headings, as GitHub makes them: a second heading of the same words is numbered."""
    seen, found = Counter(), set()
    for heading in re.findall(r"^#+ (.*)$", prose(path), re.MULTILINE):
        words = re.sub(r"\]\([^)]*\)", "", heading).strip().lower()
        anchor = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        found.add(f"{anchor}-{seen[anchor]}" if seen[anchor] else anchor)
        seen[anchor] += 1
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_relative_link_leads_somewhere(page):
    links = re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", prose(page)))
    for link in links:
        if not re.match(r"\w+:", link):
            path, _, anchor = unquote(link).partition("#")
            target = (page.parent / path).resolve() if path else page
            assert target.exists(), link
            assert target.is_relative_to(ROOT.resolve()), link
            assert not anchor or anchor in anchors(target), link


def shape(path):
    """How a page is built: the levels of its headings, and its blocks of code."""
    return re.findall(r"^(#+) |^(```\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("name", TRANSLATED)
def test_a_page_tells_the_same_in_each_language_and_names_the_others(name):
    pages = [DOCS / folder / name for folder in ("", "ru", "es")]
    assert shape(pages[0]) == shape(pages[1]) == shape(pages[2])
    for page in pages:
        leads = {(page.parent / link).resolve() for link in re.findall(r"\]\(([^)#\s]+)\)", prose(page))}
        assert leads >= {other.resolve() for other in pages if other != page}


def test_each_readme_is_built_alike_and_leads_to_every_page():
    readmes = {
        language: ROOT / ("README.md" if language == "en" else f"README.{language}.md") for language in LANGUAGES
    }
    assert len({tuple(shape(path)) for path in readmes.values()}) == 1
    assert sorted(path.name for path in (DOCS / "es").glob("*.md")) == TRANSLATED
    english = {path.name for path in DOCS.glob("*.md")} - set(TRANSLATED)
    for language, path in readmes.items():
        folder = "docs" if language == "en" else f"docs/{language}"
        expected = {f"{folder}/{name}" for name in TRANSLATED} | {f"docs/{name}" for name in english}
        assert expected <= set(re.findall(r"\]\(([^)]+)\)", path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_each_game_is_typed_is_told_as_help_tells_it(language):
    assert make.PAGES[language].read_text(encoding="utf-8") == make.page(language), "run python docs/make.py"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manual_page_is_what_help_says_and_is_in_the_wheel(language):
    told = make.MANUALS[language].read_text(encoding="utf-8")
    assert told == make.manual(language), "run python docs/make.py"
    assert run_callboard("help", "--man", "--lang", language).out == told
    named = {line.split()[2] for line in told.splitlines() if line.startswith(".SS callboard ")}
    assert named == set(COMMANDS)
    requests = {line.split()[0] for line in told.splitlines() if line.startswith((".", "'"))}
    assert requests == {".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".nf", ".fi"}
    shared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
    files = shared["targets"]["wheel"]["shared-data"]
    assert make.MANUALS[language].relative_to(ROOT).as_posix() in files
    assert all(place.startswith("share/man/") for place in files.values())
