"""The files of the store: opened to read or to write, one writer at a time, and put in place whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path, PurePath
from urllib.parse import quote

from callboard_nights.keeping import trouble
from callboard_nights.keeping.tables import MOST_BYTES, VERSION
from callboard_nights.keeping.trouble import DamagedError

NAME = "nights.sqlite3"
LOCK = "nights.lock"
"""An empty file that whoever writes holds locked. It stays: taking it away would let two in at once."""
PAGE = 4096
"""The bytes of a page of the file."""
PATIENCE = 5.0
"""How many seconds one waits for others."""

_NEW = "nights.new.sqlite3"
_COPY = "nights.copy.sqlite3"
"""Files that are being made; they get their names when they are whole."""
_MAGIC = b"SQLite format 3\0"
_HEADER = 100
_IN_TURN = threading.Lock()
"""Whoever closes a file, however it was opened, loses all locks that this process has on it: so one after the other."""

_ERRNO = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), trouble.StoreFullError),
    **dict.fromkeys((errno.EACCES, errno.EPERM), trouble.StoreDeniedError),
    **dict.fromkeys((errno.ENOTDIR, errno.EEXIST), trouble.StoreNotFolderError),
    errno.EROFS: trouble.StoreReadOnlyError,
    errno.EISDIR: trouble.StoreNotFileError,
}
_SQLITE = {
    sqlite3.SQLITE_FULL: trouble.StoreFullError,
    sqlite3.SQLITE_READONLY_ROLLBACK: trouble.StoreUnfinishedError,
    **dict.fromkeys((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL), trouble.StoreBusyError),
    **dict.fromkeys((sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH), trouble.StoreDeniedError),
    **dict.fromkeys(
        (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_NOLFS),
        trouble.StoreFailingError,
    ),
}
"""By the whole code, else by its last byte. Whatever is not here comes of bytes that are not as they were written."""


def failure(error: sqlite3.Error, path: Path) -> trouble.StoreError | DamagedError:
    """Return in our words why the database could not do something."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    if code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_READONLY_DIRECTORY} or code & 0xFF == sqlite3.SQLITE_CANTOPEN:
        return _not_opened(path)
    if code == sqlite3.SQLITE_IOERR_SHORT_READ:
        return DamagedError()
    kind = _SQLITE.get(code) or _SQLITE.get(code & 0xFF)
    return kind(path) if kind else DamagedError()


def _not_opened(path: Path) -> trouble.StoreError:
    """Find out why a file, or the journal beside it, could not be opened, or not to write: SQLite does not tell."""
    folder = path.parent
    if path.is_dir():
        return trouble.StoreNotFileError(path)
    if not folder.is_dir():
        return trouble.StoreNotFolderError(folder)
    if sys.platform != "win32" and os.statvfs(folder).f_flag & os.ST_RDONLY:
        return trouble.StoreReadOnlyError(path)
    allowed = os.access(folder, os.W_OK | os.X_OK) and (not path.exists() or os.access(path, os.R_OK | os.W_OK))
    return trouble.StoreFailingError(path) if allowed else trouble.StoreDeniedError(path)


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """Tell in our words what the system or the database refuses."""
    try:
        yield
    except sqlite3.Error as error:
        raise failure(error, path) from error
    except UnicodeDecodeError as error:  # the database's own message, with bytes of the file in it
        raise DamagedError from error
    except OSError as error:
        about = Path(os.fsdecode(error.filename)) if isinstance(error.filename, str | bytes) else path
        raise _ERRNO.get(error.errno or 0, trouble.StoreFailingError)(about) from error


@contextlib.contextmanager
def in_turn(path: Path) -> Iterator[None]:
    """Let one thread at a time of this process work with the store.

    :raises StoreBusyError: another thread did so too long, or this one does already.
    """
    if not _IN_TURN.acquire(timeout=2 * PATIENCE):
        raise trouble.StoreBusyError(path)
    try:
        yield
    finally:
        _IN_TURN.release()


def place(folder: Path) -> Path:
    """Return where the file of a folder really lies, so that what is put beside it is on the same disk."""
    with told(folder):
        return Path(os.path.realpath(folder / NAME))


def address(path: PurePath, mode: str) -> str:
    """Return the URI by which SQLite opens a file in a mode: `ro`, `rw` or `rwc`.

    >>> address(PurePath("/home/Ann/50%/?#.sqlite3"), "ro")
    'file:///home/Ann/50%25/%3F%23.sqlite3?mode=ro'
    """
    text = os.fsencode(path.as_posix())
    return f"file://{'' if text.startswith(b'/') else '/'}{quote(text, safe='/:')}?mode={mode}"


def _opened(path: Path, mode: str) -> sqlite3.Connection:
    """Open a file as it is; nothing is begun or committed unless that is said."""
    return sqlite3.connect(address(path, mode), uri=True, timeout=PATIENCE, isolation_level=None)


