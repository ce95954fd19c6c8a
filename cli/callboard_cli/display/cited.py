"""What a page cites: small numbers for the sections of the rules, and the notes of them that decided something."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from callboard_cli.display.rows import Row
from callboard_cli.display.rulings import rulings
from callboard_cli.speech.face import Face
from callboard_scoring.game import Game
from callboard_scoring.ledger import Reading


@dataclass(frozen=True)
class Note:
    """A note of the rules, in words."""

    kind: str
    rule: str
    text: str


@dataclass(frozen=True)
class Cited:
    """The sections and notes that the lines of a page cite."""

    numbers: Mapping[str, int]
    """The number of each section, in the order in which they are met."""
    readings: tuple[str, ...]
    """The ids of the notes that decided something."""
    notes: Mapping[str, Note]
    """These in words, by their ids, where they are asked for."""
    open_text: str = "result.readings"
    """The message that says how many notes decided something."""

    def names(self, mark: str) -> list[str]:
        """Return the list that tells what the numbers stand for: "§1 payment"."""
        return [f"{mark % number} {rule.partition('/')[2]}" for rule, number in self.numbers.items()]

    def how(self, face: Face, game: Game) -> str:
        """Say how to read a section."""
        return face.text("result.read-rule", game=game.id) if self.numbers else ""

    def open_points(self, face: Face, mark: str) -> str:
        """Say in one line how many notes decided something, and where; nothing where none did, or they are told."""
        if not self.readings or self.notes:
            return ""
        numbers = sorted({self.numbers[reading.partition(".")[0]] for reading in self.readings})
        return face.text(self.open_text, count=len(self.readings), sections=", ".join(mark % one for one in numbers))

    def untold(self, row: Row, told: set[str]) -> Iterator[Note]:
        """Yield the notes that decided a line and are not told yet; from now on they are."""
        for reading in row.readings:
            if reading in self.notes and reading not in told:
                told.add(reading)
                yield self.notes[reading]


def cited_by(face: Face, game: Game, rows: Iterable[Row], *, explain: bool) -> Cited:
    """Find what lines cite; with `explain` the notes in words."""
    rows = list(rows)
    readings = tuple(dict.fromkeys(reading for row in rows for reading in row.readings))
    rules = dict.fromkeys([*(row.rule for row in rows), *(reading.partition(".")[0] for reading in readings)])
    notes = {}
    if explain:
        found = rulings(face.catalog, game, map(Reading, readings))
        for reading, (section, note) in zip(readings, found, strict=True):
            notes[reading] = Note(face.text(f"rules.note-{note.heading}"), section.rule, note.text)
    return Cited({rule: number for number, rule in enumerate(rules, 1)}, readings, notes)
