"""A set-up on a screen: numbered steps, what is taken, and the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from callboard_cli.display.plain import tell_picture
from callboard_cli.display.sheet import Sheet
from callboard_cli.speech.face import Face
from callboard_scoring.game import Game

if TYPE_CHECKING:
    from callboard_cli.display.setups.telling import ToldSetup
    from callboard_rules import Rules


def show(face: Face, game: Game, whole: ToldSetup, rules: Rules | None) -> None:
    """Show a set-up; with rules, their texts and those of the notes under the steps that cite them."""
    console = face.console()
    sheet = Sheet(face, whole.cited, rules)
    console.print(Text(whole.title, style="bold"))
    console.print(sheet.table([replace(step, points=f"{number}.") for number, step in enumerate(whole.steps, 1)]))
    if whole.takes:
        console.print()
        console.print(_pieces(whole.takes, console.width))
    console.print()
    for line in sheet.references(game, console.width):
        console.print(line)
    if whole.picture is not None:
        drawn = whole.picture.drawn(console.width)
        if drawn is None:
            tell_picture(face, whole.picture)
        for line in drawn or ():
            console.print(line)


def _pieces(takes: Sequence[tuple[str, list[str]]], width: int) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(max_width=max(16, width // 3), overflow="fold")
    table.add_column()
    for name, items in takes:
        table.add_row(Text(name, style="bold"), Text(", ".join(items)))
    return table
