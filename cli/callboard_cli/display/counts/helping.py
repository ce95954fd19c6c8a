"""What the help of `check` says of a game and a stage: how it is typed with totals, and where there are any."""

from __future__ import annotations

from collections.abc import Sequence

from callboard_cli.display.notations import lines_of
from callboard_cli.entry.claims import CheckedStage, no_totals, with_totals
from callboard_cli.entry.notation import notation, stage_lines
from callboard_cli.entry.refusing.problems import message
from callboard_cli.entry.stage import example_of
from callboard_cli.entry.vocabulary import stages, told_game
from callboard_cli.speech.face import Face
from callboard_cli.speech.naming import listed, title_of
from callboard_scoring.game import Game


def about_check(face: Face, words: Sequence[str]) -> list[str]:
    """Return how the stage that these words name is typed with totals, or else each stage that has some.

    Nothing where they name no game, or a stage that it has not.
    """
    game = told_game(words[0], face.catalog)
    stage = stages(game, face.catalog).find(words[1]) if game is not None and len(words) > 1 else None
    if game is None or (stage is None and len(words) > 1):
        return []
    counted = with_totals(game)
    if stage not in counted and (stage or not counted):
        why = face.fitted(message(no_totals(face.catalog, game), face.catalog, game.id))
        return [title_of(face.catalog, game.id, stage or ""), "", why]
    if stage is None:
        examples = [_counted(face, game, name) for name in counted]
        return [line for example in examples for line in stage_lines(example, face.catalog)]
    example = _counted(face, game, stage)
    told = notation(example, face.catalog)
    where = ", ".join(listed(face.catalog, game.id, name) for name in counted)
    there = face.fitted(face.text("claim.totals-at", stages=where))
    return [*lines_of(face, example, told, example.command(face.catalog, told.words)), there]


def _counted(face: Face, game: Game, stage: str) -> CheckedStage:
    """Return a stage with the total that the first player of its example has."""
    plain = CheckedStage(game, stage)
    score = plain.score(plain.record(example_of(plain, face.catalog))).players[0]
    return CheckedStage(game, stage, (f"{score.name}={score.total}",))
