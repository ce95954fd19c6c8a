"""`check --json` and `night check --json`: what was counted another way, as programs have it."""

import json

import pytest

from callboard_scoring.games import find_game
from conftest import run_callboard

FIRST = ["season", "mood=comedy", "Ada: C3 C2 +4", "Ben: C2 T2"]
"""Ada has 2 + 3 + 3 + 4 = 12, Ben 1."""
SECOND = ["season", "mood=tragedy", "Ada: T2 T1", "Ben: T5"]
"""Ada has 2 + 5 = 7, Ben 1 + 5 + 5 = 11."""
FINAL = ["final", "Ada: gained 9", "Ben: 20"]
"""Ada 3 + 12 + 7 + 9 = 31; Ben 3 + 1 + 11 = 15, and five more."""


def otherwise(*words, **extra):
    ran = run_callboard(*words, "--json", **extra)
    assert (ran.status, ran.err) == (0, ""), ran
    (player,) = ran.json()["players"]
    return player.get("otherwise", [])


def of_record(game, stage, raw, claim):
    return otherwise("check", game, stage, "-", "--claimed", claim, stdin=json.dumps(raw))


@pytest.fixture
def evening(tmp_path):
    """Compare a total with the standing of an evening of two seasons and the end."""
    home = str(tmp_path)
    for words in (["start", "histrio", "Ada", "Ben"], ["add", *FIRST], ["add", *SECOND], ["add", *FINAL]):
        assert run_callboard("night", *words, CALLBOARD_HOME=home).status == 0
    return lambda claim: otherwise("night", "check", "--claimed", claim, CALLBOARD_HOME=home)


def test_a_loss_that_was_taken_for_a_gain_names_the_line():
    raw = find_game("magnificent").example("round")  # Ada's payment is −4, her card 9
    found = of_record("magnificent", "round", raw, "Ada=43")
    assert {"rule": "magnificent/payment", "case": "short", "points": 8, "way": "reversed"} in found


def test_what_there_was_before_a_record_is_no_entry():
    raw = find_game("magnificent").example("round")
    assert of_record("magnificent", "round", raw, "Ada=30") == [{"way": "until", "entry": 0, "points": -5}]


def test_what_is_counted_wrong_inside_a_line_has_a_sentence():
    raw = find_game("histrio").example("season")
    (found,) = of_record("histrio", "season", raw, "Valère=17")
    assert found == {
        "rule": "histrio/season-best-show",
        "case": "other-season-twice",
        "points": 4,
        "text": "for the show and for its doubling 5 ecus each, as in season 2, instead of 3",
    }


def test_the_standing_after_an_earlier_entry_is_named(evening):
    assert evening("Ada=15") == [{"way": "until", "entry": 1, "points": -16}]
    assert {"way": "until", "entry": 0, "points": -28} in evening("Ada=3")


def test_where_one_part_says_the_same_nothing_more_is_told(evening):
    assert evening("Ada=22") == []  # what was gained before the end
    assert evening("Ben=15") == []


def test_an_entry_left_out_whole_is_named(evening):
    assert {"way": "without", "entry": 1, "points": -12} in evening("Ada=19")
    assert {"way": "without", "entry": 2, "points": -11} in evening("Ben=9")
    assert [one for one in evening("Ben=19") if one.get("way") == "without"] == []  # one line is the whole entry


def test_what_is_otherwise_in_an_entry_of_an_evening_is_found(evening):
    assert "season-best-show" in {one["rule"].partition("/")[2] for one in evening("Ben=18") if "rule" in one}
