"""What of a section goes on a player aid: the passages that are marked so in its text.

A paragraph, an item of a list and a note are marked at their end, ` {.aid}`, behind whose word it is if that is said; a
table on a line of its own below it. The same passages are marked in each language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

_MARK = re.compile(r" \{\.aid\}(?=\n|$)|\n\{\.aid\}(?=\n|$)")
_END = " {.aid}"
_BELOW = "{.aid}"
_ITEM = re.compile(r"- |\d+\. ")


def unmarked(text: str) -> str:
    """Return a text without the marks of what goes on an aid."""
    return _MARK.sub("", text)


def number_marked(paragraph: str) -> int:
    """Return how many passages of a paragraph are marked."""
    return len(_MARK.findall(paragraph))


def marked(paragraph: str) -> str:
    r"""Return what of a paragraph goes on an aid, without its marks: all of it, some items of its list, or nothing.

    >>> marked("- Players: 2–5.\n- Winner: the richest. {.aid}")
    '- Winner: the richest.'
    >>> marked("A table below. {.aid}")
    'A table below.'
    """
    rows = paragraph.split("\n")
    if rows[-1] == _BELOW:
        return "\n".join(rows[:-1])
    return "\n".join(unmarked(passage) for passage in _passages(rows) if passage.endswith(_END))


def _passages(rows: list[str]) -> Iterator[str]:
    """Yield the passages of a paragraph: each item of a list, or all of it."""
    begins = [0, *(place for place, row in enumerate(rows) if place and _ITEM.match(row)), len(rows)]
    for begin, end in pairwise(begins):
        yield "\n".join(rows[begin:end])
