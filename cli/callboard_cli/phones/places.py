"""Which field of a form a key names, and in which a problem is."""

from __future__ import annotations

from collections.abc import Sequence

from callboard_cli.entry.evening import EveningStage
from callboard_cli.entry.offering.expected import choices_of
from callboard_cli.entry.reading.kinds import Counts, InTurn, Kind
from callboard_cli.entry.reading.tables import Fields, Lines, Purses, kinds_of
from callboard_cli.phones.forms import Form, inner, numbers_of
from callboard_scoring.problems import Problem
from callboard_scoring.records import Record


def field_at(model: type[Record], steps: Sequence[str]) -> tuple[type[Record], Kind] | None:
    """Return a field of a table by its key, and the table that it is in; None where there is no such field."""
    for kind in kinds_of(model):
        if steps and kind.name == steps[0]:
            inside = steps[2:] if isinstance(kind, Lines) else steps[1:]
            return field_at(kind.model, inside) if isinstance(kind, (Fields, Lines)) and inside else (model, kind)
    return None


def name_of(problem: Problem, form: Form) -> str:
    """Return the name of the field in which a problem is, or of a group of them; empty where it is in none."""
    steps = list(problem.location)
    if form.rows is not None and steps[:1] == [form.rows.name]:
        if len(steps) < 2 or not isinstance(steps[1], int):  # noqa: PLR2004  # whose row it is comes second
            return ""
        return _name(f"{form.rows.name}.{steps[1]}", steps[2:], kinds_of(form.rows.model), form.stage)
    numbered = list(steps)
    if (
        len(steps) > 1
        and isinstance(steps[1], int)
        and any(isinstance(k, Lines) and k.name == steps[0] for k in form.own)
    ):
        numbers = numbers_of(inner(form.parts.get("", {}), str(steps[0])))
        numbered[1] = numbers[steps[1]] if steps[1] < len(numbers) else steps[1]
    return _name("", numbered, form.own, form.stage)


def _name(before: str, steps: Sequence[str | int], kinds: Sequence[Kind], stage: EveningStage) -> str:
    kind = next((one for one in kinds if steps and one.name == steps[0]), None)
    if kind is None:
        return before
    name = ".".join(filter(None, (before, kind.name)))
    inside = steps[1:]
    if not inside:
        return name
    if isinstance(kind, Lines):
        return _name(f"{name}.{inside[0]}", inside[1:], kinds_of(kind.model), stage)
    if isinstance(kind, Fields):
        return _name(name, inside, kinds_of(kind.model), stage)
    has_own = isinstance(kind, (InTurn, Purses)) or (isinstance(kind, Counts) and inside[0] in choices_of(stage, kind))
    return f"{name}.{inside[0]}" if has_own else name
