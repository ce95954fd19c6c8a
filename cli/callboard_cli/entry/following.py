"""What comes next at the table, as a command that is ready to run: it asks for what nobody can know yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from callboard_cli.speech.face import Face
from callboard_cli.speech.naming import score_command
from callboard_cli.speech.wording import key_word
from callboard_scoring.game import Game, Leg
from callboard_scoring.ledger import AnyResult
from callboard_scoring.records import Record


def after_score(face: Face, game: Game, stage: str, record: Record, result: AnyResult) -> str:
    """Return the command for what is scored after this record; empty after the end, and beside the main path."""
    given = {name: getattr(record, name) for name in type(record).model_fields}
    leg = game.leg_after(stage, given, won=bool(result.decided and result.winners))
    return _command(face, game, leg, (score.name for score in result.players))


def after_setup(face: Face, game: Game, options: Mapping[str, object], names: Iterable[str]) -> str:
    """Return the command for what is scored first after a set-up for these players."""
    return _command(face, game, game.first_leg(options), names)


def _command(face: Face, game: Game, leg: Leg | None, names: Iterable[str]) -> str:
    if leg is None:
        return ""
    words = face.catalog
    fields = (f"{key_word(words, game.id, name)}={value}" for name, value in leg.fields.items())
    return score_command(words, game.id, leg.stage, [*fields, *(f"{name}:" for name in names)])
