"""The database of a folder: opened, written by one at a time, copied, and put right where it is damaged.

SQLite does the work: a write-ahead log where the place has room for one, its own journal elsewhere. What is added here
are the errors, a lock under which the file itself may be replaced, and the last good copy.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import stat
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from callboard_nights.events import is_id
from callboard_nights.storage import files
from callboard_nights.storage.files import DamagedError, Notice
from callboard_nights.storage.schema import MOST_BYTES, SCHEMA, VERSION, EventRow, NightRow, sound_part

NAME = "nights.sqlite3"
GOOD = "nights.good.sqlite3"
"""The last good copy: of a moment at which every page of the file was sound."""
GOOD_FOR = 600
"""Seconds after which whoever writes makes another."""
LOCK = "nights.lock"
"""An empty file that whoever writes holds locked. It stays: taking it away would let two in at once."""
PATIENCE = 5.0
"""Seconds that one waits for others."""
_NEW = "nights.new.sqlite3"
"""A file that is being made; it gets its name when it is whole."""
_BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file while it is open, and after a kill."""

_SQLITE = {
    sqlite3.SQLITE_FULL: files.StoreFullError,
    **dict.fromkeys(
        (sqlite3.SQLITE_READONLY_ROLLBACK, sqlite3.SQLITE_READONLY_RECOVERY, sqlite3.SQLITE_READONLY_CANTLOCK),
        files.StoreUnfinishedError,
    ),
    **dict.fromkeys((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL), files.StoreBusyError),
    **dict.fromkeys((sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH), files.StoreDeniedError),
    **dict.fromkeys(
        (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_NOLFS),
        files.StoreFailingError,
    ),
}
"""By the whole code, else by its last byte. Whatever is not here comes of bytes that are not as they were written."""


# --- Errors -----------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """Raise what the system or the database refuses as a `StoreError`, or as damage."""
    try:
        with files.told(path):
            yield
    except sqlite3.Error as error:
        raise _failure(error, path) from error
    except UnicodeDecodeError as error:  # the database's own message, with bytes of the file in it
        raise DamagedError from error


def _failure(error: sqlite3.Error, path: Path) -> files.StoreError | DamagedError:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    if code == sqlite3.SQLITE_READONLY and _forbids_writing(path):
        return DamagedError()
    if code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_READONLY_DIRECTORY} or code & 0xFF == sqlite3.SQLITE_CANTOPEN:
        return _not_opened(path)
    if code == sqlite3.SQLITE_IOERR_SHORT_READ:
        return DamagedError()
    kind = _SQLITE.get(code) or _SQLITE.get(code & 0xFF)
    return kind(path) if kind else DamagedError()


def _forbids_writing(path: Path) -> bool:
    """Tell whether a file that may be written says of itself that nobody writes it: no version of SQLite makes such."""
    try:
        with path.open("r+b") as file:
            header = file.read(_WRITE_VERSION + 1)
    except OSError:
        return False
    return len(header) > _WRITE_VERSION and header[_WRITE_VERSION] > _NEWEST


_WRITE_VERSION, _NEWEST = 18, 2
"""Where a file says which version of SQLite's format is needed to write it, and the newest there is (WAL)."""


def _not_opened(path: Path) -> files.StoreError:
    """Find out why a file, or what belongs beside it, could not be opened or written: SQLite does not tell."""
    folder = path.parent
    if path.is_dir():
        return files.StoreNotFileError(path)
    if not folder.is_dir():
        return files.StoreNotFolderError(folder)
    if sys.platform != "win32" and os.statvfs(folder).f_flag & os.ST_RDONLY:
        return files.StoreReadOnlyError(path)
    allowed = os.access(folder, os.W_OK | os.X_OK) and (not path.exists() or os.access(path, os.R_OK | os.W_OK))
    return files.StoreFailingError(path) if allowed else files.StoreDeniedError(path)


# --- Opening ----------------------------------------------------------------------------------------------------------


def place(folder: Path) -> Path:
    """Return where the file of a folder really lies, so that what is put beside it is on the same disk."""
    with told(folder):
        return Path(os.path.realpath(folder / NAME))


