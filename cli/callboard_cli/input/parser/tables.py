"""The kinds of fields that hold tables: named fields, lines of words, those who play; and how kinds are found."""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from callboard_cli.input.parser.field_types import (
    Amount,
    Counts,
    Flag,
    InTurn,
    Items,
    Kind,
    RawTable,
    Times,
    enter,
    in_one_line,
    read_entry,
)
from callboard_cli.input.parser.line import read_own
from callboard_cli.input.parser.spoken import joining
from callboard_cli.input.parser.state import Typing
from callboard_cli.input.parser.tokenizer import Span, items, scalar, whole_number
from callboard_cli.ui.wording import label
from callboard_locales import Catalog
from callboard_scoring.fields import Name, Seats, Token, Typed
from callboard_scoring.problems import Location, RefusedError
from callboard_scoring.records import Record, Seat, item_model, parts_of, read_record, seats_of, whole_model
from callboard_scoring.words import Words, fold

_NAME = get_args(Name)[1]
"""What tells a name from any other text."""


def look_at_name(typing: Typing, at: Location, name: Span) -> None:
    """Complain of what stands before a colon where that may be two names, or a line without its own colon."""
    parts = [part for joint in re.split("[,;]", name.text) for part in joining().split(joint)]
    if sum(bool(part.strip()) for part in parts) > 1:
        typing.complain(at, "error.two-names", given=name.text, span=name)


@dataclass(frozen=True)
class Fields(Kind):
    """A table of named fields, such as where managers are: `supply 3, theatre 1`, or `3 in supply 1 in the theatre`."""

    model: type[Record] = Record

    def read(self, typing: Typing, at: Location, table: RawTable, span: Span) -> None:
        """Read all entries, each under its field's own name; complain once of a text that names no field."""
        self._name(typing, at, span)
        names = typing.names(list(self.model.model_fields))
        own = table.setdefault(self.name, {})
        for item in items(span, None):
            for name, number, part in _numbered(item, names) or [("", "", item)]:
                if name:
                    enter(typing, at, own, name, scalar(number, numeric=True), part)
                else:
                    read_entry(typing, at, own, part, numeric=True, names=names)
        if not re.search(r"\w", re.sub(r"\d", "", "".join(own))):
            own.clear()
            typing.complain(at, "error.typed-word", given=span.text, span=span)


def _numbered(item: Span, names: Mapping[str, str]) -> list[tuple[str, str, Span]]:
    """Cut names with a number each, on either side of it, into a field's own name, its number and where both stand.

    Nothing where there is anything else among them.
    """
    words = [word for word in re.finditer(r"[^\s:]+", item.text) if not joining().fullmatch(word[0])]
    entries: list[tuple[str, str, Span]] = []
    place = 0
    while place < len(words):
        turned = whole_number(words[place].group()) is not None
        for length in range(len(words) - place - 1, 0, -1):
            first, last = words[place], words[place + length]
            inner = words[place + turned : place + turned + length]
            name = names.get(fold(item.text[inner[0].start() : inner[-1].end()]))
            number = (first if turned else last).group()
            if name is not None and whole_number(number) is not None:
                entries.append((name, number, Span(item.line, item.start + first.start(), item.start + last.end())))
                place += length + 1
                break
        else:
            return []
    return entries


@dataclass(frozen=True)
class Line(Fields):
    """A table that is typed as one line of bare words, such as the imaginary player."""

    def read(self, typing: Typing, at: Location, table: RawTable, span: Span) -> None:
        """Read the line."""
        self._name(typing, at, span)
        read_own(typing, at, table.setdefault(self.name, {}), span, kinds_of(self.model))

    def arguments(self, value: Any, game: str, catalog: Catalog) -> list[str]:
        """Write it as a line behind its name."""
        return [f"{label(catalog, game, self.name)}: {as_line(value, self.model, game, catalog)}"] if value else []


