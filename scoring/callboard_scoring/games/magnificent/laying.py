"""What tiles laid by the rules can cover, whatever their shapes, which no source tells.

A small tile covers 4 cells and a large one 6, each is of one colour and in one piece; every tile but the first shares a
side with one that lies already (Russian rulebook, building).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from operator import itemgetter

from callboard_scoring.games.magnificent.grid import CELLS, TILES, Area, cells_of, gems_drawn
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
    """Return the same of the columns."""
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
