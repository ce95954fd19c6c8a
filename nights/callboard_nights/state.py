"""An evening as it is now, folded from its log: extended by each new event, and never folded twice."""

from __future__ import annotations

from functools import cached_property

from callboard_nights.counts import KINDS, Counts, Fold
from callboard_nights.events import Event, Log
from callboard_nights.night import Night, night_after


class State:
    """A log with what it comes to. It never changes: `after` returns another one.

    New events are folded alone, and what stands is derived anew only where they are not of counts; entries that were
    read and scored before are used again. Only a player's new name has the log folded from its beginning, since all
    that was typed and entered stands under the names of today.
    """

    def __init__(self, log: Log, fold: Fold, known: Night | None = None) -> None:
        """Take a log, its fold, and what stood at an earlier moment; `State.of` makes one of a log."""
        self.log = log
        self._fold = fold
        self._known = known

    @classmethod
    def of(cls, log: Log) -> State:
        """Fold a log from its beginning.

        :raises LogError: when it does not begin as a log does.
        """
        fold = Fold.begun(log)
        fold.take(log[1:])
        return cls(log, fold)

    @cached_property
    def night(self) -> Night:
        """What stands.

        :raises LogError: when the game is not here.
        """
        return night_after(self.log[0], self._fold.course, self._fold.renames, self._known)

    @cached_property
    def counts(self) -> Counts:
        """What each player typed, and what of it is counted."""
        return self._fold.counts()

    def after(self, *events: Event) -> State:
        """Return the evening with more events."""
        if not events:
            return self
        if any(event.kind == "seated" for event in events):
            return State.of((*self.log, *events))
        fold = self._fold.copy()
        fold.take(events)
        stood: Night | None = self.__dict__.get("night", self._known)
        later = State((*self.log, *events), fold, stood)
        if "night" in self.__dict__ and all(event.kind in KINDS for event in events):
            later.__dict__["night"] = stood
        return later
