"""Master cards: the nineteen conditions, what each gives now, and the half points of those left at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Any

from callboard_scoring.fields import OR_NOBODY, Typed, above, choice, count
from callboard_scoring.games.magnificent.grid import CELLS_OF_A_COLOUR
from callboard_scoring.games.magnificent.pieces import (
    ARTISTS,
    COINS,
    COLOURS,
    LARGE_TILES,
    MOST_PIPS,
    NUMBER,
    POSTERS,
    SMALL_TILES,
    STORAGE,
    TENTS,
    TRAINERS,
    UNKNOWN,
    Die,
    Written,
    sums,
)
from callboard_scoring.ledger import Line, Reading, Reason, reading
from callboard_scoring.problems import Check, Problem

UNNUMBERED = reading("magnificent/master-conditions.unnumbered")
USED_TRAINERS = reading("magnificent/master-conditions.used-trainers")
FIRE = reading("magnificent/master-conditions.fire")
PAID = reading("magnificent/master-conditions.coins-paid")


@dataclass(frozen=True)
class Condition:
    """What a master card gives points for."""

    points: int
    """For each; for a card without a count, once, or for each pip."""
    most: int = 0
    """The most times it can be met with what is in the box; 0 where no count is taken."""
    pips: int = 1
    """The most pips that a card about dice can look at; of another one 1."""

    @property
    def counted(self) -> bool:
        """Whether it takes a count."""
        return bool(self.most)

    @property
    def most_points(self) -> int | None:
        """The most points that it can give, whatever is printed; None where no source gives a limit."""
        return None if self.most == UNKNOWN else self.points * (self.most or self.pips)


CONDITIONS: Mapping[str, Condition] = {
    "small-tiles-colour": Condition(4, SMALL_TILES),
    "large-tiles-colour": Condition(5, LARGE_TILES),
    "tiles-colour": Condition(3, SMALL_TILES + LARGE_TILES),
    "small-tiles": Condition(3, SMALL_TILES * len(COLOURS)),
    "large-tiles": Condition(4, LARGE_TILES * len(COLOURS)),
    "tents": Condition(3, TENTS),
    "coins-paid": Condition(3, COINS),
    "flat": Condition(8),
    "rectangle": Condition(1, CELLS_OF_A_COLOUR),
    "columns": Condition(6, UNKNOWN),
    "rows": Condition(7, UNKNOWN),
    "dice-sum": Condition(1, pips=MOST_PIPS),
    "trainers": Condition(3, TRAINERS),
    "artist": Condition(5, POSTERS),
    "artists": Condition(4, ARTISTS),
    "fire-posters": Condition(4, POSTERS),
    "clear-dice": Condition(2, pips=MOST_PIPS),
    "coloured-gems": Condition(3, STORAGE * len(COLOURS)),
    "hat": Condition(1, UNKNOWN),
}
"""All conditions of master cards (Russian rulebook, scoring master cards)."""

_CONDITIONS = "|".join(CONDITIONS)
_Many = Annotated[int, count(0, 10 * UNKNOWN)]
_COUNTED = "|".join(name for name, condition in CONDITIONS.items() if condition.counted)
_MAX = r"( (max|/) \d+)?"
CARD = Typed(rf"({_CONDITIONS})( \d+)?{_MAX}", right=rf"({_COUNTED})( \d+)?{_MAX}|({_CONDITIONS}){_MAX}", counted=True)


class Card(Written):
    """A master card and how often its condition is met; written as `tents 3 max 12` or `tents 3/12`."""

    pattern = rf"(?P<condition>{_CONDITIONS})( (?P<count>{NUMBER}))?( (max|/) (?P<max>{NUMBER}))?"
    code = "magnificent/error.card"

    condition: Annotated[str, choice(*CONDITIONS)]
    count: _Many | None = None
    """How often the condition is met; left out where none is taken, or where the camp's grid tells it."""
    max: Annotated[_Many | None, OR_NOBODY] = None
    """The printed maximum of points, if there is one."""

    def as_item(self) -> str:
        """Return the card as it is written."""
        count = "" if self.count is None else f" {self.count}"
        return f"{self.condition}{count}" if self.max is None else f"{self.condition}{count} max {self.max}"

    @property
    def met(self) -> int:
        """How often the condition is met, as far as the card says it."""
        return self.count or 0

    @classmethod
    def values(cls) -> dict[str, Any]:
        """Return the conditions to choose from."""
        return {"options": list(CONDITIONS)}

    def checks(self) -> tuple[Check, ...]:
        """Look whether the condition can be met so often."""
        return (self._count,)

    def doubts(self) -> tuple[Check, ...]:
        """Look whether such a maximum may be printed, and whether tiles can make such a rectangle."""
        return self._maximum, self._rectangle

    def _count(self) -> Iterator[Problem]:
        most = CONDITIONS[self.condition].most
        code = "magnificent/error.count" if most else "magnificent/error.no-count"
        yield from above(most, self.met, ("count",), code)

    def _maximum(self) -> Iterator[Problem]:
        """Look at the maximum: the points of so many times as the card prints (Russian rulebook, scoring cards).

        One beyond all that a card can ever give would limit nothing.
        """
        if self.max is None:
            return
        each, most = CONDITIONS[self.condition].points, CONDITIONS[self.condition].most_points
        values = {"condition": self.condition}
        if self.max == 0:
            yield Problem(("max",), "magnificent/doubt.max-nothing", values)
        elif self.max % each:
            yield Problem(("max",), "magnificent/doubt.max", {**values, "max": self.max, "each": each})
        elif most is not None and self.max > most:
            yield Problem(("max",), "magnificent/doubt.max-beyond", {**values, "max": self.max, "limit": most})

    def _rectangle(self) -> Iterator[Problem]:
        """Look whether it is one cell alone: whatever its shape, each tile covers two side by side."""
        if self.condition == "rectangle" and self.met == 1:
            yield Problem(("count",), "magnificent/doubt.rectangle", {"count": self.met})


