"""The tables of the database, their rows, and the checksums by which a changed, missing or swapped row is found."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any, NamedTuple, NoReturn, cast

from callboard_nights.events import Event, Kind, is_id

VERSION = 2
"""The version of these tables, `user_version` of the file.

Version 1, of Callboard 0.2, had the same columns in `nights` and `events`, no foreign keys, and the current evening in
a table `state`."""
SCHEMA = """
CREATE TABLE nights (night TEXT PRIMARY KEY, created INTEGER NOT NULL, began TEXT NOT NULL,
 events INTEGER NOT NULL, summary TEXT NOT NULL, checksum TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE events (night TEXT NOT NULL REFERENCES nights ON DELETE CASCADE, number INTEGER NOT NULL,
 kind TEXT NOT NULL, at TEXT NOT NULL, who TEXT NOT NULL, data TEXT NOT NULL, checksum TEXT NOT NULL,
 PRIMARY KEY (night, number)) WITHOUT ROWID;
CREATE TABLE current (one INTEGER PRIMARY KEY CHECK (one = 1), night TEXT NOT NULL REFERENCES nights ON DELETE CASCADE);
"""
"""`nights` says how many events each evening has, so that a log whose end is missing is found."""
MOST_EVENTS = 5_000
"""The most events of an evening; a long one with many mistakes has a hundred."""
MOST_BYTES = 100_000
"""The most bytes of an event, and of a summary; a full table is under two thousand."""
DEPTH = 50
"""How deep tables may lie in tables: a record's twelve, and some for what it lies in."""


class TooLargeError(ValueError):
    """What is no text of the file's: `code` is `store.too-large` or `store.no-text`."""

    def __init__(self, code: str) -> None:
        """Keep which of the two."""
        super().__init__(code)
        self.code = code


class NightRow(NamedTuple):
    """A row of `nights`."""

    night: str
    created: int
    """The number by which the newest is known among those that began at one time."""
    began: str
    events: int
    """How many there are."""
    summary: str
    """What was given with the last of them, as JSON; `null` where that is not known any more."""
    checksum: str

    @classmethod
    def of(cls, night: str, created: int, began: str, events: int, summary: str) -> NightRow:
        """Make the row that says so."""
        return cls(night, created, began, events, summary, _checksum(night, created, began, events, summary))

    @property
    def sound(self) -> bool:
        """Whether it is as it was written: also where somebody worked its checksum out."""
        numbers = type(self.created) is type(self.events) is int
        return _fits(self.checksum, self[:-1]) and numbers and is_id(self.night) and _is_ours(self.summary)

    @property
    def table(self) -> dict[str, Any] | None:
        """What was given with the last of its events; only of one that is sound."""
        told: dict[str, Any] | None = json.loads(self.summary)
        return told


class EventRow(NamedTuple):
    """A row of `events`. Its checksum is also over that of the event before: a chain."""

    night: str
    number: int
    """From 1 on."""
    kind: str
    at: str
    who: str
    data: str
    """As JSON."""
    checksum: str

    @classmethod
    def of(cls, night: str, number: int, event: Event, before: str) -> EventRow:
        """Make the row of an event.

        :param before: the checksum of the event before, empty for the first.
        :raises TooLargeError: it cannot be written.
        """
        parts = (night, number, event.kind, event.at, event.by, as_text(event.data))
        try:
            size = sum(len(str.encode(part)) for part in (event.kind, event.at, event.by, parts[-1]))
        except (TypeError, ValueError):
            raise TooLargeError("store.no-text") from None
        if size > MOST_BYTES:
            raise TooLargeError("store.too-large")
        return cls(*parts, _checksum(*parts, before))

    def follows(self, before: str) -> bool:
        """Tell whether it is as it was written, behind an event that has that checksum."""
        return _fits(self.checksum, (*self[:-1], before)) and self.data != "null" and _is_ours(self.data)

    @property
    def event(self) -> Event:
        """What it holds; only of one that is sound."""
        return Event(cast("Kind", self.kind), self.at, self.who, json.loads(self.data))


def chain(night: str, log: Iterable[Event], after: int = 0, before: str = "") -> list[EventRow]:
    """Make the rows of events that follow so many others, the last of which has a checksum."""
    rows: list[EventRow] = []
    for number, event in enumerate(log, after + 1):
        rows.append(EventRow.of(night, number, event, before))
        before = rows[-1].checksum
    return rows


def sound_part(rows: Iterable[EventRow], number: int = 0, before: str = "") -> list[EventRow]:
    """Return the rows up to the first that is missing or not as it was written.

    :param number: how many events come before them.
    :param before: the checksum of the last of those.
    """
    stand: list[EventRow] = []
    for row in rows:
        if row.number != number + 1 or not row.follows(before):
            break
        stand.append(row)
        number, before = row.number, row.checksum
    return stand


def as_text(value: Mapping[str, Any] | None) -> str:
    """Write a plain table as JSON.

    :raises TooLargeError: it is larger than `MOST_BYTES`, or holds what is no JSON.
    """
    try:
        text = _WRITER.encode(value)
        size = len(text.encode())  # no half of a letter
        read = json.loads(text) if size <= MOST_BYTES else None  # no number of thousands of digits
    except (TypeError, ValueError, RecursionError):
        raise TooLargeError("store.no-text") from None
    if size > MOST_BYTES:
        raise TooLargeError("store.too-large")
    if text.count("[") + text.count("{") > DEPTH and _is_deep(read):
        raise TooLargeError("store.no-text")
    return text


def _is_ours(text: str) -> bool:
    """Tell whether `as_text` writes such a text: a plain table as JSON, or `null`.

    What may be other JSON (half of a letter, what is no number, a table too deep) is looked at closely.
    """
    if len(text) > MOST_BYTES:
        return False
    try:
        value = json.loads(text, parse_constant=_refuse)
        if "\\" in text or text.count("[") + text.count("{") > DEPTH:
            as_text(value)
    except (ValueError, RecursionError):
        return False
    return value is None or isinstance(value, dict)


def _refuse(constant: str) -> NoReturn:
    """Refuse what JSON does not know as a number."""
    raise ValueError(constant)


def _is_deep(value: object) -> bool:
    """Tell whether tables lie in tables deeper than `DEPTH`."""
    level = [value]
    for _ in range(DEPTH):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return any(isinstance(inner, dict | list) for inner in level)


def _plain(value: object) -> dict[Any, Any]:
    """Return a table of another kind as one that JSON knows."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError


_WRITER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain)


def _fits(checksum: str, parts: tuple[object, ...]) -> bool:
    """Tell whether a checksum is that of these parts; what has none fits nothing."""
    return checksum != "" and checksum == _checksum(*parts)


def _checksum(*parts: object) -> str:
    """Return the checksum over texts and whole numbers, in their order; of anything else one that nothing has."""
    try:
        return blake2b(_WRITER.encode(parts).encode(), digest_size=12).hexdigest()
    except (TypeError, ValueError):
        return ""
