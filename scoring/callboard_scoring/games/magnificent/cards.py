"""Master cards: the nineteen conditions, what each gives, and how much of it a card scored now or halved is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from callboard_scoring.games.magnificent.records import COLOURS, CONDITIONS, Card, Die, Holder, camp_count, due, sums
from callboard_scoring.ledger import Line, Reason, Value


def highest(dice: Sequence[Die]) -> str:
    """Return the colour whose dice add up to the most; of several the first."""
    by_colour = sums(dice)
    return max(COLOURS, key=lambda kind: by_colour[kind])


def counted(holder: Holder) -> list[Card]:
    """Return a player's cards, with the counts that the camp's grid tells filled in."""
    return [
        card.model_copy(update={"count": camp_count(card.condition, holder.grid)}) if card.count is None else card
        for _, card in holder.held()
    ]


def raw_points(card: Card, dice: Sequence[Die]) -> int:
    """Return a card's points before its printed maximum (Russian rulebook, scoring master cards)."""
    condition = CONDITIONS[card.condition]
    if card.condition == "dice-sum":
        return due(dice)
    if card.condition == "clear-dice":
        return condition.points * sums(dice)["clear"]
    return condition.points * ((card.count or 0) if condition.counted else 1)


def points_now(card: Card, dice: Sequence[Die]) -> int:
    """Return the points of a card scored at the end of a round."""
    points = raw_points(card, dice)
    return points if card.max is None else min(points, card.max)


def points_halved(card: Card, dice: Sequence[Die]) -> int:
    """Return the points of a card left at the end of the game: half of them, rounded down, and so is its maximum."""
    return points_now(card, dice) // 2


@dataclass(frozen=True)
class CardReasons:
    """The reasons of one way to score a card."""

    counted: Reason
    capped: Reason
    flat: Reason
    dice: Reason
    clear: Reason


def card_line(card: Card, dice: Sequence[Die], points: int, reasons: CardReasons) -> Line:
    """Explain a card's points."""
    raw = raw_points(card, dice)
    by_colour = sums(dice)
    kind = highest(dice)
    values: dict[str, Value] = {
        "condition": card.condition,
        "count": card.count or 0,
        "each": CONDITIONS[card.condition].points,
        "raw": raw,
        "max": card.max,
        "points": points,
        "colour": kind,
        "highest": by_colour[kind],
        "clear": by_colour["clear"],
    }
    if card.max is not None and raw > card.max:
        return reasons.capped(points, **values)
    if card.condition == "dice-sum":
        return reasons.dice(points, **values)
    if card.condition == "clear-dice":
        return reasons.clear(points, **values)
    return (reasons.counted if CONDITIONS[card.condition].counted else reasons.flat)(points, **values)
