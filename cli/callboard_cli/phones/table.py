"""The table that the phones sit round: a saved evening as it is now, and what is written of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from callboard_cli.input.evening_stage import EveningStage, next_stage
from callboard_cli.phones.forms import Form
from callboard_nights.counts import Count, Counts
from callboard_nights.events import Event
from callboard_nights.night import Night
from callboard_nights.state import State

if TYPE_CHECKING:
    from callboard_nights.storage.store import Store


@dataclass(frozen=True)
class Snapshot:
    """An evening at one moment."""

    name: str
    """Its ID."""
    state: State

    @property
    def version(self) -> int:
        """The place of its newest event in the log; it only grows."""
        return len(self.state.log) - 1

    @property
    def night(self) -> Night:
        """What stands."""
        return self.state.night

    @property
    def counts(self) -> Counts:
        """What each player typed, and what of it is counted."""
        return self.state.counts

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

    def after(self, event: Event | None) -> Snapshot:
        """Return the evening once this is done, too, if it is anything."""
        return self if event is None else Snapshot(self.name, self.state.after(event))


class Table:
    """A saved evening that several read and write at once."""

    def __init__(self, saved: Store, name: str) -> None:
        """Take the store and the ID of the evening."""
        self.saved = saved
        self.name = name
        self._last: tuple[object, Snapshot] | None = None

    def look(self) -> Snapshot:
        """Return the evening as it is now."""
        last, touched = self._last, self.touched()
        if last is None or last[0] != touched:
            last = (touched, Snapshot(self.name, self.saved.state(self.name)))
            self._last = last
        return last[1]

    def touched(self) -> object:
        """Return what changes whenever anybody wrote anything, here or elsewhere; it is cheap to ask for."""
        return self.saved.touched()

    def write(self, change: Callable[[Snapshot], Snapshot]) -> Snapshot:
        """Change the evening as it is when nobody else writes.

        :raises RefusedError: whatever `change` raises; nothing is written.
        """
        _, after = self.saved.transact(self.name, lambda state: change(Snapshot(self.name, state)).state)
        return Snapshot(self.name, after)
