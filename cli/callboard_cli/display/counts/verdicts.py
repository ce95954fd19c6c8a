"""Totals that people counted beside ours, in words: who agrees, and what would explain a difference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from callboard_cli.display.page import Page
from callboard_cli.display.rows import Row, rows_of
from callboard_cli.display.rulings import rulings
from callboard_cli.speech.face import Face, signed, visible
from callboard_cli.speech.wording import sentence, unit_of
from callboard_scoring.counting import Checked, Otherwise, Part, Slip
from callboard_scoring.game import Game
from callboard_scoring.ledger import Line

SHOWN = 5
"""The most explanations of one total that a small screen bears."""
Where = Callable[[int], str]
"""Says which entry of an evening it is, by its number; nothing of 0."""


@dataclass(frozen=True)
class Finding:
    """One thing that would make a difference, in words."""

    text: str
    row: Row | None = None
    """The line that it is about; None of what no line gives."""

    @property
    def rule(self) -> str:
        """The section that it cites; empty where it cites none."""
        return "" if self.row is None else self.row.rule

    @property
    def also(self) -> str:
        """The line's sentence in the second language."""
        return "" if self.row is None else self.row.also


@dataclass(frozen=True)
class Verdict:
    """What is told of one player's total."""

    name: str
    head: str
    """Who counted how many, and how many there are."""
    lead: str = ""
    """What stands above the explanations, where there are several."""
    groups: tuple[tuple[Finding, ...], ...] = ()
    """Each is one explanation: what it is made of."""
    others: tuple[Finding, ...] = ()
    """What could be decided otherwise."""
    rest: str = ""
    """That there are more explanations, or none."""
    is_open: bool = False
    """Whether nothing explains the difference, so that the lines are to be compared."""

    @property
    def findings(self) -> Iterator[Finding]:
        """Everything that it cites."""
        for group in self.groups:
            yield from group
        yield from self.others

    @property
    def numbered(self) -> Iterator[tuple[str, Finding]]:
        """Yield each finding with what stands before it: of several explanations a number, the same for both of two."""
        for number, group in enumerate(self.groups, 1):
            mark = f"{number}." if len(self.groups) > 1 else "–" if self.lead else ""
            yield from ((mark, finding) for finding in group)
        yield from (("", finding) for finding in self.others)


@dataclass(frozen=True)
class Counted:
    """What came of comparing totals, in words, from top to bottom."""

    page: Page
    """What stands above the answer: doubts, the lines of those whose total nothing explains, and what is cited."""
    verdicts: list[Verdict]
    alarms: list[str]
    """What was scored as typed though it cannot be, or counts nothing."""
    commands: list[str]
    """How to come to the whole count, unbroken, to be copied."""
    ways: tuple[str, ...] = ()
    """How to come to the rules."""


def verdicts_of(
    face: Face, game: Game, found: Iterable[Checked], *, explain: bool, where: Where = lambda _: ""
) -> list[Verdict]:
    """Put comparisons into words; with `explain` every explanation that was found, else the first few."""
    return [_verdict(face, game, one, explain=explain, where=where) for one in found]


def _verdict(face: Face, game: Game, one: Checked, *, explain: bool, where: Where) -> Verdict:
    name = visible(one.name)
    if one.agrees:
        return Verdict(name, face.text("claim.agrees", total=_number(one.total)))
    told = "claim.more" if one.total > one.claimed else "claim.fewer"
    values = {"claimed": _number(one.claimed), "total": _number(one.total), "count": abs(one.total - one.claimed)}
    shown = one.explanations if explain else one.explanations[:SHOWN]
    is_open = not (one.explanations or one.otherwise)
    return Verdict(
        name,
        face.text(told, **values),
        _lead(face, one),
        tuple(tuple(_slip(face, game, slip, where) for slip in slips) for slips in shown),
        tuple(_otherwise(face, game, other, where) for other in one.otherwise),
        face.text("claim.nothing") if is_open else _rest(face, one, len(shown)),
        is_open,
    )


def _lead(face: Face, one: Checked) -> str:
    """Say how the explanations hang together; nothing of a single one."""
    if not one.explanations:
        return ""
    is_pair, several = len(one.explanations[0]) > 1, len(one.explanations) > 1
    if is_pair:
        return face.text("claim.pairs" if several else "claim.both")
    return face.text("claim.any") if several else ""


def _rest(face: Face, one: Checked, shown: int) -> str:
    """Say that there are more explanations than were told."""
    if shown < len(one.explanations):
        return face.text("claim.others")
    return face.text("claim.most", count=shown) if one.more else ""


def _slip(face: Face, game: Game, slip: Slip, where: Where) -> Finding:
    part = slip.part
    row = None if part.line is None else rows_of(face, game, [part.line])[0]
    where_told = where(part.entry)
    if row is None:
        what = _start(face, game, part, where_told)
    else:
        what = f"{signed(part.points)}; {row.text}{_in_brackets(where_told)}"
    return Finding(face.text("claim.left-out" if slip.change == "left-out" else "claim.doubled", what=what), row)


def _start(face: Face, game: Game, part: Part, where: str) -> str:
    """Say what there was before any line: before everything, before an entry of an evening, or since the one before."""
    told = "claim.start" if not part.entry else "claim.before" if part.alone else "claim.since"
    return face.text(told, points="; ".join(filter(None, [points_of(face, game, part.points), where])))


def _in_brackets(where: str) -> str:
    return f" ({where})" if where else ""


def _otherwise(face: Face, game: Game, other: Otherwise, where: Where) -> Finding:
    if isinstance(other.why, Line):
        (row,) = rows_of(face, game, [other.why])
        text = sentence(face.catalog, game.id, other.why)
        return Finding(face.text("claim.otherwise", text=f"{text}{_in_brackets(where(other.entry))}"), row)
    ((section, note),) = rulings(face.catalog, game, [other.why])
    kind = face.text(f"rules.note-{note.heading}")
    values = {"kind": f"{kind[:1].lower()}{kind[1:]}", "title": section.title, "text": note.text}
    row = Row("", note.text, (), "", section.rule, best=False, readings=())
    return Finding(f"{face.text('claim.reading', **values)}{_in_brackets(where(other.entry))}", row)


def points_of(face: Face, game: Game, points: int) -> str:
    """Return points with their noun."""
    return face.beside(unit_of, f"{game.id}/unit.points", points)


def _number(points: int) -> str:
    return str(points).replace("-", "−")
