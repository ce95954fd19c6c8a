"""How much of something is allowed in a while, by whom: token buckets, whose clock and memory are bounded."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

Clock = Callable[[], float]
"""Seconds that never go back."""


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, and so many at once."""

    a_second: float
    at_once: int


class Buckets:
    """What is left to each of many.

    >>> seconds = [0.0]
    >>> buckets = Buckets(Rate(0.5, 2), lambda: seconds[0])
    >>> [buckets.take("Ann") for _ in range(3)], buckets.take("Bob")
    ([0, 0, 2], 0)
    >>> seconds[0] = 2.0
    >>> buckets.take("Ann")
    0
    """

    def __init__(self, rate: Rate, clock: Clock, most: int = 1024) -> None:
        """Say how much is allowed.

        :param most: of how many it is remembered; who was seen longest ago is forgotten first, and begins anew.
        """
        self._rate = rate
        self._clock = clock
        self._most = most
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def waits(self, who: Hashable) -> int:
        """Return how many whole seconds somebody has to wait; 0 where one more is allowed. Nothing is taken."""
        missing = 1 - self._of(who)
        return math.ceil(missing / self._rate.a_second) if missing > _ROUNDED else 0

    def take(self, who: Hashable) -> int:
        """Take one, if one is left.

        :returns: how many whole seconds to wait; 0 where it was taken.
        """
        wait = self.waits(who)
        self._left[who] = (self._of(who) - (0 if wait else 1), self._clock())
        self._left.move_to_end(who)
        while len(self._left) > self._most:
            self._left.popitem(last=False)
        return wait

    def _of(self, who: Hashable) -> float:
        """Return how much is left to somebody now."""
        left, then = self._left.get(who, (self._rate.at_once, self._clock()))
        return min(self._rate.at_once, left + (self._clock() - then) * self._rate.a_second)


_ROUNDED = 1e-9
"""What sums of fractions may lack of a whole one."""