def is_there(path: Path) -> bool:
    """Tell whether there is such a file.

    :raises StoreNotFileError: something else has its name, as a folder or a pipe.
    """
    with told(path):
        try:
            status = path.stat()
        except FileNotFoundError:
            return False
    if not stat.S_ISREG(status.st_mode):
        raise files.StoreNotFileError(path)
    return True


def address(path: PurePath, how: str) -> str:
    """Return the URI by which SQLite opens a file.

    >>> address(PurePath("/home/Ann/50%/?#.sqlite3"), "mode=ro")
    'file:///home/Ann/50%25/%3F%23.sqlite3?mode=ro'
    """
    text = os.fsencode(path.as_posix())
    return f"file://{'' if text.startswith(b'/') else '/'}{quote(text, safe='/:')}?{how}"


@contextlib.contextmanager
def _connected(path: Path, how: str) -> Iterator[sqlite3.Connection]:
    """Open a file; nothing is begun or committed unless that is said, and what was not committed is undone."""
    with told(path):
        connection = sqlite3.connect(address(path, how), uri=True, timeout=PATIENCE, isolation_level=None)
    with contextlib.closing(connection):
        connection.text_factory = lambda text: text.decode(errors="replace")  # a checksum finds what is damaged
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 4 * MOST_BYTES)
        with told(path):  # what was answered stands though the power fails, and what is removed is overwritten
            connection.executescript(
                "PRAGMA synchronous=EXTRA; PRAGMA fullfsync=ON; PRAGMA secure_delete=ON; PRAGMA foreign_keys=ON"
            )
        yield connection


