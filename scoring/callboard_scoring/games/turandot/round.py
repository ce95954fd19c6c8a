"""Turandot, a round: whom the revealed bids hire, what is spent, and what is left for the understudies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from callboard_scoring.fields import OR_NOBODY, Name, Seats, Typed, above, choice, count, player_named, same_name
from callboard_scoring.games.turandot.near_misses import a_number, to_hire
from callboard_scoring.games.turandot.pieces import CARPENTER_FROM, DIRECTOR_ROUND, DIRECTORS, MONEY, PLAYERS, ROUNDS
from callboard_scoring.ledger import Line, Outcome, Reading, Result, Score, reading, reason
from callboard_scoring.problems import Check, Problem
from callboard_scoring.records import Record, Seat, read_field

# NOTE: %(what.hired)s is the singer or, in round four, the director; %(number)s the bid. So in all lines of a round.
ALONE = reason("turandot/hiring.alone")
# NOTE: the same with %(money:money-card)s, spent although nobody competed.
ALONE_PAID = reason("turandot/hiring.alone-paid")
# NOTE: %(names)s bid less money on the same number.
HIGHEST = reason("turandot/hiring.highest")
# NOTE: %(winner)s bid more, %(top)s against %(money)s.
OUTBID = reason("turandot/hiring.outbid")
# NOTE: as above, with no money laid that could come back.
OUTBID_UNPAID = reason("turandot/hiring.outbid-unpaid")
# NOTE: %(names)s bid just as much: nobody hires.
TIED = reason("turandot/hiring-ties.tied")
# NOTE: %(names)s tie above with %(top)s: nobody hires, this lower bid included.
BLOCKED = reason("turandot/hiring-ties.blocked")
# NOTE: as the two above, with no money laid.
TIED_UNPAID = reason("turandot/hiring-ties.tied-unpaid")
BLOCKED_UNPAID = reason("turandot/hiring-ties.blocked-unpaid")
# NOTE: a lone money card hires the costume designer; the card becomes a staging element.
DESIGNER = reason("turandot/stagehands.designer")
CARPENTER = reason("turandot/stagehands.carpenter")
# NOTE: %(names)s come earlier clockwise from %(holder)s, who holds Puccini.
TOO_LATE = reason("turandot/stagehands.too-late")
# NOTE: this player holds Puccini, who may hire neither.
HOLDER = reason("turandot/stagehands.holder")
# NOTE: round four: neither is there.
NOT_IN_ROUND_FOUR = reason("turandot/director-round.no-stagehands")
# NOTE: %(holder)s, who holds Puccini, gives one from under %(numbers.token)s.
UNDERSTUDY = reason("turandot/understudies.given")
# NOTE: this player holds Puccini and chooses.
OWN_UNDERSTUDY = reason("turandot/understudies.chosen")
# NOTE: %(holder)s gives each of %(names)s one from under %(numbers.token)s.
HAND_OUT = reason("turandot/understudies.hand-out")
# NOTE: the same, where %(name)s alone needs one.
HAND_ONE = reason("turandot/understudies.hand-one")
# NOTE: the one that nobody has then leaves the game.
LEFT_OVER = reason("turandot/next-round.left-over")
# NOTE: the same in round four.
DIRECTOR_LEFT_OVER = reason("turandot/director-round.left-over")
# NOTE: with two players it goes to the imaginary player.
TO_IMAGINARY = reason("turandot/two-players.left-over")
# NOTE: %(holder)s names who fires a director; %(left:director)s are left then.
FIRE = reason("turandot/fire-director.fire")
# NOTE: the same with two players, where nobody but %(name)s can be named.
FIRE_RIVAL = reason("turandot/fire-director.fire-rival")
# NOTE: money is taken back; Puccini goes to %(name)s.
PASS = reason("turandot/next-round.pass")
THE_END = reason("turandot/casting-roles.the-end")

LOWER_TIE = reading("turandot/hiring-ties.lower-tie")
TRIED = reading("turandot/stagehands.tried")
FROM_HOLDER = reading("turandot/stagehands.from-holder")
ONE_HIRE = reading("turandot/stagehands.one-hire")
HOLDER_TRIES = reading("turandot/stagehands.holder")
LONE_MONEY = reading("turandot/director-round.lone-money")
SURPLUS = reading("turandot/director-round.surplus")
ORDER = reading("turandot/understudies.order")
LAST_ROUND = reading("turandot/next-round.last")

FIRING_ROUNDS = 3
"""The rounds, from the first, that end with a director fired."""

Stagehand = Annotated[str, choice("costume-designer", "carpenter")]


class Bid(Seat):
    """What one player laid face down in a round."""

    number: Annotated[Annotated[int, Field(strict=True, ge=1)] | None, OR_NOBODY, Typed(r"\d+")]
    money: Annotated[int, count(0, MONEY), Typed(r"\+\d+", absent=0)]
    bluff: Annotated[bool, Field(strict=True), Typed("bluff")]

    def checks(self) -> tuple[Check, ...]:
        """Look whether this may be laid together."""
        return (self._legal,)

    def _legal(self) -> Iterator[Problem]:
        """Allow a number with any money, or one money card without a number (Russian rulebook, phase 1)."""
        if self.number is not None:
            return
        yield from above(1, self.money, ("money",), "turandot/error.lone-money")
        if not self.money:
            yield Problem(("number",), "turandot/error.bluff-alone" if self.bluff else "turandot/error.no-bid")


class Round(Record):
    """The bids of a round, revealed; the players sit clockwise in this order."""

    round: Annotated[int, count(1, ROUNDS)]
    players: Annotated[tuple[Bid, ...], Seats(2, PLAYERS)]
    puccini: Name

    def checks(self) -> tuple[Check, ...]:
        """Look across the bids: Puccini's holder, the numbers in use."""
        return self._puccini, self._numbers

    def _puccini(self) -> Iterator[Problem]:
        return player_named(self.puccini, self.players, ("puccini",), "turandot/error.puccini")

    def _numbers(self) -> Iterator[Problem]:
        limit = len(self.players) + 1
        for i, bid in enumerate(self.players):
            number = read_field(bid, "number", None) or 0
            yield from above(limit, number, ("players", i, "number"), "turandot/error.number-out")


