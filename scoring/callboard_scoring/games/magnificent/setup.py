"""The Magnificent's set-up for 1-4 players, its advanced and solo variants, and the preparation of rounds 2 and 3."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

from pydantic import model_validator

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
from callboard_scoring.ledger import Line, reading, reason
from callboard_scoring.options import Led, led_by
from callboard_scoring.setup import Pieces, Seat, Setup

# NOTE: %(names)s in clockwise order; to draw them by lot is our suggestion.
SEATS = reason("magnificent/setup.seats")
SUPPLY = reason("magnificent/setup.supply")
# NOTE: %(name)s was drawn or kept, or is whom the players named.
FIRST = reason("magnificent/setup.first")
FIRST_NAMED = reason("magnificent/setup.first-named")
# NOTE: %(dice.grouped)s were rolled or kept.
DICE_ROLLED = reason("magnificent/setup.dice")
# NOTE: %(cards:master-card)s shuffled into the deck; the 16 starting cards lie aside, or else are shuffled in too.
DECK = reason("magnificent/setup.deck")
DRAFTED_DECK = reason("magnificent/setup-advanced.deck")
# NOTE: %(rows)s rows of a card and a trainer tile.
DISPLAY = reason("magnificent/setup.display")
WAGONS = reason("magnificent/setup.wagons")
TENTS_OUT = reason("magnificent/setup.tents")
# NOTE: the same, and the last one may be that of board II.
TENT_ASIDE = reason("magnificent/setup-advanced.tents")
POSTERS_OUT = reason("magnificent/setup.posters")
# NOTE: the names stand on the performance track from space 1 up.
HATS = reason("magnificent/player-setup.hats")
# NOTE: %(name)s gets the board %(board)s and its four cards.
BOARD = reason("magnificent/player-setup.board")
OWN_CARDS = reason("magnificent/player-setup.cards")
UNUSED_CARDS = reason("magnificent/player-setup.unused-cards")
STARTING_POSTER = reason("magnificent/player-setup.poster")
RESOURCES = reason("magnificent/player-setup.resources")
# NOTE: %(coins)s are those of side A; the other side shows its own.
RESOURCES_OF_A_SIDE = reason("magnificent/player-setup.resources-of-a-side")
# NOTE: %(name)s gives a coin to %(other)s.
COIN = reason("magnificent/player-setup.coin")
# NOTE: %(tiles:trainer-tile)s on the table; %(names)s choose in this order.
TRAINER_TILES = reason("magnificent/player-setup.trainer-tiles")
TRAINER_TILES_TWO = reason("magnificent/player-setup.trainer-tiles-two")
SIDES = reason("magnificent/setup-advanced.sides")
DRAFT = reason("magnificent/setup-advanced.draft")
# NOTE: the steps of a solo game. %(dice.grouped)s were rolled or kept, %(reserve)s dice are left.
SOLO_FIRST_DICE = reason("magnificent/solo.first-dice")
SOLO_DECK = reason("magnificent/solo.deck")
SOLO_HAT = reason("magnificent/solo.hat")
SOLO_HATS = reason("magnificent/solo.hats")
SIDE_A = reason("magnificent/player-setup.side-a")
# NOTE: a draft was asked for.
SOLO_NO_DRAFT = reason("magnificent/solo.no-draft")
SOLO_CARDS = reason("magnificent/solo.cards")
SOLO_TILES = reason("magnificent/solo.tiles")
# NOTE: rounds 2 and 3.
TRAINERS_BACK = reason("magnificent/next-round.trainers")
REFILL = reason("magnificent/next-round.refill")
REFILL_CARDS = reason("magnificent/next-round.refill-cards")
SLIDE_HATS = reason("magnificent/next-round.hats")
NEXT_DICE = reason("magnificent/next-round.dice")
SOLO_REFILL = reason("magnificent/solo.refill")
SOLO_DICE = reason("magnificent/solo.dice")

POSTERS_IN_ALL = reading("magnificent/components.posters")
COUNTS = reading("magnificent/components.counts")
SEATS_BY_LOT = reading("magnificent/setup.seats-by-lot")
RESOURCES_BY_SIDE = reading("magnificent/player-setup.sides")
B_SIDES = reading("magnificent/setup-advanced.b-sides")
NO_COIN = reading("magnificent/solo.coins")
ALL_IN_THE_DECK = reading("magnificent/solo.deck")
OTHERS_STAY = reading("magnificent/solo.slide")

ROWS = {1: 4, 2: 3, 3: 3, 4: 4}
"""Rows of the display, by the number of players (Russian rulebook, set-up; solo)."""
SPARE_TILES = {1: 2, 2: 3, 3: 3, 4: 4}
"""Trainer tiles to choose from at the set-up."""
SOLO_ROLLED = {"orange": 1, "green": 1, "purple": 1, "clear": 2}
"""The dice a single player rolls; the others wait in reserve."""
SOLO_RIVALS = 3
"""Hats of other colours on the track of a single player."""
SOLO_CARDS_SHOWN = 6
STARTING_COINS = 6
TENTS_SHOWN = 15
POSTERS_SHOWN = 4


class Options(Led):
    """Which set-up to make: a round's, and of the first the usual one or what of the advanced one the players like."""

    BY_RULE: ClassVar[str | None] = "drawn"  # by chance, as by a roll of the dice (Russian rulebook, set-up)

    round: Literal[1, 2, 3] = 1
    advanced: bool = False
    """Both of the next two."""
    sides: bool = False
    """Everybody chooses a side of the board."""
    draft: bool = False
    """Master cards are drafted."""

    @model_validator(mode="before")
    @classmethod
    def _both(cls, raw: Any) -> Any:
        """Read "advanced" as both of its parts, but for what is said of one of them."""
        if not isinstance(raw, Mapping) or not isinstance(raw.get("advanced", False), bool):
            return raw
        advanced = raw.get("advanced", False)
        options = {"sides": advanced, "draft": advanced, **raw}
        return {**options, "advanced": options["sides"] is True and options["draft"] is True}


