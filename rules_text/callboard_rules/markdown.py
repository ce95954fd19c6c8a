"""The Markdown of the rules texts: paragraphs, lists and tables, and the attributes that end their passages.

A passage is a paragraph, an item of a list, or a row of a table. A paragraph and an item may end with attributes,
` {.designer} {.aid}`: whose word they are if not the section's, and whether they go on a player aid, as a note does
too. A table has that on a line of its own below it. Within passages there are `**bold**` and `*italic*` words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Literal

AID = "aid"
"""The attribute of what goes on a player aid; every other one is an authority."""
MARKER = re.compile(r"- |(?P<number>\d+)\. ")
"""What an item of a list begins with."""
_ATTRIBUTE = re.compile(r"[ \n]\{\.(?P<name>[a-z]+)\}(?= \{\.[a-z]+\}|\n|$)")
_ATTRIBUTES = re.compile(r"(?:(?:^| )\{\.[a-z]+\})+$")
_RUNS = re.compile(r"\*\*(?P<strong>.+?)\*\*|(?<!\w)\*(?P<em>\S|\S.*?\S)\*(?!\w)")
_PROPERTY = 2
"""How many columns a table of names and what belongs to each has."""

Kind = Literal["paragraph", "list", "steps", "table"]


@dataclass(frozen=True)
class Run:
    """Words in one style."""

    text: str
    hand: Literal["", "strong", "em"] = ""


@dataclass(frozen=True)
class Piece:
    """A paragraph, an item, or a row of a table."""

    cells: tuple[tuple[Run, ...], ...]
    """A single cell, except in a row of a table."""
    line: int
    """The line of the text on which it begins, from 0."""
    marker: str = ""
    """What an item begins with: `- `, or the number of a step as it is written, `2. `."""
    attributes: tuple[str, ...] = ()

    @property
    def texts(self) -> list[str]:
        """The text of each cell, without marks."""
        return ["".join(run.text for run in cell) for cell in self.cells]

    @property
    def text(self) -> str:
        """The text of a paragraph or an item without marks, on one line; of a step with its number."""
        return f"{self.marker.removeprefix('- ')}{self.texts[0]}"


@dataclass(frozen=True)
class Block:
    """A paragraph, a list, or a table, whose first row names its columns."""

    kind: Kind
    pieces: tuple[Piece, ...]
    attributes: tuple[str, ...] = ()
    """The attributes of a table; elsewhere each piece has its own."""
    start: int = 1
    """The number of the first step."""

    def lines(self) -> list[str]:
        """Return each passage as a line without marks."""
        if self.kind == "table":
            return table_lines([piece.texts for piece in self.pieces])
        return [piece.text for piece in self.pieces]


def blocks(text: str) -> list[Block]:
    """Return the blocks of a text in their order."""
    rows = groupby(enumerate(text.split("\n")), key=lambda row: bool(row[1].strip()))
    return [block for is_told, own in rows if is_told for block in _blocks(list(own))]


def _blocks(rows: Sequence[tuple[int, str]]) -> Iterator[Block]:
    """Yield what numbered rows without an empty one between them are: a table, or a paragraph, a list, or both."""
    if rows[0][1].startswith("|"):
        table = [
            Piece(tuple(runs(cell.strip()) for cell in row.strip().strip("|").split("|")), line)
            for line, row in rows
            if row.startswith("|")
        ]
        yield Block("table", (table[0], *table[2:]), _attributes(rows[-1][1]))
        return
    begins = [0, *(at for at, (_, row) in enumerate(rows) if at and MARKER.match(row)), len(rows)]
    pieces = tuple(_piece(rows[begin:end]) for begin, end in pairwise(begins))
    if not pieces[0].marker:
        yield Block("paragraph", pieces[:1])
        pieces = pieces[1:]
    if pieces:
        number = pieces[0].marker.removesuffix(". ")
        yield Block("steps", pieces, start=int(number)) if number.isdecimal() else Block("list", pieces)


def _piece(rows: Sequence[tuple[int, str]]) -> Piece:
    (line, first), *_ = rows
    marker = match[0] if (match := MARKER.match(first)) else ""
    text = " ".join(row.strip() for _, row in rows)[len(marker) :]
    return Piece((runs(_ATTRIBUTES.sub("", text)),), line, marker, _attributes(text))


def _attributes(text: str) -> tuple[str, ...]:
    """Return the names of the attributes that end a text."""
    match = _ATTRIBUTES.search(text)
    return tuple(re.findall("[a-z]+", match[0])) if match else ()


def runs(text: str) -> tuple[Run, ...]:
    """Return a text without line breaks as runs of bold, italic and plain words.

    >>> runs("**Travel.** Pick a city")
    (Run(text='Travel.', hand='strong'), Run(text=' Pick a city', hand=''))
    """
    found: list[Run] = []
    end = 0
    for match in _RUNS.finditer(text):
        found.append(Run(text[end : match.start()]))
        found.append(Run(match["strong"], "strong") if match["strong"] else Run(match["em"], "em"))
        end = match.end()
    return tuple(run for run in (*found, Run(text[end:])) if run.text)


def plain_lines(text: str) -> list[str]:
    """Return the text without marks: a paragraph, a list item and a row of a table are one line each."""
    return [line for block in blocks(text) for line in block.lines()]


def table_lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return each row of a table as a line; of more than two columns, each cell with the name of its column."""
    header, *body = rows
    if len(header) <= _PROPERTY:
        return [" · ".join(row) for row in rows]
    return named_cells(header, body)


def named_cells(header: Sequence[str], body: Sequence[Sequence[str]]) -> list[str]:
    """Return each row of a table below its header as a line, each cell with the name of its column."""
    return [
        " · ".join(f"{name}: {cell}" if name else cell for name, cell in zip(header, row, strict=True)) for row in body
    ]


def with_attributes(text: str, say: Callable[[str], str]) -> str:
    """Return a text with what `say` makes of the name of each attribute in its place."""
    return _ATTRIBUTE.sub(lambda match: say(match["name"]), text)


def attributes_of(text: str) -> list[str]:
    """Return the names of all attributes of a text, in their order."""
    return [match["name"] for match in _ATTRIBUTE.finditer(text)]


def on_aid(text: str) -> list[Block]:
    r"""Return the tables, paragraphs and items of a text that are marked for a player aid.

    >>> [block.lines() for block in on_aid("- Players: 2–5.\n- Winner: the richest. {.aid}\n\nMore.")]
    [['Winner: the richest.']]
    """
    found = []
    for block in blocks(text):
        is_whole = AID in block.attributes
        pieces = tuple(piece for piece in block.pieces if is_whole or AID in piece.attributes)
        if pieces:
            start = int(pieces[0].marker.removesuffix(". ")) if block.kind == "steps" else 1
            found.append(replace(block, pieces=pieces, start=start))
    return found
