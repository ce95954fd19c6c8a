"""The table that the phones sit round: a saved evening as it is now, and what is written of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from callboard_cli.entry.evening import EveningStage, next_stage
from callboard_cli.phones.forms import Form
from callboard_nights.events import Event, Log
from callboard_nights.listing import summary_of
from callboard_nights.night import Night, night_of
from callboard_nights.parts import KINDS, Count, Counts, counts_of

if TYPE_CHECKING:
    from callboard_nights.keeping.store import Store


@dataclass(frozen=True)
class Look:
    """An evening at one moment."""

    name: str
    """Its ID."""
    log: Log
    _standing: Night | None = field(default=None, compare=False, repr=False)
    """What stands, where that is known already."""

    @property
    def version(self) -> int:
        """The place of its newest event in the log; it only grows."""
        return len(self.log) - 1

    @cached_property
    def night(self) -> Night:
        """What stands."""
        return self._standing or night_of(self.log)

    @cached_property
    def counts(self) -> Counts:
        """What each player typed, and what of it is counted."""
        return counts_of(self.log)

    @property
    def revealed(self) -> str:
        """How far the sealed count is shown that is not all shown yet: its entry and the categories; empty without."""
        number = min(self.counts.hidden, default=0)
        return f"{number}.{self.counts.revealed.get(number, 0)}" if number else ""

    def count(self, stage: str) -> Count:
        """Return what was typed for a stage since it was entered last."""
        return self.counts.count(stage)

    def stage(self, name: str) -> EveningStage:
        """Return a stage for one more entry."""
        return next_stage(self.night, name)

    def form(self, name: str, language: str) -> Form:
        """Return what was typed for a stage, as a form has it."""
        if (name, language) not in self._forms:
            self._forms[name, language] = Form(self.stage(name), self.count(name).typed(), language)
        return self._forms[name, language]

    @cached_property
    def _forms(self) -> dict[tuple[str, str], Form]:
        """The forms that were asked for: a page needs the same one for its fields and for what it tells."""
        return {}

    def after(self, event: Event) -> Look:
        """Return the evening once this is done, too."""
        return self.later((*self.log, event))

    def later(self, log: Log) -> Look:
        """Return the evening at another moment; what stands is the same as long as only counts go on."""
        begun, added = log[: len(self.log)], log[len(self.log) :]
        goes_on = begun == self.log and all(event.kind in KINDS for event in added)
        return Look(self.name, log, self.night if goes_on else None)


class Table:
    """A saved evening that several read and write at once."""

    def __init__(self, saved: Store, name: str) -> None:
        """Take the store and the ID of the evening."""
        self.saved = saved
        self.name = name
        self._last: tuple[object, Look] | None = None

    def look(self) -> Look:
        """Return the evening as it is now."""
        touched = self.touched()
        if self._last is None or self._last[0] != touched:
            self._last = (touched, self._later(self.saved.read(self.name)))
        return self._last[1]

    def _later(self, log: Log) -> Look:
        """Return the evening by a log, which is mostly the last one and a little more."""
        return Look(self.name, log) if self._last is None else self._last[1].later(log)

    def touched(self) -> object:
        """Return what changes whenever anybody wrote anything, here or elsewhere; it is cheap to ask for."""
        return self.saved.touched()

    def write(self, decide: Callable[[Look], Iterable[Event]]) -> Look:
        """Write what is decided from the evening as it is when nobody else writes.

        :raises RefusedError: whatever `decide` raises; nothing is written.
        """
        from callboard_nights.keeping.store import Append  # the type checkers know it already

        after: list[Look] = []

        def decided(log: Log) -> Append:
            look = self._later(log)
            events = list(decide(look))
            for event in events:
                look = look.after(event)
            after[:] = [look]
            return Append(events, summary_of(look.night))

        self.saved.append(self.name, decided)
        return after[0]
