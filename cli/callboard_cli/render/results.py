"""Results for people: on a screen, one fact a line, or in brief."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from callboard_cli.render.page import Page, page_of
from callboard_cli.render.rows import rules_of
from callboard_cli.render.summary import brief_of
from callboard_cli.ui.output import UI
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True)
class View:
    """How much of a result to show."""

    explain: bool = False
    """With the rules' texts under their lines, and those of the notes that decided something."""
    why_not: bool = False
    """With what lines lacked that gave nothing; `explain` tells that too."""
    brief: bool = False
    """The answer alone, in lines to read aloud or to paste into a chat."""
    of: Collection[str] = ()
    """The players, as the record names them, whose reasons alone are told; empty for all."""
    again: str = ""
    """The command that scores the same again, where the record was asked for."""
    next: str = ""
    """The command to go on with, which is told last of all; empty where there is none."""


WHOLE = View()


def show_result(  # noqa: PLR0913  # what to show, and how
    ui: UI, game: Game, stage: str, result: AnyResult, view: View = WHOLE, *, console: Console | None = None
) -> None:
    """Show a result, on a console of one's own if one is given."""
    page = page_of(ui, game, stage, result, of=view.of, explain=view.explain, why_not=view.why_not)
    page = replace(page, again=view.again, next=view.next)
    if view.brief:
        for line in brief_of(ui, page.title, page.answer):
            ui.emit(line)
        return
    show_page(ui, game, page, view, console=console)


def show_page(ui: UI, game: Game, page: Page, view: View = WHOLE, *, console: Console | None = None) -> None:
    """Show a result that is in words already."""
    rules = rules_of(ui, game) if view.explain else None
    if ui.plain:
        from callboard_cli.render.plain import tell  # a screen is laid out instead

        tell(ui, game, page, rules)
    else:
        from callboard_cli.render.rich_lines import page_on_screen  # it brings Rich

        page_on_screen(console or ui.console(), ui, game, page, rules)
