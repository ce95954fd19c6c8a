"""Ranks and winners, the one place that decides about ties."""

from __future__ import annotations

from collections.abc import Sequence


def ranks(totals: Sequence[int], leads: Sequence[bool] | None = None) -> list[int]:
    """Return the rank of each total, highest first, ties sharing the better place: 9, 9, 4 are 1, 1, 3.

    `leads`, where a tie-break decided, tells which of the highest keep the lead; the others of them follow together.

    >>> ranks([9, 4, 9])
    [1, 3, 1]
    >>> ranks([9, 9, 9], [False, True, False])
    [2, 1, 2]
    """
    keys = list(zip(totals, leads or [True] * len(totals), strict=True))
    return [1 + sum([other > key for other in keys]) for key in keys]


def leaders(totals: Sequence[int]) -> list[int]:
    """Return the places of the highest totals.

    >>> leaders([9, 4, 9])
    [0, 2]
    """
    return [place for place, rank in enumerate(ranks(totals)) if rank == 1]
