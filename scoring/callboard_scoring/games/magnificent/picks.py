"""The Magnificent, picking from the display in the order of hats at the end of a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field

from callboard_scoring.checks import taken
from callboard_scoring.fields import Seats, Typed, count
from callboard_scoring.games.magnificent.pieces import PLAYERS, ROUNDS, UNKNOWN
from callboard_scoring.ledger import Line, Outcome, Result, Score, reason
from callboard_scoring.problems import Check, Location, Problem
from callboard_scoring.records import Record, Seat, read_field

# NOTE: %(place)s is the hat's space from the bottom, %(number)s the place in the order.
PICK = reason("magnificent/display-choice.pick")
PICK_CARD = reason("magnificent/display-choice.pick-card")
# NOTE: the lower hat, from space %(place)s.
TAKE_BACK = reason("magnificent/display-choice.take-back")
# NOTE: with a free space between the hats the higher player picks, then discards one of two sets.
GAP = reason("magnificent/display-choice-two-players.gap")
# NOTE: without one the lower player picks one of the two sets that are left and discards the other.
NO_GAP = reason("magnificent/display-choice-two-players.no-gap")
# NOTE: %(count)s hats stand higher, so as many sets from the top are discarded first.
SOLO = reason("magnificent/solo.discard")
SOLO_FREE = reason("magnificent/solo.no-discard")
# NOTE: %(names)s from the bottom of the track in the next round.
SLIDE = reason("magnificent/next-round.slide")
SOLO_SLIDE = reason("magnificent/solo.slide")
THE_END = reason("magnificent/game-end.the-end")

TWO = 2
DUMMIES = 3

Space = Annotated[int, count(1, UNKNOWN)]


class Hats(Seat):
    """Where a player's one or two hats stand, counted from the bottom of the performance track."""

    hats: Annotated[tuple[Space, ...], Field(min_length=1, max_length=TWO), Typed(r"\d+")]

    @property
    def highest(self) -> int:
        """The space of the higher hat, which says when the player picks."""
        return max(self.hats)


class Picks(Record):
    """The performance track at the end of a round."""

    round: Annotated[int, count(1, ROUNDS)]
    players: Annotated[tuple[Hats, ...], Seats(1, PLAYERS)]
    dummies: Annotated[tuple[Space, ...], Field(max_length=DUMMIES)] = ()
    """Solo: the places of the three hats that stand on 6, 10 and 16."""

    def checks(self) -> tuple[Check, ...]:
        """Look across the track: one hat a space, the solo player's dummies."""
        return lambda: taken(self._spaces(), "magnificent/error.space-taken"), self._dummies

    @classmethod
    def applies(cls, field: str, given: Mapping[str, Any]) -> bool:
        """Ask for the dummies of a solo player."""
        return field != "dummies" or len(given["players"]) == 1

    def _spaces(self) -> Iterator[tuple[Location, int, str]]:
        none: tuple[int, ...] = ()
        for hat in set(read_field(self, "dummies", none)):
            yield ("dummies",), hat, ""
        for seat, player in enumerate(self.players):
            for place, hat in enumerate(read_field(player, "hats", none)):
                yield ("players", seat, "hats", place), hat, read_field(player, "name", "")

    def _dummies(self) -> Iterator[Problem]:
        wanted = DUMMIES if len(self.players) == 1 else 0
        if len(set(self.dummies)) != wanted:
            code = "magnificent/error.dummies" if wanted else "magnificent/error.no-dummies"
            yield Problem(("dummies",), code, {"limit": wanted})


class PicksOutcome(Outcome):
    """Who picks when, and what comes before and after."""

    order: tuple[str, ...]
    """The players as they pick."""
    hats: dict[str, int]
    """The space of each player's higher hat."""
    taken_back: dict[str, int]
    """The space of the lower hat of who has two on the track."""
    discards: str | None
    """With two players: who discards a set."""
    sets_discarded: int
    """Alone: how many sets are discarded before the pick."""
    first_player: str | None
    """Who begins the next round; nobody after the last."""


def score(record: Picks) -> Result[PicksOutcome]:
    """Tell who picks when, who discards, and who begins the next round (Russian rulebook, the end of a round)."""
    players = sorted(record.players, key=lambda player: -player.highest)
    order = tuple(player.name for player in players)
    gap = len(players) == TWO and players[0].highest - players[1].highest > 1
    higher = sum(dummy > players[0].highest for dummy in record.dummies)
    return Result(
        players=tuple(
            Score(player.name, (), notes=tuple(_notes(player, number, record)))
            for number, player in enumerate(players, 1)
        ),
        lines=tuple(_afterwards(record, order, higher, gap=gap)),
        scored=False,
        outcome=PicksOutcome(
            order=order,
            hats={player.name: player.highest for player in record.players},
            taken_back={player.name: min(player.hats) for player in record.players if len(player.hats) == TWO},
            discards=order[0 if gap else 1] if len(order) == TWO else None,
            sets_discarded=higher,
            first_player=None if record.round == ROUNDS else order[-1],
        ),
    )


def _notes(player: Hats, number: int, record: Picks) -> Iterator[Line]:
    if len(player.hats) == TWO:
        yield TAKE_BACK(place=min(player.hats))
    if len(record.players) > 1:
        yield (PICK_CARD if record.round == ROUNDS else PICK)(number=number, place=player.highest)


def _afterwards(record: Picks, order: tuple[str, ...], higher: int, *, gap: bool) -> Iterator[Line]:
    if len(order) == TWO:
        yield GAP(name=order[0], other=order[1]) if gap else NO_GAP(name=order[1])
    if len(order) == 1:
        yield SOLO(count=higher) if higher else SOLO_FREE()
    if record.round == ROUNDS:
        yield THE_END()
    else:
        yield SLIDE(names=order[::-1], name=order[-1]) if len(order) > 1 else SOLO_SLIDE()
