"""Fireflies, the set-up: seats, the lamp, and for two players a colour that stays in the box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from callboard_scoring.draws import Draw
from callboard_scoring.ledger import Line, reason
from callboard_scoring.records import Record
from callboard_scoring.setup import Pieces, Seat, Setup
from fireflies.pieces import BOX, BRIGHTEST, COLOURS, FEWEST

# NOTE: %(names)s in clockwise order.
SEATS = reason("fireflies/setup.seats")
# NOTE: %(name)s is drawn by lot.
LAMP = reason("fireflies/setup.lamp")
JARS = reason("fireflies/setup.jars")
# NOTE: %(colour.of)s is drawn by lot.
COLOUR_BACK = reason("fireflies/two-players.colour-back")
SHUFFLE = reason("fireflies/setup.shuffle")


class Options(Record):
    """Nothing to choose."""


def setup(names: tuple[str, ...], options: Options, draw: Draw) -> Setup:
    """Set the game up for 2-4 players."""
    del options
    seats = draw.part("seats").shuffled(names)
    lamp = draw.part("lamp").one(names)
    out = draw.part("colour").one(tuple(COLOURS.values())) if len(names) == FEWEST else None
    take = {**BOX, "jar": len(names), "firefly": BOX["firefly"] - (BRIGHTEST if out else 0)}
    return Setup(
        seats=tuple(Seat(name, _own(name == lamp)) for name in seats),
        take=take,
        box={piece: BOX[piece] - number for piece, number in take.items() if BOX[piece] > number},
        draws={"seats": seats, "lamp": lamp, **({"colour": out} if out else {})},
        steps=tuple(_steps(seats, lamp, out)),
    )


def _own(lamp: bool) -> Pieces:  # whether the lamp is this player's
    return {"jar": 1, **({"lamp": 1} if lamp else {})}


def _steps(seats: Sequence[str], lamp: str, out: str | None) -> Iterator[Line]:
    yield SEATS(names=seats)
    yield JARS()
    if out is not None:
        yield COLOUR_BACK(colour=out)
    yield SHUFFLE()
    yield LAMP(name=lamp)
