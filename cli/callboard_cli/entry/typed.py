"""Records as people type them at the table: `season=1 mood=comedy "Valère: C3 C3 X +4"`.

A word with `=` is a field of the record (in any of the languages), a word with `:` a player's line, and bare words go
to the field that knows them by their pattern (`Typed` in the game's records). What cannot be placed is kept as it is,
so that the record's own checks say what would be right.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from callboard_cli.speech.wording import field_words, label, token, yes_or_no
from callboard_locales import Catalog
from callboard_scoring.records import Location, Problem, Record, Typed, item_model
from callboard_scoring.words import Words, fold, spell

_LONGEST = 9
"""The most words of one item ("small tiles of one colour 3 max 12" is eight)."""

_WORDS = re.compile(r"\+\s+\d+|\S+?(?=\+\d)|\S+", re.ASCII)
"""Words, with `+1` one of its own, however it is spaced: `3+1` and `3 + 1` are `3 +1`."""
_WHOLE = re.compile(r"[+-]?\d{1,4000}", re.ASCII)
"""A whole number, as long as Python reads any."""
NOTHING = ("-", "–", "—")
"""How people write that there is none."""


@dataclass(frozen=True)
class Span:
    """Where something stands in a typed line."""

    line: str
    start: int
    end: int


@dataclass
class Typing:
    """Raw data read from typed words, where each piece of it stood, and words that fit nowhere."""

    raw: dict[str, Any] = field(default_factory=dict)
    spans: dict[Location, Span] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def span(self, location: Location) -> Span | None:
        """Return where the nearest piece around a location was typed."""
        while location and location not in self.spans:
            location = location[:-1]
        return self.spans.get(location)


@dataclass(frozen=True)
class Shape:
    """What kind of field it is, as far as typing goes."""

    kind: str
    """`players`, `rows` (tables without a name), `list`, `map`, `table`, `number`, `flag` or `text`."""
    model: type[Record] | None = None
    """The model of a table, or of the players."""
    typed: Typed | None = None
    optional: bool = False
    numeric: bool = False
    """Whether what is typed for it are whole numbers; anything else stays a text."""

    @property
    def unsaid(self) -> Any:  # noqa: ANN401  # raw data
        """What a line that does not mention the field says of it: no cards, no money, nothing; `...` if it must."""
        if self.typed is None:
            return ...
        if self.optional:
            return None
        if self.typed.counts:
            return 0
        if self.kind in _EMPTY:
            return _EMPTY[self.kind]()
        return ... if self.typed.absent is None else self.typed.absent

    @property
    def is_line(self) -> bool:
        """Whether it is a table that is typed like a player's line: bare words, known by their patterns."""
        fields = self.model.model_fields.values() if self.model is not None else ()
        return any(shape(info).typed is not None for info in fields)


_EMPTY: Mapping[str, Callable[[], Any]] = {"list": list, "map": dict, "flag": bool}
"""What a field of each kind is while nothing is in it."""


def shape(info: FieldInfo) -> Shape:
    """Read a field's shape from its annotation."""
    typed = next((extra for extra in info.metadata if isinstance(extra, Typed)), None)
    annotation, optional = _required(info.annotation)
    origin = get_origin(annotation)
    if origin is tuple:
        item = item_model(info)
        numeric = _required(get_args(annotation)[0])[0] is int
        if item is None or typed is not None:  # what is typed as a word is one, whatever it becomes
            return Shape("list", None, typed, optional, numeric=numeric)
        return Shape("players" if "name" in item.model_fields else "rows", item)
    if origin is dict:
        return Shape("map", None, typed, numeric=_required(get_args(annotation)[1])[0] is int)
    if typed is None and isinstance(annotation, type) and issubclass(annotation, Record):
        return Shape("table", annotation, typed, optional, numeric=True)
    if annotation is bool:
        return Shape("flag", None, typed)
    return Shape("number" if annotation is int else "text", None, typed, optional, numeric=annotation is int)


def _required(annotation: Any) -> tuple[Any, bool]:  # noqa: ANN401  # annotations have no type
    """Strip what a type is annotated with, and the None of an optional one."""
    if get_origin(annotation) is Annotated:
        return _required(get_args(annotation)[0])
    if get_origin(annotation) in (Union, types.UnionType):
        inner, _ = _required(next(arg for arg in get_args(annotation) if arg is not types.NoneType))
        return inner, True
    return annotation, False


