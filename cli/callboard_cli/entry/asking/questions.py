"""A question, and the answers to it that were taken or not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from callboard_cli.entry.asking.sheet import WORDS, Place, Sheet
from callboard_cli.entry.reading.tables import Line, Lines
from callboard_scoring.problems import Problem

HELP, BACK = "?", "<"
"""What asks for help, and what goes back to the question before."""


@dataclass(frozen=True)
class Ring:
    """How far a walk has come in which two lists are typed in turn."""

    count: int
    limit: int
    last: tuple[str, ...]
    """The last few words."""


@dataclass(frozen=True)
class Question:
    """What is asked for."""

    place: Place
    within: str = ""
    """The one field that a line lacks; empty where the whole line is asked for."""
    text: str = ""
    """What was answered before, to be put right."""
    problems: tuple[Problem, ...] = ()
    """Why it is asked again."""
    optional: bool = False
    """Whether no answer is one."""
    ring: Ring | None = None
    """How far the walk has come to which the answer adds."""


@dataclass(frozen=True)
class Refused:
    """An answer that was not taken, and why."""

    text: str
    sheet: Sheet
    """The answers with this one among them, where it could be read at all."""
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Step:
    """An answer that one may come back to."""

    place: Place
    before: str | None = None
    """What a walk had before it, if the answer was added to that."""
    text: str = ""


def is_open(problem: Problem, question: Question, sheet: Sheet) -> bool:
    """Tell whether a problem of an answer only says what is asked for next: a line's other field, the walk's rest."""
    kind = sheet.kind(question.place)
    if question.ring is not None or (question.place == WORDS and sheet.walk is not None):
        return len(problem.location) == 1 and is_short(problem)
    if not isinstance(kind, (Line, Lines)) or len(problem.location) <= len(question.place):
        return False
    return problem.location[len(question.place)] != question.within and is_unsaid(problem, question.place, sheet)


def is_unsaid(problem: Problem, place: Place, sheet: Sheet) -> bool:
    """Tell whether a problem is that a line has nothing of a field: neither a value nor one item of a list."""
    if len(problem.location) != len(place) + 1:
        return False
    row: Any = sheet.read.raw
    for step in place:
        row = row[step]
    return problem.code == "missing" or row.get(problem.location[-1]) in (None, [], {})


def is_short(problem: Problem) -> bool:
    """Tell whether a problem is that there are fewer than there have to be."""
    return bool(problem.values.get("count", 0) < problem.values.get("limit", 0))
