"""The set-up of an evening for the page: what to do, and who takes what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from callboard_cli.display.setups.telling import setup_in_words
from callboard_cli.phones.telling.lines import Addresses, Citing, LineView, Rule
from callboard_cli.phones.telling.results import PictureView, picture_view
from callboard_cli.speech.face import Face, visible
from callboard_nights.night import Night


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
    told = setup_in_words(face, night.game, night.seating.options, made.setup)
    citing = Citing(face, night.game, told.steps, addresses)
    picture = picture_view(face, night.game, told.picture)
    return SetupView(told.title, citing.lines(told.steps), told.takes, picture, citing.rules, code)