@dataclass(frozen=True)
class Lines(Kind):
    """Several tables, each typed as one line behind their common name, such as posters."""

    model: type[Record] = Record
    fewest: int = 0
    most: int = 99
    """How many there may be."""

    def read(self, typing: Typing, at: Location, table: RawTable, span: Span) -> None:
        """Read one more line."""
        rows = table.setdefault(self.name, [])
        self._append(typing, (*at, len(rows)), rows, {}, span)

    def _append(
        self, typing: Typing, at: Location, rows: list[RawTable], row: RawTable, line: Span
    ) -> None:  # a line, and where it goes
        rows.append(row)
        typing.spans.setdefault(at, line)
        read_own(typing, at, row, line, kinds_of(self.model))

    def arguments(self, value: Any, game: str, catalog: Catalog) -> list[str]:
        """Write a line each behind the common name."""
        return [f"{label(catalog, game, self.name)}: {as_line(row, self.model, game, catalog)}" for row in value]


@dataclass(frozen=True)
class Players(Lines):
    """Those who play, each typed as one line behind a name: `Ada: C3 C2 +4`."""

    def read(self, typing: Typing, at: Location, table: RawTable, span: Span) -> None:
        """Complain: players are typed as lines behind their names, and not as a field."""
        del table
        typing.complain(at[:-1], "error.no-colon", given=span.text, span=span)

    def sit(self, typing: Typing, table: RawTable, name: Span, line: Span) -> None:
        """Read a player's line; complain of an empty one, which was probably forgotten: `-` stands for nothing.

        Where all of it is known there may be nothing in it.
        """
        rows = table.setdefault(self.name, [])
        at: Location = (self.name, len(rows))
        typing.spans[at] = Span.whole(line.line)
        typing.spans[(*at, "name")] = name
        typing.named.add((*at, "name"))
        if line.text.strip():
            self._append(typing, at, rows, {"name": name.text}, line)
            return
        rows.append({"name": name.text})
        if all(kind.name == "name" or (kind.typed is not None and kind.typed.known) for kind in kinds_of(self.model)):
            return
        code = "error.line-missing" if self.may_be_nothing(typing.words) else "error.line-required"
        typing.complain(at, code, span=typing.spans[at])

    def may_be_nothing(self, words: Words) -> bool:
        """Tell whether a line may be `-`: whether a row with only defaults is right."""
        nothing = {kind.name: kind.absent() for kind in kinds_of(self.model) if kind.name != "name"}
        if ... in nothing.values():
            return False
        try:
            read_record(whole_model(self.model), {"name": "-", **nothing}, words)
        except RefusedError:
            return False
        return True

    def arguments(self, value: Any, game: str, catalog: Catalog) -> list[str]:
        """Write a line each behind the player's name."""
        return [f"{player['name']}: {self._line(player, game, catalog)}".rstrip() for player in value]

    def _line(self, player: RawTable, game: str, catalog: Catalog) -> str:
        """Write what a player has; `-` for a row whose fields all have their defaults."""
        return as_line({**player, "name": None}, self.model, game, catalog) or ("-" if len(player) > 1 else "")


@dataclass(frozen=True)
class Purses(Counts):
    """Those who play, each with one number behind a name: `Ann: 3`."""

    joint: ClassVar[bool] = False

    def _count(self, typing: Typing, at: Location, counts: RawTable, item: Span) -> None:
        """Read `Ann: 3`."""
        read_entry(typing, at, counts, item, numeric=self.numeric)

    def sit(self, typing: Typing, table: RawTable, name: Span, line: Span) -> None:
        """Read a purse."""
        value = self.value(line.text)
        enter(typing, (self.name,), table.setdefault(self.name, {}), name.text, value, line)


def seated_kind(kinds: Iterable[Kind]) -> Players | Purses | None:
    """Return the field that tells who plays, if there is one among these."""
    return next((kind for kind in kinds if isinstance(kind, (Players, Purses))), None)


