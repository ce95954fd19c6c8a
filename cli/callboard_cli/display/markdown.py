"""Markdown on a screen. Imported only where there is one: it brings Rich."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown as RichMarkdown
from rich.markdown import TableElement
from rich.table import Table
from rich.text import Text

from callboard_rules.plain import table_lines


class _Table(TableElement):
    """A table; where the screen is too narrow for its words, and Rich would cut them, a row a line."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        (table,) = cast("Iterable[Table]", super().__rich_console__(console, options))
        if not any("…" in segment.text for segment in console.render(table, options)):
            yield table
            return
        rows = [self.header.row if self.header else None, *(self.body.rows if self.body else ())]
        yield Text()
        yield from map(Text, table_lines([[cell.content.plain for cell in row.cells] for row in rows if row]))


class Markdown(RichMarkdown):
    """Markdown whose tables lose no word."""

    elements = {**RichMarkdown.elements, "table_open": _Table}  # noqa: RUF012  # as Rich has it
