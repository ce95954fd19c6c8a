"""The Magnificent: common mistakes inside a line, or by the rate of another round.

A mistake that makes no difference has 0 points here; `Game.otherwise` leaves it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from callboard_scoring.claimed_totals import Otherwise
from callboard_scoring.games.magnificent.cards import Card, coins_for, due, points_halved, points_now, raw_points
from callboard_scoring.games.magnificent.final import COINS_A_POINT, POINTS_A_PLOT, Final, FinalPlayer, covered
from callboard_scoring.games.magnificent.holders import Holder, counted
from callboard_scoring.games.magnificent.payment import LOSS, pay
from callboard_scoring.games.magnificent.pieces import COLOURS, Die, colour, sums, value
from callboard_scoring.games.magnificent.round import Round, RoundPlayer
from callboard_scoring.ledger import Line, reason

# NOTE: %(missing)s coins short, %(other)s points each as in round %(round)s, where %(each)s are right.
OTHER_RATE = reason("magnificent/payment.other-round")
# NOTE: %(clear)s is the sum of the clear dice.
UNPAID_CLEAR = reason("magnificent/payment.clear-forgotten")
CLEAR_FORGOTTEN = reason("magnificent/master-card-scoring.clear-forgotten")
CLEAR_FORGOTTEN_TWICE = reason("magnificent/payment.clear-forgotten-twice")
# NOTE: %(every)s is the sum of all dice, %(due)s that of the highest colour and the clear ones.
ALL_COLOURS_PAID = reason("magnificent/payment.all-colours")
ALL_COLOURS = reason("magnificent/master-card-scoring.all-colours")
ALL_COLOURS_TWICE = reason("magnificent/payment.all-colours-twice")
# NOTE: %(condition.token)s gives %(raw)s, more than the maximum of %(max)s that the card allows.
NO_MAXIMUM = reason("magnificent/master-card-scoring.no-maximum")
# NOTE: the same, and then half of it.
HALF_NO_MAXIMUM = reason("magnificent/final-master-cards.no-maximum")
HALF_CLEAR_FORGOTTEN = reason("magnificent/final-master-cards.clear-forgotten")
HALF_ALL_COLOURS = reason("magnificent/final-master-cards.all-colours")
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
    """Yield what is counted wrong at the end of a round: coins that are short, the dice, and the card's maximum."""
    for player in record.players:
        lines = [*_payment(player, record.round)]
        for card in counted(player):
            lines += [*_card_now(card, player.dice), *_both(card, player, record.round)]
        yield from (Otherwise(player.name, line.points, line) for line in lines)


def _payment(player: RoundPlayer, number: int) -> Iterator[Line]:
    """Yield a payment by the rate of another round, one without the clear dice, and one for the dice of all colours."""
    lost = pay(player, number)
    for other, each in LOSS.items():
        less = pay(player, other).points - lost.points
        yield OTHER_RATE(less, missing=lost.values["missing"], each=LOSS[number], other=each, round=other)
    more = _saved(player, number, _coloured(player.dice))
    if more != -lost.points:  # all that is lost is the whole line
        yield UNPAID_CLEAR(more, clear=sums(player.dice)["clear"])
    yield ALL_COLOURS_PAID(_saved(player, number, _of_one_colour(player.dice)), **_all_colours(player.dice))


def _saved(player: Holder, number: int, dice: Sequence[Die]) -> int:
    """Return how many points fewer are lost where these dice are paid for; more are negative."""
    return pay(player.model_copy(update={"dice": dice}), number).points - pay(player, number).points


def _coloured(dice: Sequence[Die]) -> tuple[Die, ...]:
    return tuple(die for die in dice if colour(die) != "clear")


def _of_one_colour(dice: Sequence[Die]) -> tuple[Die, ...]:
    """Return the dice as if they had one colour, so that all of them are added up."""
    return tuple(f"{COLOURS[0]} {value(die)}" for die in dice)


def _all_colours(dice: Sequence[Die]) -> dict[str, int]:
    """Return what all dice add up to, and what is due for them."""
    return {"every": sum(map(value, dice)), "due": due(dice)}


def _card_now(card: Card, dice: Sequence[Die]) -> Iterator[Line]:
    """Yield the card without its maximum, without the clear dice, and with those of all colours."""
    raw, points = raw_points(card, dice), points_now(card, dice)
    yield NO_MAXIMUM(raw - points, condition=card.condition, raw=raw, max=card.max)
    less = _gained(card, dice, _coloured(dice))
    if less != -points:  # all of it is the whole line
        yield CLEAR_FORGOTTEN(less, clear=sums(dice)["clear"])
    yield ALL_COLOURS(_gained(card, dice, _of_one_colour(dice)), **_all_colours(dice))


def _gained(card: Card, dice: Sequence[Die], other: Sequence[Die]) -> int:
    """Return how many points more a card with the sum of dice gives for the other dice; fewer are negative."""
    return points_now(card, other) - points_now(card, dice) if card.condition == "dice-sum" else 0


def _both(card: Card, player: RoundPlayer, number: int) -> Iterator[Line]:
    """Yield the same mistake about the dice in the payment and on the card."""
    dice = player.dice
    for other, why, values in (
        (_coloured(dice), CLEAR_FORGOTTEN_TWICE, {"clear": sums(dice)["clear"]}),
        (_of_one_colour(dice), ALL_COLOURS_TWICE, _all_colours(dice)),
    ):
        both = _saved(player, number, other), _gained(card, dice, other)
        if all(both):
            yield why(sum(both), **values)


def final(record: Final) -> Iterator[Otherwise]:
    """Yield what is counted wrong at the end: halves of cards, coins left over, and plots."""
    for player in record.players:
        lines = (*_each_card(player), *_all_cards(player), *_coins(player), *_plots(player))
        yield from (Otherwise(player.name, line.points, line) for line in lines)


def _each_card(player: FinalPlayer) -> Iterator[Line]:
    """Yield each card not halved, without its maximum, without the clear dice, and with those of all colours."""
    for card in counted(player):
        whole, half = points_now(card, player.dice), points_halved(card, player.dice)
        yield NOT_HALVED(whole - half, condition=card.condition, whole=whole)
        raw = raw_points(card, player.dice)
        if card.max is not None and raw // 2 > card.max:  # up to it, only the half of the maximum was not applied
            yield HALF_NO_MAXIMUM(raw // 2 - half, condition=card.condition, raw=raw, max=card.max)
        if card.condition == "dice-sum":
            less = points_halved(card, _coloured(player.dice)) - half
            if less != -half:
                yield HALF_CLEAR_FORGOTTEN(less, clear=sums(player.dice)["clear"])
            more = points_halved(card, _of_one_colour(player.dice)) - half
            yield HALF_ALL_COLOURS(more, **_all_colours(player.dice))


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
    rest = (player.coins - sum(map(coins_for, counted(player)))) % COINS_A_POINT
    if rest:
        yield COINS_ROUNDED_UP(1, rest=rest)


def _plots(player: FinalPlayer) -> Iterator[Line]:
    """Yield the plots that tiles cover without those that gems fill, and one of several forgotten."""
    tiles, every = (covered(player.open_plots, gems).plots_covered for gems in (0, player.gems_left))
    if tiles:  # where gems fill all of them it is the whole line
        yield NO_GEMS((tiles - every) * POINTS_A_PLOT, tiles=tiles, covered=every)
    if every > 1:
        yield PLOT_FORGOTTEN(-POINTS_A_PLOT, covered=every)
