"""What a list of evenings tells of one: it is kept beside the log, so that no list has to count every evening again."""

from __future__ import annotations

from typing import Any

from callboard_nights.night import Night


def summary_of(night: Night) -> dict[str, Any]:
    """Return what a list tells of an evening, as plain data."""
    return {
        "game": night.game.id,
        "players": list(night.players),
        "began": night.began,
        "ended": night.ended,
        "winners": None if night.winners is None else list(night.winners),
        "note": night.note,
    }
