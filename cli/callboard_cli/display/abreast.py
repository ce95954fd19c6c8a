"""A result on a screen: players side by side, or below each other where the width is too small; last the answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from callboard_cli.display.answer import Answer, doubts_told
from callboard_cli.display.page import Account, Page
from callboard_cli.display.sheet import BEST, DIM, Sheet, flowed
from callboard_cli.speech.face import Face
from callboard_scoring.game import Game

if TYPE_CHECKING:
    from callboard_rules import Rules

COLUMN = 36
"""The narrowest column, in cells, in which a reason is still a sentence and no ladder."""


def show(console: Console, face: Face, game: Game, page: Page, rules: Rules | None) -> None:
    """Show a page on a console; with rules, their texts and those of the notes under the lines that cite them."""
    for renderable in rendered(face, game, page, rules, console.width):
        console.print(renderable)
    for line in page.commands(face):
        console.print(Text(line), soft_wrap=True)


def rendered(face: Face, game: Game, page: Page, rules: Rules | None, width: int) -> Iterator[RenderableType]:
    """Lay a page out for a width in cells; with rules, players stand below each other and texts below their lines."""
    sheet = Sheet(face, page.cited, rules, why_not=page.why_not)
    yield from reasons(face, game, page, sheet, width)
    yield from _answer(face, page.answer, sheet, width)


def reasons(face: Face, game: Game, page: Page, sheet: Sheet, width: int) -> Iterator[RenderableType]:
    """Lay out what stands above the answer."""
    yield Text(page.title, style="bold")
    for doubt in page.doubts:
        yield Text(doubt, style="bold yellow")
    if page.picture is not None:
        drawn = page.picture.drawn(width)
        yield from map(Text, page.picture.words) if drawn is None else drawn
    abreast = 1 if sheet.explains else max(1, min(len(page.accounts), (width + 1) // (COLUMN + 1)))
    for first in range(0, len(page.accounts), abreast):
        grid = Table.grid(expand=True)
        for _ in range(abreast):
            grid.add_column(ratio=1)
        grid.add_row(*(_panel(face, account, sheet) for account in page.accounts[first : first + abreast]))
        yield grid
    if page.rows:
        yield sheet.table(page.rows)
    yield from (part for row in page.answer.rows for part in sheet.explained(row))  # the answer itself stays short
    if page.cited.numbers:
        yield from sheet.references(game, width)
        yield Rule(style=DIM)


def _answer(face: Face, answer: Answer, sheet: Sheet, width: int) -> Iterator[RenderableType]:
    for line in (*flowed(answer.totals, width), *answer.gains, answer.first):
        if line:
            yield Text(line, style="bold", overflow="fold")
    if answer.rows:
        yield sheet.table(answer.rows, bare=True)
    for line in flowed(map(str, answer.facts), width):
        yield Text(line, style="bold", overflow="fold")
    if answer.doubts:
        yield Text(doubts_told(face, answer.doubts), style="bold yellow")
    yield from (Text(line, style=DIM) for line in flowed(answer.ways, width))


def _panel(face: Face, account: Account, sheet: Sheet) -> RenderableType:
    title = Text(f"{BEST} {account.name}" if account.won else account.name, style="bold")
    parts: list[RenderableType] = []
    if len(title) > COLUMN - 6:  # a frame would cut it
        parts.append(Text(title.plain, style="bold", overflow="fold"))
        title = Text()
    if account.start:
        parts.append(Text(face.text("result.start", points=account.start)))
    parts += [sheet.table(rows) for rows in (account.rows, account.notes) if rows]
    parts += [Text(str(fact)) for fact in account.facts]
    if account.total:
        parts.append(Text(f"= {account.total}", style="bold"))
    return Panel(Group(*parts), title=title, title_align="left", box=box.ROUNDED)
