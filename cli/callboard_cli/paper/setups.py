"""A set-up as plain data: the steps with their sections, who takes what, and what brings it back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from callboard_cli.display.rows import Row
from callboard_cli.display.setups import kind_of, setup_in_words
from callboard_cli.paper.sheets import ON_PAPER, PaperPicture, Sheet, on_paper, on_sheet
from callboard_cli.speech.face import Face
from callboard_cli.telling.results import linked_setup
from callboard_locales import Catalog
from callboard_scoring.game import Game
from callboard_scoring.lots import Made


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


def setup_sheet(face: Face, game: Game, made: Made, command: str, wished: Sequence[str] = ()) -> SetupSheet:
    """Return the sheet of a set-up, with the command that makes it again and what was `wished` of it."""
    options: Mapping[str, object] = made.options.model_dump()
    whole = linked_setup(face, game, setup_in_words(face, game, options, made.setup), ON_PAPER)
    return SetupSheet(
        **on_sheet(face, game, face.beside(kind_of, game.id, options)),
        steps=whole.steps,
        hands=whole.hands,
        piles=whole.piles,
        picture=on_paper(whole.picture),
        wished=wished,
        again=face.beside(Catalog.text, "setup.again"),
        command=command,
    )
