"""Set-ups of a game under construction, for every number of players with every choice of options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from callboard_scoring.draws import Draw, option_values
from callboard_scoring.game import Game
from callboard_scoring.records import Record
from callboard_scoring.setup import Setup

_DRAWS = 8
"""How many draws of each set-up are looked at."""
_CHOICES = 64
"""The most combinations of options that are set up."""


@dataclass(frozen=True)
class MadeSetup:
    """A set-up that was made, or the mistake that came up."""

    players: int
    options: Mapping[str, Any]
    made: Setup | Exception
    is_steady: bool = True
    """Whether the same draw gives the same set-up again."""


def made_setups(game: Game, model: type[Record]) -> list[MadeSetup]:
    """Set a game up for every number of players with every choice of options, some draws of each."""
    make = game.setup()[0]
    least, most = game.players
    return [
        _made(make, model, number, chosen, seed)
        for chosen in _choices(model)
        for number in range(least, most + 1)
        for seed in range(_DRAWS)
    ]


def _choices(model: type[Record]) -> Iterator[dict[str, Any]]:
    values = [option_values(model, name) or (None,) for name in model.model_fields]
    for _, chosen in zip(range(_CHOICES), product(*values), strict=False):
        yield {name: value for name, value in zip(model.model_fields, chosen, strict=True) if value is not None}


def _made(make: Any, model: type[Record], number: int, options: Mapping[str, Any], seed: int) -> MadeSetup:  # noqa: ANN401  # the game's own
    names = tuple(f"P{place}" for place in range(number))
    try:
        setup: Setup = make(names, model(**options), Draw(seed))
        steady = seed > 0 or setup == make(names, model(**options), Draw(seed))
    except Exception as error:  # noqa: BLE001  # whatever a game under construction does
        return MadeSetup(number, options, error)
    return MadeSetup(number, options, setup, steady)
