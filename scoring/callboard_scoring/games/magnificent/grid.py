"""The camp in letters: what rows, columns and plots its grid has, for master cards and for the end of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo
from pydantic_core import PydanticCustomError

from callboard_scoring.checks import above
from callboard_scoring.fields import Typed
from callboard_scoring.games.magnificent import GAME
from callboard_scoring.games.magnificent.pieces import COLOURS, LARGE_CELLS, LARGE_TILES, SMALL_CELLS, SMALL_TILES
from callboard_scoring.problems import Problem
from callboard_scoring.words import NO_WORDS, draw, fold

PLOTS = 9
MOST_ROWS = 99
MOST_COLUMNS = 26
"""No source gives the camp's size; more rows than any could have, and as many columns as there are letters."""
CELLS: Mapping[str, str] = {letter: token for token, letter in GAME.letters.items()}
"""What lies on a cell with this letter: tiles of a colour, a gem, or nothing."""
GEM = GAME.letters["gem"]
TILES = tuple(GAME.letters[kind] for kind in COLOURS)
CELLS_OF_A_COLOUR = LARGE_CELLS * LARGE_TILES + SMALL_CELLS * SMALL_TILES
"""What all tiles of a colour cover: 12 large ones of 6 cells, 16 small ones of 4 (Russian rulebook, building)."""


# --- Reading ---------------------------------------------------------------------------------------------------------


def _row(raw: object, info: ValidationInfo) -> str:
    if not isinstance(raw, str):
        raise PydanticCustomError("string_type", "string_type")
    typed = raw.strip()
    row = draw(typed[:MOST_COLUMNS], info.context or NO_WORDS).upper()
    if not row or set(row) - set(CELLS):
        raise PydanticCustomError("magnificent/error.row", "magnificent/error.row")
    if len(typed) > MOST_COLUMNS:
        raise PydanticCustomError("too_long", "too_long", {"max_length": MOST_COLUMNS, "actual_length": len(typed)})
    return row


def _area(text: str) -> str:
    corners = re.fullmatch(r"([a-z][1-9]\d?)([a-z][1-9]\d?)", fold(text).replace(" ", ""), re.ASCII)
    if corners is None:
        raise PydanticCustomError("magnificent/error.area", "magnificent/error.area")
    return "-".join(corners.groups()).upper()


GridRow = Annotated[str, BeforeValidator(_row)]
Area = Annotated[str, AfterValidator(_area)]
GRID = Typed(r"[OGP*.]{2,}")
Rows = Annotated[tuple[GridRow, ...], Field(max_length=MOST_ROWS)]
Areas = Annotated[tuple[Area, ...], Field(max_length=PLOTS), Typed(r"[^\s\d]\d{1,2}[-–—][^\s\d]\d{1,2}")]


# --- Rows, columns and rectangles ------------------------------------------------------------------------------------


def full_rows(grid: Sequence[str]) -> list[int]:
    """Return the rows, counted from 0, that tiles cover whole; a gem is no tile (Russian rulebook, the end)."""
    return [number for number, row in enumerate(grid) if set(row) <= set(TILES)]


def full_columns(grid: Sequence[str]) -> list[int]:
    """Return the columns, counted from 0, that tiles cover whole."""
    return full_rows(["".join(column) for column in zip(*grid, strict=True)])


Rectangle = tuple[int, int, int, int]
"""The top, left, bottom and right cell of a rectangle, counted from 0."""


def largest_rectangle(grid: Sequence[str], letter: str) -> Rectangle | None:
    """Return the largest rectangle of one colour; of several the first from the top left. None where there is none."""
    return min(_rectangles(grid, letter), key=lambda each: (-area_of(each), each), default=None)


def _rectangles(grid: Sequence[str], letter: str) -> Iterator[Rectangle]:
    """Yield, for each cell as the bottom right corner, the widest rectangle of each height.

    Rows are added upward while the run of the colour narrows.
    """
    runs = [[0] * len(row) for row in grid]
    for bottom, row in enumerate(grid):
        for right, found in enumerate(row):
            if found != letter:
                continue
            runs[bottom][right] = (runs[bottom][right - 1] if right else 0) + 1
            width = runs[bottom][right]
            for top in range(bottom, -1, -1):
                width = min(width, runs[top][right])
                if not width:
                    break
                yield top, right - width + 1, bottom, right


def area_of(rectangle: Rectangle | None) -> int:
    """Return how many cells a rectangle has; none where there is no rectangle."""
    if rectangle is None:
        return 0
    top, left, bottom, right = rectangle
    return (bottom - top + 1) * (right - left + 1)


def column_name(column: int) -> str:
    """Return the letter of a column, counted from 0."""
    return chr(ord("A") + column)


def corners_of(rectangle: Rectangle) -> str:
    """Write a rectangle as its corners, such as A1-C2, or as its only cell."""
    top, left, bottom, right = rectangle
    first, last = f"{column_name(left)}{top + 1}", f"{column_name(right)}{bottom + 1}"
    return first if first == last else f"{first}-{last}"


def is_even(grid: Sequence[str]) -> bool:
    """Tell whether the camp is drawn, in rows of one length."""
    return len(set(map(len, grid))) == 1


# --- Plots -----------------------------------------------------------------------------------------------------------


def cells_of(area: Area) -> list[tuple[int, int]]:
    """Return the cells of a rectangle such as A1-C2, as rows and columns counted from 0."""
    corners = re.findall(r"([A-Z])(\d+)", area)
    (left, top), (right, bottom) = ((ord(letter) - ord("A"), int(row) - 1) for letter, row in corners)
    rows = range(min(top, bottom), max(top, bottom) + 1)
    columns = range(min(left, right), max(left, right) + 1)
    return [(row, column) for row in rows for column in columns]


def without_tile(grid: Sequence[str], areas: Sequence[Area]) -> list[int]:
    """Return how many cells of each plot no tile covers."""
    return [sum(grid[row][column] not in TILES for row, column in cells_of(area)) for area in areas]


def with_gem(grid: Sequence[str], areas: Sequence[Area]) -> list[int]:
    """Return how many cells of each plot hold a gem."""
    return [sum(grid[row][column] == GEM for row, column in cells_of(area)) for area in areas]


def gems_drawn(grid: Sequence[str]) -> int:
    """Return how many gems lie in the camp."""
    return sum(row.count(GEM) for row in grid)


# --- Checks ----------------------------------------------------------------------------------------------------------


def grid_problems(grid: Sequence[str]) -> Iterator[Problem]:
    """Yield a problem for a colour beyond the box, and for each row of another length than the first."""
    if not grid:
        return
    for letter in TILES:
        covered = sum(row.count(letter) for row in grid)
        yield from above(CELLS_OF_A_COLOUR, covered, ("grid",), "magnificent/error.cells")
    for place, row in enumerate(grid):
        if len(row) != len(grid[0]):
            yield Problem(("grid", place), "magnificent/error.row-width", {"count": len(row), "limit": len(grid[0])})


def area_problems(grid: Sequence[str], areas: Sequence[Area]) -> Iterator[Problem]:
    """Yield a problem for each plot outside the camp or over another plot."""
    taken: set[tuple[int, int]] = set()
    for place, area in enumerate(areas):
        cells = set(cells_of(area))
        if not grid or any(row >= len(grid) or column >= len(grid[0]) for row, column in cells):
            yield Problem(("areas", place), "magnificent/error.area-outside", {"given": area})
        elif cells & taken:
            yield Problem(("areas", place), "magnificent/error.area-overlaps", {"given": area})
        taken |= cells
