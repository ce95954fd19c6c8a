"""The kinds of fields that hold several values: lists, lists typed in turn, and how many there are of each thing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from callboard_cli.entry.reading.items import NOTHING, TURNED, EachWord, Span, items, scalar, split_once
from callboard_cli.entry.reading.kinds import Kind, RawTable
from callboard_cli.entry.reading.line import Lexicon, unclear
from callboard_cli.entry.reading.raw import LOOSE, SHORT, Reading, Typing
from callboard_cli.entry.reading.short import BEGINNING
from callboard_cli.speech.wording import is_empty, key_word
from callboard_locales import Catalog
from callboard_scoring.problems import Location
from callboard_scoring.words import fold, spell

NO_NAMES: Mapping[str, str] = {}
NONE = "none"
"""The token that says so, in games that have one."""


@dataclass(frozen=True)
class Items(Kind):
    """A list, such as a troupe."""

    takes_many: ClassVar[bool] = True
    takes_one: ClassVar[bool] = False

    def silence(self) -> Any:
        """Return that there is none; of a list that may be left out, that it was."""
        return ... if self.typed is None else None if self.optional else []

    def read(self, typing: Typing, at: Location, table: RawTable, span: Span) -> None:
        """Read the items, and put them behind those typed before."""
        self._name(typing, at, span)
        table[self.name] = table.get(self.name) or []
        if self.reading(typing, span.text) is None and self._is_none(span.text):
            return
        weigh = Lexicon(typing, [self]) if self.typed else EachWord() if self.numeric else None
        together = self.typed is not None and "," in span.text  # what stands between commas is one
        for item in items(span, weigh, together=together, unclear=lambda span: unclear(typing, at, span)):
            where = (*at, len(table[self.name]))
            self._append(typing, at, table, typing.settled(where, item, self.reading(typing, item.text)))

    def _is_none(self, text: str) -> bool:
        """Tell whether a text says that the list is empty; where any number is an item, 0 is one."""
        return is_empty(text) and not (text.strip() == "0" and self.numeric and self.typed is None)

    def reading(self, typing: Typing, text: str, least: int = BEGINNING) -> Reading | None:
        """Return what a text is for the list: one of its words, or several numbers behind a word."""
        found = super().reading(typing, text, least)
        if found is not None and found.weight == LOOSE and len(found.texts) == 1:
            several = _each(found.texts[0])
            if len(several) > 1 and all(typing.is_like(one, self.exact) for one in several):
                return Reading(SHORT, found.texts)
        return found

    def take(self, typing: Typing, at: Location, table: RawTable, item: Span) -> bool:
        """Take one more item."""
        table[self.name] = table.get(self.name) or []
        self._append(typing, at, table, item)
        return True

    def _append(self, typing: Typing, at: Location, table: RawTable, item: Span) -> None:
        for text in _each(item.text):
            typing.spans[(*at, len(table[self.name]))] = item
            table[self.name].append(self.nothing(typing, text) or scalar(text, numeric=self.numeric))

    def nothing(self, typing: Typing, text: str) -> str:
        """Return the word that the list has for nothing, where a dash stands for it; empty where it does not."""
        return NONE if text.strip() in NOTHING and typing.is_like(NONE, self.exact) else ""

    def words(self, value: Any, game: str, catalog: Catalog) -> list[str]:
        """Write the items; by name where the list may be left out."""
        if self.typed is None or self.optional:
            return [f"{key_word(catalog, game, self.name)}={' '.join(map(str, value))}"]
        return [f"{'+' if self.typed.is_added else ''}{item}" for item in value]

    def arguments(self, value: Any, game: str, catalog: Catalog) -> list[str]:
        """Write the items as bare words; by name where they are no list, or an empty one, or may be left out."""
        if self.typed is None or self.optional or not (isinstance(value, list) and value):
            return super().arguments(value, game, catalog)
        return [in_one_line(self.words(value, game, catalog))]


def in_one_line(words: list[str]) -> str:
    """Write words as one line; with commas where any has a space within."""
    return (", " if any(" " in word for word in words) else " ").join(words)


@dataclass(frozen=True)
class InTurn(Items):
    """A list whose words are typed in turn with those of another: a token, the card after it, the next token.

    One list after the other is as good, since then nobody can mistake which word lies beside which.
    """

    leads: str = ""
    """Of the two lists, this one and the other, the one that comes first."""
    follows: str = ""

    def take(self, typing: Typing, at: Location, table: RawTable, item: Span) -> bool:
        """Take one more item, and complain, once, where it is out of turn."""
        holder = at[:-1]
        if holder not in typing.out_of_turn and not self._is_in_turn(typing, holder, table):
            typing.out_of_turn.add(holder)
            if not self._was_lost(typing, holder, item):
                typing.complain(holder, "error.out-of-turn", given=item.text, span=item)
        return super().take(typing, at, table, item)

    @staticmethod
    def _was_lost(typing: Typing, holder: Location, item: Span) -> bool:
        """Tell whether a word of the same line fits nowhere, so that those after it only seem to be out of turn."""
        lost = (one for one in typing.problems if one.code == "error.typed-word" and one.location == holder)
        return any(one.values["span"].line == item.line for one in lost)

    def is_due(self, typing: Typing, at: Location, table: RawTable) -> bool:
        """Tell whether it is this list's turn: after a token a card, unless all tokens come first."""
        leading, following = (len(table.get(name) or ()) for name in (self.leads, self.follows))
        one_by_one = following > 0 or leading < 2  # noqa: PLR2004  # two tokens, and no card between them
        is_card = at[:-1] in typing.listed or (one_by_one and leading > following)
        return self.name == (self.follows if is_card else self.leads)

    def keep(self, typing: Typing, at: Location, table: RawTable, item: Span) -> bool:
        """Take a word that no field knows where it is this list's turn, so that it is the only one out of place."""
        if not table.get(self.leads) or not self.is_due(typing, at, table):
            return False
        table[self.name] = [*(table.get(self.name) or ()), self.nothing(typing, item.text) or item.text]
        typing.spans[(*at, len(table[self.name]) - 1)] = item
        return True

    def _is_in_turn(self, typing: Typing, holder: Location, table: RawTable) -> bool:
        leading, following = (len(table.get(name) or ()) for name in (self.leads, self.follows))
        if self.name == self.leads:
            return following in (0, leading) and holder not in typing.listed
        if following == 0 and leading > 1:
            typing.listed.add(holder)
        return leading == following + 1 or holder in typing.listed


