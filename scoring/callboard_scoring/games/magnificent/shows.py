"""Sets of posters that are completed together: what each takes and gives, and which is the best."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Protocol, Self

from callboard_scoring.games.magnificent.posters import Poster, gems_spent, tiles_missing


class Performance(Protocol):
    """What there is at the moment of performing: the record of the stage."""

    @property
    def posters(self) -> Sequence[Poster]:
        """The posters, with the tents below them."""
        ...

    @property
    def camp(self) -> Mapping[str, int]:
        """The tiles laid in the camp."""
        ...

    @property
    def gems(self) -> Mapping[str, int]:
        """The gems in storage."""
        ...

    @property
    def limit(self) -> int:
        """The most posters to complete."""
        ...

    @property
    def per_poster(self) -> int | None:
        """The points that a trainer tile gives for each completed poster."""
        ...

    @property
    def left_out(self) -> int | None:
        """How many tiles a trainer tile leaves out."""
        ...

    @property
    def card_points(self) -> Sequence[int]:
        """What master cards will give later for each poster."""
        ...

    def model_copy(self, *, update: Mapping[str, Any]) -> Self:
        """Return the same with other values."""
        ...


@dataclass(frozen=True)
class Show:
    """A set of posters that can be completed together."""

    posters: tuple[int, ...]
    points: int
    coins: int
    gems: Mapping[str, int]
    """The gems it spends, of each kind."""
    later: int
    """What master cards will give for it."""

    @property
    def worth(self) -> tuple[int, int, int, int, int, tuple[int, ...]]:
        """The more the better: points, coins, then few gems, few clear ones, few posters, low places."""
        spent = sum(self.gems.values())
        places = tuple(-place for place in self.posters)
        return self.points + self.later, self.coins, -spent, -self.gems["clear"], -len(self.posters), places


def show(record: Performance, chosen: tuple[int, ...], left_out: int | None = None) -> Show | None:
    """Return what this set of posters gives, or None where it cannot be completed (Russian rulebook, performing).

    So many tiles need not be there: those that the record's trainer tile leaves out, if no other number is given.
    """
    posters = [record.posters[place] for place in chosen]
    tents = [poster.tent for poster in posters if poster.tent is not None]
    spared = (record.left_out or 0) if left_out is None else left_out
    if len(tents) < len(posters) or tiles_missing(posters, record.camp).total() > spared:
        return None
    spent, missing = gems_spent(posters, record.gems)
    if missing:
        return None
    each = (record.per_poster or 0) * len(posters)
    return Show(
        chosen,
        sum(poster.points for poster in posters) + sum(tent.points for tent in tents) + each,
        sum(poster.coins for poster in posters) + sum(tent.coins for tent in tents),
        spent,
        sum(record.card_points[place] for place in chosen) if record.card_points else 0,
    )


def sets_within(record: Performance, limit: int) -> list[tuple[int, ...]]:
    """Return all sets of so many posters at the most, the empty one first."""
    places = range(len(record.posters))
    return [chosen for size in range(min(limit, len(places)) + 1) for chosen in combinations(places, size)]


def shows_within(record: Performance) -> list[Show]:
    """Return every set that the space allows and that can be completed; the empty one can."""
    sets = sets_within(record, record.limit)
    return [found for chosen in sets if (found := show(record, chosen)) is not None]


def best_of(shows: Iterable[Show]) -> Show:
    """Return the set that is worth most; no two are worth the same."""
    return max(shows, key=lambda each: each.worth)
