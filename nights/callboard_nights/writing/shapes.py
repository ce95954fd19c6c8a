"""What may stand in a text of an evening; what its log may hold is told by `sound`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, TypeVar

from pydantic.types import StringConstraints

from callboard_nights import sound
from callboard_nights.events import Event, Kind, Log
from callboard_nights.fields import GameId, Number, Points, Stage, Table
from callboard_nights.keeping.ids import is_id
from callboard_nights.sound import SetUp, StrangeError
from callboard_nights.writing.frame import TextError
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
    setup: SetUp | None
    night: str
    callboard: Version
    entries: tuple[_Row, ...]
    standing: tuple[_Standing, ...]
    winners: tuple[Name, ...] | None


_Text = TypeVar("_Text", LogShape, DisputeShape)


def shaped(model: type[_Text], raw: object) -> _Text:
    """Return what a text holds.

    :raises StrangeError: when it is anything else.
    """
    read = sound.shaped(model, raw)
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
