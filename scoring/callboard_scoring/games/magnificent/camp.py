"""The Magnificent, the camp as drawn: what rows, columns, rectangles and plots it has for cards and for the end."""

from __future__ import annotations

from callboard_scoring.games.magnificent.grid import LETTERS, full_columns, full_rows, open_cells
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

Rectangle = tuple[int, int, int, int]
"""The top, left, bottom and right cell of a rectangle, counted from 0."""


def largest_rectangle(grid: tuple[str, ...], letter: str) -> Rectangle | None:
    """Return the largest rectangle of one colour; of several the first from the top left. None where there is none.

    For each cell as the bottom right corner, rows are added upward while the run of the colour narrows.
    """
    best: Rectangle | None = None
    most = 0
    runs = [[0] * len(grid[0]) for _ in grid]
    for bottom, row in enumerate(grid):
        for right, found in enumerate(row):
            if found != letter:
                continue
            runs[bottom][right] = (runs[bottom][right - 1] if right else 0) + 1
            width = runs[bottom][right]
            for top in range(bottom, -1, -1):
                width = min(width, runs[top][right])
                cells = width * (bottom - top + 1)
                corner = (top, right - width + 1, bottom, right)
                if cells > most or (cells == most and best is not None and width and corner < best):
                    best, most = corner, cells
    return best


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
        top, left, bottom, right = largest
        rectangles[kind] = (bottom - top + 1) * (right - left + 1)
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
