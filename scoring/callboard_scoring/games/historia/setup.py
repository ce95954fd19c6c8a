"""Historia's set-up as far as outside sources establish it; what they do not is a step that says so."""

from __future__ import annotations

from collections.abc import Iterator

from callboard_scoring.draws import Draw
from callboard_scoring.games.historia.pieces import BOX
from callboard_scoring.ledger import Line, reading, reason
from callboard_scoring.records import Record
from callboard_scoring.setup import Pieces, Seat, Setup

SOURCES = reason("historia/setup.sources")
# NOTE: %(civbots)s Civbot cards and %(events)s event cards.
LEFT_OUT = reason("historia/setup.left-out")
BOARD = reason("historia/setup.board")
# NOTE: %(count)s wonders of era I lie open: two more than there are people.
WONDERS = reason("historia/setup.wonders")
ACTION_CARDS = reason("historia/setup.action-cards")
ADVISORS = reason("historia/setup.advisors")
CUBES = reason("historia/setup.cubes")
CUBES_EXPERT = reason("historia/setup.cubes-expert")
# NOTE: %(names)s in the order of their turns, drawn.
ORDER = reason("historia/setup.order")
# NOTE: %(names)s in the order of their turns.
MAP = reason("historia/setup.map")
TERRITORIES = reason("historia/setup.territories")
LEADERS = reason("historia/setup.leaders")
UNKNOWN = reason("historia/setup.unknown")

TWO_GAMES = reading("historia/overview.two-games")
TRANSLATION = reading("historia/components.translation")
VERSIONS = reading("historia/components.versions")
HOW_MANY_CUBES = reading("historia/setup.cubes")
NO_DISCARD = reading("historia/setup.advisors")
ONE_CUBE = reading("historia/setup.one-cube")
OPEN_TERRITORIES = reading("historia/setup.territories")
FIRST_CUBE = reading("historia/setup.first-cube")
OPEN_LEADERS = reading("historia/setup.leaders")
EVENTS = reading("historia/setup.events")
CIVBOTS = reading("historia/setup.civbots")

OF_A_PLAYER: Pieces = {
    "action-card": 10,
    "advisor-card": 5,
    "power-cube": 9,
    "development-marker": 1,
    "order-marker": 1,
    "point-marker": 1,
    "reference-sheet": 1,
}
MORE_WONDERS = 2
NOT_USED = ("civbot-card", "event-card")
"""What people who play without Civbots and without the optional events leave in the box."""


class Options(Record):
    """Whether to begin without a used cube."""

    expert: bool = False


def setup(names: tuple[str, ...], options: Options, draw: Draw) -> Setup:
    """Set the game up for 1-6 people without Civbots, as far as it is known (Japanese abridged rules, and others)."""
    order = draw.part("order").shuffled(names)
    take = {
        piece: OF_A_PLAYER[piece] * len(names) if piece in OF_A_PLAYER else number
        for piece, number in BOX.items()
        if piece not in NOT_USED
    }
    box = {piece: left for piece, number in BOX.items() if (left := number - take.get(piece, 0))}
    return Setup(
        seats=tuple(Seat(name, OF_A_PLAYER) for name in order),
        take=take,
        box=box,
        draws={"order": order},
        steps=tuple(_steps(order, options)),
    )


def _steps(order: list[str], options: Options) -> Iterator[Line]:
    yield SOURCES().under(TWO_GAMES)
    left_out = LEFT_OUT(civbots=BOX["civbot-card"], events=BOX["event-card"])
    yield left_out.under(TRANSLATION, VERSIONS, EVENTS, CIVBOTS)
    yield BOARD().under(TRANSLATION)
    yield WONDERS(count=len(order) + MORE_WONDERS)
    yield ACTION_CARDS()
    yield ADVISORS().under(NO_DISCARD)
    yield CUBES_EXPERT() if options.expert else CUBES().under(HOW_MANY_CUBES)
    yield ORDER(names=order).under(TRANSLATION)
    yield MAP(names=order).under(ONE_CUBE)
    yield TERRITORIES().under(OPEN_TERRITORIES)
    yield LEADERS().under(OPEN_LEADERS)
    yield UNKNOWN().under(OPEN_TERRITORIES, FIRST_CUBE)
