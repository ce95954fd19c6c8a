"""The performance track: its spaces as players name them, and what is known of their order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypeGuard

from pydantic import GetJsonSchemaHandler, ValidationInfo
from pydantic_core import CoreSchema, PydanticKnownError

from callboard_scoring.fields import Token
from callboard_scoring.games.magnificent.pieces import NUMBER, UNKNOWN
from callboard_scoring.ledger import reading
from callboard_scoring.problems import Location, Problem

FOOT = reading("magnificent/display-choice.foot")

UNNUMBERED = 4
"""The spaces at the bottom that show no power, as far as they are known: those that four hats start from."""
NUMBERED = (6, 10, 12, 16)
"""The powers printed on the track, as far as they are known (Russian rulebook, performing and solo)."""
SPACE = r"(power )?\d+"
"""What a space looks like, as a regular expression: its place from the bottom, or the power printed there."""


@dataclass(frozen=True)
class SpaceToken(Token):
    """A space of the track: its place from the bottom, a number, or the power printed there, as in `power 12`."""

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Describe both spellings."""
        return {"anyOf": [{"type": "integer", "minimum": 1, "maximum": UNKNOWN}, {"type": "string"}]}

    def _read(self, value: object, info: ValidationInfo) -> Any:
        if isinstance(value, int) and not isinstance(value, bool):
            number, power = value, ""
        else:
            power, digits = super()._read(value, info).split()
            number = int(digits)
        if number < 1:
            raise PydanticKnownError("greater_than_equal", {"ge": 1})
        if number > UNKNOWN:
            raise PydanticKnownError("less_than_equal", {"le": UNKNOWN})
        return f"{power} {number}" if power else number


Space = Annotated[int | str, SpaceToken("magnificent/error.space", rf"power {NUMBER}")]


def is_place(space: int | str) -> TypeGuard[int]:
    """Tell whether a space is told by its place from the bottom."""
    return isinstance(space, int)


def power_of(space: int | str) -> int:
    """Return the power that is printed on a space told by it."""
    return int(str(space).split()[-1])


def height(space: int | str) -> tuple[bool, int]:
    """Return what tells which of two spaces is higher, if they are comparable: the power rises along the track."""
    return (False, space) if is_place(space) else (True, power_of(space))


def comparable(one: int | str, other: int | str) -> bool:
    """Tell whether it is known which of two spaces is higher: a place may show any power, unless it is one without."""
    places = [space for space in (one, other) if is_place(space)]
    return len(places) != 1 or places[0] <= UNNUMBERED


def numbers_between(low: int | str, high: int | str) -> bool:
    """Tell whether a space that is known to show a power lies between two spaces, the higher one told by its power."""
    return any(height(low) < height(f"power {power}") < height(high) for power in NUMBERED)


def has_gap(high: int | str, low: int | str) -> bool | None:
    """Tell whether a space lies between two spaces; None where only the board shows it."""
    if is_place(high) and is_place(low):
        return high - low > 1
    if numbers_between(low, high) or (is_place(low) and low < UNNUMBERED):
        return True
    return False if not is_place(low) and power_of(high) - power_of(low) == 1 else None


def hat_problem(location: Location, number: int, space: int | str) -> Problem | None:
    """Return what is wrong where a card counts a hat on a space with this number, 0 for none, and it is on another."""
    values = {"card": f"hat {number}", "given": power_of(space), "limit": UNNUMBERED}
    if not is_place(space) and power_of(space) != number:
        return Problem(location, "magnificent/doubt.hat-card", values)
    if is_place(space) and space <= UNNUMBERED and number:
        return Problem(location, "magnificent/doubt.hat-foot", values)
    return None
