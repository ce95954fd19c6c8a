"""Evenings for machines: what stands, what changed, which evenings there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from callboard_cli.display.machine import doubts_data
from callboard_cli.entry.refusing.problems import described
from callboard_cli.entry.stage import stage_of
from callboard_cli.speech.data import SCHEMA
from callboard_locales import Catalog
from callboard_nights.changes import Changes
from callboard_nights.night import Entry, Night, Standing


def night_data(words: Catalog, name: str, night: Night) -> dict[str, Any]:
    """Return an evening as the machine interface has it."""
    return {
        "schema": SCHEMA,
        "night": name,
        "game": night.game.id,
        "players": list(night.players),
        "setup": night.seating.code or None,
        "began": night.began or None,
        "ended": night.ended,
        "note": night.note,
        "entries": [_entry(words, night, entry) for entry in night.entries],
        "standing": standing_data(night.standing),
        "winners": _names(night.winners),
        "next": next_data(night),
    }


def _entry(words: Catalog, night: Night, entry: Entry) -> dict[str, Any]:
    """Return an entry; what is wrong or doubtful only where anything is."""
    record = None if entry.played is None else entry.played.record.model_dump(mode="json", by_alias=True)
    data: dict[str, Any] = {
        "entry": entry.number,
        "stage": entry.stage,
        "entered": dict(entry.entered),
        "record": record,
        "stands": entry.stands,
        "fits": entry.fits or not entry.stands,
    }
    if entry.problems:
        data["errors"] = errors_data(words, night, entry)
    if entry.played is not None and entry.played.result.doubts:
        data["doubts"] = doubts_data(words, night.game, entry.played.result)
    return data


def errors_data(words: Catalog, night: Night, entry: Entry) -> list[dict[str, str]]:
    """Return why an entry does not fit."""
    stage = stage_of(night.game, entry.stage)
    return [described(one, words, stage, entry.entered) for one in entry.problems]


def standing_data(standing: tuple[Standing, ...]) -> list[dict[str, Any]]:
    """Return who has how much, in seat order; what players hold where that decides."""
    return [
        {"name": one.name, "total": one.total, "rank": one.rank, **({"holds": one.holds} if one.holds else {})}
        for one in standing
    ]


def next_data(night: Night) -> list[str]:
    """Return the command that comes next, as its words; none after the end."""
    return ["callboard", "night", "add", night.next.stage] if night.next is not None else []


def changes_data(name: str, changes: Changes) -> dict[str, Any]:
    """Return what changed, in the table's terms."""
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "night": name,
        "changes": [_changed(one.before, one.after) for one in changes.players],
        "standing": standing_data(changes.after.standing),
        "unreached": list(changes.unreached),
    }
    if changes.table is not None:
        data["table"] = _pair(*map(dict, changes.table))
    if changes.winners is not None:
        data["winners"] = _pair(*map(_names, changes.winners))
    return data


def _names(names: tuple[str, ...] | None) -> list[str] | None:
    return None if names is None else list(names)


def _pair(before: object, after: object) -> Mapping[str, object]:
    return {"before": before, "after": after}


def _changed(before: Standing, after: Standing) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": after.name,
        "before": before.total,
        "after": after.total,
        "rank_before": before.rank,
        "rank_after": after.rank,
    }
    if before.holds is not None or after.holds is not None:
        data |= {"holds_before": before.holds, "holds_after": after.holds}
    return data
