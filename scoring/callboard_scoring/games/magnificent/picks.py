"""The Magnificent, picking from the display in the order of hats at the end of a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from callboard_scoring.fields import Seats, Typed, count, taken
from callboard_scoring.games.magnificent.pieces import PLAYERS, ROUNDS, SOLO_HATS, UNKNOWN
from callboard_scoring.games.magnificent.track import (
    FOOT,
    SPACE,
    UNNUMBERED,
    Space,
    comparable,
    has_gap,
    height,
    is_place,
    numbers_between,
    power_of,
)
from callboard_scoring.ledger import Line, Outcome, Result, Score, reading, reason
from callboard_scoring.problems import Check, Location, Problem
from callboard_scoring.records import Record, Seat, read_field

# NOTE: %(space)s is the space of the hat, %(number)s the place in the order.
PICK = reason("magnificent/display-choice.pick")
PICK_CARD = reason("magnificent/display-choice.pick-card")
# NOTE: the lower hat, from %(space)s.
TAKE_BACK = reason("magnificent/display-choice.take-back")
# NOTE: a space of the performance track: the %(place)s-th from the bottom, or the one that shows %(power)s power.
BY_PLACE = reason("magnificent/display-choice.by-place")
BY_POWER = reason("magnificent/display-choice.by-power")
# NOTE: with a free space between the hats the higher player picks, then discards one of two sets.
GAP = reason("magnificent/display-choice-two-players.gap")
# NOTE: without one the lower player picks one of the two sets that are left and discards the other.
NO_GAP = reason("magnificent/display-choice-two-players.no-gap")
# NOTE: whether there is one is not known; %(name)s has the higher hat, and the hats are on %(space)s and %(below)s.
LOOK = reason("magnificent/display-choice-two-players.look")
# NOTE: %(count)s hats stand higher, so as many sets from the top are discarded first.
SOLO = reason("magnificent/solo.discard")
SOLO_FREE = reason("magnificent/solo.no-discard")
# NOTE: %(names)s from the bottom of the track in the next round.
SLIDE = reason("magnificent/next-round.slide")
SOLO_SLIDE = reason("magnificent/solo.slide")
THE_END = reason("magnificent/game-end.the-end")

WHICH_SPACES = reading("magnificent/display-choice-two-players.spaces")
WHICH_NUMBERS = reading("magnificent/display-choice-two-players.numbers")
OTHERS_STAY = reading("magnificent/solo.slide")

TWO = 2


class Hats(Seat):
    """Where a player's one or two hats stand on the performance track."""

    hats: Annotated[tuple[Space, ...], Field(min_length=1, max_length=TWO), Typed(SPACE)]

    @property
    def highest(self) -> int | str:
        """The space of the higher hat, which says when the player picks."""
        return max(self.hats, key=height)

    @property
    def lowest(self) -> int | str:
        """The space of the lower hat, which its owner takes back if there are two."""
        return min(self.hats, key=height)


class Picks(Record):
    """The performance track at the end of a round."""

    round: Annotated[int, count(1, ROUNDS)]
    players: Annotated[tuple[Hats, ...], Seats(1, PLAYERS)]
    dummies: Annotated[tuple[Annotated[int, count(1, UNKNOWN)], ...], Field(max_length=len(SOLO_HATS))] = ()
    """Solo: the places from the bottom of the hats on 6, 10 and 16, if one's own is told by its place and that has a
    number."""

    def checks(self) -> tuple[Check, ...]:
        """Look across the track: one hat of the players a space, all told alike, the solo player's dummies."""
        return lambda: taken(self._hats(), "magnificent/error.space-taken"), self._mixed, self._dummies

    def doubts(self) -> tuple[Check, ...]:
        """Look whether the hats of others can be on 6, 10 and 16, and a solo player's beside them."""
        return self._low_or_close, self._beside_others

    @classmethod
    def applies(cls, field: str, given: Mapping[str, Any]) -> bool:
        """Ask for the dummies of a solo player whose own hat does not tell enough."""
        if field != "dummies":
            return True
        hats = [str(hat) for player in given["players"] for hat in player.get("hats") or ()]
        return len(given["players"]) == 1 and any(hat.isdecimal() and int(hat) > UNNUMBERED for hat in hats)

    def _hats(self) -> Iterator[tuple[Location, int | str, str]]:
        none: tuple[int | str, ...] = ()
        for seat, player in enumerate(self.players):
            for place, hat in enumerate(read_field(player, "hats", none)):
                yield ("players", seat, "hats", place), hat, read_field(player, "name", "…")

    def _mixed(self) -> Iterator[Problem]:
        """Yield the hats that cannot be compared with the others, since nobody tells how high their space is."""
        hats = [(location, hat) for location, hat, _ in self._hats()]
        for location, hat in hats:
            others = [other for _, other in hats if not comparable(hat, other)]
            if others and is_place(hat):
                values = {"given": hat, "other": others[0], "limit": UNNUMBERED}
                yield Problem(location, "magnificent/error.spaces-mixed", values)

    def _dummies(self) -> Iterator[Problem]:
        alone = len(self.players) == 1
        wanted = alone and any(is_place(hat) and hat > UNNUMBERED for hat in self.players[0].hats)
        if self.dummies and not alone:
            yield Problem(("dummies",), "magnificent/error.no-dummies")
        elif len(set(self.dummies)) != len(SOLO_HATS) and (self.dummies or wanted):
            yield Problem(("dummies",), "magnificent/error.dummies")

    def _low_or_close(self) -> Iterator[Problem]:
        """Look where 6, 10 and 16 are: above the spaces without a number, and with 12 between the last two."""
        if self.dummies:
            lowest, middle, highest = sorted(set(self.dummies))
            if lowest <= UNNUMBERED or not has_gap(highest, middle):
                values = {"places": [lowest, middle, highest], "limit": UNNUMBERED}
                yield Problem(("dummies",), "magnificent/doubt.dummies", values)

    def _beside_others(self) -> Iterator[Problem]:
        """Look whether a solo player's hat is where another stands all game (Russian rulebook, solo)."""
        if len(self.players) == 1:
            for location, hat, _ in self._hats():
                spaces = sorted(self.dummies) if is_place(hat) else SOLO_HATS
                if power_of(hat) in spaces:
                    values = {"given": power_of(hat), "spaces": list(spaces)}
                    yield Problem(location, "magnificent/doubt.solo-hat", values)

    @property
    def rivals_above(self) -> int:
        """How many hats of others stand above a solo player's: as they are told, or by the power of their spaces."""
        own = self.players[0].highest
        rivals: tuple[int | str, ...] = self.dummies if is_place(own) else ()
        return sum(height(rival) > height(own) for rival in rivals or [f"power {power}" for power in SOLO_HATS])


