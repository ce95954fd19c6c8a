"""The `callboard` command: chooses the language, runs a line in it, and says what is wrong with it."""

import contextlib
import os
import sys
from collections.abc import Sequence

import typer
from typer.core import TyperGroup

from callboard_cli.application import COMMANDS, COMPLETE, build
from callboard_cli.commands.about import about
from callboard_cli.entry.choosing import is_asking
from callboard_cli.entry.filing.files import UnreadableError
from callboard_cli.entry.games import broken, tell_faults
from callboard_cli.speech.complaints import CommandLineError, complaint
from callboard_cli.speech.face import Face, is_calm, is_plain, visible
from callboard_cli.speech.streams import OutputError
from callboard_locales import LANGUAGES, UnknownLanguageError, catalog, choose_language, system_language

_COMPLETED = ("bash", "zsh", "fish")
"""The shells whose scripts for completion are our own; Typer answers the others, and the scripts of version 0.1."""


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit status; or tell a shell that asks how a line may go on."""
    return _complete() if os.environ.get(COMPLETE) in _COMPLETED else _spoken(arguments)


def _spoken(arguments: Sequence[str]) -> int:
    """Run one command line in the language that it asks for."""
    language = system_language()
    with contextlib.suppress(UnknownLanguageError):  # what is wrong with the line is said in the language that is known
        language = choose_language()
    try:
        language = choose_language(_asked(arguments, "--lang"))
        second = _asked(arguments, "--also")
        also = choose_language(second) if second else language
    except UnknownLanguageError as error:
        known = ", ".join(LANGUAGES)
        wrong = CommandLineError("usage.no-language", given=visible(error.asked), known=known)
        _refuse(Face(catalog(language), plain=True), arguments, wrong)
        return 2
    asked = "--plain" in _options(arguments)
    plain, calm = is_plain(os.environ, asked=asked), is_calm(os.environ, asked=asked)
    face = Face(catalog(language), plain, catalog(also) if also != language else None, calm)
    status = 0
    try:
        status = _run(face, arguments)
        sys.stdout.flush()
    except OutputError as error:
        if error.gone:
            return status  # whoever reads has seen enough; that is no mistake of the record
        _fail(face, face.text("usage.output"))
        return 1
    except OSError as error:
        _refuse(face, arguments, CommandLineError("usage.broken", what=visible(str(error.filename or error))))
        return 1
    except Exception as error:
        fault = broken(error)
        if fault is None:
            raise  # a mistake of our own, for whoever mends it
        tell_faults(face, [fault])
        return 1
    return status


def _complete() -> int:
    """Tell a shell what can stand at its cursor; whatever is wrong with the line, Tab does nothing."""
    with contextlib.suppress(Exception):
        from callboard_cli.completing import offered, read_line, told  # only Tab needs them

        line = read_line(os.environ.get("_CALLBOARD_LINE", ""), os.environ.get("_CALLBOARD_BREAKS", ""))
        language = system_language()
        for asked in (None, _asked(line.words, "--lang")):
            with contextlib.suppress(UnknownLanguageError):
                language = choose_language(asked)
        face = Face(catalog(language), plain=True)
        for text in list(told(os.environ[COMPLETE], line, offered(build(face, line.words), line))):
            face.emit(text)
    return 0


def _run(face: Face, arguments: Sequence[str]) -> int:
    """Run one command line in a face's language, and tell what is wrong with it."""
    if not _asks_anything(arguments) and is_asking(as_json=False):
        from callboard_cli.commands.lead import lead  # most lines say what they want

        arguments = lead(face, arguments)
        if not arguments:
            return 0
    command = build(face, arguments)
    try:
        line = list(arguments) if _asks_anything(arguments) else [*arguments, "--help"]
        return int(command.main(line, prog_name="callboard", standalone_mode=False) or 0)
    except UnreadableError as error:
        from callboard_cli.entry.refusing.refusal import tell_unreadable  # most records can be read

        tell_unreadable(face, error)
        return 2 if error.usage else 1
    except typer.Abort:
        return 1
    except (CommandLineError, typer.TyperException) as error:
        wrong = complaint(error, command)
        _refuse(face, arguments, wrong)
        if "--json" in _options(arguments):
            return 2
        named = _named(command, arguments)
        for typed in wrong.lines or (about(face, named, wrong.about) if wrong.about else ()):
            face.emit(typed, err=True)
        _fail(face, face.text("usage.help", command=" ".join(filter(None, ("callboard", named, "--help")))))
        return 2


def _named(group: TyperGroup, arguments: Sequence[str]) -> str:
    """Return the command that a line names, such as `print setup`; empty where it names none."""
    name = next((argument for argument in arguments if argument in COMMANDS), "")
    own = getattr(group.commands.get(name), "commands", {})
    word = next((argument for argument in arguments if argument in own), "")
    return f"{name} {word}".rstrip()


def _fail(face: Face, text: str) -> None:
    face.say(text, err=True)


def _refuse(face: Face, arguments: Sequence[str], wrong: CommandLineError) -> None:
    """Say what is wrong with the command line, to people or to the program that reads."""
    if "--json" in _options(arguments):
        _fail_program(face, wrong)
    else:
        _fail(face, face.text(wrong.message, **wrong.values))


def _fail_program(face: Face, wrong: CommandLineError) -> None:
    """Say what is wrong with the command line where a program reads everything."""
    from callboard_cli.speech.data import SCHEMA, to_json  # most lines are right

    code = wrong.message.removesuffix("-meant")  # with a guess it is the same mistake
    errors = [{"path": "", "code": code, "text": face.text(wrong.message, **wrong.values)}]
    face.emit(to_json({"schema": SCHEMA, "errors": errors}))


def _options(arguments: Sequence[str]) -> Sequence[str]:
    """Return the arguments before `--`, behind which nothing is an option."""
    return arguments[: list(arguments).index("--")] if "--" in arguments else arguments


def _asks_anything(arguments: Sequence[str]) -> bool:
    """Tell whether there is more on the line than how to speak."""
    rest = [argument for argument in arguments if argument != "--plain"]
    for name in ("--lang", "--also"):
        rest = [argument for argument in rest if not argument.startswith(f"{name}=")]
        while name in rest[:-1]:
            place = rest.index(name)
            del rest[place : place + 2]
    return bool(rest)


def _asked(arguments: Sequence[str], name: str) -> str | None:
    """Find --lang or --also anywhere on the line: languages are needed before there is an application to parse it."""
    asked = None
    options = _options(arguments)
    for place, argument in enumerate(options):
        if argument == name and place + 1 < len(options):
            asked = options[place + 1]
        elif argument.startswith(f"{name}="):
            asked = argument.removeprefix(f"{name}=")
    return asked
