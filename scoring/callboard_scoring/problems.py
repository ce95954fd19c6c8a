"""What is wrong with a record, as values: where, what, and the numbers that its words need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Location = tuple[str | int, ...]


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a record: where, what (the id of its words), and the numbers the words need."""

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
"""A look across fields, which tells the problems it finds."""


class RefusedError(ValueError):
    """A record that cannot be scored. `problems` holds all that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Keep the problems."""
        self.problems = tuple(problems)
        super().__init__(", ".join(f"{problem.path}: {problem.code}" for problem in self.problems))
