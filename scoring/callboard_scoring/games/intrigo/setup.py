"""Intrigo's set-up: seats, families, and the palace with the seals that come out of the bag."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from callboard_scoring.draws import Draw
from callboard_scoring.games.intrigo.pieces import (
    BACK_WITH_THREE,
    BOX,
    DUCAT,
    DUCATS,
    FACTIONS,
    FAMILIES,
    INFLUENCE,
    INFLUENCE_CARDS,
    OF_A_PLAYER,
    RING,
    SEALS,
)
from callboard_scoring.ledger import Line, Ring, Stop, reading, reason
from callboard_scoring.options import Ruled
from callboard_scoring.setup import Seat, Setup

# NOTE: %(names)s in clockwise order; to draw them by lot is our suggestion.
SEATS = reason("intrigo/setup.seats")
# NOTE: %(name)s was drawn or kept; to draw lots is our suggestion.
FIRST = reason("intrigo/setup.first")
# NOTE: %(name)s is whom the players named.
FIRST_NAMED = reason("intrigo/setup.first-named")
# NOTE: %(family.token)s goes back to the box.
REMOVED = reason("intrigo/setup-three-players.family")
# NOTE: nobody was drawn or named: the table finds out who it is.
FIRST_BY_RULE = reason("intrigo/setup.first-by-rule")
# NOTE: what else goes back.
BACK = reason("intrigo/setup-three-players.back")
# NOTE: %(name)s plays %(family.token)s; to deal by lot is our suggestion.
FAMILY = reason("intrigo/setup.family")
OWN_PIECES = reason("intrigo/setup.own-pieces")
# NOTE: %(ducats:ducat)s are all that nobody was given.
SUPPLY = reason("intrigo/setup.supply")
# NOTE: %(count)s building cards, %(side)s on each side of the square.
PALACE = reason("intrigo/palace.build")
# NOTE: %(seals.token)s were drawn from the bag, for the seal buildings clockwise from the door.
TOKENS = reason("intrigo/token-placement.tokens")
INFLUENCE_PILES = reason("intrigo/setup.influence")
# NOTE: %(name)s is the first player and deals four cards to each.
DEAL = reason("intrigo/draft.first-round")
# NOTE: whoever that is.
DEAL_BY_RULE = reason("intrigo/draft.first-round-by-rule")

BOXES = reading("intrigo/components.boxes")
MIDDLE = reading("intrigo/setup.middle")
FAMILIES_BY_LOT = reading("intrigo/setup.families-by-lot")
SEATS_BY_LOT = reading("intrigo/setup.seats-by-lot")
MOST_AMBITIOUS = reading("intrigo/setup.most-ambitious")
CARDS_STAY = reading("intrigo/setup-three-players.cards-stay")
DOOR_STAYS = reading("intrigo/setup-three-players.door-stays")
DOOR = reading("intrigo/palace.door")
CORNERS = reading("intrigo/palace.corners")
PRICES = reading("intrigo/influence-card.prices")


class Options(Ruled):
    """Only who sits where and who begins."""


@dataclass(frozen=True)
class Drawn:
    """What chance decided."""

    seats: list[str]
    first: str | None
    """None where the table finds that out by the rulebook's rule."""
    families: Mapping[str, str]
    """The family of each player."""
    removed: str | None
    """With three players, the family whose card goes back to the box."""
    palace: list[str]
    """The token on each building, clockwise from the door."""


def setup(names: tuple[str, ...], options: Options, draw: Draw) -> Setup:
    """Set the game up for 3-4 players (Russian rulebook, set-up)."""
    drawn = _draw(names, options, draw)
    box = BACK_WITH_THREE if drawn.removed else {}
    return Setup(
        seats=tuple(
            Seat(
                name,
                {**OF_A_PLAYER, **({"first-player-card": 1} if name == drawn.first else {})},
                {"family-card": drawn.families[name]},
            )
            for name in drawn.seats
        ),
        take={piece: count - box.get(piece, 0) for piece, count in BOX.items()},
        box=box,
        draws=vars(drawn),
        steps=tuple(_steps(drawn, options)),
        picture=Ring(tuple(map(Stop, drawn.palace)), first="door"),
    )


def _draw(names: tuple[str, ...], options: Options, draw: Draw) -> Drawn:
    """Draw seats, families and seals. The door is a seal building, and the two symbols alternate."""
    seats = options.seated(names, draw)
    dealt_to = seats if draw.by_seats else names
    families = draw.part("families").shuffled(FAMILIES)
    own = dict(zip(dealt_to, families, strict=False))
    bag = draw.part("palace").shuffled([faction for faction in FACTIONS for _ in range(SEALS)])
    seals = bag[: RING[len(names)] // 2]
    first = draw.part("first", decided=options.first != "drawn").one(dealt_to)
    return Drawn(
        seats=seats,
        first=options.starter(names, first),
        families={name: own[name] for name in seats},
        removed=families[-1] if len(names) < len(FAMILIES) else None,
        palace=[token for seal in seals for token in (seal, DUCAT)],
    )


def _steps(drawn: Drawn, options: Options) -> Iterator[Line]:
    if options.seats == "drawn":
        yield SEATS(names=drawn.seats).under(SEATS_BY_LOT)
    if drawn.removed:
        yield REMOVED(family=drawn.removed).under(CARDS_STAY)
        yield BACK().under(DOOR_STAYS)
    if drawn.first is None:
        yield FIRST_BY_RULE().under(MOST_AMBITIOUS)
    elif options.first == "drawn":
        yield FIRST(name=drawn.first).under(MOST_AMBITIOUS)
    else:
        yield FIRST_NAMED(name=drawn.first)
    for name, family in drawn.families.items():
        yield FAMILY(name=name, family=family).under(FAMILIES_BY_LOT)
    yield OWN_PIECES(factions=len(FACTIONS))
    given = len(drawn.seats) * OF_A_PLAYER["ducat"]
    yield SUPPLY(ducats=DUCATS - given, seals=SEALS * len(FACTIONS)).under(BOXES, MIDDLE)
    buildings = len(drawn.palace)
    yield PALACE(count=buildings, side=buildings // 4 + 1).under(DOOR, CORNERS)
    yield TOKENS(seals=drawn.palace[::2]).under(DOOR)
    yield INFLUENCE_PILES(kinds=len(INFLUENCE), count=INFLUENCE_CARDS).under(MIDDLE, PRICES)
    yield DEAL_BY_RULE() if drawn.first is None else DEAL(name=drawn.first)