def setup(names: tuple[str, ...], options: Options, draw: Draw) -> Setup:
    """Set the game up for 1-4 players, or prepare its second or third round (Russian rulebook, set-up)."""
    players = len(names)
    dice = rolled(players, draw)
    if options.round > 1:
        steps = tuple(next_round(players, options.round, dice, SLIDE_HATS()))
        return Setup(tuple(map(Seat, names)), {}, {}, {"dice": dice}, steps)
    seats = options.seated(names, draw)
    numbers = draw.part("boards").shuffled(BOARDS)
    first = options.leader(names, _first(names, seats, options, draw))
    seats = list(led_by(seats, first)[0])
    own_boards = dict(zip(seats if draw.by_seats else names, numbers, strict=False))
    boards = {name: own_boards[name] for name in seats}
    coins = dict.fromkeys(seats, STARTING_COINS)
    coins[seats[0]] -= 1
    coins[seats[-1]] += 1  # of a single player the same
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
        "tent": 0 if _spares_a_tent(options, boards) else BOX["tent"] - TENTS_SHOWN,
        "player-board": len(BOARDS) - players,
        "trainer": TRAINERS * (PLAYERS - players),
        "scoring-marker": PLAYERS - players,
        "hat": 2 * (PLAYERS - players) - (SOLO_RIVALS if players == 1 else 0),
    }
    return Setup(
        seats=tuple(
            Seat(name, {**own, **_resources(coins[name], options)}, {"player-board": boards[name]}) for name in seats
        ),
        take={piece: number - box.get(piece, 0) for piece, number in BOX.items()},
        box={piece: number for piece, number in box.items() if number},
        draws={
            "seats": seats,
            "first": seats[0],
            "dice": dice,
            "boards": boards,
            **({} if options.sides else {"coins": coins}),
        },
        steps=tuple(_steps(seats, options, dice, boards)),
    )


def _spares_a_tent(options: Options, boards: Mapping[str, str]) -> bool:
    """Tell whether the last tent may be needed: side B of board II shows it (Russian rulebook, advanced set-up)."""
    return options.sides and "II" in boards.values()


def dice_rolled(players: int) -> Counter[str]:
    """Return how many dice of each kind so many players roll for a round (Russian rulebook, set-up, solo)."""
    return Counter(SOLO_ROLLED if players == 1 else DICE[players])


def rolled(players: int, draw: Draw) -> list[str]:
    """Roll the dice of a round."""
    roll = draw.part("dice")
    return [f"{kind} {roll.below(6) + 1}" for kind, number in dice_rolled(players).items() for _ in range(number)]


