"""Totals that people counted beside ours, on a screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from callboard_cli.display.abreast import reasons
from callboard_cli.display.counts.findings import Finding
from callboard_cli.display.counts.verdicts import Counted, Verdict
from callboard_cli.display.sheet import DIM, Sheet, flowed
from callboard_cli.speech.face import Face
from callboard_scoring.game import Game

if TYPE_CHECKING:
    from callboard_rules import Rules


def show(face: Face, game: Game, counted: Counted, rules: Rules | None) -> None:
    """Show what came of comparing totals; with rules, each text above the answer, under what cites it."""
    console = face.console()
    sheet = Sheet(face, counted.page.cited, rules, why_not=counted.page.why_not)
    if counted.again:
        console.print(Text(counted.again), soft_wrap=True)
    for renderable in reasons(face, game, counted.page, sheet, console.width):
        console.print(renderable)
    for renderable in _explained(counted, sheet) if rules else ():
        console.print(renderable)
    for verdict in counted.verdicts:
        for renderable in _told(verdict, sheet):
            console.print(renderable)
    for line in counted.alarms:
        console.print(Text(line, style="bold yellow"))
    for line in flowed(counted.ways, console.width):
        console.print(Text(line, style=DIM, overflow="fold"))
    if counted.command:
        console.print(Text(counted.command), soft_wrap=True)


def _explained(counted: Counted, sheet: Sheet) -> Iterator[RenderableType]:
    """Lay out the texts of the rules, each under an explanation that cites it."""
    parts = list(counted.to_explain)
    for name, finding in parts:
        yield Text(f"{name}: {finding.text}").append(sheet.mark(finding.rule), style=DIM)
        if finding.row is not None:
            yield from sheet.explained(finding.row)
    if parts:
        yield Rule(style=DIM)


def _told(verdict: Verdict, sheet: Sheet) -> Iterator[RenderableType]:
    """Lay out what is told of one player: who counted how many, and below that what would explain it."""
    yield Text(f"{verdict.name}: {verdict.head}", style="bold", overflow="fold")
    if verdict.hint:
        yield Text(verdict.hint)
    for lead, findings in verdict.shown:
        if lead:
            yield Text(lead)
        yield _table(findings, sheet)
    if verdict.rest:
        yield Text(verdict.rest)


def _table(findings: list[tuple[str, Finding]], sheet: Sheet) -> RenderableType:
    table = Table.grid(padding=(0, 1))
    if any(number for number, _ in findings):
        table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for number, finding in findings:
        text = Text(finding.text).append(sheet.mark(finding.rule), style=DIM)
        if finding.also:
            text.append(f"\n{finding.also}", style="italic")
        table.add_row(*([number] if len(table.columns) > 1 else []), text)
    return table
