"""Data for programs, in letters that the output can carry."""

from __future__ import annotations

import sys

SCHEMA = 1
"""The version of the machine interface."""


def own_version() -> str:
    """Return the version of Callboard."""
    from importlib.metadata import version  # noqa: PLC0415  # it reads files

    return version("callboard")


def carries_letters() -> bool:
    """Tell whether the output can carry the letters of all languages."""
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def to_json(data: object, indent: int | None = None) -> str:
    """Write JSON, on one line unless indented; letters stay letters where the output can carry them."""
    import json  # noqa: PLC0415  # most results are for people

    text = json.dumps(data, ensure_ascii=not carries_letters(), indent=indent)
    if indent is not None:
        return text
    return text if text.isascii() or text.isprintable() else json.dumps(data)
