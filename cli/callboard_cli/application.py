"""The application: its commands, each loaded where a line names it, and its own options."""

import os
from collections.abc import Sequence
from itertools import takewhile
from typing import Annotated, Any, NamedTuple

import typer
from typer.main import get_install_completion_arguments

from callboard_cli.commands.options import AlsoOption, LangOption, PlainOption
from callboard_cli.help import Command, Group, declared, made
from callboard_cli.input.choosing import is_asking
from callboard_cli.ui.errors import CommandLineError
from callboard_cli.ui.output import UI, visible

NIGHT = {
    "start": "night.beginning:start",
    "add": "night.entering:add",
    "edit": "night.entering:edit",
    "undo": "night.entering:undo",
    "redo": "night.entering:redo",
    "show": "night.showing:show",
    "list": "night.showing:list_",
    "check": "night.checking:check",
    "end": "night.keeping:end",
    "resume": "night.keeping:resume",
    "note": "night.keeping:note",
    "rename": "night.keeping:rename",
    "export": "night.sharing:export",
    "import": "night.sharing:import_",
    "remove": "night.keeping:remove",
}
PRINT = {
    "pad": "print:pad",
    "aid": "print:aid",
    "night": "print:night",
    "setup": "print:setup",
}
REPORT = {"score": "report:score", "entry": "report:entry", "question": "report:question"}
COMMANDS = {
    "games": "games:games",
    "score": "score:score",
    "check": "check:check",
    "night": ("night.showing:night", NIGHT),
    "table": "table:table",
    "replay": "replay:replay",
    "stats": "stats:stats",
    "setup": "setup:setup",
    "print": ("options:show_help", PRINT),
    "rules": "rules:rules",
    "glossary": "glossary:glossary",
    "report": ("options:show_help", REPORT),
    "batch": "batch:batch",
    "example": "example:example",
    "schema": "example:schema",
    "game": "game:game",
}
"""Each command with its module below `commands` and its function, in the order of the help page; a group also with its
own commands."""
COMPLETE = "_CALLBOARD_COMPLETE"
"""The variable by which a shell asks how a line may go on."""
SHELLS = ("bash", "zsh", "fish", "powershell")
"""Those whose completion `completion` can install."""


class NoCommandError(Exception):
    """The line names no command, and there is somebody to ask for one."""


def build(ui: UI) -> Group:
    """Build the application for a run with this UI, which is the `obj` that it is to be run with."""
    if COMPLETE in os.environ:
        get_install_completion_arguments()  # of no use but that Typer knows the shells then
    shared = made(ui, _manner).params
    for param in shared:
        param.expose_value = False
    group: Group = made(ui, _application, COMMANDS)
    group.params = [*shared, *group.params]
    group.shared = shared
    group.help = ui.text("app.help")
    return group


class Manner(NamedTuple):
    """How a line asks to be answered."""

    lang: str | None
    also: str | None
    plain: bool
    as_json: bool


def read_manner(arguments: Sequence[str]) -> Manner:
    """Return how a line asks to be answered, wherever on it before `--`, and whatever else is wrong with it."""
    languages = [param for param in declared(_manner).params if not param.is_flag]
    reader = Command(None, params=languages, add_help_option=False)
    reader.ignore_unknown_options = True
    words = list(takewhile(lambda word: word != "--", arguments))
    context: Any = reader.make_context(None, words, resilient_parsing=True)
    return Manner(**context.params, plain="--plain" in context.args, as_json="--json" in context.args)


def _manner(*, lang: LangOption = None, also: AlsoOption = None, plain: PlainOption = False) -> None:
    """Take the options that every command has; `read_manner` has read them before."""


def _version(value: bool) -> None:  # noqa: FBT001  # Typer calls it with the flag
    if value:
        from importlib.metadata import version  # reads files; nothing else needs it

        typer.echo(f"callboard {version('callboard')}")
        raise typer.Exit


def _shell(value: str) -> str:
    if value not in SHELLS:
        raise CommandLineError("usage.no-shell", given=visible(value), known=", ".join(SHELLS))
    return value


def _install(ctx: typer.Context, value: str) -> None:
    if value:
        from callboard_cli.completion.shells import install  # rarely asked for

        ui: UI = ctx.obj
        script, copy = install(_shell(value))
        ui.say(ui.text("app.completion-installed", shell=value, path=visible(str(script))))
        if copy:
            ui.say(ui.text("app.completion-copy", path=visible(str(copy))))
        raise typer.Exit


def _show(value: str) -> None:
    if value:
        from callboard_cli.completion.shells import script  # rarely asked for

        typer.echo(script(_shell(value)))
        raise typer.Exit


def _application(
    ctx: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="app.version", callback=_version, is_eager=True)] = False,
    install_completion: Annotated[
        str, typer.Option(metavar="|".join(SHELLS), help="app.install-completion", callback=_install)
    ] = "",
    show_completion: Annotated[
        str, typer.Option(metavar="|".join(SHELLS), help="app.show-completion", callback=_show)
    ] = "",
) -> None:
    """Lead whoever names no command to one, or show the help.

    :raises NoCommandError: when there is somebody to lead.
    """
    del version, install_completion, show_completion  # which are done where they are read
    if ctx.invoked_subcommand is not None:
        return
    if is_asking(as_json=False):
        raise NoCommandError
    ctx.obj.emit(ctx.get_help())
