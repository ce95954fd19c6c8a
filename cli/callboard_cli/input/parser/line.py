"""Reading a line of bare words: what has been read so far, and to which field each word goes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from callboard_cli.input.parser.abbreviations import BEGINNING, Shorts, fits
from callboard_cli.input.parser.tokenizer import NOTHING, Span, items, split_once
from callboard_cli.ui.wording import field_words, is_empty
from callboard_scoring.fields import Typed
from callboard_scoring.problems import Location, Problem
from callboard_scoring.words import Words, draw, fold, spell

if TYPE_CHECKING:
    from callboard_cli.input.parser.field_types import Kind

RIGHT, SHORT, LOOSE = range(3)
"""How well a text fits a field: as it stands, by its short forms, or nearly, so that the field says what is wrong."""


@dataclass(frozen=True)
class Match:
    """How a field can read a text."""

    weight: int
    """RIGHT, SHORT or LOOSE."""
    texts: tuple[str, ...]
    """The text in whole words; several where a short form may stand for each of them."""


@dataclass
class Typing:
    """Raw data in the making, and how the words it is made of are read."""

    game: str
    words: Words
    shorts: Shorts
    language: str = "en"
    """The language whose letters are tried first for short forms."""
    raw: dict[str, Any] = field(default_factory=dict)
    spans: dict[Location, Span] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    named: set[Location] = field(default_factory=set)
    """The fields that have their value; a second one would be lost."""
    added: set[Location] = field(default_factory=set)
    """The fields typed as +1; typing them again adds."""
    listed: set[Location] = field(default_factory=set)
    """The tables whose lists come one after the other instead of in turn."""
    out_of_turn: set[Location] = field(default_factory=set)
    """The tables of which it was said already that a word in them is out of turn."""
    has_bare: bool = False
    """Whether there were words for the record's own fields without the fields' names."""
    _spellings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _labels: dict[str, frozenset[str]] = field(default_factory=dict)
    _names: dict[tuple[str, ...], Mapping[str, str]] = field(default_factory=dict)

    def span(self, location: Location) -> Span | None:
        """Return where the nearest piece around a location was typed."""
        while location and location not in self.spans:
            location = location[:-1]
        return self.spans.get(location)

    def complain(self, location: Location, code: str, **values: object) -> None:
        """Keep a problem of the typing itself."""
        self.problems.append(Problem(location, code, values))

    def labels(self, field: str) -> frozenset[str]:
        """Return what a field is called in all languages, folded."""
        if field not in self._labels:
            self._labels[field] = frozenset(self.names([field]))
        return self._labels[field]

    def names(self, fields: list[str]) -> Mapping[str, str]:
        """Return what these fields are called in all languages, folded, each with the field's own name."""
        asked = tuple(fields)
        if asked not in self._names:
            self._names[asked] = field_words(self.game, fields)
        return self._names[asked]

    def is_like(self, text: str, pattern: str) -> bool:
        """Tell whether a text is what a field takes: as typed, spelled as its tokens are, or as a row of a drawing."""
        if text not in self._spellings:
            spelled = (text.strip(), spell(text, self.words), draw(text, self.words))
            self._spellings[text] = tuple(dict.fromkeys(spelled))  # mostly one or two
        return any(map(fits(pattern), self._spellings[text]))

    def reading(self, text: str, typed: Typed | None, exact: str, least: int = BEGINNING) -> Match | None:
        """Return how a field can read a text: as right by the pattern `exact`, or nearly by that of how it is typed."""
        patterns = [pattern for pattern in (exact, typed.pattern if typed else "") if pattern]
        for right, short, pattern in zip((RIGHT, LOOSE), (SHORT, LOOSE), patterns, strict=False):
            if self.is_like(text, pattern):
                return Match(right, (text,))
            if texts := self.shorts.whole(text, pattern, self.language, least):
                return Match(short, tuple(self.shorts.shown(whole, self.language) for whole in texts))
        return None

    def settled(self, at: Location, item: Span, reading: Match | None) -> Span:
        """Return an item with its short forms written out; complain where they may stand for several words."""
        if reading is None or reading.texts == (item.text,):
            return item
        if len(reading.texts) == 1:
            return item.saying(reading.texts[0])
        self.complain(at, "error.typed-short", given=item.text, options=list(reading.texts), span=item)
        return item


class Lexicon:
    """How these fields can read texts."""

    def __init__(self, typing: Typing, kinds: Sequence[Kind]) -> None:
        """Take the fields that know words."""
        self._typing = typing
        self.kinds = [kind for kind in kinds if kind.typed is not None]
        """The fields that know words."""
        self._known: dict[str, list[tuple[Kind, Match]]] = {}

    def readings(self, text: str) -> list[tuple[Kind, Match]]:
        """Return each field that can read a text, with how: the best first, else in the fields' order."""
        if text not in self._known:
            readings = [(kind, kind.reading(self._typing, text)) for kind in self.kinds]
            known = [(kind, reading) for kind, reading in readings if reading is not None]
            self._known[text] = sorted(known, key=lambda one: one[1].weight)
        return self._known[text]

    def short_for(self, text: str) -> list[str]:
        """Return what a short form stands for; nothing where the text is no short form."""
        readings = self.readings(text)
        if not readings or readings[0][1].weight != SHORT:
            return []
        shorts = [reading for _, reading in readings if reading.weight == SHORT]
        return list(dict.fromkeys(whole for reading in shorts for whole in reading.texts))

    def __call__(self, text: str) -> int | None:
        """Return how good an item a text is for any of the fields; None where it is none."""
        readings = self.readings(text)
        return int(readings[0][1].weight == LOOSE) if readings else None

    def crowded(self, texts: Iterable[str]) -> int:
        """Return how many of these items find no field that has not its only one already."""
        full: set[str] = set()
        crowded = 0
        for text in texts:
            takers = [kind for kind, _ in self.readings(text)]
            taker = next((kind for kind in takers if kind.name not in full), None)
            crowded += bool(takers) and taker is None
            if taker is not None and taker.takes_one:
                full.add(taker.name)
        return crowded


