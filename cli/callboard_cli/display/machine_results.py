"""Results for machines: the JSON of the machine interface, with each line's sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NotRequired, cast

from typing_extensions import TypedDict  # pydantic wants it before Python 3.12

from callboard_cli.display.machine import RulingData, StepData, rulings_data, steps_data
from callboard_cli.display.rulings import doubted
from callboard_cli.speech.data import SCHEMA
from callboard_locales import Catalog
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult, Line, Score


class LackData(TypedDict):
    """What was missing for a line that gave nothing to give something."""

    rule: str
    case: str | None
    text: str


class LineData(StepData):
    """A line of a result."""

    points: int
    lacks: NotRequired[list[LackData]]


class PlayerData(TypedDict):
    """What one player has."""

    name: str
    start: int
    total: int
    rank: int
    lines: list[LineData]
    notes: NotRequired[list[LineData]]


class DoubtData(TypedDict):
    """What of a record cannot occur in play: where, which doubt it is, and in words whose and why."""

    path: str
    code: str
    text: str


class ResultData(TypedDict):
    """A whole result, told in one language."""

    schema: int
    game: str
    stage: str
    doubts: NotRequired[list[DoubtData]]
    players: NotRequired[list[PlayerData]]
    lines: NotRequired[list[LineData]]
    winners: NotRequired[list[str]]
    ladder: NotRequired[list[StepData]]
    outcome: dict[str, Any]
    rulings: list[RulingData]


def result_data(words: Catalog, game: Game, stage: str, result: AnyResult, *, why_not: bool = False) -> ResultData:
    """Return a result as the machine interface has it; where it is asked with what lines lacked that gave nothing."""
    data = unruled_data(words, game, stage, result, why_not=why_not)
    data["rulings"] = rulings_data(words, game, result.readings)
    told = dict(data)
    return cast("ResultData", {key: told[key] for key in ResultData.__annotations__ if key in told})  # in their order


def unruled_data(words: Catalog, game: Game, stage: str, result: AnyResult, *, why_not: bool = False) -> ResultData:
    """Return a result as `result_data` does, without looking into the rules texts."""
    data: ResultData = {
        "schema": SCHEMA,
        "game": game.id,
        "stage": stage,
        "outcome": outcome_data(result),
        "rulings": [],
    }
    if result.doubts:
        data["doubts"] = doubts_data(words, game, result)
    if result.players:
        data["players"] = [
            _player(words, game, score, rank, why_not=why_not)
            for score, rank in zip(result.players, result.ranks(), strict=True)
        ]
    if result.lines:
        data["lines"] = _lines(words, game, result.lines, why_not=why_not)
    if result.winners is not None:
        data["winners"] = list(result.winners)
        data["ladder"] = steps_data(words, game, result.ladder)
    return data


def doubts_data(words: Catalog, game: Game, result: AnyResult) -> list[DoubtData]:
    """Return what of a record cannot occur in play as the machine interface has it."""
    return [{"path": one.path, "code": one.code, "text": doubted(words, game, one)} for one in result.doubts]


def _player(words: Catalog, game: Game, score: Score, rank: int, *, why_not: bool) -> PlayerData:
    player: PlayerData = {
        "name": score.name,
        "start": score.start,
        "total": score.total,
        "rank": rank,
        "lines": _lines(words, game, score.lines, why_not=why_not),
    }
    if score.notes:
        player["notes"] = _lines(words, game, score.notes, why_not=why_not)
    return player


def outcome_data(result: AnyResult) -> dict[str, Any]:
    """Return what is not points as plain data."""
    return {} if result.outcome is None else result.outcome.model_dump(mode="json")


def _lines(words: Catalog, game: Game, lines: Sequence[Line], *, why_not: bool) -> list[LineData]:
    told: list[LineData] = []
    for line, step in zip(lines, steps_data(words, game, lines), strict=True):
        data: LineData = {
            "rule": step["rule"],
            "case": step["case"],
            "text": step["text"],
            "values": step["values"],
            "points": line.points,
        }
        if why_not and line.lacks:
            lacks = steps_data(words, game, line.lacks)
            data["lacks"] = [{"rule": one["rule"], "case": one["case"], "text": one["text"]} for one in lacks]
        told.append(data)
    return told
