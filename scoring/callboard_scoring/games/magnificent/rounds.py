"""The Magnificent while it is played: a turn's power, the end of a round, and which master card to score."""

from __future__ import annotations

from collections.abc import Iterator

from callboard_scoring.games.magnificent.cards import CardReasons, card_line, counted, points_halved, points_now
from callboard_scoring.games.magnificent.records import (
    COLOURS,
    Card,
    Choose,
    ChoosePlayer,
    Holder,
    Power,
    Round,
    RoundPlayer,
    colour,
    due,
    sums,
    value,
)
from callboard_scoring.ledger import Line, Result, Score, reason
from callboard_scoring.ranking import leaders

# NOTE: %(die.token)s was taken; %(colour.token)s is its colour.
DIE = reason("magnificent/power.die")
# NOTE: the die is clear and counts as %(colour.of)s this turn.
CLEAR_DIE = reason("magnificent/clear-dice.die")
# NOTE: %(dice.token)s are the earlier dice of that colour.
EARLIER = reason("magnificent/power.earlier")
NO_EARLIER = reason("magnificent/power.no-earlier")
# NOTE: %(dice.token)s are clear dice of earlier turns.
CLEAR_EARLIER = reason("magnificent/clear-dice.earlier")
# NOTE: %(count)s gems discarded, 2 power each.
GEMS = reason("magnificent/power.gems")
NO_GEMS = reason("magnificent/power.no-gems")
MODIFIERS = reason("magnificent/power.modifiers")
NO_MODIFIERS = reason("magnificent/power.no-modifiers")
# NOTE: %(due:coin)s due, the sum of %(highest)s for the colour %(colour.token)s and %(clear)s for the clear dice.
PAID = reason("magnificent/payment.paid")
# NOTE: the same with %(missing)s coins short, %(each)s points a coin.
SHORT = reason("magnificent/payment.short")
# NOTE: %(condition.token)s met %(count)s times, %(each)s points each, %(raw)s in all. So for all cards.
COUNTED = reason("magnificent/master-card-scoring.counted")
# NOTE: the printed maximum is %(max)s.
CAPPED = reason("magnificent/master-card-scoring.capped")
FLAT = reason("magnificent/master-card-scoring.flat")
# NOTE: %(highest)s is the sum of %(colour.token)s dice, %(clear)s that of the clear ones.
DICE_SUM = reason("magnificent/master-card-scoring.dice-sum")
CLEAR_DICE = reason("magnificent/master-card-scoring.clear-dice")
# NOTE: %(number)s is the card, %(now)s what it gives now, %(half)s left to the end, %(total)s with the others halved.
CHOICE = reason("magnificent/master-card-scoring.choice")
# NOTE: the best of the five, or one of the best.
BEST_CHOICE = reason("magnificent/master-card-scoring.best-choice", best=True)
# NOTE: what these numbers are not.
NO_PROPHECY = reason("magnificent/master-card-scoring.no-prophecy")
LAST_ROUND = reason("magnificent/master-card-scoring.last-round")

POWER_PER_GEM = 2
LOSS = {1: 1, 2: 2, 3: 3}
"""Points lost for each missing coin, by round (Russian rulebook, payment)."""
NOW = CardReasons(COUNTED, CAPPED, FLAT, DICE_SUM, CLEAR_DICE)
LAST = 3


def power(record: Power) -> Result:
    """Add up the power of a turn (Russian rulebook, phase 2)."""
    matching = [die for die in record.earlier if colour(die) == record.colour]
    lines = [
        (CLEAR_DIE if record.chosen else DIE)(value(record.die), die=record.die, colour=record.colour),
        EARLIER(sum(map(value, matching)), dice=matching, colour=record.colour)
        if matching
        else NO_EARLIER(colour=record.colour),
    ]
    clear = [die for die in record.earlier if colour(die) == "clear"]
    if clear:
        lines.append(CLEAR_EARLIER(dice=clear))
    lines += [
        GEMS(POWER_PER_GEM * record.gems, count=record.gems) if record.gems else NO_GEMS(),
        MODIFIERS(record.modifiers, count=record.modifiers) if record.modifiers else NO_MODIFIERS(),
    ]
    return Result(lines=tuple(lines), outcome={"power": sum(line.points for line in lines)})


def pay(player: Holder, round_number: int) -> Line:
    """Pay for the dice; each missing coin costs 1, 2 or 3 points by round, and the score may fall below zero."""
    by_colour = sums(player.dice)
    kind = max(COLOURS, key=lambda each: by_colour[each])
    owed = due(player.dice)
    missing = max(0, owed - player.coins)
    each = LOSS[round_number]
    return (SHORT if missing else PAID)(
        -each * missing,
        due=owed,
        colour=kind,
        highest=by_colour[kind],
        clear=by_colour["clear"],
        missing=missing,
        each=each,
        coins=player.coins,
    )


def paid_for(card: Card) -> int:
    """Return the coins a card takes when it is scored."""
    return (card.count or 0) if card.condition == "coins-paid" else 0


def round(record: Round) -> Result:  # noqa: A001  # the stage's own name
    """Pay for the dice and score one master card each (Russian rulebook, the end of a round)."""
    return Result(
        players=tuple(
            Score(player.name, (pay(player, record.round), *_scored(player)), player.points)
            for player in record.players
        ),
        outcome={"players": {player.name: _coins(player) for player in record.players}},
    )


def _scored(player: RoundPlayer) -> Iterator[Line]:
    for card in counted(player):
        yield card_line(card, player.dice, points_now(card, player.dice), NOW)


def _coins(player: RoundPlayer) -> dict[str, int]:
    owed = due(player.dice)
    paid = min(owed, player.coins)
    return {"due": owed, "paid": paid, "missing": owed - paid, "coins": player.coins - paid - paid_for(player.card)}


def choose(record: Choose) -> Result:
    """Show for each of five cards what it gives now, with half of each other later if nothing changed."""
    return Result(
        players=tuple(
            Score(player.name, (), notes=tuple(_choices(player, last=record.round == LAST)))
            for player in record.players
        ),
        scored=False,
        outcome={"players": {player.name: _advice(_totals(player)) for player in record.players}},
    )


def _advice(totals: list[int]) -> dict[str, list[int]]:
    """Return the totals of all choices, and the places of the best."""
    return {"choices": totals, "best": leaders(totals)}


def _totals(player: ChoosePlayer) -> list[int]:
    """Return, for each card in order, its points now and half of each other card's.

    Coins paid for one card are gone for the next: what is left pays for the others in their order.
    """
    cards = counted(player)
    left = max(0, player.coins - due(player.dice))
    totals: list[int] = []
    for place, card in enumerate(cards):
        coins = left - paid_for(card)
        total = points_now(card, player.dice)
        for other in cards[:place] + cards[place + 1 :]:
            payable = min(paid_for(other), coins)
            coins -= payable
            affordable = other.model_copy(update={"count": payable}) if paid_for(other) else other
            total += points_halved(affordable, player.dice)
        totals.append(total)
    return totals


def _choices(player: ChoosePlayer, *, last: bool) -> Iterator[Line]:
    totals = _totals(player)
    for number, (card, total) in enumerate(zip(counted(player), totals, strict=True), 1):
        why = BEST_CHOICE if total == max(totals) else CHOICE
        yield why(
            number=number,
            condition=card.condition,
            now=points_now(card, player.dice),
            half=points_halved(card, player.dice),
            total=total,
        )
    yield LAST_ROUND() if last else NO_PROPHECY()
