"""Files: written whole or not at all, and what the system refuses told as an error of the store."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from callboard_nights.storage import errors

_ERRNO = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), errors.StoreFullError),
    **dict.fromkeys((errno.EACCES, errno.EPERM), errors.StoreDeniedError),
    **dict.fromkeys((errno.ENOTDIR, errno.EEXIST), errors.StoreNotFolderError),
    errno.EROFS: errors.StoreReadOnlyError,
    errno.EISDIR: errors.StoreNotFileError,
}


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """Raise what the system refuses as a `StoreError`, about the file that it names or else about this one."""
    try:
        yield
    except OSError as error:
        about = Path(os.fsdecode(error.filename)) if isinstance(error.filename, str | bytes) else path
        raise _ERRNO.get(error.errno or 0, errors.StoreFailingError)(about) from error


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
