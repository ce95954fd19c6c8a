"""The Magnificent, which of five master cards to score: what each gives now, and the others later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from callboard_scoring.fields import Seats, count
from callboard_scoring.games.magnificent.cards import (
    CARD,
    Card,
    card_readings,
    coins_for,
    due,
    half_readings,
    points_halved,
    points_now,
)
from callboard_scoring.games.magnificent.holders import counted, table_checks, table_doubts
from callboard_scoring.games.magnificent.near_misses import card_lacks
from callboard_scoring.games.magnificent.payment import ALL_DUE, Payer, is_short, left, points_doubts
from callboard_scoring.games.magnificent.pieces import CARDS_LEFT, PLAYERS, ROUNDS
from callboard_scoring.ledger import Line, Outcome, Result, Score, leaders, reason
from callboard_scoring.problems import Check
from callboard_scoring.records import Record

# NOTE: %(number)s is the card, %(now)s what it gives now, %(half)s left to the end, %(total)s with the others halved.
CHOICE = reason("magnificent/master-card-scoring.choice")
# NOTE: the best of the five, or one of the best.
BEST_CHOICE = reason("magnificent/master-card-scoring.best-choice", best=True, answer=True)
# NOTE: what these numbers are not.
NO_PROPHECY = reason("magnificent/master-card-scoring.no-prophecy")
LAST_ROUND = reason("magnificent/master-card-scoring.last-round")

FIVE = CARDS_LEFT + 1


class ChoosePlayer(Payer):
    """One player with all five master cards, before one of them is scored."""

    cards: Annotated[tuple[Card, ...], Field(min_length=FIVE, max_length=FIVE), CARD]


class Choose(Record):
    """The players at the end of a round, before anybody has chosen."""

    round: Annotated[int, count(1, ROUNDS)]
    players: Annotated[tuple[ChoosePlayer, ...], Seats(1, PLAYERS)]

    def checks(self) -> tuple[Check, ...]:
        """Look across the players: dice, coins, tiles, posters."""
        return table_checks(self)

    def doubts(self) -> tuple[Check, ...]:
        """Look across the players: solo dice, hats, posters, and who cannot have so few points in this round."""
        return lambda: points_doubts(self.players, self.round - 1), *table_doubts(self, self.round)


class Advice(Outcome):
    """What each choice of one player comes to."""

    choices: tuple[int, ...]
    """For each card in order its points now, with half of each other card's."""
    best: tuple[int, ...]
    """The places of the best choices, counted from 0."""


class ChooseOutcome(Outcome):
    """The choices, by player."""

    players: dict[str, Advice]


def score(record: Choose) -> Result[ChooseOutcome]:
    """Show for each of five cards what it gives now, with half of each other later if nothing changed."""
    advice = {player.name: advice_for(player) for player in record.players}
    return Result(
        players=tuple(
            Score(player.name, (), notes=tuple(own_notes(player, advice[player.name], record)))
            for player in record.players
        ),
        scored=False,
        outcome=ChooseOutcome(players=advice),
    )


def advice_for(player: ChoosePlayer) -> Advice:
    """Return what each of a player's choices comes to."""
    cards = counted(player)
    halves = [points_halved(card, player.dice) for card in cards]
    totals = [_total(player, cards, halves, place) for place in range(FIVE)]
    return Advice(choices=tuple(totals), best=tuple(leaders(totals)))


def _total(player: ChoosePlayer, cards: Sequence[Card], halves: Sequence[int], chosen: int) -> int:
    """Return the points of one of a player's cards now and half of each other card's, which `halves` has.

    Coins paid for one card are gone for the next: what is left pays for the others in their order.
    """
    total = points_now(cards[chosen], player.dice) + sum(halves) - halves[chosen]
    coins = left(player) - coins_for(cards[chosen])
    for place, card in enumerate(cards):
        asked = coins_for(card)
        if asked and place != chosen:
            paid = min(asked, coins)
            coins -= paid
            total += points_halved(card, player.dice, paid) - halves[place]
    return total


def own_notes(player: ChoosePlayer, advice: Advice, record: Choose) -> Iterator[Line]:
    """Yield each choice, and what these numbers are not; of all only what cards lacked depends on the others."""
    for place, (card, total) in enumerate(zip(counted(player), advice.choices, strict=True)):
        line = (BEST_CHOICE if place in advice.best else CHOICE)(
            number=place + 1,
            condition=card.condition,
            now=points_now(card, player.dice),
            half=points_halved(card, player.dice),
            total=total,
        )
        readings = (*card_readings(card), *half_readings(card, player.dice, last=record.round == ROUNDS))
        yield (
            line.under(*readings)
            .under(ALL_DUE, when=is_short(card, player))
            .lacking(card_lacks, card, player, record.players, player.coins - due(player.dice))
        )
    yield NO_PROPHECY() if record.round < ROUNDS else LAST_ROUND()
