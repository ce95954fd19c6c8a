"""Options of set-ups: those that games share, and how a code carries them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

from callboard_scoring.draws import CodeError, Draw
from callboard_scoring.records import Record

By = Literal["drawn", "given"]
"""Whether chance decides, or the table has decided already."""


class Seated(Record):
    """Options of a game whose set-up draws the seats: players may keep those that they have."""

    seats: By = "drawn"
    """Given, the names stand in clockwise order."""

    def seated(self, names: Sequence[str], draw: Draw) -> list[str]:
        """Return the names in clockwise order. All other draws are the same, whichever way."""
        drawn = draw.shuffled(names)
        return list(names) if self.seats == "given" else drawn


class Led(Seated):
    """Options of a game whose set-up draws the first player, too: the table may name one."""

    first: By = "drawn"
    """Given, it is whoever is named first."""

    def leader(self, names: Sequence[str], drawn: str) -> str:
        """Return who begins: the one that was drawn, or the first of the names."""
        return names[0] if self.first == "given" else drawn


_GIVEN = {"seats": "s", "first": "f"}
"""The letter of each option that games share in a code: it is there where the table has decided."""
SHARED = tuple(_GIVEN)
"""The options that games share."""
_DIGITS = "0123456789"


def led_by(names: Sequence[str], first: str) -> tuple[tuple[str, ...], str]:
    """Return the names in an order that begins with this player, and the option that says so.

    What is no player's name is the option itself: "drawn" or "given".
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
    """Return the options that are the game's own, in the order of a code, in which a new one stands last."""
    return [name for name in model.model_fields if name not in SHARED]


def encode_options(options: Record) -> tuple[str, ...]:
    """Return a digit for each option of the game's own, the place of its value, and the letters of what was given."""
    model = type(options)
    own = [_DIGITS[option_values(model, name).index(getattr(options, name))] for name in own_options(model)]
    return (*own, *(letter for name, letter in _GIVEN.items() if getattr(options, name, None) == "given"))


def decode_options(model: type[Record], characters: Sequence[str]) -> dict[str, Any]:
    """Return the options that these characters stand for; a code that is older than an option does not mention it.

    :raises CodeError: when there are none such.
    """
    digits = [character for character in characters if character in _DIGITS]
    letters = {name: letter for name, letter in _GIVEN.items() if letter in characters[len(digits) :]}
    own = own_options(model)
    if (
        [*digits, *letters.values()] != list(characters)
        or len(digits) > len(own)
        or letters.keys() - model.model_fields
    ):
        raise CodeError("error.code-shape")
    try:
        said = {name: option_values(model, name)[int(digit)] for name, digit in zip(own, digits, strict=False)}
    except IndexError:
        raise CodeError("error.code-shape") from None
    return {**said, **dict.fromkeys(letters, "given")}
