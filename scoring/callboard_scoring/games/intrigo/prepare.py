"""Intrigo's preparation of the next round: what goes back, and which tokens are laid on the empty buildings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field

from callboard_scoring.draws import Draw
from callboard_scoring.evening import Past
from callboard_scoring.fields import Typed, count
from callboard_scoring.games.intrigo.doubts import shows_seal
from callboard_scoring.games.intrigo.evening import filled, stayed
from callboard_scoring.games.intrigo.pieces import (
    DUCATS,
    FACE_DOWN,
    FACE_UP,
    FACTIONS,
    NOTHING,
    RING,
    SEAL_WORDS,
    SEALS,
    Faction,
    Lying,
)
from callboard_scoring.ledger import Line, Outcome, Result, Ring, Stop, reading, reason
from callboard_scoring.problems import Check, Problem
from callboard_scoring.records import Record

FIRST_PLAYER = reason("intrigo/round-end.first-player")
GATHER = reason("intrigo/round-end.gather")
INFLUENCE_AWAY = reason("intrigo/round-end.influence-away")
TURN_UP = reason("intrigo/round-end.turn-up")
# NOTE: %(laid)s are the tokens, each with its building.
LAY = reason("intrigo/token-placement.refill")
LAID = reason("intrigo/token-placement.laid")
NOTHING_TO_LAY = reason("intrigo/token-placement.full")
# NOTE: the buildings of these numbers stay empty.
EMPTY = reason("intrigo/token-placement.empty")
DEAL = reason("intrigo/draft.next-round")

DUCATS_OUT = reading("intrigo/token-placement.ducats-out")
UNCLAIMED = reading("intrigo/round-end.unclaimed")


class Prepare(Record):
    """The palace between two rounds, and the seals that are drawn for its empty buildings."""

    stayed: Annotated[
        tuple[Lying, ...],
        Field(min_length=min(RING.values()), max_length=max(RING.values())),
    ]
    """The token that nobody won on each building, clockwise from the door; `none` on empty ones."""
    seals: Annotated[tuple[Faction, ...], Field(max_length=max(RING.values())), Typed(rf"({SEAL_WORDS})")]
    """The seals from the bag, in the order in which they are laid: clockwise from the door."""
    middle: Annotated[int, count(0, DUCATS)] = DUCATS
    """The ducats in the middle of the table before any is laid."""

    def checks(self) -> tuple[Check, ...]:
        """Look at the ring, at how many seals are laid, and whether the bag held them."""
        return self._ring, self._number, self._bag

    def _ring(self) -> Iterator[Problem]:
        if len(self.stayed) not in RING.values():
            numbers = sorted(RING.values())
            yield Problem(("stayed",), "intrigo/error.stayed", {"count": len(self.stayed), "sizes": numbers})

    def _number(self) -> Iterator[Problem]:
        limit = len(places_for_seals(self.stayed))
        if len(self.seals) != limit:
            yield Problem(("seals",), "intrigo/error.seals-laid", {"count": len(self.seals), "limit": limit})

    def _bag(self) -> Iterator[Problem]:
        held = bag(self.stayed)
        for faction, number in Counter(self.seals).items():
            if number > held[faction]:
                values = {"token": faction, "count": number, "limit": held[faction]}
                yield Problem(("seals",), "intrigo/error.bag", values)


class PrepareOutcome(Outcome):
    """What the next round begins with."""

    palace: tuple[str, ...]
    """The token on each building, clockwise from the door."""


def places_for_seals(left: tuple[str, ...]) -> list[int]:
    """Return the places of the empty buildings that show a seal."""
    return [place for place, token in enumerate(left) if token == NOTHING and shows_seal(place)]


def bag(left: tuple[str, ...]) -> Counter[str]:
    """Return the seals in the bag: all that do not lie in the palace, as those won are back (end of the round)."""
    lying = Counter(token.removesuffix(FACE_DOWN).removesuffix(FACE_UP) for token in left)
    return Counter({faction: max(0, SEALS - lying[faction]) for faction in FACTIONS})


def drawn(past: Past, draw: Draw) -> Mapping[str, Any]:
    """Draw a seal from the bag for each empty building that shows one (Russian rulebook, end of the round)."""
    left = stayed(past)
    if left is None:
        return {}
    seals = draw.part("palace").shuffled(list(bag(left).elements()))
    return {"seals": seals[: len(places_for_seals(left))]}


def score(record: Prepare) -> Result[PrepareOutcome]:
    """Tell the steps of the preparation, and how the palace lies after it (Russian rulebook, end of the round)."""
    palace = tuple(str(token) for token in filled(record.stayed, record.middle, record.seals))
    return Result(
        steps=tuple(_steps(record, palace)),
        scored=False,
        outcome=PrepareOutcome(palace=palace),
        picture=Ring(tuple(map(Stop, palace)), first="door"),
    )


def _steps(record: Prepare, palace: tuple[str, ...]) -> Iterator[Line]:
    yield FIRST_PLAYER()
    yield GATHER()
    yield INFLUENCE_AWAY()
    yield TURN_UP()
    empty = [place for place, token in enumerate(record.stayed) if token == NOTHING]
    laid = [place for place in empty if palace[place] != NOTHING]
    if laid:
        yield LAY(laid=[LAID(token=palace[place], building=place + 1) for place in laid]).under(
            UNCLAIMED, when=len(empty) < len(palace)
        )
    else:
        yield NOTHING_TO_LAY().under(UNCLAIMED)
    if len(laid) < len(empty):
        yield EMPTY(buildings=[place + 1 for place in empty if place not in laid]).under(DUCATS_OUT)
    yield DEAL()
