"""Half points for the master cards that are left at the end, and what of them the rulebook leaves to be read."""

from __future__ import annotations

from collections.abc import Sequence

from callboard_scoring.games.magnificent.cards import Card, points_halved, raw_points
from callboard_scoring.games.magnificent.pieces import Die
from callboard_scoring.ledger import Reading, reading

HALVED_MAXIMUM = reading("magnificent/final-master-cards.maximum")
LAST_DICE = reading("magnificent/final-master-cards.dice")

ABOUT_DICE = ("dice-sum", "clear-dice")
"""The conditions that look at the dice."""


def half_readings(card: Card, dice: Sequence[Die], *, last: bool = True) -> tuple[Reading, ...]:
    """Return the readings that made half of a card what it is, or without which it could be something else.

    Before the last round other dice will be there at the end, so nothing of these is told.
    """
    points = points_halved(card, dice)
    found = (
        (HALVED_MAXIMUM, card.max is not None and points < min(raw_points(card, dice) // 2, card.max)),
        (LAST_DICE, last and card.condition in ABOUT_DICE and points > 0),
    )
    return tuple([each for each, is_met in found if is_met])
