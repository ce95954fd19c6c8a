"""The Magnificent, a turn's power: the die just taken and whatever adds to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, create_model

from callboard_scoring.fields import EACH_ONCE, OR_NOBODY, Typed, above, count
from callboard_scoring.games.magnificent.pieces import (
    DICE_TAKEN,
    DICE_TYPED,
    GEMS_BY_KIND,
    GEMS_COUNTED,
    KINDS,
    STORAGE,
    TRAINERS,
    UNKNOWN,
    Colour,
    Die,
    Gem,
    colour,
    value,
)
from callboard_scoring.ledger import Line, Outcome, Result, reading, reason
from callboard_scoring.problems import Check, Problem
from callboard_scoring.records import Record

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

# NOTE: a die of %(colour.token)s, taken earlier in the round, would add its value.
EARLIER_LACKED = reason("magnificent/power.lacks-earlier")
# NOTE: a gem of %(colour.token)s or a clear one would add %(each)s.
GEM_LACKED = reason("magnificent/power.lacks-gems")
# NOTE: a bonus of the card or a trainer would add %(count)s or more.
MODIFIER_LACKED = reason("magnificent/power.lacks-modifiers")

ABOVE_SIX = reading("magnificent/power.above-six")

POWER_PER_GEM = 2
SIX = 6
MOST_GEMS = 2 * STORAGE + 1 + 1
"""The most gems of a turn: those stored of the die's colour and the clear ones, one from the bonus of the card and one
from a trainer tile (Russian rulebook, gems, bonuses, trainer effects)."""
MOST_COLOURED = STORAGE + 1
"""The most of one colour: those stored, and one from the bonus of the card."""
MOST_CLEAR = STORAGE + 1 + 1
"""The most clear ones: a trainer tile gives one more."""
MOST_MODIFIERS = 2 + 3 + (TRAINERS - 1)
"""The most that is added in a turn: 2 by the bonus of the card, 3 by the tile for travelling with one trainer, and 1 by
each of the others on the tile that takes any number (Russian rulebook, bonuses, trainer effects)."""

# `as` is a word of Python's own, so it and what comes before it cannot be written as the other fields are.
_TAKEN: dict[str, Any] = {"die": (Annotated[Die, DICE_TYPED], ...), "as": (Annotated[Colour | None, OR_NOBODY], None)}
_Taken = create_model("_Taken", __base__=Record, **_TAKEN)


class Power(_Taken):  # type: ignore[misc, valid-type]  # a model made of values is no type to the checkers
    """A `die` just taken, the colour that it counts `as` if it is clear, and what adds to it."""

    if TYPE_CHECKING:
        die: Die

    earlier: Annotated[tuple[Die, ...], Field(max_length=DICE_TAKEN - 1), DICE_TYPED]
    """The dice taken before in this round."""
    gems: Annotated[int, count(0, len(KINDS) * STORAGE), GEMS_COUNTED]
    """Gems discarded: of the die's colour, or clear; those gained in the turn too."""
    gem_kinds: Annotated[dict[Gem, Annotated[int, count(0, len(KINDS) * STORAGE)]], EACH_ONCE, GEMS_BY_KIND] = Field(
        default_factory=dict
    )
    """More of them, told by their colours."""
    modifiers: Annotated[int, count(0, UNKNOWN), Typed(r"\+\d+", absent=0)]
    """What cards and trainers add this turn."""

    def checks(self) -> tuple[Check, ...]:
        """Look whether a clear die has a colour; any four dice are among those of a game of four."""
        return (self._as,)

    @classmethod
    def applies(cls, field: str, given: Mapping[str, Any]) -> bool:
        """Ask for the number of gems alone, and for a colour only where a clear die needs one; who types more may."""
        del given
        return field not in ("gem_kinds", "as")

    def doubts(self) -> tuple[Check, ...]:
        """Look whether a turn can have so many gems to discard, and of these colours, and so much added."""
        return (
            lambda: above(MOST_GEMS, self.discarded, ("gems",), "magnificent/doubt.gems"),
            self._gem_kinds,
            lambda: above(MOST_MODIFIERS, self.modifiers, ("modifiers",), "magnificent/doubt.modifiers"),
        )

    @property
    def chosen(self) -> str | None:
        """The colour chosen for a clear die."""
        chosen: str | None = getattr(self, "as")
        return chosen

    @property
    def counts_as(self) -> str:
        """The colour that the die has this turn."""
        return self.chosen or colour(self.die)

    @property
    def discarded(self) -> int:
        """All gems discarded."""
        return self.gems + sum(self.gem_kinds.values())

    def _gem_kinds(self) -> Iterator[Problem]:
        """Look for gems of another colour, which add nothing to this die, and for more than a turn has (phase 2)."""
        for kind, number in self.gem_kinds.items():
            most = MOST_CLEAR if kind == "clear" else MOST_COLOURED
            if number and kind not in (self.counts_as, "clear"):
                values = {"gem": kind, "colour": self.counts_as}
                yield Problem(("gem_kinds", kind), "magnificent/doubt.gem-colour", values)
            elif number > most:
                counts = {"gem": kind, "count": number, "limit": most}
                yield Problem(("gem_kinds", kind), "magnificent/doubt.gems-kind", counts)

    def _as(self) -> Iterator[Problem]:
        own = colour(self.die)
        is_clear = own == "clear"
        if (self.chosen is None) if is_clear else (self.chosen not in (None, own)):
            code = "magnificent/error.as-missing" if is_clear else "magnificent/error.as-coloured"
            yield Problem(("as",), code, {"given": self.die})


class PowerOutcome(Outcome):
    """What the turn has."""

    power: int


def score(record: Power) -> Result[PowerOutcome]:
    """Add up the power of a turn (Russian rulebook, phase 2)."""
    lines = tuple(_lines(record))
    return Result(lines=lines, outcome=PowerOutcome(power=sum(line.points for line in lines)))


def _lines(record: Power) -> Iterator[Line]:
    counts_as = record.counts_as
    yield (CLEAR_DIE if colour(record.die) == "clear" else DIE)(value(record.die), die=record.die, colour=counts_as)
    matching = [die for die in record.earlier if colour(die) == counts_as]
    if matching:
        yield EARLIER(sum(map(value, matching)), dice=matching, colour=counts_as)
    else:
        yield NO_EARLIER(colour=counts_as).lacking(EARLIER_LACKED, colour=counts_as)
    clear = [die for die in record.earlier if colour(die) == "clear"]
    if clear:
        yield CLEAR_EARLIER(dice=clear)
    gems = record.discarded
    if gems:
        yield GEMS(POWER_PER_GEM * gems, count=gems)
    else:
        yield NO_GEMS().lacking(GEM_LACKED, colour=counts_as, count=1, each=POWER_PER_GEM)
    if record.modifiers:
        lifted = value(record.die) + record.modifiers > SIX
        yield MODIFIERS(record.modifiers, count=record.modifiers).under(ABOVE_SIX, when=lifted)
    else:
        yield NO_MODIFIERS().lacking(MODIFIER_LACKED, count=1)
