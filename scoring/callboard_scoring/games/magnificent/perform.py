"""The Magnificent, performing: the best set of posters to complete, found by looking at every set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Annotated, Any

from pydantic import Field

from callboard_scoring.fields import EACH_ONCE, OR_NOBODY, above, count
from callboard_scoring.games.magnificent.pieces import (
    GEMS_TYPED,
    LARGE_TILES,
    POSTER_SPACES,
    SMALL_TILES,
    STORAGE,
    UNKNOWN,
    Gem,
    Tiles,
)
from callboard_scoring.games.magnificent.posters import (
    Performance,
    Poster,
    Show,
    Tent,
    best_of,
    gems_spent,
    gems_to_add,
    sets_within,
    show,
    shows_within,
    tiles_missing,
)
from callboard_scoring.ledger import Line, Outcome, Result, reading, reason
from callboard_scoring.problems import Check, Location, Problem
from callboard_scoring.records import Record, read_field

BARE = Tent(points=0, coins=0)
"""A tent that gives nothing and asks for nothing; no source lists the tents."""


@dataclass(frozen=True)
class Step:
    """What more there would be."""

    tent: bool
    """Whether a tent below the poster."""
    tiles: Counter[str]
    """Tiles in the camp."""
    gems: Counter[str]
    """Gems in storage."""
    room: int
    """Posters that the space of the hat allows."""

    @property
    def pieces(self) -> int:
        """How much it adds."""
        return self.tent + self.tiles.total() + self.gems.total() + self.room


def least_step(record: Performance, place: int) -> Step | None:
    """Return what is missing for a poster to be in the best set: the fewest pieces, none more than it takes.

    They are what some set of posters with this one takes, maybe with better ones that would else come before it. None
    where nothing helps that the box has.
    """
    ready = {each for each, poster in enumerate(record.posters) if poster.tent is not None or each == place}
    sets = [chosen for chosen in sets_within(record, len(ready)) if place in chosen and ready.issuperset(chosen)]
    steps = [step for chosen in sets if (step := _missing(record, place, chosen)) is not None]
    found = sorted(steps, key=lambda step: step.pieces)
    helpful = next((step for step in found if _helps(record, place, step)), None)
    return None if helpful is None else _least(record, place, helpful)


def _missing(record: Performance, place: int, chosen: tuple[int, ...]) -> Step | None:
    """Return what has to be added to complete a set of posters; None where the box does not have it."""
    posters = [record.posters[each] for each in chosen]
    tiles = [*tiles_missing(posters, record.camp).elements()]
    added = Counter(tiles[: max(0, len(tiles) - (record.left_out or 0))])
    gems = gems_to_add(posters, record.gems)
    if gems is None or any(record.camp.get(tile, 0) + added[tile] > _in_box(tile) for tile in added):
        return None
    return Step(record.posters[place].tent is None, added, gems, max(0, len(chosen) - record.limit))


def _in_box(tile: str) -> int:
    return LARGE_TILES if tile.endswith("large") else SMALL_TILES


def _helps(record: Performance, place: int, step: Step) -> bool:
    """Tell whether a poster is in the best set, with what the step adds."""
    posters = list(record.posters)
    if step.tent:
        posters[place] = posters[place].model_copy(update={"tent": BARE})
    changed = record.model_copy(
        update={
            "posters": tuple(posters),
            "camp": Counter(record.camp) + step.tiles,
            "gems": Counter(record.gems) + step.gems,
            "limit": record.limit + step.room,
        }
    )
    return place in best_of(shows_within(changed)).posters


def _least(record: Performance, place: int, step: Step) -> Step:
    """Take from a step whatever it helps without."""
    less = next((one for one in _less(step) if _helps(record, place, one)), None)
    return step if less is None else _least(record, place, less)


def _less(step: Step) -> Iterator[Step]:
    """Yield the step without one of its pieces."""
    for tile in step.tiles:
        yield replace(step, tiles=step.tiles - Counter([tile]))
    for gem in step.gems:
        yield replace(step, gems=step.gems - Counter([gem]))
    if step.room:
        yield replace(step, room=step.room - 1)


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
# NOTE: %(missing.list)s is all that would have to be there too, for the poster to be in the best set.
LACKS = reason("magnificent/perform-reward.lacks")
# NOTE: in a list of what is missing: a tent, gems of kinds that would do, a space for more posters.
A_TENT = reason("magnificent/perform-reward.a-tent")
MORE_GEMS = reason("magnificent/perform-reward.more-gems")
MORE_ROOM = reason("magnificent/perform-reward.more-room")
# NOTE: %(gems)s are spent: the number of each kind.
SPENT = reason("magnificent/perform-reward.spent")
# NOTE: so many gems of a kind, in a list of them.
GEMS = reason("magnificent/perform-reward.gems")
NOTHING_SPENT = reason("magnificent/perform-reward.nothing-spent")
# NOTE: %(examined)s sets of at most %(limit)s posters were looked at.
EXAMINED = reason("magnificent/perform-reward.examined")
# NOTE: %(each:points)s for each of %(count)s posters, by a trainer tile.
FOR_EACH = reason("magnificent/trainer-effects.for-each")
# NOTE: %(tiles)s is what a trainer tile leaves out.
LEFT_OUT = reason("magnificent/trainer-effects.left-out")
# NOTE: %(later)s points that the player's master cards will give for these posters.
LATER = reason("magnificent/master-conditions.later")
# NOTE: %(posters)s are the numbers of the posters of another set, which give fewer points and more coins.
MORE_COINS = reason("magnificent/payment.more-coins")

UNNUMBERED = reading("magnificent/perform.unnumbered")
ONE_LEFT_OUT = reading("magnificent/trainer-effects.one-tile")

PER_POSTER = 1
"""The points of each completed poster by the trainer tile for them (Russian rulebook, trainer effects)."""
MOST_LOSS = 3
"""The most points that a coin short at the payment costs (Russian rulebook, payment)."""


class Perform(Record):
    """Posters, camp and gems at the moment of performing."""

    posters: Annotated[tuple[Poster, ...], Field(max_length=POSTER_SPACES)]
    camp: Tiles
    """The tiles laid in the camp."""
    gems: Annotated[dict[Gem, Annotated[int, count(0, STORAGE)]], EACH_ONCE, GEMS_TYPED]
    """The gems in storage."""
    limit: Annotated[int, count(0, UNKNOWN)]
    """The most posters to complete: what the space of the hat allows, with trainers."""
    per_poster: Annotated[Annotated[int, count(0, UNKNOWN)] | None, OR_NOBODY] = None
    """The points that a trainer tile gives for each completed poster."""
    left_out: Annotated[Annotated[int, count(0, 1)] | None, OR_NOBODY] = None
    """1 where a trainer tile leaves out one tile of one poster."""
    card_points: Annotated[tuple[Annotated[int, count(0, UNKNOWN)], ...], Field(max_length=POSTER_SPACES)] = ()
    """What the player expects master cards to give later for each poster, in the order of the posters."""

    def checks(self) -> tuple[Check, ...]:
        """Look whether the box holds so many tiles, and each poster has its points."""
        return self._tiles, self._card_points

    @classmethod
    def applies(cls, field: str, given: Mapping[str, Any]) -> bool:
        """Ask nobody for what few have: a trainer tile or a card that pays for posters is told by its name."""
        del given
        return field not in ("per_poster", "left_out", "card_points")

    def doubts(self) -> tuple[Check, ...]:
        """Look for posters without tiles, five without the starting tent, and a trainer tile that gives more."""
        return self._bare, self._starting_tent, self._each

    def _tiles(self) -> Iterator[Problem]:
        yield from _tiles_problems(("camp",), read_field(self, "camp", {}))
        for place, poster in enumerate(self.posters):
            yield from _tiles_problems(("posters", place, "tiles"), read_field(poster, "tiles", {}))

    def _card_points(self) -> Iterator[Problem]:
        if self.card_points and len(self.card_points) != len(self.posters):
            values = {"count": len(self.card_points), "limit": len(self.posters)}
            yield Problem(("card_points",), "magnificent/error.card-points", values)

    def _bare(self) -> Iterator[Problem]:
        for place, poster in enumerate(self.posters):
            if not any(poster.tiles.values()):
                yield Problem(("posters", place, "tiles"), "magnificent/doubt.poster-tiles", {"number": place + 1})

    def _starting_tent(self) -> Iterator[Problem]:
        if len(self.posters) == POSTER_SPACES and not any(poster.tent for poster in self.posters):
            yield Problem(("posters",), "magnificent/doubt.starting-tent", {"count": POSTER_SPACES})

    def _each(self) -> Iterator[Problem]:
        yield from above(PER_POSTER, self.per_poster or 0, ("per_poster",), "magnificent/doubt.per-poster")


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


def score(record: Perform) -> Result[PerformOutcome]:
    """Find the best set of posters among all sets that the space allows, the empty one too."""
    sets = sets_within(record, record.limit)
    shows = shows_within(record)
    best = best_of(shows)
    lines = (*_posters(record, best), *_trainers(record, best), *_gems(best), *_besides(best, shows))
    examined = EXAMINED(examined=len(sets), limit=record.limit)
    return Result(
        lines=(
            *lines,
            examined.under(UNNUMBERED, when=_could_perform(record)).under(
                ONE_LEFT_OUT, when=best_if_each_spared(record, best)
            ),
        ),
        outcome=PerformOutcome(
            completed=best.posters,
            points=best.points,
            coins=best.coins,
            gems=dict(best.gems),
            sets_examined=len(sets),
        ),
    )


def _posters(record: Perform, best: Show) -> Iterator[Line]:
    for place, poster in enumerate(record.posters):
        number = place + 1
        if place in best.posters and poster.tent is not None:
            points, coins = poster.points + poster.tent.points, poster.coins + poster.tent.coins
            yield COMPLETED(points, number=number, points=points, coins=coins)
        else:
            yield _left(record, best, place).lacking(_lacks, record, place)


def _left(record: Perform, best: Show, place: int) -> Line:
    """Tell what stands against completing a poster that is not in the best set."""
    poster, number = record.posters[place], place + 1
    if poster.tent is None:
        return NO_TENT(number=number)
    if (tiles := tiles_missing([poster], record.camp)).total() > (record.left_out or 0):
        return TILES_MISSING(number=number, tiles=_tiles(tiles))
    if missing := gems_spent([poster], record.gems)[1]:
        return GEMS_MISSING(number=number, missing=missing)
    if show(record, tuple(sorted((*best.posters, place)))) is None:
        return NOT_TOGETHER(number=number)
    full = len(best.posters) >= record.limit
    return LIMITED(number=number, limit=record.limit) if full else NOTHING_GAINED(number=number)


def _lacks(record: Perform, place: int) -> Iterator[Line]:
    """Tell the least with which a poster would be in the best set, if the box has it."""
    step = least_step(record, place)
    if step is not None:
        gems = [GEMS(gem=kind, count=number) for kind, number in step.gems.items()]
        missing = (
            *((A_TENT(),) if step.tent else ()),
            *_tiles(step.tiles),
            *((MORE_GEMS(count=step.gems.total(), gems=gems),) if gems else ()),
            *((MORE_ROOM(count=step.room, limit=record.limit + step.room),) if step.room else ()),
        )
        yield LACKS(number=place + 1, missing=missing)


def _tiles(tiles: Mapping[str, int]) -> list[Line]:
    return [TILES(tile=tile, count=count) for tile, count in tiles.items()]


def _trainers(record: Perform, best: Show) -> Iterator[Line]:
    """Tell what trainer tiles do for the best set."""
    if record.per_poster and best.posters:
        number = len(best.posters)
        yield FOR_EACH(record.per_poster * number, each=record.per_poster, count=number)
    spared = tiles_missing([record.posters[place] for place in best.posters], record.camp)
    if spared:
        yield LEFT_OUT(tiles=_tiles(spared))


def _gems(best: Show) -> Iterator[Line]:
    spent = [GEMS(gem=kind, count=number) for kind, number in best.gems.items() if number]
    yield SPENT(gems=spent) if spent else NOTHING_SPENT()


def _besides(best: Show, shows: list[Show]) -> Iterator[Line]:
    """Tell what the ranking counts besides the points, and the set that may be better where coins will be short."""
    if best.later:
        yield LATER(later=best.later)
    richer = [each for each in shows if MOST_LOSS * (each.coins - best.coins) > best.worth[0] - each.worth[0]]
    for each in sorted(richer, key=lambda each: (each.coins, each.worth))[-1:]:
        numbers = [place + 1 for place in each.posters]
        yield MORE_COINS(posters=numbers, points=each.points, coins=each.coins)


def _could_perform(record: Perform) -> bool:
    """Tell whether a space that allowed a poster would have given something where this one allows none."""
    if record.limit or (nothing := show(record, ())) is None:
        return False
    some = (show(record, chosen) for chosen in sets_within(record, 1))
    return any(each and each.worth > nothing.worth for each in some)


def best_if_each_spared(record: Perform, best: Show) -> Show | None:
    """Return the set that would be better than the best if a tile were left out of each poster, and not of one."""
    sets = sets_within(record, record.limit) if record.left_out else []
    shows = [found for chosen in sets if (found := show(record, chosen, len(chosen))) is not None]
    better = [found for found in shows if found.worth > best.worth and _is_one_of_each(record, found)]
    return best_of(better) if better else None


def _is_one_of_each(record: Perform, found: Show) -> bool:
    """Tell whether each tile that is missing can be left out of another poster that shows it."""
    missing = [*tiles_missing([record.posters[place] for place in found.posters], record.camp).elements()]
    return any(
        all(record.posters[place].tiles.get(tile) for place, tile in zip(places, missing, strict=True))
        for places in permutations(found.posters, len(missing))
    )
