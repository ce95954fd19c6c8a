"""Results for machines: the JSON of the machine interface, with each line's sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NotRequired, cast

from typing_extensions import TypedDict  # pydantic wants it before Python 3.12

from callboard_cli.display.machine import RulingData, StepData, rulings_data, step_data, steps_data
from callboard_cli.display.rulings import doubted
from callboard_cli.speech.data import SCHEMA
from callboard_locales import Catalog
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult, Line, Score


class LackData(TypedDict):
    """What was missing for a line that gave nothing to give something."""

    rule: str
    case: str | None
    text: NotRequired[str]


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
    text: NotRequired[str]


class ResultData(TypedDict):
    """A whole result, told in one language, or without any sentences."""

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


def result_data(
    words: Catalog | None, game: Game, stage: str, result: AnyResult, *, why_not: bool = False
) -> ResultData:
    """Return a result as the machine interface has it; where it is asked with what lines lacked that gave nothing.

    Without words it has no `text`: programs that tell in their own words wait for none of ours.
    """
    data = unruled_data(words, game, stage, result, why_not=why_not)
    data["rulings"] = rulings_data(words, game, result.readings)
    return data


def unruled_data(
    words: Catalog | None, game: Game, stage: str, result: AnyResult, *, why_not: bool = False
) -> ResultData:
    """Return a result as `result_data` does, without looking into the rules texts."""
    data: dict[str, Any] = {"schema": SCHEMA, "game": game.id, "stage": stage}
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
    data["outcome"] = outcome_data(result)
    data["rulings"] = []
    return cast("ResultData", data)


def doubts_data(words: Catalog | None, game: Game, result: AnyResult) -> list[DoubtData]:
    """Return what of a record cannot occur in play as the machine interface has it."""
    if words is None:
        return [{"path": one.path, "code": one.code} for one in result.doubts]
    return [{"path": one.path, "code": one.code, "text": doubted(words, game, one)} for one in result.doubts]


def _player(words: Catalog | None, game: Game, score: Score, rank: int, *, why_not: bool) -> PlayerData:
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


def _lines(words: Catalog | None, game: Game, lines: Sequence[Line], *, why_not: bool) -> list[LineData]:
    told: list[LineData] = []
    for line in lines:
        data = cast("LineData", step_data(words, game, line))
        data["points"] = line.points
        lacks = line.lacks if why_not else ()
        if lacks:
            data["lacks"] = [_lack(step_data(words, game, one)) for one in lacks]
        told.append(data)
    return told


def _lack(step: StepData) -> LackData:
    """Return what was missing: a line of it has no values."""
    return cast("LackData", {name: told for name, told in step.items() if name != "values"})
