"""The set-up that a table does together: which one it is, and what of it is done."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from callboard_nights.commands import look_open
from callboard_nights.count_commands import counted
from callboard_nights.counts import Counts, Tick
from callboard_nights.events import Event
from callboard_nights.night import Night
from callboard_scoring.constrained_draws import Below, Made, bring_back, roll
from callboard_scoring.draws import Code, CodeError


def set_up_of(night: Night, counts: Counts) -> Made | None:
    """Return the set-up of a table: the one that its evening began with, or else one that is drawn for it.

    What is drawn follows from when the evening began, so that it is the same for all; those who play sit as they do.
    Once a step is ticked, the code in the tick brings it back, whatever draws by then. None of it is known to the
    engine: a table may have been set up by hand.

    :returns: None where the set-up that the evening began with cannot be brought back.
    """
    if night.seating.code:
        return night.seating.set_up
    try:
        return bring_back(night.game, night.players, Code.read(counts.set_up, night.game.id))
    except CodeError:
        model = night.game.setup()[1]
        sitting = {"seats": "given"} if "seats" in model.model_fields else {}
        return roll(night.game, night.players, model(**sitting), _chance_of(night.began))


def ticks_of(made: Made, counts: Counts) -> Mapping[int, Tick]:
    """Return which steps of a set-up are done, by their numbers from 1."""
    return counts.ticks if counts.set_up == str(made.code) else {}


def tick(night: Night, counts: Counts, step: int, *, by: str, at: str, ticked: bool = True) -> Event | None:  # noqa: PLR0913  # of what, by whom, and when
    """Say that a step of the set-up is done, or not any more; None where that is said, or there is no such step.

    :raises RefusedError: when the evening is over, or nothing more can be said.
    """
    look_open(night)
    made = set_up_of(night, counts)
    if made is None or not 1 <= step <= len(made.setup.steps) or (step in ticks_of(made, counts)) == ticked:
        return None
    return counted(counts, "ticked", at, by, {"code": str(made.code), "step": step, "ticked": ticked})


def _chance_of(seed: str) -> Below:
    """Return chance that gives the same numbers, one after the other, for the same seed on every machine."""
    drawn = 0

    def below(limit: int) -> int:
        nonlocal drawn
        drawn += 1
        return int.from_bytes(sha256(f"{seed} {drawn}".encode()).digest()[:8]) % limit

    return below
