"""The Magnificent's pieces: what the box holds, and the tokens for dice, camp tiles and gems.

A die is `orange 3`, a tile `orange large`, a gem `orange gem` or `orange`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any, ClassVar, LiteralString

from pydantic import AfterValidator, Field, GetJsonSchemaHandler, ValidationInfo, model_validator
from pydantic_core import CoreSchema, PydanticCustomError

from callboard_scoring.fields import EACH_ONCE, Token, Typed, choice, count
from callboard_scoring.problems import Location, Problem
from callboard_scoring.records import Record
from callboard_scoring.setup import Pieces
from callboard_scoring.words import NO_WORDS, spell

PLAYERS = 4
ROUNDS = 3
COLOURS = ("orange", "green", "purple")
KINDS = (*COLOURS, "clear")
"""The kinds of dice and of gems."""
DICE: Mapping[int, Mapping[str, int]] = {
    1: {"orange": 5, "green": 5, "purple": 5, "clear": 4},
    2: {"orange": 3, "green": 3, "purple": 3, "clear": 2},
    3: {"orange": 4, "green": 4, "purple": 4, "clear": 3},
    4: {"orange": 5, "green": 5, "purple": 5, "clear": 4},
}
"""The dice in the game by the number of players; a single player may roll any of the nineteen."""
SOLO_CLEAR_DICE = 2
"""The clear dice that a single player rolls; a die added for a poster is coloured (Russian rulebook, solo)."""
SOLO_HATS = (6, 10, 16)
"""The spaces of the performance track that hats of others hold all through a solo game (Russian rulebook, solo)."""
DICE_TAKEN = 4  # in a round
MOST_PIPS = DICE_TAKEN * 6
"""The most that the dice of a round add up to, and so the most coins due: four of one colour or clear, each a 6."""
COINS = 16 * 1 + 12 * 2 + 8 * 5 + 4 * 10
STORAGE = 3  # gems of each kind a player can store
TENTS = 4  # of a player, beside the starting one
TRAINERS = 8  # of each colour
ARTISTS = 6
POSTERS = 54
STARTING_POSTERS = 6
POSTER_SPACES = 5
TURNS = 4  # of a player in a round


def posters_by_tents(rounds: int, tents: int) -> int:
    """Return the most posters that a player with so many tents beside the starting one can have completed.

    A performance completes one for each tent at most. One tent is there at the start on side B of board II, each other
    takes a turn of travelling (Russian rulebook, performing, tents, advanced set-up).
    """
    return (rounds * TURNS - max(tents - 1, 0)) * (tents + 1)


POSTERS_COMPLETED = {
    rounds: max(posters_by_tents(rounds, tents) for tents in range(TENTS + 1)) for rounds in range(1, ROUNDS + 1)
}
"""The most posters a player can complete by the end of each round, with whichever tents: 9, 25 and 45."""
LARGE_TILES = 12  # of each colour
SMALL_TILES = 16  # of each colour
LARGE_CELLS = 6
SMALL_CELLS = 4
"""The cells of the camp that a tile covers (Russian rulebook, building); no source tells the shapes."""
MASTER_CARDS = 56
STARTING_CARDS = 16
CARDS_LEFT = 4
"""The master cards of a player, once one of five is scored."""
BOARDS = ("I", "II", "III", "IV")
BOX: Pieces = {
    "board": 1,
    "player-board": len(BOARDS),
    "die": sum(DICE[PLAYERS].values()),
    "gem": 48,
    "wagon": len(COLOURS),
    "trainer": TRAINERS * PLAYERS,
    "scoring-marker": PLAYERS,
    "hat": 2 * PLAYERS,
    "master-card": MASTER_CARDS,
    "poster": POSTERS,
    "tent": 16,
    "coin": COINS,
    "trainer-tile": 12,
    "large-tile": LARGE_TILES * len(COLOURS),
    "small-tile": SMALL_TILES * len(COLOURS),
}
"""Everything in the box (Russian rulebook, components); the 6 starting posters are taken to be among the 54."""
UNKNOWN = 99
"""Where no source gives a limit (rows, cells, spaces): more than any table could need."""

_COLOURS = "|".join(COLOURS)
_KINDS = "|".join(KINDS)
_TILE = rf"({_COLOURS}) (large|small)|(large|small) ({_COLOURS})"
NUMBER = r"\d{1,4000}"
"""A whole number, as long as Python reads any, as a regular expression."""
A_GEM = rf"(gem )?({_KINDS})( gem)?"
"""What a gem looks like, as a regular expression."""


def _in_order(text: str) -> str:
    """Put a tile's colour first and its size second, whichever came first."""
    return " ".join(sorted(text.split(), key=(*COLOURS, "large", "small").index))


