"""Files, written whole or not at all, and what can be wrong with the store: a class and a code each, no sentences."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Notice:
    """What people are told though it went well: something was damaged.

    ================ ================================================================== ===============================
    store.damaged    a file is damaged; what could be read of it was read               path, nights, events,
                                                                                        lost_nights, lost_events
    store.renewed    the same, before something was written: the file as it was is       the same, and kept (a path)
                     kept beside, and a sound one stands in its place
    store.from-copy  of some evenings more could be read of the last good copy           nights, path, at
    store.night-cut  of an evening only the first events stand                           night, events, lost_events
    store.night-lost of an evening that is known none does                               night, lost_events
    ================ ================================================================== ===============================

    What is lost is counted as far as it is known: nobody knows of an evening of which nothing at all can be read.
    """

    code: str
    values: Mapping[str, str | int] = field(default_factory=dict)


class StoreError(Exception):
    """Something that the store cannot do. Nothing was changed, and nothing is half done."""

    code: str = "store.failing"

    def __init__(self, path: Path, **values: str | int) -> None:
        """Keep the file or folder that it is about, and what else the words need."""
        super().__init__(self.code, str(path), values)
        self.path = path
        self.values = values


class StoreFailingError(StoreError):
    """The medium fails: it can be neither read nor written as it should."""


class StoreBusyError(StoreError):
    """Others were at work all the time that one waits."""

    code = "store.busy"


class StoreFullError(StoreError):
    """There is no room left: on the disk, in a quota, in what a file may take."""

    code = "store.full"


class StoreReadOnlyError(StoreError):
    """Nothing can be written here."""

    code = "store.read-only"


class StoreDeniedError(StoreError):
    """Who runs this may not read it, or not write it."""

    code = "store.denied"


class StoreNotFolderError(StoreError):
    """Something else stands where a folder is needed."""

    code = "store.not-a-folder"


class StoreNotFileError(StoreError):
    """Something else, as a folder, stands where the file would."""

    code = "store.not-a-file"


class StoreUnfinishedError(StoreError):
    """Somebody was killed while writing; the file has to be put right first, and here nothing can be written."""

    code = "store.unfinished"


class NewerStoreError(StoreError):
    """A newer Callboard wrote it; it is left as it is. Values: `version`, and `known`, the newest known here."""

    code = "store.newer"


class UnknownNightError(StoreError):
    """There is no such evening. Values: `night`."""

    code = "store.unknown-night"


class TooMuchError(StoreError):
    """More than an evening can hold: `store.too-many`, `store.too-large` or `store.no-text`. Values: `most`."""

    code = "store.too-many"

    def __init__(self, path: Path, code: str, **values: str | int) -> None:
        """Keep which of the three it is."""
        self.code = code
        super().__init__(path, **values)


class DamagedError(Exception):
    """A file that is not as it was written. Nobody outside sees it: what can be read is read instead."""


_ERRNO = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), StoreFullError),
    **dict.fromkeys((errno.EACCES, errno.EPERM), StoreDeniedError),
    **dict.fromkeys((errno.ENOTDIR, errno.EEXIST), StoreNotFolderError),
    errno.EROFS: StoreReadOnlyError,
    errno.EISDIR: StoreNotFileError,
}


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """Raise what the system refuses as a `StoreError`, about the file that it names or else about this one."""
    try:
        yield
    except OSError as error:
        about = Path(os.fsdecode(error.filename)) if isinstance(error.filename, str | bytes) else path
        raise _ERRNO.get(error.errno or 0, StoreFailingError)(about) from error


def write_file(path: Path, content: bytes, *, mode: int | None = None) -> None:
    """Put a file in the place of another: whole or not at all, whatever is killed or fails. A symbolic link stays one.

    Two that write one file at once have to be kept apart elsewhere.

    :param mode: the permissions of the file, from its first byte on; None for those of the file that it replaces, or
        else the usual ones.
    :raises OSError: when it cannot be written; nothing is changed then.
    """
    path = Path(os.path.realpath(path))
    beside = path.with_name(f".{path.name}.new")
    beside.unlink(missing_ok=True)  # of somebody who was killed
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(beside, flags, 0o666 if mode is None else mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is None and path.exists():
            shutil.copymode(path, beside)
        beside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    settle(path.parent)


def settle(folder: Path) -> None:
    """Write to the disk which files are in a folder; a system that cannot be asked to does so by itself."""
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
