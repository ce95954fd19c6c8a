"""What programs read: steps, set-ups, refusals, results and counted totals, in the words of the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NotRequired, cast

from typing_extensions import TypedDict  # pydantic wants it before Python 3.12

from callboard_cli.render.rows import doubted, rulings
from callboard_cli.ui.output import SCHEMA
from callboard_cli.ui.wording import sentence
from callboard_locales import DEFAULT, Catalog, catalog
from callboard_scoring.claimed_totals import Checked, Otherwise, Slip
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult, Line, Reading, Score
from callboard_scoring.setup import Pieces, Setup

if TYPE_CHECKING:
    from callboard_rules import Note, Section


class StepData(TypedDict):
    """A line that gives no points: a step of a tie-break or of a set-up."""

    rule: str
    case: str | None
    text: NotRequired[str]
    values: dict[str, Any]


class RulingData(TypedDict):
    """A note of the rules texts that what was scored meets: of which section, of which kind, and what it says."""

    rule: str
    case: str
    kind: str
    between: NotRequired[str]
    text: NotRequired[str]


def refusal_data(errors: list[dict[str, str]]) -> dict[str, Any]:
    """Return what is wrong with a record as the machine interface has it."""
    return {"schema": SCHEMA, "errors": errors}


def steps_data(words: Catalog | None, game: Game, lines: Sequence[Line]) -> list[StepData]:
    """Return lines that give no points as the machine interface has them; without words none of their sentences."""
    return [step_data(words, game, line) for line in lines]


def step_data(words: Catalog | None, game: Game, line: Line) -> StepData:
    """Return a line as `steps_data` does several."""
    reason = line.reason
    if words is None:
        return {"rule": reason.rule, "case": reason.case or None, "values": values_data(line)}
    text = sentence(words, game.id, line)
    return {"rule": reason.rule, "case": reason.case or None, "text": text, "values": values_data(line)}


def rulings_data(words: Catalog | None, game: Game, readings: Iterable[Reading]) -> list[RulingData]:
    """Return the notes that these readings name as the machine interface has them; without words not what they say."""
    found = rulings(words or catalog(DEFAULT), game, readings)
    return [_ruling(section, note, is_told=words is not None) for section, note in found]


def _ruling(section: Section, note: Note, *, is_told: bool) -> RulingData:
    """Return a note of the rules texts as the machine interface has it."""
    data: RulingData = {"rule": section.rule, "case": note.name, "kind": note.kind}
    if is_told:
        data["text"] = note.text
    if note.between:
        data["between"] = note.between
    return data


def values_data(line: Line) -> dict[str, Any]:
    """Return the values behind a line; of what is told item by item, the case and the values of each."""
    return {name: value if isinstance(value, (int, str)) else _value_data(value) for name, value in line.values.items()}


def _value_data(value: Any) -> Any:
    if not isinstance(value, (list, tuple)):
        return value
    if value and isinstance(value[0], Line):
        return [{"case": item.reason.case, **values_data(item)} for item in value]
    return list(value)


def setup_data(words: Catalog, game: Game, code: str, options: dict[str, Any], setup: Setup) -> dict[str, Any]:
    """Return a set-up as the machine interface has it."""
    return {
        "schema": SCHEMA,
        "game": game.id,
        "code": code,
        "options": options,
        "players": [{"name": seat.name, "take": _pieces(seat.take)} for seat in setup.seats],
        "take": _pieces(setup.take),
        "box": _pieces(setup.box),
        "draws": dict(setup.draws),
        "steps": steps_data(words, game, setup.steps),
        "rulings": rulings_data(words, game, setup.readings),
    }


def _pieces(pieces: Pieces) -> list[dict[str, Any]]:
    return [{"piece": piece, "count": count} for piece, count in pieces.items()]


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
    steps: NotRequired[list[StepData]]
    draws: NotRequired[dict[str, Any]]
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
    if result.steps:
        data["steps"] = steps_data(words, game, result.steps)
        data["draws"] = outcome_data(result)
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


def checked_data(words: Catalog, game: Game, found: Iterable[Checked]) -> list[dict[str, Any]]:
    """Return what came of each comparison as the machine interface has it."""
    return [_checked(words, game, one) for one in found]


def _checked(words: Catalog, game: Game, one: Checked) -> dict[str, Any]:
    """Return a player's comparison; what could be decided otherwise only where that makes the difference."""
    data: dict[str, Any] = {
        "name": one.name,
        "total": one.total,
        "claimed": one.claimed,
        "agrees": one.agrees,
        "explanations": [[_slip(slip) for slip in slips] for slips in one.explanations],
        "more": one.more,
    }
    if one.otherwise:
        data["otherwise"] = [_otherwise(words, game, other) for other in one.otherwise]
    return data


def _slip(slip: Slip) -> dict[str, Any]:
    part = slip.part
    return {"rule": part.rule, "case": part.case or None, "points": part.points, "change": slip.change}


def _otherwise(words: Catalog, game: Game, other: Otherwise) -> dict[str, Any]:
    """Return what could be counted otherwise: a line of a rule, a note of the rules texts, or entries of an evening."""
    why = other.why
    if why is None:
        return {"way": other.way, "entry": other.entry, "points": other.points}
    if isinstance(why, Line):
        cited = {"rule": why.reason.rule, "case": why.reason.case or None, "points": other.points}
        is_said = other.way == "otherwise"  # the line of another way says what it is, and not what went wrong with it
        return {**cited, "text": sentence(words, game.id, why)} if is_said else {**cited, "way": other.way}
    ((section, note),) = rulings(words, game, [why])
    return {"rule": section.rule, "note": note.name, "points": other.points, "text": note.text}
