"""The Magnificent on paper: the rows of its pads are the lines of the scorer, in its order."""

from itertools import groupby

import pytest

from callboard_scoring.games import find_game
from papers import records, unmet_rows

GAME = find_game("magnificent")
FEWEST, MOST = GAME.players


def told(lines):
    """The rules of lines as they follow each other, each with how often."""
    return [(rule, len(list(same))) for rule, same in groupby(line.reason.rule for line in lines)]


def below(result):
    """The rules of what looks at the totals."""
    return {line.reason.rule for line in (*result.lines, *result.ladder)}


def test_each_line_has_its_row_and_the_rows_have_its_numbers():
    for one in records("magnificent"):
        rows = [row for row in one.part.rows if not row.ours]
        for score in one.result.players:
            assert len(one.rows_of(score.lines)) == len(score.lines)
            assert [rule for rule, _ in told(score.lines)] == [row.rule for row in rows], one.name
            assert all(number <= row.times for (_, number), row in zip(told(score.lines), rows, strict=True)), one.name
            for row in rows:
                for line in score.lines:
                    if line.reason.rule == row.rule:
                        assert all(line.values.get(name, number) == number for name, number in row.values.items())
            own = next(player["points"] for player in one.raw["players"] if player["name"] == score.name)
            assert score.start == own, one.name
        assert one.part.start
        assert one.part.total


def test_what_looks_at_the_totals_has_its_row_below_them():
    for one in records("magnificent"):
        assert below(one.result) <= {row.rule for row in one.part.below}, one.name


def test_some_record_meets_each_row():
    assert unmet_rows("magnificent") == set()


@pytest.mark.parametrize("players", range(FEWEST, MOST + 1))
def test_some_record_meets_each_row_below_the_totals(players):
    met = {(one.stage, rule) for one in records("magnificent") for rule in below(one.result)}
    rows = {(part.stage, row.rule) for part in GAME.paper().parts(players) for row in part.below if not row.ours}
    assert rows <= met