class Database:
    """An open file of this version, or an older one. Rows are checked as they are read.

    Whatever is asked raises `DamagedError` where something is not as it was written, and a `StoreError` where the file
    cannot be read or written.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        """Take an open file."""
        self.connection = connection
        self.path = path

    def ask(self, question: str, *values: str | int) -> list[Any]:
        """Return the rows that answer."""
        with told(self.path):
            return self.connection.execute(question, values).fetchall()

    @property
    def version(self) -> int:
        """The version of its tables.

        :raises NewerStoreError: it is not known yet.
        """
        version = int(self.ask("PRAGMA user_version")[0][0])
        if version > VERSION:
            raise files.NewerStoreError(self.path, version=version, known=VERSION)
        if version < 1:
            raise DamagedError
        return version

    def current(self) -> str | None:
        """Return the current evening."""
        table, column = ("current", "night") if self.version == VERSION else ("state", "current")
        rows = self.ask(f"SELECT {column} FROM {table}")  # noqa: S608  # tables of ours
        return str(rows[0][0]) or None if rows else None

    def choose(self, night: str) -> None:
        """Make an evening the current one."""
        self.ask("REPLACE INTO current VALUES (1, ?)", night)

    def rows(self, which: str = "", *values: str) -> list[NightRow]:
        """Return the rows of some evenings, or of all, in the order in which they were created.

        :raises DamagedError: one is not as it was written, or the table is damaged so that one may be missing.
        """
        rows = [NightRow(*row) for row in self.ask(f"SELECT * FROM nights {which} ORDER BY created", *values)]  # noqa: S608
        if not all(row.sound for row in rows):
            raise DamagedError
        if (not rows or not which) and self.ask("PRAGMA integrity_check(nights)") != [("ok",)]:
            raise DamagedError
        return rows

    def row(self, night: str) -> NightRow | None:
        """Return the row of an evening; None where there is none."""
        return next(iter(self.rows("WHERE night = ?", night)), None)

    def holds(self, night: str, number: int, checksum: str) -> bool:
        """Tell whether the event of this number has this checksum, so that all before it are the same as well."""
        rows = self.ask("SELECT checksum FROM events WHERE night = ? AND number = ?", night, number)
        return rows == [(checksum,)]

    def events(self, row: NightRow, after: int = 0, checksum: str = "") -> list[EventRow]:
        """Return the rows of an evening's events behind so many, of which the last has this checksum."""
        question = "SELECT * FROM events WHERE night = ? AND number > ? ORDER BY number"
        rows = [EventRow(*each) for each in self.ask(question, row.night, after)]
        if after + len(rows) != row.events or len(sound_part(rows, after, checksum)) != len(rows):
            raise DamagedError
        return rows

    def add(self, row: NightRow, events: Sequence[EventRow] = ()) -> None:
        """Add an evening or events of one; its row takes the place of the one before."""
        with told(self.path):
            self.connection.execute(
                "INSERT INTO nights VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (night) DO UPDATE"
                " SET events = excluded.events, summary = excluded.summary, checksum = excluded.checksum",
                row,
            )
            self.connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", events)

    def begin(self, night: str, events: Sequence[EventRow], summary: str) -> None:
        """Add an evening that is not there yet."""
        newest = self.ask("SELECT coalesce(max(created), 0) FROM nights")[0][0]
        self.add(NightRow.of(night, newest + 1, events[0].at, len(events), summary), events)

    def remove(self, night: str) -> None:
        """Take an evening away with its log; if it was the current one there is none."""
        self.ask("DELETE FROM nights WHERE night = ?", night)

    def readable(self, question: str, *values: str) -> tuple[list[Any], bool]:
        """Return the rows that can be read, and whether they are all that there are."""
        rows: list[Any] = []
        try:
            with told(self.path):
                rows.extend(self.connection.execute(question, values))
        except DamagedError:
            return rows, False
        return rows, True

    def kept(self, night: object, row: NightRow | None) -> Kept | None:
        """Return what can be read of an evening; None where its name is none.

        :param row: its row in the list of all, sound or not; None where there is none.
        """
        if not isinstance(night, str) or not is_id(night):
            return None
        found, _ = self.readable("SELECT * FROM events WHERE night = ? ORDER BY number", night)
        stand = tuple(sound_part(EventRow(*each) for each in found))
        if row is None or not row.sound:
            return Kept(night, 0, stand, max(len(found), 1))
        summary = row.summary if len(stand) == row.events else "null"
        return Kept(night, row.created, stand, max(row.events, len(stand)), summary)

    def fill(self, contents: Contents) -> None:
        """Make the tables of a new file, and put evenings into them."""
        with told(self.path):
            self.connection.executescript(f"BEGIN IMMEDIATE; {SCHEMA} PRAGMA user_version={VERSION}")
        standing = [kept for kept in contents.nights if kept.events]
        for kept in standing:
            self.begin(kept.night, kept.events, kept.summary)
        if contents.current in {kept.night for kept in standing}:
            self.choose(contents.current)
        self.ask("COMMIT")


@contextlib.contextmanager
def reading(path: Path) -> Iterator[Database]:
    """Open a file to read it as it is at one moment, also where nothing can be written.

    :raises StoreUnfinishedError: somebody was killed while writing, and here it cannot be put right.
    """
    with contextlib.ExitStack() as stack:
        try:
            connection = stack.enter_context(_connected(path, "mode=rw"))
            with told(path):
                connection.executescript("BEGIN; PRAGMA user_version; SELECT count(*) FROM sqlite_master")
        except (files.StoreDeniedError, files.StoreReadOnlyError, files.StoreFailingError) as error:
            if any(_size(path, end) for end in ("-wal", "-journal")):
                raise files.StoreUnfinishedError(path) from error
            connection = stack.enter_context(_connected(path, "mode=ro&immutable=1"))
        yield Database(connection, path)


@contextlib.contextmanager
def writing(path: Path, *, is_sound: bool) -> Iterator[Database]:
    """Open a file of this version to write: all that is done in the block, or nothing if anything is raised.

    :param is_sound: whether the file was looked through before, so that it need not be again.
    :raises DamagedError: it is not sound.
    """
    with _connected(path, "mode=rw") as connection:
        database = Database(connection, path)
        _keep_good(database, is_sound=is_sound)
        with told(path):
            connection.execute("BEGIN IMMEDIATE")
        try:
            yield database
            with told(path):
                connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):  # what is left then is put right by whoever opens it next
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            raise


