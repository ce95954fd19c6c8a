"""Lines of a result for the page: their points, words and notes, and where to read the sections that they cite."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from callboard_cli.display.cited import Cited, cited_by
from callboard_cli.display.rows import Item, Row, notes_of, rows_of
from callboard_cli.display.rulings import rules_of
from callboard_cli.speech.face import Face
from callboard_cli.speech.wording import unit_of
from callboard_scoring.game import Game
from callboard_scoring.ledger import Line

_COMMAND = re.compile(r"\bcallboard [a-z]|(?<![\w-])--[a-z]")
"""What only a terminal can be told."""
_BESIDE = re.compile(r" ?\((?:[^()]*\bcallboard [a-z][^()]*|§ [\w-]+)\)")
"""The same, said beside."""
_SENTENCES = re.compile(r"(?<=[.!?…])\s+")


@dataclass(frozen=True)
class Addresses:
    """Where the page has what its texts point to."""

    rule: Callable[[str], str]
    """Of a section of the rules, by the id that lines cite, `game/section`."""
    entry: Callable[[int], str]
    """Of an entry told again, by its number."""
    edit: Callable[[int], str] | None = None
    """Where an entry is given anew; None for whoever must not."""


@dataclass(frozen=True)
class Told:
    """A sentence; at a mixed table in the second language too."""

    text: str
    also: str = ""
    language: str = ""
    """The second language, where there is one."""


@dataclass(frozen=True)
class Rule:
    """A section that something cites."""

    number: int
    title: str
    address: str


@dataclass(frozen=True)
class NoteView:
    """A note of the rules that decided something."""

    kind: str
    text: str
    rule: Rule | None


@dataclass(frozen=True)
class LineView:
    """One line of a result."""

    points: str
    """With sign; empty where it gives points to nobody."""
    told: Told
    items: Sequence[Item]
    rule: Rule | None
    """None where it cites no section that can be read."""
    best: bool
    lacks: Sequence[Told]
    """What was missing, where that was asked and it gave nothing."""
    notes: Sequence[NoteView]
    """The notes that decided it and are not told above."""


class Citing:
    """Lines that stand on one page: each section has one number on it, and each note is told once."""

    def __init__(self, face: Face, game: Game, rows: Iterable[Row], addresses: Addresses) -> None:
        """Take all rows that will be told."""
        self._face = face
        self._cited: Cited = cited_by(face, game, rows, explain=True)
        self._noted: set[str] = set()
        known = rules_of(face, game).sections if self._cited.numbers else {}
        sections = {rule: known.get(rule.partition("/")[2]) for rule in self._cited.numbers}
        self._rules = {
            rule: Rule(number, section.title, addresses.rule(rule))
            for rule, number in self._cited.numbers.items()
            if (section := sections[rule]) is not None and section.rule == rule
        }

    @property
    def rules(self) -> list[Rule]:
        """What is cited, by its numbers."""
        return list(self._rules.values())

    def rule(self, name: str) -> Rule | None:
        """Return a section that is cited here; None where it cannot be read."""
        return self._rules.get(name)

    def lines(self, rows: Iterable[Row], *, with_lacks: bool = False) -> list[LineView]:
        """Return rows as the page has them."""
        return [self._line(row, with_lacks=with_lacks) for row in rows]

    def _line(self, row: Row, *, with_lacks: bool) -> LineView:
        return LineView(
            points=row.points,
            told=told(self._face, row.text, row.also),
            items=row.items,
            rule=self.rule(row.rule),
            best=row.best,
            lacks=[told(self._face, lack.text, lack.also) for lack in row.lacks] if with_lacks else [],
            notes=[
                NoteView(note.kind, note.text, self.rule(note.rule)) for note in self._cited.untold(row, self._noted)
            ],
        )


def told(face: Face, text: str, also: str = "") -> Told:
    """Return a sentence, with the same in the second language where that is another."""
    if face.also is None or also in ("", text):
        return Told(text)
    return Told(text, also, face.also.language)


def without_commands(text: str) -> str:
    """Return a text without the sentences that advise what to type at a terminal.

    >>> without_commands("The game is over. To take that back: callboard night undo.")
    'The game is over.'
    """
    text = _BESIDE.sub("", text)
    return " ".join(sentence for sentence in _SENTENCES.split(text) if not _COMMAND.search(sentence))


# --- One's own lines while typing ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OwnLines:
    """What is known of one player's part before all are in."""

    lines: Sequence[LineView]
    points: str
    """What these lines give together; empty where they give no points."""
    waits: Sequence[Rule]
    """The sections whose points depend on the others."""
    rules: Sequence[Rule]
    """What is cited."""


def own_lines(face: Face, game: Game, lines: Iterable[Line], waits: Iterable[str], addresses: Addresses) -> OwnLines:
    """Tell one player's lines, and which rules, by their ids, wait for the others."""
    lines = list(lines)
    scores = any(line.points for line in lines)
    rows = (rows_of if scores else notes_of)(face, game, lines)
    citing = Citing(face, game, rows, addresses)
    sections = rules_of(face, game).sections
    waiting = [sections[name] for rule in waits if (name := rule.partition("/")[2]) in sections]
    return OwnLines(
        citing.lines(rows),
        face.beside(unit_of, f"{game.id}/unit.points", sum(line.points for line in lines)) if scores else "",
        [Rule(0, section.title, addresses.rule(section.rule)) for section in waiting],
        citing.rules,
    )
