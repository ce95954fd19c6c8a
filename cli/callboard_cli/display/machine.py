"""What machines read: steps, set-ups and refusals, with each sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NotRequired

from typing_extensions import TypedDict  # pydantic wants it before Python 3.12

from callboard_cli.display.rulings import rulings
from callboard_cli.speech.data import SCHEMA
from callboard_cli.speech.wording import sentence
from callboard_locales import Catalog
from callboard_scoring.game import Game
from callboard_scoring.ledger import Line, Reading, Value
from callboard_scoring.setup import Pieces, Setup

if TYPE_CHECKING:
    from callboard_rules import Note, Section


class StepData(TypedDict):
    """A line that gives no points: a step of a tie-break or of a set-up."""

    rule: str
    case: str | None
    text: str
    values: dict[str, Any]


class RulingData(TypedDict):
    """A note of the rules texts that what was scored meets: of which section, of which kind, and what it says."""

    rule: str
    case: str
    kind: str
    between: NotRequired[str]
    text: str


def refusal_data(errors: list[dict[str, str]]) -> dict[str, Any]:
    """Return what is wrong with a record as the machine interface has it."""
    return {"schema": SCHEMA, "errors": errors}


def steps_data(words: Catalog, game: Game, lines: Sequence[Line]) -> list[StepData]:
    """Return lines that give no points as the machine interface has them."""
    return [
        {
            "rule": line.reason.rule,
            "case": line.reason.case or None,
            "text": sentence(words, game.id, line),
            "values": values_data(line),
        }
        for line in lines
    ]


def rulings_data(words: Catalog, game: Game, readings: Iterable[Reading]) -> list[RulingData]:
    """Return the notes that these readings name as the machine interface has them."""
    return [_ruling(section, note) for section, note in rulings(words, game, readings)]


def _ruling(section: Section, note: Note) -> RulingData:
    """Return a note of the rules texts as the machine interface has it."""
    data: RulingData = {"rule": section.rule, "case": note.name, "kind": note.kind, "text": note.text}
    if note.between:
        data["between"] = note.between
    return data


def values_data(line: Line) -> dict[str, Any]:
    """Return the values behind a line; of what is told item by item, the case and the values of each."""
    return {name: _value_data(value) for name, value in line.values.items()}


def _value_data(value: Value) -> Any:  # noqa: ANN401  # JSON
    if isinstance(value, (list, tuple)):
        return [{"case": item.reason.case, **values_data(item)} if isinstance(item, Line) else item for item in value]
    return value


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