class Hired(Outcome):
    """What comes of a player's bid."""

    hires: int | None
    """The number of the singer or director that the player hires."""
    understudy: bool
    """Whether the player hires nobody from the row and gets whoever is left."""
    staging: Stagehand | None
    spent: int
    returned: int


class RoundOutcome(Outcome):
    """What comes of all bids."""

    players: dict[Name, Hired]
    unhired: tuple[int, ...]
    """The numbers left on the table, from which Puccini's holder gives out the understudies."""


@dataclass(frozen=True)
class Hiring:
    """What comes of a player's bid."""

    why: Line
    hires: int | None = None
    staging: Stagehand | None = None
    spent: int = 0

    @property
    def understudy(self) -> bool:
        """Whether the player has hired nobody from the row and gets whoever is left."""
        return self.hires is None


def score(record: Round) -> Result[RoundOutcome]:
    """Say who hires whom, what is spent, what comes back, and what Puccini's holder gives out afterwards."""
    hirings = hire(record)
    hired = {hiring.hires for hiring in hirings.values()}
    unhired = [number for number in range(1, len(record.players) + 2) if number not in hired]
    holder = clockwise(record)[-1].name
    return Result(
        players=tuple(
            Score(bid.name, (), notes=tuple(_notes(bid.name, hirings[bid.name], holder, unhired)))
            for bid in record.players
        ),
        lines=tuple(_afterwards(record, hirings, unhired)),
        scored=False,
        outcome=RoundOutcome(
            players={bid.name: _hired(bid, hirings[bid.name]) for bid in record.players}, unhired=tuple(unhired)
        ),
    )


def _hired(bid: Bid, hiring: Hiring) -> Hired:
    return Hired(
        hires=hiring.hires,
        understudy=hiring.understudy,
        staging=hiring.staging,
        spent=hiring.spent,
        returned=bid.money - hiring.spent,
    )


def stagehands(players: int, number: int) -> tuple[Stagehand, ...]:
    """Return who can be hired with a lone money card in this round, in the order in which they are taken.

    Russian rulebook: no carpenter with 2 or 3 players; neither in the fourth round.
    """
    if number == DIRECTOR_ROUND:
        return ()
    return ("costume-designer", "carpenter") if players >= CARPENTER_FROM else ("costume-designer",)


def clockwise(record: Round) -> list[Bid]:
    """Return the bids in clockwise order from the player to the left of Puccini's holder, who comes last."""
    name = same_name(record.puccini)
    holder = next(i for i, bid in enumerate(record.players) if same_name(bid.name) == name)
    return [*record.players[holder + 1 :], *record.players[: holder + 1]]


def hire(record: Round) -> dict[str, Hiring]:
    """Decide for each player who is hired (Russian rulebook, phase 2)."""
    what = "director" if record.round == DIRECTOR_ROUND else "singer"
    numbers = {bid.number for bid in record.players}
    free = [number for number in range(1, len(record.players) + 2) if number not in numbers]
    lone = _lone(record)
    found: dict[str, Hiring] = {}
    for bid in record.players:
        rivals = [other for other in record.players if other.number == bid.number and other is not bid]
        hiring = lone[bid.name] if bid.number is None else _numbered(bid, rivals, what)
        found[bid.name] = replace(hiring, why=hiring.why.lacking(_missing, hiring, bid, rivals, free, what))
    return found


