"""The kinds of fields that people type: how each is read and written, and what silence means.

`read` takes what stands after `name=`, `take` a bare word of a line; `words` and `arguments` write a value back, as
bare words of a line and as words of the command line. Fields that hold lists are in
`lists`, and those that hold tables in `tables`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar

from callboard_cli.entry.reading.items import TURNED, Span, scalar
from callboard_cli.entry.reading.raw import RIGHT, Reading, Typing
from callboard_cli.entry.reading.short import BEGINNING
from callboard_cli.speech.wording import is_nothing, key_word, label, token, yes_or_no
from callboard_locales import Catalog
from callboard_scoring.fields import Typed
from callboard_scoring.problems import Location
from callboard_scoring.words import fold

_BEHIND = re.compile(r"(\D*[^\s\d+-])\s*([+-]?\d+)", re.ASCII)
"""A number behind a name."""
RawTable = dict[str, Any]
"""A raw table, to which a field's value is added."""


@dataclass(frozen=True)
class Kind:
    """A field with a single value, such as a mood."""

    name: str
    typed: Typed | None = None
    optional: bool = False
    """Whether it may be said to be nothing."""
    numeric: bool = False
    """Whether what is typed for it are whole numbers; anything else stays a text."""
    exact: str = ""
    """What a right value, or one of a list, looks like, where that is a token."""

    takes_many: ClassVar[bool] = False
    """Whether it takes all words after its `name=`."""
    takes_one: ClassVar[bool] = True
    """Whether it takes a single bare word."""

    def silence(self) -> Any:
        """Return what a line that does not mention the field says of it; `...` where it has to be said."""
        if self.typed is None:
            return ...
        if self.optional:
            return None
        return ... if self.typed.absent is None else self.typed.absent

    def absent(self) -> Any:
        """Return what silence says, unless the field is then what is known already; `...` where it says nothing."""
        return ... if self.typed is not None and self.typed.known else self.silence()

    def omitted(self) -> Any:
        """Return what a whole record that does not mention the field says of it; `...` where it has to be said."""
        return self.silence()

    def read(self, typing: Typing, at: Location, table: RawTable, span: Span) -> None:
        """Read what was typed for the field by its name."""
        self._name(typing, at, span)
        found = self.reading(typing, span.text, least=1)
        nothing = self.optional and found is None and is_nothing(span.text)
        said = typing.settled(at, span, found)
        table[self.name] = None if nothing else scalar(said.text, numeric=self.numeric)

    def reading(self, typing: Typing, text: str, least: int = BEGINNING) -> Reading | None:
        """Return what a text is for the field: its word, behind its name too, or its number beside its name."""
        is_named = self.typed is not None and self.typed.named
        found = None if is_named else typing.reading(text, self.typed, self.exact, least)
        if self.typed is None or (found is not None and found.weight == RIGHT):
            return found
        if not self.numeric:
            return found or (self._named(typing, text, least) if self.takes_one else None)
        for pattern, number, name in ((_BEHIND, 2, 1), (TURNED, 1, 2)):
            named = pattern.fullmatch(text)
            if named is not None and fold(named[name].rstrip(": ")) in typing.labels(self.name):
                amount = self._amount(named[number])
                return found if amount is None else Reading(RIGHT, (amount,))
        return found

    def _named(self, typing: Typing, text: str, least: int) -> Reading | None:
        """Return what a text is for the field where its name stands before its word, `director goths`."""
        labels = typing.labels(self.name)
        most = max(label.count(" ") for label in labels) + 1  # no name has more words
        spaces = islice(re.finditer(r":?\s+", text), most)
        named = (space for space in spaces if fold(text[: space.start()]) in labels)
        readings = (typing.reading(text[space.end() :], self.typed, self.exact, least) for space in named)
        return next(filter(None, readings), None)

    def _amount(self, number: str) -> str | None:
        """Return how a number that is named is typed as a bare word; None where it is none."""
        assert self.typed is not None  # noqa: S101  # for the type checkers: who calls has looked
        forms = (number, f"+{number}")
        return next((form for form in forms if re.fullmatch(self.typed.pattern, form, re.ASCII)), None)

    def take(self, typing: Typing, at: Location, table: RawTable, item: Span) -> bool:
        """Take a bare word that the field knows; False where it has its only one already."""
        if at in typing.named:
            return False
        typing.named.add(at)
        table[self.name] = scalar(item.text, numeric=self.numeric)
        return True

    def is_due(self, typing: Typing, at: Location, table: RawTable) -> bool:
        """Tell whether the next word is the field's by its place, where fields are typed in turn."""
        del self, typing, at, table
        return False

    def keep(self, typing: Typing, at: Location, table: RawTable, item: Span) -> bool:
        """Take a word that nobody knows, for the record to refuse; False where nothing tells that it is the field's."""
        del self, typing, at, table, item
        return False

    def words(self, value: Any, game: str, catalog: Catalog) -> list[str]:
        """Write a value as bare words of a line."""
        if self.typed is None or self._is_other(value):
            return [f"{key_word(catalog, game, self.name)}={value}"]
        if self.typed.named:
            return [f"{key_word(catalog, game, self.name)} {value}"]
        return [] if value == self.typed.absent else [f"{'+' if self.typed.is_added else ''}{value}"]

    def _is_other(self, value: Any) -> bool:
        """Tell whether a value is a number, where the field's own words are others, so that it needs the name."""
        own = self.typed is None or self.typed.is_added or re.fullmatch(self.typed.pattern, str(value))
        return isinstance(value, int) and not own

    def arguments(self, value: Any, game: str, catalog: Catalog) -> list[str]:
        """Write a value as words of the command line."""
        return [f"{label(catalog, game, self.name)}={_value(value, game, catalog)}"]

    def _name(self, typing: Typing, at: Location, span: Span) -> None:
        """Note that the field was named; of two values one would be lost."""
        if at in typing.named:
            typing.complain(at, "error.key-twice", key=self.name)
        typing.named.add(at)
        typing.spans[at] = span


