"""Posters over the tents of a player board: what they want and give, and what a set of them takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar

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
