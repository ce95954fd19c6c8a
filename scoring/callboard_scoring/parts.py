"""Parts of set-ups: what each is, how many outcomes it can have, and what it can deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

from callboard_scoring.draws import Draw
from callboard_scoring.game import Game
from callboard_scoring.making import Made, make, roll
from callboard_scoring.records import Record

MOST_TRIED = 5040
"""The most outcomes of a part that are tried: seven people in any order."""

Digits = tuple[int, ...]
"""The lots of a part."""


class Shape(Enum):
    """What the value of a part is, which says how it can be another one than last time."""

    DEALT = "dealt"
    """A thing for each player: nobody has the same again."""
    CIRCLE = "circle"
    """Who sits next to whom, which is another circle; turned round, it is the same."""
    ORDER = "order"
    """Who does something first, second and so on: somebody else is first."""
    PERSON = "person"
    """One of the players: somebody else."""
    OTHER = "other"
    """Nobody's, such as a coin: it may be what it was."""


@dataclass(frozen=True)
class Part:
    """A part of the set-ups for some players with some options."""

    name: str
    limits: Digits
    """How many outcomes each of its lots can have."""
    shape: Shape
    is_decided: bool
    value: Callable[[Digits], Any]
    """What its value is with these lots."""

    @property
    def is_tried(self) -> bool:
        """Whether it has few enough outcomes to try each."""
        return prod(self.limits) <= MOST_TRIED

    @cached_property
    def outcomes(self) -> tuple[tuple[Digits, Any], ...]:
        """Every outcome: the lots and the value; of one with too many none. Each is a set-up made, so they are kept."""
        tried = product(*map(range, self.limits)) if self.is_tried else ()
        return tuple((digits, self.value(digits)) for digits in tried)

    @cached_property
    def things(self) -> tuple[str, ...]:
        """What it can deal to players, in the order of the alphabet."""
        if self.shape is not Shape.DEALT:
            return ()
        return tuple(sorted({str(thing) for _, value in self.outcomes for thing in value.values()}))


def parts_of(game: Game, names: Sequence[str], options: Record) -> dict[str, Part]:
    """Return the parts of the set-ups for these players with these options; what has no name is among them as ""."""
    first = roll(game, names, options, lambda _: 0)
    nobody = tuple(f"\0{place}" for place in range(len(names)))  # these are no tokens
    shown = roll(game, nobody, options, lambda _: 0).draws
    named: dict[str, bool] = {"": False, **first.parts}

    def part(name: str) -> Part:
        limits = tuple(lot.limit for lot in first.lots if lot.part == name)

        def value(digits: Digits) -> Any:
            return made_of(game, names, options, {name: digits}).draws.get(name)

        return Part(name, limits, _shape(name, shown.get(name), nobody), named[name], value)

    return {name: part(name) for name in named}


def things_of(parts: Mapping[str, Part]) -> list[str]:
    """Return all that these parts can deal to players."""
    return list(dict.fromkeys(thing for part in parts.values() for thing in part.things))


def made_of(game: Game, names: Sequence[str], options: Record, chosen: Mapping[str, Digits]) -> Made:
    """Make a set-up with these lots of some parts, each other lot being the first."""
    left = {name: iter(digits) for name, digits in chosen.items()}
    return make(game, names, options, Draw(lambda part, _: next(left.get(part, iter(())), 0)))


def _shape(name: str, value: Any, nobody: Sequence[str]) -> Shape:
    """Tell the shape of a part from its value with players who are called nothing else."""
    if isinstance(value, Mapping) and set(value) == set(nobody):
        return Shape.DEALT
    if isinstance(value, (list, tuple)) and sorted(map(str, value)) == sorted(nobody):
        return Shape.CIRCLE if name == "seats" else Shape.ORDER
    return Shape.PERSON if value in nobody else Shape.OTHER
