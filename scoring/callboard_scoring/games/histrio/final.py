"""Histrio, the end of the game: the fullest purse wins."""

from __future__ import annotations

from callboard_scoring.games.histrio.records import Final
from callboard_scoring.ledger import Result, Score
from callboard_scoring.ranking import leaders


def final(record: Final) -> Result:
    """Name who has the most ecus; a tie shares the victory (both rulebooks, end of the game)."""
    places = leaders([player.ecus for player in record.players])
    return Result(
        players=tuple(Score(player.name, (), player.ecus) for player in record.players),
        winners=tuple(record.players[place].name for place in places),
    )
