"""Records: frozen tables of fields, read with every problem of theirs found at once."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from callboard_scoring.fields import Choice, Name, Seats, names_taken
from callboard_scoring.problems import Check, Doubt, Location, Problem, RefusedError, out_of_bounds
from callboard_scoring.words import Words


class UnreadFieldError(Exception):
    """A check asked for a field that could not be read; the field's own problem is reported separately."""


class Record(BaseModel):
    """A frozen table of fields; a key it does not know is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    if not TYPE_CHECKING:  # the type checkers would take any name for a field

        def __getattr__(self, name: str) -> Any:
            """Refuse to guess a field of a record that was read in part."""
            if name in type(self).model_fields:
                raise UnreadFieldError(name)
            return super().__getattr__(name)

    def checks(self) -> tuple[Check, ...]:
        """Return what to look for between fields that are each right by themselves; each check stands alone.

        A check may look at any field, and need not ask whether it could be read: where one could not, the check is
        left out. Names are looked at without being asked for.
        """
        return ()

    def doubts(self) -> tuple[Check, ...]:
        """Return what to look for that cannot occur in play and can yet be scored; the table is told to look again.

        A doubt is an effect without its cause, or more than there is; a cause without its effect is none, nor is a
        number that no source gives. Its words name the pieces; the player's name is put before them.
        """
        return ()

    def as_item(self) -> str:
        """Return the table as people write it in one item, in canonical tokens; empty where it has fields to type."""
        return ""

    @classmethod
    def applies(cls, field: str, given: Mapping[str, Any]) -> bool:
        """Tell whether a field that may be left out is worth asking for, after the raw answers given so far."""
        del cls, field, given
        return True


class Seat(Record):
    """What one player has; a typed line begins with the name."""

    whole: ClassVar[type[Seat] | None] = None
    """The model of what is made of it, where in an evening some of it is known already."""

    name: Name


def whole_model(model: type[Record]) -> type[Record]:
    """Return the model of the whole of what a player has; the model itself, where it is that."""
    return (model.whole or model) if issubclass(model, Seat) else model


R = TypeVar("R", bound=Record)
T = TypeVar("T")


def read_field(record: Record, name: str, default: T) -> T:
    """Return a field, or the default where it could not be read: for checks that must not lose the others for it."""
    value: T = vars(record).get(name, default)
    return value


# --- Reading ---------------------------------------------------------------------------------------------------------


def read_record(model: type[R], raw: object, words: Words) -> R:
    """Make a record of raw tables, with tokens read by these words.

    :raises RefusedError: with all problems: those of single fields, and those between fields as far as the others can
        be read; of raw data that is larger than any table's only that.
    """
    too_large = list(out_of_bounds(raw))
    if too_large:
        raise RefusedError(too_large)
    try:
        record = model.model_validate(raw, context=words)
    except ValidationError as error:
        problems = [*problems_of(error), *problems_in(_readable(model, raw, words))]
        raise RefusedError(problems) from None
    problems = list(problems_in(record))
    if problems:
        raise RefusedError(problems)
    return record


def read_alone(model: type[R], table: Mapping[str, Any], row: object, words: Words, players: int) -> tuple[R, Any]:
    """Make a record of one player's row, the first of so many, and of those of the table's own fields that can be read.

    Fields that are not in yet raise UnreadFieldError. Returns the record and the row.

    :raises RefusedError: with all problems of the row that can be found without the others, located in the row.
    """
    too_large = [*out_of_bounds(row), *out_of_bounds(dict(table))]
    if too_large:
        raise RefusedError(too_large)
    seats = seats_field(model) or ""
    seat = item_model(model.model_fields[seats]) or Record
    wrong: list[Problem] = []
    try:
        own = seat.model_validate(row, context=words)
    except ValidationError as error:
        own, wrong = _readable(seat, row, words), list(problems_of(error))
    other = seat.model_construct()
    vars(other).clear()
    record = _readable(model, dict(table), words).model_copy(update={seats: (own, *[other] * (players - 1))})
    for problem in problems_in(record):
        if problem.location[:2] == (seats, 0):
            wrong.append(replace(problem, location=problem.location[2:]))
    if wrong:
        raise RefusedError(wrong)
    return record, own


@cache
def field_type(model: type[Record], name: str) -> TypeAdapter[Any]:
    """Return the validator of a single field's value."""
    info = model.model_fields[name]
    annotation: Any = info.annotation
    for extra in info.metadata:
        annotation = Annotated[annotation, extra]
    return TypeAdapter(annotation)


def _readable(model: type[R], raw: object, words: Words) -> R:
    """Make a record of those fields that can be read; the others it does not have at all."""
    given = raw if isinstance(raw, dict) else {}
    fields: dict[str, Any] = {}
    for name, info in model.model_fields.items():
        item, table = item_model(info), table_model(info)
        if item is not None and isinstance(given.get(name), list):
            fields[name] = tuple(_readable_item(item, one, words) for one in given[name])
        elif table is not None and isinstance(given.get(name), dict):
            fields[name] = _readable_item(table, given[name], words)
        elif name in given:
            with contextlib.suppress(ValidationError):
                fields[name] = field_type(model, name).validate_python(given[name], context=words)
    record = model.model_construct(**fields)
    for name in set(given) - set(fields):
        if name in vars(record):
            object.__delattr__(record, name)  # a default in place of what was given would be a guess
    return record


def _readable_item(model: type[R], raw: object, words: Words) -> R:
    """Make a record of an item that is right; of one that is not, what can be read."""
    try:
        return model.model_validate(raw, context=words)
    except ValidationError:
        return _readable(model, raw, words)


