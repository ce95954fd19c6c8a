"""Statistics for programs."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from callboard_nights.statistics import Play, pairs_of, records_of


def statistics_data(plays: Collection[Play], names: frozenset[str], lost: int = 0) -> dict[str, Any]:
    """Return the records and pairs of these plays, of some players only theirs, and how many could not be counted.

    A pair has two names, how often each was placed before the other in the same order, how often they were level, and
    the plays that they had together.
    """
    return {
        "players": [
            {
                "name": one.name,
                "game": one.game,
                "plays": one.plays,
                "wins": one.wins,
                "average": one.average,
                "best": one.best,
            }
            for one in records_of(plays)
            if not names or one.name in names
        ],
        "pairs": [
            {
                "names": list(one.names),
                "game": one.game,
                "before": list(one.before),
                "level": one.level,
                "plays": one.plays,
            }
            for one in pairs_of(plays)
            if not names or names.intersection(one.names)
        ],
        **({"uncounted": lost} if lost else {}),
    }
