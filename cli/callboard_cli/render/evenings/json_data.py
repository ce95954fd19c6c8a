"""Evenings for programs: what stands, what changed, which there are, and one counted again from a text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from callboard_cli.input.diagnostics.problems import described
from callboard_cli.input.stage import stage_of
from callboard_cli.render.json_data import doubts_data
from callboard_cli.ui.output import SCHEMA, UI, visible
from callboard_locales import Catalog
from callboard_nights.changes import Changes
from callboard_nights.night import Entry, Night, Standing
from callboard_nights.serialization.replaying import Difference


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


@dataclass(frozen=True)
class Replay:
    """An evening from a text."""

    name: str
    """Its ID; empty where the text does not tell it."""
    night: Night
    version: str
    """The version of Callboard that wrote the text."""
    here: str
    """The version that counted it again."""
    differences: tuple[Difference, ...] | None = None
    """What came to something else; None where the text tells no results."""

    @property
    def is_of_other(self) -> bool:
        """Whether another version wrote it."""
        return self.version != self.here


def replay_data(words: Catalog, replay: Replay) -> dict[str, Any]:
    """Return an evening as it stands, and what another version counted otherwise."""
    data = night_data(words, replay.name, replay.night)
    data["night"] = replay.name or None
    if replay.is_of_other or replay.differences:
        data["version"] = replay.version
        if replay.differences is not None:
            data["differs"] = [_data(one) for one in replay.differences]
    return data


def _data(one: Difference) -> dict[str, Any]:
    data = {"entry": one.entry, "name": one.name, "then": one.then, "now": one.now}
    return data if one.what == "total" else {**data, "what": one.what}


def show_replay(ui: UI, replay: Replay) -> None:
    """Show where the table stood, and what another version counted otherwise."""
    from callboard_cli.render.evenings.evening import show_night  # a program sees none

    show_night(ui, replay.name or ui.text("replay.receipt"), replay.night, whole=True, is_saved=False)
    ui.say()
    if replay.is_of_other:
        ui.say(ui.text("replay.version", version=visible(replay.version), here=replay.here))
    for one in replay.differences or ():
        ui.say(_sentence(ui, one))
    if replay.differences == ():
        ui.say(ui.text("replay.same"))


_SENTENCES = {
    "total": "replay.total",
    "rank": "replay.rank",
    "lines": "replay.lines",
    "holds": "replay.holds",
    "winners": "replay.winners",
    "fits": "replay.fits",
}
"""The words for what came to something else."""


def _sentence(ui: UI, one: Difference) -> str:
    """Say what came to something else."""
    where = ui.text("replay.standing") if one.entry is None else ui.text("replay.entry", entry=one.entry)
    if one.name is not None:
        where = f"{where} · {visible(one.name)}"
    return ui.text(_SENTENCES[one.what], where=where, then=_told(ui, one.then), now=_told(ui, one.now))


def _told(ui: UI, value: object) -> str:
    """Say who won; a number as it is."""
    if isinstance(value, (list, tuple)):
        names = [visible(str(name)) for name in value if isinstance(name, str)]
        return ui.catalog.list(names) if names else ui.text("replay.nobody")
    return ui.text("replay.nobody") if value is None else str(value).replace("-", "−")
