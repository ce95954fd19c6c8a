"""Files that were made, of one page or several, in the places that were asked for, or on standard output.

Nothing is replaced but what was asked for by its name, and nothing half written is left: pages are written beside
their places first, and take them when all are whole.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from callboard_cli.ui.output import UI, CommandLineError, visible

_MOST = 100
"""The most files of one name that are there already."""
STDOUT = "-"
"""What is typed for standard output."""


class ManyPagesError(ValueError):
    """There are more pages than the place can take."""

    def __init__(self, count: int) -> None:
        """Keep how many there are."""
        super().__init__(count)
        self.count = count


class NoFolderError(FileNotFoundError):
    """The folder of a file is not there; `filename` is the folder's name."""


class ScreenError(ValueError):
    """Standard output is a screen, on which a file is nothing to read."""


def put_out(pages: Sequence[bytes]) -> None:
    """Write the only page to standard output.

    :raises ManyPagesError: when there are several.
    :raises ScreenError: when somebody would have to read the file as it is.
    """
    if len(pages) > 1:
        raise ManyPagesError(len(pages))
    if _is_screen():
        raise ScreenError
    sys.stdout.flush()
    sys.stdout.buffer.write(pages[0])
    sys.stdout.buffer.flush()


def _is_screen() -> bool:
    return sys.stdout.isatty()


def is_folder(out: str) -> bool:
    """Tell whether what was asked for is a folder: one that is there, or a name that ends as only folders' do."""
    return os.path.isdir(out) or (bool(out) and out[-1] in {os.sep, os.altsep})  # noqa: PTH112  # Path's fails on names too long


@dataclass(frozen=True)
class Written:
    """A file that was written."""

    path: Path
    """Its name, as it was asked for."""
    place: Path
    """Where it is: elsewhere than its name says, where that is a link."""
    is_other: bool
    """Whether something else was there before."""

    def told(self, ui: UI, message: str) -> str:
        """Return the message that says where it is, with what it replaced and the link it went through."""
        is_link = self.path.is_symlink()
        text = ui.text(message, path=visible(f"{self.path} → {self.place}" if is_link else str(self.path)))
        return f"{text} ({ui.text('print.replaced')})" if self.is_other else text


def put_down(pages: Sequence[bytes], form: str, out: str, name: str) -> list[Written]:
    """Write pages into the file that was asked for, or into one of this name in the folder; return where they are.

    What was asked for is replaced; what is there under the name already, and is something else, is left alone. Of
    several pages each has its number behind the name.

    :raises NoFolderError: when its folder is not there.
    :raises FileExistsError: when only names are left under which there is something else.
    :raises OSError: when it cannot be written.
    """
    if out and not is_folder(out):
        asked = Path(out)
        if os.path.lexists(asked) and not asked.is_file():
            raise _closed(asked)  # a device is no place for a file
        paths = _each(asked.with_suffix(""), asked.suffix or f".{form}", len(pages))
        if len(pages) > 1:
            _leave_alone(paths, pages)
        return _put(paths, pages)
    for number in range(1, _MOST):
        paths = _each(Path(out, name if number == 1 else f"{name}-{number}"), f".{form}", len(pages))
        with suppress(FileExistsError):
            _leave_alone(paths, pages)
            return _put(paths, pages)
    raise _taken(Path(out, f"{name}.{form}"))


def _each(stem: Path, suffix: str, number: int) -> list[Path]:
    """Return the names of so many pages: one has the name itself."""
    if number == 1:
        return [stem.with_name(stem.name + suffix)]
    return [stem.with_name(f"{stem.name}-{page}{suffix}") for page in range(1, number + 1)]


def _leave_alone(paths: Sequence[Path], pages: Sequence[bytes]) -> None:
    """Look whether every place is free, or holds the same page already.

    :raises FileExistsError: when one does not.
    """
    for path, page in zip(paths, pages, strict=True):
        if os.path.lexists(path) and not (path.is_file() and path.read_bytes() == page):
            raise _taken(path)


def _taken(path: Path) -> FileExistsError:
    return FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))


def _closed(path: Path) -> PermissionError:
    return PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def _put(paths: Sequence[Path], pages: Sequence[bytes]) -> list[Written]:
    """Write pages, all or none, and return what was written.

    :raises NoFolderError: when the folder is not there.
    :raises OSError: when a page cannot be written; its `filename` is the place.
    """
    folder = paths[0].parent
    if not folder.is_dir():
        raise NoFolderError(errno.ENOENT, os.strerror(errno.ENOENT), str(folder))
    beside_them: dict[Path, Path] = {}
    written: list[Written] = []
    path = paths[0]
    try:
        for path, page in zip(paths, pages, strict=True):
            place = Path(os.path.realpath(path))  # a link stays one
            beside = place.with_name(f".callboard-{secrets.token_hex(8)}")
            beside_them[beside] = place
            written.append(Written(path, place, place.exists() and place.read_bytes() != page))
            _write_beside(place, beside, page)
        for beside, place in beside_them.items():
            beside.replace(place)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        for beside in beside_them:
            with suppress(OSError):
                beside.unlink()
    return written


def _write_beside(place: Path, beside: Path, page: bytes) -> None:
    if place.is_dir() or (place.exists() and not os.access(place, os.W_OK)):
        raise _closed(place)
    with beside.open("xb") as file:
        _write(page, file)
    if place.exists():
        shutil.copymode(place, beside)


def _write(page: bytes, file: BinaryIO) -> None:
    file.write(page)


@contextmanager
def place_of(out: str) -> Iterator[None]:
    """Tell people why the place that they asked for cannot be written.

    :raises CommandLineError: in place of what the system says; of standard output the system has its say.
    """
    try:
        yield
    except UnicodeEncodeError:  # half a letter is in no file's name
        raise CommandLineError("usage.unwritable", file=visible(out)) from None
    except OSError as error:
        if out == STDOUT:
            raise
        place = visible(str(error.filename or out))
        if isinstance(error, NoFolderError):
            raise CommandLineError("usage.no-folder", folder=place) from None
        taken = isinstance(error, FileExistsError)
        raise CommandLineError("usage.taken" if taken else "usage.unwritable", file=place) from None
