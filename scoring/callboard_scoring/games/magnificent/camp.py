"""The Magnificent, the camp as drawn: what rows, columns, rectangles and plots it has for cards and for the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

from pydantic import Field

from callboard_scoring.games.magnificent import GAME
from callboard_scoring.games.magnificent.grid import (
    CELLS,
    GRID,
    Areas,
    Rectangle,
    Rows,
    area_of,
    area_problems,
    column_name,
    corners_of,
    full_columns,
    full_rows,
    grid_doubts,
    grid_problems,
    largest_rectangle,
    with_gem,
    within_reach,
    without_tile,
)
from callboard_scoring.games.magnificent.near_misses import SMALLEST_RECTANGLE, column_lacked, row_lacked
from callboard_scoring.games.magnificent.pieces import COLOURS
from callboard_scoring.ledger import Grid, Line, Outcome, Result, reason
from callboard_scoring.problems import Check
from callboard_scoring.records import Record

# NOTE: %(rows)s full rows, by number from the top; %(count)s of them.
ROWS = reason("magnificent/master-conditions.rows")
NO_ROWS = reason("magnificent/master-conditions.no-rows")
COLUMNS = reason("magnificent/master-conditions.columns")
NO_COLUMNS = reason("magnificent/master-conditions.no-columns")
# NOTE: the largest rectangle of %(colour.of)s has %(cells:cell)s, %(area)s.
RECTANGLE = reason("magnificent/master-conditions.rectangle")
NO_RECTANGLE = reason("magnificent/master-conditions.no-rectangle")
# NOTE: the plot %(area)s is covered.
PLOT = reason("magnificent/final-plots.covered")
# NOTE: the plot %(area)s is covered, %(gems)s of its squares by gems.
PLOT_WITH_GEMS = reason("magnificent/final-plots.covered-with-gems")
# NOTE: the plot %(area)s lacks %(count:cell)s.
PLOT_OPEN = reason("magnificent/final-plots.open")


# NOTE: each row, or column, has a gap that is smaller than any tile.
NO_ROOM = reason("magnificent/master-conditions.no-room")
# NOTE: any tile of %(colour.token)s covers %(count)s squares or more side by side.
TILE_LACKED = reason("magnificent/master-conditions.lacks-tile")
# NOTE: tiles or gems on %(count:cell)s more would cover the plot.
CELLS_LACKED = reason("magnificent/final-plots.lacks")


class Camp(Record):
    """The camp as drawn by its owner, and its plots as rectangles of cells."""

    grid: Annotated[Rows, Field(min_length=1), GRID]
    """One word a row: O orange, G green, P purple, * a gem, . empty."""
    areas: Areas = ()
    """Plots from corner to corner, such as A1-C2: columns are letters, rows numbers from the top."""

    def checks(self) -> tuple[Check, ...]:
        """Look whether the rows are equally long and the plots lie on the camp, none over another."""
        return lambda: grid_problems(self.grid), lambda: area_problems(self.grid, self.areas)

    def doubts(self) -> tuple[Check, ...]:
        """Look whether tiles laid by the rules can lie so, and gems of one storage."""
        return (lambda: grid_doubts(self.grid),)


class CampOutcome(Outcome):
    """What the camp has for cards and plots."""

    rows: int
    """How many rows tiles cover whole."""
    columns: int
    rectangles: dict[str, int]
    """The cells of the largest rectangle of each colour."""
    plots: tuple[int, ...]
    """The open cells of each plot, with neither tile nor gem."""


def score(record: Camp) -> Result[CampOutcome]:
    """Count what master cards and plots ask of the camp. Gems cover plots only."""
    grid = record.grid
    largest = {kind: largest_rectangle(grid, GAME.letters[kind]) for kind in COLOURS}
    gems = with_gem(grid, record.areas)
    outcome = CampOutcome(
        rows=len(full_rows(grid)),
        columns=len(full_columns(grid)),
        rectangles={kind: area_of(rectangle) for kind, rectangle in largest.items()},
        plots=tuple(bare - gem for bare, gem in zip(without_tile(grid, record.areas), gems, strict=True)),
    )
    return Result(
        lines=(*_lines(record, largest), *map(_plot, record.areas, outcome.plots, gems)),
        outcome=outcome,
        picture=Grid(tuple(tuple(CELLS[letter] for letter in row) for row in grid)),
    )


def _lines(record: Camp, largest: Mapping[str, Rectangle | None]) -> Iterator[Line]:
    rows = [row + 1 for row in full_rows(record.grid)]
    if rows:
        yield ROWS(count=len(rows), rows=rows)
    else:
        yield NO_ROWS().lacking(_row, record.grid)
    columns = [column_name(column) for column in full_columns(record.grid)]
    if columns:
        yield COLUMNS(count=len(columns), columns=columns)
    else:
        yield NO_COLUMNS().lacking(_column, record.grid)
    for kind, rectangle in largest.items():
        if rectangle is None:
            yield NO_RECTANGLE(colour=kind).lacking(_tile, record.grid, kind)
        else:
            yield RECTANGLE(colour=kind, cells=area_of(rectangle), area=corners_of(rectangle))


def _row(grid: Sequence[str]) -> Line:
    return row_lacked(grid) or NO_ROOM()


def _column(grid: Sequence[str]) -> Line:
    return column_lacked(grid) or NO_ROOM()


def _tile(grid: Sequence[str], kind: str) -> Line | None:
    return TILE_LACKED(colour=kind, count=SMALLEST_RECTANGLE) if within_reach(grid) else None


def _plot(area: str, gaps: int, gems: int) -> Line:
    if gaps:
        return PLOT_OPEN(area=area, count=gaps).lacking(CELLS_LACKED, count=gaps)
    return PLOT_WITH_GEMS(area=area, gems=gems) if gems else PLOT(area=area)
