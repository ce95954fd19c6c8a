"""Totals that somebody counted by hand: which line left out, or counted twice, explains the difference from ours."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import Literal

from callboard_scoring.ledger import AnyResult, Line, Reading

Mistake = Literal["left-out", "doubled"]
Way = Literal["otherwise", "reversed", "until", "without", "onto"]
"""A thing decided or counted otherwise; a loss, the line `why`, that was taken for a gain; nothing counted after an
entry, 0 for nothing but what there was before; an entry left out whole; and what there was before an entry counted
with it, where only what it gives was asked for."""
MOST = 20
"""The most explanations shown for one total."""


@dataclass(frozen=True)
class TotalPart:
    """A part of a total: the points of a line, or those that were there before any line."""

    points: int
    line: Line | None = None
    """None for the points that a player starts with."""
    entry: int = 0
    """The number of the entry of the evening that gives it; 0 if no entry does."""
    alone: bool = False
    """Whether it is a sum of other parts: leaving it out explains a total only on its own."""

    @property
    def rule(self) -> str | None:
        """The id of the rule's section; None of a start."""
        return None if self.line is None else self.line.reason.rule

    @property
    def case(self) -> str:
        """The rule's case; `start` of a start."""
        return "start" if self.line is None else self.line.reason.case


@dataclass(frozen=True)
class Slip:
    """A mistake in counting: a part is left out or counted twice."""

    part: TotalPart
    change: Mistake
    alike: tuple[TotalPart, ...] = ()
    """Other parts with the same rule, case and points: any of them may be the one."""

    @property
    def effect(self) -> int:
        """How many points more the person counts."""
        return self.part.points if self.change == "doubled" else -self.part.points

    @property
    def key(self) -> tuple[str | None, str, int, Mistake]:
        """What makes two slips different."""
        return self.part.rule, self.part.case, self.part.points, self.change


@dataclass(frozen=True)
class Otherwise:
    """What a player would have if one thing were decided in another way that people may well choose."""

    name: str
    """Empty where a record does not say whose it is."""
    points: int
    """How many more than in the result; negative for fewer, never 0."""
    why: Line | Reading | None = None
    """What would be otherwise: a sentence, or the note of the rules texts that could be read another way."""
    entry: int = 0
    """The number of the entry of an evening that it is about."""
    way: Way = "otherwise"
    """How that differs from our count."""


@dataclass(frozen=True)
class Sum:
    """What a player's total is made of."""

    name: str
    parts: tuple[TotalPart, ...]

    @property
    def total(self) -> int:
        """The points of all parts that are not made of others."""
        return sum(part.points for part in self.parts if not part.alone)


@dataclass(frozen=True)
class Checked:
    """A total that was claimed, beside ours."""

    name: str
    total: int
    claimed: int
    explanations: tuple[tuple[Slip, ...], ...] = ()
    """Each explains the whole difference: one slip each, or two if no single one does."""
    more: bool = False
    """Whether there are more explanations than those listed."""
    otherwise: tuple[Otherwise, ...] = ()
    """Other decisions that explain the difference."""

    @property
    def agrees(self) -> bool:
        """Whether both are the same."""
        return self.total == self.claimed


def differing(ours: AnyResult, other: AnyResult, why: Line | Reading) -> Iterator[Otherwise]:
    """Yield who has another total in one result than in the other; a line gets that difference as its points."""
    totals = {score.name: score.total for score in ours.players}
    for score in other.players:
        more = score.total - totals[score.name]
        if more:
            yield Otherwise(score.name, more, replace(why, points=more) if isinstance(why, Line) else why)


def sums_of(result: AnyResult) -> list[Sum]:
    """Return what each player's total is made of; nothing at a stage without totals."""
    if not result.scored:
        return []
    return [
        Sum(score.name, (TotalPart(score.start), *(TotalPart(line.points, line) for line in score.lines)))
        for score in result.players
    ]


def sums_of_others(result: AnyResult) -> list[Sum]:
    """Return the sums of those who have points without being players, by their fields in the record."""
    return [
        Sum(whose, tuple(TotalPart(line.points, line) for line in lines)) for whose, lines in result.others().items()
    ]


def checked(own: Sum, claimed: int, otherwise: Iterable[Otherwise] = ()) -> Checked:
    """Compare a claimed total with ours, and find what explains the difference."""
    difference = claimed - own.total
    if not difference:
        return Checked(own.name, own.total, claimed)
    found = list(islice(_explanations(own.parts, difference), MOST + 1))
    every = (*miscounted(own), *otherwise)
    others = tuple(one for one in every if one.name == own.name and one.points == difference)
    return Checked(own.name, own.total, claimed, tuple(found[:MOST]), len(found) > MOST, others)


