"""The `callboard` command: chooses the language, then builds the application in it."""

import contextlib
import os
import shutil
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from callboard_cli.entry.choosing import is_asking
from callboard_cli.entry.filing.files import UnreadableError
from callboard_cli.entry.games import broken, tell_faults
from callboard_cli.entry.offering.offers import languages
from callboard_cli.speech.complaints import CommandLineError, complaint
from callboard_cli.speech.face import Face, is_calm, is_plain, visible
from callboard_cli.speech.help import speaking
from callboard_cli.speech.streams import OutputError
from callboard_locales import LANGUAGES, UnknownLanguageError, catalog, choose_language, system_language

COMMANDS = (
    "games",
    "score",
    "check",
    "night",
    "table",
    "replay",
    "stats",
    "setup",
    "print",
    "rules",
    "glossary",
    "report",
    "batch",
    "example",
    "schema",
    "game",
)
"""Each is a module in `commands`, in the order of the help page."""
GROUPS = ("night", "print", "report")
"""Those that have commands of their own."""
_HELP_WIDTH = 90
"""The widest help page, in cells: longer lines are hard to follow."""
_COMPLETE = "_CALLBOARD_COMPLETE"
_COMPLETED = ("bash", "zsh", "fish")
"""The shells whose scripts for completion are our own; Typer answers the others, and the scripts of version 0.1."""
SHELLS = ("bash", "zsh", "fish", "powershell")
"""Those whose completion `completion` can install."""


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit status; or tell a shell that asks how a line may go on."""
    return _complete() if os.environ.get(_COMPLETE) in _COMPLETED else _spoken(arguments)


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
        face = Face(catalog(language), plain=True)
        _fail(face, face.text("usage.no-language", given=visible(error.asked), known=", ".join(LANGUAGES)))
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
        _fail(face, face.text("usage.broken", what=visible(str(error.filename or error))))
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
        from callboard_cli.completing import offered, read_line, told  # noqa: PLC0415  # only Tab needs them

        line = read_line(os.environ.get("_CALLBOARD_LINE", ""), os.environ.get("_CALLBOARD_BREAKS", ""))
        language = system_language()
        for asked in (None, _asked(line.words, "--lang")):
            with contextlib.suppress(UnknownLanguageError):
                language = choose_language(asked)
        face = Face(catalog(language), plain=True)
        for text in list(told(os.environ[_COMPLETE], line, offered(build(face, line.words), line))):
            face.emit(text)
    return 0


def _run(face: Face, arguments: Sequence[str]) -> int:
    """Run one command line in a face's language, and tell what is wrong with it."""
    if not _asks_anything(arguments) and is_asking(as_json=False):
        from callboard_cli.commands.lead import lead  # noqa: PLC0415  # most lines say what they want

        arguments = lead(face, arguments)
        if not arguments:
            return 0
    command = build(face, arguments)
    try:
        line = list(arguments) if _asks_anything(arguments) else [*arguments, "--help"]
        return int(command.main(line, prog_name="callboard", standalone_mode=False) or 0)
    except UnreadableError as error:
        from callboard_cli.entry.refusing.refusal import tell_unreadable  # noqa: PLC0415  # most records can be read

        tell_unreadable(face, error)
        return 2 if error.usage else 1
    except typer.Abort:
        return 1
    except (CommandLineError, typer.TyperException) as error:
        wrong = complaint(error, command)
        if "--json" in _options(arguments):
            _fail_program(face, wrong)
            return 2
        _fail(face, face.text(wrong.message, **wrong.values))
        named = _named(command, arguments)
        for typed in wrong.lines or (_about(face, named, wrong.about) if wrong.about else ()):
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


def _fail_program(face: Face, wrong: CommandLineError) -> None:
    """Say what is wrong with the command line where a program reads everything."""
    from callboard_cli.speech.data import SCHEMA, to_json  # noqa: PLC0415  # most lines are right

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


