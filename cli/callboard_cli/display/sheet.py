"""Lines on a screen: what they give beside them, their rules and notes below them, and below all what they cite."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from callboard_cli.display.answer import BETWEEN
from callboard_cli.display.rows import LACKED, Cited, Item, Row
from callboard_cli.speech.face import Face
from callboard_scoring.game import Game

if TYPE_CHECKING:
    from callboard_rules import Rules

BEST = "★"
DIM = "dim"
_MARK = "§%s"
_UNDER = (0, 0, 1, 2)
"""What is left free around a text that explains a line."""


class Sheet:
    """A page that is being laid out: rules and notes stand in it once each."""

    def __init__(self, face: Face, cited: Cited, rules: Rules | None, *, why_not: bool = False) -> None:
        """Take what the lines cite, the rules where they are asked for, and whether it is asked what lines lacked."""
        self._face = face
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
        from callboard_cli.display.markdown import Markdown  # only explanations need it
        from callboard_cli.display.sections import body_of

        section = self._rules.sections.get(row.rule.partition("/")[2])
        if section is not None and row.rule not in self._told:
            self._told.add(row.rule)
            yield Padding(Markdown(f"**{section.title}**\n\n{body_of(self._face.catalog, section)}"), _UNDER)
        for note in self._cited.untold(row, self._told):
            number = _MARK % self._cited.numbers[note.rule]
            yield Padding(Markdown(f"**{note.kind}** ({number}): {note.text}"), _UNDER)

    def references(self, game: Game, width: int) -> Iterator[Text]:
        """Yield what the small numbers stand for, how to read it, and how many open points of the rules there were."""
        lines = [
            *flowed(self._cited.names(_MARK), width),
            self._cited.how(self._face, game),
            self._cited.open_points(self._face, _MARK),
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
