"""The Magnificent, what people count wrong inside a line, or by the rate of another round.

What makes no difference has 0 points here, and is told to nobody (`Game.otherwise`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from callboard_scoring.counting import Otherwise
from callboard_scoring.games.magnificent.cards import Card, coins_for, points_halved, points_now, raw_points
from callboard_scoring.games.magnificent.final import COINS_A_POINT, Final, FinalPlayer
from callboard_scoring.games.magnificent.holders import Holder, counted
from callboard_scoring.games.magnificent.payment import LOSS, pay
from callboard_scoring.games.magnificent.pieces import Die, colour, sums
from callboard_scoring.games.magnificent.plots import POINTS_A_PLOT, covered
from callboard_scoring.games.magnificent.round import Round, RoundPlayer
from callboard_scoring.ledger import Line, reason

# NOTE: %(missing)s coins short, %(other)s points each as in round %(round)s, where %(each)s are right.
OTHER_RATE = reason("magnificent/payment.other-round")
# NOTE: %(clear)s is the sum of the clear dice.
UNPAID_CLEAR = reason("magnificent/payment.clear-forgotten")
CLEAR_FORGOTTEN = reason("magnificent/master-card-scoring.clear-forgotten")
CLEAR_FORGOTTEN_TWICE = reason("magnificent/payment.clear-forgotten-twice")
# NOTE: %(condition.token)s gives %(raw)s, more than the maximum of %(max)s that the card allows.
NO_MAXIMUM = reason("magnificent/master-card-scoring.no-maximum")
# NOTE: the same, and then half of it.
HALF_NO_MAXIMUM = reason("magnificent/final-master-cards.no-maximum")
HALF_CLEAR_FORGOTTEN = reason("magnificent/final-master-cards.clear-forgotten")
# NOTE: %(whole)s are all points of the card.
NOT_HALVED = reason("magnificent/final-master-cards.not-halved")
# NOTE: %(wholes.sum)s are all points of all cards.
NONE_HALVED = reason("magnificent/final-master-cards.none-halved")
SUM_HALVED = reason("magnificent/final-master-cards.sum-halved")
ROUNDED_UP = reason("magnificent/final-master-cards.rounded-up")
# NOTE: %(rest)s coins are left over, too few for a point.
COINS_ROUNDED_UP = reason("magnificent/final-coins.rounded-up")
# NOTE: %(tiles)s plots are covered by tiles alone, %(covered)s in all.
NO_GEMS = reason("magnificent/final-plots.gems-forgotten")
# NOTE: one of %(covered)s plots.
PLOT_FORGOTTEN = reason("magnificent/final-plots.one-forgotten")


def round_(record: Round) -> Iterator[Otherwise]:
    """Yield what is counted wrong at the end of a round: coins that are short, clear dice, and the card's maximum."""
    for player in record.players:
        lines = [*_payment(player, record.round)]
        for card in counted(player):
            lines += _card_now(card, player.dice)
            both = _unpaid(player, record.round), _uncounted(card, player.dice)
            if all(both):
                lines.append(CLEAR_FORGOTTEN_TWICE(sum(both), clear=sums(player.dice)["clear"]))
        yield from (Otherwise(player.name, line.points, line) for line in lines)


def _payment(player: RoundPlayer, number: int) -> Iterator[Line]:
    """Yield a payment by the rate of another round, and one without the clear dice."""
    lost = pay(player, number)
    for other, each in LOSS.items():
        less = pay(player, other).points - lost.points
        yield OTHER_RATE(less, missing=lost.values["missing"], each=LOSS[number], other=each, round=other)
    more = _unpaid(player, number)
    if more != -lost.points:  # all that is lost is the whole line
        yield UNPAID_CLEAR(more, clear=sums(player.dice)["clear"])


def _unpaid(player: Holder, number: int) -> int:
    """Return how many points fewer are lost where the clear dice are not paid for."""
    return pay(_without_clear(player), number).points - pay(player, number).points


def _without_clear(player: Holder) -> Holder:
    return player.model_copy(update={"dice": _coloured(player.dice)})


def _coloured(dice: Sequence[Die]) -> tuple[Die, ...]:
    return tuple(die for die in dice if colour(die) != "clear")


def _card_now(card: Card, dice: Sequence[Die]) -> Iterator[Line]:
    """Yield the card without its maximum, and without the clear dice."""
    raw, points = raw_points(card, dice), points_now(card, dice)
    yield NO_MAXIMUM(raw - points, condition=card.condition, raw=raw, max=card.max)
    less = _uncounted(card, dice)
    if less != -points:  # all of it is the whole line
        yield CLEAR_FORGOTTEN(less, clear=sums(dice)["clear"])


def _uncounted(card: Card, dice: Sequence[Die]) -> int:
    """Return how many points more a card with the sum of dice gives without the clear ones; fewer are negative."""
    return points_now(card, _coloured(dice)) - points_now(card, dice) if card.condition == "dice-sum" else 0


def final(record: Final) -> Iterator[Otherwise]:
    """Yield what is counted wrong at the end: halves of cards, coins left over, and plots."""
    for player in record.players:
        lines = (*_each_card(player), *_all_cards(player), *_coins(player), *_plots(player))
        yield from (Otherwise(player.name, line.points, line) for line in lines)


def _each_card(player: FinalPlayer) -> Iterator[Line]:
    """Yield each card not halved, without its maximum, and without the clear dice."""
    for card in counted(player):
        whole, half = points_now(card, player.dice), points_halved(card, player.dice)
        yield NOT_HALVED(whole - half, condition=card.condition, whole=whole)
        raw = raw_points(card, player.dice)
        if card.max is not None and raw // 2 > card.max:  # up to it, only the half of the maximum was not applied
            yield HALF_NO_MAXIMUM(raw // 2 - half, condition=card.condition, raw=raw, max=card.max)
        less = points_halved(card, _coloured(player.dice)) - half
        if card.condition == "dice-sum" and less != -half:
            yield HALF_CLEAR_FORGOTTEN(less, clear=sums(player.dice)["clear"])


def _all_cards(player: FinalPlayer) -> Iterator[Line]:
    """Yield the cards not halved, or halved after they are added up, and halves rounded up."""
    cards = counted(player)
    wholes = [points_now(card, player.dice) for card in cards]
    given = sum(points_halved(card, player.dice) for card in cards)
    if sum(map(bool, wholes)) > 1:  # one alone was told
        yield NONE_HALVED(sum(wholes) - given, wholes=wholes)
    yield SUM_HALVED(sum(wholes) // 2 - given, wholes=wholes)
    yield ROUNDED_UP(sum(whole % 2 for whole in wholes))


def _coins(player: FinalPlayer) -> Iterator[Line]:
    """Yield the point for coins that are too few for one."""
    rest = (player.coins - sum(map(coins_for, player.cards))) % COINS_A_POINT
    if rest:
        yield COINS_ROUNDED_UP(1, rest=rest)


def _plots(player: FinalPlayer) -> Iterator[Line]:
    """Yield the plots that tiles cover without those that gems fill, and one of several forgotten."""
    tiles, every = (covered(player.open_plots, gems).plots_covered for gems in (0, player.gems_left))
    if tiles:  # where gems fill all of them it is the whole line
        yield NO_GEMS((tiles - every) * POINTS_A_PLOT, tiles=tiles, covered=every)
    if every > 1:
        yield PLOT_FORGOTTEN(-POINTS_A_PLOT, covered=every)
