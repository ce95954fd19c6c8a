"""What records of all games share: names, counts, short tokens, and finding every problem of a record at once."""

from __future__ import annotations

import contextlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, LiteralString, Protocol, TypeVar, get_args, get_origin

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    WrapValidator,
)
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from callboard_scoring.words import Words, spell

NAME_LENGTH = 40
"""The most characters of a player's name."""

Location = tuple[str | int, ...]


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a record: where, what (the id of its words), and the numbers the words need."""

    location: Location
    code: str
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """The field in the record's own spelling, such as `players[1].troupe[3]`."""
        path = ""
        for step in self.location:
            path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else step
        return path


Check = Callable[[], Iterable[Problem]]
"""A look across fields, which tells the problems it finds."""


class RefusedError(ValueError):
    """A record that cannot be scored. `problems` holds all that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Keep the problems."""
        self.problems = tuple(problems)
        super().__init__(", ".join(f"{problem.path}: {problem.code}" for problem in self.problems))


class Record(BaseModel):
    """A frozen table of fields; a key it does not know is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def checks(self) -> tuple[Check, ...]:
        """Return what to look for between fields that are each right by themselves; each check stands alone."""
        return ()

    @classmethod
    def applies(cls, field: str, given: Mapping[str, Any]) -> bool:
        """Tell whether a field that may be left out is worth asking for, after the raw answers given so far."""
        del cls, field, given
        return True


# --- Fields ----------------------------------------------------------------------------------------------------------


def _is_plain(character: str) -> bool:
    return unicodedata.category(character) not in {"Cc", "Cf", "Cs"}


def _name(text: str) -> str:
    text = text.strip()
    if not text:
        raise PydanticCustomError("error.name-empty", "error.name-empty")
    if len(text) > NAME_LENGTH:
        raise PydanticCustomError("error.name-long", "error.name-long", {"limit": NAME_LENGTH, "count": len(text)})
    if not all(map(_is_plain, text)):
        raise PydanticCustomError("error.name-characters", "error.name-characters")
    return text


Name = Annotated[str, AfterValidator(_name)]
"""A player's name: 1-40 characters once trimmed, none of them invisible."""


def _dash(value: object) -> object:
    return None if isinstance(value, str) and value.strip() in {"-", "–", "—"} else value


OR_NOBODY = BeforeValidator(_dash)
"""For fields that may be None: a dash is None too, since TOML has no word for it."""


def _each_once(raw: Any, handler: Any) -> Any:  # noqa: ANN401  # pydantic's wrap validator
    table = handler(raw)
    if isinstance(raw, dict) and len(table) < len(raw):
        raise PydanticCustomError("error.name-twice", "error.name-twice")
    return table


EACH_ONCE = WrapValidator(_each_once)
"""For tables: two keys that are read as one are refused; a dict would silently keep the last."""


def count(least: int, most: int) -> Any:  # noqa: ANN401  # pydantic's own field description
    """Describe a whole number from `least` to `most`; numbers in other clothes ("3", 3.0, true) are refused."""
    return Field(strict=True, ge=least, le=most)


@dataclass(frozen=True)
class Token:
    """A short token such as `T3` or `bonus 2`, in any of the languages' words; it becomes the canonical English one."""

    code: LiteralString
    """The problem where a text is no such token; its words say what would be one."""
    pattern: str
    """What a canonical token looks like, as a regular expression."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> CoreSchema:  # noqa: ANN401  # pydantic's
        """Read a text with the words that the validation's context brings."""
        return core_schema.with_info_plain_validator_function(self._read)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Describe the canonical spelling."""
        return {"type": "string", "pattern": f"^({self.pattern})$"}

    def _read(self, value: object, info: ValidationInfo) -> str:
        if not isinstance(value, str):
            raise PydanticCustomError("string_type", "string_type")
        token = spell(value, info.context or {})
        if not re.fullmatch(self.pattern, token, re.ASCII):
            raise PydanticCustomError(self.code, self.code, self.values())
        return token

    def values(self) -> dict[str, Any]:
        """Return what the problem's words need."""
        return {}


@dataclass(frozen=True)
class Choice(Token):
    """A token that is one of a few words."""

    options: tuple[str, ...] = ()

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """List the words."""
        return {"type": "string", "enum": list(self.options)}

    def values(self) -> dict[str, Any]:
        """Return the words to choose from."""
        return {"options": list(self.options)}


def choice(*options: str) -> Choice:
    """Describe a token that is one of these words."""
    return Choice("error.choice", "|".join(map(re.escape, options)), options)


@dataclass(frozen=True)
class Typed:
    """How a field is typed at the table: the bare words of a player's line that match the pattern are this field's."""

    pattern: str
    """What the words look like, right or nearly so: the field itself says what is wrong with them."""
    counts: bool = False
    """Whether the field is how often such a word is typed, instead of the word itself."""
    absent: int | None = None
    """What a line means that has no such word; None where it has to have one."""
    follows: str = ""
    """The list whose words these follow in turn as they are typed: one of those, one of these, and so on."""

    @property
    def is_added(self) -> bool:
        """Whether such a word is an amount with a plus, so that several add up."""
        return self.pattern.startswith(r"\+")


# --- Reading ---------------------------------------------------------------------------------------------------------

R = TypeVar("R", bound=Record)


