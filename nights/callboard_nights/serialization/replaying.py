"""An evening as a text tells it, counted again: what stands, and where another Callboard came to something else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from callboard_nights.events import Event
from callboard_nights.night import Entry, Night, night_of
from callboard_scoring.ledger import AnyResult, Line


@dataclass(frozen=True)
class Entered:
    """An entry that stands, and what came of it then."""

    number: int
    stage: str
    content: Mapping[str, Any]
    """Its record, or what was typed where that did not fit."""
    result: Mapping[str, Any] | None = None
    """What came of it, as far as the text tells, as `result_of` has it; None where it did not fit."""


@dataclass(frozen=True)
class Account:
    """What a text tells of an evening."""

    began: Mapping[str, Any]
    """Who plays what, and the set-up, as the first event of a log has it."""
    entries: tuple[Entered, ...]
    version: str
    """The version of Callboard that wrote it."""
    night: str = ""
    """The evening's ID; empty where the text does not tell it."""
    standing: Sequence[Mapping[str, Any]] | None = None
    winners: Sequence[str] | None = None


@dataclass(frozen=True)
class Difference:
    """Something that another version counted otherwise."""

    entry: int | None
    """The number of the entry; None of the standing."""
    name: str | None
    """The player; None of what is nobody's."""
    then: Any
    now: Any
    what: str = "total"
    """The total, else the `rank`, the `lines`, what somebody `holds`, who are the `winners`, or whether it `fits`."""


def recounted(account: Account) -> Night:
    """Return what stands of an evening by what a text tells of it. It has no times.

    :raises LogError: when its game is not here.
    """
    night = night_of((Event("began", "", "", account.began),))
    return night.with_entries(Entry(one.number, one.stage, "", one.content) for one in account.entries)


def result_of(result: AnyResult) -> dict[str, Any]:
    """Return what came of a record, without sentences: totals, ranks, winners, and of each line what it counts by."""
    data: dict[str, Any] = {}
    if result.players:
        data["players"] = [
            {"name": score.name, "total": score.total, "rank": rank, "lines": _lines(score.lines)}
            for score, rank in zip(result.players, result.ranks(), strict=True)
        ]
    data["lines"] = _lines((*result.lines, *result.ladder))
    data["winners"] = None if result.winners is None else list(result.winners)
    return data


def _lines(lines: Sequence[Line]) -> list[list[Any]]:
    return [[line.reason.rule, line.reason.case or None, line.points] for line in lines]


# --- What is other now -----------------------------------------------------------------------------------------------


def differences(account: Account, night: Night) -> tuple[Difference, ...]:
    """Return where an evening comes to something else now than a text tells."""
    found = [
        difference
        for told, entry in zip(account.entries, night.entries, strict=True)
        for difference in _of_entry(told, entry)
    ]
    return tuple(found or _of_standing(account, night))  # the standing differs by what differs in an entry


def _of_entry(told: Entered, entry: Entry) -> Iterator[Difference]:
    """Yield what differs in an entry."""
    if told.result is None or entry.played is None:
        if (told.result is None) != (entry.played is None):
            yield Difference(entry.number, None, told.result is not None, entry.fits, "fits")
        return
    then, now = told.result, result_of(entry.played.result)
    yield from _of_players(entry.number, then.get("players", ()), now.get("players", ()))
    for what in ("lines", "winners"):
        if what in then and then[what] != now[what]:
            yield Difference(entry.number, None, then[what], now[what], what)


def _of_standing(account: Account, night: Night) -> Iterator[Difference]:
    """Yield what differs in the standing."""
    if account.standing is None:
        return
    now = [
        {"name": one.name, "total": one.total, "rank": one.rank, "holds": one.holds or None} for one in night.standing
    ]
    yield from _of_players(None, account.standing, now)
    winners = None if night.winners is None else list(night.winners)
    if account.winners != winners:
        yield Difference(None, None, account.winners, winners, "winners")


def _of_players(
    entry: int | None, then: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]]
) -> Iterator[Difference]:
    """Yield of each player the first thing that differs: the others come of it."""
    known = {row["name"]: row for row in now}
    for row in then:
        own = known.get(row["name"], {})
        others = (one for one in ("total", "rank", "lines", "holds") if one in row and row[one] != own.get(one))
        what = next(others, None)
        if what:
            yield Difference(entry, row["name"], row[what], own.get(what), what)
