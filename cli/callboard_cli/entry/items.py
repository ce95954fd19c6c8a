"""Cutting a typed line into items, each with the place where it stands. Nothing here knows what an item means."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass

from callboard_scoring.words import fold

NOTHING = ("-", "–", "—")
"""How people write that there is none."""
_LONGEST = 9
"""The most words of one item ("small tiles of one colour 3 max 12" is eight)."""
_WORDS = re.compile(r"\+\s+\d+|\S+?(?=\+\d)|\S+", re.ASCII)
"""Words, with `+1` one of its own, however it is spaced: `3+1` and `3 + 1` are `3 +1`."""
_WHOLE = re.compile(r"[+-]?\d{1,4000}", re.ASCII)
"""A whole number, as long as Python reads any."""

Known = Callable[[str], bool]
"""Tells whether a text is an item, of however many words."""


@dataclass(frozen=True)
class Span:
    """A part of a typed line."""

    line: str
    start: int
    end: int

    @classmethod
    def whole(cls, line: str) -> Span:
        """Return all of a line."""
        return cls(line, 0, len(line))

    @property
    def text(self) -> str:
        """What stands there."""
        return self.line[self.start : self.end]

    def last(self, length: int) -> Span:
        """Return the last so many characters of it."""
        return Span(self.line, self.end - length, self.end)

    def first(self, length: int) -> Span:
        """Return the first so many characters of it."""
        return Span(self.line, self.start, self.start + length)


def split_once(text: str, mark: str) -> tuple[str, str | None]:
    """Return what stands before a mark and what after it; None after a mark that is not there."""
    before, found, after = text.partition(mark)
    return before, after if found else None


def whole_number(text: str) -> int | None:
    """Read a whole number; None where the text is none."""
    return int(text) if _WHOLE.fullmatch(text) else None


def scalar(text: str, *, numeric: bool) -> int | str | None:
    """Read a single value: a text, a whole number where it is `numeric` and one is typed, or that there is none."""
    text = re.sub(r"\+\s+", "+", text.strip())
    if text in NOTHING:
        return None
    number = whole_number(text) if numeric else None
    return text if number is None else number


def each_word(text: str) -> bool:
    """Know no item of several words: every word is one."""
    del text
    return False


def items(span: Span, known: Known | None, lists: Container[str] = (), *, together: bool = False) -> Iterator[Span]:
    """Yield the items of a text: between commas; and with `known`, which knows an item, between spaces too.

    `lists` has the folded names of fields that take all words after their `=`; words that are not known are an item
    each, or one `together` as long as they follow each other.
    """
    for group in re.finditer(r"[^,;]+", span.text):
        words = list(_WORDS.finditer(group.group()))
        offset = span.start + group.start()
        if known is None:
            if words:
                yield Span(span.line, offset + words[0].start(), offset + words[-1].end())
            continue
        place = 0
        while place < len(words):
            rest = words[place:]
            length = _item(rest, known, lists) or (_unknown(rest, known, lists) if together else 1)
            yield Span(span.line, offset + rest[0].start(), offset + rest[length - 1].end())
            place += length


def _unknown(words: list[re.Match[str]], known: Known, lists: Container[str]) -> int:
    """Return how many words there are before an item starts, where none starts at once."""
    return next((place for place in range(1, len(words)) if _item(words[place:], known, lists)), len(words))


def _item(words: list[re.Match[str]], known: Known, lists: Container[str]) -> int:
    """Return how many words the item at the beginning has; 0 if none starts."""
    return _named(words, known, lists) or _longest(words, known)


def _named(words: list[re.Match[str]], known: Known, lists: Container[str]) -> int:
    """Return how many words `roles=Ping Calaf …` takes: a list all, others up to the next item; 0 if none starts."""
    name, value = split_once(words[0].group(), "=")
    if value is None:
        return 0
    is_list = fold(name) in lists
    ends = (
        number
        for number, word in enumerate(words)
        if number and ("=" in word.group() or (not is_list and known(word.group())))
    )
    return next(ends, len(words))


def _longest(words: list[re.Match[str]], known: Known) -> int:
    """Return how many words the item at the beginning has: as many as are known together; 0 if none is."""
    text = words[0].string
    lengths = range(min(_LONGEST, len(words)), 0, -1)
    return next((length for length in lengths if known(text[words[0].start() : words[length - 1].end()])), 0)
