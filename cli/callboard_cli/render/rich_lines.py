"""Results, counted totals and set-ups laid out for a screen. Imported only where there is one: it brings Rich.

Lines have what they give beside them, their rules and notes below them, and below all stands what they cite.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich import box
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from callboard_cli.render.claims import Counted, Finding, Verdict
from callboard_cli.render.page import Account, Page
from callboard_cli.render.plain import tell_picture
from callboard_cli.render.rows import LACKED, Cited, Item, Row, SetupPage
from callboard_cli.render.summary import BETWEEN, Answer, doubts_text
from callboard_cli.ui.output import UI
from callboard_scoring.game import Game

if TYPE_CHECKING:
    from callboard_rules import Rules


BEST = "★"
DIM = "dim"
_MARK = "§%s"
_UNDER = (0, 0, 1, 2)
"""What is left free around a text that explains a line."""
COLUMN = 36
"""The narrowest column, in cells, in which a reason is still a sentence and no ladder."""


class Sheet:
    """A page that is being laid out: rules and notes stand in it once each."""

    def __init__(self, ui: UI, cited: Cited, rules: Rules | None, *, why_not: bool = False) -> None:
        """Take what the lines cite, the rules where they are asked for, and whether it is asked what lines lacked."""
        self._ui = ui
        self._cited = cited
        self._rules = rules
        self._why_not = why_not
        self._told: set[str] = set()

    @property
    def explains(self) -> bool:
        """Whether rules and notes stand under their lines."""
        return self._rules is not None

    def table(self, rows: Sequence[Row], *, bare: bool = False) -> RenderableType:
        """Lay lines out below each other; bare ones without their rules."""
        table = Table.grid(padding=(0, 1), expand=True)
        has_points = any(row.points for row in rows)
        if has_points:
            table.add_column(justify="right", no_wrap=True)
        table.add_column(ratio=1, overflow="fold")
        for row in rows:
            for place, part in enumerate([*self._parts(row), *(() if bare else self.explained(row))]):
                points = [Text("" if place else row.points, style=_style(row.points))] if has_points else []
                table.add_row(*points, part)
        return table

    def explained(self, row: Row) -> Iterator[RenderableType]:
        """Yield the rule that a line cites and the notes that decided it, each once."""
        if self._rules is None:
            return
        from callboard_cli.render.markdown import Markdown  # only explanations need it
        from callboard_cli.render.sections import body_of

        section = self._rules.sections.get(row.rule.partition("/")[2])
        if section is not None and row.rule not in self._told:
            self._told.add(row.rule)
            yield Padding(Markdown(f"**{section.title}**\n\n{body_of(self._ui.catalog, section)}"), _UNDER)
        for note in self._cited.untold(row, self._told):
            number = _MARK % self._cited.numbers[note.rule]
            yield Padding(Markdown(f"**{note.kind}** ({number}): {note.text}"), _UNDER)

    def references(self, game: Game, width: int) -> Iterator[Text]:
        """Yield what the small numbers stand for, how to read it, and how many open points of the rules there were."""
        lines = [
            *flowed(self._cited.names(_MARK), width),
            self._cited.how(self._ui, game),
            self._cited.open_points(self._ui, _MARK),
        ]
        return (Text(line, style=DIM, overflow="fold") for line in lines if line)

    def mark(self, rule: str) -> str:
        """Return the small number of a section, as it stands behind what cites it; nothing of what cites none."""
        return f" {_MARK % self._cited.numbers[rule]}" if rule else ""

    def _parts(self, row: Row) -> Iterator[RenderableType]:
        """Yield a line's sentence, its items, the same in the second language, and what it lacked if that is asked."""
        text = Text().append(f"{BEST} " if row.best else "", style="bold").append(row.text)
        yield text.append(self.mark(row.rule), style=DIM)
        if row.items:
            yield _items(row.items)
        if row.also:
            yield Text(row.also, style="italic")
        for lack in row.lacks if self._why_not else ():
            yield Text(f"{LACKED} {lack.text}")
            if lack.also:
                yield Text(lack.also, style="italic")


def flowed(items: Iterable[str], width: int) -> list[str]:
    """Fill lines of a width in cells with items, none of which is broken unless it is wider than a line."""
    lines: list[str] = []
    for item in items:
        if lines and cell_len(f"{lines[-1]}{BETWEEN}{item}{BETWEEN.rstrip()}") <= width:
            lines[-1] += f"{BETWEEN}{item}"
        elif lines and cell_len(lines[-1]) <= width < cell_len(f"{lines[-1]}{BETWEEN.rstrip()}"):
            lines.append(item)  # the mark would stand on a line of its own
        else:
            lines[-1:] = [f"{lines[-1]}{BETWEEN.rstrip()}", item] if lines else [item]
    return lines