def build(face: Face, arguments: Sequence[str] = ()) -> TyperGroup:
    """Build the application in the face's language.

    Commands that the arguments do not name stay names: their modules are not imported.
    """
    command_class, group_class = speaking(face, lambda command, words: _about(face, command, words))
    app = typer.Typer(
        cls=group_class,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        add_completion=_COMPLETE in os.environ,  # most lines need nothing of what Typer adds
        help=face.text("app.help"),
        context_settings={"terminal_width": min(shutil.get_terminal_size().columns, _HELP_WIDTH)},
    )

    @app.callback()
    def root(  # noqa: PLR0913  # one parameter an option
        *,
        lang: Annotated[str, _language_option("--lang", face.text("app.lang"))] = "",
        also: Annotated[str, _language_option("--also", face.text("app.also"))] = "",
        plain: Annotated[bool, typer.Option("--plain", help=face.text("app.plain"), show_default=False)] = False,
        version: Annotated[
            bool, typer.Option("--version", help=face.text("app.version"), callback=_version, is_eager=True)
        ] = False,
        install_completion: Annotated[
            str,
            typer.Option(
                metavar="|".join(SHELLS),
                help=face.text("app.install-completion"),
                callback=lambda value: _install(face, value),
                show_default=False,
            ),
        ] = "",
        show_completion: Annotated[
            str,
            typer.Option(
                metavar="|".join(SHELLS),
                help=face.text("app.show-completion"),
                callback=_show,
                show_default=False,
            ),
        ] = "",
    ) -> None:
        """Take the options that stand before a command; `run` has read the languages and plainness already."""

    for name in COMMANDS:
        if name not in arguments and not os.environ.get(_COMPLETE, "").startswith("complete_"):  # as Typer asks
            continue
        module = import_module(f"callboard_cli.commands.{name}")
        if name in GROUPS:
            app.add_typer(module.group(face, arguments, (command_class, group_class), _texts(face, name)))
        else:
            app.command(name, cls=command_class, **_texts(face, name))(module.command(face))
    group = get_command(app)
    assert isinstance(group, TyperGroup)  # noqa: S101  # for the type checkers: the callback makes it a group
    # Typer looks long at a function for its parameters; the names of commands that are not asked for have none.
    group.commands = {
        name: group.commands.get(name) or command_class(name, rich_markup_mode=None, **_texts(face, name))
        for name in COMMANDS
    }
    # Typer adds options of these two names that speak English; they expose no value, ours do.
    own = ("install_completion", "show_completion")
    group.params = [param for param in group.params if param.name not in own or param.expose_value]
    shared = [param for param in group.params if param.name in ("lang", "also", "plain")]
    for param in shared:
        param.expose_value = False
    for command in group.commands.values():
        for one in (command, *getattr(command, "commands", {}).values()):
            one.params += shared
    return group


def _texts(face: Face, name: str) -> dict[str, Any]:
    """Return what help says of a command: what it is for, with examples, and the same in a line."""
    return {
        "help": f"{face.text(f'{name}.help')}\n\n\b\n{face.text('help.example')}\n{_indented(face, name)}",
        "short_help": face.text(f"{name}.short"),
    }


def _language_option(name: str, told: str) -> Any:  # noqa: ANN401  # Typer's own
    """Describe an option that names a language."""
    return typer.Option(
        name,
        metavar="|".join(LANGUAGES),
        help=told,
        show_default=False,
        autocompletion=languages,
    )


def _about(face: Face, command: str, words: Sequence[str]) -> list[str]:
    """Return what the help of a command says of the game and the stage that its words name."""
    from callboard_cli.commands.about import about  # noqa: PLC0415  # help is asked for seldom

    return about(face, command, words)


def _indented(face: Face, name: str) -> str:
    return "\n".join(f"  {line}" for line in face.text(f"{name}.examples").splitlines())


def _version(value: bool) -> None:  # noqa: FBT001  # Typer calls it with the flag
    if value:
        from importlib.metadata import version  # noqa: PLC0415  # reads files; nothing else needs it

        typer.echo(f"callboard {version('callboard')}")
        raise typer.Exit


def _shell(value: str) -> str:
    if value not in SHELLS:
        raise CommandLineError("usage.no-shell", given=visible(value), known=", ".join(SHELLS))
    return value


def _install(face: Face, value: str) -> None:
    if value:
        from callboard_cli.completion import install  # noqa: PLC0415  # rarely asked for

        script, copy = install(_shell(value))
        face.say(face.text("app.completion-installed", shell=value, path=visible(str(script))))
        if copy:
            face.say(face.text("app.completion-copy", path=visible(str(copy))))
        raise typer.Exit


def _show(value: str) -> None:
    if value:
        from callboard_cli.completion import script  # noqa: PLC0415  # rarely asked for

        typer.echo(script(_shell(value)))
        raise typer.Exit
