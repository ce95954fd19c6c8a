"""How an evening goes on, event by event: which of its changes stand, and which were taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from callboard_nights.events import Event


@dataclass(frozen=True)
class Change:
    """A change that can be taken back: something entered, changed or ended."""

    event: Event
    place: int
    """Where in the log it stands behind the beginning, from 0."""
    entry: int = 0
    """The number of the entry that it is about; 0 of the end."""


@dataclass
class Course:
    """What stands after some events."""

    done: list[Change] = field(default_factory=list)
    """The changes that stand, the newest last."""
    undone: list[Change] = field(default_factory=list)
    """Those taken back that can stand again, the one taken back last at the end."""
    entered: list[Change] = field(default_factory=list)
    """All that was entered, whether it stands or not."""
    note: str = ""
    _before_the_end: list[Change] = field(default_factory=list)

    def copy(self) -> Course:
        """Return a course that goes on from here, and leaves this one as it is."""
        return replace(self, done=[*self.done], undone=[*self.undone], entered=[*self.entered])

    def take(self, place: int, event: Event) -> None:
        """Take the next event; what counts nothing changes nothing."""
        if event.kind == "entered":
            self.entered.append(Change(event, place, len(self.entered) + 1))
        if event.kind in ("entered", "changed", "ended"):
            self.done.append(Change(event, place, _number(event, len(self.entered))))
            self._before_the_end = list(self.undone) if event.kind == "ended" else []
            self.undone.clear()
        elif event.kind == "took-back" and self.done:
            self.undone.append(self.done.pop())
        elif event.kind == "gave-back" and self.undone:
            self.done.append(self.undone.pop())
        elif event.kind == "resumed":
            is_last = bool(self.done) and self.done[-1].event.kind == "ended"
            self.done = [change for change in self.done if change.event.kind != "ended"]
            self.undone = [one for one in self._before_the_end if is_last and one.event.kind != "ended"]
        elif event.kind == "noted":
            self.note = event.data["note"]

    @property
    def standing(self) -> tuple[Change, ...]:
        """What was entered and stands, in the order in which it was."""
        return tuple(change for change in self.done if change.event.kind == "entered")


def course_of(events: Sequence[Event]) -> Course:
    """Return what stands after all events behind the beginning."""
    course = Course()
    for place, event in enumerate(events):
        course.take(place, event)
    return course


def _number(event: Event, entries: int) -> int:
    """Return the number of the entry that a change is about."""
    if event.kind == "changed":
        return int(event.data["entry"])
    return entries if event.kind == "entered" else 0