def _items(items: Sequence[Item]) -> RenderableType:
    """Lay what is told item by item out below each other: names, texts, points."""
    table = Table.grid(padding=(0, 1))
    for _ in range(3):
        table.add_column(overflow="fold")
    for item in items:
        table.add_row(Text(item.name), Text(item.text), Text(item.points, style=_style(item.points)))
    return table


def _style(points: str) -> str:
    return {"+": "bold green", "−": "bold red", "0": ""}.get(points[:1], "bold")


def page_on_screen(console: Console, ui: UI, game: Game, page: Page, rules: Rules | None) -> None:
    """Show a page on a console; with rules, their texts and those of the notes under the lines that cite them."""
    for renderable in rendered(ui, game, page, rules, console.width):
        console.print(renderable)
    for line in page.commands(ui):
        console.print(Text(line), soft_wrap=True)


def rendered(ui: UI, game: Game, page: Page, rules: Rules | None, width: int) -> Iterator[RenderableType]:
    """Lay a page out for a width in cells; with rules, players stand below each other and texts below their lines."""
    sheet = Sheet(ui, page.cited, rules, why_not=page.why_not)
    yield from reasons(ui, game, page, sheet, width)
    yield from _answer(ui, page.answer, sheet, width)


def reasons(ui: UI, game: Game, page: Page, sheet: Sheet, width: int) -> Iterator[RenderableType]:
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
        grid.add_row(*(_panel(ui, account, sheet) for account in page.accounts[first : first + abreast]))
        yield grid
    if page.rows:
        yield sheet.table(page.rows)
    yield from (part for row in page.answer.rows for part in sheet.explained(row))  # the answer itself stays short
    if page.cited.numbers:
        yield from sheet.references(game, width)
        yield Rule(style=DIM)


def _answer(ui: UI, answer: Answer, sheet: Sheet, width: int) -> Iterator[RenderableType]:
    for line in (*flowed(answer.totals, width), *answer.gains, answer.first):
        if line:
            yield Text(line, style="bold", overflow="fold")
    if answer.rows:
        yield sheet.table(answer.rows, bare=True)
    for line in flowed(map(str, answer.facts), width):
        yield Text(line, style="bold", overflow="fold")
    if answer.doubts:
        yield Text(doubts_text(ui, answer.doubts), style="bold yellow")
    yield from (Text(line, style=DIM) for line in flowed(answer.ways, width))


def _panel(ui: UI, account: Account, sheet: Sheet) -> RenderableType:
    title = Text(f"{BEST} {account.name}" if account.won else account.name, style="bold")
    parts: list[RenderableType] = []
    if len(title) > COLUMN - 6:  # a frame would cut it
        parts.append(Text(title.plain, style="bold", overflow="fold"))
        title = Text()
    if account.start:
        parts.append(Text(ui.text("result.start", points=account.start)))
    parts += [sheet.table(rows) for rows in (account.rows, account.notes) if rows]
    parts += [Text(str(fact)) for fact in account.facts]
    if account.total:
        parts.append(Text(f"= {account.total}", style="bold"))
    return Panel(Group(*parts), title=title, title_align="left", box=box.ROUNDED)


def counted_on_screen(ui: UI, game: Game, counted: Counted, rules: Rules | None) -> None:
    """Show what came of comparing totals; with rules, each text above the answer, under what cites it."""
    console = ui.console()
    sheet = Sheet(ui, counted.page.cited, rules, why_not=counted.page.why_not)
    if counted.again:
        console.print(Text(counted.again), soft_wrap=True)
    for renderable in reasons(ui, game, counted.page, sheet, console.width):
        console.print(renderable)
    for renderable in _explained(counted, sheet) if rules else ():
        console.print(renderable)
    for verdict in counted.verdicts:
        for renderable in _verdict(verdict, sheet):
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


def _verdict(verdict: Verdict, sheet: Sheet) -> Iterator[RenderableType]:
    """Lay out what is told of one player: who counted how many, and below that what would explain it."""
    yield Text(f"{verdict.name}: {verdict.head}", style="bold", overflow="fold")
    if verdict.hint:
        yield Text(verdict.hint)
    for lead, findings in verdict.shown:
        if lead:
            yield Text(lead)
        yield _findings(findings, sheet)
    if verdict.rest:
        yield Text(verdict.rest)


def _findings(findings: list[tuple[str, Finding]], sheet: Sheet) -> RenderableType:
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


def setup_on_screen(ui: UI, game: Game, whole: SetupPage, rules: Rules | None) -> None:
    """Show a set-up; with rules, their texts and those of the notes under the steps that cite them."""
    console = ui.console()
    sheet = Sheet(ui, whole.cited, rules)
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
            tell_picture(ui, whole.picture)
        for line in drawn or ():
            console.print(line)


def _pieces(takes: Sequence[tuple[str, list[str]]], width: int) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(max_width=max(16, width // 3), overflow="fold")
    table.add_column()
    for name, items in takes:
        table.add_row(Text(name, style="bold"), Text(", ".join(items)))
    return table
