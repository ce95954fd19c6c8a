"""The camp in letters: what rows, columns and plots its grid has, for master cards and for the end of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from callboard_scoring.records import Problem, Typed

PLOTS = 9
MOST_ROWS = 99
MOST_COLUMNS = 26
"""No source gives the camp's size; more rows than any could have, and as many columns as there are letters."""
EMPTY = "."
LETTERS: Mapping[str, str] = {"O": "orange", "G": "green", "P": "purple", "*": "gem", EMPTY: "none"}
"""The letters of a camp's grid."""
_SPELLINGS = str.maketrans("ОоoЗзgНnNФфpVvMm-_ ", "OOOGGGOOOPPPGGPP...")
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


def open_cells(grid: Sequence[str], areas: Sequence[Area]) -> list[int]:
    """Return how many cells of each plot are covered by neither tile nor gem."""
    return [sum(grid[row][column] == EMPTY for row, column in cells_of(area)) for area in areas]


def camp_problems(grid: Sequence[str], areas: Sequence[Area]) -> Iterator[Problem]:
    """Yield a problem for a row of another length, and for a plot outside the camp or over another."""
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
