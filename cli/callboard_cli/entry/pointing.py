"""Showing a typed line with a pointer under the word that is wrong."""

from __future__ import annotations

import shutil

from rich.cells import cell_len, get_character_cell_size, set_cell_size

from callboard_cli.entry.items import Span
from callboard_cli.speech.face import visible

_NARROWEST = 20


def pointed(span: Span) -> str:
    """Return the line and, below it, ^ under the span; a line longer than the screen is cut around it."""
    before, word = visible(span.line[: span.start]), visible(span.line[span.start : span.end])
    room = max(shutil.get_terminal_size().columns - 4, _NARROWEST)
    before = _end(before, 2 * room // 3)
    word = _beginning(word, room - cell_len(before))
    after = _beginning(visible(span.line[span.end :]), room - cell_len(before + word))
    return f"  {before}{word}{after}\n  {' ' * cell_len(before)}{'^' * max(1, cell_len(word))}"


def _beginning(text: str, room: int) -> str:
    """Return as much of a text as the room holds, from its beginning."""
    return text if cell_len(text) <= room else set_cell_size(text, room)


def _end(text: str, room: int) -> str:
    """Return as much of a text as the room holds, from its end and from where a word begins, behind an ellipsis."""
    if cell_len(text) <= room:
        return text
    start, free = len(text), room - 2
    while (free := free - get_character_cell_size(text[start - 1])) >= 0:
        start -= 1
    rest = text[start:]
    _, space, words = rest.partition(" ")
    return f"… {words if space and text[start - 1] != ' ' else rest}"