def connected(path: Path, mode: str) -> contextlib.closing[sqlite3.Connection]:
    """Open a file. It is closed when the block ends, and whatever was not committed is as it was before."""
    with told(path), contextlib.ExitStack() as closing:
        connection = _opened(path, mode)
        closing.callback(connection.close)
        connection.text_factory = lambda text: text.decode(errors="replace")  # a checksum finds what is damaged
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 4 * MOST_BYTES + PAGE)
        # What was answered stands though the power fails: EXTRA also writes down that the journal is gone. What is
        # removed is overwritten, so that no salvage brings it back.
        connection.executescript("PRAGMA synchronous=EXTRA; PRAGMA fullfsync=ON; PRAGMA secure_delete=ON")
        closing.pop_all()
        return contextlib.closing(connection)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Be the only one that writes in a folder, which is made if need be.

    :raises StoreBusyError: somebody else is, all the time.
    """
    path = folder / LOCK
    with told(folder):
        for missing in reversed([each for each in (folder, *folder.parents) if not each.exists()]):
            missing.mkdir(exist_ok=True)
            settle(missing.parent)
        if not folder.is_dir():
            raise trouble.StoreNotFolderError(folder)
    with told(path):
        connection = _opened(path, "rwc")
    with contextlib.closing(connection):
        try:
            with told(path):
                connection.execute("PRAGMA journal_mode=MEMORY")  # no journal beside it
                connection.execute("BEGIN IMMEDIATE")
        except DamagedError:
            raise trouble.StoreFailingError(path) from None
        yield


def version_of(path: Path) -> int | None:
    """Return the version of a file's tables, by its first bytes; None where there is no file.

    :raises DamagedError: the first bytes are not as they were written.
    :raises NewerStoreError: it has a version that is not known yet.
    """
    with told(path):
        try:
            head = _head(path)
        except FileNotFoundError:
            return None
        if not head.startswith(_MAGIC) and journal_of(path).exists():
            finish(path)
            head = _head(path)
    if len(head) < _HEADER or not head.startswith(_MAGIC) or head[18:20] != b"\1\1":  # no other kind of journal
        raise DamagedError
    version = int.from_bytes(head[60:64])
    if version > VERSION:
        raise trouble.NewerStoreError(path, version=version, known=VERSION)
    return version


def _head(path: Path) -> bytes:
    """Return the first bytes of a file."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise IsADirectoryError(errno.EISDIR, "")
    with path.open("rb") as file:
        return file.read(_HEADER)


def finish(path: Path) -> None:
    """Put right what somebody left who was killed while writing: SQLite does it as soon as it may write.

    :raises StoreUnfinishedError: it may not.
    """
    try:
        with connected(path, "rw") as connection, told(path):
            connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
    except DamagedError:
        pass
    except trouble.StoreBusyError:
        raise
    except trouble.StoreError as error:
        raise trouble.StoreUnfinishedError(path) from error


def journal_of(path: Path) -> Path:
    """Return where the journal of a file lies while somebody writes."""
    return path.with_name(f"{path.name}-journal")


def build(path: Path, fill: Callable[[sqlite3.Connection], None]) -> None:
    """Put a new file in the place of whatever is there, filled: whole, or not at all."""
    new = path.with_name(_NEW)
    with told(path):
        with _whole_or_not(new):
            with connected(new, "rwc") as connection:
                connection.executescript(f"PRAGMA page_size={PAGE}; PRAGMA journal_mode=MEMORY; BEGIN IMMEDIATE")
                fill(connection)
                connection.execute("COMMIT")
            _set_aside_journal(path)
            new.replace(path)
        settle(path.parent)


def keep(path: Path, name: str) -> Path:
    """Keep a copy of a file beside it, under a name that gets a number if another file has it."""
    import filecmp  # hardly ever needed
    import shutil

    new = path.with_name(_COPY)
    kept = path.with_name(f"{name}.sqlite3")
    with told(path):
        for number in count(2):
            if not kept.exists():
                break
            if filecmp.cmp(kept, path, shallow=False):  # somebody was killed before what comes next
                return kept
            kept = path.with_name(f"{name}-{number}.sqlite3")
        with _whole_or_not(new):
            shutil.copyfile(path, new)
            with new.open("rb+") as file:
                os.fsync(file.fileno())
            new.replace(kept)
        settle(path.parent)
    return kept


@contextlib.contextmanager
def _whole_or_not(new: Path) -> Iterator[None]:
    """Make a new file; if anything is raised none is left, nor one of somebody who was killed."""
    new.unlink(missing_ok=True)
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink()
        raise


def _set_aside_journal(path: Path) -> None:
    """Take away a journal of what is not there any more: it would be taken for one of the new file."""
    journal = journal_of(path)
    if journal.exists():
        if journal.stat().st_size:
            keep(journal, "nights.damaged-journal")
        journal.unlink()
        settle(path.parent)


def settle(folder: Path) -> None:
    """Write down for good which files are in a folder; where a system cannot, it does so by itself."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP}:
            raise
    finally:
        os.close(handle)
