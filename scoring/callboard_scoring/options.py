"""Options of set-ups: those that games share, and how a code carries them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, get_args

from callboard_scoring.draws import CodeError, Draw
from callboard_scoring.records import Record

By = Literal["drawn", "given"]
"""Whether chance decides, or the table has decided already."""


class Seated(Record):
    """Options of a game whose set-up draws the seats: players may keep those that they have."""

    seats: By = "drawn"
    """If given, the names are in clockwise order."""

    def seated(self, names: Sequence[str], draw: Draw) -> list[str]:
        """Return the names in clockwise order. All other draws are the same, whichever way."""
        drawn = draw.part("seats", decided=self.seats == "given").shuffled(names)
        return list(names) if self.seats == "given" else drawn


class Led(Seated):
    """Options of a game whose set-up draws the first player, too: the table may name one."""

    BY_RULE: ClassVar[str | None] = None
    """What `first` is by the rulebook's own rule: "drawn" where that is chance; None where no source tells one."""
    first: By = "drawn"
    """If given, the first of the names begins."""

    def leader(self, names: Sequence[str], drawn: str) -> str:
        """Return who begins: the one that was drawn, or the first of the names."""
        return names[0] if self.first == "given" else drawn


class Ruled(Led):
    """Options of a game whose rulebook says who begins, by a rule that only the table can apply."""

    BY_RULE: ClassVar[str | None] = "rule"
    first: Literal["drawn", "given", "rule"] = "drawn"  # type: ignore[assignment]  # one value more
    """With "rule", the first player is not known."""

    def starter(self, names: Sequence[str], drawn: str) -> str | None:
        """Return who begins; None if the table finds that out by the rule."""
        return None if self.first == "rule" else self.leader(names, drawn)


_DECIDED = {"s": ("seats", "given"), "f": ("first", "given"), "r": ("first", "rule")}
"""The letters of a code: each is there where the table has decided so."""
SHARED = ("seats", "first")
"""The options that games share."""
_DIGITS = "0123456789"


def led_by(names: Sequence[str], first: str) -> tuple[tuple[str, ...], str]:
    """Return the names in an order that begins with this player, and the option that says so.

    Anything but a player's name is the option itself: "drawn" or "given".
    """
    if first not in names:
        return tuple(names), first
    place = names.index(first)
    return (*names[place:], *names[:place]), "given"


def option_values(model: type[Record], name: str) -> tuple[Any, ...]:
    """Return the values an option can have: `Literal`s, ten at most, or yes-or-no, so that a code can carry them."""
    annotation = model.model_fields[name].annotation
    return (False, True) if annotation is bool else get_args(annotation)


def own_options(model: type[Record]) -> list[str]:
    """Return the game's own options in the order of a code; new options come last."""
    return [name for name in model.model_fields if name not in SHARED]


def by_rule(model: type[Record], first: str) -> str:
    """Return what the option of the first player is where the rulebook's rule was asked for, else as it is.

    Of a game without such a rule it stays "rule", which its options refuse.
    """
    return getattr(model, "BY_RULE", None) or first if first == "rule" else first


def encode_options(options: Record) -> tuple[str, ...]:
    """Return a digit for each option of the game's own, the place of its value, and the letters of what was decided."""
    model = type(options)
    own = [_DIGITS[option_values(model, name).index(getattr(options, name))] for name in own_options(model)]
    return (*own, *_letters({name: getattr(options, name) for name in SHARED if name in model.model_fields}))


def _letters(decided: Mapping[str, Any]) -> list[str]:
    """Return the letters of the options that games share."""
    return [letter for letter, (name, value) in _DECIDED.items() if decided.get(name) == value]


def decode_options(model: type[Record], characters: Sequence[str]) -> dict[str, Any]:
    """Return the options that these characters stand for; a code that is older than an option does not mention it.

    :raises CodeError: if they stand for no options.
    """
    digits = [character for character in characters if character in _DIGITS]
    letters = list(characters[len(digits) :])
    own = own_options(model)
    decided = dict(_DECIDED[letter] for letter in letters if letter in _DECIDED)
    if (
        [*digits, *_letters(decided)] != list(characters)
        or len(digits) > len(own)
        or any(
            name not in model.model_fields or value not in option_values(model, name) for name, value in decided.items()
        )
    ):
        raise CodeError("error.code-shape")
    try:
        chosen = {name: option_values(model, name)[int(digit)] for name, digit in zip(own, digits, strict=False)}
    except IndexError:
        raise CodeError("error.code-shape") from None
    return {**chosen, **decided}
