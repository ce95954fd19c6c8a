"""Histrio, actors on their way to the Court: where the needle goes."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from callboard_scoring.fields import Typed
from callboard_scoring.games.histrio.pieces import ENCOUNTER_CARDS, Actor, Mood, Needle, NeedleAfter, piled_up
from callboard_scoring.games.histrio.theatre import (
    Dial,
    Movement,
    beyond_dial,
    experience,
    influence,
    place,
    sector,
    space,
    stopped,
    told,
)
from callboard_scoring.ledger import Line, Outcome, Result, Value, reading, reason
from callboard_scoring.problems import Check
from callboard_scoring.records import Record

# NOTE: %(comedy)s and %(tragedy)s are sums of levels, %(moved)s the difference, %(toward.toward)s its direction.
NETTED = reason("histrio/shared-city.netted")
# NOTE: the same, with equal sums.
BALANCED = reason("histrio/shared-city.balanced")
NETTING = reading("histrio/shared-city.netting")


class Court(Record):
    """Actors on their way to the Court, and the needle before they arrive."""

    needle: Needle
    actors: Annotated[tuple[Actor, ...], Field(min_length=1, max_length=ENCOUNTER_CARDS), Typed(r"[CT]\d*")]
    dial: Dial = None

    def checks(self) -> tuple[Check, ...]:
        """Look whether the needle stands on the dial."""
        return (lambda: beyond_dial(self.needle, self.dial),)

    def doubts(self) -> tuple[Check, ...]:
        """Look at how many cards a city can hold."""
        return (lambda: piled_up(len(self.actors), ("actors",)),)


class CourtOutcome(Outcome):
    """Where the needle stands once the actors are at the Court."""

    needle: NeedleAfter
    moved: int
    """How many spaces it really moved."""
    toward: Mood | None
    """Which way, or None where it did not move."""
    mood: Mood
    """The King's mood from now on."""
    changed: bool
    """Whether it is another than before."""


def score(record: Court) -> Result[CourtOutcome]:
    """Move the needle by the actors that come to the Court together: they are netted first, then it moves once."""
    comedy, tragedy = (experience(record.actors, mood) for mood in ("comedy", "tragedy"))
    movement = influence(record.needle, record.actors, record.dial)
    net = abs(comedy - tragedy)
    lines: list[Line] = []
    if len(record.actors) > 1:
        toward = "comedy" if comedy > tragedy else "tragedy"
        values: dict[str, Value] = {"comedy": comedy, "tragedy": tragedy, "actors": list(record.actors)}
        line = NETTED(**values, moved=net, toward=toward) if net else BALANCED(**values)
        lines.append(line.under(NETTING, when=_order_matters(movement, comedy, tragedy)))
    lines.append(told(movement))
    lines += stopped(movement, net)
    return Result(
        lines=tuple(lines),
        outcome=CourtOutcome(
            needle=movement.after,
            moved=movement.moved,
            toward=movement.toward,
            mood=sector(movement.after),
            changed=movement.changed,
        ),
    )


def _order_matters(movement: Movement, comedy: int, tragedy: int) -> bool:
    """Tell whether anything would have come out otherwise if the needle moved for one actor after the other.

    It could have crossed and come back, which sends the managers home, or lost spaces at the end of the dial.
    """
    before = place(movement.before)
    reached = (before + comedy, before - tragedy)
    crossed = any(sector(space(there)) != sector(movement.before) for there in reached)
    ended = movement.dial is not None and not -movement.dial <= min(reached) <= max(reached) < movement.dial
    return bool(comedy and tragedy) and (ended or (crossed and not movement.changed))
