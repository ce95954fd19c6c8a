"""The Magnificent, the end of a round: payment for the dice, and one master card each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from callboard_scoring.fields import Seats, count
from callboard_scoring.games.magnificent.cards import (
    CARD,
    Card,
    CardReasons,
    card_line,
    coins_for,
    due,
    points_now,
)
from callboard_scoring.games.magnificent.holders import counted, table_checks, table_doubts
from callboard_scoring.games.magnificent.near_misses import card_lacks
from callboard_scoring.games.magnificent.payment import ALL_DUE, Payer, is_short, left, paid, pay, points_doubts
from callboard_scoring.games.magnificent.pieces import PLAYERS, ROUNDS
from callboard_scoring.ledger import Line, Outcome, Result, Score, reason
from callboard_scoring.problems import Check
from callboard_scoring.records import Record

# NOTE: %(condition.token)s met %(count)s times, %(each)s points each, %(raw)s in all. So for all cards.
COUNTED = reason("magnificent/master-card-scoring.counted")
# NOTE: the printed maximum is %(max)s.
CAPPED = reason("magnificent/master-card-scoring.capped")
FLAT = reason("magnificent/master-card-scoring.flat")
# NOTE: %(highest)s is the sum of %(colour.token)s dice, %(clear)s that of the clear ones.
DICE_SUM = reason("magnificent/master-card-scoring.dice-sum")
CLEAR_DICE = reason("magnificent/master-card-scoring.clear-dice")

NOW = CardReasons(COUNTED, CAPPED, FLAT, DICE_SUM, CLEAR_DICE)


class RoundPlayer(Payer):
    """One player, with the master card to be scored."""

    card: Annotated[Card, CARD]


class Round(Record):
    """The end of a round: payment, and one master card each."""

    round: Annotated[int, count(1, ROUNDS)]
    players: Annotated[tuple[RoundPlayer, ...], Seats(1, PLAYERS)]

    def checks(self) -> tuple[Check, ...]:
        """Look across the players: dice, coins, tiles, posters."""
        return table_checks(self)

    def doubts(self) -> tuple[Check, ...]:
        """Look across the players: solo dice, hats, posters, and who cannot have so few points in this round."""
        return lambda: points_doubts(self.players, self.round - 1), *table_doubts(self, self.round)


class Paid(Outcome):
    """What became of one player's coins."""

    due: int
    """The coins due for the dice."""
    paid: int
    """Those paid."""
    missing: int
    """Those that were not there."""
    coins: int
    """What is left, after those that the card takes."""


class RoundOutcome(Outcome):
    """What became of the coins, by player."""

    players: dict[str, Paid]


def score(record: Round) -> Result[RoundOutcome]:
    """Pay for the dice and score one master card each (Russian rulebook, the end of a round)."""
    return Result(
        players=tuple(Score(player.name, tuple(own_lines(player, record)), player.points) for player in record.players),
        outcome=RoundOutcome(players={player.name: _paid(player) for player in record.players}),
    )


def own_lines(player: RoundPlayer, record: Round) -> Iterator[Line]:
    """Yield the payment and the card; of both only what they lacked depends on the others."""
    yield pay(player, record.round, record.players)
    for card in counted(player):
        line = card_line(card, player.dice, points_now(card, player.dice), NOW)
        coins = player.coins - due(player.dice)
        yield line.under(ALL_DUE, when=is_short(card, player)).lacking(card_lacks, card, player, record.players, coins)


def _paid(player: RoundPlayer) -> Paid:
    owed, given = due(player.dice), paid(player)
    return Paid(due=owed, paid=given, missing=owed - given, coins=left(player) - sum(map(coins_for, counted(player))))
