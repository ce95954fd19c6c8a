"""`callboard score`: a record in, an explained result out."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from callboard_cli.entry.choosing import chosen_game, chosen_stage, game_argument, json_option, stage_argument
from callboard_cli.entry.files import UnreadableError, read_file
from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.help import CommandLineError
from callboard_scoring.game import Game


def command(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def score(
        game: Annotated[str, game_argument(face)] = "",
        stage: Annotated[str, stage_argument(face)] = "",
        record: Annotated[
            list[str],
            typer.Argument(
                metavar=face.text("score.record-metavar"), help=face.text("score.record"), show_default=False
            ),
        ] = [],  # noqa: B006  # Typer takes the default as it is and never changes it
        *,
        explain: Annotated[
            bool, typer.Option("--explain", help=face.text("score.explain"), show_default=False)
        ] = False,
        as_json: Annotated[bool, json_option(face)] = False,
    ) -> None:
        """Score a record and say why."""
        chosen = chosen_game(game)
        _score(face, chosen, chosen_stage(chosen, stage), record, explain=explain, as_json=as_json)

    return score


def _score(  # noqa: PLR0913  # the command's own arguments
    face: Face, game: Game, stage: str, record: list[str], *, explain: bool, as_json: bool
) -> None:
    from callboard_cli.entry.table import Refusal, Table  # noqa: PLC0415  # models are slow to build; complaints need none

    table = Table(face, game, stage)
    try:
        if not record:
            if not (sys.stdin.isatty() and sys.stdout.isatty()):
                raise CommandLineError("usage.record-missing")
            result = table.ask()
        elif _is_file(record):
            result = table.score(read_file(record[0]))
        else:
            result = table.score_typed(record)
    except Refusal as refusal:
        refusal.show(face, as_json=as_json)
        raise typer.Exit(1) from None
    except UnreadableError as error:
        if not as_json:
            raise
        from callboard_cli.entry.table import unreadable  # noqa: PLC0415  # as above

        unreadable(error, face).show(face, as_json=True)
        raise typer.Exit(2 if error.usage else 1) from None
    if as_json:
        from callboard_cli.display.machine import result_data, to_json  # noqa: PLC0415  # people read no JSON

        face.emit(to_json(result_data(face.catalog, game, stage, result)))
    else:
        from callboard_cli.display.results import show_result  # noqa: PLC0415  # machines look at no table

        show_result(face, game, stage, result, explain=explain)


def _is_file(record: list[str]) -> bool:
    """Tell a file's name from typed words. Two files, or a file among words, is a mistake worth saying."""
    files = [name for name in record if name == "-" or Path(name).suffix.lower() in (".toml", ".json")]
    if len(record) == 1:
        return bool(files) or (bool(record[0]) and "=" not in record[0] and ":" not in record[0] and _exists(record[0]))
    if files:
        raise CommandLineError("usage.file-and-words", given=visible(files[0]))
    return False


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False
