"""Histrio on paper: the rows of its pads are the lines of the scorer, in its order, with its numbers."""

import pytest

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
