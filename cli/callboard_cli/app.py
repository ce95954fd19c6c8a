"""The `callboard` command: chooses the language, runs a line in it, and says what is wrong with it."""

import contextlib
import os
import shutil
import sys
from collections.abc import Sequence

import typer

from callboard_cli.application import COMMANDS, COMPLETE, NoCommandError, build, read_manner
from callboard_cli.help import about
from callboard_cli.input.files import UnreadableError
from callboard_cli.input.vocabulary import broken, tell_faults
from callboard_cli.ui.errors import CommandLineError, complaint
from callboard_cli.ui.output import UI, is_calm, is_plain, visible
from callboard_cli.ui.streams import OutputError
from callboard_locales import LANGUAGES, UnknownLanguageError, catalog, choose_language, system_language

_COMPLETED = ("bash", "zsh", "fish")
"""The shells whose scripts for completion are our own; Typer answers the others, and the scripts of version 0.1."""
_HELP_WIDTH = 90
"""The widest help page, in cells: longer lines are hard to follow."""


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
        language = choose_language(manner.lang)
        also = choose_language(manner.also) if manner.also else language
    except UnknownLanguageError as error:
        known = ", ".join(LANGUAGES)
        wrong = CommandLineError("usage.no-language", given=visible(error.asked), known=known)
        _refuse(UI(catalog(language), plain=True), wrong, as_json=manner.as_json)
        return 2
    plain, calm = is_plain(os.environ, asked=manner.plain), is_calm(os.environ, asked=manner.plain)
    ui = UI(catalog(language), plain, catalog(also) if also != language else None, calm)
    status = 0
    try:
        status = _run(ui, arguments, as_json=manner.as_json)
        sys.stdout.flush()
    except OutputError as error:
        if error.gone:
            return status  # whoever reads has seen enough; that is no mistake of the record
        _fail(ui, ui.text("usage.output"))
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


def _complete() -> int:
    """Tell a shell what can stand at its cursor; whatever is wrong with the line, Tab does nothing."""
    with contextlib.suppress(Exception):
        from callboard_cli.completion.shells import offered, read_line, told  # only Tab needs them

        line = read_line(os.environ.get("_CALLBOARD_LINE", ""), os.environ.get("_CALLBOARD_BREAKS", ""))
        language = system_language()
        for asked in (None, read_manner(line.words).lang):
            with contextlib.suppress(UnknownLanguageError):
                language = choose_language(asked)
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
    except NoCommandError:
        from callboard_cli.commands.wizard import lead  # most lines say what they want

        led = lead(ui, arguments)
        return _run(ui, led, as_json=as_json) if led else 0
    except UnreadableError as error:
        from callboard_cli.input.diagnostics.refusal import tell_unreadable  # most records can be read

        tell_unreadable(ui, error)
        return 2 if error.usage else 1
    except typer.Abort:
        return 1
    except (CommandLineError, typer.TyperException) as error:
        wrong = complaint(error, command)
        _refuse(ui, wrong, as_json=as_json)
        if as_json:
            return 2
        named = _named(arguments)
        for typed in wrong.lines or (about(ui, named, wrong.about) if wrong.about else ()):
            ui.emit(typed, err=True)
        _fail(ui, ui.text("usage.help", command=" ".join(filter(None, ("callboard", named, "--help")))))
        return 2


def _named(arguments: Sequence[str]) -> str:
    """Return the command that a line names, such as `print setup`; empty where it names none."""
    name = next((argument for argument in arguments if argument in COMMANDS), "")
    own = COMMANDS[name][1] if name and isinstance(COMMANDS[name], tuple) else {}
    word = next((argument for argument in arguments if argument in own), "")
    return f"{name} {word}".rstrip()


def _fail(ui: UI, text: str) -> None:
    ui.say(text, err=True)


def _refuse(ui: UI, wrong: CommandLineError, *, as_json: bool) -> None:
    """Say what is wrong with the command line, to people or to the program that reads."""
    if as_json:
        _fail_program(ui, wrong)
    else:
        _fail(ui, ui.text(wrong.message, **wrong.values))


def _fail_program(ui: UI, wrong: CommandLineError) -> None:
    """Say what is wrong with the command line where a program reads everything."""
    from callboard_cli.ui.streams import SCHEMA, to_json  # most lines are right

    code = wrong.message.removesuffix("-meant")  # with a guess it is the same mistake
    errors = [{"path": "", "code": code, "text": ui.text(wrong.message, **wrong.values)}]
    ui.emit(to_json({"schema": SCHEMA, "errors": errors}))
