"""The rules texts: the same sections, facts and numbers in the three languages, each with a source."""

import re

import pytest

from callboard_rules import AUTHORITIES, NOTE_KINDS, load_asked, load_rules
from callboard_rules.plain import plain_lines
from callboard_rules.search import search
from callboard_scoring.games import GAMES, find_game
from conftest import LANGUAGES, ROOT

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@games
def test_the_sections_are_the_same_in_the_same_order(game):
    spoken = {language: load_rules(game.id, language) for language in LANGUAGES}
    ids = {language: list(rules.sections) for language, rules in spoken.items()}
    assert ids["ru"] == ids["en"] == ids["es"]
    for language in LANGUAGES:
        assert ids[language] == list(load_asked(game.id, language))
    for name in ids["en"]:
        ways = [rules.sections[name] for rules in spoken.values()]
        assert len({tuple(note.kind for note in section.notes) for section in ways}) == 1, name
        assert len({section.title for section in ways}) >= 2, name


@games
def test_every_section_has_words_a_source_and_relatives(game):
    for language in LANGUAGES:
        rules = load_rules(game.id, language)
        for section in rules.sections.values():
            assert len(section.body) > 40
            assert section.authority in AUTHORITIES
            assert section.sources or section.authority in ("other", "inference")
            assert 1 <= len(section.related) <= 4
            assert set(section.related) <= set(rules.sections) - {section.id}
            assert {note.kind for note in section.notes} <= set(NOTE_KINDS)
            assert "> [!" not in section.body
            assert len(section.title) <= 40


def numbers(section):
    text = "\n".join([section.title, section.body, *(note.text for note in section.notes)])
    return re.findall(r"\d+", text)


@games
def test_every_section_has_the_same_numbers_in_all_languages(game):
    for name in load_rules(game.id, "en").sections:
        told = {language: numbers(load_rules(game.id, language).sections[name]) for language in LANGUAGES}
        assert told["ru"] == told["en"] == told["es"], name


@games
def test_russian_and_spanish_keep_their_marks(game):
    for language, wrong in (
        ("ru", r'["“”]|\b(ее|еще|актер\w*|счет\w*|трех|четырех|берет|придет|вернет)\b'),
        ("es", r'["“”]'),
    ):
        for section in load_rules(game.id, language).sections.values():
            for text in (section.title, section.body, *(note.text for note in section.notes)):
                assert not re.search(wrong, text, re.IGNORECASE), (section.id, re.search(wrong, text, re.IGNORECASE))
                if language == "es":
                    assert text.count("?") == text.count("¿"), section.id
                    assert text.count("!") == text.count("¡"), section.id


@games
def test_every_rule_that_a_line_or_step_cites_is_a_section(game):
    source = "\n".join(path.read_text() for path in ROOT.glob(f"scoring/callboard_scoring/games/{game.id}/*.py"))
    cited = set(re.findall(rf'reason\(\s*"{game.id}/([a-z0-9-]+)\.', source))
    assert {"setup"} < cited
    assert cited <= set(load_rules(game.id, "en").sections)


@pytest.mark.parametrize(
    ("language", "question", "section"),
    [
        ("en", "chameleon", "chameleon"),
        ("ru", "мы оба поехали в один город", "shared-city"),
        ("en", "we both went to the same city", "shared-city"),
        ("es", "fuimos los dos a la misma ciudad", "shared-city"),
        ("ru", "хамелеонами", "chameleon"),
        ("ru", "кто победил при ничьей?", "game-end"),
        ("es", "¿qué hace un actor de nivel 3?", "actor-level-3"),
        ("en", "when does the season end", "season-end"),
        ("es", "los gestores vuelven a sus jugadores", "kings-mood"),
        ("ru", "актёр пятого уровня, нечем платить", "actor-level-5"),
        ("ru", "Хамелеон актер?", "chameleon"),
        ("en", "хамелеон", "chameleon"),
    ],
)
def test_a_question_finds_its_section(language, question, section):
    answer = search("histrio", question, language)
    hits = answer.hits
    assert answer.covered
    assert hits[0].section.id == section
    assert hits[0].section.language == language
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


@pytest.mark.parametrize("level", range(1, 6))
@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("ru", "актёр {}-го уровня"),
        ("ru", "что делает актёр {} уровня?"),
        ("en", "level {} actor"),
        ("en", "what does a level {} actor do?"),
        ("es", "actor de nivel {}"),
        ("es", "¿qué hace un actor de nivel {}?"),
    ],
)
def test_a_number_tells_one_section_from_another(language, question, level):
    answer = search("histrio", question.format(level), language)
    assert answer.covered
    assert answer.hits[0].section.id == f"actor-level-{level}"


@pytest.mark.parametrize("question", ["", "???", "castling", "рокировка", "enroque"])
def test_a_question_about_another_game_is_not_covered(question):
    assert not search("histrio", question, "en").covered


def test_the_game_is_known():
    assert find_game(" Histrio ") is GAMES[0]
    assert find_game("chess") is None


def test_plain_lines_keep_every_word_and_drop_the_marks():
    text = "One **two**\nthree.\n\n- four\n  five\n- six\n\n| a | b |\n|---|---|\n| 1 | 2 |"
    assert plain_lines(text) == ["One two three.", "four five", "six", "a · b", "1 · 2"]