class PicksOutcome(Outcome):
    """Who picks when, and what comes before and after."""

    order: tuple[str, ...]
    """The players as they pick."""
    hats: dict[str, int | str]
    """The space of each player's higher hat."""
    taken_back: dict[str, int | str]
    """The space of the lower hat of who has two on the track."""
    discards: str | None
    """With two players: who discards a set; nobody if that is not known."""
    sets_discarded: int
    """Alone: how many sets are discarded before the pick."""
    first_player: str | None
    """Who begins the next round; nobody after the last."""


def score(record: Picks) -> Result[PicksOutcome]:
    """Tell who picks when, who discards, and who begins the next round (Russian rulebook, the end of a round)."""
    players = sorted(record.players, key=lambda player: height(player.highest), reverse=True)
    order = tuple(player.name for player in players)
    alone = len(players) == 1
    higher = record.rivals_above if alone else 0
    gap = _has_gap(*players) if len(players) == TWO else None
    return Result(
        players=tuple(
            Score(player.name, (), notes=tuple(_notes(player, number, record)))
            for number, player in enumerate(players, 1)
        ),
        lines=(
            *((_solo(record),) if alone else (_discard(players, gap=gap),) if len(players) == TWO else ()),
            _next_round(record, order),
        ),
        scored=False,
        outcome=PicksOutcome(
            order=order,
            hats={player.name: player.highest for player in record.players},
            taken_back={player.name: player.lowest for player in record.players if len(player.hats) == TWO},
            discards=None if gap is None else order[0 if gap else 1],
            sets_discarded=higher,
            first_player=None if record.round == ROUNDS else order[-1],
        ),
    )


def _has_gap(higher: Hats, lower: Hats) -> bool | None:
    """Tell whether a free space lies between the hats of two; None where only the board shows it.

    A hat that was taken back has left one free.
    """
    one, other = lower.highest, higher.highest
    left = (player.lowest for player in (higher, lower))
    return any(height(one) < height(space) < height(other) for space in left) or has_gap(other, one)


def _space(space: int | str) -> list[Line]:
    """Name a space as it was told."""
    return [BY_PLACE(place=space) if is_place(space) else BY_POWER(power=power_of(space))]


def _notes(player: Hats, number: int, record: Picks) -> Iterator[Line]:
    low, high = player.lowest, player.highest
    if len(player.hats) == TWO:
        yield TAKE_BACK(space=_space(low)).under(FOOT, when=is_place(low) and not is_place(high))
    if len(record.players) > 1:
        by_power = not all(is_place(other.highest) for other in record.players)
        pick = PICK_CARD if record.round == ROUNDS else PICK
        yield pick(number=number, space=_space(high)).under(FOOT, when=is_place(high) and by_power)


def _discard(players: Sequence[Hats], *, gap: bool | None) -> Line:
    """Tell which of two players discards a set."""
    above, below = players
    if gap is None:
        hats = {"space": _space(above.highest), "below": _space(below.highest)}
        return LOOK(name=above.name, other=below.name, **hats).under(WHICH_NUMBERS)
    if gap:
        numbered = numbers_between(below.highest, above.highest)
        return GAP(name=above.name, other=below.name).under(WHICH_SPACES, when=not numbered)
    return NO_GAP(name=below.name)


def _solo(record: Picks) -> Line:
    by_power = is_place(record.players[0].highest) and not record.dummies
    return (SOLO(count=record.rivals_above) if record.rivals_above else SOLO_FREE()).under(FOOT, when=by_power)


def _next_round(record: Picks, order: Sequence[str]) -> Line:
    if record.round == ROUNDS:
        return THE_END()
    return SLIDE(names=order[::-1], name=order[-1]) if len(order) > 1 else SOLO_SLIDE().under(OTHERS_STAY)
