"""Histrio, the end of the game: the fullest purse wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from callboard_scoring.fields import Seats, Typed
from callboard_scoring.games.histrio.pieces import COLOURS, Ecus, owed
from callboard_scoring.ledger import Result, Score
from callboard_scoring.problems import Check, Problem
from callboard_scoring.ranking import leaders
from callboard_scoring.records import Record, Seat


class Purse(Seat):
    """What one player has at the end of the game."""

    ecus: Annotated[Ecus, Typed(r"\d+")]


class Final(Record):
    """The purses after season 2."""

    players: Annotated[tuple[Purse, ...], Seats(2, COLOURS)]

    def doubts(self) -> tuple[Check, ...]:
        """Look at the coins of all players."""
        return (self._coins,)

    def _coins(self) -> Iterator[Problem]:
        return owed(sum(player.ecus for player in self.players), ("players",))


def score(record: Final) -> Result[None]:
    """Name who has the most ecus; a tie shares the victory (both rulebooks, end of the game)."""
    places = leaders([player.ecus for player in record.players])
    return Result(
        players=tuple(Score(player.name, (), player.ecus) for player in record.players),
        winners=tuple(record.players[place].name for place in places),
    )
