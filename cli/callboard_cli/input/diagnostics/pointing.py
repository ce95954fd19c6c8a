"""Showing a typed line with a pointer under the word that is wrong."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator

from rich.cells import cell_len, get_character_cell_size, set_cell_size

from callboard_cli.input.parser.tokenizer import Span
from callboard_cli.ui.output import visible

_NARROWEST = 20


def pointed(span: Span) -> str:
    """Return the line and, below it, ^ under the span; a line longer than the screen is cut around it."""
    before, word = visible(span.line[: span.start]), visible(span.line[span.start : span.end])
    room = _room()
    before = _end(before, 2 * room // 3)
    word = _beginning(word, room - cell_len(before))
    after = _beginning(visible(span.line[span.end :]), room - cell_len(before + word))
    return f"  {before}{word}{after}\n  {' ' * cell_len(before)}{'^' * max(1, cell_len(word))}"


def pointed_all(spans: Iterable[Span]) -> str:
    """Return each line in which these spans are, once, and below it ^ under each; of a long line what stands around."""
    lines: dict[tuple[str, int], list[Span]] = {}
    for span in spans:
        lines.setdefault((span.line, span.number), []).append(span)
    return "\n".join(told for (line, _), own in lines.items() for told in _rows(line, own))


def _rows(line: str, spans: list[Span]) -> Iterator[str]:
    """Yield a line with pointers under its spans; where it is too long, those rows of it in which a span is."""
    room = _room()
    rows = [Span(line, 0, len(line))] if cell_len(visible(line)) <= room else _broken(line, room)
    for part in rows:
        inside = [span for span in spans if part.start <= span.start < part.end or span.start == part.end == len(line)]
        if len(rows) == 1 or (len(inside) > 1 and all(span.end <= part.end for span in inside)):
            yield _row(part, inside)
        else:
            yield from map(pointed, inside)


def _broken(line: str, room: int) -> list[Span]:
    """Return a line broken between words into parts that the screen holds; a word that it does not hold is one."""
    parts: list[Span] = []
    for word in re.finditer(r"\S+\s*", line):
        last = parts[-1] if parts else None
        if last is not None and cell_len(visible(line[last.start : word.end()].rstrip())) <= room:
            parts[-1] = Span(line, last.start, word.end())
        else:
            parts.append(Span(line, word.start(), word.end()))
    return parts


def _row(part: Span, spans: Iterable[Span]) -> str:
    """Return a part of a line that the screen holds, and below it ^ under spans in it."""
    pointers = ""
    for span in sorted(spans, key=lambda span: span.start):
        before = cell_len(visible(part.line[part.start : span.start]))
        length = cell_len(visible(part.line[span.start : span.end]))
        pointers = pointers.ljust(before) + "^" * max(1, before + length - max(before, len(pointers)))
    ahead = "… " if part.start else ""
    return f"  {ahead}{visible(part.text.rstrip())}\n  {' ' * len(ahead)}{pointers}"


def _room() -> int:
    """Return how many cells of the screen a line has."""
    return max(shutil.get_terminal_size().columns - 4, _NARROWEST)


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
