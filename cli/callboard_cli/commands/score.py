"""`callboard score`: a record in, an explained result out."""

import sys
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from callboard_cli.display.machine import refusal_data
from callboard_cli.display.machine_results import result_data
from callboard_cli.display.results import View, show_result
from callboard_cli.entry import offers, typed
from callboard_cli.entry.choosing import chosen_game, chosen_stage, game_argument, json_option, stage_argument
from callboard_cli.entry.files import UnreadableError, read_file
from callboard_cli.entry.following import after_score
from callboard_cli.entry.refusal import Refusal, Written, refused, unreadable
from callboard_cli.entry.stage import Stage
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.data import to_json
from callboard_cli.speech.face import Face, visible
from callboard_scoring.checks import same_name
from callboard_scoring.game import Game
from callboard_scoring.problems import RefusedError
from callboard_scoring.records import Record


def command(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def score(  # noqa: PLR0913  # one parameter an option
        game: Annotated[str, game_argument(face)] = "",
        stage: Annotated[str, stage_argument(face)] = "",
        record: Annotated[
            list[str],
            typer.Argument(
                metavar=face.text("score.record-metavar"),
                help=face.text("score.record"),
                show_default=False,
                autocompletion=offers.record(face),
            ),
        ] = [],  # noqa: B006  # Typer takes the default as it is and never changes it
        *,
        explain: Annotated[
            bool, typer.Option("--explain", help=face.text("score.explain"), show_default=False)
        ] = False,
        brief: Annotated[bool, typer.Option("--brief", help=face.text("score.brief"), show_default=False)] = False,
        of: Annotated[
            list[str],
            typer.Option("--of", metavar=face.text("score.of-metavar"), help=face.text("score.of"), show_default=False),
        ] = [],  # noqa: B006  # as above
        as_json: Annotated[bool, json_option(face)] = False,
    ) -> None:
        """Score a record and say why."""
        chosen = chosen_game(face, game)
        view = View(explain=explain, brief=brief, of=of)
        _score(face, chosen, chosen_stage(face, chosen, stage), record, view, as_json=as_json)

    return score


def _score(  # noqa: PLR0913  # the command's own arguments
    face: Face, game: Game, name: str, words: list[str], view: View, *, as_json: bool
) -> None:
    stage = Stage(game, name)
    record = _record(face, stage, words, as_json=as_json)
    result = stage.score(record)
    names = _named(view.of, [score.name for score in result.players])
    view = replace(view, of=names, next=after_score(face, game, name, record, result))
    if as_json:
        face.emit(to_json(result_data(face.catalog, game, name, result)))
    else:
        show_result(face, game, name, result, view)


def _named(asked: Collection[str], names: list[str]) -> list[str]:
    """Return the players who are asked for, as the record names them.

    :raises CommandLineError: when there is no such player.
    """
    known = {same_name(name): name for name in names}
    for name in asked:
        if not names:
            raise CommandLineError("usage.no-players")
        if same_name(name) not in known:
            raise CommandLineError("usage.no-player", given=visible(name), known=", ".join(map(visible, names)))
    return [known[same_name(name)] for name in asked]


def _record(face: Face, stage: Stage, words: list[str], *, as_json: bool) -> Record:
    """Read the record from a file, from typed words, or from answers."""
    if not words:
        return _asked(face, stage)

    raw: object = None
    written: Written | None = None
    try:
        if _is_file(words):
            if words == ["-"] and sys.stdin.isatty():
                face.say(face.text("score.waiting"), err=True)
            source = read_file(words[0])
            raw, written = source.raw, source.places(stage.game.id)
            return stage.record(raw)
        written = typing = typed.read(words, stage, face.catalog.language)
        raw = typing.raw
        return stage.record(raw, typing.problems)
    except RefusedError as error:
        _refuse(face, refused(error, face.catalog, stage, raw, written), as_json=as_json)
        raise typer.Exit(1) from None
    except UnreadableError as error:
        if not as_json:
            raise
        _refuse(face, unreadable(error, face.catalog), as_json=True)
        raise typer.Exit(2 if error.usage else 1) from None


def _asked(face: Face, stage: Stage) -> Record:
    """Ask for the record; who leaves half-way is told how to go on."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise CommandLineError("usage.record-missing")
    from callboard_cli.entry.asked import Stopped, ask, command_so_far  # noqa: PLC0415  # most records are typed

    try:
        return ask(stage, face)
    except Stopped as stopped:
        face.say()
        face.say(face.text("ask.stopped"), err=True)
        face.emit(f"  {command_so_far(stage, face, stopped.raw)}", err=True)
        raise typer.Exit(1) from None


def _refuse(face: Face, refusal: Refusal, *, as_json: bool) -> None:
    """Tell people what is wrong on standard error, and programs on standard output."""
    if not as_json:
        refusal.show(face)
        return
    face.emit(to_json(refusal_data(refusal.errors)))


def _is_file(words: list[str]) -> bool:
    """Tell a file's name from typed words. Two files, or a file among words, is a mistake worth saying."""
    files = [name for name in words if Path(name).suffix.lower() in (".toml", ".json")]
    if words == ["-"]:
        return True
    if len(words) == 1:
        return bool(files) or (bool(words[0]) and "=" not in words[0] and ":" not in words[0] and _exists(words[0]))
    if files:
        raise CommandLineError("usage.file-and-words", given=visible(files[0]))
    return False


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False
