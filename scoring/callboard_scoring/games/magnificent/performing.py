"""What a poster lacks that is not completed: the least with which it would be in the best set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from callboard_scoring.games.magnificent.pieces import LARGE_TILES, SMALL_TILES
from callboard_scoring.games.magnificent.posters import Tent, gems_to_add, tiles_missing
from callboard_scoring.games.magnificent.shows import Performance, best_of, sets_within, shows_within

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
