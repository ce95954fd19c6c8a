"""Players' questions find their section: no worse than a little under what was reached."""

import pytest
from questions.measure import measure, questions

from callboard_rules import load_rules
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
    assert share(tally.first) >= 0.88
    assert share(tally.three) >= 0.96
    assert share(tally.cross) >= 0.97
    assert share(tally.refused) <= 0.03
    assert share(tally.recognised) >= 0.80


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
