"""Players' questions find their section: no worse than a little under what was reached."""

import pytest
from questions.measure import measure, questions

from callboard_rules import load_asked, load_rules
from callboard_rules.glossary import load_glossary
from callboard_rules.search import search
from callboard_scoring.games import GAMES
from conftest import LANGUAGES

KINDS = {"direct", "natural", "inflected", "mistyped", "cross", "layout", "unanswerable"}


@pytest.fixture(scope="module")
def tallies():
    return measure()


def share(answers):
    return sum(answers) / len(answers)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("half", ["tuning", "held"])
def test_questions_find_their_section(language, half, tallies):
    tally = tallies[language, half]
    assert share(tally.first) >= 0.90
    assert share(tally.three) >= 0.97
    assert share(tally.cross) >= 0.97
    assert share(tally.refused) <= 0.03
    assert share(tally.recognised) >= 0.82


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_questions_of_every_kind_about_sections_that_exist(game, language):
    sections = set(load_rules(game.id, language).sections)
    own = [question for name, spoken, question in questions() if (name, spoken) == (game.id, language)]
    assert len(own) >= 30
    assert {question["kind"] for question in own} == KINDS
    assert {question["half"] for question in own} == {"tuning", "held"}
    for question in own:
        assert set(question["sections"]) <= sections
        assert (question["kind"] == "unanswerable") == (not question["sections"])
    assert len({question["text"] for question in own}) == len(own)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_title_and_every_word_of_the_game_finds_its_own_section(game, language):
    for section in load_rules(game.id, language).sections.values():
        answer = search(game.id, section.title, language)
        assert (answer.covered, answer.hits[0].section.id) == (True, section.id), section.title
    for term in load_glossary(game.id):
        for name in term.names[language]:
            answer = search(game.id, name, language)
            assert answer.covered, name
            assert term.section in [hit.section.id for hit in answer.hits[:2]], name


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_id_finds_its_section_as_a_question(game, language):
    for section in load_rules(game.id, language).sections:
        answer = search(game.id, section, language)
        assert (answer.covered, answer.hits[0].section.id) == (True, section)


@pytest.mark.parametrize(
    ("language", "question", "numbers"),
    [
        ("ru", "что делает актёр {} уровня", ["первого", "второго", "третьего", "четвёртого", "пятого"]),
        ("ru", "какой эффект у {}", ["единицы", "двойки", "тройки", "четвёрки", "пятерки"]),
        ("en", "what does an actor of level {} do", ["one", "two", "three", "four", "five"]),
        ("en", "lvl {} effect", ["1", "2", "3", "4", "5"]),
        ("es", "¿qué efecto tiene un actor de nivel {}?", ["uno", "dos", "tres", "cuatro", "cinco"]),
        ("es", "comediante {}", ["uno", "dos", "tres", "cuatro", "cinco"]),
    ],
)
def test_a_number_is_the_same_in_words_and_in_digits(language, question, numbers):
    for level, number in enumerate(numbers, 1):
        for said in (number, str(level)):
            assert search("histrio", question.format(said), language).hits[0].section.id == f"actor-level-{level}", said


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_known_word_for_word_is_answered(language):
    for section, questions_asked in load_asked("historia", language).items():
        for question in questions_asked:
            answer = search("historia", question, language)
            assert (answer.covered, answer.hits[0].section.id) == (True, section), question


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("gtdtw", "певец"),
        ("что делает gtdtw", "что делает певец"),
        ("ыштпук", "singer"),
        ("singer", "singer"),
        ("to be or not to be", "to be or not to be"),
        ("убйица", "убйица"),
    ],
)
def test_a_question_is_read_in_the_layout_that_makes_the_most_words(typed, read):
    assert search("turandot", typed, "ru").words == read
