"""Random draws that come out the same on every machine and every Python, and the code that brings them back.

The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): ten lines,
no state but a number, good enough for seats and tosses. Python promises only that `random()` itself stays the same
from version to version, not `shuffle` or `sample`; here nothing may change without a new VERSION.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

VERSION = "1"
"""The generator's version, part of every code."""

_SEED_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # without i, l, o, u, which are misread
_SEED_LENGTH = 6
_ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"
_NO_OPTIONS = "x"
_LONGEST = 100
"""The most characters of a code as it is typed; a game's name and its options take thirty."""
_WORD = (1 << 64) - 1

T = TypeVar("T")


class Draw:
    """A stream of fair draws from a seed."""

    def __init__(self, seed: int) -> None:
        """Start the stream."""
        self._state = seed & _WORD

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        word = self._state
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
        return word ^ (word >> 31)

    def below(self, limit: int) -> int:
        """Draw a whole number from 0 to limit - 1, each equally likely."""
        fair = (_WORD + 1) // limit * limit  # words above it would favour the small numbers
        while (word := self._next()) >= fair:
            pass
        return word % limit

    def one(self, items: Sequence[T]) -> T:
        """Draw one of these."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return these in a random order (Fisher and Yates, from the back)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


class CodeError(ValueError):
    """A set-up code that brings nothing back; `problem` is the id of the words that say why."""

    def __init__(self, problem: str, **values: str | int) -> None:
        """Keep the problem and the values its words need."""
        super().__init__(problem)
        self.problem = problem
        self.values = values


@dataclass(frozen=True)
class Code:
    """All that a set-up is made from: `histrio-4-0-000c1s-16` is game, players, options, seed, version and check."""

    game: str
    players: int
    options: tuple[str, ...]
    """The options as characters, of which `options.py` tells."""
    seed: int
    version: str = VERSION

    @classmethod
    def new(cls, game: str, players: int, options: tuple[str, ...]) -> Code:
        """Make a code with a seed that nobody can foresee."""
        return cls(game, players, options, secrets.randbelow(len(_SEED_LETTERS) ** _SEED_LENGTH))

    def __str__(self) -> str:
        """Write the code out, check character last."""
        seed = "".join(
            _SEED_LETTERS[self.seed // len(_SEED_LETTERS) ** place % len(_SEED_LETTERS)]
            for place in reversed(range(_SEED_LENGTH))
        )
        parts = f"{self.game}-{self.players}-{''.join(self.options) or _NO_OPTIONS}-{seed}-{self.version}"
        return parts + _check(parts.replace("-", ""))

    @classmethod
    def read(cls, text: str, wanted: str) -> Code:
        """Read a code for the game that is wanted, as typed: case does not matter.

        :raises CodeError: when the check character shows a mistake, the shape is wrong, the generator is gone, or the
            code is for another game.
        """
        parts = text.strip().lower().split("-")
        plain = "".join(parts)
        if len(text) > _LONGEST or len(parts) != 5 or not all(parts) or not set(plain) <= set(_ALPHABET):  # noqa: PLR2004  # as in the docstring
            raise CodeError("error.code-shape")
        if _check(plain[:-1]) != plain[-1]:
            raise CodeError("error.code-mistyped")
        game, players, options, seed, version = parts
        if version[:-1] != VERSION:
            raise CodeError("error.code-version", version=version[:-1], here=VERSION)
        if not players.isdecimal() or len(seed) != _SEED_LENGTH or not set(seed) <= set(_SEED_LETTERS):
            raise CodeError("error.code-shape")
        if game != wanted:
            raise CodeError("error.code-game", game=game)
        number = 0
        for letter in seed:
            number = number * len(_SEED_LETTERS) + _SEED_LETTERS.index(letter)
        return cls(game, int(players), () if options == _NO_OPTIONS else tuple(options), number)


def _check(text: str) -> str:
    """Return the check character of ISO 7064 MOD 37,36: it tells any one wrong character, and nearly all swaps."""
    product = len(_ALPHABET)
    for character in text:
        total = (product + _ALPHABET.index(character)) % len(_ALPHABET) or len(_ALPHABET)
        product = total * 2 % (len(_ALPHABET) + 1)
    return _ALPHABET[(len(_ALPHABET) + 1 - product) % len(_ALPHABET)]


Toss = Literal["heads", "tails"]


def toss(draw: Draw) -> Toss:
    """Toss a coin."""
    return draw.one(("heads", "tails"))
