"""What would explain that a total was counted otherwise, in words, one thing at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from callboard_cli.display.rows import Link, Row, rows_of
from callboard_cli.display.rulings import rulings
from callboard_cli.speech.face import Face, signed, visible
from callboard_cli.speech.wording import unit_of
from callboard_scoring.counting import Checked, Otherwise, Part, Slip
from callboard_scoring.game import Game
from callboard_scoring.ledger import Reading

What = Callable[[int], tuple[str, int]]
"""Says of an entry of an evening, by its number, what was entered, and which entry before it counts (0 for none)."""
_LONG = 120
"""The most characters of a note that are told among other explanations."""
_SENTENCE = re.compile(r"(?<=[.!?…])\s+(?=[¿¡“«\"A-ZÁÉÍÓÚÑА-ЯЁ])")


@dataclass(frozen=True)
class Finding:
    """One thing that would make a difference, in words."""

    text: str
    row: Row | None = None
    """The line that it is about; None of what no line gives."""
    entry: int = 0
    """The number of the entry of an evening that it is about."""

    @property
    def rule(self) -> str:
        """The section that it cites; empty where it cites none."""
        return "" if self.row is None else self.row.rule

    @property
    def also(self) -> str:
        """The line's sentence in the second language."""
        return "" if self.row is None or self.row.also == self.text else self.row.also

    @property
    def link(self) -> Link | None:
        """The same section to follow, on a page."""
        return None if self.row is None else self.row.link


def NOWHERE(_: int) -> tuple[str, int]:  # noqa: N802  # it stands for a constant
    """Name no entry: a single record has none."""
    return "", 0


def points_of(face: Face, game: Game, points: int) -> str:
    """Return points with their noun."""
    return face.beside(unit_of, f"{game.id}/unit.points", points)


def slips_of(face: Face, game: Game, slips: Iterable[Slip], what: What) -> tuple[Finding, ...]:
    """Put an explanation into words: what was left out or counted twice."""
    return tuple(_slip(face, game, slip, what) for slip in slips)


def finding_of(face: Face, game: Game, other: Otherwise, one: Checked, what: What) -> Finding:
    """Put into words what else makes the difference: how a thing was decided or counted, or what is not in it."""
    entry = other.entry
    if other.way == "onto":
        return Finding(face.text("claim.onto", points=points_of(face, game, other.points)))
    if isinstance(other.why, Reading):
        return _read_otherwise(face, game, other, other.why, one, what)
    if other.way == "until" or other.why is None:
        told = "claim.without" if other.way == "without" else "claim.until" if entry else "claim.until-start"
        values = {"name": visible(one.name), "number": entry, "what": what(entry)[0]} if entry else {}
        return Finding(face.text(told, **values), entry=entry)
    row = rows_of(face, game, [other.why])[0]
    where = _in_brackets(_entry(face, entry, what))
    if other.way == "reversed":
        return Finding(face.text("claim.reversed", what=f"{signed(other.why.points)}; {row.text}{where}"), row, entry)
    return Finding(face.text("claim.otherwise", text=f"{row.text}{where}"), row, entry)


def _slip(face: Face, game: Game, slip: Slip, what: What) -> Finding:
    part = slip.part
    row = None if part.line is None else rows_of(face, game, [part.line])[0]
    first, *others = dict.fromkeys(_part(face, game, one, what) for one in (part, *slip.alike))
    points = "" if part.line is None else f"{signed(part.points)}; "
    told = f" — {face.text('claim.or')} ".join([f"{points}{first}", *others])
    message = "claim.left-out" if slip.change == "left-out" else "claim.doubled"
    entries = {one.entry for one in (part, *slip.alike)}
    return Finding(face.text(message, what=told), row, part.entry if len(entries) == 1 else 0)


def _part(face: Face, game: Game, part: Part, what: What) -> str:
    """Put a part of a total into words; of a line without its points."""
    if part.line is None:
        return _start(face, game, part, what)
    (row,) = rows_of(face, game, [part.line])
    return f"{row.text}{_in_brackets(_entry(face, part.entry, what))}"


def _start(face: Face, game: Game, part: Part, what: What) -> str:
    """Say what there was before any line: before everything, before an entry of an evening, or since the one before."""
    points = points_of(face, game, part.points)
    if not part.entry:
        return face.text("claim.start" if what is NOWHERE else "claim.beginning", points=points)
    before = what(part.entry)[1]
    if part.alone:
        return face.text("claim.before", points=points, number=part.entry)
    return face.text("claim.since" if before else "claim.since-start", points=points, before=before, number=part.entry)


def _entry(face: Face, number: int, what: What) -> str:
    """Name an entry of an evening: "season 1, entry 2"; nothing of none."""
    return f"{what(number)[0]}, {face.text('night/number', number=number)}" if number else ""


def _in_brackets(where: str) -> str:
    return f" ({where})" if where else ""


def _read_otherwise(  # noqa: PLR0913, PLR0917  # as `finding_of`
    face: Face, game: Game, other: Otherwise, why: Reading, one: Checked, what: What
) -> Finding:
    """Tell an open point of the rules: what we follow, and what it is if that is decided the other way."""
    ((section, note),) = rulings(face.catalog, game, [why])
    kind = face.text(f"rules.note-{note.heading}")
    values = {
        "kind": f"{kind[:1].lower()}{kind[1:]}",
        "title": section.title,
        "text": first_sentences(note.text),
        "claimed": str(one.claimed).replace("-", "−"),
    }
    row = Row("", note.text, (), "", section.rule, best=False, readings=(why.id,))
    told = f"{face.text('claim.reading', **values)}{_in_brackets(_entry(face, other.entry, what))}"
    return Finding(told, row, other.entry)


def first_sentences(text: str, limit: int = _LONG) -> str:
    """Return as much of a text as is short: whole sentences, at least one, and what a question is answered with.

    >>> first_sentences("May you refuse? No. It is compulsory, for whoever has an ecu.", 20)
    'May you refuse? No.'
    """
    first, *others = _SENTENCE.split(text)
    for sentence in others:
        if len(first) + len(sentence) >= limit and not first.endswith("?"):
            break
        first = f"{first} {sentence}"
    return first
