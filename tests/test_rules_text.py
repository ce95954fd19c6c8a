"""The rules texts as they are read and searched; that they are whole and alike is told by `callboard game lint`."""

import pytest

from callboard_rules import load_asked, load_rules
from callboard_rules.markdown import plain_lines
from callboard_rules.search import search
from callboard_scoring.games import GAMES, find_game
from conftest import LANGUAGES

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@games
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_players_ask_is_told_in_the_order_of_the_sections(game, language):
    assert list(load_rules(game.id, language).sections) == list(load_asked(game.id, language))


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


@pytest.mark.parametrize(
    ("game", "language", "question", "section"),
    [
        ("magnificent", "en", "big piece squares", "build"),
        ("magnificent", "en", "when do the helpers return?", "trainers"),
        ("histrio", "ru", "куда уплывает кораблик после города?", "recover-travel-cards"),
        ("intrigo", "en", "3p palace, how many arcades", "palace"),
        ("turandot", "es", "¿cuántos billetes tiene cada uno?", "setup"),
        ("turandot", "en", "the understudy", "understudies"),
    ],
)
def test_any_name_of_a_thing_stands_for_it_in_what_is_known(game, language, question, section):
    answer = search(game, question, language)
    assert answer.covered
    assert section in [hit.section.id for hit in answer.hits[:2]]


@pytest.mark.parametrize(
    ("game", "question", "section"),
    [
        ("magnificent", "la carpa principal", "take-die"),
        ("magnificent", "la tienda principal", "take-die"),
        ("magnificent", "¿cuántas carpas puedo tener?", "tents"),
        ("magnificent", "el sombrero en el track de actuaciones", "perform"),
        ("magnificent", "un afiche", "posters"),
        ("magnificent", "no me alcanza la plata para los dados", "payment"),
        ("turandot", "¿cómo se puja?", "casting"),
        ("turandot", "empate en la puja", "hiring-ties"),
        ("turandot", "¿quién reparte los sustitutos?", "understudies"),
    ],
)
def test_a_spanish_word_is_understood_from_both_sides_of_the_ocean(game, question, section):
    answer = search(game, question, "es")
    assert answer.covered
    assert answer.hits[0].section.id == section


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
