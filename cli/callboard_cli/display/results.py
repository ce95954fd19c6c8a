"""Results for people: on a screen, one fact a line, or in brief."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from callboard_cli.display.answer import brief_of
from callboard_cli.display.page import Page, page_of
from callboard_cli.display.rulings import rules_of
from callboard_cli.speech.face import Face
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
    face: Face, game: Game, stage: str, result: AnyResult, view: View = WHOLE, *, console: Console | None = None
) -> None:
    """Show a result, on a console of one's own if one is given."""
    page = page_of(face, game, stage, result, of=view.of, explain=view.explain, why_not=view.why_not)
    page = replace(page, again=view.again, next=view.next)
    if view.brief:
        for line in brief_of(face, page.title, page.answer):
            face.emit(line)
        return
    show_page(face, game, page, view, console=console)


def show_page(face: Face, game: Game, page: Page, view: View = WHOLE, *, console: Console | None = None) -> None:
    """Show a result that is in words already."""
    rules = rules_of(face, game) if view.explain else None
    if face.plain:
        from callboard_cli.display.plain import tell  # a screen is laid out instead

        tell(face, game, page, rules)
    else:
        from callboard_cli.display.sheet import page_on_screen  # it brings Rich

        page_on_screen(console or face.console(), face, game, page, rules)