def read(arguments: Sequence[str], model: type[Record], game: str, words: Words) -> Typing:
    """Read typed words into raw data for this model."""
    typing = Typing()
    _Reader(typing, game, words).record(arguments, model)
    return typing


def written(raw: Mapping[str, Any], model: type[Record], game: str, words: Catalog) -> list[str]:
    """Write raw data as words that `read` takes, as far as there is data: the other way round from `read`."""
    arguments: list[str] = []
    for name, value in raw.items():
        it = shape(model.model_fields[name])
        if it.kind == "players" and it.model is not None:
            arguments += [f"{player['name']}: {_as_line(player, it.model, game, words)}".rstrip() for player in value]
        elif it.kind == "rows" and it.model is not None:
            arguments += [f"{label(words, game, name)}: {_as_line(row, it.model, game, words)}" for row in value]
        elif it.is_line and it.model is not None and value:
            arguments.append(f"{label(words, game, name)}: {_as_line(value, it.model, game, words)}")
        elif value is not None:
            arguments.append(f"{label(words, game, name)}={_as_value(value, game, words)}")
    return arguments


def _as_line(raw: Mapping[str, Any], model: type[Record], game: str, words: Catalog) -> str:
    """Write the fields of a player's line."""
    typed = [
        word
        for name, info in model.model_fields.items()
        if name != "name" and raw.get(name) is not None and raw[name] is not False
        for word in _as_typed(shape(info), name, raw[name], game, words)
    ]
    return (", " if any(" " in word for word in typed) else " ").join(typed)


def _as_typed(it: Shape, name: str, value: Any, game: str, words: Catalog) -> list[str]:  # noqa: ANN401  # raw data
    """Write a field of a player's line: bare words where the field knows them by their pattern."""
    if it.typed is None or (it.kind == "list" and it.optional):
        items = value if isinstance(value, list) else [value]
        return [f"{name}={' '.join(map(str, items))}"]
    if it.typed.counts:
        return [it.typed.pattern] * value
    if it.kind == "flag":
        return [token(words, game, it.typed.pattern)]
    if isinstance(value, Mapping):
        return [f"{key} {of}" for key, of in value.items()]
    if value == it.typed.absent:
        return []
    mark = "+" if it.typed.is_added else ""
    return [f"{mark}{item}" for item in (value if isinstance(value, list) else [value])]