def problems_in(record: Record) -> Iterator[Problem]:
    """Yield what the checks of a record find, and of the tables in it; one that needs an unreadable field is left out.

    A record that was read has none. One that a program made of its models has been looked at field by field only.
    """
    for at, table in tables_in(record):
        for check in _checks(table):
            try:
                for problem in check():
                    yield replace(problem, location=(*at, *problem.location))
            except UnreadFieldError:
                continue


def doubts_in(record: Record) -> Iterator[Doubt]:
    """Yield what of a record cannot occur in play, each with the name of the player that it is about."""
    found = tables_in(record)
    for at, table in found:
        for check in table.doubts():
            for problem in check():
                location = (*at, *problem.location)
                tables = dict(found)
                holders = (tables.get(location[:length]) for length in range(len(location), 0, -1))
                whose = next((holder.name for holder in holders if isinstance(holder, Seat)), "")
                yield Doubt(location, problem.code, problem.values, whose)


def tables_in(record: Record, where: Location = ()) -> list[tuple[Location, Record]]:
    """Return a record and the tables in it, however deep, each with its place."""
    found: list[tuple[Location, Record]] = [(where, record)]
    for name in _holders(type(record)):
        value = vars(record).get(name)
        if isinstance(value, Record):
            found += tables_in(value, (*where, name))
        elif isinstance(value, tuple):
            for place, item in enumerate(value):
                if isinstance(item, Record):
                    found += tables_in(item, (*where, name, place))
    return found


@cache
def _holders(model: type[Record]) -> tuple[str, ...]:
    """Return the names of the fields that hold tables."""
    return tuple(name for name, info in model.model_fields.items() if any(tables_of(info.annotation)))


def _checks(record: Record) -> tuple[Check, ...]:
    """Return the checks of a record; where it tells who plays, before them that no two players share a name."""
    seats = seats_field(type(record))
    if seats is None:
        return record.checks()
    return (lambda: names_taken(_names(seats, read_field(record, seats, ())))), *record.checks()


def _names(field: str, seats: Iterable[Any]) -> Iterator[tuple[Location, str]]:
    """Yield each name that could be read, with its place: of seats, or of a table of names."""
    for place, seat in enumerate(seats):
        if isinstance(seat, str):
            yield (field, seat), seat
        elif "name" in vars(seat):
            yield (field, place, "name"), seat.name


def problems_of(error: ValidationError) -> Iterator[Problem]:
    """Turn pydantic's errors into problems, by their stable codes; their sentences are not used."""
    details = error.errors(include_url=False)
    holders = {detail["loc"][:length] for detail in details for length in range(len(detail["loc"]))}
    for detail in details:
        location = tuple(step for step in detail["loc"] if step not in _NO_PLACES)
        values = {key: value for key, value in detail.get("ctx", {}).items() if key != "error"}
        given = detail["input"]
        if detail["type"] == "too_short" and detail["loc"] in holders and len(given) >= values["min_length"]:
            continue  # pydantic counts the items that are right; the wrong ones are told by themselves
        if "actual_length" in values:
            values["actual_length"] = len(given)
        values["given"] = given if isinstance(given, (str, int, float)) else _WRITTEN.get(type(given), "…")
        yield Problem(location, detail["type"], values)


_NO_PLACES = ("[key]", "[one]", "[several]")
"""What pydantic puts into a location without naming a field: the mark of a key, and the tags of unions."""
_WRITTEN = {list: "[…]", dict: "{…}", type(None): "null"}
"""How a wrong value that is not a word is shown."""


# --- What a record is made of ----------------------------------------------------------------------------------------


def item_model(info: FieldInfo) -> type[Record] | None:
    """Return the model of a field's items, where the field is a list of tables such as the players."""
    item = get_args(info.annotation)[0] if get_origin(info.annotation) is tuple else None
    return item if isinstance(item, type) and issubclass(item, Record) else None


def table_model(info: FieldInfo) -> type[Record] | None:
    """Return the model of a field that is a table, or that may be one: Turandot's imaginary player is there for two."""
    may_be = get_args(info.annotation) if get_origin(info.annotation) in (Union, UnionType) else (info.annotation,)
    return next((each for each in may_be if isinstance(each, type) and issubclass(each, Record)), None)


def seats_of(info: FieldInfo) -> Seats | None:
    """Return how many players a field may tell of, where it is the one that tells who plays."""
    return next((extra for extra in info.metadata if isinstance(extra, Seats)), None)


@cache
def seats_field(model: type[Record]) -> str | None:
    """Return the name of the field that tells who plays, if the record has one."""
    return next((name for name, info in model.model_fields.items() if seats_of(info) is not None), None)


def field_names(model: type[Record]) -> set[str]:
    """Return the names of all fields of a record and of the tables in it, however deep."""
    inner = (table for info in model.model_fields.values() for table in tables_of(info.annotation))
    return set(model.model_fields).union(*map(field_names, inner))


def tables_of(annotation: Any) -> Iterator[type[Record]]:
    """Yield the models of the tables that an annotation mentions."""
    return (part for part in parts_of(annotation) if isinstance(part, type) and issubclass(part, Record))


def choices_of(*annotations: Any) -> Iterator[Choice]:
    """Yield the words to choose from in annotations or fields, and in those of the tables that they mention."""
    for part in parts_of(*annotations):
        if isinstance(part, Choice):
            yield part
        elif isinstance(part, type) and issubclass(part, Record):
            yield from choices_of(*part.model_fields.values())


def parts_of(*annotations: Any) -> Iterator[Any]:
    """Yield all that annotations or fields are made of: types, and what these are annotated with; no table's fields."""
    for part in annotations:
        if isinstance(part, FieldInfo):
            yield from parts_of(part.annotation, *part.metadata)
        else:
            yield part
            yield from parts_of(*get_args(part))
