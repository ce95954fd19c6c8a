"""A record as it was given to a command: a file, words, or answers to questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from callboard_cli.input.choosing import is_asking
from callboard_cli.input.files import UnreadableError, read_file
from callboard_cli.input.parser import typed
from callboard_cli.input.parser.state import Typing
from callboard_cli.input.stage import Stage
from callboard_cli.render.json_data import refusal_data
from callboard_cli.ui.output import UI, CommandLineError, to_json, visible
from callboard_scoring.ledger import Ring
from callboard_scoring.problems import Problem, RefusedError
from callboard_scoring.records import Record

if TYPE_CHECKING:
    from callboard_cli.input.diagnostics.refusal import Refusal, Source
    from callboard_cli.input.prompts.dialog import Talk
    from callboard_cli.input.prompts.draft import Sheet


@dataclass(frozen=True)
class Given:
    """A record that was read, and how it was given."""

    record: Record
    raw: dict[str, Any]
    """What was given, as raw tables."""
    again: str = ""
    """The command that repeats the answers; empty where none were asked for."""
    words: tuple[str, ...] = ()
    """What to type for the same record again: a file, or what lies on the table."""


def besides(ui: UI, *, of: Iterable[str] = (), **flags: bool) -> tuple[str, ...]:
    """Return how what comes of a record was asked to be shown, as it is typed: a command that goes on has that too.

    Flags go by their names with `_` in place of `-`.
    """
    players = (part for name in of for part in ("--of", name))
    is_set = (f"--{name.replace('_', '-')}" for name, value in flags.items() if value)
    return *is_set, *players, *ui.options


def given(
    ui: UI,
    stage: Stage,
    words: list[str],
    *,
    as_json: bool,
    kept: Callable[[Sheet], None] = lambda _: None,
    onto: Mapping[str, Any] | None = None,
) -> Given:
    """Read a record from a file, from typed words, or from answers; without any words everything is asked for.

    Typed words change what they mention of the raw record `onto`, if there is one; a file stands for all of it.
    Answers are `kept` one by one. Where it is refused, or somebody leaves half-way, that is told, and the command ends.

    :raises CommandLineError: when there are no words and nobody to ask.
    """
    is_empty = not words and as_json and bool(stage.players)  # all that is not known is missing, and is told
    if not words and not is_empty:
        if not is_asking(as_json=as_json):
            raise CommandLineError("usage.record-missing", about=stage.about)
        from callboard_cli.input.prompts.dialog import Talk  # most records are typed whole

        return asked(ui, Talk.start(stage, ui.catalog.language), kept=kept)

    raw: Any = None
    written: Source | None = None
    try:
        if is_file(words):
            ui.say_waiting(words[0])
            source = read_file(words[0])
            raw, written = source.raw, source.places(stage.game.id)
            return Given(stage.record(raw), stage.content(raw), words=tuple(words))
        written = typing = typed.read(words, stage, ui.catalog.language, onto if words else None)
        raw = typing.raw
        return Given(stage.record(raw, typing.problems), raw, words=tuple(words))
    except RefusedError as error:
        if isinstance(written, Typing) and is_asking(as_json=as_json):
            from callboard_cli.input.prompts.dialog import Talk

            talk = Talk.resumed(stage, ui.catalog.language, words, None if onto is None else raw)
            return asked(ui, talk, written, error.problems, kept=kept)
        from callboard_cli.input.diagnostics.refusal import refused  # most records are right

        refuse(ui, refused(error, ui.catalog, stage, raw, written), as_json=as_json)
        raise typer.Exit(1) from None
    except UnreadableError as error:
        if not as_json:
            raise
        from callboard_cli.input.diagnostics.refusal import unreadable

        refuse(ui, unreadable(error, ui.catalog), as_json=True)
        raise typer.Exit(2 if error.usage else 1) from None


def asked(
    ui: UI,
    talk: Talk,
    typing: Typing | None = None,
    problems: Iterable[Problem] = (),
    *,
    kept: Callable[[Sheet], None] = lambda _: None,
) -> Given:
    """Ask for what a conversation lacks. Who leaves half-way is told how to go on, and the command ends.

    What is wrong with the words is told first, where anything is; that nothing was typed yet is no mistake.
    """
    from callboard_cli.input.diagnostics.refusal import refused
    from callboard_cli.input.prompts.terminal import Stopped, converse  # most records are typed whole
    from callboard_cli.input.prompts.words import command_of, words_of

    stage = talk.sheet.stage
    wrong = talk.mistakes(problems)
    shown = {talk.sheet.place_of(problem) for problem in wrong}
    if wrong:
        refused(RefusedError(wrong), ui.catalog, stage, typing.raw if typing else {}, typing).show(ui)

    def drawn(record: Record) -> None:
        _draw_ring(ui, stage, record)

    try:
        sheet = converse(talk, ui, frozenset(place for place in shown if place is not None), drawn=drawn, kept=kept)
    except Stopped as stopped:
        ui.say()
        ui.say(ui.text("ask.stopped"), err=True)
        ui.emit(f"  {command_of(stopped.sheet, ui.catalog)}", err=True)
        raise typer.Exit(1) from None
    assert sheet.read.record is not None  # noqa: S101  # for the type checkers: a talk ends with one
    words = tuple(words_of(sheet, ui.catalog))
    return Given(sheet.read.record, sheet.read.raw, stage.command(ui.catalog, words), words)


def _draw_ring(ui: UI, stage: Stage, record: Record) -> None:
    """Show a ring as it lies on the table, where the screen has room for it; who takes what is told afterwards."""
    picture = stage.score(record).picture
    if ui.plain or not isinstance(picture, Ring):
        return
    from callboard_cli.render.drawing import draw  # it brings Rich

    console = ui.console()
    stops = tuple(replace(stop, name=None) for stop in picture.stops)
    for line in draw(ui, stage.game, replace(picture, stops=stops), console.width) or ():
        console.print(line)


def refuse(ui: UI, refusal: Refusal, *, as_json: bool) -> None:
    """Tell people what is wrong on standard error, and programs on standard output."""
    if not as_json:
        refusal.show(ui)
        return
    ui.emit(to_json(refusal_data(refusal.errors)))


def is_file(words: list[str]) -> bool:
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
