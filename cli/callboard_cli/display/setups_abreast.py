"""A set-up on a screen: numbered steps, the picture, and what is taken."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from callboard_cli.display.drawing import draw
from callboard_cli.display.spoken import spoken
from callboard_cli.display.steps import Step
from callboard_cli.speech.face import Face
from callboard_scoring.game import Game
from callboard_scoring.pictures import Picture


def show(  # noqa: PLR0913, PLR0917  # what is shown, from top to bottom
    face: Face,
    game: Game,
    title: str,
    steps: Sequence[Step],
    picture: Picture | None,
    takes: Sequence[tuple[str, list[str]]],
) -> None:
    """Show a set-up."""
    console = face.console()
    console.print(Text(title, style="bold"))
    console.print(_steps(steps))
    if picture is not None:
        _show_picture(console, face, game, picture)
    if takes:
        console.print()
        console.print(_pieces(takes, console.width))


def _steps(steps: Sequence[Step]) -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    for number, step in enumerate(steps, 1):
        words = Text(step.text).append(f" [{step.rule.partition('/')[2]}]", style="dim")
        table.add_row(Text(f"{number}.", style="bold"), words)
        if step.also:
            table.add_row("", Text(step.also, style="italic"))
    return table


def _show_picture(console: Console, face: Face, game: Game, picture: Picture) -> None:
    """Draw the picture, or say it where it cannot be drawn."""
    drawn = draw(face, game, picture, console.width)
    if drawn is None:
        face.say(face.text("picture.reading"))
        for stop in spoken(face, game, picture):
            face.say(stop)
    for line in drawn or ():
        console.print(line)


def _pieces(takes: Sequence[tuple[str, list[str]]], width: int) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(max_width=max(16, width // 3), overflow="fold")
    table.add_column()
    for name, items in takes:
        table.add_row(Text(name, style="bold"), Text(", ".join(items)))
    return table
