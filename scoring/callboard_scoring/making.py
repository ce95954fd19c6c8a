"""Set-ups made: rolled anew, or brought back by a code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from callboard_scoring.draws import Code, CodeError, Draw, Lot, Told, number_of
from callboard_scoring.game import Game
from callboard_scoring.options import decode_options, encode_options
from callboard_scoring.records import Record
from callboard_scoring.setup import Setup

Below = Callable[[int], int]
"""Chance: given a limit, a whole number from 0 to limit - 1, each equally likely."""


@dataclass(frozen=True)
class Made:
    """A set-up, for whom it was made and how, and what was drawn for it."""

    names: tuple[str, ...]
    """The players in the order in which the set-up was given them."""
    options: Record
    code: Code
    """What brings it back, for the same names in the same order."""
    setup: Setup
    lots: tuple[Lot, ...]
    parts: Mapping[str, bool]
    """The names of its parts, in the order in which they are drawn, and whether the table decided them."""

    @property
    def draws(self) -> Mapping[str, Any]:
        """What was drawn, under the names of the parts, and what follows from it."""
        return self.setup.draws


def make(game: Game, names: Sequence[str], options: Record, draw: Draw) -> Made:
    """Make a set-up from draws, with the code of what they were."""
    setup: Setup = game.setup()[0](tuple(names), options, draw)
    code = Code(game.id, len(names), encode_options(options), number_of(draw.lots))
    return Made(tuple(names), options, code, setup, tuple(draw.lots), dict(draw.parts))


def chance(limit: int) -> int:
    """Return a number from 0 to limit - 1 that nobody can foresee."""
    from secrets import randbelow  # what is brought back needs none

    return randbelow(limit)


def roll(game: Game, names: Sequence[str], options: Record, below: Below = chance) -> Made:
    """Make a set-up by chance."""
    return make(game, names, options, Draw(lambda _, limit: below(limit)))


def options_of(game: Game, code: Code) -> Record:
    """Return the options that a code carries.

    :raises CodeError: when this game has none such.
    """
    model: type[Record] = game.setup()[1]
    return model(**decode_options(model, code.options))


def bring_back(game: Game, names: Sequence[str], code: Code) -> Made:
    """Make the set-up that a code carries, for as many players as it is for.

    :raises CodeError: when it carries none of this game for so many.
    """
    if code.players != len(names):
        numbers = ", ".join(map(str, sorted({code.players, len(names)})))
        raise CodeError("usage.players-differ", numbers=numbers)
    draw, options = code.draw(), options_of(game, code)
    setup: Setup = game.setup()[0](tuple(names), options, draw)
    if isinstance(draw, Told) and draw.left:  # no lots of this set-up
        raise CodeError("error.code-shape")
    return Made(tuple(names), options, code, setup, tuple(draw.lots), dict(draw.parts))
