"""Evenings that are kept in a file: `nights.sqlite3` in the folder of all that is saved.

It knows logs, and nothing of what they mean. What it answered stands, whatever is killed and whatever fails then; what
only reads writes nothing. Everything it cannot do is a `StoreError`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from callboard_nights.events import Event, Log
from callboard_nights.keeping.trouble import (
    DamagedError,
    Notice,
    StoreFailingError,
    StoreNotFolderError,
    StoreUnfinishedError,
    TooMuchError,
    UnknownNightError,
)

if TYPE_CHECKING:
    from callboard_nights.keeping.shelf import Contents, Shelf
    from callboard_nights.keeping.tables import EventRow, NightRow

_Answer = TypeVar("_Answer")


@dataclass(frozen=True)
class Summary:
    """An evening in a list of all."""

    night: str
    began: str
    """When, as its first event says."""
    table: Mapping[str, Any] | None
    """What was given with the last of its events; None where that is not known any more: it has to be worked out."""


@dataclass(frozen=True)
class Append:
    """What is added to an evening: some events, and what a list of all tells of it from now on."""

    events: Sequence[Event]
    summary: Mapping[str, Any]


class Store:
    """The evenings of a folder."""

    def __init__(self, folder: Path) -> None:
        """Name the folder. Nothing is opened, and nothing is written."""
        self.folder = folder
        self.notices: list[Notice] = []
        """What people are to be told of what was done so far, each once."""

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

    def touched(self) -> object:
        """Return what is another whenever anybody has written anything; the file is not opened for it."""
        from callboard_nights.keeping import files  # the database is imported only where a store is used

        try:
            status = (self.folder / files.NAME).stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size, status.st_ino

    def current(self) -> str | None:
        """Return the ID of the current evening."""
        return self._read(lambda shelf: shelf.state().current or None, None)

    def read(self, night: str) -> Log:
        """Return the log of an evening.

        :raises UnknownNightError: there is none of that ID.
        """
        rows: list[EventRow] = self._read(lambda shelf: shelf.events(row) if (row := shelf.row(night)) else [], [])
        if not rows:
            raise UnknownNightError(self.folder, night=night)
        return self._log(rows)

    def matching(self, beginning: str) -> list[str]:
        """Return the IDs that begin so, in the order of the alphabet. A whole ID is only itself."""
        from callboard_nights.keeping.ids import is_id  # only who asks for an evening needs it

        nothing: list[str] = []
        if beginning and not is_id(beginning):  # half of a letter is nothing that a database could be asked for
            return nothing
        found = sorted(self._read(lambda shelf: shelf.beginning(beginning), nothing))
        return [beginning] if beginning in found else found

    def summaries(self) -> list[Summary]:
        """Return all evenings, the newest first."""
        nothing: list[NightRow] = []
        rows = sorted(
            self._read(lambda shelf: shelf.rows(), nothing), key=lambda row: (row.began, row.created), reverse=True
        )
        return [Summary(row.night, row.began, self._table(row)) for row in rows]

    def begin(self, log: Log, summary: Mapping[str, Any], *, night: str, current: bool = True) -> str:
        """Keep a new evening, and make it the current one if that is asked for.

        :param log: at least one event.
        :param night: its ID. One that is taken gets another word before the game.
        :returns: its ID.
        :raises ValueError: that is no ID, or no event.
        """
        from callboard_nights.keeping.ids import another, is_id  # only the beginning needs it
        from callboard_nights.keeping.shelf import Kept

        if not is_id(night) or not log:
            raise ValueError(night)
        self._checked(night, log, summary)  # before anything is made

        def begun(shelf: Shelf) -> str:
            unused = night
            while shelf.row(unused):
                unused = another(unused)
            events, text = self._checked(unused, log, summary)
            shelf.begin(Kept(tuple(events), text))
            if current:
                shelf.choose(unused)
            return unused

        return self._write(begun)

    def append(self, night: str, decide: Callable[[Log], Append]) -> Log:
        """Add to an evening what is decided from its log, while nobody else can add anything.

        :param decide: it must not ask the store. What it raises is raised, and nothing is written. Where the file turns
            out to be damaged it is asked again, with what could be saved.
        :returns: the log with what was added.
        :raises UnknownNightError: there is none of that ID.
        """

        def appended(shelf: Shelf) -> Log:
            row = shelf.row(night)
            if row is None:
                raise UnknownNightError(self.folder, night=night)
            rows = shelf.events(row)
            log = self._log(rows)
            decision = decide(log)
            added, summary = self._checked(night, decision.events, decision.summary, rows)
            if added or summary != row.summary:
                shelf.add(row, added, summary)
            return (*log, *(each.event for each in added))

        return self._write(appended, night)

    def choose(self, night: str) -> None:
        """Make an evening the current one.

        :raises UnknownNightError: there is none of that ID.
        """

        def chosen(shelf: Shelf) -> None:
            if shelf.row(night) is None:
                raise UnknownNightError(self.folder, night=night)
            if shelf.state().current != night:
                shelf.choose(night)

        self._write(chosen, night)

    def remove(self, night: str) -> None:
        """Take an evening away, with its log and its links. If it was the current one there is none.

        :raises UnknownNightError: there is none of that ID.
        """
        from callboard_nights.keeping.links import KeptLinks  # only a table has links

        KeptLinks(self.folder).remove(night)  # first: whatever fails then, nobody is let in to what comes back

        def removed(shelf: Shelf) -> None:
            if shelf.row(night) is None:
                raise UnknownNightError(self.folder, night=night)
            shelf.remove(night)

        self._write(removed, night)

    def _log(self, rows: Sequence[EventRow]) -> Log:
        """Return the log of rows. Who knows what logs mean looks through it."""
        return tuple(row.event for row in rows)

    def _table(self, row: NightRow) -> Mapping[str, Any] | None:
        """Return what a list tells of an evening."""
        return row.table

    def _checked(
        self, night: str, events: Sequence[Event], summary: Mapping[str, Any], before: Sequence[EventRow] = ()
    ) -> tuple[list[EventRow], str]:
        """Return the rows of events and the text of a summary.

        :raises TooMuchError: they are more than an evening holds.
        """
        from callboard_nights.keeping.tables import MOST_BYTES, MOST_EVENTS, TooLargeError, as_text, chain

        if len(before) + len(events) > MOST_EVENTS:
            raise TooMuchError(self.folder, "store.too-many", most=MOST_EVENTS)
        try:
            return chain(night, events, len(before), before[-1].checksum if before else ""), as_text(summary)
        except TooLargeError as error:
            raise TooMuchError(self.folder, error.code, most=MOST_BYTES) from None

    def _read(self, question: Callable[[Shelf], _Answer], nothing: _Answer) -> _Answer:
        """Ask the file something, or what can be saved of it, or what it would be in this version.

        :param nothing: the answer where there is no file.
        """
        from callboard_nights.keeping import files  # the database is imported only where a store is used

        path = files.place(self.folder)
        with files.in_turn(path):
            try:
                return self._answered(path, question, nothing)
            except StoreUnfinishedError:
                files.finish(path)
                return self._answered(path, question, nothing)

    def _answered(self, path: Path, question: Callable[[Shelf], _Answer], nothing: _Answer) -> _Answer:
        """Ask the file something, without writing anything."""
        from callboard_nights.keeping import files, shelf
        from callboard_nights.keeping.tables import VERSION

        try:
            version = files.version_of(path)
            if version is None:
                return nothing
            if version != VERSION:
                contents = _older(path, version)
            else:
                with shelf.reading(path) as opened:
                    try:
                        opened.check(whole=False)
                        return question(opened)
                    except DamagedError:
                        contents = self._saved(path)  # while nobody can write
        except DamagedError:
            contents = self._saved(path)
        with shelf.in_memory(contents) as opened:
            return question(opened)

    def _saved(self, path: Path) -> Contents:
        """Return what can be saved of a damaged file, and tell about it."""
        from callboard_nights.keeping.salvage import salvage  # hardly ever needed

        salvaged = salvage(path)
        self._tell(salvaged.notices(path))
        return salvaged.contents

    def _tell(self, notices: list[Notice]) -> None:
        """Keep what people are to be told, each once."""
        self.notices += [notice for notice in notices if notice not in self.notices]

    def _write(self, change: Callable[[Shelf], _Answer], night: str | None = None) -> _Answer:
        """Change something in the file, all of it or nothing, while nobody else can.

        :param night: an evening that has to be there; without a file it is not, and none is made for that.
        """
        from callboard_nights.keeping import files

        path = files.place(self.folder)
        with files.in_turn(path):
            try:
                if night is not None and files.version_of(path) is None:
                    raise UnknownNightError(self.folder, night=night)
            except DamagedError:
                pass
            with files.locked(path.parent):
                try:
                    return self._changed(path, change)
                except DamagedError:
                    self._renew(path)
                try:
                    return self._changed(path, change)
                except DamagedError:  # at once again
                    raise StoreFailingError(path) from None

    def _changed(self, path: Path, change: Callable[[Shelf], _Answer]) -> _Answer:
        """Change something in the file, which is made first, or made one of this version, if need be."""
        from callboard_nights.keeping import shelf

        self._make_ready(path)
        with shelf.writing(path) as opened:
            opened.check(whole=True)
            return change(opened)

    def _make_ready(self, path: Path) -> None:
        """Make sure that there is a file, of this version. Of an older one a copy is kept."""
        from callboard_nights.keeping import files, shelf
        from callboard_nights.keeping.tables import VERSION

        version = files.version_of(path)
        if version == VERSION:
            return
        contents = shelf.Contents()
        if version is not None:
            files.finish(path)
            contents = _older(path, version)
            files.keep(path, f"nights.version-{version}")
        files.build(path, lambda connection: shelf.Shelf(connection, path).fill(contents))

    def _renew(self, path: Path) -> None:
        """Keep a damaged file beside, and put what can be saved of it in its place."""
        from datetime import UTC, datetime  # hardly ever needed

        from callboard_nights.keeping import files, shelf
        from callboard_nights.keeping.salvage import salvage

        salvaged = salvage(path)
        kept = files.keep(path, f"nights.damaged-{datetime.now(UTC).date()}")
        files.build(path, lambda connection: shelf.Shelf(connection, path).fill(salvaged.contents))
        self._tell(salvaged.notices(path, kept))


def _older(path: Path, version: int) -> Contents:
    """Return what a file of an older version holds."""
    from callboard_nights.keeping.migrations import read_older  # hardly ever needed

    return read_older(path, version)
