"""Set-ups: the seats and what each player has, what was drawn, and the steps to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from callboard_scoring.ledger import Line, Picture, Reading, readings_of

Pieces = Mapping[str, int]
"""How many of each piece."""


@dataclass(frozen=True)
class Seat:
    """One player of the game about to begin; the seats stand in clockwise order."""

    name: str
    take: Pieces = field(default_factory=dict)
    which: Mapping[str, str] = field(default_factory=dict)
    """The token of each piece that was drawn or dealt."""


@dataclass(frozen=True)
class Setup:
    """A set-up, in the order in which it is done."""

    seats: tuple[Seat, ...]
    take: Pieces
    """All pieces that come out of the box."""
    box: Pieces
    """The pieces that go back into it."""
    draws: Mapping[str, Any]
    """What chance decided, under the names the catalogs know."""
    steps: tuple[Line, ...]
    picture: Picture | None = None
    """A drawing of the table, if it says more than the steps."""

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The readings that its steps follow, each once."""
        return readings_of(self.steps)
