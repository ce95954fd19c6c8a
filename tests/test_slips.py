"""What is wrong with a file that TOML cannot read: the line, a pointer, and what to type instead."""

import time

import pytest

from callboard_cli.input.files import LIMIT, UnreadableError, parse
from callboard_locales import catalog
from conftest import LANGUAGES, run_callboard

# What was typed, the code, the line and the part of it that is pointed at, and the line that is offered.
SLIPS = [
    ("сезон = 1", "toml-key", 1, "сезон", '"сезон" = 1'),
    ('season = 1\nнастроение = "комедия"', "toml-key", 2, "настроение", '"настроение" = "комедия"'),
    ("настроение = комедия", "toml-key", 1, "настроение", '"настроение" = "комедия"'),
    ("очки победы = 1", "toml-key", 1, "очки победы", '"очки победы" = 1'),
    ("steal from = 1", "toml-key", 1, "steal from", '"steal from" = 1'),
    ("seаson = 1  # with a Cyrillic а", "toml-key", 1, "seаson", '"seаson" = 1  # with a Cyrillic а'),
    ('[[игроки]]\nname = "A"', "toml-key", 1, "игроки", '[["игроки"]]'),
    ('p = { name = "A", имя = "B" }', "toml-key", 1, "имя", 'p = { name = "A", "имя" = "B" }'),
    ('p = [\n{ имя = "A" },\n]', "toml-key", 2, "имя", '{ "имя" = "A" },'),
    ("a.b.сезон = 1", "toml-key", 1, "a.b.сезон", 'a.b."сезон" = 1'),
    ("mood = comedy", "toml-text", 1, "comedy", 'mood = "comedy"'),
    ("troupe = [C3, К4]", "toml-text", 1, "C3", 'troupe = ["C3", "К4"]'),
    ("dice = [orange 5, green 2]", "toml-text", 1, "orange", ""),
    ("number = -", "toml-text", 1, "-", 'number = "-"'),
    ("name = O'Neil", "toml-text", 1, "O", ""),
    ("bluff = True", "toml-yes", 1, "True", "bluff = true"),
    ("bluff = нет", "toml-yes", 1, "нет", "bluff = false"),
    ("bluff = sí", "toml-yes", 1, "sí", "bluff = true"),
    ('mood: "comedy"', "toml-colon", 1, ":", 'mood = "comedy"'),
    ("mood: comedy", "toml-colon", 1, ":", 'mood = "comedy"'),
    ("mood = “comedy”", "toml-quotes", 1, "“", 'mood = "comedy"'),
    ("mood = «комедия»", "toml-quotes", 1, "«", 'mood = "комедия"'),
    ('mood = "comedy\nseason = 1', "toml-quote", 1, "", ""),
    ('season = 1\nmood = "comedy\n\n', "toml-quote", 2, "", ""),
    ('a = ["C3" "C4"]', "toml-comma", 1, '"', 'a = ["C3", "C4"]'),
    ("a = [1 2]", "toml-comma", 1, "2", ""),
    ('a = [\n"C3"  # one\n"C4"\n]', "toml-comma", 3, '"', ""),
    ('p = { name = "A" mood = "b" }', "toml-comma", 1, "m", ""),
    ('a = ["C3"; "C4"]', "toml-comma", 1, ";", ""),
    ('season = 1 mood = "comedy"', "toml-line", 1, "m", ""),
    ('season = 1, mood = "comedy"', "toml-line", 1, ",", ""),
    ("season == 1", "toml", 1, "=", ""),
    ("mood comedy", "toml", 1, "c", ""),
    ("a = [1, 2\nb = 3", "toml", 2, "b", ""),
    ("season = 1\r\nmood = comedy\r\n", "toml-text", 2, "comedy", 'mood = "comedy"'),
]


@pytest.mark.parametrize(("text", "code", "number", "part", "instead"), SLIPS, ids=[case[0] for case in SLIPS])
def test_a_slip_is_known(text, code, number, part, instead):
    with pytest.raises(UnreadableError) as refused:
        parse(text, ".toml")
    error = refused.value
    assert (error.code, error.values["line"], error.span.text) == (f"error.{code}", number, part)
    assert error.values["column"] == error.span.start + 1
    assert error.span.line == text.replace("\r", "").split("\n")[number - 1]
    assert error.instead == instead


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_slip_is_told_with_its_line_a_pointer_and_what_to_type(language):
    words = catalog(language)
    where = {"line": 2, "column": 8}
    text = "season = 1\nmood = comedy\n"
    ran = run_callboard("score", "histrio", "season", "-", "--lang", language, stdin=text)
    instead = words.text("usage.instead") % {"line": 'mood = "comedy"'}
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.splitlines() == [
        words.text("error.toml-text") % where,
        "  mood = comedy",
        "         ^^^^^^",
        instead,
    ]
    data = run_callboard("score", "histrio", "season", "-", "--lang", language, "--json", stdin=text).json()
    assert data["errors"] == [
        {"path": "", "code": "toml-text", "text": f"{words.text('error.toml-text') % where} {instead}"}
    ]


def test_what_is_typed_instead_is_read():
    wrong = "сезон = 1\nнастроение = комедия\n"
    for _ in range(2):
        ran = run_callboard("score", "histrio", "season", "-", "--lang", "en", stdin=wrong)
        line = ran.err.splitlines()[1].strip()
        wrong = wrong.replace(line, ran.err.splitlines()[-1].removeprefix("Type: "))
    assert parse(wrong, ".toml") == {"сезон": 1, "настроение": "комедия"}


def test_broken_json_is_shown_with_a_pointer():
    ran = run_callboard("score", "histrio", "season", "-", "--lang", "en", stdin='{"season": 1,\n "mood" "comedy"}')
    assert ran.err.splitlines()[1:] == ['   "mood" "comedy"}', "          ^"]


@pytest.mark.parametrize(
    "text",
    [
        "я" * 99_000,
        "a = [" + "«" * 40_000,
        "a = 1," + " " * 90_000,
        "a = 1 " + "x" * 90_000,
        "a = " + "'" * 3 + "\n" + '"' * 80_001 + "'''" + "\nb = c",
        "[" + "x" * 90_000,
        "x = [" + '"C3" ' * 19_000,
        "b " * 45_000 + "= 1",
        '"a" ' * 24_000,
        "[я" + " " * 90_000,
    ],
    ids=lambda text: text[:8],
)
def test_a_file_of_slips_is_told_as_quickly_as_it_is_read(text):
    assert len(text.encode()) <= LIMIT or "я" in text or "«" in text
    start = time.process_time()
    with pytest.raises(UnreadableError):
        parse(text, ".toml")
    assert time.process_time() - start < 1
