"""Turandot's cards and records. A singer is `3 male goth calaf`: stars, sex, type, and a favourite role if shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, ValidationInfo, WithJsonSchema, WrapValidator
from pydantic_core import PydanticCustomError

from callboard_scoring.records import (
    OR_NOBODY,
    Check,
    Name,
    Problem,
    Record,
    Token,
    Typed,
    above,
    choice,
    count,
    player_named,
    players_taken,
)
from callboard_scoring.words import spell

ROUNDS = 7
DIRECTOR_ROUND = 4
FIRING_ROUNDS = 3
"""The rounds, from the first, that end with a director fired."""
PLAYERS = 5
MONEY = 3  # cards of each colour
SINGERS = 6
"""How many each player has at the end: one from every round but the fourth."""
ROLES = ("turandot", "calaf", "liu", "ping", "pong", "pang")
TYPES = ("professional", "amateur", "alternative", "classical", "comedian", "goth")


@dataclass(frozen=True)
class Effect:
    """What a director gives: points for each of one thing, and as many fewer for each of another."""

    plus: str | None = None
    minus: str | None = None
    points: int = 1


DIRECTORS: Mapping[str, Effect] = {
    "goths": Effect(plus="goth", minus="comedian"),
    "comedians": Effect(plus="comedian", minus="goth"),
    "alternatives": Effect(plus="alternative", minus="classical"),
    "classicals": Effect(plus="classical", minus="alternative"),
    "favourites": Effect(plus="favourite"),
    "staging": Effect(plus="staging"),
    "six-types": Effect(plus="six-types", points=3),
    "indefinite": Effect(plus="indefinite"),
    "none": Effect(),
}
"""The nine directors (Russian rulebook, the fourth round). The first four and the last three need no casting."""

_FAVOURITES = "turandot|calaf|liu"
Singer = Annotated[
    str,
    Token("turandot/error.singer", rf"[123] (male|female|indefinite) ({'|'.join(TYPES)})( ({_FAVOURITES}))?"),
]
Singers = Annotated[
    tuple[Singer, ...],
    Field(min_length=SINGERS, max_length=SINGERS),
    Typed(rf"\d+( [^\s\d=]+){{2}}( ({_FAVOURITES}))?"),
]
Director = Annotated[str, choice(*DIRECTORS), Typed("|".join(DIRECTORS))]


def _casting(raw: Any, handler: Any, info: ValidationInfo) -> tuple[int, ...]:  # noqa: ANN401  # pydantic's
    """Read a casting as indices of singers in the order of roles, or as roles in the order of singers."""
    if isinstance(raw, (list, tuple)) and any(isinstance(item, str) for item in raw):
        told = [spell(item, info.context or {}) if isinstance(item, str) else item for item in raw]
        if sorted(map(str, told)) != sorted(ROLES):
            raise PydanticCustomError("turandot/error.roles", "turandot/error.roles", {"options": list(ROLES)})
        raw = tuple(told.index(role) for role in ROLES)
    indices: tuple[int, ...] = handler(raw)
    if sorted(indices) != list(range(SINGERS)):
        raise PydanticCustomError("turandot/error.roles", "turandot/error.roles", {"options": list(ROLES)})
    return indices


Casting = Annotated[
    tuple[Annotated[int, Field(strict=True)], ...],
    WrapValidator(_casting),
    WithJsonSchema(
        {
            "type": "array",
            "minItems": SINGERS,
            "maxItems": SINGERS,
            "uniqueItems": True,
            "items": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": SINGERS - 1}, {"enum": list(ROLES)}]},
        }
    ),
]


class Bid(Record):
    """What one player laid face down in a round."""

    name: Name
    number: Annotated[Annotated[int, Field(strict=True, ge=1)] | None, OR_NOBODY, Typed(r"\d+")]
    money: Annotated[int, count(0, MONEY), Typed(r"\+\d+", absent=0)]
    bluff: Annotated[bool, Field(strict=True), Typed("bluff")]

    def checks(self) -> tuple[Check, ...]:
        """Look whether this may be laid together."""
        return (self._legal,)

    def _legal(self) -> Iterator[Problem]:
        """Allow a number with any money, or one money card without a number (Russian rulebook, phase 1)."""
        if self.number is not None:
            return
        yield from above(1, self.money, ("money",), "turandot/error.lone-money")
        if not self.money:
            yield Problem(("number",), "turandot/error.bluff-alone" if self.bluff else "turandot/error.no-bid")


class Round(Record):
    """The bids of a round, revealed; the players sit clockwise in this order."""

    round: Annotated[int, count(1, ROUNDS)]
    players: Annotated[tuple[Bid, ...], Field(min_length=2, max_length=PLAYERS)]
    puccini: Name

    def checks(self) -> tuple[Check, ...]:
        """Look across the bids: names, Puccini's holder, the numbers in use."""
        return self._names, self._puccini, self._numbers

    def _names(self) -> Iterator[Problem]:
        return players_taken(self.players)

    def _puccini(self) -> Iterator[Problem]:
        return player_named(self.puccini, self.players, ("puccini",), "turandot/error.puccini")

    def _numbers(self) -> Iterator[Problem]:
        limit = len(self.players) + 1
        for i, bid in enumerate(self.players):
            number = getattr(bid, "number", None)  # one that cannot be read must not hide the others
            yield from above(limit, number or 0, ("players", i, "number"), "turandot/error.number-out")


