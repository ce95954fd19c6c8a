"""`callboard batch`: JSON Lines in, one result a line out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated

import typer

from callboard_cli.display.machine import refusal_data
from callboard_cli.display.machine_results import result_data
from callboard_cli.entry.files import UnreadableError, lines, parse_json
from callboard_cli.entry.games import all_games, find_game
from callboard_cli.entry.refusal import refused, unreadable
from callboard_cli.entry.stage import Stage, stage_of
from callboard_cli.speech.data import to_json
from callboard_cli.speech.face import Face
from callboard_scoring.problems import Problem, RefusedError


def command(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def batch(
        file: Annotated[
            str,
            typer.Argument(metavar=face.text("batch.file-metavar"), help=face.text("batch.file"), show_default=False),
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
        stage = _stage(raw)
        return result_data(face.catalog, stage.game, stage.name, stage.score(stage.record(raw)))
    except RefusedError as error:
        return refusal_data(refused(error, face.catalog, stage, raw).errors)
    except UnreadableError as error:
        return refusal_data(unreadable(error, face.catalog).errors)


def _stage(raw: object) -> Stage:
    """Return the stage that a record names.

    :raises RefusedError: when it names none that is here.
    """
    if not isinstance(raw, dict):
        raise RefusedError([Problem((), "error.no-table")])
    game = find_game(str(raw.get("game")))
    known = [game.id] if game else [each.id for each in all_games()]
    problems = [*_misnamed(raw, "game", known), *_misnamed(raw, "stage", game.stages if game else None)]
    if game is None or problems:
        raise RefusedError(problems)
    return stage_of(game, raw["stage"].strip().casefold())


def _misnamed(raw: dict[str, object], key: str, known: Sequence[str] | None) -> Iterator[Problem]:
    """Yield a problem where a name is missing, or is none of the known ones; with None, any name will do."""
    given = raw.get(key)
    if given is None:
        yield Problem((key,), "missing")
    elif known is not None and not (isinstance(given, str) and given.strip().casefold() in known):
        yield Problem((key,), "error.choice", {"options": list(known), "given": given})
