"""The evenings that statistics count: those that ended, of a game and of players if any are named."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from callboard_cli.input.evenings import opened
from callboard_cli.ui.output import nearest
from callboard_nights.seating import LogError
from callboard_nights.statistics import COUNTED, Play, play_of
from callboard_scoring.fields import same_name
from callboard_scoring.words import fold

if TYPE_CHECKING:
    from callboard_nights.storage.store import Store


def ended_plays(saved: Store) -> tuple[list[Play], int]:
    """Return the evenings that ended, the oldest first, and of how many nothing can be counted.

    One whose summary was lost, or written before statistics were, is counted anew; of a game that is not here it
    cannot be. Nothing is written: what only reads leaves the store as it is.
    """
    plays: list[Play] = []
    lost = 0
    for one in reversed(saved.summaries()):
        table = one.table
        if table is None or (table["ended"] and COUNTED not in table):
            from callboard_nights.statistics import summary_of  # most summaries tell all

            try:
                table = summary_of(opened(saved, one.night))
            except LogError:
                lost += 1
                continue
        play = play_of(one.night, table)
        if play is not None:
            plays.append(play)
    return plays, lost


def of_game(plays: Collection[Play], game: str) -> list[Play]:
    """Return the plays of a game; all of them where none is named."""
    return [play for play in plays if game in ("", play.game)]


def no_players(plays: Collection[Play], given: Iterable[str]) -> list[tuple[str, str | None]]:
    """Return who was named but never played, with the name that was probably meant, if one is near."""
    known = {fold(name): name for play in plays for name in play.players}
    missing = [name.strip() for name in given if not named_players(plays, [name])]
    return [(name, known.get(nearest(fold(name), list(known)) or "")) for name in dict.fromkeys(missing)]


def named_players(plays: Collection[Play], given: Collection[str]) -> frozenset[str]:
    """Return the players who are meant, in whatever case they are written."""
    asked = {same_name(name.strip()) for name in given}
    return frozenset(name for play in plays for name in play.players if same_name(name) in asked)
