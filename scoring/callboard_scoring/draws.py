"""Fair draws, in parts that have names, and the code that brings them back on every machine and every Python.

Every draw is a whole number below a limit: a lot. A code of version 2 carries the lots themselves, as one number in
mixed radix, and so whatever was drawn or chosen; one of version 1 carries the seed of a generator that draws them.
Nothing of what either means may change without a new VERSION.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Literal, TypeVar

VERSION = "2"
"""The version of new codes, part of every code."""
SEEDED = "1"
"""The version of codes that carry a seed."""

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # without i, l, o, u, which are misread
_SEED_LENGTH = 6
_ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"
_NO_OPTIONS = "x"
_LONGEST = 100
"""The most characters of a code as it is typed; a game's name and its options take thirty."""
_WORD = (1 << 64) - 1

T = TypeVar("T")
Source = Callable[[str, int], int]
"""What lots come from: given the part that is drawn and a limit, a whole number from 0 to limit - 1."""


@dataclass(frozen=True)
class Lot:
    """One draw: of which part, how many outcomes it could have, and which one it had, from 0."""

    part: str
    limit: int
    digit: int


class Draw:
    """Draws from a source, of each part of a set-up under the name that its value has among the set-up's draws."""

    by_seats = False
    """Whether lots fall to players as they sit, and not as they are named.

    In version 1 they did, so that whoever moved had another lot; now the seats are a part of their own, and any part
    can be kept while others are rolled.
    """
    draws_in_vain = False
    """Whether what the table decides is drawn all the same, and thrown away, as version 1 did."""

    def __init__(self, source: Source) -> None:
        """Start with nothing drawn."""
        self._source = source
        self._part = ""
        self._decided = False
        self.lots: list[Lot] = []
        """All that was drawn so far, in order."""
        self.parts: dict[str, bool] = {}
        """The names of the parts so far, in order, and whether the table decides them."""

    def part(self, name: str, *, decided: bool = False) -> Draw:
        """Return the draws of a part; where the table has decided it, nothing is drawn."""
        self.parts[name] = decided
        own = copy(self)  # the lots of all parts are in one list, in their order
        own._part, own._decided = name, decided  # noqa: SLF001  # of its own kind
        return own

    def below(self, limit: int) -> int:
        """Draw a whole number from 0 to limit - 1, each equally likely."""
        if self._decided:
            return self._source(self._part, limit) if self.draws_in_vain else 0
        digit = self._source(self._part, limit)
        self.lots.append(Lot(self._part, limit, digit))
        return digit

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


class Seeded(Draw):
    """The draws of a code of version 1: what its generator gives from a seed.

    It is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): ten lines, no
    state but a number. Python promises only that `random()` itself stays the same, not `shuffle` or `sample`.
    """

    by_seats = True
    draws_in_vain = True

    def __init__(self, seed: int) -> None:
        """Start the stream."""
        state = seed & _WORD

        def following() -> int:
            nonlocal state
            state = (state + 0x9E3779B97F4A7C15) & _WORD
            word = state
            word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
            word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
            return word ^ (word >> 31)

        def below(_: str, limit: int) -> int:
            fair = (_WORD + 1) // limit * limit  # words above it would favour the small numbers
            while (word := following()) >= fair:
                pass
            return word % limit

        super().__init__(below)


class Told(Draw):
    """The draws of a code of version 2: its lots, read off a number."""

    def __init__(self, number: int) -> None:
        """Start with the first lot."""
        self._left = [number]  # shared by the draws of all parts
        super().__init__(self._next)

    @property
    def left(self) -> int:
        """What is left of the number: 0 after the last draw of a valid code."""
        return self._left[0]

    def _next(self, _: str, limit: int) -> int:
        self._left[0], digit = divmod(self._left[0], limit)
        return digit


def number_of(lots: Iterable[Lot]) -> int:
    """Write lots as one number, from which `Told` reads them: in mixed radix, the first one least significant."""
    number, weight = 0, 1
    for lot in lots:
        number += lot.digit * weight
        weight *= lot.limit
    return number


class CodeError(ValueError):
    """A set-up code that cannot be used; `problem` is the id of the message that says why."""

    def __init__(self, problem: str, **values: str | int) -> None:
        """Keep the problem and the values that its message needs."""
        super().__init__(problem)
        self.problem = problem
        self.values = values


@dataclass(frozen=True)
class Code:
    """All that a set-up is made from: `histrio-4-0-qp-2t` is game, players, options, lots, version and check."""

    game: str
    players: int
    options: tuple[str, ...]
    """The options as characters, of which `options.py` tells."""
    number: int
    """Its lots as `number_of` writes them; in version 1 a seed."""
    version: str = VERSION

    def draw(self) -> Draw:
        """Return the draws that it stands for."""
        return Seeded(self.number) if self.version == SEEDED else Told(self.number)

    def __str__(self) -> str:
        """Write the code out, check character last."""
        lots = _written(self.number).rjust(_SEED_LENGTH if self.version == SEEDED else 1, "0")
        parts = f"{self.game}-{self.players}-{''.join(self.options) or _NO_OPTIONS}-{lots}-{self.version}"
        return parts + _check(parts.replace("-", ""))

    @classmethod
    def read(cls, text: str, wanted: str) -> Code:
        """Read a code for the game that is wanted, as typed: case does not matter.

        :raises CodeError: when the check character shows a mistake, the shape is wrong, the version is unknown, or the
            code is for another game.
        """
        parts = text.strip().lower().split("-")
        plain = "".join(parts)
        if len(text) > _LONGEST or len(parts) != 5 or not all(parts) or not set(plain) <= set(_ALPHABET):  # noqa: PLR2004  # as in the docstring
            raise CodeError("error.code-shape")
        if _check(plain[:-1]) != plain[-1]:
            raise CodeError("error.code-mistyped")
        game, players, options, lots, version = parts
        if version[:-1] not in {SEEDED, VERSION}:
            raise CodeError("error.code-version", version=version[:-1], here=VERSION)
        if not players.isdecimal() or not set(lots) <= set(_LETTERS):
            raise CodeError("error.code-shape")
        if game != wanted:
            raise CodeError("error.code-game", game=game)
        number = 0
        for letter in lots:
            number = number * len(_LETTERS) + _LETTERS.index(letter)
        known = cls(game, int(players), () if options == _NO_OPTIONS else tuple(options), number, version[:-1])
        if str(known) != "-".join(parts):  # a number has one way to be written
            raise CodeError("error.code-shape")
        return known


def _written(number: int) -> str:
    """Write a number in our letters, without leading zeros."""
    letters = ""
    while number:
        number, place = divmod(number, len(_LETTERS))
        letters = _LETTERS[place] + letters
    return letters


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
