"""What a question means: a table of numbers for words and pieces of words, and where each section lies among them.

A question is a direction: the sum of a row of the table for each of its words, each few letters in a row of a word, and
each two words in a row. What is asked alike lies alike, in whatever language and words; a section is near if some of
its known questions are. `callboard_rules.training` makes the table; a game that it does not know has no voice in it.
"""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from operator import add, mul
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from callboard_rules.index import NONE, DamagedError, packed, unpacked
from callboard_rules.loader import kept
from callboard_rules.words import plain_words

FILE = Path(__file__).parent / "meaning.table"
ROWS, WIDTH = 24_576, 48
"""How many rows the table has, and of how many numbers each."""
LETTERS = (3, 4, 5)
"""Of how many letters the pieces of a word are."""
PAIR = 0.5
"""The weight of two words in a row; a word weighs 1, and so do its pieces together."""
_NEAREST = (1.0, 0.5, 0.25)
"""The weights of the nearest places of a section."""
_ONE = 127
"""What stands for 1 in the small numbers of places."""
_REMEMBERED = 10_000

Direction = Sequence[float]

if sys.version_info >= (3, 12):
    from math import sumprod as _sumprod
else:

    def _sumprod(one: Sequence[float], other: Sequence[float]) -> float:
        summed: float = sum(map(mul, one, other))
        return summed


@dataclass(frozen=True, eq=False)
class Table:
    """The rows, and the places of the sections of each game."""

    rows: Sequence[int]
    places: Mapping[str, Mapping[str, Sequence[Sequence[int]]]]
    """By game and section: directions in which its known questions lie; by "" those that no section answers."""
    passages: Mapping[str, Mapping[str, Sequence[Sequence[int]]]]
    """By game and section: the direction of each of its passages."""

    def row(self, feature: str) -> Sequence[int]:
        """Return the row of a word, a piece or a pair."""
        place = crc32(feature.encode()) % ROWS * WIDTH
        return self.rows[place : place + WIDTH]


def features(words: Sequence[str]) -> Iterable[tuple[float, list[str]]]:
    """Yield what is summed up of plain words, with its weight: each word, its pieces, and each pair."""
    for word in words:
        yield 1.0, ["w" + word]
        framed = f"<{word}>"
        pieces = [framed[start : start + size] for size in LETTERS for start in range(len(framed) - size + 1)]
        yield 1 / math.sqrt(max(1, len(pieces))), pieces
    for first, second in pairwise(words):
        yield PAIR, [f"{first} {second}"]


def direction(table: Table, text: str) -> Direction:
    """Return the direction of a text, of length 1."""
    summed = [0.0] * WIDTH
    for word in plain_words(text).split():
        summed = list(map(add, summed, _of_word(table, word)))
    for pair in pairwise(plain_words(text).split()):
        row = table.row(" ".join(pair))
        summed = [one + PAIR * other for one, other in zip(summed, row, strict=True)]
    return _of_length_one(summed)


@lru_cache(_REMEMBERED)
def _of_word(table: Table, word: str) -> Sequence[float]:
    (_, [whole]), (weight, pieces) = features([word])
    added = map(sum, zip(*map(table.row, pieces), strict=True))
    return [one + weight * other for one, other in zip(table.row(whole), added, strict=True)]


def _of_length_one(numbers: Sequence[float]) -> Direction:
    length = math.sqrt(_sumprod(numbers, numbers)) or 1.0
    return [number / length for number in numbers]


class Meaning(NamedTuple):
    """What a question means in a game."""

    game: str
    table: Table
    direction: Direction
    near: Mapping[str, float]
    """By section: how near its known questions lie, 0 to 1."""
    none: float
    """How near those lie that no section answers."""

    def of_passages(self, section: str) -> list[float]:
        """Return how near each passage of a section lies, 0 to 1; none where the table does not know the section."""
        passages = self.table.passages.get(self.game, {}).get(section, ())
        return [max(0.0, _sumprod(self.direction, one) / _ONE) for one in passages]


def meaning_of(game: str, words: str) -> Meaning | None:
    """Return what plain words mean in a game; None where there is no table, or it does not know the game."""
    table = load_table()
    if table is None or game not in table.places:
        return None
    asked = direction(table, words)
    near = {name: _nearness(asked, places) for name, places in table.places[game].items()}
    return Meaning(game, table, asked, near, near.pop(NONE, 0.0))


def _nearness(asked: Direction, places: Sequence[Sequence[int]]) -> float:
    near = sorted([_sumprod(asked, place) for place in places])[: -len(_NEAREST) - 1 : -1]
    weights = _NEAREST[: len(near)]
    return _sumprod(weights, [max(0.0, one) for one in near]) / sum(weights) / _ONE


def pack_table(
    rows: array[int], places: Mapping[str, Mapping[str, array[int]]], passages: Mapping[str, Mapping[str, array[int]]]
) -> bytes:
    """Return a table as the bytes of a file."""
    names, numbers = [], []
    for kind in (places, passages):
        for game in sorted(kind):
            for section in sorted(kind[game]):
                names.append(f"{int(kind is passages)} {game} {section}")
                numbers.append(kind[game][section])
    return packed([names], [rows, *numbers])


@kept
def load_table() -> Table | None:
    """Return the table; None where there is none."""
    try:
        (names,), (rows, *numbers) = unpacked(FILE.read_bytes(), 1)
    except (OSError, DamagedError):
        return None
    kinds: tuple[dict[str, dict[str, list[Sequence[int]]]], ...] = ({}, {})
    for name, found in zip(names, numbers, strict=True):
        kind, game, section = name.split(" ")
        parts = [found[start : start + WIDTH] for start in range(0, len(found), WIDTH)]
        kinds[int(kind)].setdefault(game, {})[section] = parts
    return Table(rows, *kinds)
