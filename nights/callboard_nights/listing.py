"""What a list tells of an evening, and statistics count: kept beside the log, so that no evening is counted again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
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
    `places` are their ranks once somebody has won, and None before, where the rules do not tell who wins, and where
    nobody does: nobody beat anybody then. Without points whoever won is before the others, who share the place behind.
    `first` is who began by the set-up, where it says so.
    """
    evening = night.game.evening()
    counting = (*evening.adds, *evening.sets)
    has_points = any(one.stage in counting for one in night.played)
    winners = night.winners if night.is_won else None
    first = night.seating.draws.get("first")
    return {
        "points": [night.totals[name] for name in night.players] if has_points else None,
        "places": _places(night, winners, has_points=has_points) if winners else None,
        "first": first if first in night.players else None,
    }


def _places(night: Night, winners: Collection[str], *, has_points: bool) -> list[int]:
    """Return the ranks of an evening that somebody won, in seat order."""
    if has_points:
        return [one.rank for one in night.standing]
    return [1 if name in winners else len(winners) + 1 for name in night.players]
