"""The reveal of a sealed count: a step after the other, by itself, at a pace that all phones see, until it is paused.

What is shown stands in the evening's log. Only how long it has been looked at, and whether the host has it paused, is
known here alone: after a new start it goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from callboard_cli.input.evenings import now
from callboard_cli.phones.table import Snapshot, Table
from callboard_cli.views.reveal import count_of_categories, seconds_of
from callboard_nights import count_commands
from callboard_nights.events import Event


def next_shown(look: Snapshot, at: str, seen: str = "", *, everything: bool = False) -> Event | None:
    """Show one more category of the sealed count that is not all shown yet, behind the last the winner; or everything.

    :param seen: how far it was shown when this was asked for: not where another is shown by now, as by two taps.
    """
    hidden = look.counts.hidden
    if not hidden or (seen and seen != look.revealed):
        return None
    number = min(hidden)
    shown = _shown(look, number) + 1
    is_last = everything or shown > count_of_categories(look.night, number)
    return count_commands.reveal(look.night, look.counts, number, None if is_last else shown, at)


def _shown(look: Snapshot, number: int) -> int:
    return look.counts.revealed.get(number) or 0


class Pace:
    """Says when the next step is to be shown."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Take a clock: seconds that never go back."""
        self._clock = clock
        self._seen = ""
        self._since = 0.0
        self._paused = 0

    def pause(self, look: Snapshot, *, is_paused: bool) -> None:
        """Let the reveal stand still, or go on."""
        self._paused = min(look.counts.hidden, default=0) if is_paused else 0
        self._since = self._clock()

    def is_paused(self, look: Snapshot) -> bool:
        """Tell whether the host lets it stand still."""
        return bool(self._paused) and self._paused == min(look.counts.hidden, default=0)

    def is_due(self, look: Snapshot) -> bool:
        """Tell, to one of all who ask, that the step was looked at for long enough."""
        if not look.revealed or self.is_paused(look):
            return False
        at = self._clock()
        if look.revealed != self._seen:
            self._seen, self._since = look.revealed, at
        number = min(look.counts.hidden)
        count = look.made(("categories", number), lambda: count_of_categories(look.night, number))
        if at - self._since < seconds_of(_shown(look, number), count):
            return False
        self._since = at
        return True


def shown_by_now(table: Table, pace: Pace) -> Snapshot:
    """Return the evening as it is now, with the next step of a sealed count once that is due."""
    look = table.look()
    if not pace.is_due(look):
        return look
    return table.write(lambda one: one.after(next_shown(one, now(), look.revealed)))
