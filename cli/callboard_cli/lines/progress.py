"""How far many lines are, for whoever waits for them at a terminal while the answers go into a file."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from callboard_cli.entry.filing.files import Lines
from callboard_cli.speech.face import Face

_OFTEN = 0.1
"""Seconds between two looks of the bar."""

Tell = Callable[[int], None]
"""Takes how many lines more are answered."""


@contextmanager
def told_progress(face: Face, lines: Lines) -> Iterator[Tell]:
    """Show a bar on standard error, where somebody watches it and nothing else is shown there; else nothing."""
    if face.calm or not sys.stderr.isatty() or not _goes_into_a_file():
        yield lambda _: None
        return
    with _bar(face, lines) as tell:
        yield tell


@contextmanager
def _bar(face: Face, lines: Lines) -> Iterator[Tell]:
    from rich.console import Console  # most batches are not watched
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    done, shown = 0, time.monotonic()
    console = Console(stderr=True, markup=False, emoji=False, highlight=False)
    columns = [TextColumn("{task.description}", markup=False), BarColumn()]
    sized = [TaskProgressColumn(), TimeRemainingColumn()] if lines.size else []
    bar = Progress(*columns, *sized, console=console, auto_refresh=False, redirect_stdout=False, redirect_stderr=False)
    task = bar.add_task("", total=lines.size or None)

    def show() -> None:
        words = face.catalog.plural("batch.scored", done) % {"n": done}
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
    """Tell whether the answers go where nobody sees them: a terminal shows them, and behind a pipe is who may."""
    try:
        mode = os.fstat(sys.stdout.fileno()).st_mode
    except (OSError, ValueError):  # no file of the system's
        return False
    return not sys.stdout.isatty() and (stat.S_ISREG(mode) or stat.S_ISCHR(mode))
