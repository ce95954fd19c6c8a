"""Histrio on paper: the rows of its pads are the lines of the scorer, in its order, with its numbers."""

import pytest

from callboard_cli.paper.pads import pad_view
from callboard_cli.ui.output import UI
from callboard_locales import catalog
from callboard_scoring.games import find_game
from callboard_scoring.games.histrio.pieces import COINS, WORTH
from callboard_scoring.games.histrio.season import REWARDS
from papers import records, unmet_rows

GAME = find_game("histrio")


def test_each_line_has_its_row():
    for one in records("histrio"):
        for score in one.result.players:
            rows = one.rows_of(score.lines)
            assert [row.rule for row in rows] == [line.reason.rule for line in score.lines], one.name
            assert all(row.points for row in rows), one.name


def test_the_numbers_of_a_row_are_those_of_its_lines():
    for one in records("histrio", "season"):
        for score in one.result.players:
            for row, line in zip(one.rows_of(score.lines), score.lines, strict=True):
                if "each" in row.values:
                    assert line.points == row.values["each"] * line.values["count"], one.name
                if "reward" in row.values:
                    assert line.points in (0, row.values["reward"]), one.name


def test_the_difference_is_written_down_before_what_it_decides():
    """The row is ours: what stands in its places is in the line below it, and no line but the show's needs it."""
    for one in records("histrio", "season"):
        rows = one.part.rows
        mood, own = (row for row in rows if row.ours)
        assert rows[0] == mood
        assert mood.shared
        assert rows[rows.index(own) + 1].rule == own.rule
        assert not own.points
        for score in one.result.players:
            (show,) = (line for line in score.lines if line.reason.rule == own.rule)
            assert not show.values or set(own.boxes) <= set(show.values), one.name


def test_some_record_meets_each_row():
    assert unmet_rows("histrio") == set()


@pytest.mark.parametrize("players", range(2, 6))
def test_both_seasons_and_the_purses_are_on_the_pad_of_the_whole_game(players):
    parts = GAME.paper().parts(players)
    assert [(part.stage, dict(part.fields)) for part in parts] == [
        *(("season", {"season": season}) for season in REWARDS),
        ("final", {}),
    ]


def test_a_purse_is_counted_coin_by_coin():
    """What a purse holds is where its score starts and ends: the coins of the row give it, and no line adds to it."""
    for one in records("histrio", "final"):
        (coins,) = one.part.rows
        assert coins.ours
        assert one.part.total
        assert [(row.rule, row.shared, row.ours) for row in one.part.below] == [(coins.rule, True, True)]
        assert [int(box) for box in coins.boxes] == [WORTH[coin] for coin in COINS]
        for score in one.result.players:
            assert (score.total, score.lines) == (score.start, ()), one.name


OWN = "1 ecu each, whatever the level; a Chameleon is not an actor"
LEVELS = "+ for his mood, − against it; a Chameleon is 1 of either"
FIRST = [
    ("The King's mood", "comedy or tragedy: where the needle is", "note", ()),
    ("Actors matching the King's mood", OWN, "points", ()),
    ("Difference of levels", LEVELS, "note", ("+", "−", "=")),
    ("Show that pleases the King", "3 ecus if the difference is above 0", "points", ()),
    ("Best show", "3 more for the greatest difference above 0; if tied, each", "points", ()),
    ("Secret Request", "what the card pays, if its condition is met", "points", ()),
    ("Total", "", "total", ()),
]
SECOND = [
    ("The King's mood", "", "note", ()),
    ("Actors matching the King's mood", "", "points", ()),
    ("Difference of levels", "", "note", ("+", "−", "=")),
    ("Show that pleases the King", "5 ecus if the difference is above 0", "points", ()),
    ("Best show", "5 more for the greatest difference above 0; if tied, each", "points", ()),
    ("Secret Request 1", "", "points", ()),
    ("Secret Request 2", "", "points", ()),
    ("Total", "", "total", ()),
]
PURSES = [
    ("Coins in the purse", "how many of each value; the seasons' ecus are included", "points", ("10", "5", "1")),
    ("Total", "", "total", ()),
    ("Winner", "the most ecus; if tied, the victory is shared", "note", ()),
]
"""What stands on the pad: what a row is called, how it is counted, what it is, and its places (both rulebooks)."""


def test_each_row_says_how_it_is_counted_with_the_numbers_of_the_rulebook():
    """What is the same in both seasons is said in the first."""
    parts = pad_view(UI(catalog("en"), plain=True), GAME, 3).parts
    assert [part.title for part in parts] == ["Season 1", "Season 2", "The end of the game"]
    for part, said in zip(parts, (FIRST, SECOND, PURSES), strict=True):
        rows = [(row.label[0].replace("\xa0", " "), " ".join(row.how), row.kind, row.boxes) for row in part.rows]
        assert rows == said
