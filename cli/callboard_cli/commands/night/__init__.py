"""`callboard night`: an evening that is saved; alone it shows where the table stands."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from callboard_cli.commands.grouped import Words, group_of
from callboard_cli.entry.choosing import json_option
from callboard_cli.speech.face import Face

WORDS = Words(
    "night",
    {
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
    },
    {"check": "night.check-example"},
)
"""What can be done to an evening."""


def group(
    face: Face, arguments: Sequence[str], classes: tuple[type[TyperCommand], type[TyperGroup]], texts: Mapping[str, Any]
) -> typer.Typer:
    """Return the group of these commands, of which `texts` say what it is for."""

    def night(ctx: typer.Context, *, as_json: Annotated[bool, json_option(face)] = False) -> None:
        """Show where the table stands, where nothing else is asked for."""
        if ctx.invoked_subcommand is None:
            from callboard_cli.commands.night.showing import show_night  # only then

            show_night(face, as_json=as_json)
        elif as_json:  # as the command behind it is asked to answer
            ctx.default_map = {ctx.invoked_subcommand: {"as_json": True}}

    return group_of(WORDS, face, arguments, classes, texts, alone=night)
