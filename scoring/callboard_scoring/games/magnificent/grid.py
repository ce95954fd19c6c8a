"""The camp in letters: what rows, columns and plots its grid has, and what tiles laid by the rules can cover.

No source tells the tiles' shapes. A small tile covers 4 cells and a large one 6, each is of one colour and in one
piece; every tile but the first shares a side with one that lies already (Russian rulebook, building).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo
from pydantic_core import PydanticCustomError

from callboard_scoring.fields import Typed, above
from callboard_scoring.games.magnificent import GAME
from callboard_scoring.games.magnificent.pieces import (
    COLOURS,
    KINDS,
    LARGE_CELLS,
    LARGE_TILES,
    SMALL_CELLS,
    SMALL_TILES,
    STORAGE,
)
from callboard_scoring.problems import Location, Problem
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


MOST_GEMS = STORAGE * len(KINDS)
MOST_SMALL = SMALL_TILES * len(COLOURS)
MOST_LARGE = LARGE_TILES * len(COLOURS)

Cell = tuple[int, int]
"""A row and a column, counted from 0."""
Stocks = int
"""A set of stocks, each so many small and so many large tiles, as bits: two sets are added by shifting."""


# --- Stocks of tiles -------------------------------------------------------------------------------------------------


def stock(small: int, large: int) -> Stocks:
    """Return the set of one stock: so many small and so many large tiles."""
    return 1 << small * (MOST_LARGE + 1) + large


def stocks(each: Iterable[tuple[int, int]]) -> Stocks:
    """Return a set of stocks, given as numbers of small and of large tiles."""
    return sum(stock(*one) for one in set(each))


@lru_cache(maxsize=512)
def added(some: Stocks, others: Stocks) -> Stocks:
    """Return every stock that is one of some and one of others together."""
    both = 0
    while others:
        lowest = others & -others
        both |= some << lowest.bit_length() - 1
        others ^= lowest
    return both


OF_A_COLOUR = stocks((small, large) for small in range(SMALL_TILES + 1) for large in range(LARGE_TILES + 1))
"""All stocks of one colour that the box allows."""


@cache
def covering(cells: int) -> Stocks:
    """Return the stocks of one colour that cover exactly so many cells; none for an odd number, or for 2."""
    return stocks(
        (small, (cells - SMALL_CELLS * small) // LARGE_CELLS)
        for small in range(SMALL_TILES + 1)
        if 0 <= cells - SMALL_CELLS * small <= LARGE_CELLS * LARGE_TILES
        and (cells - SMALL_CELLS * small) % LARGE_CELLS == 0
    )


def stocks_drawn(grid: Sequence[str], letter: str) -> Stocks:
    """Return the stocks that the tiles of one colour, as drawn, can be; none where no tiles cover such blocks."""
    drawn = stock(0, 0)
    for block in blocks(grid, letter):
        drawn = added(drawn, covering(len(block))) & OF_A_COLOUR
    return drawn


# --- The camp as drawn -----------------------------------------------------------------------------------------------


def blocks(grid: Sequence[str], letters: Iterable[str]) -> list[set[Cell]]:
    """Return the cells with any of these letters in groups that hang together by sides, from the top left."""
    return _blocks(tuple(grid), frozenset(letters))


@lru_cache(maxsize=512)
def _blocks(grid: tuple[str, ...], letters: frozenset[str]) -> list[set[Cell]]:
    left = {(row, column) for row, cells in enumerate(grid) for column, cell in enumerate(cells) if cell in letters}
    found: list[set[Cell]] = []
    for start in sorted(left):
        if start not in left:
            continue
        block, edge = {start}, [start]
        left.remove(start)
        while edge:
            row, column = edge.pop()
            for cell in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if cell in left:
                    left.remove(cell)
                    block.add(cell)
                    edge.append(cell)
        found.append(block)
    return found


def is_laid(grid: Sequence[str]) -> bool:
    """Tell whether tiles can cover what is drawn of each colour."""
    return all(stocks_drawn(grid, letter) for letter in TILES)


def within_reach(grid: Sequence[str]) -> set[Cell]:
    """Return the cells without a tile that one could still cover: those of gaps as large as a small tile, or larger."""
    gaps = blocks(grid, set(CELLS) - set(TILES))
    return {cell for gap in gaps if len(gap) >= SMALL_CELLS for cell in gap}


def reached_in(grid: Sequence[str], areas: Sequence[Area]) -> list[int]:
    """Return how many cells of each plot tiles could still cover."""
    reached = within_reach(grid)
    return [len(reached.intersection(cells_of(area))) for area in areas]


def nearest_row(grid: Sequence[str]) -> tuple[int, int] | None:
    """Return which row lacks the fewest cells with a tile, the first of several, and how many they are.

    None where each row has a cell that no tile reaches any more; tiles in the camp never move.
    """
    reached = within_reach(grid)
    gaps = [{(row, column) for column, cell in enumerate(cells) if cell not in TILES} for row, cells in enumerate(grid)]
    fillable = [(row, len(cells)) for row, cells in enumerate(gaps) if cells <= reached]
    return min(fillable, key=itemgetter(1), default=None)


def nearest_column(grid: Sequence[str]) -> tuple[int, int] | None:
    """Return which column lacks the fewest cells with a tile, like `nearest_row`."""
    return nearest_row(["".join(column) for column in zip(*grid, strict=True)])


def grid_doubts(grid: Sequence[str], location: Location = ("grid",)) -> Iterator[Problem]:
    """Yield what of a drawn camp no tiles laid by the rules can be, and gems beyond a full storage."""
    if not grid:
        return
    for letter in TILES:
        sizes = [len(block) for block in blocks(grid, letter)]
        odd = sorted({size for size in sizes if not covering(size)})
        for size in odd:
            values = {"colour": CELLS[letter], "cells": size, "small": SMALL_CELLS, "large": LARGE_CELLS}
            yield Problem(location, "magnificent/doubt.block", values)
        if not odd and not stocks_drawn(grid, letter):
            values = {"colour": CELLS[letter], "cells": sum(sizes), "small": SMALL_TILES, "large": LARGE_TILES}
            yield Problem(location, "magnificent/doubt.stacks", values)
    groups = len(blocks(grid, TILES))
    if groups > 1:
        yield Problem(location, "magnificent/doubt.apart", {"count": groups})
    gems = gems_drawn(grid)
    if gems > MOST_GEMS:
        yield Problem(location, "magnificent/doubt.camp-gems", {"count": gems, "limit": MOST_GEMS})
