"""Lines on their way out: each goes whole, whenever Ctrl-C comes."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Self

from callboard_cli.speech.face import Face


class Writer:
    """What writes lines. While it writes Ctrl-C waits; a second one does not."""

    def __init__(self, face: Face) -> None:
        """Write where the face does."""
        self._face = face
        self._is_writing = False
        self._is_interrupted = False

    def __enter__(self) -> Self:
        """Take Ctrl-C, where it would interrupt."""
        is_usual = threading.current_thread() is threading.main_thread()
        self._is_taken = is_usual and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if self._is_taken:
            signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        """Give Ctrl-C back."""
        if self._is_taken:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def write(self, text: str) -> None:
        """Write a line, or several at once."""
        self._is_writing = True
        self._face.emit(text)
        self._is_writing = False
        if self._is_interrupted:
            raise KeyboardInterrupt

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        if self._is_interrupted or not self._is_writing:
            raise KeyboardInterrupt
        self._is_interrupted = True
