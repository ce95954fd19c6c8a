"""The streams of the process: one that is closed is an empty one, and one that cannot be written to is told apart."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Any, TextIO


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
