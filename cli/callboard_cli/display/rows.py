"""Lines of a result in words, and the small numbers that stand for the sections that they cite."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from callboard_cli.speech.face import Face, signed
from callboard_cli.speech.wording import itemized, label, sentence
from callboard_scoring.game import Game
from callboard_scoring.ledger import Line, readings_of

LACKED = "→"
"""What stands before what a line lacked."""


@dataclass(frozen=True)
class Item:
    """What a line tells item by item, such as who sings one role."""

    name: str
    """Empty where the item has none."""
    text: str
    points: str
    """With sign; empty where it gives none."""

    @property
    def whole(self) -> str:
        """The item as a sentence."""
        text = f"{self.name}: {self.text}" if self.name else self.text
        return f"{text}; {self.points}" if self.points else text


@dataclass(frozen=True)
class Lack:
    """What was missing for a line that gave nothing to give something."""

    text: str
    also: str
    """The same in the second language; empty where there is none, or it is no other."""


@dataclass(frozen=True)
class Row:
    """One line of a result, in words."""

    points: str
    """With sign; empty where the line gives points to nobody."""
    text: str
    items: tuple[Item, ...]
    also: str
    """The same in the second language; empty where there is none."""
    rule: str
    best: bool
    readings: tuple[str, ...]
    """The ids of the notes of the rules that decided it."""
    lacks: tuple[Lack, ...] = ()
    """What was missing, where it gave nothing; told where it is asked."""


def rows_of(face: Face, game: Game, lines: Iterable[Line]) -> list[Row]:
    """Put lines into words."""
    return [_row(face, game, line) for line in lines]


def notes_of(face: Face, game: Game, lines: Iterable[Line]) -> list[Row]:
    """Put lines into words that give no player points."""
    return [replace(row, points="" if row.points == "0" else row.points) for row in rows_of(face, game, lines)]


def _row(face: Face, game: Game, line: Line) -> Row:
    text, items = itemized(face.catalog, game.id, line)
    return Row(
        points=signed(line.points),
        text=text,
        items=tuple(_item(told, inner) for told, inner in items),
        also=sentence(face.also, game.id, line) if face.also else "",
        rule=line.reason.rule,
        best=line.reason.best,
        readings=tuple(reading.id for reading in readings_of([line])),
        lacks=tuple(_lack(face, game, lack) for lack in line.lacks),
    )


def _lack(face: Face, game: Game, lack: Line) -> Lack:
    text = sentence(face.catalog, game.id, lack)
    also = sentence(face.also, game.id, lack) if face.also else ""
    return Lack(text, "" if also == text else also)


def _item(told: str, line: Line) -> Item:
    name, colon, text = told.partition(": ")
    return Item(name if colon else "", text if colon else told, signed(line.points) if line.points else "")


def owner_of(face: Face, game: Game, line: Line) -> str:
    """Name who is no player and yet has this line."""
    name = face.beside(label, game.id, line.whose)
    return f"{name[0].upper()}{name[1:]}"
