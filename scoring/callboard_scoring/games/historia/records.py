"""Historia's one record: the points that players counted themselves, by where they come from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from callboard_scoring.records import EACH_ONCE, Check, Name, Problem, Record, Typed, choice, count, players_taken

PLAYERS = 6
SOURCES = (
    *("territories", "leaders", "wonders", "government", "technology", "military"),
    *("raid", "war", "trade", "tourism", "other"),
)
"""Where points come from, as far as it is known."""
MOST = 9999
"""No source gives a limit; more than any track could show."""

Amounts = Annotated[
    dict[Annotated[str, choice(*SOURCES)], Annotated[int, count(-MOST, MOST)]],
    EACH_ONCE,
    Typed(rf"({'|'.join(SOURCES)}) [-+]? ?\d+"),
]


class Counted(Record):
    """What one player counted."""

    name: Name
    amounts: Amounts


class Tally(Record):
    """What all players counted."""

    players: Annotated[tuple[Counted, ...], Field(min_length=1, max_length=PLAYERS)]

    def checks(self) -> tuple[Check, ...]:
        """Look at the names."""
        return (self._names,)

    def _names(self) -> Iterator[Problem]:
        return players_taken(self.players)