def read_record(model: type[R], raw: object, words: Words) -> R:
    """Make a record of raw tables, with tokens read by these words.

    :raises RefusedError: with all problems: those of single fields, and those between fields as far as the others can
        be read.
    """
    try:
        record = model.model_validate(raw, context=words)
    except ValidationError as error:
        problems = [*problems_of(error), *_found(_readable(model, raw, words))]
        raise RefusedError(problems) from None
    problems = list(_found(record))
    if problems:
        raise RefusedError(problems)
    return record


def field_type(info: FieldInfo) -> TypeAdapter[Any]:
    """Return what validates the value of a single field."""
    annotation: Any = info.annotation
    for extra in info.metadata:
        annotation = Annotated[annotation, extra]
    return TypeAdapter(annotation)


def item_model(info: FieldInfo) -> type[Record] | None:
    """Return the model of a field's items, where the field is a list of tables such as the players."""
    item = get_args(info.annotation)[0] if get_origin(info.annotation) is tuple else None
    return item if isinstance(item, type) and issubclass(item, Record) else None


def field_names(model: type[Record]) -> set[str]:
    """Return the names of all fields of a record and of the tables in it, however deep."""
    inner = (table for info in model.model_fields.values() for table in _tables(info.annotation))
    return set(model.model_fields).union(*map(field_names, inner))


def _tables(annotation: Any) -> Iterator[type[Record]]:  # noqa: ANN401  # annotations have no type
    """Yield the models of the tables that an annotation mentions."""
    if isinstance(annotation, type) and issubclass(annotation, Record):
        yield annotation
    for part in get_args(annotation):
        yield from _tables(part)


def _readable(model: type[R], raw: object, words: Words) -> R:
    """Make a record of those fields that can be read; the others it does not have at all."""
    given = raw if isinstance(raw, dict) else {}
    fields: dict[str, Any] = {}
    for name, info in model.model_fields.items():
        item = item_model(info)
        if item is not None and isinstance(given.get(name), list):
            fields[name] = tuple(_readable_item(item, one, words) for one in given[name])
        elif name in given:
            with contextlib.suppress(ValidationError):
                fields[name] = field_type(info).validate_python(given[name], context=words)
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


def _found(record: Record, where: Location = ()) -> Iterator[Problem]:
    """Yield what the checks find, of the tables in it too; a check that needs an unreadable field is left out.

    An unreadable field is not there at all; one that breaks its own limits may be more than a check can look up.
    """
    for check in record.checks():
        with contextlib.suppress(AttributeError, LookupError):
            yield from (replace(problem, location=(*where, *problem.location)) for problem in check())
    for name, value in vars(record).items():
        if isinstance(value, Record):
            yield from _found(value, (*where, name))
        elif isinstance(value, tuple):
            for place, item in enumerate(value):
                if isinstance(item, Record):
                    yield from _found(item, (*where, name, place))


def problems_of(error: ValidationError) -> Iterator[Problem]:
    """Turn pydantic's findings into ours: its codes are stable, its sentences are not used."""
    details = error.errors(include_url=False)
    for detail in details:
        location = tuple(step for step in detail["loc"] if step != "[key]")
        values = {key: value for key, value in detail.get("ctx", {}).items() if key != "error"}
        given = detail["input"]
        inner = any(other["loc"][: len(detail["loc"])] == detail["loc"] for other in details if other is not detail)
        if detail["type"] == "too_short" and inner and len(given) >= values["min_length"]:
            continue  # pydantic counts the items that are right; the wrong ones are told by themselves
        if "actual_length" in values:
            values["actual_length"] = len(given)
        values["given"] = given if isinstance(given, (str, int, float)) else _WRITTEN.get(type(given), "…")
        yield Problem(location, detail["type"], values)


_WRITTEN = {list: "[…]", dict: "{…}", type(None): "null"}
"""How to write a wrong value that is no word."""


# --- Checks that tables of several games share -----------------------------------------------------------------------


def same_name(name: str) -> str:
    """Return what two spellings of one name share: case and composed letters do not count."""
    return unicodedata.normalize("NFC", name).casefold()


def names_taken(names: Iterable[tuple[Location, str]]) -> Iterator[Problem]:
    """Yield a problem for each name that an earlier one already is, without regard to case."""
    seen: dict[str, str] = {}
    for location, name in names:
        key = same_name(name)
        if key in seen:
            yield Problem(location, "error.name-taken", {"other": seen[key]})
        seen.setdefault(key, name)


class Named(Protocol):
    """Whoever has a name."""

    @property
    def name(self) -> str:
        """The name."""
        ...


def players_taken(players: Iterable[Named]) -> Iterator[Problem]:
    """Yield a problem for each player whose name an earlier player already has."""
    return names_taken((("players", place, "name"), player.name) for place, player in enumerate(players))


def above(limit: int, total: int, location: Location, code: str) -> Iterator[Problem]:
    """Yield a problem where a sum over the whole table is more than the box holds."""
    if total > limit:
        yield Problem(location, code, {"count": total, "limit": limit})


def player_named(given: str, players: Iterable[Named], location: Location, code: str) -> Iterator[Problem]:
    """Yield a problem where a name is no player's; its words may list the `names`."""
    names = [player.name for player in players]
    if not any(same_name(given) == same_name(name) for name in names):
        yield Problem(location, code, {"given": given, "names": names})
