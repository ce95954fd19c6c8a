"""Paying for the dice at the end of a round, before a master card is scored."""

from __future__ import annotations

from collections.abc import Iterator

from callboard_scoring.checks import above
from callboard_scoring.games.magnificent.cards import coins_for, due, highest
from callboard_scoring.games.magnificent.holders import Holder, held
from callboard_scoring.games.magnificent.pieces import sums
from callboard_scoring.ledger import Line, reason
from callboard_scoring.problems import Check, Problem

# NOTE: %(due:coin)s due, the sum of %(highest)s for the colour %(colour.token)s and %(clear)s for the clear dice.
PAID = reason("magnificent/payment.paid")
# NOTE: the same with %(missing)s coins short, %(each)s points a coin.
SHORT = reason("magnificent/payment.short")

LOSS = {1: 1, 2: 2, 3: 3}
"""Points lost for each missing coin, by round (Russian rulebook, payment)."""


class Payer(Holder):
    """One player at the end of a round, who pays for the dice before a card is scored."""

    def checks(self) -> tuple[Check, ...]:
        """Look whether cards take more coins than the payment leaves."""
        return *super().checks(), self._paid

    def _paid(self) -> Iterator[Problem]:
        for location, card in held(self):
            yield from above(left(self), coins_for(card), (*location, "count"), "magnificent/error.paid")


def left(player: Holder) -> int:
    """Return the coins left once the dice are paid for."""
    return max(0, player.coins - due(player.dice))


def pay(player: Holder, round_number: int) -> Line:
    """Pay for the dice; each missing coin costs 1, 2 or 3 points by round, and the score may fall below zero."""
    shown = sums(player.dice)
    kind = highest(player.dice)
    owed = due(player.dice)
    missing = max(0, owed - player.coins)
    each = LOSS[round_number]
    return (SHORT if missing else PAID)(
        -each * missing,
        due=owed,
        colour=kind,
        highest=shown[kind],
        clear=shown["clear"],
        missing=missing,
        each=each,
        coins=player.coins,
    )
