"""`callboard night`: an evening that is saved; alone it shows where the table stands."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from callboard_cli.entry.choosing import json_option
from callboard_cli.speech.face import Face

WORDS = {
    "start": "start",
    "add": "entering",
    "edit": "entering",
    "undo": "steps",
    "redo": "steps",
    "show": "showing",
    "list": "showing",
    "check": "checking",
    "end": "keeping",
    "resume": "keeping",
    "note": "keeping",
    "rename": "keeping",
    "export": "sharing",
    "import": "sharing",
    "remove": "keeping",
}
"""What can be done to an evening, in the order of the help page, each with its module."""

EXAMPLES = {"check": "night.check-example"}
"""The examples of those whose help has one of its own; the help of the group shows most others."""


def group(
    face: Face, arguments: Sequence[str], classes: tuple[type[TyperCommand], type[TyperGroup]], texts: Mapping[str, Any]
) -> typer.Typer:
    """Return the group of these commands, of which `texts` say what it is for.

    Those that the arguments do not name stay names: their modules are not imported.
    """
    command_class, group_class = classes
    app = typer.Typer(name="night", cls=group_class, rich_markup_mode=None, invoke_without_command=True, **texts)

    @app.callback()
    def night(ctx: typer.Context, *, as_json: Annotated[bool, json_option(face)] = False) -> None:
        """Show where the table stands, where nothing else is asked for."""
        if ctx.invoked_subcommand is None:
            from callboard_cli.commands.night.showing import show_night  # noqa: PLC0415  # only then

            show_night(face, as_json=as_json)

    for word, module in WORDS.items():
        if word in arguments:
            function = import_module(f"callboard_cli.commands.night.{module}").COMMANDS[word](face)
        else:
            function = _placeholder
        told = face.text(f"night.{word}")
        short = told.partition(". ")[0].rstrip(".")
        if word in EXAMPLES:
            told += f"\n\n\b\n{face.text('help.example')}\n  {face.text(EXAMPLES[word])}"
        app.command(word, cls=command_class, help=told, short_help=short)(function)
    return app


def _placeholder() -> None:
    """Stand for a command that this line does not name."""
