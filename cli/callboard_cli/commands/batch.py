"""`callboard batch`: JSON Lines in, one result a line out."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from callboard_cli.entry.choosing import known_games
from callboard_cli.entry.files import UnreadableError, lines, parse_json
from callboard_cli.speech.face import Face
from callboard_scoring.games import find_game

if TYPE_CHECKING:
    from callboard_cli.entry.table import Table
    from callboard_scoring.records import Problem


def command(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def batch(
        file: Annotated[
            str,
            typer.Argument(metavar=face.text("batch.file-metavar"), help=face.text("batch.file"), show_default=False),
        ] = "-",
    ) -> None:
        """Score one record a line; a bad line leaves its errors in its place, and the run goes on."""
        from callboard_cli.display.machine import SCHEMA, result_data, to_json  # noqa: PLC0415  # help needs none
        from callboard_cli.entry.table import Refusal, unreadable  # noqa: PLC0415  # as above

        tables: dict[tuple[str, str], Table] = {}
        bad = False
        for number, content in lines(file):
            try:
                if isinstance(content, UnreadableError):
                    raise content
                raw = parse_json(content)
                table = _table(face, raw, tables)
                answer = result_data(face.catalog, table.game, table.stage, table.score(raw))
            except (Refusal, UnreadableError) as error:
                refusal = unreadable(error, face) if isinstance(error, UnreadableError) else error
                answer = {"schema": SCHEMA, "line": number, "errors": refusal.errors}
                bad = True
            face.emit(to_json(answer))
        if bad:
            raise typer.Exit(1)

    return batch


def _table(face: Face, raw: object, tables: "dict[tuple[str, str], Table]") -> "Table":
    """Return the table of the game and stage that a record names; each is made once a run.

    :raises Refusal: when it names none that is here.
    """
    from callboard_cli.entry.problems import described  # noqa: PLC0415  # help needs none
    from callboard_cli.entry.table import Refusal, Table  # noqa: PLC0415  # as above
    from callboard_scoring.records import Problem  # noqa: PLC0415  # as above

    problems = [Problem((), "error.no-table")]
    if isinstance(raw, dict):
        game = find_game(str(raw.get("game")))
        stages = list(game.stages) if game else None
        problems = [*_misnamed(raw, "game", known_games()), *_misnamed(raw, "stage", stages)]
        if game is not None and not problems:
            stage = raw["stage"].strip().casefold()
            if (game.id, stage) not in tables:
                tables[game.id, stage] = Table(face, game, stage)
            return tables[game.id, stage]
    raise Refusal([described(problem, face, "", raw) for problem in problems], [""] * len(problems))


def _misnamed(raw: dict[str, object], key: str, known: list[str] | None) -> "Iterator[Problem]":
    """Yield a problem where a name is missing, or is none of the known ones; with None, any name will do."""
    from callboard_scoring.records import Problem  # noqa: PLC0415  # help needs none

    given = raw.get(key)
    if given is None:
        yield Problem((key,), "missing")
    elif known is not None and not (isinstance(given, str) and given.strip().casefold() in known):
        yield Problem((key,), "error.choice", {"options": known, "given": given})