def as_line(raw: Mapping[str, Any], model: type[Record], game: str, catalog: Catalog) -> str:
    """Write a table as a line of bare words."""
    typed = [
        word
        for kind in kinds_of(model)
        if raw.get(kind.name) is not None
        for word in kind.words(raw[kind.name], game, catalog)
    ]
    return in_one_line(typed)


@cache
def kinds_of(model: type[Record]) -> tuple[Kind, ...]:
    """Return the kind of each field of a record, in their order."""
    fields = model.model_fields
    pairs = [(typed.follows, name) for name, info in fields.items() if (typed := _typed(info)) and typed.follows]
    lying = {name: typed.known for name, info in fields.items() if (typed := _typed(info)) and typed.lies}
    return tuple(_kind(name, info, pairs, lying) for name, info in fields.items())


def _kind(name: str, info: FieldInfo, pairs: list[tuple[str, str]], lying: Mapping[str, bool]) -> Kind:
    """Find a field's kind by its annotation; `pairs` are lists typed in turn, `lying` those known in part or whole."""
    typed = _typed(info)
    annotation, optional = _required(info.annotation)
    parts = [_required(part)[0] for part in get_args(annotation)]
    right = typed.right if typed else ""
    exact = right or next((token.pattern for token in parts_of(info) if isinstance(token, Token)), "")
    if typed is not None and exact:
        exact = rf"(?=({typed.pattern})\Z)({exact})"  # a bare word is the field's only if it is typed so
    if get_origin(annotation) is tuple:
        model = item_model(info)
        if model is None or typed is not None:  # what is typed as a word is one, whatever it becomes
            for leads, follows in pairs:
                if name in (leads, follows) and not lying.get(leads):  # of one that is known the other is typed alone
                    is_alone = leads in lying
                    return InTurn(name, typed, optional, exact=exact, leads=leads, follows=follows, is_alone=is_alone)
            return Items(name, typed, optional, numeric=parts[0] is int, exact=exact, of_names=_NAME in parts_of(info))
        bounds = seats_of(info) or Seats(
            0, next(extra.max_length for extra in info.metadata if hasattr(extra, "max_length"))
        )
        return (Players if issubclass(model, Seat) else Lines)(
            name, model=model, fewest=bounds.fewest, most=bounds.most
        )
    if get_origin(annotation) is dict:
        several = any(get_origin(part) is tuple for part in parts_of(get_args(annotation)[1]))
        return (Purses if seats_of(info) else Counts)(name, typed, numeric=parts[1] is int, several=several)
    if typed is None and isinstance(annotation, type) and issubclass(annotation, Record):
        is_line = any(kind.typed is not None for kind in kinds_of(annotation))
        return (Line if is_line else Fields)(name, None, optional, model=annotation)
    return _single(name, typed, annotation, optional, exact, of_names=_NAME in parts_of(info))


def _single(name: str, typed: Typed | None, annotation: Any, optional: bool, exact: str, *, of_names: bool) -> Kind:  # noqa: FBT001, PLR0913  # parts of an annotation
    if annotation is bool:
        return Flag(name, typed, optional)
    if typed is not None and typed.counts:
        return Times(name, typed, optional, numeric=True)
    adds = typed is not None and typed.is_added and typed.absent is not None
    return (Amount if adds else Kind)(name, typed, optional, numeric=annotation is int, exact=exact, of_names=of_names)


def _typed(info: FieldInfo) -> Typed | None:
    """Return how a field is typed at the table, if bare words can be its own."""
    return next((extra for extra in info.metadata if isinstance(extra, Typed)), None)


def _required(annotation: Any) -> tuple[Any, bool]:
    """Return a type without its annotations and without None, and whether None was allowed."""
    if get_origin(annotation) is Annotated:
        return _required(get_args(annotation)[0])
    if get_origin(annotation) in (Union, types.UnionType):
        inner, _ = _required(next(arg for arg in get_args(annotation) if arg is not types.NoneType))
        return inner, True
    return annotation, False
