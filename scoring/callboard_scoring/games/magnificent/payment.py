"""Paying for the dice at the end of a round, before a master card is scored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from callboard_scoring.fields import above
from callboard_scoring.games.magnificent.cards import Card, due, highest, points_now
from callboard_scoring.games.magnificent.grid import gems_drawn
from callboard_scoring.games.magnificent.holders import Holder, coins_left
from callboard_scoring.games.magnificent.pieces import MOST_PIPS, sums
from callboard_scoring.ledger import Line, reading, reason
from callboard_scoring.problems import Check, Problem

# NOTE: %(due:coin)s due, the sum of %(highest)s for the colour %(colour.token)s and %(clear)s for the clear dice.
PAID = reason("magnificent/payment.paid")
# NOTE: the same with %(missing)s coins short, %(each)s points a coin.
SHORT = reason("magnificent/payment.short")
# NOTE: with %(count:coin)s more nothing would be lost.
LACKS = reason("magnificent/payment.lacks")

ALL_DUE = reading("magnificent/master-conditions.short")

LOSS = {1: 1, 2: 2, 3: 3}
"""Points lost for each missing coin, by round (Russian rulebook, payment)."""


class Payer(Holder):
    """One player at the end of a round, who pays for the dice before a card is scored."""

    @property
    def coins_to_pay(self) -> int:
        """The coins that are left once the dice are paid for."""
        return left(self)

    def doubts(self) -> tuple[Check, ...]:
        """Look for gems in the camp, where they are put only at the end of the game (Russian rulebook, game end)."""
        early = gems_drawn(self.grid)
        return *super().doubts(), lambda: above(0, early, ("grid",), "magnificent/doubt.gems-early")


def points_doubts(players: Sequence[Holder], rounds: int) -> Iterator[Problem]:
    """Yield the points that nobody can have after so many rounds are paid: only payments take any away."""
    least = -sum(MOST_PIPS * LOSS[paid] for paid in range(1, rounds + 1))
    for seat, player in enumerate(players):
        if player.points < least:
            values = {"points": player.points, "limit": least}
            yield Problem(("players", seat, "points"), "magnificent/doubt.points", values)


def paid(player: Holder) -> int:
    """Return the coins paid for the dice: those due, as far as they are there."""
    return min(due(player.dice), player.coins)


def left(player: Holder) -> int:
    """Return the coins left once the dice are paid for."""
    return player.coins - paid(player)


def is_short(card: Card, player: Holder) -> bool:
    """Tell whether a card with the sum of dice gives more than a player had coins to pay."""
    return card.condition == "dice-sum" and paid(player) < points_now(card, player.dice)


def pay(player: Holder, round_number: int, players: Sequence[Holder] = ()) -> Line:
    """Pay for the dice; each missing coin costs 1, 2 or 3 points by round, and the score may fall below zero."""
    shown = sums(player.dice)
    kind = highest(player.dice)
    owed = due(player.dice)
    missing = owed - paid(player)
    each = LOSS[round_number]
    line = (SHORT if missing else PAID)(
        -each * missing,
        due=owed,
        colour=kind,
        highest=shown[kind],
        clear=shown["clear"],
        missing=missing,
        each=each,
        coins=player.coins,
    )
    return line.lacking(_coins_lacked, missing, players) if missing else line


def _coins_lacked(missing: int, players: Sequence[Holder]) -> Iterator[Line]:
    """Name the coins that are missing, as long as so many are with none of the players."""
    if missing <= coins_left(players):
        yield LACKS(count=missing)