def _first(names: tuple[str, ...], seats: list[str], options: Options, draw: Draw) -> str:
    if draw.by_seats and options.seats == "drawn":
        return seats[0]
    return draw.part("first", decided=options.first != "drawn").one(names)


def _resources(coins: int, options: Options) -> Pieces:
    """Return the starting resources of side A; what side B gives is printed there and known to no source."""
    return {} if options.sides else {"gem": 4, "coin": coins, "trainer": 1}


def _steps(seats: list[str], options: Options, dice: list[str], boards: Mapping[str, str]) -> Iterator[Line]:
    solo = len(seats) == 1
    if not solo and options.seats == "drawn":
        yield SEATS(names=seats).under(SEATS_BY_LOT)
    yield SUPPLY().under(COUNTS)
    if solo:
        yield SOLO_FIRST_DICE(dice=dice, reserve=BOX["die"] - len(dice))
        yield SOLO_DECK(cards=MASTER_CARDS).under(ALL_IN_THE_DECK)
    else:
        yield (FIRST if options.first == "drawn" else FIRST_NAMED)(name=seats[0])
        yield DICE_ROLLED(dice=dice)
        yield _deck(options)
    yield DISPLAY(rows=ROWS[len(seats)])
    yield WAGONS()
    yield (TENT_ASIDE if _spares_a_tent(options, boards) else TENTS_OUT)(count=TENTS_SHOWN)
    yield POSTERS_OUT(count=POSTERS_SHOWN).under(POSTERS_IN_ALL)
    if solo:
        yield SOLO_HAT()
        yield SOLO_HATS().under(OTHERS_STAY)
    else:
        yield HATS(names=seats)
    for name, board in boards.items():
        yield BOARD(name=name, board=board)
    yield from _solo_player(options) if solo else _players(seats, options)


def _deck(options: Options) -> Line:
    if options.draft:
        return DRAFTED_DECK(cards=MASTER_CARDS)
    return DECK(cards=MASTER_CARDS - STARTING_CARDS, aside=STARTING_CARDS)


def _side(options: Options) -> Line:
    return SIDES().under(B_SIDES) if options.sides else SIDE_A()


def _starting_resources(options: Options) -> Line:
    if options.sides:
        return RESOURCES_OF_A_SIDE(coins=STARTING_COINS).under(RESOURCES_BY_SIDE)
    return RESOURCES(coins=STARTING_COINS)


def _players(seats: list[str], options: Options) -> Iterator[Line]:
    """Yield what players do with their boards: a draft comes after the posters, cards of one's own before."""
    players = len(seats)
    yield _side(options)
    if not options.draft:
        yield OWN_CARDS(kept=CARDS_LEFT)
        if players < PLAYERS:
            yield UNUSED_CARDS()
    yield STARTING_POSTER(count=STARTING_POSTERS)
    if options.draft:
        yield DRAFT(dealt=CARDS_LEFT + 1, kept=CARDS_LEFT)
    yield _starting_resources(options)
    yield COIN(name=seats[0], other=seats[-1])
    why = TRAINER_TILES_TWO if players == 2 else TRAINER_TILES  # noqa: PLR2004  # one tile is left over
    yield why(count=SPARE_TILES[players], names=seats[::-1])


def _solo_player(options: Options) -> Iterator[Line]:
    yield _side(options)
    yield STARTING_POSTER(count=STARTING_POSTERS)
    if options.draft:
        yield SOLO_NO_DRAFT()
    yield SOLO_CARDS(shown=SOLO_CARDS_SHOWN, kept=CARDS_LEFT)
    yield _starting_resources(options)
    yield SOLO_TILES(count=SPARE_TILES[1]).under(NO_COIN)


def next_round(players: int, number: int, dice: Sequence[str], hats: Line) -> Iterator[Line]:
    """Yield the steps that prepare the second or third round; `hats` tells how they slide down, where there are more.

    Rulebook: Russian, the end of a round; solo.
    """
    yield TRAINERS_BACK()
    rows = ROWS[players]
    if players == 1:
        yield SOLO_REFILL().under(OTHERS_STAY)
    yield (REFILL if number == 2 else REFILL_CARDS)(rows=rows)  # noqa: PLR2004  # the last round has no tiles
    if players == 1:
        yield SOLO_DICE(dice=dice)
    else:
        yield hats
        yield NEXT_DICE(dice=dice)
