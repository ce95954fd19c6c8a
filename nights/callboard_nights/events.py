"""The log of an evening: what was done, one event after the other. It is only ever added to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["began", "entered", "changed", "took-back", "gave-back", "seated", "noted", "ended", "resumed"]
"""What an event is.

=========== ==================================================================== ===================================
began       the first of all: a game, its players in seat order, the set-up      game, players, setup
entered     a record, as far as somebody typed it, at a stage                    stage, entered
changed     an entry given anew                                                  entry, entered
took-back   the newest change that stands is taken back (undo)
gave-back   the one taken back last stands again (redo)
seated      a player goes by another name                                        old, new
noted       a few words about the evening, in place of those before              note
ended       nothing more is expected
resumed     it goes on after all
=========== ==================================================================== ===================================
"""


@dataclass(frozen=True)
class Event:
    """One thing that was done: what, when and by whom, and its data as plain tables."""

    kind: Kind
    at: str
    """When, in UTC, as ISO 8601 has it: `2026-11-22T19:30:00Z`."""
    by: str = ""
    """Who did it; empty where nobody said."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """What belongs to an event of its kind, in what JSON has: tables, lists, words, numbers."""


Log = tuple[Event, ...]
"""All events of an evening, in the order in which they were done."""
