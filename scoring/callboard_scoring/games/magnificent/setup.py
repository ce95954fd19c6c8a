"""The Magnificent's set-up for 1-4 players, its advanced and solo variants, and the preparation of rounds 2 and 3."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from callboard_scoring.draws import Draw
from callboard_scoring.games.magnificent.pieces import (
    BOARDS,
    BOX,
    CARDS_LEFT,
    DICE,
    MASTER_CARDS,
    PLAYERS,
    STARTING_CARDS,
    STARTING_POSTERS,
    TRAINERS,
)
from callboard_scoring.ledger import Line, reason
from callboard_scoring.records import Record
from callboard_scoring.setup import Pieces, Seat, Setup

# NOTE: %(names)s in clockwise order, the first player first.
SEATS = reason("magnificent/setup.seats")
SUPPLY = reason("magnificent/setup.supply")
# NOTE: %(dice.token)s were rolled.
DICE_ROLLED = reason("magnificent/setup.dice")
# NOTE: %(cards:master-card)s shuffled into the deck; the 16 starting cards lie aside, or else are shuffled in too.
DECK = reason("magnificent/setup.deck")
WHOLE_DECK = reason("magnificent/setup.whole-deck")
# NOTE: %(rows)s rows of a card and a trainer tile.
DISPLAY = reason("magnificent/setup.display")
WAGONS = reason("magnificent/setup.wagons")
TENTS_OUT = reason("magnificent/setup.tents")
POSTERS_OUT = reason("magnificent/setup.posters")
# NOTE: the names stand on the performance track from space 1 up.
HATS = reason("magnificent/player-setup.hats")
# NOTE: %(name)s gets the board %(board)s and its four cards.
BOARD = reason("magnificent/player-setup.board")
OWN_CARDS = reason("magnificent/player-setup.cards")
UNUSED_CARDS = reason("magnificent/player-setup.unused-cards")
STARTING_POSTER = reason("magnificent/player-setup.poster")
RESOURCES = reason("magnificent/player-setup.resources")
# NOTE: %(name)s gives a coin to %(other)s.
COIN = reason("magnificent/player-setup.coin")
# NOTE: %(tiles:trainer-tile)s on the table; %(names)s choose in this order.
TRAINER_TILES = reason("magnificent/player-setup.trainer-tiles")
TRAINER_TILES_TWO = reason("magnificent/player-setup.trainer-tiles-two")
SIDES = reason("magnificent/setup-advanced.sides")
RESOURCES_OF_A_SIDE = reason("magnificent/setup-advanced.resources")
DRAFT = reason("magnificent/setup-advanced.draft")
# NOTE: the steps of a solo game.
SOLO_CARDS = reason("magnificent/solo.cards")
SIDE_A = reason("magnificent/solo.side-a")
SOLO_TILES = reason("magnificent/solo.tiles")
SOLO_HATS = reason("magnificent/solo.hats")
# NOTE: rounds 2 and 3.
TRAINERS_BACK = reason("magnificent/next-round.trainers")
REFILL = reason("magnificent/next-round.refill")
REFILL_CARDS = reason("magnificent/next-round.refill-cards")
SLIDE_HATS = reason("magnificent/next-round.hats")
NEXT_DICE = reason("magnificent/next-round.dice")
SOLO_REFILL = reason("magnificent/solo.refill")
SOLO_DICE = reason("magnificent/solo.dice")

ROWS = {1: 4, 2: 3, 3: 3, 4: 4}
"""Rows of the display, by the number of players (Russian rulebook, set-up; solo)."""
SPARE_TILES = {1: 2, 2: 3, 3: 3, 4: 4}
"""Trainer tiles to choose from at the set-up."""
SOLO_ROLLED = {"orange": 1, "green": 1, "purple": 1, "clear": 2}
"""The dice a single player rolls; the others wait in reserve."""
STARTING_COINS = 6
TENTS_SHOWN = 15


class Options(Record):
    """Which set-up to make: a round's, and of the first the usual or the advanced one."""

    round: Literal[1, 2, 3] = 1
    advanced: bool = False


