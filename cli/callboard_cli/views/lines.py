"""Lines of a result for the page: their points, words and notes, and where to read the sections that they cite."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from callboard_cli.render.rows import Cited, Link, Row, cited_by, notes_of, rows_of, rules_of
from callboard_cli.ui.output import UI
from callboard_cli.ui.wording import unit_of
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


class Citing:
    """Lines that stand on one page: each section has one number on it, and each note is told once."""

    def __init__(self, ui: UI, game: Game, rows: Iterable[Row], addresses: Addresses) -> None:
        """Take all rows that will be told."""
        self._cited: Cited = cited_by(ui, game, rows, explain=True)
        self._noted: set[str] = set()
        known = rules_of(ui, game).sections if self._cited.numbers else {}
        sections = {rule: known.get(rule.partition("/")[2]) for rule in self._cited.numbers}
        self._links = {
            rule: Link(number, section.title, addresses.rule(rule))
            for rule, number in self._cited.numbers.items()
            if (section := sections[rule]) is not None and section.rule == rule
        }

    @property
    def links(self) -> list[Link]:
        """What is cited, by its numbers."""
        return list(self._links.values())

    def lines(self, rows: Iterable[Row], *, with_lacks: bool = False) -> list[Row]:
        """Return rows with what they point to and the notes that decided them; `with_lacks` also what they lacked."""
        return [self._linked(row, with_lacks=with_lacks) for row in rows]

    def _linked(self, row: Row, *, with_lacks: bool) -> Row:
        notes = [replace(note, link=self._links.get(note.rule)) for note in self._cited.untold(row, self._noted)]
        lacks = row.lacks if with_lacks else ()
        return replace(row, link=self._links.get(row.rule), notes=tuple(notes), lacks=lacks)


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

    lines: Sequence[Row]
    points: str
    """What these lines give together; empty where they give no points."""
    waits: Sequence[Link]
    """The sections whose points depend on the others."""
    links: Sequence[Link]
    """What is cited."""


def own_lines(ui: UI, game: Game, lines: Iterable[Line], waits: Iterable[str], addresses: Addresses) -> OwnLines:
    """Tell one player's lines, and which rules, by their ids, wait for the others."""
    lines = list(lines)
    scores = any(line.points for line in lines)
    rows = (rows_of if scores else notes_of)(ui, game, lines)
    citing = Citing(ui, game, rows, addresses)
    sections = rules_of(ui, game).sections
    waiting = [sections[name] for rule in waits if (name := rule.partition("/")[2]) in sections]
    return OwnLines(
        citing.lines(rows),
        ui.beside(unit_of, f"{game.id}/unit.points", sum(line.points for line in lines)) if scores else "",
        [Link(0, section.title, addresses.rule(section.rule)) for section in waiting],
        citing.links,
    )
