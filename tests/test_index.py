"""The index that the wheel brings answers as the one built from the texts, lies still, and is built anew where damaged."""

import shutil
import sys
import tempfile
from pathlib import Path

import pytest
from questions.measure import questions

import callboard_rules
from callboard_rules import ANY, RulesFormatError, loader
from callboard_rules.building import build_index
from callboard_rules.index import DamagedError, pack, unpack
from callboard_rules.known import file_of, load_index
from callboard_rules.rates import read_questions
from callboard_rules.search import search
from conftest import LANGUAGES, ROOT, one_language_each

GAME = "historia"
ASKED = [(language, question.text) for game, language, asked in questions() if game == GAME for question in asked[::8]]


@pytest.fixture(scope="module")
def packed_ahead():
    """The bytes of the indexes of a game and of what is asked of any, by game and language."""
    return {(game, language): pack(build_index(game, language)) for game in (GAME, ANY) for language in LANGUAGES}


@pytest.fixture
def installed(tmp_path, monkeypatch, packed_ahead):
    """Lay a game and what is asked of any where an installation has them: with indexes, without the lists."""
    package = Path(callboard_rules.__file__).parent
    for (game, language), index in packed_ahead.items():
        target = tmp_path / game / file_of(game, language)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(index)
    for file in (package / GAME).glob("*.*"):
        shutil.copy(file, tmp_path / GAME)
    shutil.copytree(package / "everyday", tmp_path / "everyday")  # games of other packages need them
    monkeypatch.setattr(loader, "folder_of", tmp_path.joinpath)
    monkeypatch.setattr("callboard_rules.known.folder_of", tmp_path.joinpath)
    loader.forget()
    yield tmp_path
    loader.forget()


@pytest.fixture(scope="module")
def built():
    """What the lists of the checkout answer."""
    loader.forget()
    return answers()


def answers():
    return [search(GAME, text, language) for language, text in ASKED]


def test_an_index_built_ahead_answers_the_same(built, installed):
    assert not list(installed.rglob("asked"))
    assert answers() == built


@pytest.mark.parametrize("game", [GAME, ANY])
@one_language_each
def test_the_bytes_of_an_index_are_the_same_in_two_builds_and_bring_it_back(game, language, packed_ahead):
    packed = packed_ahead[game, language]
    assert pack(build_index(game, language)) == packed
    assert pack(unpack(packed)) == packed


def test_nothing_is_written_anywhere_to_read_an_index(installed, monkeypatch):
    """Files opened for writing, new folders and renamed files are told by the interpreter itself."""
    events = []
    watching = [True]

    def watch(event, arguments):
        if not watching[0]:
            return
        if event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
            events.append((event, arguments))
        if event in {"os.mkdir", "os.rename", "os.remove", "os.chmod", "tempfile.mkdtemp", "tempfile.mkstemp"}:
            events.append((event, arguments))

    for path in installed.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    monkeypatch.setattr(tempfile, "tempdir", str(installed / "nowhere"))
    before = sorted((path, path.stat().st_mtime_ns) for path in installed.rglob("*"))
    sys.addaudithook(watch)
    try:
        answers()
    finally:
        watching[0] = False
        for path in installed.rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)
    assert events == []
    assert sorted((path, path.stat().st_mtime_ns) for path in installed.rglob("*")) == before


