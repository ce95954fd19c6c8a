"""Data for programs, in letters that the output can carry."""

from __future__ import annotations

import sys

SCHEMA = 1
"""The version of the machine interface."""


def own_version() -> str:
    """Return the version of Callboard."""
    from importlib.metadata import version  # it reads files

    return version("callboard")


def carries_letters() -> bool:
    """Tell whether the output can carry the letters of all languages."""
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def to_json(data: object, indent: int | None = None, *, letters: bool | None = None) -> str:
    """Write JSON, on one line unless indented; letters stay letters where the output can carry them, if nobody says.

    On one line nothing is left that a terminal would act on.
    """
    is_ascii = not (carries_letters() if letters is None else letters)
    if indent is not None:
        return _dumps(data, is_ascii=is_ascii, indent=indent)
    text = None if is_ascii else _quickly(data)
    if text is not None and text.isprintable():
        return text
    return _dumps(data, is_ascii=True).replace("\x7f", "\\u007f")  # which JSON leaves as it is


def _quickly(data: object) -> str | None:
    """Write JSON by what pydantic has for it, in a seventh of the time; None where half a letter is in it."""
    from pydantic_core import PydanticSerializationError, to_json  # most results are for people

    try:
        return to_json(data).decode()
    except PydanticSerializationError:
        return None


def _dumps(data: object, *, is_ascii: bool, indent: int | None = None) -> str:
    """Write JSON by what Python has for it, in the same shape."""
    from json import dumps

    return dumps(data, ensure_ascii=is_ascii, indent=indent, separators=None if indent else (",", ":"))
