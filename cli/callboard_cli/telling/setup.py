"""The set-up of an evening for the page: what to do, and who takes what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from callboard_cli.display.setups.telling import ToldSetup, setup_in_words
from callboard_cli.speech.face import Face, visible
from callboard_cli.telling.lines import Addresses, Citing, LineView, Rule
from callboard_cli.telling.results import PictureView, picture_view
from callboard_nights.night import Night
from callboard_scoring.game import Game


@dataclass(frozen=True)
class SetupView:
    """A set-up."""

    title: str
    steps: Sequence[LineView]
    takes: Sequence[tuple[str, Sequence[str]]]
    """Who takes what, then what is taken for the table and what goes back into the box."""
    picture: PictureView | None
    rules: Sequence[Rule]
    code: str
    """What brings it back."""
    is_known: bool = True
    """Whether it can be told: a version that is gone may have drawn it."""


def setup_view(face: Face, night: Night, addresses: Addresses) -> SetupView | None:
    """Tell how an evening was set up; None where that was done without Callboard."""
    made, code = night.seating.set_up, visible(night.seating.code)
    if not code:
        return None
    if made is None:
        return SetupView("", (), (), None, (), code, is_known=False)
    return told_setup(
        face, night.game, setup_in_words(face, night.game, night.seating.options, made.setup), code, addresses
    )


def told_setup(face: Face, game: Game, whole: ToldSetup, code: str, addresses: Addresses) -> SetupView:
    """Tell a set-up that is put into words."""
    citing = Citing(face, game, whole.steps, addresses)
    picture = picture_view(face, game, whole.picture)
    return SetupView(whole.title, citing.lines(whole.steps), whole.takes, picture, citing.rules, code)
