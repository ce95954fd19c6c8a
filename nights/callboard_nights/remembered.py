"""What was made last, and of what: whoever goes on from there need not begin anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")
_MOST = 4
"""How many are kept: a table has one evening, and whoever compares evenings a few."""


@dataclass
class Remembered(Generic[T]):
    """The last few things that were made step by step, each with what its steps were told."""

    _kept: tuple[tuple[Sequence[object], Sequence[str], T], ...] = field(default=())

    def nearest(self, with_what: Sequence[object], steps: Sequence[str]) -> tuple[int, T | None]:
        """Return the thing whose first steps are these as far as any's are, with how many; it was made with the same.

        The same are the same objects, not equal ones: what they do may be another matter.
        """
        found = [
            (_alike(told, steps), made)
            for own, told, made in self._kept
            if all(one is other for one, other in zip(own, with_what, strict=True))
        ]
        return max(found, key=lambda one: one[0], default=(0, None))

    def keep(self, with_what: Sequence[object], steps: Sequence[str], made: T) -> None:
        """Remember a thing, in place of those which are the first part of it, or else of the oldest."""
        others = (one for one in self._kept if _alike(one[1], steps) < len(one[1]))
        self._kept = ((with_what, steps, made), *others)[:_MOST]

    def forget(self) -> None:
        """Begin anew."""
        self._kept = ()


def _alike(some: Sequence[str], others: Sequence[str]) -> int:
    """Return how many steps are the same before the first that differs."""
    pairs = enumerate(zip(some, others, strict=False))
    return next((place for place, (one, other) in pairs if one != other), min(len(some), len(others)))
