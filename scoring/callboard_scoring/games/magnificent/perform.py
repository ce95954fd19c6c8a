"""The Magnificent, performing: the best set of posters to complete, found by looking at every set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, ClassVar

from pydantic import Field

from callboard_scoring.checks import above
from callboard_scoring.fields import EACH_ONCE, OR_NOBODY, Typed, count
from callboard_scoring.games.magnificent.pieces import (
    A_GEM,
    GEMS_TYPED,
    KINDS,
    LARGE_TILES,
    NUMBER,
    POSTER_SPACES,
    SMALL_TILES,
    STORAGE,
    UNKNOWN,
    Gem,
    Tiles,
    Written,
)
from callboard_scoring.ledger import Line, Outcome, Result, reason
from callboard_scoring.problems import Check, Location, Problem
from callboard_scoring.records import Record, read_field

# NOTE: %(number)s is the poster's space from the left, %(points)s and %(coins)s what it and its tent give.
COMPLETED = reason("magnificent/perform-reward.completed", best=True)
NO_TENT = reason("magnificent/perform-reward.no-tent")
# NOTE: %(tiles)s are missing in the camp.
TILES_MISSING = reason("magnificent/perform-reward.tiles-missing")
# NOTE: so many tiles of a kind, in a list of them.
TILES = reason("magnificent/perform-reward.tiles")
# NOTE: %(missing:gem)s are missing in storage, clear ones counted in.
GEMS_MISSING = reason("magnificent/perform-reward.gems-missing")
# NOTE: it could be completed, but the space of the hat allows only %(limit)s.
LIMITED = reason("magnificent/perform-reward.limited")
# NOTE: the camp or the gems do not suffice for it and those of the best set together.
NOT_TOGETHER = reason("magnificent/perform-reward.not-together")
# NOTE: it would give nothing more, and cost gems.
NOTHING_GAINED = reason("magnificent/perform-reward.nothing-gained")
# NOTE: %(gems)s are spent: the number of each kind.
SPENT = reason("magnificent/perform-reward.spent")
# NOTE: so many gems of a kind, in a list of them.
GEMS = reason("magnificent/perform-reward.gems")
NOTHING_SPENT = reason("magnificent/perform-reward.nothing-spent")
# NOTE: %(examined)s sets of at most %(limit)s posters were looked at.
EXAMINED = reason("magnificent/perform-reward.examined")


class Tent(Written):
    """A tent under a poster; written as `tent 2 +1 gem orange`: points, coins, and the gem it wants."""

    pattern = rf"tent( (?P<points>{NUMBER}))?( \+(?P<coins>{NUMBER}))?( (gem )?(?P<gem>{'|'.join(KINDS)})( gem)?)?"
    code = "magnificent/error.tent"
    unsaid: ClassVar = {"points": 0, "coins": 0}

    points: Annotated[int, count(0, UNKNOWN)]
    coins: Annotated[int, count(0, UNKNOWN)]
    gem: Annotated[Gem | None, OR_NOBODY] = None


class Poster(Record):
    """A poster in one of the five spaces, with what it wants and gives, and the tent below it."""

    points: Annotated[int, count(0, UNKNOWN), Typed(r"\d+")]
    coins: Annotated[int, count(0, UNKNOWN), Typed(r"\+\d+", absent=0)]
    tiles: Tiles
    gems: Annotated[dict[Gem, Annotated[int, count(0, STORAGE * len(KINDS))]], EACH_ONCE, GEMS_TYPED]
    tent: Annotated[Annotated[Tent | None, OR_NOBODY], Typed(rf"tent( \d+)?( \+\d+)?( {A_GEM})?")]


class Perform(Record):
    """Posters, camp and gems at the moment of performing."""

    posters: Annotated[tuple[Poster, ...], Field(max_length=POSTER_SPACES)]
    camp: Tiles
    """The tiles laid in the camp."""
    gems: Annotated[dict[Gem, Annotated[int, count(0, STORAGE)]], EACH_ONCE, GEMS_TYPED]
    """The gems in storage."""
    limit: Annotated[int, count(0, UNKNOWN)]
    """The most posters to complete: what the space of the hat allows, with trainers."""

    def checks(self) -> tuple[Check, ...]:
        """Look whether the box holds so many tiles."""
        return (self._tiles,)

    def _tiles(self) -> Iterator[Problem]:
        yield from _tiles_problems(("camp",), read_field(self, "camp", {}))
        for place, poster in enumerate(self.posters):
            yield from _tiles_problems(("posters", place, "tiles"), read_field(poster, "tiles", {}))


def _tiles_problems(location: Location, tiles: Mapping[str, int]) -> Iterator[Problem]:
    for tile, number in tiles.items():
        limit = LARGE_TILES if tile.endswith("large") else SMALL_TILES
        yield from above(limit, number, (*location, tile), "magnificent/error.tiles")


class PerformOutcome(Outcome):
    """The best set of posters."""

    completed: tuple[int, ...]
    """The posters to complete, counted from 0."""
    points: int
    coins: int
    gems: dict[str, int]
    """The gems it spends, of each of the four kinds."""
    sets_examined: int
    """How many sets were looked at: all that the space allows, the empty one too."""


@dataclass(frozen=True)
class Show:
    """A set of posters that can be completed together."""

    posters: tuple[int, ...]
    points: int
    coins: int
    gems: Mapping[str, int]
    """The gems it spends, of each kind."""

    @property
    def worth(self) -> tuple[int, int, int, int, int, tuple[int, ...]]:
        """The more the better: points, coins, then few gems, few clear ones, few posters, low places."""
        spent = sum(self.gems.values())
        places = tuple(-place for place in self.posters)
        return self.points, self.coins, -spent, -self.gems["clear"], -len(self.posters), places


def tiles_missing(posters: Sequence[Poster], camp: Mapping[str, int]) -> Counter[str]:
    """Return the tiles that the posters show together and the camp does not have."""
    wanted: Counter[str] = Counter()
    for poster in posters:
        wanted.update(poster.tiles)
    return wanted - Counter(camp)


def gems_spent(posters: Sequence[Poster], stored: Mapping[str, int]) -> tuple[Counter[str], int]:
    """Return the gems that the posters and their tents take, clear ones standing in, and how many are missing."""
    wanted: Counter[str] = Counter()
    for poster in posters:
        wanted.update(poster.gems)
        if poster.tent is not None and poster.tent.gem:
            wanted[poster.tent.gem] += 1
    coloured = Counter({kind: number for kind, number in wanted.items() if kind != "clear"})
    spent = coloured & Counter(stored)
    clear = wanted["clear"] + (coloured - spent).total()
    spent["clear"] = min(clear, stored.get("clear", 0))
    return spent, clear - spent["clear"]


def show(record: Perform, chosen: tuple[int, ...]) -> Show | None:
    """Return what this set of posters gives, or None where it cannot be completed (Russian rulebook, performing)."""
    posters = [record.posters[place] for place in chosen]
    tents = [poster.tent for poster in posters if poster.tent is not None]
    if len(tents) < len(posters) or tiles_missing(posters, record.camp):
        return None
    spent, missing = gems_spent(posters, record.gems)
    if missing:
        return None
    return Show(
        chosen,
        sum(poster.points for poster in posters) + sum(tent.points for tent in tents),
        sum(poster.coins for poster in posters) + sum(tent.coins for tent in tents),
        {kind: spent[kind] for kind in KINDS},
    )


def score(record: Perform) -> Result[PerformOutcome]:
    """Find the best set of posters among all sets that the space allows, the empty one too."""
    sets = [
        chosen
        for size in range(min(record.limit, len(record.posters)) + 1)
        for chosen in combinations(range(len(record.posters)), size)
    ]
    best = max((found for chosen in sets if (found := show(record, chosen)) is not None), key=lambda each: each.worth)
    return Result(
        lines=(*_lines(record, best), EXAMINED(examined=len(sets), limit=record.limit)),
        outcome=PerformOutcome(
            completed=best.posters,
            points=best.points,
            coins=best.coins,
            gems=dict(best.gems),
            sets_examined=len(sets),
        ),
    )


def _lines(record: Perform, best: Show) -> Iterator[Line]:
    for place, poster in enumerate(record.posters):
        number = place + 1
        if place in best.posters and poster.tent is not None:
            points, coins = poster.points + poster.tent.points, poster.coins + poster.tent.coins
            yield COMPLETED(points, number=number, points=points, coins=coins)
        elif poster.tent is None:
            yield NO_TENT(number=number)
        elif tiles := tiles_missing([poster], record.camp):
            yield TILES_MISSING(number=number, tiles=[TILES(tile=tile, count=tiles[tile]) for tile in tiles])
        elif missing := gems_spent([poster], record.gems)[1]:
            yield GEMS_MISSING(number=number, missing=missing)
        elif show(record, tuple(sorted((*best.posters, place)))) is None:
            yield NOT_TOGETHER(number=number)
        else:
            full = len(best.posters) >= record.limit
            yield LIMITED(number=number, limit=record.limit) if full else NOTHING_GAINED(number=number)
    spent = [GEMS(gem=kind, count=number) for kind, number in best.gems.items() if number]
    yield SPENT(gems=spent) if spent else NOTHING_SPENT()
