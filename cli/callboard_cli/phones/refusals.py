"""Why something cannot be done, in words: whoever found it."""

from __future__ import annotations

from callboard_cli.entry.refusing.refusal import refused
from callboard_cli.phones.telling.lines import without_commands
from callboard_cli.speech.face import Face
from callboard_nights.keeping.trouble import StoreError
from callboard_nights.seating import LogError
from callboard_scoring.problems import Problem, RefusedError


def why(face: Face, error: Exception) -> list[str]:
    """Say why something cannot be done."""
    if isinstance(error, RefusedError):
        problems = error
    elif isinstance(error, LogError):
        problems = RefusedError([Problem((), error.code, error.values)])
    else:
        assert isinstance(error, StoreError)  # noqa: S101  # for the type checkers
        values = {"path": str(getattr(error, "path", "")), **getattr(error, "values", {})}
        problems = RefusedError([Problem((), f"error.{getattr(error, 'code', '')}", values)])
    return [without_commands(one["text"]) for one in refused(problems, face.catalog, None, {}).errors]
