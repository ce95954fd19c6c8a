"""The kinds of fields that hold several values: lists, lists typed in turn, and how many there are of each thing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from callboard_cli.entry.items import Span, each_word, items, scalar, split_once, whole_number
from callboard_cli.entry.kinds import Kind, RawTable
from callboard_cli.entry.line import known_to
from callboard_cli.entry.raw import Typing
from callboard_locales import Catalog
from callboard_scoring.problems import Location
from callboard_scoring.words import fold

NO_NAMES: Mapping[str, str] = {}


@dataclass(frozen=True)
class Items(Kind):
    """A list, such as a troupe."""

    takes_many: ClassVar[bool] = True

    def silence(self) -> Any:  # noqa: ANN401  # raw data
        """Return that there is none; of a list that may be left out, that it was."""
        return ... if self.typed is None else None if self.optional else []

    def read(self, typing: Typing, at: Location, table: RawTable, span: Span) -> None:
        """Read the items, and put them behind those typed before."""
        self._name(typing, at, span)
        known = known_to(typing, [self]) if self.typed else each_word if self.numeric else None
        table[self.name] = table.get(self.name) or []
        for item in items(span, known):
            self._append(typing, at, table, item)

    def take(self, typing: Typing, at: Location, table: RawTable, item: Span) -> bool:
        """Take one more item."""
        table[self.name] = table.get(self.name) or []
        self._append(typing, at, table, item)
        return True

    def _append(self, typing: Typing, at: Location, table: RawTable, item: Span) -> None:
        typing.spans[(*at, len(table[self.name]))] = item
        table[self.name].append(scalar(item.text, numeric=self.numeric))

    def words(self, value: Any, game: str, catalog: Catalog) -> list[str]:  # noqa: ANN401  # raw data
        """Write the items; by name where the list may be left out."""
        del game, catalog
        if self.typed is None or self.optional:
            return [f"{self.name}={' '.join(map(str, value))}"]
        return [f"{'+' if self.typed.is_added else ''}{item}" for item in value]


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
            typing.complain(holder, "error.out-of-turn", given=item.text, span=item)
        return super().take(typing, at, table, item)

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

    def silence(self) -> Any:  # noqa: ANN401  # raw data
        """Return that there is nothing."""
        return ... if self.typed is None else {}

    def omitted(self) -> Any:  # noqa: ANN401  # raw data
        """Return that it has to be said: a whole table that holds nothing is more likely one that was forgotten."""
        return ...

    def read(self, typing: Typing, at: Location, table: RawTable, span: Span) -> None:
        """Read all entries; those that are no known thing are kept for the record to refuse."""
        self._name(typing, at, span)
        counts = table.setdefault(self.name, {})
        known = known_to(typing, [self]) if self.typed else None
        for item in items(span, known, together=True):
            if known is not None and known(item.text):
                self._count(typing, at, counts, item)
            else:
                read_entry(typing, at, counts, item, numeric=self.numeric)

    def take(self, typing: Typing, at: Location, table: RawTable, item: Span) -> bool:
        """Take one more entry."""
        self._count(typing, at, table.setdefault(self.name, {}), item)
        return True

    def _count(self, typing: Typing, at: Location, counts: RawTable, item: Span) -> None:
        """Read `clergy 2`; without a number it is one more of its thing."""
        name, _, number = item.text.rpartition(" ")
        if name and whole_number(number) is not None:
            enter(typing, at, counts, name, scalar(number, numeric=self.numeric), item)
        else:
            counts[item.text] = counts.get(item.text, 0) + 1
            typing.spans[(*at, item.text)] = item

    def words(self, value: Any, game: str, catalog: Catalog) -> list[str]:  # noqa: ANN401  # raw data
        """Write all entries."""
        del game, catalog
        return [f"{key} {of}" for key, of in value.items()]


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
