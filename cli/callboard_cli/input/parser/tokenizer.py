"""Cutting a typed line into items, each with the place where it stands. Nothing here knows what an item means."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Protocol

from callboard_cli.input.parser.spoken import joining, said_number, signed
from callboard_scoring.words import fold

NOTHING = ("-", "–", "—")
"""How people write that there is none."""
_LONGEST = 14
"""The most words of one item: a name of two, and what it gave in each of twelve turns (`форма правления 1+0+2+…`)."""
_WORDS = re.compile(r"\+\s+\d+|\S+?(?=\+\d)|\S+", re.ASCII)
"""Words, with `+1` one of its own, however it is spaced: `3+1` and `3 + 1` are `3 +1`."""
TURNED = re.compile(r"([+-]?\d+)\s*([^\s\d+-]\D*)", re.ASCII)
"""A number before its word: `9 coins`, `5orange`."""
_WHOLE = re.compile(r"[+-]?\d{1,4000}", re.ASCII)
"""A whole number, as long as Python reads any."""


class Weigh(Protocol):
    """Tells how good items are."""

    def __call__(self, text: str) -> int | None:
        """Return how good an item a text is, of however many words: 0 the best; None where it is none."""

    def crowded(self, texts: Iterable[str]) -> int:
        """Return how many of these items find no field that has not its only one already."""
        raise NotImplementedError


UNKNOWN = 100
"""What a word that is no item weighs: more than any item."""
NEARLY = 2
"""What an item weighs that is only nearly right, and more."""
_ITEM = 4
"""What each item weighs beside how good it is, so that few long ones come before many short ones."""
_SCALE = 10_000
"""More than there are words, so that what comes first among cuts of one weight never outweighs anything."""


@dataclass(frozen=True)
class Span:
    """A part of a typed line."""

    line: str
    start: int
    end: int
    said: str = ""
    """What stands there in whole words, where it was typed short."""
    number: int = 0
    """The number of the line in its file; 0 where it was typed."""

    @classmethod
    def whole(cls, line: str) -> Span:
        """Return all of a line."""
        return cls(line, 0, len(line))

    @property
    def text(self) -> str:
        """What stands there, in whole words."""
        return self.said or self.line[self.start : self.end]

    def saying(self, text: str) -> Span:
        """Return the same part with what it says in whole words."""
        return replace(self, said=text)

    def stripped(self, marks: str) -> Span:
        """Return the same part without these characters at either end."""
        text = self.line[self.start : self.end]
        start = self.start + len(text) - len(text.lstrip(marks))
        return Span(self.line, start, max(start, self.end - len(text) + len(text.rstrip(marks))))

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


def is_line(argument: str) -> bool:
    """Tell whether an argument is a line behind somebody's name, `Ada: C3 …`: its colon comes before any `=`."""
    name, line = split_once(argument, ":")
    key, value = split_once(argument, "=")
    return line is not None and (value is None or len(name) < len(key))


def whole_number(text: str) -> int | None:
    """Read a whole number; None where the text is none."""
    return int(text) if _WHOLE.fullmatch(text) else None


def scalar(text: str, *, numeric: bool) -> int | str | None:
    """Read a single value: a text, a whole number where it is `numeric` and one is typed, or that there is none."""
    text = re.sub(r"([+-])\s+(?=\d)", r"\1", signed(text.strip()))
    if text in NOTHING:
        return None
    number = whole_number(text) if numeric else None
    return text if number is None else number


class EachWord:
    """Knows no item of several words: every word is one."""

    def __call__(self, text: str) -> int | None:
        """Return that it is none."""
        del text
        return None  # it is an answer

    def crowded(self, texts: Iterable[str]) -> int:
        """Return that there is room for all."""
        del texts
        return 0


