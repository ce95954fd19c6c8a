"""An evening as a text and back: the whole log for another device, and for a dispute what stands and what came of it.

Both are as `envelope` has them. A log holds its events with their times:

    {"night":"tomak-histrio","callboard":"0.2.0",
    "events":[
    {"kind":"began","at":"2026-11-22T19:30:00Z","by":"","data":{…}},
    …

A dispute holds the entries that stand, with their numbers, records and results, and no times:

    {"night":"tomak-histrio","callboard":"0.2.0",
    "game":"histrio","players":["Ann","Ben"],"setup":null,
    "entries":[
    {"entry":1,"stage":"season","record":{…},"result":{…}},
    …
    "standing":[…],"winners":null}

An entry that does not fit has `entered` in place of a record, and no result. One whose record does not tell whose it is
has `player` beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic.types import StringConstraints

from callboard_nights.entries import WHOSE
from callboard_nights.events import Event, Kind, Log, is_id
from callboard_nights.night import Entry, Night
from callboard_nights.serialization.envelope import TextError, folded, in_json, listed, read, written
from callboard_nights.serialization.replaying import Account, Entered, result_of
from callboard_nights.validation import (
    GameId,
    Number,
    Points,
    SavedSetUp,
    Stage,
    StrangeError,
    Table,
    entry_fits,
    game_of,
    look_through,
    shaped,
)
from callboard_scoring.fields import Name
from callboard_scoring.records import Record

_Line = tuple[str, str | None, Points]
Version = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z.+!-]{1,40}$")]
"""A version of Callboard."""


class _Event(Record):
    kind: Kind
    at: str
    by: str
    data: Table


class LogShape(Record):
    """A whole log."""

    night: str
    callboard: Version
    events: tuple[_Event, ...]

    @property
    def log(self) -> Log:
        """The log, through which nobody has looked yet."""
        return tuple(Event(event.kind, event.at, event.by, event.data) for event in self.events)


class _Told(Record):
    name: Name
    total: Points
    rank: Number
    lines: tuple[_Line, ...]


class _Result(Record):
    players: tuple[_Told, ...] = ()
    lines: tuple[_Line, ...]
    winners: tuple[Name, ...] | None


class _Row(Record):
    entry: Number
    stage: Stage
    record: Table | None = None
    entered: Table | None = None
    player: Name | None = None
    result: _Result | None = None


class _Standing(Record):
    name: Name
    total: Points
    rank: Number
    holds: Table | None = None


class DisputeShape(Record):
    """What stands of an evening, and what came of it."""

    game: GameId
    players: tuple[Name, ...]
    setup: SavedSetUp | None
    night: str
    callboard: Version
    entries: tuple[_Row, ...]
    standing: tuple[_Standing, ...]
    winners: tuple[Name, ...] | None


@dataclass(frozen=True)
class Exported:
    """A whole evening from a text."""

    night: str
    """Its ID."""
    log: Log
    version: str
    """The version of Callboard that wrote it."""


def log_text(night: str, log: Log, version: str) -> str:
    """Return a whole evening as a text for another device.

    :raises TextError: when it is longer than one that is read again.
    """
    events = ({"kind": one.kind, "at": one.at, "by": one.by, "data": one.data} for one in log)
    return written("night", [*_opening(night, version), *listed("events", events), "}"])


def dispute_text(night: str, stands: Night, version: str) -> str:
    """Return what stands of an evening as a text that whoever doubts it can count again.

    :raises TextError: when it is longer than one that is read again.
    """
    seating = stands.seating.data
    names = ("name", "total", "rank", "holds")
    standing = [{name: getattr(one, name) for name in names if name != "holds" or one.holds} for one in stands.standing]
    winners = None if stands.winners is None else list(stands.winners)
    entries = [_entry(one) for one in stands.entries if one.stands]
    *rows, last = listed("entries", entries)
    seats = folded(in_json(seating)[1:-1] + ",")
    body = [*_opening(night, version), *seats, *rows, f"{last},", *listed("standing", standing)]
    return written("dispute", [*body[:-1], "],", f'"winners":{in_json(winners)}', "}"])


def _opening(night: str, version: str) -> list[str]:
    return [in_json({"night": night, "callboard": version})[:-1] + ","]


def _entry(entry: Entry) -> dict[str, Any]:
    """Return an entry that stands."""
    row: dict[str, Any] = {"entry": entry.number, "stage": entry.stage}
    played = entry.played
    if played is None:
        return {**row, "entered": dict(entry.entered)}
    row["record"] = played.record.model_dump(mode="json", by_alias=True)
    if played.whose:
        row["player"] = played.whose
    return {**row, "result": result_of(played.result)}


# --- Reading ---------------------------------------------------------------------------------------------------------

_Text = TypeVar("_Text", LogShape, DisputeShape)


def _shaped(model: type[_Text], raw: object) -> _Text:
    """Return what a text holds; what its log may hold is a matter of `validation`.

    :raises StrangeError: when it is anything else.
    """
    read = shaped(model, raw)
    if not is_id(read.night):
        raise StrangeError
    return read


@contextmanager
def told_as_broken() -> Iterator[None]:
    """Tell of a text that it was never written by us where what it holds was not.

    :raises TextError: when it was not.
    """
    try:
        yield
    except StrangeError:
        raise TextError("error.night.text-broken") from None


@told_as_broken()
def read_text(text: str) -> Exported | Account:
    """Read a text of either kind.

    :raises LogError: when it is none, is not as it was written, or its game is not here.
    """
    framed = read(text)
    if framed.kind == "night":
        shape = _shaped(LogShape, framed.body)
        look_through(shape.log)
        return Exported(shape.night, shape.log, shape.callboard)
    if framed.kind == "dispute":
        return _account(framed.body)
    raise TextError("error.night.text-none")


def _account(body: Any) -> Account:
    """Return what a dispute tells.

    :raises LogError: when it cannot have been written, or its game is not here.
    """
    shape = _shaped(DisputeShape, body)
    began = {name: body[name] for name in ("game", "players", "setup")}
    game = game_of(began)
    entries: list[Entered] = []
    for row, raw in zip(shape.entries, body["entries"], strict=True):
        content = raw.get("record", raw.get("entered"))
        is_counted = row.record is not None and row.entered is None and row.result is not None
        is_misfit = row.record is None and row.entered is not None and row.result is None and row.player is None
        if not (is_counted or is_misfit) or (entries and row.entry <= entries[-1].number):
            raise TextError("error.night.text-broken")
        if row.player is not None:
            content = {**content, WHOSE: row.player}
        entry_fits(game, row.stage, content)
        entries.append(Entered(row.entry, row.stage, content, raw.get("result")))
    return Account(began, tuple(entries), shape.callboard, shape.night, body["standing"], body["winners"])
