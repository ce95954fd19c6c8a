"""The Magnificent, the camp as drawn: what rows, columns, rectangles and plots it has for cards and for the end."""

from __future__ import annotations

from callboard_scoring.games.magnificent.grid import (
    LETTERS,
    Rectangle,
    area_of,
    full_columns,
    full_rows,
    largest_rectangle,
    open_cells,
)
from callboard_scoring.games.magnificent.records import COLOURS, Camp
from callboard_scoring.ledger import Result, reason
from callboard_scoring.pictures import Grid

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
# NOTE: the plot %(area)s lacks %(count:cell)s.
PLOT_OPEN = reason("magnificent/final-plots.open")


def named(rectangle: Rectangle) -> str:
    """Write a rectangle as its corners, such as A1-C2."""
    top, left, bottom, right = rectangle
    return f"{_cell(top, left)}-{_cell(bottom, right)}"


def _cell(row: int, column: int) -> str:
    return f"{chr(ord('A') + column)}{row + 1}"


def camp(record: Camp) -> Result:
    """Count what master cards and plots ask of the camp. Gems cover plots only."""
    grid = record.grid
    rows, columns = full_rows(grid), full_columns(grid)
    lines = [
        ROWS(count=len(rows), rows=[number + 1 for number in rows]) if rows else NO_ROWS(),
        COLUMNS(count=len(columns), columns=[chr(ord("A") + number) for number in columns])
        if columns
        else NO_COLUMNS(),
    ]
    rectangles: dict[str, int] = {}
    for kind in COLOURS:
        letter = next(letter for letter, known in LETTERS.items() if known == kind)
        largest = largest_rectangle(grid, letter)
        rectangles[kind] = 0
        if largest is None:
            lines.append(NO_RECTANGLE(colour=kind))
            continue
        rectangles[kind] = area_of(largest)
        lines.append(RECTANGLE(colour=kind, cells=rectangles[kind], area=named(largest)))
    plots = open_cells(grid, record.areas)
    lines += [
        PLOT_OPEN(area=area, count=gaps) if gaps else PLOT(area=area)
        for area, gaps in zip(record.areas, plots, strict=True)
    ]
    return Result(
        lines=tuple(lines),
        outcome={"rows": len(rows), "columns": len(columns), "rectangles": rectangles, "plots": plots},
        picture=Grid(tuple(tuple(LETTERS[letter] for letter in row) for row in grid)),
    )
