"""The fields of a form as a template has them: each a control, or a group of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from callboard_cli.phones.offered import Option
from callboard_cli.speech.face import visible

_LETTERS = 14
"""How many letters of long words fit into a line of a field on a narrow screen."""
_MOST_LINES = 5


@dataclass(frozen=True)
class Control:
    """One field of a form."""

    name: str
    """The key of the record under which it is sent, `players.0.troupe`."""
    label: str
    kind: str
    """Its shape: `number`, `choice`, `tokens`, `grid` or `text`."""
    text: str = ""
    help: str = ""
    example: str = ""
    options: tuple[Option, ...] = ()
    words: str = ""
    """The name of a list of what can stand in it, where several fields share one."""
    least: int | None = None
    most: int | None = None
    letters: tuple[Option, ...] = ()
    known: str = ""
    """What it is if nothing is typed; empty where that is not known."""
    before: str = ""
    """What it was before."""
    is_left: bool = False
    """Whether that is the most that it can be."""
    problem: str = ""
    written: str = ""
    """Who wrote it last, and when."""

    @property
    def is_known(self) -> bool:
        """Whether nothing has to be typed, and nothing was."""
        return bool(self.known) and not self.text and not self.problem

    @property
    def lines(self) -> int:
        """How many lines of a narrow screen it has, whatever stands in it: as many as its example takes, but a few."""
        return min(max(math.ceil(len(self.example) / _LETTERS), 2), _MOST_LINES)

    @property
    def choices(self) -> list[Choice]:
        """What can be chosen, nothing first, and what was typed where it is none of these."""
        texts = [one.text for one in self.options]
        typed = [] if self.text in texts or not self.text else [self.text]
        return [
            Choice("", "–", chosen=not self.text),
            *(Choice(one, visible(one), chosen=one == self.text) for one in (*texts, *typed)),
        ]


@dataclass(frozen=True)
class Choice:
    """What can be chosen."""

    text: str
    shown: str
    chosen: bool


@dataclass(frozen=True)
class Group:
    """Fields that belong together under one name."""

    name: str
    label: str
    kind: str
    """`table` of named numbers, `rows` of a table, `ring` of two lists that are walked in turn."""
    help: str = ""
    rows: tuple[tuple[Control | Group, ...], ...] = ()
    labels: tuple[str, ...] = ()
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What can stand in the fields of a ring, by the names of the lists."""
    problem: str = ""

    @property
    def is_known(self) -> bool:
        """Whether nothing has to be typed in any of them, and nothing was."""
        return not self.problem and all(one.is_known for row in self.rows for one in row)

    @property
    def known(self) -> str:
        """What they are if nothing is typed; noughts are left out."""
        told = [one for row in self.rows for one in row if isinstance(one, Control) and one.known not in ("", "0")]
        return ", ".join(f"{one.label} {one.known}" for one in told)


Field = Control | Group


@dataclass(frozen=True)
class Shown:
    """What stands in a form, beside its fields: texts, what is wrong, who wrote it, what is known of it."""

    texts: Mapping[str, str]
    problems: Mapping[str, str] = field(default_factory=dict)
    written: Mapping[str, str] = field(default_factory=dict)
    known: Mapping[str, Any] = field(default_factory=dict)
    before: Mapping[str, Any] = field(default_factory=dict)


def all_controls(fields: Sequence[Field]) -> Iterator[Control]:
    """Yield each field of a form, those within groups too."""
    for one in fields:
        if isinstance(one, Group):
            for row in one.rows:
                yield from all_controls(row)
        else:
            yield one
