"""A record as a form has it: texts by the names of its fields, `players.0.troupe`, what they make, what is wrong."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from callboard_cli.input.candidates import choices_of
from callboard_cli.input.evening_stage import EveningStage
from callboard_cli.input.parser import typed
from callboard_cli.input.parser.field_types import Counts, InTurn, Items, Kind
from callboard_cli.input.parser.line import fill_omitted, read_own, unsaid
from callboard_cli.input.parser.state import Typing
from callboard_cli.input.parser.tables import Fields, Line, Lines, Players, Purses, kinds_of, seated_kind
from callboard_cli.input.parser.tokenizer import Span, scalar
from callboard_cli.input.prompts.draft import LACKING
from callboard_nights.entries import GAINED
from callboard_scoring.problems import Location, Problem, RefusedError
from callboard_scoring.records import Record, read_record

Texts = Mapping[str, str]
"""What stands in each field, by its key: its path in the record, or in the row of the player whose part it is."""
_MOST_PLACES = 100
"""The most fields of a list that has one for each item."""
_DIGITS = 3
_DEEPEST = 4
"""How deep tables lie in a field."""
LINE = ""
"""The key of a whole part that is typed as one line."""


@dataclass(frozen=True)
class ParsedForm:
    """What texts make together."""

    raw: dict[str, Any]
    typing: Typing
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Form:
    """The texts of all parts of a record that several type: of each player's row, and of the table's own fields."""

    stage: EveningStage
    parts: Mapping[str, Texts]
    """By names of players; under the empty name what is the table's."""
    language: str = "en"
    """Whose letters come first."""

    def later(self, parts: Mapping[str, Texts]) -> Form:
        """Return the form of the same stage with other texts; of parts that say the same what was read is kept."""
        later = Form(self.stage, parts, self.language)
        if parts.get("") == self.parts.get(""):
            same = {name: row for name, row in self._readings.items() if parts.get(name) == self.parts.get(name)}
            later._readings.update(same)
        later.wordings.update(
            {key: texts for key, texts in self.wordings.items() if parts.get(key[0]) == self.parts.get(key[0])}
        )
        return later

    @cached_property
    def rows(self) -> Players | None:
        """The field that has a row for each player; None where a record has none."""
        seated = seated_kind(self.stage.kinds)
        return seated if isinstance(seated, Players) else None

    @cached_property
    def own(self) -> tuple[Kind, ...]:
        """The fields that are the table's own."""
        return tuple(kind for kind in self.stage.kinds if kind is not self.rows)

    def model(self, whose: str) -> type[Record]:
        """Return the model of what a part is made of: a player's row, or the record with the table's own fields."""
        return self.rows.model if whose and self.rows is not None else self.stage.model

    def placed(self, name: str) -> tuple[str, str] | None:
        """Return in whose part the field of a name is, and its key there; None where nobody has such a row."""
        rows = re.escape(self.rows.name) if self.rows is not None else None
        found = re.fullmatch(rf"{rows}\.(\d{{1,2}})(?:\.(.*))?", name, re.DOTALL) if rows else None
        if found is None:
            return "", name
        seat = int(found[1])
        return (self.stage.players[seat], found[2] or LINE) if seat < len(self.stage.players) else None

    def says(self, name: str) -> bool:
        """Tell whether anything is typed in the field of a name, or in one that is in it; of the whole, it is."""
        whose, key = self.placed(name) or ("", "")
        texts = self.parts.get(whose, {})
        return not key or any(text.strip() for text in inner(texts, key).values()) or bool(texts.get(LINE, "").strip())

    @property
    def walked(self) -> tuple[str, ...]:
        """The fields that are lists to be walked in turn."""
        return tuple(kind.name for kind in self.own if isinstance(kind, InTurn))

    def has(self, whose: str, key: str) -> bool:
        """Tell whether a part has a field of this key, or one that it is in."""
        kinds = kinds_of(self.model(whose)) if whose else self.own
        name, *steps = key.split(".")
        kind = next((one for one in kinds if one.name == name and name != "name"), None)
        numbers = [step for step in steps if step.isdecimal()]
        most = kind.most if isinstance(kind, Lines) else _MOST_PLACES
        return kind is not None and all(len(step) <= _DIGITS and int(step) < most for step in numbers)

    @cached_property
    def whole(self) -> ParsedForm:
        """What all parts make together."""
        typing = self._typing()
        self._table(typing)
        if self.rows is not None:
            typing.raw[self.rows.name] = [
                self._row(typing, name, (self.rows.name, seat)) for seat, name in enumerate(self.stage.players)
            ]
        return _looked_at(self.stage, typing)

    def table(self) -> dict[str, Any]:
        """Return what the table's own fields say, as raw data, right or wrong."""
        typing = self._typing()
        self._table(typing)
        return typing.raw

    def row(self, name: str) -> ParsedForm:
        """Return what one player's part makes, and what is wrong with it by itself."""
        if name not in self._readings:
            self._readings[name] = self._read_row(name)
        return self._readings[name]

    @cached_property
    def wordings(self) -> dict[tuple[str, str], Mapping[str, str]]:
        """By part and language: its texts in a reader's words, once they were asked for."""
        return {}

    @cached_property
    def _readings(self) -> dict[str, ParsedForm]:
        """What was read of rows: a page asks for the same one several times."""
        return {}

    def _read_row(self, name: str) -> ParsedForm:
        assert self.rows is not None  # noqa: S101  # for the type checkers: who asks has a row
        typing = self._typing()
        seat = self.stage.players.index(name)
        at: Location = (self.rows.name, seat)
        row = self._row(typing, name, at)
        typing.raw[self.rows.name] = [{}] * seat + [row]
        problems = list(typing.problems)
        total = self.stage.game.evening().total
        if isinstance(row.get(GAINED), int) and total not in row:  # what was gained stands for what there is by now
            row = {**{key: value for key, value in row.items() if key != GAINED}, total: 0}
        try:
            read_record(self.rows.model, row, self.stage.words)
        except RefusedError as error:
            problems += [_moved(problem, at) for problem in error.problems]
        alone = Form(self.stage, {whose: self.parts.get(whose, {}) for whose in ("", name)}, self.language).whole
        problems += [one for one in alone.problems if one.location[:2] == at and one.code not in LACKING]
        return ParsedForm(typing.raw, typing, tuple(_heard(problems)))

    def line(self, whose: str) -> Typing:
        """Return what the line of a part says: of a player what stands behind the name, else words as at a terminal."""
        text = self.parts.get(whose, {}).get(LINE, "")
        if whose and self.rows is not None:
            typing = self._typing()
            read_own(typing, (), typing.raw, Span.whole(text), kinds_of(self.model(whose)))
            return typing
        try:
            typing = typed.read(_arguments(text), self.stage, self.language)
        except RefusedError as error:
            typing = self._typing()
            typing.problems += error.problems
        said = {at[0] for at in (*typing.spans, *typing.named) if at}
        typing.raw = {
            kind.name: typing.raw[kind.name] for kind in self.own if kind.name in typing.raw and kind.name in said
        }
        return typing

    def _typing(self) -> Typing:
        return Typing(self.stage.game.id, self.stage.words, self.stage.shorts, self.language)

    def _table(self, typing: Typing) -> None:
        texts = self.parts.get("", {})
        _read(typing, (), typing.raw, self.own, texts)
        if texts.get(LINE, "").strip():
            line = self.line("")
            typing.problems += line.problems
            typing.spans |= line.spans
            typing.raw |= line.raw
        fill_omitted(typing.raw, self.own)

    def _row(self, typing: Typing, name: str, at: Location) -> dict[str, Any]:
        assert self.rows is not None  # noqa: S101  # who asks has a row
        row: dict[str, Any] = {"name": name}
        texts, kinds = self.parts.get(name, {}), kinds_of(self.rows.model)
        row |= unsaid(kinds)
        _read(typing, at, row, kinds, texts)
        if texts.get(LINE, "").strip():
            read_own(typing, at, row, Span.whole(texts[LINE]), kinds)
        return row


