"""Evenings in an open file: what is asked of its tables, and put into them. Each row is checked as it is read."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from callboard_nights.keeping.files import connected, told
from callboard_nights.keeping.tables import SCHEMA, VERSION, EventRow, NightRow, StateRow, sound_part
from callboard_nights.keeping.trouble import DamagedError


@dataclass(frozen=True)
class Kept:
    """An evening on its way from one file into another."""

    events: tuple[EventRow, ...]
    """At least one."""
    summary: str = "null"
    """As JSON; `null` where nobody knows."""

    @property
    def night(self) -> str:
        """The ID."""
        return self.events[0].night

    def row(self, created: int) -> NightRow:
        """Return its row in the list of all."""
        return NightRow.of(self.night, created, self.events[0].at, len(self.events), self.summary)


@dataclass(frozen=True)
class Contents:
    """All that a file holds: evenings as they were created, and which one is the current."""

    nights: tuple[Kept, ...] = ()
    current: str = ""


class Shelf:
    """An open file of this version.

    Whatever is asked raises `DamagedError` where rows are not as they were written, and a `StoreError` where the file
    cannot be read or written.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        """Take an open file."""
        self._connection = connection
        self._path = path

    def _ask(self, question: str, *values: str | int) -> list[Any]:
        """Return the rows that answer."""
        with told(self._path):
            return self._connection.execute(question, values).fetchall()

    def check(self, *, whole: bool) -> None:
        """Make sure that the tables are ours and, if asked to, that each page of the file is where it should be."""
        if dict(self._ask("SELECT name, sql FROM sqlite_master")) != SCHEMA:
            raise DamagedError
        if whole and self._ask("PRAGMA quick_check(1)") != [("ok",)]:
            raise DamagedError

    def state(self) -> StateRow:
        """Return how many evenings there are, and which one is the current."""
        rows = [StateRow(*row) for row in self._ask("SELECT * FROM state")]
        if len(rows) != 1 or not rows[0].sound:
            raise DamagedError
        return rows[0]

    def row(self, night: str) -> NightRow | None:
        """Return the row of an evening. That there is none is believed if no row at all is missing or wrong."""
        found = self._rows("WHERE night = ?", night)
        if not found and night in {row.night for row in self.rows()}:
            raise DamagedError
        return found[0] if found else None

    def rows(self) -> list[NightRow]:
        """Return the rows of all evenings."""
        rows = self._rows("")
        if len(rows) != self.state().nights:
            raise DamagedError
        return rows

    def beginning(self, text: str) -> list[str]:
        """Return the evenings whose ID begins so."""
        found = self._rows("WHERE night >= ? AND night < ?", text, f"{text}~") or self.rows()
        return [row.night for row in found if row.night.startswith(text)]

    def _rows(self, which: str, *values: str) -> list[NightRow]:
        """Return some rows of evenings, all of them sound."""
        rows = [NightRow(*row) for row in self._ask(f"SELECT * FROM nights {which}", *values)]  # noqa: S608
        if not all(row.sound for row in rows):
            raise DamagedError
        return rows

    def events(self, row: NightRow) -> list[EventRow]:
        """Return the rows of an evening's events, all of them."""
        found = self._ask("SELECT * FROM events WHERE night = ? ORDER BY number", row.night)
        rows = [EventRow(*each) for each in found]
        if len(rows) != row.events or len(sound_part(rows)) != row.events:
            raise DamagedError
        return rows

    def begin(self, kept: Kept) -> None:
        """Add an evening that is not there yet."""
        state = self.state()
        newest = self._ask("SELECT coalesce(max(created), 0) FROM nights")[0][0]
        self._put("events", kept.events)
        self._put("nights", [kept.row(newest + 1)])
        self._put("state", [StateRow.of(state.current, state.nights + 1)])

    def add(self, row: NightRow, events: Sequence[EventRow], summary: str) -> None:
        """Add events to an evening."""
        self._put("events", events)
        self._put("nights", [NightRow.of(row.night, row.created, row.began, row.events + len(events), summary)])

    def choose(self, night: str) -> None:
        """Make an evening the current one, or none."""
        self._put("state", [StateRow.of(night, self.state().nights)])

    def remove(self, night: str) -> None:
        """Take an evening away with its log."""
        state = self.state()
        for table in ("events", "nights"):
            self._ask(f"DELETE FROM {table} WHERE night = ?", night)  # noqa: S608  # a table of ours
        self._put("state", [StateRow.of("" if state.current == night else state.current, state.nights - 1)])

    def _put(self, table: str, rows: Sequence[StateRow | NightRow | EventRow]) -> None:
        """Put rows into a table. An event is only ever added; the others take the place of those before."""
        if not rows:
            return
        verb = "INSERT" if table == "events" else "REPLACE"
        places = ", ".join("?" * len(rows[0]))
        with told(self._path):
            self._connection.executemany(f"{verb} INTO {table} VALUES ({places})", rows)

    def fill(self, contents: Contents) -> None:
        """Make the tables of a file that has none, and put into them what another one held."""
        for statement in SCHEMA.values():
            self._ask(statement)
        self._ask(f"PRAGMA user_version={VERSION}")
        self._put("events", [row for kept in contents.nights for row in kept.events])
        self._put("nights", [kept.row(created) for created, kept in enumerate(contents.nights, 1)])
        known = {kept.night for kept in contents.nights}
        self._put("state", [StateRow.of(contents.current if contents.current in known else "", len(known))])


@contextlib.contextmanager
def reading(path: Path) -> Iterator[Shelf]:
    """Open a file of this version to read it as it is at one moment."""
    with connected(path, "ro") as connection:
        shelf = Shelf(connection, path)
        with told(path):
            connection.execute("BEGIN")
        yield shelf


@contextlib.contextmanager
def writing(path: Path) -> Iterator[Shelf]:
    """Open a file of this version to write: all that is done in the block, or nothing if anything is raised."""
    with connected(path, "rw") as connection:
        with told(path):
            connection.execute("BEGIN IMMEDIATE")
        try:
            yield Shelf(connection, path)
            with told(path):
                connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):  # what is left then is put right by whoever opens it next
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            raise


@contextlib.contextmanager
def in_memory(contents: Contents) -> Iterator[Shelf]:
    """Have what a file held as if it were one of this version, without writing anything."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        shelf = Shelf(connection, Path(":memory:"))
        shelf.fill(contents)
        yield shelf