class Troupe(Record):
    """What one player has hired by the end of the game."""

    name: Name
    singers: Singers
    director: Director
    staging: Annotated[int, count(0, MONEY), Typed(r"\+\d+", absent=0)]
    roles: Annotated[Casting | None, Typed("|".join(ROLES))] = None
    """The player's own casting: for each role in order, which singer; without it the best is found."""


class Imaginary(Record):
    """The third player of a game for two: singers in the order in which they were left over."""

    singers: Singers
    director: Director


class Final(Record):
    """All troupes after the seventh round."""

    players: Annotated[tuple[Troupe, ...], Field(min_length=2, max_length=PLAYERS)]
    puccini: Annotated[Name | None, OR_NOBODY] = None
    imaginary: Imaginary | None = None

    def checks(self) -> tuple[Check, ...]:
        """Look across the troupes: names, directors (each is one card), and what only a game for two has."""
        return self._names, self._directors, self._two, self._puccini

    @classmethod
    def applies(cls, field: str, given: Mapping[str, Any]) -> bool:
        """Ask who holds Puccini, and for the imaginary player, in a game for two."""
        return field == "players" or len(given["players"]) == 2  # noqa: PLR2004  # the rules for two

    def _names(self) -> Iterator[Problem]:
        return players_taken(self.players)

    def _directors(self) -> Iterator[Problem]:
        seen: dict[str, str] = {}
        for i, troupe in enumerate(self.players):
            if troupe.director in seen:
                values = {"other": seen[troupe.director]}
                yield Problem(("players", i, "director"), "turandot/error.director-taken", values)
            seen.setdefault(troupe.director, troupe.name)
        if self.imaginary is not None and self.imaginary.director in seen:
            values = {"other": seen[self.imaginary.director]}
            yield Problem(("imaginary", "director"), "turandot/error.director-taken", values)

    def _two(self) -> Iterator[Problem]:
        two = len(self.players) == 2  # noqa: PLR2004  # the rules for two
        for name, value, missing in (
            ("puccini", self.puccini, "turandot/error.puccini-missing"),
            ("imaginary", self.imaginary, "turandot/error.imaginary-missing"),
        ):
            if two == (value is None):
                yield Problem((name,), missing if two else "turandot/error.only-two")

    def _puccini(self) -> Iterator[Problem]:
        if self.puccini is not None and len(self.players) == 2:  # noqa: PLR2004  # as above
            yield from player_named(self.puccini, self.players, ("puccini",), "turandot/error.puccini")
