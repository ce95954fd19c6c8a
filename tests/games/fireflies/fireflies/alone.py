"""Fireflies, what a player has by the own row, whatever the others have: all of it."""

from __future__ import annotations

from callboard_scoring.ledger import Alone
from fireflies import final as end
from fireflies import night as dusk


def night(player: dusk.Player, _: dusk.Night) -> Alone:
    """Score a jar."""
    return Alone(player.name, tuple(dusk.own_lines(player)))


def final(player: end.Player, _: end.Final) -> Alone:
    """Add up the nights and the moons."""
    return Alone(player.name, tuple(end.own_lines(player)))


ALONE = {"night": night, "final": final}
"""What does not depend on the other players, by stages."""
