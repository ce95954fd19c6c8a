"""Evenings that are kept in a file: `nights.sqlite3` in the folder of all that is saved.

What it answered stands, whatever is killed and whatever fails then; what only reads changes nothing. Everything that it
cannot do is a `StoreError`. The database itself is imported only where a store is used.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from callboard_nights.events import Event, Log, another_id, is_id
from callboard_nights.storage.files import (
    DamagedError,
    Notice,
    StoreFailingError,
    StoreNotFolderError,
    TooMuchError,
    UnknownNightError,
)

if TYPE_CHECKING:
    from callboard_nights.counts import State
    from callboard_nights.storage.database import Contents, Database
    from callboard_nights.storage.schema import EventRow, NightRow
    from callboard_nights.validation import Sound

_Answer = TypeVar("_Answer")


@dataclass(frozen=True)
class Summary:
    """An evening in a list of all."""

    night: str
    began: str
    """When, as its first event says."""
    table: Mapping[str, Any] | None
    """What was kept with the last of its events; None where that is not known any more: it has to be worked out."""


@dataclass(frozen=True)
class _Known:
    """An evening as it was read or written last: only what was added since has to be read."""

    night: str
    checksum: str
    """That of its last event, which is over all before it as well."""
    state: State
    sound: Sound


class Store:
    """The evenings of a folder. Several threads and processes may use one at a time; those that write wait in turn."""

    def __init__(self, folder: Path) -> None:
        """Name the folder. Nothing is opened, and nothing is written."""
        self.folder = folder
        self.notices: list[Notice] = []
        """What people are to be told of what was done so far, each once."""
        self._known: _Known | None = None
        self._is_sound = False
        """Whether the file was looked through as a whole, as it is before the first change."""

    @classmethod
    def at_home(cls) -> Store:
        """Return the store of who runs this: in the folder `CALLBOARD_HOME`, else where the system keeps such data.

        :raises StoreNotFolderError: the system has no such place for this user.
        """
        home = os.environ.get("CALLBOARD_HOME")
        if home:
            return cls(Path(os.path.expanduser(home)))  # noqa: PTH111  # that of pathlib fails where there is no home
        from platformdirs import user_data_path  # only who has not said where

        folder = user_data_path("callboard", appauthor=False)
        if not folder.is_absolute():  # nobody knows where this user is at home
            raise StoreNotFolderError(folder)
        return cls(folder)

    # --- Reading ------------------------------------------------------------------------------------------------------

    def touched(self) -> object:
        """Return what is another whenever anybody has written anything; the file is not opened for it."""
        from callboard_nights.storage import database

        try:
            path = database.place(self.folder)
            status = path.stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size, status.st_ino, database.unmerged(path)

    def current(self) -> str | None:
        """Return the ID of the current evening."""
        return self._read(lambda database: database.current(), None)

    def read(self, night: str) -> Log:
        """Return the log of an evening.

        :raises UnknownNightError: there is none of that ID.
        :raises LogError: it holds what no log of ours does, or its game is not here.
        """
        return self.state(night).log

    def state(self, night: str) -> State:
        """Return an evening as it is now; only what was added since it was asked for last is read and folded.

        :raises UnknownNightError: there is none of that ID.
        :raises LogError: its log holds what no log of ours does, or its game is not here.
        """
        known = self._read(lambda database: self._folded(database, night), None)
        if known is None:
            raise UnknownNightError(self.folder, night=night)
        return known.state

    def matching(self, beginning: str) -> list[str]:
        """Return the IDs that begin so, in the order of the alphabet. A whole ID is only itself."""
        if beginning and not is_id(beginning):  # half of a letter is nothing that a database could be asked for
            return []
        nothing: list[str] = []
        nights = self._read(lambda database: [row.night for row in database.rows()], nothing)
        found = sorted(night for night in nights if night.startswith(beginning))
        return [beginning] if beginning in found else found

    def summaries(self) -> list[Summary]:
        """Return all evenings, the newest first."""
        from callboard_nights.validation import is_summary

        nothing: list[NightRow] = []
        rows = self._read(lambda database: database.rows(), nothing)
        rows.sort(key=lambda row: (row.began, row.created), reverse=True)
        return [
            Summary(row.night, row.began, row.table if row.table is not None and is_summary(row.table) else None)
            for row in rows
        ]

    # --- Writing ------------------------------------------------------------------------------------------------------

    def begin(self, log: Log, summary: Mapping[str, Any], *, night: str, current: bool = True) -> str:
        """Keep a new evening, and make it the current one if that is asked for.

        :param log: at least one event.
        :param summary: what a list of all tells of it.
        :param night: its ID. One that is taken gets another word before the game.
        :returns: its ID.
        :raises ValueError: that is no ID, or no event.
        """
        if not is_id(night) or not log:
            raise ValueError(night)
        self._checked(night, log, summary)  # before anything is made

        def begun(database: Database) -> str:
            unused = night
            while database.row(unused):
                unused = another_id(unused)
            database.begin(unused, *self._checked(unused, log, summary))
            if current:
                database.choose(unused)
            return unused

        return self._write(begun)

    def transact(self, night: str, change: Callable[[State], State]) -> tuple[State, State]:
        """Change an evening as it is while nobody else can write.

        :param change: returns the state that it is given with more events, or just as it is. It must not write to the
            store. What it raises is raised, and nothing is written. Where the file turns out to be damaged it is
            called again, with what could be saved.
        :returns: what was before, and what is now.
        :raises UnknownNightError: there is none of that ID.
        :raises LogError: its log holds what no log of ours does, or its game is not here.
        """
        from callboard_nights.statistics import summary_of
        from callboard_nights.storage.schema import NightRow
        from callboard_nights.validation import look_through

        def changed(database: Database) -> tuple[State, _Known]:
            row, known = database.row(night), self._folded(database, night)
            if row is None or known is None:
                raise UnknownNightError(self.folder, night=night)
            before, after = known.state, change(known.state)
            added, summary = self._checked(
                night, after.log[len(before.log) :], summary_of(after.night), row.events, known.checksum
            )
            if not added and summary == row.summary:
                return before, known
            events = row.events + len(added)
            database.add(NightRow.of(night, row.created, row.began, events, summary), added)
            checksum = added[-1].checksum if added else known.checksum
            return before, _Known(night, checksum, after, look_through(after.log, known.sound))

        before, known = self._write(changed, night)
        self._known = known
        return before, known.state

    def choose(self, night: str) -> None:
        """Make an evening the current one.

        :raises UnknownNightError: there is none of that ID.
        """

        def chosen(database: Database) -> None:
            if database.row(night) is None:
                raise UnknownNightError(self.folder, night=night)
            if database.current() != night:
                database.choose(night)

        self._write(chosen, night)

    def remove(self, night: str) -> None:
        """Take an evening away, with its log and its links. If it was the current one there is none.

        :raises UnknownNightError: there is none of that ID.
        """
        from callboard_nights.storage.links import KeptLinks

        KeptLinks(self.folder).remove(night)  # first: whatever fails then, nobody is let in to what comes back

        def removed(database: Database) -> None:
            if database.row(night) is None:
                raise UnknownNightError(self.folder, night=night)
            database.remove(night)

        self._write(removed, night, is_removal=True)

    # --- The file -----------------------------------------------------------------------------------------------------

    def _folded(self, database: Database, night: str) -> _Known | None:
        """Return an evening as the file has it, of which only what is new is read; None where there is none."""
        from callboard_nights.counts import State
        from callboard_nights.seating import LogError
        from callboard_nights.storage.database import NAME
        from callboard_nights.validation import StrangeError, look_through

        row = database.row(night)
        if row is None:
            return None
        known = self._known
        if known and (known.night != night or not database.holds(night, len(known.state.log), known.checksum)):
            known = None
        rows = database.events(row, len(known.state.log), known.checksum) if known else database.events(row)
        if known and not rows:
            return known
        events = [each.event for each in rows]
        log = (*known.state.log, *events) if known else tuple(events)
        try:
            sound = look_through(log, known.sound if known else None)
        except StrangeError as error:
            raise LogError(error.code, night=night, path=str(self.folder / NAME)) from None
        state = known.state.after(*events) if known else State.of(log)
        self._known = _Known(night, rows[-1].checksum, state, sound)
        return self._known

    def _checked(
        self, night: str, events: Sequence[Event], summary: Mapping[str, Any], after: int = 0, checksum: str = ""
    ) -> tuple[list[EventRow], str]:
        """Return the rows of events behind so many, of which the last has a checksum, and the text of a summary.

        :raises TooMuchError: they are more than an evening holds.
        """
        from callboard_nights.storage.schema import MOST_BYTES, MOST_EVENTS, TooLargeError, as_text, chain

        if after + len(events) > MOST_EVENTS:
            raise TooMuchError(self.folder, "store.too-many", most=MOST_EVENTS)
        try:
            return chain(night, events, after, checksum), as_text(summary)
        except TooLargeError as error:
            raise TooMuchError(self.folder, error.code, most=MOST_BYTES) from None

    def _read(self, question: Callable[[Database], _Answer], nothing: _Answer) -> _Answer:
        """Ask the file something, or what stands of it, or what it would be in this version; nothing is written.

        :param nothing: the answer where there is no file.
        """
        from callboard_nights.storage import database
        from callboard_nights.storage.schema import VERSION

        path = database.place(self.folder)
        if not database.is_there(path):
            return nothing
        try:
            with database.reading(path) as opened:
                version = opened.version
                if version == VERSION:
                    return question(opened)
            contents = database.contents_of(path)
            if not contents.is_whole:
                contents = self._recovered(path)
        except DamagedError:
            contents = self._recovered(path)
        with database.in_memory(contents) as opened:
            return question(opened)

    def _recovered(self, path: Path) -> Contents:
        """Return what stands of a damaged file, and tell about it."""
        from callboard_nights.storage import database

        contents = database.recovered(path)
        self._tell(contents.notices(path))
        return contents

    def _tell(self, notices: Iterable[Notice]) -> None:
        """Keep what people are to be told, each once."""
        self.notices += [notice for notice in notices if notice not in self.notices]

    def _write(
        self, change: Callable[[Database], _Answer], night: str | None = None, *, is_removal: bool = False
    ) -> _Answer:
        """Change something in the file, all of it or nothing, while nobody else can.

        :param night: an evening that has to be there; without a file it is not, and none is made for that.
        :param is_removal: whether nothing of what is taken away may stay in the last good copy.
        """
        from callboard_nights.storage import database

        path = database.place(self.folder)
        if night is not None and not database.is_there(path):
            raise UnknownNightError(self.folder, night=night)
        with database.locked(path.parent):
            try:
                answer = self._changed(path, change)
            except DamagedError:
                self._renew(path)
                try:
                    answer = self._changed(path, change)
                except DamagedError:  # at once again
                    raise StoreFailingError(path) from None
            if is_removal:
                database.renew_good(path)
        return answer

    def _changed(self, path: Path, change: Callable[[Database], _Answer]) -> _Answer:
        """Change something in the file, which is made first, or made one of this version, if need be."""
        from callboard_nights.storage import database
        from callboard_nights.storage.schema import VERSION

        if not database.is_there(path):
            database.build(path, database.Contents())
        with database.reading(path) as opened:
            version = opened.version
        if version < VERSION:
            contents = database.contents_of(path)
            if not contents.is_whole:
                raise DamagedError
            database.keep(path, f"nights.version-{version}")
            database.build(path, contents)
        with database.writing(path, is_sound=self._is_sound) as opened:
            self._is_sound = True
            return change(opened)

    def _renew(self, path: Path) -> None:
        """Keep a damaged file beside, and put what stands of it and of the last good copy in its place."""
        from datetime import UTC, datetime

        from callboard_nights.storage import database

        contents = database.recovered(path)
        kept = database.keep(path, f"nights.damaged-{datetime.now(UTC).date()}")
        database.build(path, contents)
        self._known, self._is_sound = None, False
        self._tell(contents.notices(path, kept))
