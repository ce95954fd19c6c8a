"""Problems of a record as values: the place, the message id and its numbers; and the limits on raw data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Location = tuple[str | int, ...]


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a record: the place, the message id, and the values the message needs."""

    location: Location
    code: str
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """The field in the record's own spelling, such as `players[1].troupe[3]`."""
        path = ""
        for step in self.location:
            path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else step
        return path


@dataclass(frozen=True)
class Doubt(Problem):
    """One thing about a record that the rules or the box make impossible, and that can be scored all the same."""

    whose: str = ""
    """The player's name; empty where it is about the whole table."""


Check = Callable[[], Iterable[Problem]]
"""A check across fields, which returns the problems it finds."""


class RefusedError(ValueError):
    """A record that cannot be scored. `problems` holds all that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Keep the problems."""
        self.problems = tuple(problems)
        super().__init__(", ".join(f"{problem.path}: {problem.code}" for problem in self.problems))


DEPTH = 12
"""The most tables and lists within one another."""
ITEMS = 3_000
"""The most items of all tables and lists together; the fullest table of a game has a few hundred."""
LENGTH = 1_000
"""The most characters of a text or a key."""


def out_of_bounds(raw: object) -> Iterator[Problem]:
    """Yield a problem where raw data, as read from JSON or TOML, is larger than any table's.

    At most ITEMS items are looked at, however many there are.
    """
    if _is_small(raw):
        return
    items = 0
    met: list[tuple[Location, object]] = [((), raw)]
    for location, value in met:  # which grows as it goes, level by level
        if isinstance(value, str):
            if len(value) > LENGTH:
                yield Problem(location, "error.text-long", {"limit": LENGTH})
        elif isinstance(value, (dict, list, tuple)):
            items += len(value)
            if items > ITEMS:
                yield Problem((), "error.too-many-values", {"limit": ITEMS})
                return
            if len(location) == DEPTH:
                yield Problem(location, "error.deep", {"limit": DEPTH})
                return
            if not isinstance(value, dict):
                met += [((*location, place), inner) for place, inner in enumerate(value)]
            elif any(isinstance(key, str) and len(key) > LENGTH for key in value):
                yield Problem(location, "error.text-long", {"limit": LENGTH})
            else:
                met += [((*location, key), inner) for key, inner in value.items()]


def _is_small(raw: object) -> bool:
    """Tell whether raw data is within all bounds: a quick test for the usual case, which keeps no places."""
    items = 0
    level = [raw]
    for _ in range(DEPTH):
        inner: list[object] = []
        for value in level:
            if isinstance(value, str):
                if len(value) > LENGTH:
                    return False
            elif isinstance(value, (dict, list, tuple)):
                items += len(value)
                if items > ITEMS:
                    return False
                inner += value
                if isinstance(value, dict):  # its keys are looked at as its values are
                    inner += value.values()
        if not inner:
            return True
        level = inner
    return False
