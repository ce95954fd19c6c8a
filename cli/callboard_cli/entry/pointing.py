"""Showing a typed line with a pointer under the word that is wrong."""

from __future__ import annotations

import shutil

from callboard_cli.entry.typed import Span
from callboard_cli.speech.face import visible


def pointed(span: Span) -> str:
    """Return the line and, below it, ^ under the span; a line longer than the screen is cut around it."""
    from rich.cells import cell_len  # noqa: PLC0415  # only a mistake needs to know how wide letters are

    before, word = visible(span.line[: span.start]), visible(span.line[span.start : span.end])
    after = visible(span.line[span.end :])
    room = max(shutil.get_terminal_size().columns - 4, 20)
    while cell_len(before) > 2 * room // 3 and " " in before.strip():
        before = "… " + before.removeprefix("… ").partition(" ")[2]
    while cell_len(before + word + after) > room and after:
        after = after[:-1]
    while cell_len(before + word) > room and len(word) > 1:
        word = word[:-1]
    marks = "^" * max(1, cell_len(word))
    return f"  {before}{word}{after}\n  {' ' * cell_len(before)}{marks}"