def items(  # noqa: PLR0913  # a text, and all that tells how it is cut
    span: Span,
    weigh: Weigh | None,
    lists: Container[str] = (),
    *,
    together: bool = False,
    joint: bool = True,
    unclear: Callable[[Span], None] = lambda _: None,
) -> Iterator[Span]:
    """Yield the items of a text: between commas; and with `weigh`, which knows items, between spaces too.

    `lists` has the folded names of fields that take all words after their `=`; words that are not known are an item
    each, with the number behind it, or one `together` up to a number. Unless `joint`, “and” is a word like others.
    What can be cut in two ways is told as `unclear`.
    """
    for start, group in _groups(span.text, joint=joint and weigh is not None):
        words = list(_WORDS.finditer(group))
        offset = span.start + start

        def part(first: int, length: int, words: list[re.Match[str]] = words, offset: int = offset) -> Span:
            return Span(span.line, offset + words[first].start(), offset + words[first + length - 1].end())

        if words and weigh is None:
            yield part(0, len(words))
        elif words and weigh is not None:
            cut, doubt = _clear_cut(words, weigh, lists)
            if doubt is not None:
                unclear(part(*doubt))
            places = cut.places if isinstance(weigh, EachWord) else _joined(cut.steps, words, together=together)
            yield from (part(first, length) for first, length in places)


def _groups(text: str, *, joint: bool) -> Iterator[tuple[int, str]]:
    """Yield what stands between commas, or between words that part as commas do, with where it begins.

    Names may have such words in them.
    """
    for group in re.finditer(r"[^,;]+", text):
        start = group.start()
        for word in joining().finditer(group[0]) if joint else ():
            yield start, text[start : group.start() + word.start()]
            start = group.start() + word.end()
        yield start, text[start : group.end()]


@dataclass(frozen=True)
class _Cut:
    """Words in items: how many words each has, and whether it is known."""

    weight: int
    """What all items weigh together."""
    steps: tuple[tuple[int, bool], ...]

    @property
    def places(self) -> Iterator[tuple[int, int]]:
        """The first word of each item, and how many it has."""
        first = 0
        for length, _ in self.steps:
            yield first, length
            first += length

    @property
    def items(self) -> Iterator[tuple[int, int]]:
        """The places of those that are known."""
        return (place for place, (_, known) in zip(self.places, self.steps, strict=True) if known)


def _joined(
    steps: Iterable[tuple[int, bool]], words: Sequence[re.Match[str]], *, together: bool
) -> Iterator[tuple[int, int]]:
    """Yield the items, with a number as one with the unknown word before it: the first word, and how many.

    All unknown words that follow each other are one where they belong `together`, up to a number; or where the first
    of them is a number, up to the next.
    """
    first = 0
    for known, several in groupby(steps, key=itemgetter(1)):
        lengths = [length for length, _ in several]
        if not known:
            numbers = [whole_number(word.group()) is not None for word in words[first:][: sum(lengths)]]
            lengths = list(_parted(numbers, together=together))
        for length in lengths:
            yield first, length
            first += length


def _parted(numbers: Sequence[bool], *, together: bool) -> Iterator[int]:
    """Yield how many words are one, by which of them are numbers."""
    turned = together and numbers[0]
    length = 0
    for is_number, following in zip(numbers, [*numbers[1:], None], strict=True):
        length += 1
        goes_on = following is not None and (not following if turned else not is_number and (together or following))
        if not goes_on:
            yield length
            length = 0


