"""What the rulebooks leave open or disagree about is offered under a score that meets it, and under no other."""

import pytest

from callboard_rules.rulings import load_rulings
from callboard_scoring.games import GAMES
from conftest import LANGUAGES

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@games
def test_there_are_rulings(game):
    """That each is a note, and each situation a case of a line, is told by `callboard game check`."""
    assert load_rulings(game.id)


MET = {
    "en": ("Our reading [season-pleasing-show]: ", "Our reading [chameleon]: "),
    "ru": ("Наше толкование [season-pleasing-show]: ", "Наше толкование [chameleon]: "),
    "es": ("Nuestra interpretación [season-pleasing-show]: ", "Nuestra interpretación [chameleon]: "),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_score_that_meets_a_ruling_says_so_once(callboard, language):
    level = (
        "score",
        "histrio",
        "season",
        "season=1",
        "mood=comedy",
        "Ann: C1 T2 X",
        "Bob: C2 T3 X",
        "--lang",
        language,
    )
    told = callboard(*level).out.splitlines()
    for opening in MET[language]:
        assert len([line for line in told if line.startswith(opening)]) == 1
    rulings = callboard(*level, "--json").json()["rulings"]
    assert [(ruling["rule"], ruling["kind"]) for ruling in rulings] == [
        ("histrio/season-pleasing-show", "inference"),
        ("histrio/season-matching-actors", "inference"),
        ("histrio/chameleon", "inference"),
    ]
    assert {f"{MET[language][0]}{rulings[0]['text']}", f"{MET[language][1]}{rulings[2]['text']}"} < set(told)


def test_a_score_that_meets_none_says_nothing(callboard):
    plain = ("score", "histrio", "season", "season=1", "mood=comedy", "Ann: C3", "Bob: C2")
    assert "[season-pleasing-show]:" not in callboard(*plain).out
    assert callboard(*plain, "--json").json()["rulings"] == []