@contextlib.contextmanager
def in_memory(contents: Contents) -> Iterator[Database]:
    """Have what a file held as if it were one of this version, without writing anything."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        database = Database(connection, Path(":memory:"))
        database.fill(contents)
        yield database


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Be the only one that writes in a folder, which is made if need be.

    :raises StoreBusyError: somebody else is, all the time.
    """
    path = folder / LOCK
    with told(folder):
        for missing in reversed([each for each in (folder, *folder.parents) if not each.exists()]):
            missing.mkdir(exist_ok=True)
            files.settle(missing.parent)
        if not folder.is_dir():
            raise files.StoreNotFolderError(folder)
    with contextlib.ExitStack() as stack:
        try:
            connection = stack.enter_context(_connected(path, "mode=rwc"))
            with told(path):
                connection.executescript("PRAGMA journal_mode=MEMORY; BEGIN IMMEDIATE")  # no journal beside it
        except DamagedError:
            raise files.StoreFailingError(path) from None
        yield


# --- Copies, and files put in place -----------------------------------------------------------------------------------


def unmerged(path: Path) -> object:
    """Return what is another whenever the write-ahead log of a file is; None where it is empty or there is none."""
    try:
        status = path.with_name(f"{path.name}-wal").stat()
    except OSError:
        return None
    return (status.st_mtime_ns, status.st_size) if status.st_size else None


def _size(path: Path, end: str) -> int:
    """Return how large what lies beside a file is; 0 where there is nothing."""
    try:
        return path.with_name(path.name + end).stat().st_size
    except OSError:
        return 0


def _keep_good(database: Database, *, is_sound: bool = False) -> None:
    """Copy the file if the last good copy is too old; a copy for which there is no room is left out.

    :param is_sound: whether the file was looked through before; for a copy it is looked through all the same.
    :raises DamagedError: the file is not sound.
    """
    good = database.path.with_name(GOOD)
    is_recent = False
    with contextlib.suppress(OSError):
        is_recent = abs(time.time() - good.stat().st_mtime) < GOOD_FOR
    if is_recent and is_sound:
        return
    if database.ask("PRAGMA integrity_check(1)") != [("ok",)]:
        raise DamagedError
    if is_recent or not database.rows():  # so that no empty copy stands for what is entered next
        return
    with contextlib.suppress(files.StoreError):
        _copy(database, good)


def renew_good(path: Path) -> None:
    """Make the last good copy anew, so that it holds nothing that was removed from the file."""
    good = path.with_name(GOOD)
    with told(path):
        good.unlink(missing_ok=True)
    with contextlib.suppress(DamagedError), _connected(path, "mode=rw") as connection:
        _keep_good(Database(connection, path))


def _copy(database: Database, copy: Path) -> None:
    """Copy an open file as it is at one moment, in the place of another copy."""

    def filled(connection: sqlite3.Connection) -> None:
        database.connection.backup(connection)

    _put(copy, filled, like=database.path)


def build(path: Path, contents: Contents) -> None:
    """Put a new file in the place of whatever is there, with these evenings: whole, or not at all."""

    def filled(connection: sqlite3.Connection) -> None:
        Database(connection, path).fill(contents)
        connection.execute("PRAGMA journal_mode=WAL")  # where that cannot be, it says so and goes on as it was

    _put(path, filled, like=path)


def _put(path: Path, fill: Callable[[sqlite3.Connection], None], *, like: Path) -> None:
    """Make a database, and put it in its place when it is whole."""
    new = path.with_name(_NEW)
    with told(path):
        try:
            _unlink(new)  # of somebody who was killed
            with _connected(new, "mode=rwc") as connection:
                connection.execute("PRAGMA journal_mode=MEMORY")
                fill(connection)
            if like.exists():
                shutil.copymode(like, new)
            for end in _BESIDE:  # it would be taken for one of the new file
                path.with_name(path.name + end).unlink(missing_ok=True)
            new.replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                _unlink(new)
            raise
        files.settle(path.parent)


def _unlink(path: Path) -> None:
    for end in ("", *_BESIDE):
        path.with_name(path.name + end).unlink(missing_ok=True)


