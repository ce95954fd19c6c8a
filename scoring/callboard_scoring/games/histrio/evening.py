"""Histrio over an evening: each season adds ecus, a city and the end say what each purse holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any

from callboard_scoring.evening import Carried, Evening, Past, total, totals_of
from callboard_scoring.games.histrio.pieces import ECUS, SEASONS, STARTING_ECUS
from callboard_scoring.problems import Doubt

SHOWN = ("court", "city")
"""The stages that move the needle."""


def needle(past: Past) -> str | None:
    """Return the space of the needle: where the last show or city left it, or where a toss put it.

    After a season it is unknown until the coin is tossed again (both rulebooks, preparation of season two).
    """
    last = past.last("court", "city", "season", "prepare")
    if last is None:
        return past.draws.get("needle")
    return None if last.stage == "season" else last.outcome.needle


def mood(past: Past) -> str | None:
    """Return the King's mood as the last city of this season left it; a toss says nothing of a season's end."""
    last = past.last("court", "city", "season", "prepare")
    return last.outcome.needle.split()[0] if last is not None and last.stage in SHOWN else None


def dial(past: Past) -> int | None:
    """Return the spaces of each side of the dial as they were typed last: it is a piece of the box."""
    return next((one.record.dial for one in reversed(past.played) if one.stage in SHOWN and one.record.dial), None)


def chameleons(past: Past) -> Mapping[str, int] | None:
    """Return the Chameleons of the first season: they stay (both rulebooks, preparation of season two)."""
    last = past.last("season")
    return None if last is None else {player.name: player.chameleons for player in last.record.players}


def requests(past: Past) -> Mapping[str, list[int]] | None:
    """Return what the Secret Request of the first season paid: it lies face up and may pay again (both rulebooks)."""
    last = past.last("season")
    if last is None or last.record.season == SEASONS:
        return None
    return {player.name: list(player.requests) for player in last.record.players if player.requests} or None


def reward(past: Past) -> Mapping[str, int] | None:
    """Return what the second season gave each player, which nothing is paid of before the end."""
    last = past.last("season", "city", "court")
    if last is None or last.stage != "season" or last.record.season != SEASONS:
        return None
    return totals_of(last)


def seasons_over(past: Past, record: Any) -> Iterator[Doubt]:  # noqa: ARG001  # whatever is in the city
    """Doubt a city after the second season (Russian rulebook, end of the game)."""
    if any(one.stage == "season" and one.record.season == SEASONS for one in past.played):
        yield Doubt((), "histrio/doubt.seasons-over")


def requests_played(past: Past, record: Any) -> Iterator[Doubt]:
    """Doubt a second Secret Request of who scored none before (both rulebooks, the second season's count)."""
    first = past.last("season")
    if first is None or first.record.season == record.season:
        return
    scored = {player.name: len(player.requests) for player in first.record.players}
    for seat, player in enumerate(record.players):
        if len(player.requests) > scored[player.name] + 1:
            yield Doubt(("players", seat, "requests"), "histrio/doubt.requests", {}, player.name)


def troupe_short(past: Past, record: Any) -> Iterator[Doubt]:
    """Doubt a troupe without actors that joined it in this season: none leaves before it ends (both rulebooks)."""
    since = takewhile(lambda one: one.stage != "season", reversed(past.played))
    joined: dict[str, Counter[str]] = {}
    for one in since:
        if one.stage == "city":
            joined.setdefault(one.record.player, Counter()).update(one.outcome.kept)
    for seat, player in enumerate(record.players):
        gone = joined.get(player.name, Counter()) - Counter(player.troupe)
        if gone:
            values = {"actors": list(gone.elements())}
            yield Doubt(("players", seat, "troupe"), "histrio/doubt.troupe-short", values, player.name)


def season_doubts(past: Past, record: Any) -> Iterator[Doubt]:
    """Doubt what the evening makes impossible at the end of a season."""
    yield from requests_played(past, record)
    yield from troupe_short(past, record)


def table(past: Past) -> Mapping[str, str]:
    """Return what lies on the table: the space of the needle."""
    space = needle(past)
    return {} if space is None else {"needle": space}


EVENING = Evening(
    start=STARTING_ECUS,
    in_the_box=ECUS,
    adds=("season",),
    sets=("city", "final"),
    gives={"city": lambda played: played.outcome.ecus},
    total="ecus",
    exact=(Carried(SHOWN, "dial", dial),),
    at_least=(
        Carried(("season",), "players.chameleons", chameleons),
        Carried(("final",), "players.ecus", reward),
    ),
    proposed=(
        Carried(("final",), "players.ecus", total),  # a turn brings ecus that nobody enters
        Carried(("city",), "ecus", total),
        Carried(SHOWN, "needle", needle),
        Carried(("season",), "mood", mood),
        Carried(("season",), "players.requests", requests),
    ),
    table=table,
    doubts={**dict.fromkeys(SHOWN, seasons_over), "season": season_doubts},
)