@dataclass(frozen=True)
class Counts(Kind):
    """How many there are of each thing, such as seals: `clergy 2, workers 1`."""

    takes_one: ClassVar[bool] = False
    several: bool = False
    """Whether a thing may be counted several times, `territories 4+6` or twice by its name."""

    def silence(self) -> Any:
        """Return that there is nothing."""
        return ... if self.typed is None else {}

    def omitted(self) -> Any:
        """Return that it has to be said: a whole table that holds nothing is more likely one that was forgotten."""
        return ...

    def read(self, typing: Typing, at: Location, table: RawTable, span: Span) -> None:
        """Read all entries; those that are no known thing are kept for the record to refuse."""
        self._name(typing, at, span)
        counts = table.setdefault(self.name, {})
        if is_empty(span.text):
            return
        weigh = Lexicon(typing, [self]) if self.typed else None
        for item in items(span, weigh, together=True, unclear=lambda span: unclear(typing, at, span)):
            reading = self.reading(typing, item.text) if self.typed else None
            if reading is not None:
                self._count(typing, at, counts, typing.settled(at, item, reading))
            else:
                read_entry(typing, at, counts, item, numeric=self.numeric)

    def take(self, typing: Typing, at: Location, table: RawTable, item: Span) -> bool:
        """Take one more entry."""
        self._count(typing, at, table.setdefault(self.name, {}), item)
        return True

    def _count(self, typing: Typing, at: Location, counts: RawTable, item: Span) -> None:
        """Read `clergy 2`, or `2 clergy`; without a number it is one more of its thing."""
        counted = _COUNTED.fullmatch(item.text)
        turned = TURNED.fullmatch(item.text)
        if counted is not None:
            for number in _NUMBER.findall(counted[2]):
                self._enter(typing, at, counts, counted[1], scalar(number, numeric=self.numeric), item)
        elif turned is not None:
            self._enter(typing, at, counts, turned[2], scalar(turned[1], numeric=self.numeric), item)
        else:
            counts[item.text] = counts.get(item.text, 0) + 1
            typing.spans[(*at, item.text)] = item

    def _enter(self, typing: Typing, at: Location, counts: RawTable, name: str, number: object, item: Span) -> None:  # noqa: PLR0913, PLR0917  # as `enter`
        """Write an entry; of a thing that may be counted several times one more."""
        key = next((key for key in counts if spell(key, typing.words) == spell(name, typing.words)), name)
        if not self.several or key not in counts:
            enter(typing, at, counts, key, number, item)
            return
        before = counts[key]
        counts[key] = [*(before if isinstance(before, list) else [before]), number]

    def words(self, value: Any, game: str, catalog: Catalog) -> list[str]:
        """Write all entries."""
        del game, catalog
        return [f"{key} {one}" for key, of in value.items() for one in (of if isinstance(of, list) else [of])]


_COUNTED = re.compile(r"(.*[^\s\d+-])\s*([+-]?\s*\d{1,4000}(?:\s*[+-]\s*\d{1,4000})*)", re.ASCII)
"""A thing, and how often: `clergy 2`, `territories 4+6`."""
_NUMBER = re.compile(r"[+-]?\s*\d+", re.ASCII)
_EACH = re.compile(r"(\D*[^\s\d])\s*(\d+(?:\s+\d+)+)", re.ASCII)
"""A word and several numbers."""


def _each(text: str) -> list[str]:
    """Return a word with each of the numbers behind it, `orange 5 3` as two; anything else as it is."""
    several = _EACH.fullmatch(text.strip())
    return [text] if several is None else [f"{several[1]} {number}" for number in several[2].split()]


def read_entry(  # noqa: PLR0913  # an entry, where it stood, and how it is read
    typing: Typing, at: Location, table: RawTable, item: Span, *, numeric: bool, names: Mapping[str, str] = NO_NAMES
) -> None:
    """Read `supply: 3`, or `supply 3`; `names` has the own name of an entry by what it may be called, folded."""
    name, rest = split_once(item.text, ":")
    if rest is None:
        name, _, rest = item.text.rpartition(" ") if " " in item.text else (item.text, "", item.text)
    enter(typing, at, table, names.get(fold(name), name), scalar(rest, numeric=numeric), item)


def enter(typing: Typing, at: Location, table: RawTable, name: str, value: object, span: Span) -> None:  # noqa: PLR0913, PLR0917  # one entry, and where it stood
    """Write an entry into a table; of two with one name the first would be lost."""
    key = name.strip()
    if key in table:
        typing.complain((*at, key), "error.key-twice", key=key)
    table[key] = value
    typing.spans[(*at, key)] = span
