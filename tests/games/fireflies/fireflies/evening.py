"""Fireflies over an evening: each night adds points, and the three of them are known when the end is scored."""

from __future__ import annotations

from collections.abc import Mapping

from callboard_scoring.evening import Carried, Evening, Past, totals_of
from fireflies.pieces import NIGHTS


def nights(past: Past) -> Mapping[str, list[int]] | None:
    """Return the points of each player's nights, once all of them were entered."""
    entered = [totals_of(night) for night in past.all("night")]
    if len(entered) != NIGHTS:
        return None
    return {name: [points[name] for points in entered] for name in past.players}


EVENING = Evening(
    exact=(Carried(("final",), "players.nights", nights),),
    adds=("night",),
    sets=("final",),
)
