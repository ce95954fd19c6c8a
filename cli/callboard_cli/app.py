"""The `callboard` command: its commands, each loaded where a line names it, and a line run in the language it asks for.

Typer has catalogs for none of its own complaints and writes most of them as literals, so that they are put into words
by their class; and since those classes live in a module private to Typer, by the name of the class.
"""

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_install_completion_arguments

from callboard_cli.commands.options import (
    AlsoOption,
    Command,
    Group,
    LangOption,
    NoCommandError,
    PlainOption,
    about,
    declared,
    made,
)
from callboard_cli.input.choosing import is_asking
from callboard_cli.input.files import UnreadableError
from callboard_cli.input.vocabulary import broken, tell_faults
from callboard_cli.settings import Settings, read_settings
from callboard_cli.ui.names import said_in_all
from callboard_cli.ui.output import SCHEMA, UI, CommandLineError, OutputError, is_calm, is_plain, to_json, visible
from callboard_locales import LANGUAGES, UnknownLanguageError, catalog, choose_language, system_language

NIGHT = {
    "start": "setup:start",
    "add": "night.entering:add",
    "edit": "night.entering:edit",
    "undo": "night.entering:undo",
    "redo": "night.entering:redo",
    "show": "night.showing:show",
    "list": "night.showing:list_",
    "check": "night.showing:check_night",
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
SECTIONS: dict[str, dict[str, Any]] = {
    "help.at-the-table": {
        "score": "score:score",
        "check": "check:check",
        "night": ("night.showing:night", NIGHT),
        "table": "table:table",
        "rules": "rules:rules",
        "glossary": "rules:glossary",
    },
    "help.before-and-after": {
        "games": "game:games",
        "setup": "setup:setup",
        "print": ("options:show_help", PRINT),
        "stats": "stats:stats",
        "replay": "night.sharing:replay",
        "report": ("options:show_help", REPORT),
    },
    "help.for-programs": {
        "batch": "batch:batch",
        "example": "example:example",
        "schema": "example:schema",
        "game": "game:game",
    },
}
"""Each section of the help page with its commands, in order: their modules below `commands` and their functions; a
group also with its own commands."""
COMMANDS = {name: path for commands in SECTIONS.values() for name, path in commands.items()}
"""The same without sections."""
COMPLETE = "_CALLBOARD_COMPLETE"
"""The variable by which a shell asks how a line may go on."""
SHELLS = ("bash", "zsh", "fish", "powershell")
"""Those whose completion `completion` can install."""
_COMPLETED = ("bash", "zsh", "fish")
"""The shells whose scripts for completion are our own; Typer answers the others, and the scripts of version 0.1."""
_HELP_WIDTH = 90
"""The widest help page, in cells: longer lines are hard to follow."""


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
    group.sections = SECTIONS
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
    version: Annotated[
        bool, typer.Option("--version", "-V", help="app.version", callback=_version, is_eager=True)
    ] = False,
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


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit status; or tell a shell that asks how a line may go on."""
    return _complete() if os.environ.get(COMPLETE) in _COMPLETED else _spoken(arguments)


def _spoken(arguments: Sequence[str]) -> int:
    """Run one command line in the language that it asks for."""
    manner = read_manner(arguments)
    language = system_language()
    with contextlib.suppress(UnknownLanguageError):  # what is wrong with the line is said in the language that is known
        language = choose_language()
    try:
        settings = _settings(arguments)
        usual = os.environ.get("CALLBOARD_LANG") or settings.lang or None
        language = choose_language(usual if manner.lang is None else manner.lang)
        second = manner.also or settings.also
        also = choose_language(second) if second else language
    except (CommandLineError, UnknownLanguageError) as error:
        known = {"given": visible(getattr(error, "asked", "")), "known": ", ".join(LANGUAGES)}
        wrong = error if isinstance(error, CommandLineError) else CommandLineError("usage.no-language", **known)
        _refuse(UI(catalog(language), plain=True), wrong, as_json=manner.as_json)
        return 2
    asked = manner.plain or settings.plain
    plain, calm = is_plain(os.environ, asked=asked), is_calm(os.environ, asked=asked)
    ui = UI(catalog(language), plain, catalog(also) if also != language else None, calm)
    status = 0
    try:
        status = _run(ui, arguments, as_json=manner.as_json)
        sys.stdout.flush()
    except OutputError as error:
        if error.gone:
            return status  # whoever reads has seen enough; that is no mistake of the record
        ui.say(ui.text("usage.output"), err=True)
        return 1
    except OSError as error:
        wrong = CommandLineError("usage.broken", what=visible(str(error.filename or error)))
        _refuse(ui, wrong, as_json=manner.as_json)
        return 1
    except Exception as error:
        fault = broken(error)
        if fault is None:
            raise  # a mistake of our own, for whoever mends it
        tell_faults(ui, [fault])
        return 1
    return status


def _settings(arguments: Sequence[str]) -> Settings:
    """Return what is set once; nothing where a line asks how to do that, whatever the file says.

    :raises CommandLineError: when the file is not as it should be.
    """
    try:
        return read_settings()
    except CommandLineError:
        words = [word.casefold() for word in arguments if not word.startswith("-")][:2]
        if len(words) > 1 and words[0] in said_in_all("answer.help") and words[1] in said_in_all("answer.config"):
            return Settings()
        raise


def _complete() -> int:
    """Tell a shell what can stand at its cursor; whatever is wrong with the line, Tab does nothing."""
    with contextlib.suppress(Exception):
        from callboard_cli.completion.shells import offered, read_line, told  # only Tab needs them

        line = read_line(os.environ.get("_CALLBOARD_LINE", ""), os.environ.get("_CALLBOARD_BREAKS", ""))
        language = system_language()
        for asked in (os.environ.get("CALLBOARD_LANG") or read_settings().lang, read_manner(line.words).lang):
            with contextlib.suppress(UnknownLanguageError):
                language = choose_language(asked) if asked else language
        ui = UI(catalog(language), plain=True)
        for text in list(told(os.environ[COMPLETE], line, offered(build(ui), ui, line))):
            ui.emit(text)
    return 0


def _run(ui: UI, arguments: Sequence[str], *, as_json: bool) -> int:
    """Run one command line in the language of its UI, and tell what is wrong with it."""
    command = build(ui)
    width = min(shutil.get_terminal_size().columns, _HELP_WIDTH)
    try:
        return int(
            command.main(list(arguments), prog_name="callboard", standalone_mode=False, obj=ui, terminal_width=width)
            or 0
        )
    except NoCommandError as error:
        from callboard_cli.commands.wizard import lead  # most lines say what they want

        led = lead(ui, arguments, error.game)
        return _run(ui, led, as_json=as_json) if led else 0
    except UnreadableError as error:
        from callboard_cli.input.diagnostics.refusal import tell_unreadable  # most records can be read

        tell_unreadable(ui, error)
        return 2 if error.usage else 1
    except typer.Abort:
        return 1
    except (CommandLineError, typer.TyperException) as error:
        wrong = complaint(error, command, arguments)
        _refuse(ui, wrong, as_json=as_json)
        if as_json:
            return 2
        named = _named(arguments)
        for typed in wrong.lines or (about(ui, named, wrong.about) if wrong.about else ()):
            ui.emit(typed, err=True)
        ui.say(ui.text("usage.help", command=" ".join(filter(None, ("callboard", named, "--help")))), err=True)
        return 2


def _named(arguments: Sequence[str]) -> str:
    """Return the command that a line names, such as `print setup`; empty where it names none."""
    name = next((argument for argument in arguments if argument in COMMANDS), "")
    own = COMMANDS[name][1] if name and isinstance(COMMANDS[name], tuple) else {}
    word = next((argument for argument in arguments if argument in own), "")
    return f"{name} {word}".rstrip()


def _refuse(ui: UI, wrong: CommandLineError, *, as_json: bool) -> None:
    """Say what is wrong with the command line, to people or to the program that reads everything."""
    text = ui.text(wrong.message, **wrong.values)
    if as_json:
        code = wrong.message.removesuffix("-meant")  # with a guess it is the same mistake
        ui.emit(to_json({"schema": SCHEMA, "errors": [{"path": "", "code": code, "text": text}]}))
    else:
        ui.say(text, err=True)


def complaint(error: Exception, group: TyperGroup, arguments: Sequence[str]) -> CommandLineError:
    """Return what is wrong with the command line of this application as one of our own complaints."""
    if isinstance(error, CommandLineError):
        return error
    kind = type(error).__name__
    option = getattr(error, "option_name", None)
    if kind == "NoSuchOption":
        return _no_option(str(option), getattr(error, "possibilities", None) or [], arguments)
    if kind == "BadOptionUsage":
        params = [param for one in _commands(group) for param in one.params if option in param.opts]
        given = visible(str(option))
        if any(getattr(param, "is_flag", False) for param in params):
            return CommandLineError("usage.no-value", given=given)
        value = next((str(one.metavar) for one in params), "…")
        return CommandLineError("usage.value-missing", given=given, value=value)
    parameter = getattr(error, "param", None)
    if parameter is not None:
        return CommandLineError("usage.bad-value", given=parameter.opts[0])
    return CommandLineError("usage.other")


def _no_option(option: str, known: Sequence[str], arguments: Sequence[str]) -> CommandLineError:
    """Return what is wrong with an option that is none; an amount below zero belongs in quotes."""
    number = next((word for word in arguments if re.fullmatch(r"-\d+", word) and word.startswith(option)), "")
    if number:
        return CommandLineError("usage.no-option-number", given=number)
    code, values = "usage.no-option", {"given": visible(option), "known": ", ".join(known)}
    return CommandLineError(f"{code}-meant" if known else code, **values)


def _commands(command: TyperCommand | TyperGroup) -> Iterator[TyperCommand | TyperGroup]:
    """Yield a command, and all below it."""
    yield command
    for one in getattr(command, "commands", {}).values():
        yield from _commands(one)
