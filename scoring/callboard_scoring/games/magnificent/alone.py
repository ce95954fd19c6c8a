"""The Magnificent: the points of one player, without the other players' rows. Only notes depend on the others."""

from __future__ import annotations

from callboard_scoring.games.magnificent import final as end
from callboard_scoring.games.magnificent import round as payday
from callboard_scoring.games.magnificent.choose import Choose, ChoosePlayer, advice_for, own_notes
from callboard_scoring.ledger import Alone


def round_(player: payday.RoundPlayer, record: payday.Round) -> Alone:
    """Pay for the dice and score the card."""
    return Alone(player.name, tuple(payday.own_lines(player, record)), player.points)


def choose(player: ChoosePlayer, record: Choose) -> Alone:
    """Tell what each choice comes to, in notes: nothing is scored yet."""
    return Alone(player.name, (), notes=tuple(own_notes(player, advice_for(player), record)))


def final(player: end.FinalPlayer, record: end.Final) -> Alone:
    """Score the end of the game."""
    return Alone(player.name, end.own_lines(player, record), player.points)


ALONE = {"round": round_, "choose": choose, "final": final}
"""What does not depend on the other players, by stages."""
