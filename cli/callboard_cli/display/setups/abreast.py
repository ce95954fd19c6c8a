"""A set-up on a screen: numbered steps, what is taken, and the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from callboard_cli.display.cited import Cited
from callboard_cli.display.drawing import draw
from callboard_cli.display.rows import Row
from callboard_cli.display.sheet import Sheet
from callboard_cli.display.spoken import spoken
from callboard_cli.speech.face import Face
from callboard_scoring.game import Game
from callboard_scoring.pictures import Picture

if TYPE_CHECKING:
    from callboard_rules import Rules


def show(  # noqa: PLR0913, PLR0917  # what is shown, from top to bottom
    face: Face,
    game: Game,
    title: str,
    steps: Sequence[Row],
    takes: Sequence[tuple[str, list[str]]],
    cited: Cited,
    rules: Rules | None,
    picture: Picture | None,
) -> None:
    """Show a set-up; with rules, their texts and those of the notes under the steps that cite them."""
    console = face.console()
    sheet = Sheet(face, cited, rules)
    console.print(Text(title, style="bold"))
    console.print(sheet.table([replace(step, points=f"{number}.") for number, step in enumerate(steps, 1)]))
    if takes:
        console.print()
        console.print(_pieces(takes, console.width))
    console.print()
    for line in sheet.references(game, console.width):
        console.print(line)
    if picture is not None:
        _show_picture(console, face, game, picture)


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
