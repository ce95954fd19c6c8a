"""How people did over all evenings that ended: plays, wins, points, and who was placed before whom. All of it is pure.

What it counts, and what a list of evenings shows, is kept beside each log, so that no evening is scored again for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from callboard_scoring.games import GAMES

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


_DECIMALS = 2


@dataclass(frozen=True)
class Play:
    """An evening that ended, as statistics count it."""

    night: str
    """Its ID."""
    game: str
    """The game's id."""
    began: str
    ended: str
    """When, as the events of its log say."""
    players: tuple[str, ...]
    """In seat order."""
    points: tuple[int, ...] | None
    """What each had at the end; None where there were no points."""
    places: tuple[int, ...] | None
    """The rank of each; None where nobody won, or nothing told who did."""
    won: frozenset[str]
    """Who won, nobody too: not who only leads where the rules tell no winner."""
    first: str | None
    """Who began, where the set-up said so."""
    is_known: bool
    """Whether it is known who won, nobody too."""


@dataclass(frozen=True)
class Record:
    """What somebody did in a game."""

    name: str
    game: str
    plays: int
    wins: int
    """A win that several share is one of each."""
    average: float | None
    """Over the plays that gave points, with two decimals; None where there were none."""
    best: int | None
    known: int
    """Of how many of the plays it is known who won, nobody too."""


@dataclass(frozen=True)
class Pair:
    """Two who played a game together: how often each was placed before the other."""

    game: str
    names: tuple[str, str]
    """In the order of the alphabet."""
    before: tuple[int, int]
    """How often the one was placed before the other, and the other before the one."""
    level: int
    """How often they shared a place: with as many points, or as winners."""
    plays: int
    """How often they played together; more than those three, where nothing ranks them: nobody won, or neither of the
    two and there are no points, or nothing told who did."""
    unwon: int
    """How often nobody won."""


def play_of(night: str, summary: Mapping[str, Any]) -> Play | None:
    """Return an evening by its summary; None where it has not ended."""
    if not summary["ended"]:
        return None
    counted = summary[COUNTED]
    winners = summary["winners"]
    points, places = counted["points"], counted["places"] if winners else None
    return Play(
        night,
        summary["game"],
        summary["began"],
        summary["ended"],
        tuple(summary["players"]),
        None if points is None else tuple(points),
        None if places is None else tuple(places),
        frozenset(() if places is None else winners),
        counted["first"],
        places is not None or winners == [],
    )


def records_of(plays: Iterable[Play]) -> list[Record]:
    """Return how each did, by game and then by name."""
    played: dict[tuple[str, str], int] = defaultdict(int)
    known: dict[tuple[str, str], int] = defaultdict(int)
    wins: dict[tuple[str, str], int] = defaultdict(int)
    points: dict[tuple[str, str], list[int]] = defaultdict(list)
    for play in plays:
        for place, name in enumerate(play.players):
            key = play.game, name
            played[key] += 1
            known[key] += play.is_known
            wins[key] += name in play.won
            if play.points is not None:
                points[key].append(play.points[place])
    ordered = sorted(played, key=lambda key: (in_order(key[0]), key[1]))
    return [
        Record(name, game, played[key], wins[key], *_average_and_best(points[key]), known[key])
        for key in ordered
        for game, name in [key]
    ]


def _average_and_best(points: Sequence[int]) -> tuple[float | None, int | None]:
    return (round(sum(points) / len(points), _DECIMALS), max(points)) if points else (None, None)


def pairs_of(plays: Iterable[Play]) -> list[Pair]:
    """Return who was placed before whom how often, by game and then by names.

    Ranks tell it: who lost to a better tie-break was placed behind. Where nobody won nobody beat anybody; and without
    points nothing tells how two stand who both lost.
    """
    counts: dict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0, 0, 0, 0])
    for play in plays:
        places = play.places or (0,) * len(play.players)
        for (one, its), (other, others) in combinations(sorted(zip(play.players, places, strict=True)), 2):
            count = counts[play.game, one, other]
            count[3] += 1
            count[4] += play.is_known and not play.won
            if its != others:
                count[0 if its < others else 1] += 1
            elif play.won and (play.points is not None or one in play.won):
                count[2] += 1
    ordered = sorted(counts.items(), key=lambda item: (in_order(item[0][0]), item[0]))
    return [
        Pair(game, (one, other), (before, after), level, together, unwon)
        for (game, one, other), (before, after, level, together, unwon) in ordered
    ]


def in_order(game: str) -> tuple[int, str]:
    """Return by what games are put in order: the built-in ones first, as they are listed."""
    places = {one.id: place for place, one in enumerate(GAMES)}
    return places.get(game, len(places)), game