def _arguments(line: str) -> list[str]:
    """Cut a line into words as a shell does; one whose quotation marks are not in pairs is a single one."""
    try:
        return shlex.split(line)
    except ValueError:
        return [line]


def _read(typing: Typing, at: Location, table: dict[str, Any], kinds: tuple[Kind, ...], texts: Texts) -> None:
    """Read each field that says anything into a table."""
    for kind in kinds:
        own = inner(texts, kind.name)
        if not any(text.strip() for text in own.values()):
            continue
        where = (*at, kind.name)
        if isinstance(kind, Lines) and LINE not in own:
            table[kind.name] = list(_rows(typing, where, kind, own))
        elif isinstance(kind, Fields) and LINE not in own:
            row = table.setdefault(kind.name, {})
            if isinstance(kind, Line):
                row |= unsaid(kinds_of(kind.model))
            _read(typing, where, row, kinds_of(kind.model), own)
        elif isinstance(kind, (Counts, Purses)) and LINE not in own:
            told = [
                _counted(kind, key, text)
                for key, text in (own if isinstance(kind, Purses) else _together(own)).items()
                if text.strip()
            ]
            kind.read(typing, where, table, Span.whole(", ".join(told)))
        elif isinstance(kind, Items) and LINE not in own:
            _items(typing, where, table, kind, own)
        elif LINE not in own:  # what is typed as words, such as a card, is a table for programs
            table[kind.name] = _tables(own)
        else:
            kind.read(typing, where, table, Span.whole(own.get(LINE, "")))


