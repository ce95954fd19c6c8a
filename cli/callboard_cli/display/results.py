"""Results for people: on a screen, or one fact a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from callboard_cli.display.page import page_of
from callboard_cli.speech.face import Face
from callboard_rules import load_rules
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult

if TYPE_CHECKING:
    from rich.console import Console


def show_result(  # noqa: PLR0913  # what to show, and how
    face: Face, game: Game, stage: str, result: AnyResult, *, explain: bool, console: Console | None = None
) -> None:
    """Show a result, on a console of one's own if one is given; with `explain`, rules' texts under their lines."""
    page = page_of(face, game, stage, result)
    rules = load_rules(game.id, face.catalog.language) if explain else None
    if face.plain:
        from callboard_cli.display.plain import tell  # noqa: PLC0415  # a screen is laid out instead

        tell(face, game, page, rules)
    else:
        from callboard_cli.display.abreast import show  # noqa: PLC0415  # it brings Rich

        show(console or face.console(), face, game, page, rules)