def _missing(hiring: Hiring, bid: Bid, rivals: Sequence[Bid], free: Sequence[int], what: str) -> Iterator[Line]:
    """Yield what a bid lacked that hires nobody, neither from the row nor for the staging."""
    if hiring.hires is None and hiring.staging is None:
        if bid.number is None:
            yield from a_number(hiring.why, free)
        else:
            yield from to_hire(hiring.why, bid.money, max(rival.money for rival in rivals), free, what)


def _numbered(bid: Bid, rivals: Sequence[Bid], what: str) -> Hiring:
    """Hire with a number: alone, or by the most money; a tie at the top blocks everybody on the number."""
    top = max([bid.money, *(rival.money for rival in rivals)])
    at_top = [rival.name for rival in rivals if rival.money == top]
    number, money = bid.number, bid.money
    if not rivals:
        why = (ALONE_PAID if money else ALONE)(number=number, money=money, what=what)
        return Hiring(why, hires=number, spent=money)
    if money == top and not at_top:
        names = [rival.name for rival in rivals]
        tied_below = len({rival.money for rival in rivals}) < len(rivals)
        why = HIGHEST(number=number, money=money, names=names, what=what).under(LOWER_TIE, when=tied_below)
        return Hiring(why, hires=number, spent=money)
    if money == top:
        return Hiring((TIED if money else TIED_UNPAID)(number=number, money=money, names=at_top))
    if len(at_top) == 1:
        return Hiring((OUTBID if money else OUTBID_UNPAID)(number=number, money=money, winner=at_top[0], top=top))
    return Hiring((BLOCKED if money else BLOCKED_UNPAID)(number=number, money=money, names=at_top, top=top))


def _lone(record: Round) -> dict[str, Hiring]:
    """Give out costume designer and carpenter, clockwise from Puccini's left among those who tried."""
    *others, holder = clockwise(record)
    tried = [bid.name for bid in others if bid.number is None]
    available = stagehands(len(record.players), record.round)
    hired = dict(zip(tried, available, strict=False))
    met = _readings(record, tried, available)
    found: dict[str, Hiring] = {}
    for name in [*tried, holder.name]:  # what is found for the holder counts with a lone card only
        if not available:
            found[name] = Hiring(NOT_IN_ROUND_FOUR().under(LONE_MONEY))
        elif name in hired:
            why = DESIGNER if hired[name] == "costume-designer" else CARPENTER
            found[name] = Hiring(why().under(*met), staging=hired[name], spent=1)
        elif name == holder.name:
            found[name] = Hiring(HOLDER().under(FROM_HOLDER, HOLDER_TRIES))
        else:
            found[name] = Hiring(TOO_LATE(names=list(hired), holder=holder.name).under(*met))
    return found


def _readings(record: Round, tried: Sequence[str], available: Sequence[Stagehand]) -> tuple[Reading, ...]:
    """Tell what decided who hires: without the carpenter, that one of two does; with him, that those who tried count.

    To the letter, the rulebook serves the next two clockwise from Puccini's holder where three or more tried.
    """
    if len(available) == 1:
        return (ONE_HIRE,) if len(tried) > 1 else ()
    three = sum(bid.number is None for bid in record.players) >= 3  # noqa: PLR2004  # the rulebook, phase 2
    neighbours = [bid.name for bid in clockwise(record)[: len(available)]]
    return (TRIED,) if three and list(tried[: len(available)]) != neighbours else ()


def _notes(name: str, hiring: Hiring, holder: str, unhired: list[int]) -> Iterator[Line]:
    yield hiring.why
    if hiring.understudy:
        yield OWN_UNDERSTUDY(numbers=unhired) if name == holder else UNDERSTUDY(holder=holder, numbers=unhired)


def _afterwards(record: Round, hirings: Mapping[str, Hiring], unhired: list[int]) -> Iterator[Line]:
    """Say what is still to do in this round, in order."""
    order = clockwise(record)
    following, holder = order[0].name, order[-1].name
    directors = record.round == DIRECTOR_ROUND
    understudied = [name for name, hiring in hirings.items() if hiring.understudy]
    if len(understudied) > 1:
        yield HAND_OUT(holder=holder, names=understudied, numbers=unhired).under(ORDER)
    elif understudied and understudied != [holder]:
        yield HAND_ONE(holder=holder, name=understudied[0], numbers=unhired)
    two = len(record.players) == 2  # noqa: PLR2004  # the rules for two
    if two:
        yield TO_IMAGINARY(what="director" if directors else "singer").under(SURPLUS, when=directors)
    else:
        yield DIRECTOR_LEFT_OVER() if directors else LEFT_OVER()
    if record.round <= FIRING_ROUNDS:
        left = len(DIRECTORS) - record.round
        yield FIRE_RIVAL(holder=holder, name=following, left=left) if two else FIRE(holder=holder, left=left)
    yield THE_END().under(LAST_ROUND, when=two) if record.round == ROUNDS else PASS(name=following)
