"""A set-up as plain data: the steps with their sections, who takes what, and what brings it back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from callboard_cli.paper.sheets import ON_PAPER, PaperPicture, Sheet, on_paper, on_sheet
from callboard_cli.render.rows import Row
from callboard_cli.render.setups import kind_of
from callboard_cli.ui.output import UI
from callboard_cli.views.results import setup_page
from callboard_locales import Catalog
from callboard_scoring.constrained_draws import Made
from callboard_scoring.game import Game


@dataclass(frozen=True)
class SetupSheet(Sheet):
    """A whole set-up."""

    steps: Sequence[Row]
    hands: Sequence[tuple[str, Sequence[str]]]
    """Who takes what."""
    piles: Sequence[tuple[str, Sequence[str]]]
    """What is taken for the table, and what goes back into the box."""
    picture: PaperPicture | None
    wished: Sequence[str]
    """What was wished of it."""
    again: str
    """That the same set-up comes back by the command."""
    command: str


def setup_sheet(ui: UI, game: Game, made: Made, command: str, wished: Sequence[str] = ()) -> SetupSheet:
    """Return the sheet of a set-up, with the command that makes it again and what was `wished` of it."""
    whole = setup_page(ui, game, made, ON_PAPER)
    return SetupSheet(
        **on_sheet(ui, game, ui.beside(kind_of, game.id, made.options.model_dump())),
        steps=whole.steps,
        hands=whole.hands,
        piles=whole.piles,
        picture=on_paper(whole.picture),
        wished=wished,
        again=ui.beside(Catalog.text, "setup.again"),
        command=command,
    )
