"""Data for programs, in letters that the output can carry."""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from json import JSONEncoder

SCHEMA = 1
"""The version of the machine interface."""


def own_version() -> str:
    """Return the version of Callboard."""
    from importlib.metadata import version  # noqa: PLC0415  # it reads files

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
        from json import dumps  # noqa: PLC0415  # as below

        return dumps(data, ensure_ascii=is_ascii, indent=indent)
    text = _json(is_ascii=is_ascii).encode(data)
    if text.isprintable():
        return text
    return _json(is_ascii=True).encode(data).replace("\x7f", "\\u007f")  # which JSON leaves as it is


@cache
def _json(*, is_ascii: bool) -> JSONEncoder:
    """Return what writes JSON on one line."""
    from json import JSONEncoder  # noqa: PLC0415  # most results are for people

    return JSONEncoder(ensure_ascii=is_ascii, check_circular=False)
