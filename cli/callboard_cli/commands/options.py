"""The arguments and options that several commands share, each declared once.

`help` and `metavar` are ids of messages: whoever loads a command puts them into words (`help.py`).
"""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from callboard_cli.completion import offers
from callboard_locales import LANGUAGES


def argument(metavar: str, told: str, offered: Callable[..., Any] | None = None) -> Any:
    """Describe an argument: how it is called, what it is for, and what can stand there where Tab is pressed.

    The metavar is the id of a message, in brackets where the argument may be left out, or what can be typed.
    """
    return typer.Argument(metavar=metavar, help=told, show_default=False, autocompletion=offered)


def option(name: str, told: str, metavar: str | None = None, offered: Callable[..., Any] | None = None) -> Any:
    """Describe an option as `argument` does an argument; one without a metavar is a flag."""
    return typer.Option(name, metavar=metavar, help=told, show_default=False, autocompletion=offered)


GameArgument = Annotated[str, argument("help.game-metavar", "help.game", offers.games)]
StageArgument = Annotated[str, argument("help.stage-metavar", "help.stage", offers.stages)]
RecordArgument = Annotated[list[str], argument("score.record-metavar", "score.record", offers.record)]
NightArgument = Annotated[str, argument("[night.id-metavar]", "night.id", offers.nights)]
JsonOption = Annotated[bool, option("--json", "help.json")]
ExplainOption = Annotated[bool, option("--explain", "score.explain")]
WhyNotOption = Annotated[bool, option("--why-not", "score.why-not")]
BriefOption = Annotated[bool, option("--brief", "score.brief")]
LangOption = Annotated[str | None, option("--lang", "app.lang", "|".join(LANGUAGES), offers.languages)]
AlsoOption = Annotated[str | None, option("--also", "app.also", "|".join(LANGUAGES), offers.languages)]
PlainOption = Annotated[bool, option("--plain", "app.plain")]


def show_help(ctx: typer.Context) -> None:
    """Show the help of a group where none of its commands is named."""
    if ctx.invoked_subcommand is None:
        ctx.obj.emit(ctx.get_help())
