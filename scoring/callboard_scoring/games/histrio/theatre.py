"""The theatre's needle: two sectors that touch, with no zero between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from callboard_scoring.fields import above, count
from callboard_scoring.games.histrio.pieces import KNOWN_SPACES, Actor, Mood, Needle
from callboard_scoring.ledger import Line, reading, reason
from callboard_scoring.problems import Problem

MOODS = {"C": "comedy", "T": "tragedy"}
"""Which way each kind of actor pulls."""

# NOTE: the needle moves and stays in its sector; %(needle.token)s is its new space.
MOVED = reason("histrio/kings-mood.moved")
# NOTE: the needle crosses into the other sector.
CHANGED = reason("histrio/kings-mood.changed")
# NOTE: the needle stays.
STILL = reason("histrio/kings-mood.still")
# NOTE: the needle stops on the last of %(dial)s spaces, %(lost)s short of the full movement.
STOPPED = reason("histrio/kings-mood.stopped")
NO_ZERO = reading("histrio/kings-mood.no-zero")
DIAL_END = reading("histrio/kings-mood.dial-end")
Dial = Annotated[int, count(1, 999)] | None
"""The spaces in each sector, if somebody counted them."""


def level(actor: Actor) -> int:
    """Return an actor's level of experience, 1-5."""
    return int(actor[1])


def mood_of(actor: Actor) -> Mood:
    """Return the mood an actor plays for: comedians comedy, tragedians tragedy."""
    return MOODS[actor[0]]


@lru_cache(maxsize=1024)  # of one troupe much is told by it
def experience(actors: tuple[Actor, ...], mood: Mood) -> int:
    """Return the sum of the levels of those actors that play for this mood."""
    return sum([level(actor) for actor in actors if mood_of(actor) == mood])


def other(mood: Mood) -> Mood:
    """Return the other mood."""
    return "tragedy" if mood == "comedy" else "comedy"


def sector(needle: Needle) -> Mood:
    """Return the King's mood while the needle stands here."""
    return needle.split()[0]


def place(needle: Needle) -> int:
    """Return the needle's place on a line with comedy to the right: comedy 1 is 0, tragedy 1 is -1.

    The two spaces in the middle touch (Spanish rules, set-up: the needle starts on one of the two central spaces).
    """
    mood, space = needle.split()
    return int(space) - 1 if mood == "comedy" else -int(space)


def space(place: int) -> Needle:
    """Return the space at a place; the other way round from `place`."""
    return f"comedy {place + 1}" if place >= 0 else f"tragedy {-place}"


@dataclass(frozen=True)
class Movement:
    """What became of the needle."""

    before: Needle
    after: Needle
    dial: int | None = None
    """The spaces in each sector, if somebody counted them."""

    @property
    def moved(self) -> int:
        """How many spaces the needle really moved."""
        return abs(place(self.after) - place(self.before))

    @property
    def toward(self) -> Mood | None:
        """Which way, or None where it did not move."""
        if not self.moved:
            return None
        return "comedy" if place(self.after) > place(self.before) else "tragedy"

    @property
    def changed(self) -> bool:
        """Whether the King's mood changed."""
        return sector(self.before) != sector(self.after)

    @property
    def may_leave_dial(self) -> bool:
        """Whether it went so far out that its last space may have been passed; no source tells where that is."""
        spaces = int(self.after.split()[1])
        outward = self.changed or spaces > int(self.before.split()[1])
        return self.dial is None and outward and spaces > KNOWN_SPACES


def influence(needle: Needle, actors: Iterable[Actor], dial: int | None = None) -> Movement:
    """Move the needle by the net level of the actors that come to the Court at the same time.

    Russian rulebook, several players in one city: 2 + 3 tragedians and a comedian of 4 move it one space to red.
    No rulebook tells what happens at the dial's end; with `dial`, the spaces in each sector, it stops on the last.
    """
    actors = tuple(actors)
    target = place(needle) + experience(actors, "comedy") - experience(actors, "tragedy")
    if dial is not None:
        target = max(-dial, min(dial - 1, target))
    return Movement(needle, space(target), dial)


def told(movement: Movement) -> Line:
    """Say where the needle went, and whether the mood changed."""
    if not movement.moved:
        return STILL(needle=movement.after)
    why = CHANGED if movement.changed else MOVED
    line = why(moved=movement.moved, toward=movement.toward, needle=movement.after, before=movement.before)
    return line.under(NO_ZERO, when=movement.changed).under(DIAL_END, when=movement.may_leave_dial)


def stopped(movement: Movement, net: int) -> Iterator[Line]:
    """Say that the needle stopped at the end of a dial that was counted, where it should have moved so far."""
    if movement.moved < net:
        yield STOPPED(dial=movement.dial, lost=net - movement.moved).under(DIAL_END)


def beyond_dial(needle: Needle, dial: int | None) -> Iterator[Problem]:
    """Yield a problem where the needle stands beyond a dial that was counted."""
    if dial is not None:
        yield from above(dial, int(needle.split()[1]), ("needle",), "histrio/error.beyond-dial")
