"""What comes of a record of a game under construction: a result, a refusal, or the mistake that came up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from callboard_cli.entry.stage import guessed
from callboard_scoring.counting import Otherwise
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult, Line
from callboard_scoring.problems import Problem, RefusedError
from callboard_scoring.records import Record, read_record
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