def read_own(typing: Typing, at: Location, table: dict[str, Any], span: Span, kinds: Sequence[Kind]) -> None:
    """Read a whole line of a table; fields that it leaves out, such as chameleons, get their defaults."""
    table.update(unsaid(kinds))
    if not is_empty(span.text) or Lexicon(typing, kinds)(span.text) is not None:
        read_line(typing, at, table, span, kinds)


def unsaid(kinds: Iterable[Kind]) -> dict[str, Any]:
    """Return the defaults of those fields that a line may leave out."""
    return {kind.name: kind.absent() for kind in kinds if kind.absent() is not ...}


def fill_omitted(raw: dict[str, Any], kinds: Iterable[Kind]) -> None:
    """Add the defaults of those fields that a whole record may leave out, where it has none of them."""
    for kind in kinds:
        if kind.omitted() is not ...:
            raw.setdefault(kind.name, kind.omitted())


def read_line(typing: Typing, at: Location, table: dict[str, Any], span: Span, kinds: Sequence[Kind]) -> None:
    """Give each word to the first field that knows it best, and each `key=value` to its field."""
    fields = {kind.name: kind for kind in kinds}
    names = typing.names(list(fields))
    lists = {word for word, name in names.items() if fields[name].takes_many}
    lexicon = Lexicon(typing, kinds)
    for item in items(span, lexicon, lists, together=True, unclear=lambda span: unclear(typing, at, span)):
        key, value = split_once(item.text, "=")
        kind = fields.get(names.get(fold(key), "")) if value is not None else None
        if kind is not None and value is not None:
            kind.read(typing, (*at, kind.name), table, item.last(len(value)))
        elif not any(_says_nothing(typing, at, table, item, kind) for kind in kinds):
            _give(typing, at, table, item, lexicon)


def unclear(typing: Typing, at: Location, span: Span) -> None:
    """Complain of words that can be cut in two ways."""
    typing.complain(at, "error.typed-order", given=span.text, span=span)


def _says_nothing(typing: Typing, at: Location, table: dict[str, Any], item: Span, kind: Kind) -> bool:
    """Note that a field is empty, where an item says so and nothing was read for it yet; return whether it does."""
    where = (*at, kind.name)
    may_be_none = kind.optional or (kind.silence() in ([], {}) and not table.get(kind.name))
    if kind.typed is None or not may_be_none or item.text not in NOTHING or where in typing.named:
        return False
    typing.named.add(where)
    table.setdefault(kind.name, kind.silence())
    return True


def _give(typing: Typing, at: Location, table: dict[str, Any], item: Span, lexicon: Lexicon) -> None:
    """Give an item to the first field that takes it; complain of one that none takes, or that is too short."""
    readings = lexicon.readings(item.text)
    due = [(kind, reading) for kind, reading in readings if kind.is_due(typing, (*at, kind.name), table)]
    texts = lexicon.short_for(item.text)
    if len(texts) > 1 and not any(len(reading.texts) == 1 for _, reading in due):
        typing.settled(at, item, Match(SHORT, tuple(texts)))
        return
    if any(_is_either(typing, (*at, kind.name), table, item, kind, readings) for kind in lexicon.kinds):
        return
    for kind, reading in (*due, *readings):
        where = (*at, kind.name)
        if kind.take(typing, where, table, typing.settled(where, item, reading)):
            typing.spans[where] = item  # of a list the last item: behind it one is lacking, or it is one too many
            return
    if not any(kind.keep(typing, (*at, kind.name), table, item) for kind in lexicon.kinds):
        _nowhere(typing, at, item, lexicon)


def _is_either(  # noqa: PLR0913, PLR0917  # an item, where it stood, and what it may be
    typing: Typing,
    at: Location,
    table: dict[str, Any],
    item: Span,
    kind: Kind,
    readings: Sequence[tuple[Kind, Match]],
) -> bool:
    """Tell whether a letter is nearly one field's word, and as well the beginning of one that is due; say so if it is.

    The `d` of a family that lacks its number stands where a ducat would: nobody knows which was left unfinished.
    """
    if len(item.text) > 1 or not readings or readings[0][1].weight != LOOSE or not kind.is_due(typing, at, table):
        return False
    nearly = [text for _, reading in readings for text in reading.texts]
    named = [typing.shorts.shown(one, typing.language) for one in typing.shorts.named(item.text, kind.exact)]
    options = list(dict.fromkeys([*nearly, *named]))
    if len(options) > 1:
        where = (*at, len(table.get(kind.name) or ()))
        typing.settled(where, item, Match(LOOSE, tuple(options)))
        kind.take(typing, at, table, item)
    return len(options) > 1


def _nowhere(typing: Typing, at: Location, item: Span, lexicon: Lexicon) -> None:
    """Complain of an item that fits nowhere; together with the one before it, if that does not either.

    The problem keeps which fields could have had it, so that what was meant can be guessed.
    """
    last = typing.problems[-1] if typing.problems else None
    if last is not None and last.code == "error.typed-word" and last.location == at:
        before: Span = last.values["span"]
        is_next = before.line == item.line and not item.line[before.end : item.start].strip()
        if is_next and not re.search(r"\d", before.text):
            typing.problems.pop()
            item = Span(item.line, before.start, item.end)
    typing.complain(at, "error.typed-word", given=item.text, span=item, kinds=lexicon.kinds)
