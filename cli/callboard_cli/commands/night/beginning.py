"""An evening that begins, by itself or with a set-up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from callboard_cli.commands.night.answering import answering
from callboard_cli.entry.nights import now
from callboard_cli.entry.players import look_apart
from callboard_cli.speech.face import Face
from callboard_nights.acts import begin
from callboard_nights.night import Night, night_of
from callboard_nights.statistics import summary_of
from callboard_nights.storage.ids import new_id
from callboard_scoring.game import Game

if TYPE_CHECKING:
    from callboard_nights.storage.store import Store


@dataclass(frozen=True)
class Begun:
    """An evening that was begun, and is the current one now."""

    name: str
    night: Night
    saved: Store

    def show(self, face: Face) -> None:
        """Say that it begins, and what comes next."""
        from callboard_cli.display.evenings.evening import show_start  # a program sees none

        show_start(face, self.name, self.night)


def begin_evening(face: Face, game: Game, names: Sequence[str], code: str, *, as_json: bool) -> Begun:
    """Save a new evening of these players, with the code of its set-up if there was one.

    :raises CommandLineError: when a name cannot be typed in this game.
    :raises typer.Exit: when it cannot be saved, which is told.
    """
    look_apart(game, names)
    with answering(face, as_json=as_json) as saved:
        log = begin(game, names, now(), code)
        night = night_of(log)
        name = saved.begin(log, summary_of(night), night=new_id(game.id))
    return Begun(name, night, saved)
