"""Several processes that answer lines at a time: order kept, memory bounded, nobody left behind.

The lines go round by chunks, each process having one at a time, so that the answers come back in order by themselves
and no more than a chunk a process is ever under way.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TYPE_CHECKING

from callboard_cli.lines.answering import Answer, Answerer, Content, LostError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Line = tuple[int, Content]
"""A line with its number."""

CHUNK = 256
"""The most lines that a process is given at a time."""
CHUNK_LENGTH = 100_000
"""The most characters of these, but for the last of them."""
_PATIENCE = 5
"""Seconds after which a process that was told to end is ended."""


def answered(answerer: Answerer, lines: Iterable[Line], jobs: int) -> Iterator[list[Answer]]:
    """Yield the answers to lines, some at a time and in their order, from so many processes.

    :raises LostError: when one of them dies.
    """
    hands: deque[_Hand] = deque()
    try:
        for chunk in _chunks(lines):
            if len(hands) == jobs:
                yield hands[0].answers()
                hands.rotate(-1)
            else:
                hands.append(_Hand(answerer))
            hands[-1].give(chunk)
        for hand in hands:
            yield hand.answers()
    finally:
        for hand in hands:
            hand.leave()


def _chunks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Yield lines some at a time."""
    chunk: list[Line] = []
    length = 0
    for line in lines:
        chunk.append(line)
        length += len(line[1]) if isinstance(line[1], str) else 0
        if len(chunk) == CHUNK or length > CHUNK_LENGTH:
            yield chunk
            chunk, length = [], 0
    if chunk:
        yield chunk


class _Hand:
    """A process that answers one chunk at a time."""

    def __init__(self, answerer: Answerer) -> None:
        context = get_context("spawn")  # the same on every system, and nothing of this process is in that one
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=_work, args=(other, answerer), daemon=True)
        with _uninterrupted():
            self._process.start()
        other.close()
        self._answerer = answerer
        self._chunk: list[Line] = []

    def give(self, chunk: list[Line]) -> None:
        """Give it a chunk; it has none."""
        self._chunk = chunk
        try:
            self._pipe.send(chunk)
        except OSError:
            raise LostError(chunk[0][0]) from None

    def answers(self) -> list[Answer]:
        """Wait for the answers to the chunk.

        What cannot be answered there is tried here, where whatever is the matter is told as ever.
        """
        try:
            answers: list[Answer] | None = self._pipe.recv()
        except (EOFError, OSError):
            raise LostError(self._chunk[0][0]) from None
        return _answers(self._answerer, self._chunk) if answers is None else answers

    def leave(self) -> None:
        """End it, whatever it is doing."""
        self._pipe.close()
        self._process.terminate()
        self._process.join(_PATIENCE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _answers(answerer: Answerer, chunk: Iterable[Line]) -> list[Answer]:
    return [answerer.answer(content, number) for number, content in chunk]


def _work(pipe: Connection, answerer: Answerer) -> None:
    """Answer chunks until nobody gives any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who has started it ends it
    while True:
        try:
            chunk = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answers = _answers(answerer, chunk)
        except Exception:  # noqa: BLE001  # an installed game that breaks
            answers = None
        try:
            pipe.send(answers)
        except OSError:
            return


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Have a process that is started here get no Ctrl-C from its first moment on; Windows' ignores it a bit later."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
