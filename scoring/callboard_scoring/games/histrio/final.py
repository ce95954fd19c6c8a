"""Histrio, the end of the game: the fullest purse wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from callboard_scoring.fields import Seats, Typed
from callboard_scoring.games.histrio.pieces import COLOURS, Ecus, owed
from callboard_scoring.ledger import Result, Score, reason
from callboard_scoring.problems import Check, Problem
from callboard_scoring.records import Record, Seat

# NOTE: %(ecus:ecu)s each of those with the most.
SHARED = reason("histrio/game-end.shared")


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
    most = max(player.ecus for player in record.players)
    winners = tuple(player.name for player in record.players if player.ecus == most)
    return Result(
        players=tuple(Score(player.name, (), player.ecus) for player in record.players),
        winners=winners,
        ladder=(SHARED(ecus=most),) if len(winners) > 1 else (),
    )
