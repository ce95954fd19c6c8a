"""The camp in letters: what rows, columns and plots its grid has, for master cards and for the end of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from callboard_scoring.records import Problem, Typed, above

PLOTS = 9
MOST_ROWS = 99
MOST_COLUMNS = 26
"""No source gives the camp's size; more rows than any could have, and as many columns as there are letters."""
EMPTY = "."
LETTERS: Mapping[str, str] = {"O": "orange", "G": "green", "P": "purple", "*": "gem", EMPTY: "none"}
"""The letters of a camp's grid."""
_SPELLINGS = str.maketrans("ОоoЗзgНnNФфpVvMm-_·", "OOOGGGOOOPPPGGPP...")
"""How people of all three languages write them: оранжевый, зелёный, фиолетовый; naranja, verde, morado."""


def _row(raw: object) -> str:
    if not isinstance(raw, str):
        raise PydanticCustomError("string_type", "string_type")
    row = raw.strip().translate(_SPELLINGS)
    if not row or set(row) - set(LETTERS):
        raise PydanticCustomError("magnificent/error.row", "magnificent/error.row")
    if len(row) > MOST_COLUMNS:
        raise PydanticCustomError("too_long", "too_long", {"max_length": MOST_COLUMNS, "actual_length": len(row)})
    return row


def _area(text: str) -> str:
    area = text.upper().replace(" ", "").translate(_LOOK_ALIKE)
    if not re.fullmatch(r"[A-Z][1-9]\d?-[A-Z][1-9]\d?", area, re.ASCII):
        raise PydanticCustomError("magnificent/error.area", "magnificent/error.area")
    return area


_LOOK_ALIKE = str.maketrans("АВСЕНКМОРТХ–—", "ABCEHKMOPTX--")
GridRow = Annotated[str, BeforeValidator(_row)]
Area = Annotated[str, AfterValidator(_area)]


def cells_of(area: Area) -> list[tuple[int, int]]:
    """Return the cells of a rectangle such as A1-C2, as rows and columns counted from 0."""
    corners = re.findall(r"([A-Z])(\d+)", area)
    (left, top), (right, bottom) = ((ord(letter) - ord("A"), int(row) - 1) for letter, row in corners)
    rows = range(min(top, bottom), max(top, bottom) + 1)
    columns = range(min(left, right), max(left, right) + 1)
    return [(row, column) for row in rows for column in columns]


def is_tile(letter: str) -> bool:
    """Tell whether a tile covers the cell; a gem does not (Russian rulebook, the end of the game)."""
    return letter not in (EMPTY, "*")


def full_rows(grid: Sequence[str]) -> list[int]:
    """Return the rows, counted from 0, that tiles cover whole."""
    return [number for number, row in enumerate(grid) if all(map(is_tile, row))]


def full_columns(grid: Sequence[str]) -> list[int]:
    """Return the columns, counted from 0, that tiles cover whole."""
    return full_rows(["".join(column) for column in zip(*grid, strict=True)])


Rectangle = tuple[int, int, int, int]
"""The top, left, bottom and right cell of a rectangle, counted from 0."""


def largest_rectangle(grid: Sequence[str], letter: str) -> Rectangle | None:
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


def area_of(rectangle: Rectangle | None) -> int:
    """Return how many cells a rectangle has; none where there is no rectangle."""
    if rectangle is None:
        return 0
    top, left, bottom, right = rectangle
    return (bottom - top + 1) * (right - left + 1)


def open_cells(grid: Sequence[str], areas: Sequence[Area]) -> list[int]:
    """Return how many cells of each plot are covered by neither tile nor gem."""
    return [sum(grid[row][column] == EMPTY for row, column in cells_of(area)) for area in areas]


CELLS_OF_A_COLOUR = 12 * 6 + 16 * 4
"""What all tiles of a colour cover: 12 large ones of 6 cells, 16 small ones of 4 (Russian rulebook, building)."""


def camp_problems(grid: Sequence[str], areas: Sequence[Area]) -> Iterator[Problem]:
    """Yield a problem for a row of another length, a colour beyond the box, and a plot outside or over another."""
    for letter in "OGP":
        covered = sum(row.count(letter) for row in grid)
        yield from above(CELLS_OF_A_COLOUR, covered, ("grid",), "magnificent/error.cells")
    for place, row in enumerate(grid):
        if len(row) != len(grid[0]):
            yield Problem(("grid", place), "magnificent/error.row-width", {"count": len(row), "limit": len(grid[0])})
    taken: set[tuple[int, int]] = set()
    for place, area in enumerate(areas):
        cells = set(cells_of(area))
        if not grid or any(row >= len(grid) or column >= len(grid[0]) for row, column in cells):
            yield Problem(("areas", place), "magnificent/error.area-outside", {"given": area})
        elif cells & taken:
            yield Problem(("areas", place), "magnificent/error.area-overlaps", {"given": area})
        taken |= cells


GRID = Typed(r"[OGPNVMОЗФogpnvmозф.*_-]{2,}")
Rows = Annotated[tuple[GridRow, ...], Field(max_length=MOST_ROWS)]
Areas = Annotated[tuple[Area, ...], Field(max_length=PLOTS), Typed(r"[A-Za-zА-Яа-я]\d{1,2}[-–—][A-Za-zА-Яа-я]\d{1,2}")]
