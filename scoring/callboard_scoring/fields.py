"""The fields that all games' records are made of, how each is typed at the table, and checks that games share."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, LiteralString, Protocol, TypeVar

from annotated_types import GroupedMetadata, MaxLen, MinLen
from pydantic import AfterValidator, BeforeValidator, Field, GetJsonSchemaHandler, ValidationInfo, WrapValidator
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from callboard_scoring.problems import Location, Problem
from callboard_scoring.words import NO_WORDS, spell, unjoined

NAME_LENGTH = 40
"""The most characters of a player's name."""


def _is_plain(character: str) -> bool:
    return unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}


def _name(text: str) -> str:
    text = text.strip()
    if not text:
        raise PydanticCustomError("error.name-empty", "error.name-empty")
    if len(text) > NAME_LENGTH:
        raise PydanticCustomError("error.name-long", "error.name-long", {"limit": NAME_LENGTH, "count": len(text)})
    if not (
        text.isprintable() or all(map(_is_plain, unjoined(text)))
    ):  # what can be printed is plain, as nearly every name is
        raise PydanticCustomError("error.name-characters", "error.name-characters")
    return text


Name = Annotated[str, AfterValidator(_name)]
"""A player's name: 1-40 characters once trimmed, none of them invisible but for what joins emoji."""


def _dash(value: object) -> object:
    return None if isinstance(value, str) and value.strip() in {"-", "–", "—"} else value


OR_NOBODY = BeforeValidator(_dash)
"""For fields that may be None: a dash is None too, since TOML has no word for it."""


def _each_once(raw: Any, handler: Any) -> Any:
    table = handler(raw)
    if isinstance(raw, dict) and len(table) < len(raw):
        keys: dict[Any, str] = {}
        for key, value in raw.items():
            (read,) = handler({key: value})
            if read in keys:
                values = {"key": keys[read], "other": key}
                raise PydanticCustomError("error.name-twice", "error.name-twice", values)
            keys[read] = key
    return table


EACH_ONCE = WrapValidator(_each_once)
"""For tables: two keys that are read as one are refused; a dict would silently keep the last."""


def count(least: int, most: int) -> Any:
    """Describe a whole number from `least` to `most`; other types ("3", 3.0, true) are refused."""
    return Field(strict=True, ge=least, le=most)


@dataclass(frozen=True)
class Token:
    """A short token such as `T3` or `bonus 2`, in any of the languages' words; it becomes the canonical English one."""

    code: LiteralString
    """The id of the problem if the text is not such a token; its message says what is."""
    pattern: str
    """What a canonical token looks like, as a regular expression."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> CoreSchema:
        """Read a text with the words that the validation's context brings."""
        return core_schema.with_info_plain_validator_function(self._read)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Describe the canonical spelling."""
        return {"type": "string", "pattern": f"^({self.pattern})$"}

    def _read(self, value: object, info: ValidationInfo) -> str:
        if not isinstance(value, str):
            raise PydanticCustomError("string_type", "string_type")
        token = self.meant(spell(value, info.context or NO_WORDS))
        if not self._right.fullmatch(token):
            raise PydanticCustomError(self.code, self.code, self.values())
        return token

    @cached_property
    def _right(self) -> re.Pattern[str]:
        """The pattern, compiled when the first token is read."""
        return re.compile(self.pattern, re.ASCII)

    def meant(self, token: str) -> str:
        """Return the token that a canonical spelling stands for."""
        return token

    def values(self) -> dict[str, Any]:
        """Return the values that the problem's message needs."""
        return {}


@dataclass(frozen=True)
class Choice(Token):
    """A token that is one of a few words."""

    options: tuple[str, ...] = ()
    synonyms: Mapping[Any, str] = field(default_factory=dict, hash=False)
    """Other tokens that may be typed, each with the option that it stands for."""

    def meant(self, token: str) -> str:
        """Return the option that a token stands for."""
        return self.synonyms.get(token, token)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """List the words."""
        return {"type": "string", "enum": list(self.options)}

    def values(self) -> dict[str, Any]:
        """Return the words to choose from."""
        return {"options": list(self.options)}