def _kind(text: str) -> str:
    return text.replace("gem", "").strip()


Colour = Annotated[str, choice(*COLOURS)]


def _value_last(text: str) -> str:
    """Put a die's colour first and its value second, whichever came first."""
    return " ".join(sorted(text.split(), key=str.isdigit))


Die = Annotated[str, Token("magnificent/error.die", rf"({_KINDS}) [1-6]|[1-6] ({_KINDS})"), AfterValidator(_value_last)]
Tile = Annotated[str, Token("magnificent/error.tile", _TILE), AfterValidator(_in_order)]
Gem = Annotated[str, Token("magnificent/error.gem", A_GEM), AfterValidator(_kind)]
DICE_TYPED = Typed(rf"({_KINDS})( \d+|( [1-6])*)|[1-6] ({_KINDS})")
"""Dice: `orange 5`, `5 orange`, and `orange 5 3` for two."""
FourDice = Annotated[
    tuple[Die, ...],
    Field(min_length=DICE_TAKEN, max_length=DICE_TAKEN),
    Typed(rf"{A_GEM}( \d+|( [1-6])*)|[1-6] ({_KINDS})"),  # a gem is no die: the die says so
]
_SIZED = rf"({_KINDS}) (large|small)|(large|small) ({_KINDS})"
"""What a tile is typed like; that none is clear says the tile itself."""
Tiles = Annotated[dict[Tile, Annotated[int, count(0, SMALL_TILES)]], EACH_ONCE, Typed(rf"({_SIZED})( \d+)?")]
GEMS_TYPED = Typed(rf"{A_GEM}( \d+)?")
_GEM_OF_A_KIND = rf"gem ({_KINDS})|({_KINDS}) gem"
"""A gem with its colour, where a colour alone would be a die."""
GEMS_COUNTED = Typed(r"gem( \d+)?|\d+ gem", counts=True)
GEMS_BY_KIND = Typed(rf"({_GEM_OF_A_KIND})( \d+)?|\d+ ({_GEM_OF_A_KIND})")


# --- Dice ------------------------------------------------------------------------------------------------------------


def value(die: Die) -> int:
    """Return the number a die shows, 1-6."""
    return int(die.split()[1])


def colour(die: Die) -> str:
    """Return a die's colour: orange, green, purple or clear."""
    return die.split()[0]


def sums(dice: Iterable[Die]) -> Mapping[str, int]:
    """Return the sum of the dice of each colour and of the clear ones."""
    return _sums(tuple(dice))


@lru_cache(maxsize=4096)
def _sums(dice: tuple[Die, ...]) -> Mapping[str, int]:
    shown: dict[str, int] = dict.fromkeys(KINDS, 0)
    for die in dice:
        shown[colour(die)] += value(die)
    return shown


def dice_problems(dice: Iterable[tuple[Location, Die]], players: int) -> Iterator[Problem]:
    """Yield a problem for each die beyond those in the game with so many players (Russian rulebook, set-up)."""
    limits = DICE.get(players)
    seen: Counter[str] = Counter()
    for location, die in dice:
        kind = colour(die)
        seen[kind] += 1
        if limits and seen[kind] > limits[kind]:
            values = {"given": die, "limit": limits[kind], "players": players}
            yield Problem(location, "magnificent/error.dice", values)


# --- Cards and tents -------------------------------------------------------------------------------------------------


class Written(Record):
    """A table that people write as one item, such as `tents 3 max 12`."""

    pattern: ClassVar[str]
    """What the item looks like: its groups have the names of the fields, and digits are numbers."""
    code: ClassVar[LiteralString]
    """The problem where a text is no such item."""
    unsaid: ClassVar[Mapping[str, Any]] = {}
    """What an item means that does not mention a field."""

    @model_validator(mode="before")
    @classmethod
    def _read(cls, raw: object, info: ValidationInfo) -> object:
        if not isinstance(raw, str):
            return raw
        match = re.fullmatch(cls.pattern, spell(raw, info.context or NO_WORDS), re.ASCII)
        if match is None:
            raise PydanticCustomError(cls.code, cls.code, cls.values())
        given = {name: text for name, text in match.groupdict().items() if text is not None}
        return {**cls.unsaid, **{name: int(text) if text.isdigit() else text for name, text in given.items()}}

    @classmethod
    def values(cls) -> dict[str, Any]:
        """Return what the problem's words need."""
        return {}

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Describe both spellings."""
        return {"anyOf": [{"type": "string"}, handler(schema)]}