def setup(names: tuple[str, ...], options: Options, draw: Draw) -> Setup:
    """Set the game up for 1-4 players, or prepare its second or third round (Russian rulebook, set-up)."""
    players = len(names)
    rolled = SOLO_ROLLED if players == 1 else DICE[players]
    dice = [f"{kind} {draw.below(6) + 1}" for kind, number in rolled.items() for _ in range(number)]
    if options.round > 1:
        steps = tuple(_next_round(players, options.round, dice))
        return Setup(tuple(map(Seat, names)), {}, {}, {"dice": dice}, steps)
    seats = draw.shuffled(names)
    boards = dict(zip(seats, draw.shuffled(BOARDS), strict=False))
    coins = dict.fromkeys(seats, STARTING_COINS)
    if players > 1:
        coins[seats[0]] -= 1
        coins[seats[-1]] += 1
    own: Pieces = {
        "scoring-marker": 1,
        "hat": 2,
        "player-board": 1,
        "poster": 1,
        "master-card": CARDS_LEFT,
        "trainer-tile": 1,
    }
    box = {
        "die": BOX["die"] - sum(DICE[players].values()),
        "poster": STARTING_POSTERS - players,
        "tent": BOX["tent"] - TENTS_SHOWN,
        "player-board": len(BOARDS) - players,
        "trainer": TRAINERS * (PLAYERS - players),
        "scoring-marker": PLAYERS - players,
        "hat": (2 * (PLAYERS - players)) - (3 if players == 1 else 0),
    }
    return Setup(
        seats=tuple(Seat(name, {**own, **_resources(coins[name], options)}) for name in seats),
        take={piece: number - box.get(piece, 0) for piece, number in BOX.items()},
        box={piece: number for piece, number in box.items() if number},
        draws={
            "seats": seats,
            "first": seats[0],
            "dice": dice,
            "boards": boards,
            **({} if options.advanced else {"coins": coins}),
        },
        steps=tuple(_steps(seats, options, dice, boards)),
    )


def _resources(coins: int, options: Options) -> Pieces:
    """Return the starting resources of side A; what side B gives is printed there and known to no source."""
    return {} if options.advanced else {"gem": 4, "coin": coins, "trainer": 1}


def _deck(*, whole: bool) -> Line:
    if whole:
        return WHOLE_DECK(cards=MASTER_CARDS)
    return DECK(cards=MASTER_CARDS - STARTING_CARDS, aside=STARTING_CARDS)


def _steps(seats: list[str], options: Options, dice: list[str], boards: Mapping[str, str]) -> Iterator[Line]:
    players = len(seats)
    solo = players == 1
    if not solo:
        yield SEATS(names=seats)
    yield SUPPLY()
    yield DICE_ROLLED(dice=dice)
    yield _deck(whole=solo or options.advanced)
    yield DISPLAY(rows=ROWS[players])
    yield WAGONS()
    yield TENTS_OUT(count=TENTS_SHOWN)
    yield POSTERS_OUT(count=4)
    if solo:
        yield SOLO_HATS()
    else:
        yield HATS(names=seats)
    for name, board in boards.items():
        yield BOARD(name=name, board=board)
    if options.advanced:
        yield SIDES()
    yield STARTING_POSTER(count=STARTING_POSTERS)
    if solo:
        if not options.advanced:
            yield SIDE_A()
        yield SOLO_CARDS(shown=6, kept=CARDS_LEFT)
    elif options.advanced:
        yield DRAFT(dealt=CARDS_LEFT + 1, kept=CARDS_LEFT)
    else:
        yield OWN_CARDS(kept=CARDS_LEFT)
        if players < PLAYERS:
            yield UNUSED_CARDS()
    yield (RESOURCES_OF_A_SIDE if options.advanced else RESOURCES)(coins=STARTING_COINS)
    if solo:
        yield SOLO_TILES(count=SPARE_TILES[players])
        return
    yield COIN(name=seats[0], other=seats[-1])
    order = seats[::-1]
    why = TRAINER_TILES_TWO if players == 2 else TRAINER_TILES  # noqa: PLR2004  # one tile is left over
    yield why(count=SPARE_TILES[players], names=order)


def _next_round(players: int, number: int, dice: list[str]) -> Iterator[Line]:
    yield TRAINERS_BACK()
    rows = ROWS[players]
    if players == 1:
        yield SOLO_REFILL()
    yield (REFILL if number == 2 else REFILL_CARDS)(rows=rows)  # noqa: PLR2004  # the last round has no tiles
    if players == 1:
        yield SOLO_DICE(dice=dice)
    else:
        yield SLIDE_HATS()
        yield NEXT_DICE(dice=dice)
