"""A result on a screen: players side by side, or below each other where the width is too small."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from callboard_cli.display.drawing import draw
from callboard_cli.display.page import Account, Page, Row
from callboard_cli.display.sections import body_of
from callboard_cli.display.spoken import spoken
from callboard_cli.speech.face import Face
from callboard_rules import Rules
from callboard_scoring.game import Game

COLUMN = 36
"""The narrowest column, in cells, in which a reason is still a sentence and no ladder."""
_BEST = "★"


def show(console: Console, face: Face, game: Game, page: Page, rules: Rules | None) -> None:
    """Show a page on a console; with rules, their texts under the lines that cite them."""
    for renderable in rendered(face, game, page, rules, console.width):
        console.print(renderable)


def rendered(face: Face, game: Game, page: Page, rules: Rules | None, width: int) -> Iterable[RenderableType]:
    """Lay a page out for a width in cells; with rules, players stand below each other and texts below their lines."""
    yield Text(page.title, style="bold")
    for doubt in page.doubts:
        yield Text(doubt, style="bold yellow")
    if page.picture is not None:
        drawn = draw(face, game, page.picture, width)
        yield from map(Text, spoken(face, game, page.picture)) if drawn is None else drawn
    told: set[str] = set()
    accounts = [account for account in page.accounts if not account.is_blank]
    abreast = 1 if rules else max(1, min(len(accounts), (width + 1) // (COLUMN + 1)))
    for first in range(0, len(accounts), abreast):
        group = accounts[first : first + abreast]
        grid = Table.grid(expand=True)
        for _ in range(abreast):
            grid.add_column(ratio=1)
        grid.add_row(*(_panel(face, account, rules, told) for account in group))
        yield grid
    if page.rows:
        yield _row_table(face, page.rows, rules, told)
    for end in page.ends:
        yield Text(end, style="bold" if page.accounts else "")
    for ruling in page.rulings:
        yield Text(ruling, style="dim")


def _panel(face: Face, account: Account, rules: Rules | None, told: set[str]) -> RenderableType:

    title = Text(f"{_BEST} {account.name}" if account.won else account.name, style="bold")
    parts: list[RenderableType] = []
    if len(title) > COLUMN - 6:  # a frame would cut it
        parts.append(Text(title.plain, style="bold", overflow="fold"))
        title = Text()
    if account.start:
        parts.append(Text(face.text("result.start", points=account.start)))
    if account.rows:
        parts.append(_row_table(face, account.rows, rules, told))
    if account.notes:
        parts.append(_row_table(face, account.notes, rules, told))
    parts += [Text(fact) for fact in account.facts]
    if account.total:
        parts.append(Text(f"= {account.total}", style="bold"))
    return Panel(Group(*parts), title=title, title_align="left", box=box.ROUNDED)


def _row_table(face: Face, rows: list[Row], rules: Rules | None, told: set[str]) -> RenderableType:

    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(ratio=1, overflow="fold")
    for row in rows:
        text = Text(row.text)
        if row.best:
            text = Text(f"{_BEST} ", style="bold").append(row.text)
        name = row.rule.partition("/")[2]
        if row.points:
            table.add_row(Text(row.points, style=_style(row.points)), text)
            table.add_row("", Text(f"§ {name}", style="dim"))
        else:
            table.add_row("", text.append(f" [{name}]", style="dim"))
        if row.also and row.also != row.text:
            table.add_row("", Text(row.also, style="italic"))
        section = rules.sections.get(name) if rules else None
        if section is not None:
            if row.rule in told:
                table.add_row("", Text(face.text("result.rule-above", title=section.title), style="italic"))
            else:
                told.add(row.rule)
                whole = f"**{section.title}**\n\n{body_of(face.catalog, section)}"
                table.add_row("", Padding(Markdown(whole), (0, 0, 1, 2)))
    return table


def _style(points: str) -> str:
    return {"+": "bold green", "−": "bold red"}.get(points[:1], "")
