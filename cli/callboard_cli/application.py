"""The application in a face's language: all commands, each imported where a line names it."""

import os
import shutil
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from callboard_cli.commands.about import about
from callboard_cli.entry.offering.offers import languages
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.help import speaking
from callboard_locales import LANGUAGES

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
COMPLETE = "_CALLBOARD_COMPLETE"
"""The variable by which a shell asks how a line may go on."""
SHELLS = ("bash", "zsh", "fish", "powershell")
"""Those whose completion `completion` can install."""


def build(face: Face, arguments: Sequence[str] = ()) -> TyperGroup:
    """Build the application in the face's language.

    Commands that the arguments do not name stay names: their modules are not imported.
    """
    command_class, group_class = speaking(face, partial(about, face))
    app = typer.Typer(
        cls=group_class,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        add_completion=COMPLETE in os.environ,  # most lines need nothing of what Typer adds
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
        if name not in arguments and not os.environ.get(COMPLETE, "").startswith("complete_"):  # as Typer asks
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


def _language_option(name: str, told: str) -> Any:
    """Describe an option that names a language."""
    return typer.Option(
        name,
        metavar="|".join(LANGUAGES),
        help=told,
        show_default=False,
        autocompletion=languages,
    )


def _indented(face: Face, name: str) -> str:
    return "\n".join(f"  {line}" for line in face.text(f"{name}.examples").splitlines())


def _version(value: bool) -> None:  # noqa: FBT001  # Typer calls it with the flag
    if value:
        from importlib.metadata import version  # reads files; nothing else needs it

        typer.echo(f"callboard {version('callboard')}")
        raise typer.Exit


def _shell(value: str) -> str:
    if value not in SHELLS:
        raise CommandLineError("usage.no-shell", given=visible(value), known=", ".join(SHELLS))
    return value


def _install(face: Face, value: str) -> None:
    if value:
        from callboard_cli.completion import install  # rarely asked for

        script, copy = install(_shell(value))
        face.say(face.text("app.completion-installed", shell=value, path=visible(str(script))))
        if copy:
            face.say(face.text("app.completion-copy", path=visible(str(copy))))
        raise typer.Exit


def _show(value: str) -> None:
    if value:
        from callboard_cli.completion import script  # rarely asked for

        typer.echo(script(_shell(value)))
        raise typer.Exit
