"""What machines read: steps, set-ups and refusals, with each sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NotRequired

from typing_extensions import TypedDict  # pydantic wants it before Python 3.12

from callboard_cli.display.rulings import rulings
from callboard_cli.speech.data import SCHEMA
from callboard_cli.speech.wording import sentence
from callboard_locales import DEFAULT, Catalog, catalog
from callboard_scoring.game import Game
from callboard_scoring.ledger import Line, Reading
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
