"""The Magnificent: the totals of players who count differently, or read an open rule the other way."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from callboard_scoring.claimed_totals import Otherwise, differing
from callboard_scoring.games.magnificent import common_mistakes
from callboard_scoring.games.magnificent import final as end
from callboard_scoring.games.magnificent.cards import HALVED_MAXIMUM, LAST_DICE, PAID, Card, coins_for, points_now
from callboard_scoring.games.magnificent.final import PAID_FIRST, Final, FinalPlayer
from callboard_scoring.games.magnificent.holders import counted
from callboard_scoring.games.magnificent.payment import ALL_DUE, is_short, paid
from callboard_scoring.games.magnificent.perform import ONE_LEFT_OUT, Perform, best_if_each_spared
from callboard_scoring.games.magnificent.pieces import DICE_TAKEN
from callboard_scoring.games.magnificent.posters import best_of, shows_within
from callboard_scoring.games.magnificent.round import Round
from callboard_scoring.ledger import Reading


def round_(record: Round) -> Iterator[Otherwise]:
    """Yield what is otherwise at the end of a round: the card with the sum of dice, where coins are short."""
    yield from common_mistakes.round_(record)
    for player in record.players:
        if is_short(player.card, player):
            lost = paid(player) - points_now(player.card, player.dice)
            yield Otherwise(player.name, lost, ALL_DUE)


def final(record: Final) -> Iterator[Otherwise]:
    """Yield what is otherwise at the end: halved maximums, dice that count no more, and coins paid for cards."""
    yield from common_mistakes.final(record)
    ours = end.score(record)
    readings: dict[Reading, list[Callable[[FinalPlayer], FinalPlayer]]] = {
        HALVED_MAXIMUM: [_with_whole_maximums],
        LAST_DICE: [_without_die(place) for place in range(DICE_TAKEN)],
        PAID_FIRST: [_with_coins_paid],
        PAID: [_without_coins_named],
    }
    for why, changes in readings.items():
        for change in changes:
            other = record.model_copy(update={"players": tuple(map(change, record.players))})
            yield from differing(ours, end.score(other), why)


def _paid(player: FinalPlayer) -> int:
    """Return the coins that a player's cards take."""
    return sum(map(coins_for, counted(player)))


def _with_whole_maximums(player: FinalPlayer) -> FinalPlayer:
    """Return the player whose points are halved and maximums are not: half of twice as much is the whole.

    Cards may then take more coins, as far as there are any.
    """
    left, cards = player.coins, list[Card]()
    for card in player.cards:
        whole = card if card.max is None else card.model_copy(update={"max": 2 * card.max})
        paid = min(coins_for(whole), left)
        left -= paid
        cards.append(whole.model_copy(update={"count": paid}) if coins_for(whole) else whole)
    return player.model_copy(update={"cards": tuple(cards)})


def _without_die(place: int) -> Callable[[FinalPlayer], FinalPlayer]:
    """Return what takes away one of the dice: the one on the card that was scored last; which it was nobody typed."""
    return lambda player: player.model_copy(update={"dice": (*player.dice[:place], *player.dice[place + 1 :])})


def _with_coins_paid(player: FinalPlayer) -> FinalPlayer:
    """Return the player whose coins paid for cards are counted as coins all the same."""
    return player.model_copy(update={"coins": player.coins + _paid(player), "cards": tuple(counted(player))})


def _without_coins_named(player: FinalPlayer) -> FinalPlayer:
    """Return the player who pays all coins that cards name and that are there, those too that a card does not count."""
    cards = tuple(counted(player))
    beyond = sum(card.met for card in cards if card.condition == "coins-paid") - _paid(player)
    return player.model_copy(update={"coins": max(_paid(player), player.coins - beyond), "cards": cards})


def perform(record: Perform) -> Iterator[Otherwise]:
    """Yield what is otherwise for who performs: a tile left out of each poster."""
    best = best_of(shows_within(record))
    other = best_if_each_spared(record, best)
    if other is not None:
        yield Otherwise("", other.points - best.points, ONE_LEFT_OUT)


OTHERWISE = {"round": round_, "final": final, "perform": perform}
"""What people decide differently, by stage."""
