"""`callboard batch`: JSON Lines in, one result a line out."""

from collections.abc import Callable, Mapping
from typing import Annotated

import typer

from callboard_cli.display.machine import refusal_data
from callboard_cli.display.machine_results import result_data
from callboard_cli.entry.filing.files import UnreadableError, lines, parse_json
from callboard_cli.entry.keys import said_about
from callboard_cli.entry.names import list_games, list_stages, meant_game, meant_stage, named_game, named_stage
from callboard_cli.entry.offering import offers
from callboard_cli.entry.refusing.refusal import refused, unreadable
from callboard_cli.entry.stage import Stage, stage_of
from callboard_cli.speech.data import to_json
from callboard_cli.speech.face import Face
from callboard_scoring.problems import Problem, RefusedError


def command(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def batch(
        file: Annotated[
            str,
            typer.Argument(
                metavar=face.text("batch.file-metavar"),
                help=face.text("batch.file"),
                show_default=False,
                autocompletion=offers.files(*offers.LINES),
            ),
        ] = "-",
    ) -> None:
        """Score one record a line; a bad line leaves its errors in its place, and the run goes on."""
        bad = False
        for number, content in lines(file):
            answer = _answer(face, content)
            if "errors" in answer:
                answer = {"schema": answer["schema"], "line": number, "errors": answer["errors"]}
                bad = True
            face.emit(to_json(answer))
        if bad:
            raise typer.Exit(1)

    return batch


def _answer(face: Face, content: object) -> Mapping[str, object]:
    """Return the result of a line, or what is wrong with it."""
    stage = raw = None
    try:
        if isinstance(content, UnreadableError):
            raise content
        raw = parse_json(str(content))
        stage = _stage(face, raw)
        return result_data(face.catalog, stage.game, stage.name, stage.score(stage.record(raw)))
    except RefusedError as error:
        return refusal_data(refused(error, face.catalog, stage, raw).errors)
    except UnreadableError as error:
        return refusal_data(unreadable(error, face.catalog).errors)


def _stage(face: Face, raw: object) -> Stage:
    """Return the stage that a record names.

    :raises RefusedError: when it names none that is here.
    """
    if not isinstance(raw, dict):
        raise RefusedError([Problem((), "error.no-table")])
    words, given, stage = face.catalog, said_about(raw, "game"), said_about(raw, "stage")
    game = named_game(given) if isinstance(given, str) else None
    name = named_stage(game, stage) if game and isinstance(stage, str) else None
    if game and name:
        return stage_of(game, name)
    problems = []
    if game is None:
        meant = meant_game(words, given) if isinstance(given, str) else None
        problems.append(_misnamed("game", given, list_games(words), meant))
    if stage is None:
        problems.append(Problem(("stage",), "missing"))
    elif game is not None:
        meant = meant_stage(words, game, stage) if isinstance(stage, str) else None
        problems.append(_misnamed("stage", stage, list_stages(words, game), meant))
    raise RefusedError(problems)


def _misnamed(key: str, given: object, known: list[str], meant: str | None) -> Problem:
    """Return what is wrong with a name that is missing, or is none of the known ones."""
    if given is None:
        return Problem((key,), "missing")
    values = {"options": known, "given": given}
    return Problem((key,), "error.choice-meant" if meant else "error.choice", {**values, "meant": meant})
