"""What is wrong with a record, in words: whose, which field, and what would be right."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from callboard_cli.entry.stage import Stage
from callboard_cli.speech.face import shortened, visible
from callboard_cli.speech.naming import short_name
from callboard_cli.speech.wording import fill, label
from callboard_locales import Catalog
from callboard_scoring.problems import Location, Problem

# Every code that the models of records can give, beside the games' own; `other` stands for one we have not met.
PYDANTIC_CODES = (
    "missing",
    "extra_forbidden",
    "int_type",
    "greater_than_equal",
    "less_than_equal",
    "bool_type",
    "string_type",
    "too_short",
    "too_long",
    "tuple_type",
    "dict_type",
    "model_type",
)
_MOST_BITS = 120
"""The longest whole number that is written out."""
HINTED = ("error.typed-word", "error.out-of-turn", "error.no-colon")
"""Problems of typing, whose words say how a line of the stage is typed."""


def described(
    problem: Problem, catalog: Catalog, stage: Stage | None, raw: object, *, hint: bool = True
) -> dict[str, str]:
    """Return a problem as the machine interface tells it: path, code, and a text in the catalog's language.

    Without a stage it is one of a record that names none; without the hint it does not say how a line is typed.
    """
    if stage is not None:
        problem = hinted(problem, catalog, stage, hint=hint)
    at = where(problem.location, catalog, stage, raw)
    what = message(problem, catalog, stage.game.id if stage else "")
    return {
        "path": visible(problem.path),
        "code": problem.code.rpartition("error.")[2],
        "text": f"{at}: {what}" if at else what,
    }


def where(location: Location, catalog: Catalog, stage: Stage | None, raw: object) -> str:
    """Say where a problem is: the player's name, the field, and which item of a list."""
    words: list[str] = []
    holder: Any = raw
    seats = stage.seats if stage else None
    for step, inner in zip_longest(location, location[1:]):
        holder = _inside(holder, step)
        if isinstance(step, str):
            if step != seats or not isinstance(inner, int):  # players go by their names
                words.append(label(catalog, stage.game.id if stage else "", step))
        elif isinstance(holder, Mapping) and isinstance(holder.get("name"), str) and holder["name"].strip():
            words.append(shortened(holder["name"].strip()))
        elif words:
            words.append(f"{step + 1}")
        else:
            words.append(catalog.text("error.player-number") % {"number": step + 1})
    return " · ".join(words)


def _inside(holder: Any, step: str | int) -> Any:  # noqa: ANN401  # raw data
    try:
        return holder[step]
    except (KeyError, IndexError, TypeError):
        return None


def message(problem: Problem, catalog: Catalog, game: str) -> str:
    """Say what is wrong and what would be right."""
    code = problem.code
    if "error." not in code:
        code = f"error.{code}" if code in PYDANTIC_CODES else "error.other"
    values = dict(problem.values)
    for name in {"given", "key", "other"} & values.keys():
        values[name] = shortened(_written(values[name]))
    return fill(catalog, game, code, values).rstrip()


def _written(value: object) -> str:
    """Write a raw value as records write it."""
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return "…"  # Python writes no number of thousands of digits
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def hinted(problem: Problem, catalog: Catalog, stage: Stage, *, hint: bool = True) -> Problem:
    """Add to a problem of typing what could have been typed: the field's name, or the words that a line takes."""
    game = stage.game.id
    if problem.code == "error.key-twice":
        return _with(problem, key=label(catalog, game, problem.values["key"]))
    if problem.code == "error.other-stage":
        name = stage.name if problem.location == ("stage",) else ""
        return _with(problem, expected=short_name(catalog, game, name))
    if problem.code in HINTED:
        return _with(problem, hint=catalog.text(f"{game}/typed.{stage.name}") if hint else "")
    if problem.code == "error.extra-meant":
        return _with(problem, meant=label(catalog, game, problem.values["meant"]))
    return problem


def _with(problem: Problem, **values: str) -> Problem:
    return Problem(problem.location, problem.code, {**problem.values, **values})
