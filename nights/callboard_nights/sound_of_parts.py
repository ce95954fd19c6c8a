"""What events of counts may hold: those that everybody types on their own phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Optional

from pydantic import StrictBool
from pydantic.types import StringConstraints

from callboard_nights.acts_of_parts import MOST_CLAIMED, MOST_SHOWN, misshapen
from callboard_nights.events import Event
from callboard_nights.fields import Number, Stage
from callboard_scoring.fields import Name, count
from callboard_scoring.game import Game

_OF_PART: Mapping[str, Any] = {"stage": Stage, "whose": Literal[""] | Name}
DATA: Mapping[str, Mapping[str, Any]] = {
    "typed": {**_OF_PART, "typed": dict[str, Annotated[str, StringConstraints(min_length=1)]]},
    "claimed": {**_OF_PART, "total": Optional[Annotated[int, count(-MOST_CLAIMED, MOST_CLAIMED)]]},  # noqa: UP045  # for type checkers
    "sealed": {**_OF_PART, "sealed": StrictBool},
    "locked": {**_OF_PART, "locked": StrictBool},
    "revealed": {"entry": Number, "shown": Optional[Annotated[int, count(0, MOST_SHOWN)]]},  # noqa: UP045  # as above
}
"""What each kind of event has as its data."""


def part_fits(game: Game, event: Event, data: Any, players: Sequence[str], entries: int) -> bool:
    """Tell whether an event of a count is of who plays, by who may do it, and not larger than any.

    :param data: the event's data as read.
    :param players: who plays by then.
    :param entries: how many entries there are by then.
    """
    if event.kind == "revealed":
        return bool(data.entry <= entries and not event.by)
    own = not event.by or (event.kind != "locked" and event.by in players and data.whose in (event.by, ""))
    if not own or data.stage not in game.stages or data.whose not in ("", *players):
        return False
    if event.kind == "typed":
        return "\r" not in "".join(data.typed.values()) and not any(misshapen(data.typed))
    is_ones_own = data.whose != ""
    return is_ones_own or event.kind == "locked" or (event.kind == "sealed" and not event.by)
