"""Totals that people counted beside ours, on a screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from callboard_cli.display.abreast import reasons
from callboard_cli.display.counts.verdicts import Counted, Verdict
from callboard_cli.display.sheet import DIM, Sheet
from callboard_cli.speech.face import Face
from callboard_scoring.game import Game

if TYPE_CHECKING:
    from callboard_rules import Rules


def show(face: Face, game: Game, counted: Counted, rules: Rules | None) -> None:
    """Show what came of comparing totals; with rules, their texts above the answer."""
    console = face.console()
    sheet = Sheet(face, counted.page.cited, rules, why_not=counted.page.why_not)
    for renderable in reasons(face, game, counted.page, sheet, console.width):
        console.print(renderable)
    for verdict in counted.verdicts:
        for renderable in _told(verdict, sheet):
            console.print(renderable)
    for line in counted.alarms:
        console.print(Text(line, style="bold yellow"))
    for line in counted.ways:
        console.print(Text(line, style=DIM))
    for line in counted.commands:
        console.print(Text(line), soft_wrap=True)


def _told(verdict: Verdict, sheet: Sheet) -> Iterator[RenderableType]:
    """Lay out what is told of one player: who counted how many, and below that what would explain it."""
    yield Text(f"{verdict.name}: {verdict.head}", style="bold", overflow="fold")
    if verdict.lead:
        yield Text(verdict.lead)
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    before = ""
    for number, finding in verdict.numbered:
        text = Text(finding.text).append(sheet.mark(finding.rule), style=DIM)
        if finding.also:
            text.append(f"\n{finding.also}", style="italic")
        table.add_row("" if number == before != "–" else number, text)
        before = number
    if table.row_count:
        yield table
    if verdict.rest:
        yield Text(verdict.rest)
