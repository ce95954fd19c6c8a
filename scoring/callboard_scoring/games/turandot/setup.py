"""Turandot's set-up: who sits where, who holds Puccini, and where each of the 109 cards goes."""

from __future__ import annotations

from collections.abc import Iterator

from callboard_scoring.draws import Draw
from callboard_scoring.games.turandot.pieces import BOX, CARPENTER_FROM, MONEY, OF_A_COLOUR, PLAYERS
from callboard_scoring.ledger import Line, reading, reason
from callboard_scoring.options import Ruled
from callboard_scoring.setup import Pieces, Seat, Setup

# NOTE: %(names)s in clockwise order; to draw them by lot is our suggestion.
SEATS = reason("turandot/setup.seats")
CHARACTERS = reason("turandot/setup.characters")
STAGEHANDS = reason("turandot/setup.stagehands")
NO_CARPENTER = reason("turandot/setup.no-carpenter")
# NOTE: %(names)s in the order in which they choose a colour, which is our suggestion.
COLOURS = reason("turandot/setup.colours")
# NOTE: %(numbers)s is the highest number in use.
OWN_CARDS = reason("turandot/setup.own-cards")
# NOTE: number cards above %(numbers)s go back to the box.
NUMBERS_BACK = reason("turandot/setup.numbers-back")
# NOTE: %(unused)s colours, %(cards:card)s in all.
COLOURS_BACK = reason("turandot/setup.colours-back")
DECKS = reason("turandot/setup.decks")
# NOTE: %(name)s was drawn or kept; to draw lots is our suggestion.
PUCCINI = reason("turandot/setup.puccini")
# NOTE: %(name)s is whom the players named.
PUCCINI_NAMED = reason("turandot/setup.puccini-named")
# NOTE: nobody was drawn or named: the table finds out who it is.
PUCCINI_BY_RULE = reason("turandot/setup.puccini-by-rule")
# NOTE: the imaginary player.
IMAGINARY = reason("turandot/two-players.setup")
# NOTE: %(name)s, who holds Puccini, lays out %(count:card)s.
FIRST_ROUND = reason("turandot/casting.first-round")
# NOTE: %(used:card)s in the game, %(box:card)s in the box, %(total)s in all.
COUNT = reason("turandot/components.count")

PRINTED_LIST = reading("turandot/components.printed-list")
SEATS_BY_LOT = reading("turandot/setup.seats-by-lot")
COLOURS_BY_LOT = reading("turandot/setup.colours-by-lot")
BEST_SINGER = reading("turandot/setup.best-singer")
ONE_HIRE = reading("turandot/stagehands.one-hire")
SURPLUS = reading("turandot/director-round.surplus")


class Options(Ruled):
    """Only who sits where and who begins."""


def setup(names: tuple[str, ...], options: Options, draw: Draw) -> Setup:
    """Set the game up for 2-5 players (Russian rulebook, set-up; the rules for two players)."""
    seats = options.seated(names, draw)
    choosing = draw.part("choosing").shuffled(names)
    puccini = options.starter(names, draw.part("puccini", decided=options.first != "drawn").one(names))
    own = {**OF_A_COLOUR, "number-card": len(names) + 1}
    shared = {piece: count for piece, count in BOX.items() if piece != "carpenter" or _carpenter(names)}
    take = {**shared, **{piece: count * len(names) for piece, count in own.items()}}
    whole = {**BOX, **{piece: count * PLAYERS for piece, count in OF_A_COLOUR.items()}}
    box = {piece: count - take.get(piece, 0) for piece, count in whole.items() if count > take.get(piece, 0)}
    return Setup(
        seats=tuple(Seat(name, {**own, **({"puccini": 1} if name == puccini else {})}) for name in seats),
        take=take,
        box=box,
        draws={"seats": seats, "choosing": choosing, "puccini": puccini},
        steps=tuple(_steps(seats, choosing, puccini, options, take, box)),
    )


def _carpenter(names: tuple[str, ...] | list[str]) -> bool:
    return len(names) >= CARPENTER_FROM


def _steps(  # noqa: PLR0913, PLR0917  # what was drawn, chosen, and counted
    seats: list[str], choosing: list[str], puccini: str | None, options: Options, take: Pieces, box: Pieces
) -> Iterator[Line]:
    players = len(seats)
    if options.seats == "drawn":
        yield SEATS(names=seats).under(SEATS_BY_LOT)
    yield CHARACTERS()
    if _carpenter(seats):
        yield STAGEHANDS()
    else:  # with two players only one may hire at all
        yield NO_CARPENTER().under(ONE_HIRE, when=players > 2)  # noqa: PLR2004  # the rules for two
    yield COLOURS(names=choosing).under(COLOURS_BY_LOT)
    yield OWN_CARDS(numbers=players + 1, money=MONEY)
    if players < PLAYERS:
        yield NUMBERS_BACK(numbers=players + 1)
        unused = PLAYERS - players
        yield COLOURS_BACK(unused=unused, cards=unused * sum(OF_A_COLOUR.values()))
    yield DECKS(singers=BOX["singer"], directors=BOX["director"])
    if puccini is None:
        yield PUCCINI_BY_RULE().under(BEST_SINGER)
    elif options.first == "drawn":
        yield PUCCINI(name=puccini).under(BEST_SINGER)
    else:
        yield PUCCINI_NAMED(name=puccini)
    if players == 2:  # noqa: PLR2004  # the rules for two
        yield IMAGINARY().under(SURPLUS)
    yield FIRST_ROUND(name=puccini, count=players + 1)
    used, back = sum(take.values()), sum(box.values())
    yield COUNT(used=used, box=back, total=used + back).under(PRINTED_LIST)
