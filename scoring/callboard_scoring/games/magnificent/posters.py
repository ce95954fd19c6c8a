"""Posters over the tents of a player board: what they want and give, and which set of them is the best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any, ClassVar, Protocol, Self

from callboard_scoring.fields import EACH_ONCE, OR_NOBODY, Typed, count
from callboard_scoring.games.magnificent.pieces import (
    A_GEM,
    COLOURS,
    GEMS_TYPED,
    KINDS,
    NUMBER,
    STORAGE,
    UNKNOWN,
    Gem,
    Tiles,
    Written,
)
from callboard_scoring.records import Record


class Tent(Written):
    """A tent under a poster; written as `tent 2 +1 gem orange`: points, coins, and the gem it wants."""

    pattern = rf"tent( (?P<points>{NUMBER}))?( \+(?P<coins>{NUMBER}))?( (gem )?(?P<gem>{'|'.join(KINDS)})( gem)?)?"
    code = "magnificent/error.tent"
    unsaid: ClassVar = {"points": 0, "coins": 0}

    points: Annotated[int, count(0, UNKNOWN)]
    coins: Annotated[int, count(0, UNKNOWN)]
    gem: Annotated[Gem | None, OR_NOBODY] = None

    def as_item(self) -> str:
        """Return the tent as it is written."""
        worth = f"tent {self.points} +{self.coins}"
        return worth if self.gem is None else f"{worth} gem {self.gem}"


class Poster(Record):
    """A poster in one of the five spaces, with what it wants and gives, and the tent below it."""

    points: Annotated[int, count(0, UNKNOWN), Typed(r"\d+")]
    coins: Annotated[int, count(0, UNKNOWN), Typed(r"\+\d+", absent=0)]
    tiles: Tiles
    gems: Annotated[dict[Gem, Annotated[int, count(0, STORAGE * len(KINDS))]], EACH_ONCE, GEMS_TYPED]
    tent: Annotated[Annotated[Tent | None, OR_NOBODY], Typed(rf"tent( \d+)?( \+\d+)?( {A_GEM})?")]


def tiles_missing(posters: Sequence[Poster], camp: Mapping[str, int]) -> Counter[str]:
    """Return the tiles that the posters show together and the camp does not have."""
    wanted: dict[str, int] = {}
    for poster in posters:
        _add(wanted, poster.tiles)
    return Counter({tile: number - camp.get(tile, 0) for tile, number in wanted.items() if number > camp.get(tile, 0)})


def _add(wanted: dict[str, int], more: Mapping[str, int]) -> None:
    """Add what is wanted too; all sets of posters are looked at, and a Counter would take several times as long."""
    for piece, number in more.items():
        wanted[piece] = wanted.get(piece, 0) + number


def _gems_wanted(posters: Sequence[Poster]) -> dict[str, int]:
    """Return the gems of each kind that the posters and their tents ask for."""
    wanted: dict[str, int] = dict.fromkeys(KINDS, 0)
    for poster in posters:
        _add(wanted, poster.gems)
        if poster.tent is not None and poster.tent.gem:
            wanted[poster.tent.gem] += 1
    return wanted


def gems_spent(posters: Sequence[Poster], stored: Mapping[str, int]) -> tuple[dict[str, int], int]:
    """Return the gems that the posters and their tents take, clear ones standing in, and how many are missing."""
    wanted = _gems_wanted(posters)
    spent = {kind: min(number, stored.get(kind, 0)) for kind, number in wanted.items()}
    clear = sum(wanted.values()) - sum(spent[kind] for kind in COLOURS)
    spent["clear"] = min(clear, stored.get("clear", 0))
    return spent, clear - spent["clear"]


def gems_to_add(posters: Sequence[Poster], stored: Mapping[str, int]) -> Counter[str] | None:
    """Return the fewest gems with which the posters could be completed, of their colours where storage has room.

    None where a storage, though full, does not suffice.
    """
    wanted = _gems_wanted(posters)
    missing = gems_spent(posters, stored)[1]
    clear = stored.get("clear", 0)
    added: Counter[str] = Counter(clear=min(missing, max(0, wanted["clear"] - clear)))
    for kind in COLOURS:
        left = missing - added.total()
        room = STORAGE - stored.get(kind, 0)
        added[kind] = max(0, min(wanted[kind] - stored.get(kind, 0), room, left))
    added["clear"] += missing - added.total()
    return +added if added["clear"] + clear <= STORAGE else None


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