def _together(texts: Texts) -> dict[str, str]:
    """Return the texts of a table, several numbers of one thing in one: `war.0`, `war.1`."""
    together: dict[str, list[str]] = {}
    for key, text in texts.items():
        head, _, number = key.rpartition(".")
        together.setdefault(head if head and number.isdecimal() else key, []).append(text)
    return {key: " ".join(own) for key, own in together.items()}


def _counted(kind: Counts, key: str, text: str) -> str:
    """Return how many there are of a thing, as it is typed: `clergy 2`, `war 4+6`, and of a player `Ann: 3`."""
    if isinstance(kind, Purses):
        return f"{key}: {text}"
    numbers = re.findall(r"[+-]?\s*\d+", text, re.ASCII)
    if kind.several and not re.sub(r"[\d\s,;+-]", "", text):
        text = "".join(f"{int(number.replace(' ', '')):+d}" for number in numbers).removeprefix("+")
    return f"{key} {text}"


def _rows(typing: Typing, at: Location, kind: Lines, texts: Texts) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table that say anything."""
    for place, number in enumerate(numbers_of(texts)):
        own = inner(texts, str(number))
        where, kinds = (*at, place), kinds_of(kind.model)
        row = unsaid(kinds)
        _read(typing, where, row, kinds, {key: text for key, text in own.items() if key != LINE})
        if own.get(LINE, "").strip():
            read_own(typing, where, row, Span.whole(own[LINE]), kinds)
        yield row


def numbers_of(texts: Texts) -> list[int]:
    """Return the numbers of the rows that say anything."""
    heads = ((key.partition(".")[0], text) for key, text in texts.items())
    return sorted({int(head) for head, text in heads if head.isdecimal() and text.strip()})


def _items(typing: Typing, at: Location, table: dict[str, Any], kind: Items, texts: Texts) -> None:
    """Read a list of which each item has a field of its own; of an empty one before others something is missing."""
    numbers = numbers_of(texts)
    for number in range(numbers[-1] + 1 if numbers else 0):
        own = inner(texts, str(number))
        if number not in numbers:
            typing.complain((*at, number), "missing")
        elif LINE not in own:
            table.setdefault(kind.name, []).append(_tables(own))
        else:
            typing.named.discard(at)
            kind.read(typing, at, table, Span.whole(own[LINE]))


def _tables(texts: Texts) -> dict[str, Any]:
    """Return texts as the tables that their keys say; whole numbers are numbers."""
    tables: dict[str, Any] = {}
    for key, text in texts.items():
        *holders, name = key.split(".")[:_DEEPEST]
        table = tables
        for holder in holders:
            inside = table.setdefault(holder, {})
            table = inside if isinstance(inside, dict) else {}
        if text.strip():
            table[name] = scalar(text, numeric=True)
    return tables


def inner(texts: Texts, name: str) -> dict[str, str]:
    """Return the texts of a field, by what stands behind its name; under the empty key its own."""
    start = f"{name}."
    own = {key.removeprefix(start): text for key, text in texts.items() if key.startswith(start)}
    return own | ({LINE: texts[name]} if texts.get(name, "").strip() or (name in texts and not own) else {})


def _looked_at(stage: EveningStage, typing: Typing) -> ParsedForm:
    """Return what was read, with all that is wrong with it."""
    try:
        stage.record(typing.raw, typing.problems)
    except RefusedError as error:
        return ParsedForm(typing.raw, typing, tuple(_heard(error.problems)))
    return ParsedForm(typing.raw, typing, ())


def _heard(problems: Iterable[Problem]) -> list[Problem]:
    """Return problems, each once."""
    return list({(one.location, one.code): one for one in reversed(list(problems))}.values())[::-1]


def _moved(problem: Problem, at: Location) -> Problem:
    return Problem((*at, *problem.location), problem.code, problem.values)


def field_at(model: type[Record], steps: Sequence[str]) -> tuple[type[Record], Kind] | None:
    """Return a field of a table by its key, and the table that it is in; None where there is no such field."""
    for kind in kinds_of(model):
        if steps and kind.name == steps[0]:
            inside = steps[2:] if isinstance(kind, Lines) else steps[1:]
            return field_at(kind.model, inside) if isinstance(kind, (Fields, Lines)) and inside else (model, kind)
    return None


def name_of(problem: Problem, form: Form) -> str:
    """Return the name of the field in which a problem is, or of a group of them; empty where it is in none."""
    steps = list(problem.location)
    if form.rows is not None and steps[:1] == [form.rows.name]:
        if len(steps) < 2 or not isinstance(steps[1], int):  # noqa: PLR2004  # whose row it is comes second
            return ""
        return _name(f"{form.rows.name}.{steps[1]}", steps[2:], kinds_of(form.rows.model), form.stage)
    numbered = list(steps)
    if (
        len(steps) > 1
        and isinstance(steps[1], int)
        and any(isinstance(k, Lines) and k.name == steps[0] for k in form.own)
    ):
        numbers = numbers_of(inner(form.parts.get("", {}), str(steps[0])))
        numbered[1] = numbers[steps[1]] if steps[1] < len(numbers) else steps[1]
    return _name("", numbered, form.own, form.stage)


def _name(before: str, steps: Sequence[str | int], kinds: Sequence[Kind], stage: EveningStage) -> str:
    kind = next((one for one in kinds if steps and one.name == steps[0]), None)
    if kind is None:
        return before
    name = ".".join(filter(None, (before, kind.name)))
    inside = steps[1:]
    if not inside:
        return name
    if isinstance(kind, Lines):
        return _name(f"{name}.{inside[0]}", inside[1:], kinds_of(kind.model), stage)
    if isinstance(kind, Fields):
        return _name(name, inside, kinds_of(kind.model), stage)
    has_own = isinstance(kind, (InTurn, Purses)) or (isinstance(kind, Counts) and inside[0] in choices_of(stage, kind))
    return f"{name}.{inside[0]}" if has_own else name
