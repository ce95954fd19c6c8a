"""Totals that people counted beside ours, in words: who agrees, and what would explain a difference."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count

from callboard_cli.render.page import Page
from callboard_cli.render.rows import Link, Row, rows_of, rulings
from callboard_cli.ui.output import UI, signed, visible
from callboard_cli.ui.wording import unit_of
from callboard_scoring.claimed_totals import Checked, Otherwise, Slip, TotalPart
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


def points_of(ui: UI, game: Game, points: int) -> str:
    """Return points with their noun."""
    return ui.beside(unit_of, f"{game.id}/unit.points", points)


def slips_of(ui: UI, game: Game, slips: Iterable[Slip], what: What) -> tuple[Finding, ...]:
    """Put an explanation into words: what was left out or counted twice."""
    return tuple(_slip(ui, game, slip, what) for slip in slips)


def finding_of(ui: UI, game: Game, other: Otherwise, one: Checked, what: What) -> Finding:
    """Put into words what else makes the difference: how a thing was decided or counted, or what is not in it."""
    entry = other.entry
    if other.way == "onto":
        return Finding(ui.text("claim.onto", points=points_of(ui, game, other.points)))
    if isinstance(other.why, Reading):
        return _read_otherwise(ui, game, other, other.why, one, what)
    if other.way == "until" or other.why is None:
        message = "claim.without" if other.way == "without" else "claim.until" if entry else "claim.until-start"
        values = {"name": visible(one.name), "number": entry, "what": what(entry)[0]} if entry else {}
        return Finding(ui.text(message, **values), entry=entry)
    row = rows_of(ui, game, [other.why])[0]
    where = _in_brackets(_entry(ui, entry, what))
    if other.way == "reversed":
        return Finding(ui.text("claim.reversed", what=f"{signed(other.why.points)}; {row.text}{where}"), row, entry)
    return Finding(ui.text("claim.otherwise", text=f"{row.text}{where}"), row, entry)


def _slip(ui: UI, game: Game, slip: Slip, what: What) -> Finding:
    part = slip.part
    row = None if part.line is None else rows_of(ui, game, [part.line])[0]
    first, *others = dict.fromkeys(_part(ui, game, one, what) for one in (part, *slip.alike))
    points = "" if part.line is None else f"{signed(part.points)}; "
    text = f" — {ui.text('claim.or')} ".join([f"{points}{first}", *others])
    message = "claim.left-out" if slip.change == "left-out" else "claim.doubled"
    entries = {one.entry for one in (part, *slip.alike)}
    return Finding(ui.text(message, what=text), row, part.entry if len(entries) == 1 else 0)


def _part(ui: UI, game: Game, part: TotalPart, what: What) -> str:
    """Put a part of a total into words; of a line without its points."""
    if part.line is None:
        return _start(ui, game, part, what)
    (row,) = rows_of(ui, game, [part.line])
    return f"{row.text}{_in_brackets(_entry(ui, part.entry, what))}"


def _start(ui: UI, game: Game, part: TotalPart, what: What) -> str:
    """Say what there was before any line: before everything, before an entry of an evening, or since the one before."""
    points = points_of(ui, game, part.points)
    if not part.entry:
        return ui.text("claim.start" if what is NOWHERE else "claim.beginning", points=points)
    before = what(part.entry)[1]
    if part.alone:
        return ui.text("claim.before", points=points, number=part.entry)
    return ui.text("claim.since" if before else "claim.since-start", points=points, before=before, number=part.entry)


def _entry(ui: UI, number: int, what: What) -> str:
    """Name an entry of an evening: "season 1, entry 2"; nothing of none."""
    return f"{what(number)[0]}, {ui.text('night/number', number=number)}" if number else ""


def _in_brackets(where: str) -> str:
    return f" ({where})" if where else ""


def _read_otherwise(  # noqa: PLR0913, PLR0917  # as `finding_of`
    ui: UI, game: Game, other: Otherwise, why: Reading, one: Checked, what: What
) -> Finding:
    """Tell an open point of the rules: what we follow, and what it is if that is decided the other way."""
    ((section, note),) = rulings(ui.catalog, game, [why])
    kind = ui.text(f"rules.note-{note.heading}")
    values = {
        "kind": f"{kind[:1].lower()}{kind[1:]}",
        "title": section.title,
        "text": first_sentences(note.text),
        "claimed": str(one.claimed).replace("-", "−"),
    }
    row = Row("", note.text, (), "", section.rule, best=False, readings=(why.id,))
    text = f"{ui.text('claim.reading', **values)}{_in_brackets(_entry(ui, other.entry, what))}"
    return Finding(text, row, other.entry)


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


SHOWN = 5
"""The most explanations of one total that a small screen bears."""
PAIRS = 3
"""The most that take two mistakes: many of them are far-fetched."""
Said = Callable[[Checked], str]
"""Says something of a comparison; nothing where there is nothing to say."""


@dataclass(frozen=True)
class Several:
    """Explanations of one kind, each of which makes the difference."""

    lead: str
    """What stands above them; empty above a single one."""
    groups: tuple[tuple[Finding, ...], ...]
    """Each is one explanation: what it is made of."""


@dataclass(frozen=True)
class Verdict:
    """What is told of one player's total."""

    name: str
    head: str
    """Who counted how many, and how many there are."""
    hint: str = ""
    """What may be behind it that nobody entered."""
    several: tuple[Several, ...] = ()
    rest: str = ""
    """That there are more explanations, or none."""
    is_open: bool = False
    """Whether nothing explains the difference, so that the lines are to be compared."""
    agrees: bool = False

    @property
    def findings(self) -> Iterator[Finding]:
        """Everything that it tells."""
        return (finding for one in self.several for group in one.groups for finding in group)

    @property
    def parts(self) -> Iterator[tuple[str, list[tuple[str, Finding]]]]:
        """Yield what stands above each kind of explanations, and these, each with what stands before it.

        Several are numbered on, and the two of a pair have one number.
        """
        numbers = count(1)
        is_one = sum(len(one.groups) for one in self.several) == 1
        for one in self.several:
            shown = []
            for group in one.groups:
                mark = f"{next(numbers)}." if not is_one else "–" if len(group) > 1 else ""
                shown += [(mark, finding) for finding in group]
            yield one.lead, shown

    @property
    def shown(self) -> Iterator[tuple[str, list[tuple[str, Finding]]]]:
        """Yield the same as it looks best: the number of a pair stands before the first of the two alone."""
        for lead, rendered in self.parts:
            marks = ["", *(mark for mark, _ in rendered)]
            pairs = zip(marks, rendered, strict=False)
            yield lead, [("" if mark == before != "–" else mark, one) for before, (mark, one) in pairs]

    def with_findings(self, make: Callable[[Finding], Finding]) -> Verdict:
        """Return the same with what `make` makes of each finding."""
        made = (replace(one, groups=tuple(tuple(map(make, group)) for group in one.groups)) for one in self.several)
        return replace(self, several=tuple(made))


