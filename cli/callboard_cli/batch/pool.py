"""Many lines at a time: answered by several processes in their order, written whole, and a progress bar meanwhile."""

from __future__ import annotations

import os
import signal
import stat
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from callboard_cli.batch.answerer import Answer, Answerer, Content, LostError

if TYPE_CHECKING:
    from concurrent.futures import Future

    from callboard_cli.input.files import Lines
    from callboard_cli.ui.output import UI

Line = tuple[int, Content]
"""A line with its number."""

CHUNK = 256
"""The most lines that a process is given at a time."""
CHUNK_LENGTH = 100_000
"""The most characters of these, but for the last of them."""
_MOST_PROCESSES = 61
"""The most processes in a pool: Windows cannot wait for more."""
_OFTEN = 0.1
"""Seconds between two updates of the bar."""


def answered(answerer: Answerer, lines: Iterable[Line], jobs: int) -> Iterator[list[Answer]]:
    """Yield the answers to lines, a chunk at a time and in their order, from so many processes.

    No more than two chunks a process are in memory, and no process is left behind. A chunk whose answering raises is
    answered again in this process, where the error is handled as in a batch with one job.

    :raises LostError: when a process dies.
    """
    from concurrent.futures import ProcessPoolExecutor  # most batches need one process
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    spawning = get_context("spawn")  # the same on every system, and inherits nothing of this process
    pool = ProcessPoolExecutor(min(jobs, _MOST_PROCESSES), spawning, initializer=_ignore_interrupts)
    window: deque[tuple[list[Line], Future[list[Answer] | None]]] = deque()
    chunk: list[Line] = []

    def oldest() -> list[Answer]:
        nonlocal chunk
        chunk, future = window.popleft()
        answers = future.result()
        return _answers(answerer, chunk) if answers is None else answers

    try:
        for given in _chunks(lines):
            if len(window) == 2 * jobs:
                yield oldest()
            chunk = window[0][0] if window else given
            with _interrupts_blocked():
                window.append((given, pool.submit(_tried, answerer, given)))
        while window:
            yield oldest()
    except BrokenProcessPool:
        raise LostError(chunk[0][0]) from None
    finally:
        # Who is at work ends its chunk: killed while it writes an answer, it would leave a piece that is waited for.
        pool.shutdown(cancel_futures=True)


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


def _answers(answerer: Answerer, chunk: Iterable[Line]) -> list[Answer]:
    return [answerer.answer(content, number) for number, content in chunk]


def _tried(answerer: Answerer, chunk: list[Line]) -> list[Answer] | None:
    """Return the answers to a chunk; None where an installed game raises, for its errors need not be picklable."""
    try:
        return _answers(answerer, chunk)
    except Exception:  # noqa: BLE001  # whatever the game raises
        return None


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one ends it


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Have processes started here get no Ctrl-C before they ignore it; Windows has no such mask."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def interrupts_delayed() -> Iterator[None]:
    """Have Ctrl-C wait until the end of the block, so that lines are written whole; a second one does not wait."""
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    interrupts = []

    def interrupt(number: int, _: object) -> None:
        interrupts.append(number)
        if len(interrupts) > 1:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if interrupts:
        raise KeyboardInterrupt


@contextmanager
def progress(ui: UI, lines: Lines) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on standard error, where somebody watches it and nothing else is shown there.

    Yields what takes how many more lines are answered.
    """
    if ui.calm or not sys.stderr.isatty() or not _goes_into_a_file():
        yield lambda _: None
        return
    with _bar(ui, lines) as tell:
        yield tell


@contextmanager
def _bar(ui: UI, lines: Lines) -> Iterator[Callable[[int], None]]:
    from rich.console import Console  # most batches are not watched
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    done, shown = 0, time.monotonic()
    console = Console(stderr=True, markup=False, emoji=False, highlight=False)
    columns = [TextColumn("{task.description}", markup=False), BarColumn()]
    sized = [TaskProgressColumn(), TimeRemainingColumn()] if lines.size else []
    bar = Progress(*columns, *sized, console=console, auto_refresh=False, redirect_stdout=False, redirect_stderr=False)
    task = bar.add_task("", total=lines.size or None)

    def show() -> None:
        words = ui.catalog.plural("batch.scored", done) % {"n": done}
        bar.update(task, description=words, completed=lines.read if lines.size else 0, refresh=True)

    def tell(more: int) -> None:
        nonlocal done, shown
        if not done:
            bar.start()  # what cannot be opened has none
        done += more
        if time.monotonic() - shown >= _OFTEN:
            shown = time.monotonic()
            show()

    try:
        yield tell
    finally:
        if done:
            show()
            bar.stop()


def _goes_into_a_file() -> bool:
    """Tell whether the answers go where nobody sees them: a terminal shows them, and the end of a pipe may be one."""
    try:
        mode = os.fstat(sys.stdout.fileno()).st_mode
    except (OSError, ValueError):  # no file of the system's
        return False
    return not sys.stdout.isatty() and (stat.S_ISREG(mode) or stat.S_ISCHR(mode))
