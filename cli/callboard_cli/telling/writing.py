"""The rules' Markdown as plain data for a template: paragraphs, lists and tables of runs, which nothing turns back."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

_ITEM = re.compile(r"- |(?P<number>\d+)\. ")
_RUNS = re.compile(r"\*\*(?P<strong>.+?)\*\*|(?<!\w)\*(?P<em>\S|\S.*?\S)\*(?!\w)")

Kind = Literal["paragraph", "list", "steps", "table"]


@dataclass(frozen=True)
class Run:
    """Words in one hand."""

    text: str
    hand: Literal["", "strong", "em"] = ""


@dataclass(frozen=True)
class Piece:
    """A paragraph, an item, or a row of a table."""

    cells: Sequence[Sequence[Run]]
    """One, but of a row."""
    found: bool = False
    """Whether it answers the question."""


@dataclass(frozen=True)
class Block:
    """A paragraph, a list, or a table, whose first row names its columns."""

    kind: Kind
    pieces: Sequence[Piece]
    start: int = 1
    """The number of the first step."""


def runs(text: str) -> list[Run]:
    """Return a text as runs.

    >>> runs("**Travel.** Pick a city")
    [Run(text='Travel.', hand='strong'), Run(text=' Pick a city', hand='')]
    """
    told: list[Run] = []
    end = 0
    for match in _RUNS.finditer(text):
        told.append(Run(text[end : match.start()]))
        told.append(Run(match["strong"], "strong") if match["strong"] else Run(match["em"], "em"))
        end = match.end()
    return [run for run in (*told, Run(text[end:])) if run.text]


def blocks(text: str, found: Collection[int] = ()) -> list[Block]:
    """Return a section's text as blocks; `found` are the lines, from 0, at which what answers begins."""
    told: list[Block] = []
    line = 0
    for paragraph in re.split(r"(\n{2,})", text):
        rows = paragraph.split("\n")
        if paragraph.strip():
            told += _blocks(rows, line, found)
        line += paragraph.count("\n")
    return told


def _blocks(rows: Sequence[str], line: int, found: Collection[int]) -> Iterator[Block]:
    """Yield what rows without an empty one between them are; the first is on this line."""
    if rows[0].startswith("|"):
        head, _, *body = [[runs(cell.strip()) for cell in row.strip().strip("|").split("|")] for row in rows]
        yield Block("table", [Piece(head), *(Piece(row, line + at in found) for at, row in enumerate(body, 2))])
        return
    begins = [at for at, row in enumerate(rows) if _ITEM.match(row)]
    before = rows[: begins[0]] if begins else rows
    if before:
        yield Block("paragraph", [_piece(before, line in found)])
    if begins:
        number = _ITEM.match(rows[begins[0]])
        pairs = zip(begins, [*begins[1:], len(rows)], strict=True)
        items = [
            _piece([_ITEM.sub("", rows[at], count=1), *rows[at + 1 : end]], line + at in found) for at, end in pairs
        ]
        is_numbered = number is not None and number["number"] is not None
        yield Block("steps", items, int(number["number"])) if number and is_numbered else Block("list", items)


def _piece(rows: Sequence[str], is_found: bool) -> Piece:  # noqa: FBT001  # as `Piece`
    return Piece([runs(" ".join(row.strip() for row in rows))], is_found)