def _clear_cut(words: list[re.Match[str]], weigh: Weigh, lists: Container[str]) -> tuple[_Cut, tuple[int, int] | None]:
    """Cut words into items; and where a number fits the word before it as well as the one behind it, tell those words.

    A number belongs to the word before it, `coins 9`, and to the one behind it, `9 coins`, only where that leaves
    fewer items, or fewer that are wrong.
    """
    either = _cut(words, weigh, lists, turned=True)
    turned = [place for place in either.items if _is_turned(_text(words, *place), weigh)]
    if not turned:
        return either, None
    forward = _cut(words, weigh, lists, turned=False)
    weights = [cut.weight + UNKNOWN * weigh.crowded(_texts(words, cut)) for cut in (either, forward)]
    pairs = zip(either.places, [*either.places][1:], strict=False)
    for (first, length), (number, one) in pairs:
        if (first, length) in turned and one == 1 and words[number].group().isdecimal():
            behind = _text(words, first + 1, length)
            if weigh(words[first].group()) is not None and weigh(behind) is not None:
                return either, (first, length + 1)
    said = [bool(weigh(_text(words, *place))) for place in turned]
    if any(said):
        nearly = [sum((weigh(text) or 0) >= NEARLY for text in _texts(words, cut)) for cut in (either, forward)]
        wrong = [weight // UNKNOWN + number for weight, number in zip(weights, nearly, strict=True)]
        if all(said) or wrong[0] != wrong[1]:  # what is typed as usual is meant, if it fits
            return (either if wrong[0] < wrong[1] else forward), None
        turned = [place for place, is_said in zip(turned, said, strict=True) if not is_said]
    elif weights[0] != weights[1]:
        return (either if weights[0] < weights[1] else forward), None
    if not all(known for _, known in forward.steps):  # the words that fit nowhere are told
        return forward, None
    first, length = turned[0]
    return forward, (first - 1, length + 1) if first else (first, min(length + 1, len(words)))


def _texts(words: list[re.Match[str]], cut: _Cut) -> list[str]:
    """Return the items of a cut."""
    return [_text(words, first, length) for first, length in cut.places]


def _text(words: list[re.Match[str]], first: int, length: int) -> str:
    """Return so many words as they stand."""
    return words[0].string[words[first].start() : words[first + length - 1].end()]


def _is_turned(item: str, weigh: Weigh) -> bool:
    """Tell whether an item has its number first, which could stand last as well."""
    turned = TURNED.fullmatch(item)
    return turned is not None and weigh(f"{turned[2]} {turned[1]}") is not None


def _cut(words: list[re.Match[str]], weigh: Weigh, lists: Container[str], *, turned: bool) -> _Cut:
    """Cut words into those items that weigh least together; of several such cuts the one whose first items are longest.

    Items with their number first are none unless `turned`, and then they come before others that weigh as much. It
    goes from the end to the beginning, so that each word is looked at a few times however many there are.
    """
    weights = [0] * (len(words) + 1)
    steps = [(1, False)] * len(words)
    for place in reversed(range(len(words))):
        named = _named(words[place:], weigh, lists) if "=" in words[place].group() else 0
        if named:
            weights[place], steps[place] = weights[place + named], (named, True)
            continue
        weights[place] = weights[place + 1] + UNKNOWN * _SCALE
        for length in range(min(_LONGEST, len(words) - place), 0, -1):
            text = _text(words, place, length)
            own = weigh(text)
            if own is None or (is_turned := _is_turned(text, weigh)) > turned:
                continue
            weight = weights[place + length] + (own + _ITEM) * _SCALE - is_turned
            if weight < weights[place]:
                weights[place], steps[place] = weight, (length, True)
    taken, place = [], 0
    while place < len(words):
        taken.append(steps[place])
        place += steps[place][0]
    return _Cut(-(-weights[0] // _SCALE), tuple(taken))


def _named(words: list[re.Match[str]], weigh: Weigh, lists: Container[str]) -> int:
    """Return how many words `roles=Ping Calaf …` takes: a list all, others up to the next item; 0 if none starts.

    A number behind `hat=power` is no item of its own: the two are one.
    """
    name, value = split_once(words[0].group(), "=")
    if value is None:
        return 0
    is_list = fold(name) in lists

    def is_next(number: int) -> bool:
        word = words[number].group()
        behind = whole_number(word) is not None and weigh(_text(words, 0, number + 1)[len(name) + 1 :]) == 0
        return "=" in word or not (is_list or behind or weigh(word) is None)

    return next(filter(is_next, range(1, len(words))), len(words))


def without_and(item: Span) -> Span:
    """Return a piece without the “and” behind it."""
    *rest, last = item.text.split() or [""]
    return item.first(len(item.text) - len(last)).stripped(" ,;") if rest and joining().fullmatch(last) else item


def behind_numbers(span: Span) -> Iterator[Span]:
    """Yield what stands between words such as “and” behind a number: `Ann 3 and Ben 2`; names may have such words."""
    start = 0
    for word in joining().finditer(span.text):
        before = span.text[start : word.start()].split()[-1:]
        if any(last.isdecimal() or said_number(last) is not None for last in before):
            yield Span(span.line, span.start + start, span.start + word.start()).stripped(" ,;")
            start = word.end()
    yield Span(span.line, span.start + start, span.start + len(span.text)).stripped(" ,;")