@dataclass(frozen=True)
class Counted:
    """What came of comparing totals, in words, from top to bottom."""

    page: Page
    """What stands above the answer: doubts, the lines of those whose total nothing explains, and what is cited."""
    verdicts: list[Verdict]
    alarms: list[str]
    """What was scored as typed though it cannot be, or counts nothing."""
    ways: tuple[str, ...] = ()
    """How to come to the rules, and to the whole count where that is no short command."""
    command: str = ""
    """The one short command that leads to more, told last and unbroken, to be copied; empty where there is none."""
    again: str = ""
    """The command that compares the same once more, told before everything; empty where it was just typed."""

    @property
    def to_explain(self) -> Iterator[tuple[str, Finding]]:
        """Yield the explanations, with whose each is, under which the texts of the rules stand: each text under one."""
        shown = {cited for row in self.page.above for cited in (row.rule, *row.readings)}
        for verdict in self.verdicts:
            for finding in verdict.findings:
                cited = {finding.rule, *finding.row.readings} if finding.row is not None else set()
                if not cited <= shown:
                    shown |= cited
                    yield verdict.name, finding


def nothing(_: Checked) -> str:
    """Say nothing."""
    return ""


def verdicts_of(  # noqa: PLR0913  # what is told of an evening is known there
    ui: UI,
    game: Game,
    found: Iterable[Checked],
    *,
    explain: bool,
    unexplained: Said,
    hint: Said = nothing,
    what: What = NOWHERE,
    others: str = "claim.others",
) -> list[Verdict]:
    """Put comparisons into words; with `explain` every explanation that was found, else the first few.

    Of one that nothing explains `unexplained` says what to do then; `what` names an entry of an evening, and `others`
    is the message that there are more explanations than are told.
    """

    def told(one: Checked) -> Verdict:
        several = tuple(_several(ui, game, one, what=what, explain=explain))
        rest = _rest(ui, one, sum(len(kind.groups) for kind in several), others)
        is_open = not several
        return Verdict(
            visible(one.name), _head(ui, one), hint(one), several, unexplained(one) if is_open else rest, is_open
        )

    return [Verdict(visible(one.name), _head(ui, one), agrees=True) if one.agrees else told(one) for one in found]


def _head(ui: UI, one: Checked) -> str:
    if one.agrees:
        return ui.text("claim.agrees", total=number_of(one.total))
    message = "claim.more" if one.total > one.claimed else "claim.fewer"
    difference = abs(one.total - one.claimed)
    return ui.text(message, claimed=number_of(one.claimed), total=number_of(one.total), count=difference)


def _several(ui: UI, game: Game, one: Checked, *, what: What, explain: bool) -> Iterator[Several]:
    """Yield what would explain a difference: each single thing, and where there is none, or with all, each two."""
    lines = [slips_of(ui, game, slips, what) for slips in one.explanations]
    others: list[tuple[Finding, ...]] = [(finding_of(ui, game, other, one, what),) for other in one.otherwise]
    singles = [group for group in lines if len(group) == 1] + others
    pairs = [group for group in lines if len(group) > 1]
    if singles:
        shown = singles if explain else singles[:SHOWN]
        yield Several(ui.text("claim.any") if len(shown) > 1 else "", tuple(shown))
    if pairs and (explain or not singles):
        shown = pairs if explain else pairs[:PAIRS]
        lead = "claim.or-pairs" if singles else "claim.pairs" if len(shown) > 1 else "claim.both"
        yield Several(ui.text(lead), tuple(shown))


def _rest(ui: UI, one: Checked, shown: int, others: str) -> str:
    """Say that there are more explanations than were told."""
    if shown < len(one.explanations) + len(one.otherwise):
        return ui.text(others)
    return ui.text("claim.most", count=shown) if one.more else ""


def number_of(points: int) -> str:
    """Write a total as people do."""
    return str(points).replace("-", "−")