def choice(*options: str, synonyms: Mapping[Any, str] | None = None) -> Choice:
    """Describe a token that is one of these words, or typed as another token that stands for one of them."""
    return Choice("error.choice", "|".join(map(re.escape, options)), options, synonyms or {})


@dataclass(frozen=True)
class Seats(GroupedMetadata):
    """Marks the field that lists the players, each typed on a line of their own, with the allowed number of players.

    It is a tuple of `Seat`s, or a table of names with a number each. No two of them share a name.
    """

    fewest: int
    most: int

    def __iter__(self) -> Iterator[MinLen | MaxLen]:
        """Bound the number of players."""
        yield MinLen(self.fewest)
        yield MaxLen(self.most)


@dataclass(frozen=True)
class Typed:
    """How a field is typed at the table: the bare words of a line that match the pattern are this field's.

    The fields of a record are tried in their order, and the first whose pattern matches takes the word.
    """

    pattern: str
    """A regular expression for the words, also slightly wrong ones: the field itself reports what is wrong."""
    counts: bool = False
    """Whether the field holds the number of such words instead of the word."""
    absent: int | None = None
    """The value if the line has no such word; None if it must have one."""
    right: str = ""
    """What right words look like, where that is narrower and no token tells it, or not as narrowly."""
    follows: str = ""
    """The list whose words these follow in turn as they are typed: one of those, one of these, and so on."""

    known: bool = False
    """Whether a line that has no such word leaves it to what is known before: in an evening something may be."""

    lies: bool = False
    """Whether a list may be typed by its places, `3:clergy`: in an evening it is known how the others lie."""

    sides: tuple[str, ...] = ()
    """Words that alone, at a place, say how the piece that lies there is turned: `3:face-down`."""

    any_order: bool = False
    """Whether the words of a piece may stand in any order, its number too."""

    counted: bool = False
    """Whether the number of a word is how often it is there, so that it may stand before it: `2 tents`."""

    named: bool = False
    """Whether the word must follow the field's name, as in `gained 7`; alone it belongs to another field."""

    @property
    def is_added(self) -> bool:
        """Whether such a word is an amount with a plus sign; several are added up."""
        return self.pattern.startswith(r"\+")


T = TypeVar("T")


class Named(Protocol):
    """Anything with a name."""

    @property
    def name(self) -> str:
        """The name."""
        ...


def laid(piece: Any, lay: Any, sides: Collection[str]) -> Any:
    """Return what lies at a place where a piece is laid: the piece, or with a side alone what `lay` there, turned.

    >>> laid("face-down", "clergy face-up", ["face-down"]), laid("farmers", "clergy", ["face-down"])
    ('clergy face-down', 'farmers')
    """
    return f"{lay.partition(' ')[0]} {piece}" if piece in sides and isinstance(lay, str) else piece


def same_name(name: str) -> str:
    """Return what two spellings of one name share: case and composed letters do not count."""
    return unicodedata.normalize("NFC", name).casefold()


def taken(pieces: Iterable[tuple[Location, T, str]], code: str) -> Iterator[Problem]:
    """Yield a problem for each piece that an earlier player has already; its message names that `other` player.

    A piece comes with its place in the record and the name of whose it is.
    """
    owners: dict[T, str] = {}
    for location, piece, owner in pieces:
        if piece in owners:
            yield Problem(location, code, {"given": piece, "other": owners[piece]})
        owners.setdefault(piece, owner)


def names_taken(names: Iterable[tuple[Location, str]]) -> Iterator[Problem]:
    """Yield a problem for each name that repeats an earlier one, ignoring case."""
    return taken(((location, same_name(name), name) for location, name in names), "error.name-taken")


def above(limit: int, total: int, location: Location, code: str) -> Iterator[Problem]:
    """Yield a problem where a sum over the whole table is more than the box holds."""
    if total > limit:
        yield Problem(location, code, {"count": total, "limit": limit})


def player_named(given: str, players: Iterable[Named], location: Location, code: str) -> Iterator[Problem]:
    """Yield a problem where a name is no player's; its words may list the `names`."""
    names = [player.name for player in players]
    if not any(same_name(given) == same_name(name) for name in names):
        yield Problem(location, code, {"given": given, "names": names})
