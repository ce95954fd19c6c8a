"""What a list tells of an evening, and statistics count: kept beside the log, so that no evening is counted again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from callboard_nights.night import Night

COUNTED = "counted"
"""The key of what statistics need. A summary that an earlier version wrote has none: it has to be worked out anew."""


def summary_of(night: Night) -> dict[str, Any]:
    """Return what a list tells of an evening, and what statistics count of it, as plain data."""
    return {
        "game": night.game.id,
        "players": list(night.players),
        "began": night.began,
        "ended": night.ended,
        "winners": None if night.winners is None else list(night.winners),
        "note": night.note,
        COUNTED: counted(night),
    }


def listed(summary: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a list tells of an evening."""
    return {key: value for key, value in summary.items() if key != COUNTED}


def counted(night: Night) -> dict[str, Any]:
    """Return what statistics count of an evening, each list in seat order.

    `points` are what players have; None as long as nothing that counts was entered, and where points decide nothing.
    `places` are their ranks once the rules told who won, and None before and where they do not tell: nobody beat
    anybody then. `first` is who began by the set-up, where it says so.
    """
    evening = night.game.evening()
    counting = (*evening.adds, *evening.sets)
    has_points = any(one.stage in counting for one in night.played)
    is_decided = night.winners is not None and night.is_won
    first = night.seating.draws.get("first")
    return {
        "points": [night.totals[name] for name in night.players] if has_points else None,
        "places": [one.rank for one in night.standing] if is_decided else None,
        "first": first if first in night.players else None,
    }