def _as_value(value: Any, game: str, words: Catalog) -> str:  # noqa: ANN401  # raw data
    if isinstance(value, Mapping):
        return ", ".join(f"{label(words, game, key)} {of}" for key, of in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join("-" if item is None else str(item) for item in value)
    return str(value)


def read_field(text: str, info: FieldInfo, game: str, words: Words) -> Typing:
    """Read what is typed for a single field; the value is under the key `value`."""
    typing = Typing()
    reader = _Reader(typing, game, words)
    reader.value((), "value", shape(info), text, Span(text, 0, len(text)))
    return typing


def read_line(text: str, model: type[Record], game: str, words: Words) -> Typing:
    """Read what is typed for a table of this model as one line; the table is under the key `value`."""
    typing = Typing()
    raw = typing.raw.setdefault("value", {})
    _Reader(typing, game, words).own(("value",), raw, text, Span(text, 0, len(text)), model)
    return typing


class _Reader:
    def __init__(self, typing: Typing, game: str, words: Words) -> None:
        self._typing = typing
        self._game = game
        self._words = words
        self._given: set[Location] = set()
        """The fields that were named; naming one twice would lose a value."""
        self._added: set[Location] = set()
        """The fields typed as +1; typing them again adds."""
        self._in_lists: set[Location] = set()
        self._out_of_turn: set[Location] = set()
        """Where two lists come one after the other instead of in turn, and where a word was out of turn."""

    def record(self, arguments: Sequence[str], model: type[Record]) -> None:
        fields = model.model_fields
        names = field_words(self._game, list(fields))
        shapes = {name: shape(info) for name, info in fields.items()}
        for argument in arguments:
            name, line = _split_once(argument, ":")
            key, value = _split_once(argument, "=")
            if line is not None and fold(name) in names and (value is None or len(name) < len(key)):
                key, value, line = name, line, None  # `mood: comedy` is no player called mood
            if value is not None and (line is None or len(key) < len(name)):
                known = names.get(fold(key))
                span = Span(argument, len(argument) - len(value), len(argument))
                if known is None:
                    self._unknown(key.strip(), Span(argument, 0, len(key)))
                elif shapes[known].kind == "players":
                    self._no_colon(value, span)
                else:
                    self.value((), known, shapes[known], value, span)
            elif line is not None:
                self._line(name, line, argument, shapes)
            elif any(it.kind == "players" for it in shapes.values()) and not any(it.typed for it in shapes.values()):
                self._no_colon(argument, Span(argument, 0, len(argument)))
            else:
                self._bare((), self._typing.raw, argument, Span(argument, 0, len(argument)), shapes)
        for key, it in shapes.items():
            if it.unsaid is not ... and it.kind != "map":
                self._typing.raw.setdefault(key, it.unsaid)

    def _no_colon(self, given: str, span: Span) -> None:
        self._typing.problems.append(Problem((), "error.no-colon", {"given": given, "span": span}))

    def _unknown(self, key: str, span: Span) -> None:
        self._typing.problems.append(Problem((key,), "extra_forbidden", {"given": key}))
        self._typing.spans[(key,)] = span

    def _line(self, name: str, line: str, argument: str, shapes: dict[str, Shape]) -> None:
        """Read `Valère: C3 C3 +4` into a player, or `Ann: 3` into the purses where a record has no players."""
        span = Span(argument, len(argument) - len(line), len(argument))
        players = next((key for key, it in shapes.items() if it.kind == "players"), None)
        if players is None:
            purses = next((key for key, it in shapes.items() if it.kind == "map" and it.typed), None)
            if purses is None:
                self._bare((), self._typing.raw, argument, Span(argument, 0, len(argument)), shapes)
            else:
                self._entry(
                    (purses,), self._typing.raw.setdefault(purses, {}), name, _scalar(line, shapes[purses]), span
                )
            return
        table = self._typing.raw.setdefault(players, [])
        location: Location = (players, len(table))
        self._typing.spans[location] = Span(argument, 0, len(argument))
        self._typing.spans[(*location, "name")] = Span(argument, 0, len(name))
        player: dict[str, Any] = {"name": name}
        self._given.add((*location, "name"))
        table.append(player)
        self.own(location, player, line, span, shapes[players].model)

    def own(
        self, location: Location, holder: dict[str, Any], line: str, span: Span, model: type[Record] | None
    ) -> None:
        """Read what somebody has; what the line does not mention, such as chameleons, there is none of."""
        fields = {} if model is None else {key: shape(info) for key, info in model.model_fields.items()}
        holder.update({key: it.unsaid for key, it in fields.items() if it.unsaid is not ...})
        self._bare(location, holder, line, span, fields)

    def _bare(
        self, location: Location, holder: dict[str, Any], text: str, span: Span, shapes: dict[str, Shape]
    ) -> None:
        """Give each word to the first field whose pattern it matches, and each `key=value` to its field."""
        names = field_words(self._game, list(shapes))
        lists = {word for word, name in names.items() if shapes[name].kind == "list"}
        for item in _items(text, span, self._matches(shapes), lists, together=True):
            key, value = _split_once(item.line[item.start : item.end], "=")
            known = names.get(fold(key)) if value is not None else None
            if known is not None and value is not None:
                inner = Span(item.line, item.end - len(value), item.end)
                self.value(location, known, shapes[known], value, inner, holder)
            else:
                self._place(location, holder, item, shapes)

    def _place(self, location: Location, holder: dict[str, Any], item: Span, shapes: dict[str, Shape]) -> None:
        word = item.line[item.start : item.end]
        for key, it in shapes.items():
            where = (*location, key)
            if it.typed is None or it.kind == "players":
                continue
            if it.optional and word in NOTHING and where not in self._given:
                self._given.add(where)
                return
            if self._is(it.typed, word) and self._put(where, holder, it, item, shapes):
                self._typing.spans.setdefault(where, item)
                return
        self._typing.problems.append(Problem(location, "error.typed-word", {"given": word, "span": item}))

    def _put(self, where: Location, holder: dict[str, Any], it: Shape, item: Span, shapes: dict[str, Shape]) -> bool:
        """Put a word into a field that knows it, unless the field has its only one already; tell whether it went in."""
        key, word = str(where[-1]), item.line[item.start : item.end]
        if it.typed is not None and it.typed.counts:
            if where in self._given:
                self._typing.problems.append(Problem(where, "error.key-twice", {"key": key}))
            else:
                holder[key] = holder.get(key, 0) + 1
        elif it.kind == "list":
            self._in_turn(where, holder, shapes, item)
            holder[key] = [*(holder.get(key) or ()), _scalar(word, it)]
            self._typing.spans[(*where, len(holder[key]) - 1)] = item
        elif it.kind == "map":
            self._count(where, holder.setdefault(key, {}), word, it, item)
        elif where in self._added and isinstance(holder[key], int):
            holder[key] += _scalar(word, it) or 0  # +1 +1 is 2
        elif where in self._given:
            return False
        else:
            self._given.add(where)
            holder[key] = True if it.kind == "flag" else _scalar(word, it)
            if it.typed is not None and it.typed.is_added and it.typed.absent is not None:
                self._added.add(where)
        return True

    def _in_turn(self, where: Location, holder: dict[str, Any], shapes: dict[str, Shape], item: Span) -> None:
        """Complain, once, where two lists are typed in turn and this word comes out of turn.

        One list after the other is as good, since then nobody can mistake which word lies beside which.
        """
        pair = next(((it.typed.follows, key) for key, it in shapes.items() if it.typed and it.typed.follows), None)
        if pair is None or where[-1] not in pair or where[:-1] in self._out_of_turn:
            return
        leads, follows = (len(holder.get(key) or ()) for key in pair)
        if where[-1] == pair[1]:
            one_by_one = follows == 0 and leads > 1
            right = leads == follows + 1 or one_by_one or where[:-1] in self._in_lists
            if one_by_one:
                self._in_lists.add(where[:-1])
        else:
            right = follows in (0, leads) and where[:-1] not in self._in_lists
        if not right:
            self._out_of_turn.add(where[:-1])
            given = item.line[item.start : item.end]
            self._typing.problems.append(Problem(where[:-1], "error.out-of-turn", {"given": given, "span": item}))

    def _matches(self, shapes: dict[str, Shape]) -> Callable[[str], bool]:
        patterns = [it.typed for it in shapes.values() if it.typed is not None and it.kind != "players"]
        return lambda text: any(self._is(typed, text) for typed in patterns)

    def _is(self, typed: Typed, text: str) -> bool:
        texts = (text.strip(), spell(text, self._words))
        return any(re.fullmatch(typed.pattern, candidate, re.ASCII) for candidate in texts)

    def value(  # noqa: PLR0913, PLR0917  # where it goes, what it is, and where it stood
        self,
        location: Location,
        key: str,
        it: Shape,
        text: str,
        span: Span,
        holder: dict[str, Any] | None = None,
    ) -> None:
        """Read the text of one field."""
        holder = self._typing.raw if holder is None else holder
        location = (*location, key)
        if it.kind == "rows":
            rows = holder.setdefault(key, [])
            rows.append({})
            self._typing.spans[(*location, len(rows) - 1)] = span
            self.own((*location, len(rows) - 1), rows[-1], text, span, it.model)
            return
        if location in self._given or (it.typed is not None and it.typed.counts and holder.get(key)):
            self._typing.problems.append(Problem(location, "error.key-twice", {"key": key}))
        self._given.add(location)
        self._typing.spans[location] = span
        if it.kind == "list":
            items: list[Any] = holder.get(key) or []
            holder[key] = items
            known = self._matches({key: it}) if it.typed else _nothing if it.numeric else None
            for item in _items(text, span, known):
                self._typing.spans[(*location, len(items))] = item
                items.append(_scalar(item.line[item.start : item.end], it))
        elif it.kind == "table" and it.is_line:
            self.own(location, holder.setdefault(key, {}), text, span, it.model)
        elif it.kind in ("map", "table"):
            self._entries(location, holder.setdefault(key, {}), it, text, span)
        elif it.kind == "flag":
            holder[key] = yes_or_no().get(fold(text), text.strip() or False)
        else:
            holder[key] = None if it.optional and text.strip() in ("", *NOTHING) else _scalar(text, it)

    def _entries(self, location: Location, table: dict[str, Any], it: Shape, text: str, span: Span) -> None:
        """Read `clergy 2, workers 1`, or `supply 3, theatre 1`."""
        names = field_words(self._game, list(it.model.model_fields)) if it.model is not None else {}
        for item in _items(text, span, self._matches({"": it}) if it.typed else None, together=True):
            entry = item.line[item.start : item.end]
            if it.typed is not None and self._is(it.typed, entry):
                self._count(location, table, entry, it, item)
                continue
            name, rest = _split_once(entry, ":")
            if rest is None:  # "Ann 3" does as well
                name, _, rest = entry.rpartition(" ") if " " in entry else (entry, "", entry)
            self._entry(location, table, names.get(fold(name), name), _scalar(rest, it), item)

    def _count(self, location: Location, table: dict[str, Any], word: str, it: Shape, span: Span) -> None:
        """Read `clergy 2`; without a number it is one more."""
        name, _, number = word.rpartition(" ")
        if name and _WHOLE.fullmatch(number):
            self._entry(location, table, name, _scalar(number, it), span)
        else:
            table[word] = table.get(word, 0) + 1
            self._typing.spans[(*location, word)] = span

    def _entry(self, location: Location, table: dict[str, Any], name: str, value: Any, span: Span) -> None:  # noqa: ANN401
        key = name.strip()
        if key in table:
            self._typing.problems.append(Problem((*location, key), "error.key-twice", {"key": key}))
        table[key] = value
        self._typing.spans[(*location, key)] = span


def _split_once(text: str, mark: str) -> tuple[str, str | None]:
    before, found, after = text.partition(mark)
    return before, after if found else None


def _scalar(text: str, it: Shape) -> int | str | None:
    text = re.sub(r"\+\s+", "+", text.strip())
    if text in NOTHING:
        return None
    return int(text) if it.numeric and _WHOLE.fullmatch(text) else text


def _nothing(text: str) -> bool:
    """Know no item of several words: every word is one."""
    del text
    return False


def _items(
    text: str,
    span: Span,
    known: Callable[[str], bool] | None,
    lists: Container[str] = (),
    *,
    together: bool = False,
) -> Iterator[Span]:
    """Yield the items of a text: between commas; and with `known`, which knows an item, between spaces too.

    `lists` has the folded names of fields that take all words after their `=`; words that are not known are an item
    each, or one `together` as long as they follow each other.
    """
    for group in re.finditer(r"[^,;]+", text):
        words = list(_WORDS.finditer(group.group()))
        offset = span.start + group.start()
        if known is None:
            if words:
                yield Span(span.line, offset + words[0].start(), offset + words[-1].end())
            continue
        while words:
            length = _item(words, known, lists) or (_unknown(words, known, lists) if together else 1)
            yield Span(span.line, offset + words[0].start(), offset + words[length - 1].end())
            del words[:length]


def _unknown(words: list[re.Match[str]], known: Callable[[str], bool], lists: Container[str]) -> int:
    """Return how many words there are before an item starts, where none starts at once."""
    return next((place for place in range(1, len(words)) if _item(words[place:], known, lists)), len(words))


def _item(words: list[re.Match[str]], known: Callable[[str], bool], lists: Container[str]) -> int:
    """Return how many words the item at the beginning has; 0 if none starts."""
    return _named(words, known, lists) or _longest(words, known)


def _named(words: list[re.Match[str]], known: Callable[[str], bool], lists: Container[str]) -> int:
    """Return how many words `roles=Ping Calaf …` takes: a list all, others up to the next item; 0 if none starts."""
    name, value = _split_once(words[0].group(), "=")
    if value is None:
        return 0
    is_list = fold(name) in lists
    ends = (
        number
        for number, word in enumerate(words)
        if number and ("=" in word.group() or (not is_list and known(word.group())))
    )
    return next(ends, len(words))


def _longest(words: list[re.Match[str]], known: Callable[[str], bool]) -> int:
    """Return how many words the item at the beginning has: as many as are known together; 0 if none is."""
    text = words[0].string
    lengths = range(min(_LONGEST, len(words)), 0, -1)
    return next((length for length in lengths if known(text[words[0].start() : words[length - 1].end()])), 0)
