"""The output of the process: streams that may be closed or fail, and JSON in letters that they can carry."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Any, TextIO

SCHEMA = 1
"""The version of the machine interface."""


def own_version() -> str:
    """Return the version of Callboard."""
    from importlib.metadata import version  # it reads files

    return version("callboard")


def carries_letters() -> bool:
    """Tell whether the output can carry the letters of all languages."""
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def to_json(data: object, indent: int | None = None, *, letters: bool | None = None) -> str:
    """Write JSON, on one line unless indented; letters stay letters where the output can carry them, if nobody says.

    On one line nothing is left that a terminal would act on.
    """
    is_ascii = not (carries_letters() if letters is None else letters)
    if indent is not None:
        return _dumps(data, is_ascii=is_ascii, indent=indent)
    text = None if is_ascii else _quickly(data)
    if text is not None and text.isprintable():
        return text
    return _dumps(data, is_ascii=True).replace("\x7f", "\\u007f")  # which JSON leaves as it is


def _quickly(data: object) -> str | None:
    """Write JSON by what pydantic has for it, in a seventh of the time; None where half a letter is in it."""
    from pydantic_core import PydanticSerializationError, to_json  # most results are for people

    try:
        return to_json(data).decode()
    except PydanticSerializationError:
        return None


def _dumps(data: object, *, is_ascii: bool, indent: int | None = None) -> str:
    """Write JSON by what Python has for it, in the same shape."""
    from json import dumps

    return dumps(data, ensure_ascii=is_ascii, indent=indent, separators=None if indent else (",", ":"))


class OutputError(Exception):
    """Standard output cannot be written to. `gone` tells whether its reader only went away, as `head` does.

    It is no OSError: those come of files, and Typer would end the process at some of them.
    """

    def __init__(self, *, gone: bool) -> None:
        """Keep whether the reader went away."""
        super().__init__("output")
        self.gone = gone


class _Output(io.BufferedWriter):
    """Bytes on their way out."""

    def write(self, content: Any, /) -> int:
        try:
            return super().write(content)
        except OSError as error:
            self.fail(error)
            return len(content)

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            self.fail(error)

    def fail(self, error: OSError) -> None:
        """Send what is held back, and whatever still comes, to nowhere."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)
        raise OutputError(gone=error.errno in (errno.EPIPE, errno.EINVAL)) from error  # EINVAL: a pipe of Windows


class _Complaints(_Output):
    """Bytes for standard error: where it fails nobody can be told, and the exit status says it all."""

    def fail(self, error: OSError) -> None:
        try:
            super().fail(error)
        except OutputError:
            return


def open_streams() -> None:
    """Put streams of our own in place of the system's; what an old terminal lacks is shown as its number."""
    if sys.stdin is None:
        sys.stdin = open(os.open(os.devnull, os.O_RDONLY), encoding="utf-8", closefd=False)  # noqa: SIM115  # to the end
    sys.stdout = _opened(sys.stdout, _Output)
    sys.stderr = _opened(sys.stderr, _Complaints)


def _opened(stream: TextIO | None, kind: type[_Output]) -> TextIO:
    if stream is None:
        raw: Any = io.FileIO(os.open(os.devnull, os.O_WRONLY), "wb", closefd=False)
        return io.TextIOWrapper(kind(raw), encoding="utf-8")
    buffer: Any = getattr(stream, "buffer", None)
    if not isinstance(stream, io.TextIOWrapper) or buffer is None:
        return stream  # somebody else's: a test's, an editor's
    return io.TextIOWrapper(
        kind(getattr(buffer, "raw", buffer)),
        encoding=stream.encoding,
        errors="backslashreplace",
        line_buffering=stream.line_buffering or stream.write_through,
    )
