"""Histrio over an evening: each season adds ecus, a city and the end say what each purse holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from callboard_scoring.evening import Carried, Evening, Past, total
from callboard_scoring.games.histrio.pieces import STARTING_ECUS


def needle(past: Past) -> str | None:
    """Return the space of the needle: where the last show or city left it, or the toss of the set-up.

    Turns move it that nobody enters: where the King's mood at the end of a season says so, it is not known any more.
    """
    last = past.last("court", "city", "season")
    if last is not None and last.stage == "season":
        before = needle(replace(past, played=past.played[: past.played.index(last)]))
        return before if before is not None and before.split()[0] == last.record.mood else None
    return past.draws.get("needle") if last is None else last.outcome.needle


def mood(past: Past) -> str | None:
    """Return the King's mood: the half of the dial that the needle is in."""
    space = needle(past)
    return None if space is None else space.split()[0]


def table(past: Past) -> Mapping[str, str]:
    """Return what lies on the table: the space of the needle."""
    space = needle(past)
    return {} if space is None else {"needle": space}


EVENING = Evening(
    start=STARTING_ECUS,
    adds=("season",),
    sets=("city", "final"),
    gives={"city": lambda played: played.outcome.ecus},
    total="ecus",
    proposed=(
        Carried(("final",), "players.ecus", total),  # a turn brings ecus that nobody enters
        Carried(("city",), "ecus", total),
        Carried(("court", "city"), "needle", needle),
        Carried(("season",), "mood", mood),
    ),
    table=table,
)