def compared(
    sums: Iterable[Sum], claimed: Mapping[str, int], otherwise: Callable[[], Iterable[Otherwise]]
) -> list[Checked]:
    """Compare totals that were counted with ours; what could be decided otherwise is looked for where they differ."""
    own = [one for one in sums if one.name in claimed]
    others = () if all(one.total == claimed[one.name] for one in own) else tuple(otherwise())
    return [checked(one, claimed[one.name], others) for one in own]


def miscounted(own: Sum) -> Iterator[Otherwise]:
    """Yield the totals of mistakes, common to all games, with several parts at once or with the sign of one.

    A single part left out is not among them, and no total comes twice.
    """
    yield from _reversed(own)
    stretches = list(_stretches(own))
    yield from _until(own, stretches)
    yield from _without(own, stretches)


def _reversed(own: Sum) -> Iterator[Otherwise]:
    """Yield each loss that is taken for a gain; equal losses come once."""
    losses = (part for part in own.parts if part.points < 0 and not part.alone)
    known: set[tuple[str | None, str, int]] = set()
    for part in losses:
        key = (part.rule, part.case, part.points)
        if part.line is not None and key not in known:
            known.add(key)
            yield Otherwise(own.name, -2 * part.points, part.line, part.entry, "reversed")


def _stretches(own: Sum) -> Iterator[tuple[int, list[int]]]:
    """Yield what there was before anything, behind 0, then the points of each entry, or those of a whole record."""
    parts = [part for part in own.parts if part.points and not part.alone]
    yield 0, [part.points for part in parts if _is_start(part)]
    for number, given in groupby((part for part in parts if not _is_start(part)), key=lambda part: part.entry):
        yield number, [part.points for part in given]


def _is_start(part: TotalPart) -> bool:
    """Tell whether a part is what there was before anything, and not what was gained before an entry."""
    return part.line is None and not part.entry


def _until(own: Sum, stretches: Sequence[tuple[int, list[int]]]) -> Iterator[Otherwise]:
    """Yield what there was before anything, if that is more than nothing, and after each entry but the last."""
    standing = 0
    for place, (number, points) in enumerate(stretches):
        change = sum(points)  # none is no other standing than the one before
        standing += change
        later = sum(len(more) for _, more in stretches[place + 1 :])
        if change and later > 1 and standing != own.total:  # one alone is a part left out
            yield Otherwise(own.name, standing - own.total, entry=number, way="until")


def _without(own: Sum, stretches: Sequence[tuple[int, list[int]]]) -> Iterator[Otherwise]:
    """Yield what is left without all that an entry gave; the last one is what there was until the one before it."""
    for number, points in stretches[1:-1]:
        if len(points) > 1 and sum(points) != 0:
            yield Otherwise(own.name, -sum(points), entry=number, way="without")


def _explanations(parts: Sequence[TotalPart], difference: int) -> Iterator[tuple[Slip, ...]]:
    """Yield each single slip that makes the difference; where there is none, each two that do it together.

    Equal slips are one, and parts without points explain nothing. Each slip is looked at once, whatever their number.
    """
    every = [part for part in parts if part.points]
    alike: dict[tuple[str | None, str, int, Mistake], list[TotalPart]] = defaultdict(list)
    for slip in _slips(every):
        alike[slip.key].append(slip.part)
    ordered = [Slip(first, key[-1], tuple(others)) for key, (first, *others) in alike.items()]
    singles = [slip for slip in ordered if slip.effect == difference]
    if singles:
        yield from ((slip,) for slip in singles)
        return
    times = Counter((part.rule, part.case, part.points) for part in every if not part.alone)
    together = [slip for slip in ordered if not slip.part.alone]
    places: dict[int, list[int]] = defaultdict(list)
    for place, slip in enumerate(together):
        places[slip.effect].append(place)
    for place, slip in enumerate(together):
        others = places.get(difference - slip.effect, [])
        first = place if times[slip.key[:3]] > 1 else place + 1  # of two equal lines both may be left out
        yield from ((slip, together[other]) for other in others[bisect_left(others, first) :])


def _slips(parts: Iterable[TotalPart]) -> Iterator[Slip]:
    """Yield what can go wrong with each part; nobody counts twice what was there before."""
    for part in parts:
        yield Slip(part, "left-out")
        if part.line is not None:
            yield Slip(part, "doubled")
