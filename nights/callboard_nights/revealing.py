"""A result that is revealed step by step: which categories there are, and what everybody has after so many of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from callboard_scoring.ledger import AnyResult


@dataclass(frozen=True)
class Step:
    """A category: all that one rule gives and takes."""

    rule: str
    """The id of the rule's section."""
    points: Mapping[str, int]
    """What it gives each player, in the record's order; who gets nothing has 0."""


@dataclass(frozen=True)
class Shown:
    """What everybody has after so many steps."""

    points: Mapping[str, int]
    """By players, in the record's order: what each began with, and what the steps gave."""
    leaders: tuple[str, ...]
    """Who has the most; nobody where nobody is counted."""


def steps_of(result: AnyResult) -> tuple[Step, ...]:
    """Return the categories of a result that give anybody points, or take some, in the order in which the lines stand.

    What the first player has no line of stands behind what that one has. There are none where no totals are counted.
    """
    if not result.scored:
        return ()
    lines = [(score.name, line) for score in result.players for line in score.lines]
    given: dict[str, Counter[str]] = {line.reason.rule: Counter() for _, line in lines}
    counting: set[str] = set()
    for name, line in lines:
        given[line.reason.rule][name] += line.points
        if line.points:
            counting.add(line.reason.rule)
    names = [score.name for score in result.players]
    return tuple(
        Step(rule, {name: points[name] for name in names}) for rule, points in given.items() if rule in counting
    )


def shown_of(result: AnyResult, count: int | None) -> Shown:
    """Return what everybody has after so many steps; None, or as many as there are, is the totals."""
    points = {score.name: score.start for score in result.players}
    for step in steps_of(result)[: None if count is None else max(count, 0)]:
        for name, more in step.points.items():
            points[name] += more
    most = max(points.values(), default=0)
    return Shown(points, tuple(name for name, own in points.items() if result.scored and own == most))
