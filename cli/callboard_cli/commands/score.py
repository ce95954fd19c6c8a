"""`callboard score`: a record in, an explained result out."""

import sys
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from callboard_cli.display.machine import refusal_data
from callboard_cli.display.machine_results import result_data
from callboard_cli.display.results import View, show_result
from callboard_cli.entry.choosing import (
    asked_for_game,
    asked_for_stage,
    chosen_game,
    chosen_stage,
    game_argument,
    is_asking,
    json_option,
    stage_argument,
)
from callboard_cli.entry.filing.files import UnreadableError, read_file
from callboard_cli.entry.following import after_score
from callboard_cli.entry.offering import offers
from callboard_cli.entry.reading import typed
from callboard_cli.entry.reading.raw import Typing
from callboard_cli.entry.stage import Stage
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.data import to_json
from callboard_cli.speech.face import Face, visible
from callboard_scoring.checks import same_name
from callboard_scoring.game import Game
from callboard_scoring.pictures import Ring
from callboard_scoring.problems import Problem, RefusedError
from callboard_scoring.records import Record

if TYPE_CHECKING:
    from callboard_cli.entry.refusing.refusal import Refusal, Written


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
        asks = not (game and stage) and is_asking(as_json=as_json)
        chosen = asked_for_game(face) if asks and not game else chosen_game(face, game)
        name = asked_for_stage(face, chosen) if asks and not stage else chosen_stage(face, chosen, stage)
        _score(face, chosen, name, record, View(explain=explain, brief=brief, of=of), as_json=as_json)

    return score


def _score(  # noqa: PLR0913  # the command's own arguments
    face: Face, game: Game, name: str, words: list[str], view: View, *, as_json: bool
) -> None:
    stage = Stage(game, name)
    record, again = _record(face, stage, words, as_json=as_json)
    result = stage.score(record)
    names = _named(view.of, [score.name for score in result.players])
    view = replace(view, of=names, again=again, next=after_score(face, game, name, record, result))
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


def _record(face: Face, stage: Stage, words: list[str], *, as_json: bool) -> tuple[Record, str]:
    """Read the record from a file, from typed words, or from answers; and the command that repeats answers."""
    if not words:
        if not is_asking(as_json=as_json):
            raise CommandLineError("usage.record-missing")
        return _asked(face, stage, words)

    raw: object = None
    written: Written | None = None
    try:
        if _is_file(words):
            if words == ["-"] and sys.stdin.isatty():
                face.say(face.text("score.waiting"), err=True)
            source = read_file(words[0])
            raw, written = source.raw, source.places(stage.game.id)
            return stage.record(raw), ""
        written = typing = typed.read(words, stage, face.catalog.language)
        raw = typing.raw
        return stage.record(raw, typing.problems), ""
    except RefusedError as error:
        if isinstance(written, Typing) and is_asking(as_json=as_json):
            return _asked(face, stage, words, written, error.problems)
        from callboard_cli.entry.refusing.refusal import refused  # noqa: PLC0415  # most records are right

        _refuse(face, refused(error, face.catalog, stage, raw, written), as_json=as_json)
        raise typer.Exit(1) from None
    except UnreadableError as error:
        if not as_json:
            raise
        from callboard_cli.entry.refusing.refusal import unreadable  # noqa: PLC0415  # as above

        _refuse(face, unreadable(error, face.catalog), as_json=True)
        raise typer.Exit(2 if error.usage else 1) from None


def _asked(
    face: Face, stage: Stage, words: list[str], typing: Typing | None = None, problems: Iterable[Problem] = ()
) -> tuple[Record, str]:
    """Ask for what the words lack; of none for everything. Who leaves half-way is told how to go on.

    What is wrong with the words is told first, where anything is; that nothing was typed yet is no mistake.
    """
    from callboard_cli.entry.asking.talk import Talk  # noqa: PLC0415  # most records are typed whole
    from callboard_cli.entry.asking.terminal import Stopped, converse  # noqa: PLC0415
    from callboard_cli.entry.asking.words import command_of  # noqa: PLC0415
    from callboard_cli.entry.refusing.refusal import refused  # noqa: PLC0415

    language = face.catalog.language
    talk = Talk.resumed(stage, language, words) if words else Talk.start(stage, language)
    wrong = talk.mistakes(problems)
    told = {talk.sheet.place_of(problem) for problem in wrong}
    if wrong:
        refused(RefusedError(wrong), face.catalog, stage, typing.raw if typing else {}, typing).show(face)

    def drawn(record: Record) -> None:
        _draw_ring(face, stage, record)

    try:
        sheet = converse(talk, face, frozenset(place for place in told if place is not None), drawn)
    except Stopped as stopped:
        face.say()
        face.say(face.text("ask.stopped"), err=True)
        face.emit(f"  {command_of(stopped.sheet, face.catalog)}", err=True)
        raise typer.Exit(1) from None
    assert sheet.read.record is not None  # noqa: S101  # for the type checkers: a talk ends with one
    return sheet.read.record, command_of(sheet, face.catalog)


def _draw_ring(face: Face, stage: Stage, record: Record) -> None:
    """Show a ring as it lies on the table, where the screen has room for it; who takes what is told afterwards."""
    picture = stage.score(record).picture
    if face.plain or not isinstance(picture, Ring):
        return
    from callboard_cli.display.drawing import draw  # noqa: PLC0415  # it brings Rich

    console = face.console()
    stops = tuple(replace(stop, name=None) for stop in picture.stops)
    for line in draw(face, stage.game, replace(picture, stops=stops), console.width) or ():
        console.print(line)


def _refuse(face: Face, refusal: "Refusal", *, as_json: bool) -> None:
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
