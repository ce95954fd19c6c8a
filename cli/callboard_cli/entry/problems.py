"""What is wrong with a record, in words: whose, which field, and what would be right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.wording import fill, label, token
from callboard_scoring.records import Location, Problem

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
_SHOWN = 40
"""The most characters of a wrong value that a message repeats."""


def described(problem: Problem, face: Face, game: str, raw: object) -> dict[str, str]:
    """Return a problem as the machine interface tells it: path, code, and a text in the reader's language."""
    where = place(problem.location, face, game, raw)
    what = message(problem, face, game)
    return {
        "path": visible(problem.path),
        "code": problem.code.rpartition("error.")[2],
        "text": f"{where}: {what}" if where else what,
    }


def place(location: Location, face: Face, game: str, raw: object) -> str:
    """Say where a problem is: the player's name, the field, and which item of a list."""
    words: list[str] = []
    holder: Any = raw
    for step in location:
        holder = _inside(holder, step)
        if isinstance(step, str):
            if step != "players" or len(location) == 1:
                words.append(label(face.catalog, game, step))
        elif isinstance(holder, Mapping) and isinstance(holder.get("name"), str) and holder["name"].strip():
            words.append(visible(holder["name"].strip())[:_SHOWN])
        elif words:
            words.append(f"{step + 1}")
        else:
            words.append(face.text("error.player-number", number=step + 1))
    return " · ".join(words)


def _inside(holder: Any, step: str | int) -> Any:  # noqa: ANN401  # raw data
    try:
        return holder[step]
    except (KeyError, IndexError, TypeError):
        return None


def message(problem: Problem, face: Face, game: str) -> str:
    """Say what is wrong and what would be right."""
    code = problem.code
    if "error." not in code:
        code = f"error.{code}" if code in PYDANTIC_CODES else "error.other"
    values = dict(problem.values)
    for name in ("options", "actors"):
        if isinstance(values.get(name), list):
            values[name] = ", ".join(token(face.catalog, game, item) for item in values[name])
    if "given" in values:
        values["given"] = visible(_short(values["given"]))
    return fill(face.catalog, game, code, values)


def _short(value: object) -> str:
    if isinstance(value, int) and value.bit_length() > _SHOWN * 3:
        return "…"  # Python writes no number of thousands of digits
    text = "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
