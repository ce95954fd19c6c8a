"""Historia on paper: a row for each source of points, in the order in which the scorer adds what players counted."""

import pytest

from callboard_scoring.games import find_game
from callboard_scoring.games.historia.tally import NOTHING, SOURCES
from papers import records, unmet_rows

GAME = find_game("historia")


def test_each_line_has_the_row_of_its_source():
    for one in records("historia"):
        for score in one.result.players:
            lines = [line for line in score.lines if line.reason is not NOTHING]  # an empty column says so
            assert [row.case for row in one.rows_of(lines)] == [line.values["source"] for line in lines], one.name
            assert score.start == 0, one.name


def test_some_record_meets_each_row():
    assert unmet_rows("historia") == set()


@pytest.mark.parametrize("players", range(1, 7))
def test_every_source_is_a_row_of_the_pad(players):
    (part,) = GAME.paper().parts(players)
    assert tuple(row.case for row in part.rows) == SOURCES
    assert not any(row.ours for row in part.rows)
    assert part.total


def test_what_no_source_gives_is_no_number_on_the_pad():
    (part,) = GAME.paper().parts(1)
    assert not any(row.values for row in part.rows)
