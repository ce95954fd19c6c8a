"""A command that has commands of its own: only those that a line names are imported."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from callboard_cli.speech.face import Face


@dataclass(frozen=True)
class Words:
    """The commands of a group."""

    name: str
    """Of the group."""
    modules: Mapping[str, str]
    """Each command with the module in the group's folder that has it, in the order of the help page."""
    examples: Mapping[str, str] = field(default_factory=dict)
    """The examples of those whose help has one of its own; the help of the group shows most others."""


def group_of(  # noqa: PLR0913  # what it has, in which language, for which line, and of which classes
    words: Words,
    face: Face,
    arguments: Sequence[str],
    classes: tuple[type[TyperCommand], type[TyperGroup]],
    texts: Mapping[str, Any],
    *,
    alone: Callable[..., None] | None = None,
) -> typer.Typer:
    """Return the group, of which `texts` say what it is for; `alone` is what it does where no command is named.

    Nothing but to show its help, if nobody says. Commands that the arguments do not name stay names.
    """
    command_class, group_class = classes
    app = typer.Typer(name=words.name, cls=group_class, rich_markup_mode=None, invoke_without_command=True, **texts)
    app.callback()(alone or _showing_help(face))
    for word, module in words.modules.items():
        function = _placeholder
        if word in arguments:
            function = import_module(f"callboard_cli.commands.{words.name}.{module}").COMMANDS[word](face)
        told = face.text(f"{words.name}.{word}")
        short = told.partition(". ")[0].rstrip(".")
        if word in words.examples:
            told += f"\n\n\b\n{face.text('help.example')}\n  {face.text(words.examples[word])}"
        app.command(word, cls=command_class, help=told, short_help=short)(function)
    return app


def _showing_help(face: Face) -> Callable[[typer.Context], None]:
    """Return what a group does that has nothing to do by itself."""

    def show(ctx: typer.Context) -> None:
        if ctx.invoked_subcommand is None:
            face.emit(ctx.get_help())

    return show


def _placeholder() -> None:
    """Stand for a command that this line does not name."""