def keep(path: Path, name: str) -> Path:
    """Keep a file as it is, with what lies beside it, under a name that gets a number if it is taken."""
    names = (f"{name}.sqlite3" if number == 1 else f"{name}-{number}.sqlite3" for number in count(1))
    with told(path):
        kept = next(each for each in map(path.with_name, names) if not each.exists())
        for end in ("-wal", "-journal", ""):
            if end == "" or _size(path, end):
                files.write_file(kept.with_name(kept.name + end), path.with_name(path.name + end).read_bytes())
        shutil.copymode(path, kept)
    return kept


# --- What a file holds ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kept:
    """An evening on its way from one file into another."""

    night: str
    created: int
    events: tuple[EventRow, ...]
    """Those that stand: up to the first that is missing or not as it was written."""
    number: int
    """How many there were."""
    summary: str = "null"
    """As JSON; `null` where it has to be worked out."""


@dataclass(frozen=True)
class Contents:
    """What could be read of a file."""

    nights: tuple[Kept, ...] = ()
    current: str = ""
    is_whole: bool = True
    """Whether nothing is missing or wrong."""
    copied: tuple[str, ...] = ()
    """The evenings that stand as the last good copy has them."""

    def notices(self, path: Path, kept: Path | None = None) -> Iterator[Notice]:
        """Yield what people are to be told, and where the damaged file is kept if it was set aside."""
        standing = [each for each in self.nights if each.events]
        lost = [each for each in self.nights if len(each.events) < each.number]
        values: dict[str, str | int] = {
            "path": str(path),
            "nights": len(standing),
            "events": sum(len(each.events) for each in standing),
            "lost_nights": len(lost),
            "lost_events": sum(each.number - len(each.events) for each in lost),
        }
        yield Notice("store.renewed", {**values, "kept": str(kept)}) if kept else Notice("store.damaged", values)
        if self.copied:
            good = path.with_name(GOOD)
            at = datetime.fromtimestamp(good.stat().st_mtime, UTC).strftime("%Y-%m-%d %H:%M UTC")
            yield Notice("store.from-copy", {"nights": ", ".join(self.copied), "path": str(good), "at": at})
        for each in sorted(lost, key=lambda one: one.night):
            missing = each.number - len(each.events)
            if each.events:
                yield Notice(
                    "store.night-cut", {"night": each.night, "events": len(each.events), "lost_events": missing}
                )
            else:
                yield Notice("store.night-lost", {"night": each.night, "lost_events": missing})


def contents_of(path: Path) -> Contents:
    """Return what can be read of a file of any known version, evening by evening.

    :raises StoreError: it cannot be read at all, or a newer Callboard wrote it.
    """
    nights: list[Kept] = []
    current, is_whole = "", True
    try:
        with reading(path) as database:
            listed, is_whole = database.readable("SELECT * FROM nights")
            known, is_known = database.readable("SELECT DISTINCT night FROM events")
            rows = {row[0]: NightRow(*row) for row in listed}
            for night in dict.fromkeys([*rows, *(row[0] for row in known)]):
                row = rows.get(night)
                kept = database.kept(night, row)
                is_sound = row is not None and row.sound and kept is not None and len(kept.events) == kept.number
                is_whole = is_whole and is_known and is_sound
                nights += [kept] if kept else []
            current = database.current() or ""
    except DamagedError:
        is_whole = False
    return Contents(tuple(sorted(nights, key=lambda one: (one.created, one.night))), current, is_whole)


def recovered(path: Path) -> Contents:
    """Return what stands of a damaged file: each evening as the file or the last good copy has more of it."""
    found = contents_of(path)
    good = path.with_name(GOOD)
    copy = contents_of(good) if is_there(good) else Contents()
    nights = {each.night: each for each in found.nights}
    copied = []
    for each in copy.nights:
        here = nights.get(each.night)
        if here is None or len(here.events) < len(each.events):
            nights[each.night] = replace(each, number=max(each.number, here.number if here else 0))
            copied.append(each.night)
    order = sorted(nights.values(), key=lambda one: (one.created, one.night))
    return Contents(tuple(order), found.current or copy.current, is_whole=False, copied=tuple(sorted(copied)))