@dataclass(frozen=True)
class Amount(Kind):
    """An amount with a plus, such as money: `+1 +1` is 2."""

    takes_one: ClassVar[bool] = False

    def take(self, typing: Typing, at: Location, table: RawTable, item: Span) -> bool:
        """Add what is typed to what was typed before."""
        if at in typing.added and isinstance(table[self.name], int):
            table[self.name] += scalar(item.text, numeric=True) or 0
            return True
        taken = super().take(typing, at, table, item)
        if taken:
            typing.added.add(at)
        return taken


_SHOWN = 12
"""How often a word is written at most."""


@dataclass(frozen=True)
class Times(Kind):
    """How often a word is typed, such as the X of a Chameleon."""

    takes_one: ClassVar[bool] = False

    def silence(self) -> Any:
        """Return that there is none."""
        return 0

    def read(self, typing: Typing, at: Location, table: RawTable, span: Span) -> None:
        """Read a number, unless words were counted before."""
        if table.get(self.name):
            typing.named.add(at)
        super().read(typing, at, table, span)

    def reading(self, typing: Typing, text: str, least: int = BEGINNING) -> Reading | None:
        """Return what a text is for the field: its word, or how often beside it, `2 X` or `X2`."""
        found = super().reading(typing, text, least)
        for pattern, number, word in ((_BEHIND, 2, 1), (TURNED, 1, 2)):
            counted = pattern.fullmatch(text) if found is None else None
            if counted is not None and super().reading(typing, counted[word], least) is not None:
                amount = self._amount(counted[number])
                return None if amount is None else Reading(RIGHT, (amount,))
        return found

    def _amount(self, number: str) -> str | None:
        """Return the number: it counts as often, if it has no sign."""
        return number if number.isdecimal() else None

    def take(self, typing: Typing, at: Location, table: RawTable, item: Span) -> bool:
        """Count one more, or as many as stand there."""
        if at in typing.named:
            typing.complain(at, "error.key-twice", key=self.name)
        else:
            number = re.search(r"\d+", item.text, re.ASCII)
            table[self.name] = table.get(self.name, 0) + (1 if number is None else int(number[0]))
        return True

    def words(self, value: Any, game: str, catalog: Catalog) -> list[str]:
        """Write the word as often; where that is more than a line shows, once and the number before it."""
        if self.typed is not None and self.typed.pattern.isalpha():
            word = self.typed.pattern
            return [word] * value if 0 <= value <= _SHOWN else [f"{value} {word}"]
        return super().words(value, game, catalog)


@dataclass(frozen=True)
class Flag(Kind):
    """A yes or a no, such as a bluff."""

    def silence(self) -> Any:
        """Return no."""
        return ... if self.typed is None else False

    def read(self, typing: Typing, at: Location, table: RawTable, span: Span) -> None:
        """Read a yes or a no in any language."""
        self._name(typing, at, span)
        table[self.name] = yes_or_no().get(fold(span.text), not is_nothing(span.text) and span.text.strip())

    def _named(self, typing: Typing, text: str, least: int) -> Reading | None:
        """Return that it is nothing: the word is its name, and twice is no yes."""
        del typing, text, least
        return None  # it is an answer

    def take(self, typing: Typing, at: Location, table: RawTable, item: Span) -> bool:
        """Take the word as a yes."""
        taken = super().take(typing, at, table, item)
        if taken:
            table[self.name] = True
        return taken

    def words(self, value: Any, game: str, catalog: Catalog) -> list[str]:
        """Write the word where it is a yes."""
        return [token(catalog, game, self.typed.pattern)] if value and self.typed else []


def _value(value: Any, game: str, catalog: Catalog) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{label(catalog, game, key)} {of}" for key, of in value.items()) or "-"
    if isinstance(value, (list, tuple)):
        return ", ".join("-" if item is None else str(item) for item in value) or "-"
    return str(value)