# --- What a card is worth --------------------------------------------------------------------------------------------


def highest(dice: Sequence[Die]) -> str:
    """Return the colour whose dice add up to the most; of several the first."""
    shown = sums(dice)
    return max(COLOURS, key=shown.__getitem__)


def due(dice: Sequence[Die]) -> int:
    """Return the coins due: the highest sum of one colour and the sum of the clear dice (Russian rulebook, payment)."""
    shown = sums(dice)
    return shown[highest(dice)] + shown["clear"]


def coins_for(card: Card) -> int:
    """Return the coins that a card takes when it is scored: those that count, and no more than its maximum allows."""
    if card.condition != "coins-paid":
        return 0
    return card.met if card.max is None else min(card.met, ceil(card.max / CONDITIONS[card.condition].points))


def raw_points(card: Card, dice: Sequence[Die], met: int | None = None) -> int:
    """Return a card's points before its printed maximum (Russian rulebook, scoring master cards).

    `met` tells how often the condition is met, where that is not what the card says: fewer coins were left for it.
    """
    condition = CONDITIONS[card.condition]
    if card.condition == "dice-sum":
        return due(dice)
    if card.condition == "clear-dice":
        return condition.points * sums(dice)["clear"]
    return condition.points * ((card.met if met is None else met) if condition.counted else 1)


def points_now(card: Card, dice: Sequence[Die], met: int | None = None) -> int:
    """Return the points of a card scored at the end of a round; `met` is as in `raw_points`."""
    points = raw_points(card, dice, met)
    return points if card.max is None else min(points, card.max)


def points_halved(card: Card, dice: Sequence[Die], met: int | None = None) -> int:
    """Return the points of a card left at the end of the game: half of them, rounded down, and so is its maximum."""
    return points_now(card, dice, met) // 2


def card_readings(card: Card) -> tuple[Reading, ...]:
    """Return the readings that decide how often a card's condition is met."""
    paid = card.condition == "coins-paid" and card.met
    found = (
        (UNNUMBERED, card.condition == "hat" and not card.met),
        (USED_TRAINERS, card.condition == "trainers" and card.met),
        (FIRE, card.condition == "fire-posters" and card.met),
        (PAID, paid and (card.max is None or raw_points(card, ()) > card.max)),
    )
    return tuple([each for each, is_met in found if is_met])


@dataclass(frozen=True)
class CardReasons:
    """The reasons of one way to score a card."""

    counted: Reason
    capped: Reason
    flat: Reason
    dice: Reason
    clear: Reason

    def of(self, card: Card, raw: int) -> Reason:
        """Return the one that explains a card worth so much before its printed maximum."""
        if card.max is not None and raw > card.max:
            return self.capped
        if card.condition == "dice-sum":
            return self.dice
        if card.condition == "clear-dice":
            return self.clear
        return self.counted if CONDITIONS[card.condition].counted else self.flat


def card_line(card: Card, dice: Sequence[Die], points: int, reasons: CardReasons) -> Line:
    """Explain a card's points."""
    raw = raw_points(card, dice)
    shown = sums(dice)
    kind = highest(dice)
    return reasons.of(card, raw)(
        points,
        condition=card.condition,
        count=card.met,
        each=CONDITIONS[card.condition].points,
        raw=raw,
        max=card.max,
        points=points,
        colour=kind,
        highest=shown[kind],
        clear=shown["clear"],
    ).under(*card_readings(card))


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