def damages(packed):
    yield packed[: len(packed) // 2]
    yield packed[:-1]
    yield b""
    yield packed.replace(b"index 2", b"index 1", 1)
    middle = len(packed) // 2
    yield packed[:middle] + bytes([packed[middle] ^ 1]) + packed[middle + 1 :]


def test_a_damaged_index_is_built_anew_where_the_lists_are_and_told_of_where_they_are_not(built, installed):
    file = installed / GAME / "en.index"
    for damaged in damages(file.read_bytes()):
        with pytest.raises(DamagedError):
            unpack(damaged)
    file.write_bytes(b"damaged")
    with pytest.raises(RulesFormatError, match=r"en\.index.*install"):
        load_index(GAME, "en")
    for lists in ("asked", "answered", "unanswered"):
        shutil.copytree(ROOT / "rules_text/callboard_rules" / GAME / lists, installed / GAME / lists)
    assert answers() == built


SECTION = "+++\ntitle = '{title}'\n+++\n\n## Lanterns {{#lanterns}}\n\nEach lit lantern is worth two flasks of oil.\n"


CITED = """
[books.ru]
title = "«Фонари»"

[sections.lanterns]
authority = "rulebook"
ru = "Фонари"
"""


@pytest.fixture
def lanterns(tmp_path):
    """Lay out a game of another package, with no more than it needs."""
    folder = tmp_path / "lanterns"
    folder.mkdir()
    for language in LANGUAGES:
        (folder / f"{language}.md").write_text(SECTION.format(title="Lanterns"), encoding="utf-8")
    (folder / "sources.toml").write_text('[sections.lanterns]\nauthority = "other"\nrelated = []\n', encoding="utf-8")
    with loader.laid("lanterns", folder):
        yield folder


def test_a_game_in_a_package_of_its_own_needs_no_lists(lanterns):
    from callboard_rules import find_rulings
    from callboard_rules.glossary import find_terms, load_glossary

    assert search("lanterns", "how many flasks for a lantern", "en").hits[0].section.rule == "lanterns/lanterns"
    assert load_glossary("lanterns") == ()
    assert find_terms("lantern", ["lanterns"]) == []
    assert find_rulings("lanterns", "en", []) == []
    (lanterns / "asked").mkdir()
    (lanterns / "asked/en.toml").write_text('lanterns = ["what does the glowworm pay"]', encoding="utf-8")
    loader.forget()
    assert search("lanterns", "does the glowworm pay", "en").hits[0].asked == "what does the glowworm pay"
    assert len(read_questions(ROOT / "tests/questions/historia.en.toml")) > 100


def test_a_built_in_game_stays_what_it_is(lanterns):
    with loader.laid(GAME, lanterns):
        assert "scoring" in callboard_rules.load_rules(GAME, "en").sections


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("sources.toml", "[sections", "sources.toml: no TOML"),
        ("sources.toml", "", "en.md: lanterns is there twice, or has no source"),
        ("sources.toml", "sections = 1", "sources.toml: sections is no table"),
        ("sources.toml", "[sections.lanterns]", "sources.toml: lanterns has no such authority"),
        ("sources.toml", None, "sources.toml: cannot be read"),
        ("sources.toml", f"places = 1\n{CITED}", "sources.toml: places is no table"),
        ("sources.toml", f"places.ru = 1\n{CITED}", "sources.toml: places.ru is no table"),
        ("sources.toml", f"places.ru.Фонари = 1\n{CITED}", "sources.toml: no TOML"),
        ("sources.toml", f'places.ru."Фонари" = 1\n{CITED}', "sources.toml: places.ru: Фонари is no table"),
        ("en.md", None, "en.md: cannot be read"),
        ("en.md", "Lanterns", "en.md: no title"),
        ("en.md", "+++\n+++\n", "en.md: no title"),
        ("en.md", "+++\ntitle = ''\n+++\nLanterns", "en.md: text before the first heading"),
        ("glossary.toml", "term = 1", r"glossary.toml: a term begins with \[\[term\]\]"),
        ("glossary.toml", "[[term]]\nen = ['lantern']", "glossary.toml: term 1 needs ru"),
        ("glossary.toml", "[[term]]\nru=['а']\nen=['a']\nes=['a']", "glossary.toml: term 1 needs section"),
        (
            "glossary.toml",
            "[[term]]\nru=['а']\nen=['a']\nes=['a']\nsection='flasks'",
            "glossary.toml: there is no section flasks",
        ),
        ("asked/en.toml", "lanterns = 'why'", "asked/en.toml: lanterns is no list of questions"),
        ("asked/en.toml", "flasks = ['why']", "asked/en.toml: there is no section flasks"),
        ("unanswered/en.toml", "lanterns = [1]", "unanswered/en.toml: lanterns is no list of questions"),
        ("answered/en.toml", "lanterns = ['why']", "answered/en.toml: lanterns is no table"),
        ("answered/en.toml", "lanterns.lit = 'why'", "answered/en.toml: lit is no list of questions"),
        ("answered/en.toml", "flasks.lit = ['why']", "answered/en.toml: there is no section flasks"),
        ("answered/en.toml", "lanterns.dark = ['why']", "answered/en.toml: lanterns: not in one passage alone: dark"),
    ],
)
def test_what_breaks_the_format_is_told_with_its_file(lanterns, file, text, told):
    path = lanterns / file
    path.parent.mkdir(exist_ok=True)
    if text is None:
        path.unlink()
    else:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesFormatError, match=told):
        search("lanterns", "lantern", "en")


@pytest.mark.usefixtures("lanterns")
@pytest.mark.parametrize("reading", ["lanterns/lanterns.lit", "lanterns/flasks.lit"])
def test_a_reading_that_is_no_note_is_told_with_its_file(reading):
    from callboard_rules import find_rulings

    with pytest.raises(RulesFormatError, match=r"lanterns/en\.md: there is no note \{#lit\} in (lanterns|flasks)"):
        find_rulings("lanterns", "en", [reading])
