"""Histrio's set-up: both seasons, with the allied troupes of two players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from callboard_scoring.draws import Draw, Toss, toss
from callboard_scoring.games.histrio.pieces import COLOURS, COMMON, ENCOUNTER_CARDS, OF_A_COLOUR, STARTING_ECUS
from callboard_scoring.ledger import Line, reading, reason
from callboard_scoring.options import Seated
from callboard_scoring.setup import Seat, Setup

# NOTE: every step says one thing to do.
BOARD = reason("histrio/setup.board")
# NOTE: %(side.token)s is the side of the coin, %(needle.token)s the space, %(mood.token)s the King's mood.
TOSS = reason("histrio/setup.toss")
# NOTE: %(names)s in clockwise order; to draw them by lot is our suggestion.
SEATS = reason("histrio/setup.seats")
# NOTE: %(names)s in the order in which they choose a colour, which is our suggestion.
COLOUR = reason("histrio/setup.colours")
OWN_PIECES = reason("histrio/setup.own-pieces")
ALLIES = reason("histrio/two-players.setup")
REQUESTS = reason("histrio/setup.requests")
ENCOUNTERS = reason("histrio/setup.encounters")
PURSES = reason("histrio/setup.purses")
TREASURY = reason("histrio/setup.treasury")
BOX = reason("histrio/setup.box")
FIRST_TURN = reason("histrio/game-turn.first-turn")
DISCARD_ACTORS = reason("histrio/second-season.actors")
KEEP = reason("histrio/second-season.keep")
STRAIGHTEN = reason("histrio/second-season.acrobats")
STAY = reason("histrio/second-season.travel")
CLEAR_CITIES = reason("histrio/second-season.cities")
NEW_DECK = reason("histrio/second-season.deck")
TOSS_AGAIN = reason("histrio/second-season.toss")
CENTRAL_SPACE = reading("histrio/setup.central-space")
LOTS = reading("histrio/setup.lots")
COLOURS_LEFT = reading("histrio/setup.colours-left")
ALLIED_TROUPES = reading("histrio/two-players.allies")
SHUFFLED = reading("histrio/second-season.shuffled")
CENTRAL_AGAIN = reading("histrio/second-season.central-again")
MANAGERS_LEFT = reading("histrio/second-season.managers")

NEEDLE: Mapping[Toss, str] = {"heads": "comedy 1", "tails": "tragedy 1"}
"""Where the needle starts: a central space, heads comedy, tails tragedy (both rulebooks, set-up)."""
CITIES = 8
OF_A_COLOUR_VALUES = {piece.replace("-", "_"): number for piece, number in OF_A_COLOUR.items()}
"""What a colour has, under the names that a step's words use."""


class Options(Seated):
    """Which set-up to make."""

    season: Literal[1, 2] = 1


def setup(names: tuple[str, ...], options: Options, draw: Draw) -> Setup:
    """Set the first or the second season up for 2-5 players (both rulebooks, set-up; preparation of season two)."""
    drawn = drawn_by(toss(draw.part("coin")))
    if options.season == 2:  # noqa: PLR2004  # the second season
        return Setup(tuple(map(Seat, names)), {}, {}, drawn, tuple(second_season(drawn)))
    seats = options.seated(names, draw)
    choosing = draw.part("choosing").shuffled(names)
    colours = 2 if len(names) == 2 else 1  # noqa: PLR2004  # two players lead an allied troupe each
    own = {piece: number * colours for piece, number in OF_A_COLOUR.items()}
    used = len(names) * colours
    return Setup(
        seats=tuple(Seat(name, {**own, "copper-coin": STARTING_ECUS}) for name in seats),
        take={**COMMON, **{piece: number * used for piece, number in OF_A_COLOUR.items()}},
        box={piece: number * (COLOURS - used) for piece, number in OF_A_COLOUR.items() if used < COLOURS},
        draws={**drawn, "seats": seats, "choosing": choosing},
        steps=tuple(_first_season(drawn, seats, choosing, options)),
    )


def _first_season(drawn: dict[str, str], seats: list[str], choosing: list[str], options: Options) -> Iterator[Line]:
    if options.seats == "drawn":
        yield SEATS(names=seats).under(LOTS)
    yield BOARD()
    yield TOSS(side=drawn["coin"], needle=drawn["needle"], mood=drawn["mood"]).under(CENTRAL_SPACE)
    yield COLOUR(names=choosing).under(LOTS)
    yield OWN_PIECES(**OF_A_COLOUR_VALUES)
    if len(seats) == 2:  # noqa: PLR2004  # the rules for two
        yield ALLIES(**OF_A_COLOUR_VALUES).under(ALLIED_TROUPES)
    if len(seats) < COLOURS:  # two take four of them
        yield BOX().under(COLOURS_LEFT)
    yield REQUESTS(count=COMMON["secret-request"])
    yield ENCOUNTERS(count=ENCOUNTER_CARDS, cities=CITIES, left=ENCOUNTER_CARDS - CITIES)
    yield PURSES(ecus=STARTING_ECUS)
    yield TREASURY()
    yield FIRST_TURN()


def drawn_by(side: Toss) -> dict[str, str]:
    """Return what a side of the coin decides: the space of the needle, and the King's mood."""
    needle = NEEDLE[side]
    return {"coin": side, "needle": needle, "mood": needle.split()[0]}


def second_season(drawn: Mapping[str, str]) -> Iterator[Line]:
    """Yield the steps that prepare the second season (both rulebooks, preparation of season two)."""
    yield DISCARD_ACTORS()
    yield KEEP()
    yield STRAIGHTEN()
    yield STAY()
    yield CLEAR_CITIES()
    yield NEW_DECK(cities=CITIES).under(SHUFFLED)
    toss_again = TOSS_AGAIN(side=drawn["coin"], needle=drawn["needle"], mood=drawn["mood"])
    yield toss_again.under(CENTRAL_AGAIN, MANAGERS_LEFT)
