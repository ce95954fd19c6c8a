"""Markdown on a screen. Imported only where there is one: it brings Rich."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown as RichMarkdown
from rich.markdown import TableElement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from callboard_cli.ui.output import UI
from callboard_rules.markdown import table_lines


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


_FOUND = "black on yellow"
"""How the words of a question stand out in the text that answers it."""


def section_on_screen(  # noqa: PLR0913, PLR0917  # the parts of a page, from top to bottom
    ui: UI,
    answers: Iterable[str],
    title: str,
    body: str,
    notes: Iterable[tuple[str, str]],
    quiet: Iterable[str],
    found: Iterable[str],
) -> str:
    """Lay a section out for the screen: the passages that answer, the title, text, notes by kind, quiet lines.

    The words found in it stand out.
    """
    console = ui.console()
    words = rf"(?i)\b(?:{'|'.join(found) or '(?!)'})\b"
    text = Text()
    for segment in console.render(Markdown(body)):
        text.append(segment.text, segment.style)
    text.highlight_regex(words, _FOUND)
    with console.capture() as page:
        for answer in answers:
            said = Text(answer, style="bold")
            said.highlight_regex(words, _FOUND)
            console.print(said)
            console.print()
        console.print(Text(title, style="bold underline"))
        console.print()
        console.print(text, end="")
        for kind, note in notes:
            console.print()
            console.print(Padding(Markdown(f"**{kind}:** {note}"), (0, 2)))
        console.print()
        for line in quiet:
            console.print(Text(line, style="dim"))
    return page.get().removesuffix("\n")
