"""What comes of a game under construction: of its records, and of its set-ups with every choice of options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Any

from callboard_cli.input.stage import guessed
from callboard_scoring.claimed_totals import Otherwise
from callboard_scoring.constrained_draws import Made, bring_back, roll
from callboard_scoring.draws import Code, CodeError, Seeded
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult, Line
from callboard_scoring.options import option_values
from callboard_scoring.problems import Problem, RefusedError
from callboard_scoring.records import Record, read_record
from callboard_scoring.setup import Setup
from callboard_scoring.words import Words


@dataclass(frozen=True)
class Played:
    """What came of a record."""

    record: Record | None = None
    result: AnyResult | None = None
    refused: tuple[Problem, ...] = ()
    crash: Exception | None = None
    otherwise: tuple[Otherwise, ...] = ()
    """What players would have, were one thing decided another way."""
    lacks: tuple[Line, ...] = ()
    """What the lines that gave nothing lacked."""


def play(game: Game, stage: str, model: type[Record], words: Words, raw: object) -> Played:
    """Read and score a raw record of a stage, whatever comes of it."""
    record = None
    try:
        record = read_record(model, _content(raw), words)
        result = game.score(stage, record)
        lacks = tuple(lack for line in result.told() for lack in line.lacks)
        return Played(record, result, otherwise=game.otherwise(stage, record), lacks=lacks)
    except RefusedError as error:
        return Played(refused=tuple(guessed(error.problems, model, game.id)))
    except Exception as error:  # noqa: BLE001  # whatever a game under construction does
        return Played(record, crash=error)


def _content(raw: object) -> object:
    """Return a record without what it may say that it is for."""
    if not isinstance(raw, Mapping):
        return raw
    return {key: value for key, value in raw.items() if key not in ("game", "stage")}


_DRAWS = 8
"""How many draws of each set-up are looked at."""
_CHOICES = 100
"""The most combinations of options that are set up."""


@dataclass(frozen=True)
class MadeSetup:
    """A set-up that was made, or the mistake that came up."""

    players: int
    options: Mapping[str, Any]
    made: Setup | Exception
    is_steady: bool = True
    """Whether its code brings it back."""
    parts: Mapping[str, bool] = field(default_factory=dict)
    """The parts that it names, and whether the table decides them."""
    limits: tuple[tuple[str, int], ...] = ()
    """Of each lot the part, and how many outcomes it can have."""


def made_setups(game: Game, model: type[Record]) -> list[MadeSetup]:
    """Set a game up for every number of players with every choice of options, some draws of each."""
    least, most = game.players
    return [
        _made(game, model, number, chosen, seed)
        for chosen in _choices(model)
        for number in range(least, most + 1)
        for seed in range(_DRAWS)
    ]


def _choices(model: type[Record]) -> Iterator[Mapping[str, Any]]:
    """Yield every choice of options once, however it may be written."""
    values = [option_values(model, name) or (None,) for name in model.model_fields]
    met: list[Mapping[str, Any]] = []
    for chosen in islice(product(*values), _CHOICES):
        options = _whole(
            model, {name: value for name, value in zip(model.model_fields, chosen, strict=True) if value is not None}
        )
        if options not in met:
            met.append(options)
            yield options


def _whole(model: type[Record], chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the options as the model has them; of a model under construction those that were chosen."""
    try:
        return model(**chosen).model_dump()
    except Exception:  # noqa: BLE001  # the set-up itself meets it again and tells it
        return chosen


def _made(game: Game, model: type[Record], number: int, options: Mapping[str, Any], seed: int) -> MadeSetup:
    names = tuple(f"P{place}" for place in range(number))
    try:
        made = roll(game, names, model(**options), Seeded(seed).below)  # the same at each look
        steady = seed > 0 or _comes_back(game, made)
    except Exception as error:  # noqa: BLE001  # whatever a game under construction does
        return MadeSetup(number, options, error)
    limits = tuple((lot.part, lot.limit) for lot in made.lots)
    return MadeSetup(number, options, made.setup, steady, made.parts, limits)


def _comes_back(game: Game, made: Made) -> bool:
    """Tell whether the code of a set-up brings it back."""
    try:
        return bring_back(game, made.names, Code.read(str(made.code), game.id)) == made
    except CodeError:
        return False
