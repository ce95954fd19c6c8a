"""Histrio on paper: the rows of its pads are the lines of the scorer, in its order, with its numbers."""

import pytest

from callboard_scoring.games import find_game
from callboard_scoring.games.histrio.pieces import COINS, WORTH
from callboard_scoring.games.histrio.season import REWARDS
from papers import part_of, records, rows_of, scored, unmet_rows

GAME = find_game("histrio")


@pytest.mark.parametrize(("stage", "raw"), list(records(GAME)))
def test_each_line_has_its_row(stage, raw):
    part = part_of(GAME, stage, raw)
    for score in scored(GAME, stage, raw).players:
        rows = rows_of(part, score.lines)
        assert [row.rule for row in rows] == [line.reason.rule for line in score.lines]
        assert all(row.points for row in rows)


@pytest.mark.parametrize(("stage", "raw"), [param for param in records(GAME) if param.values[0] == "season"])
def test_the_numbers_of_a_row_are_those_of_its_lines(stage, raw):
    part = part_of(GAME, stage, raw)
    for score in scored(GAME, stage, raw).players:
        for row, line in zip(rows_of(part, score.lines), score.lines, strict=True):
            if "each" in row.values:
                assert line.points == row.values["each"] * line.values["count"]
            if "reward" in row.values:
                assert line.points in (0, row.values["reward"])


@pytest.mark.parametrize(("stage", "raw"), [param for param in records(GAME) if param.values[0] == "season"])
def test_the_difference_is_written_down_before_what_it_decides(stage, raw):
    """The row is ours: what stands in its places is in the line below it, and no line but the show's needs it."""
    rows = part_of(GAME, stage, raw).rows
    mood, own = (row for row in rows if row.ours)
    assert rows[0] == mood
    assert mood.shared
    assert rows[rows.index(own) + 1].rule == own.rule
    assert not own.points
    for score in scored(GAME, stage, raw).players:
        (show,) = (line for line in score.lines if line.reason.rule == own.rule)
        assert not show.values or set(own.boxes) <= set(show.values)


def test_some_record_meets_each_row():
    assert unmet_rows(GAME) == set()


@pytest.mark.parametrize("players", range(2, 6))
def test_both_seasons_and_the_purses_are_on_the_pad_of_the_whole_game(players):
    parts = GAME.paper().parts(players)
    assert [(part.stage, dict(part.fields)) for part in parts] == [
        *(("season", {"season": season}) for season in REWARDS),
        ("final", {}),
    ]


@pytest.mark.parametrize(("stage", "raw"), [param for param in records(GAME) if param.values[0] == "final"])
def test_a_purse_is_counted_coin_by_coin(stage, raw):
    """What a purse holds is where its score starts and ends: the coins of the row give it, and no line adds to it."""
    part = part_of(GAME, stage, raw)
    (coins,) = part.rows
    assert coins.ours
    assert part.total
    assert [(row.rule, row.shared, row.ours) for row in part.below] == [(coins.rule, True, True)]
    assert [int(box) for box in coins.boxes] == [WORTH[coin] for coin in COINS]
    for score in scored(GAME, stage, raw).players:
        assert (score.total, score.lines) == (score.start, ())
