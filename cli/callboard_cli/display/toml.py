"""Plain data as TOML, with comments."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from callboard_cli.speech.data import carries_letters


def toml_lines(
    table: Mapping[str, Any], above: Callable[[str], Iterable[str]] = lambda _: (), path: str = ""
) -> list[str]:
    """Write a table: what is no table first, as TOML wants it. Of a key, `above` tells the lines that stand over it.

    `path` is the name of the table with a dot behind it, where it is within another one.
    """
    lines: list[str] = []
    inner = {key: value for key, value in table.items() if _is_table(value)}
    for key, value in table.items():
        if key not in inner:
            lines += [*above(key), f"{_key(key)} = {_value(value)}"]
    for key, value in inner.items():
        name = f"{path}{_key(key)}"
        for item in value if isinstance(value, list) else [value]:
            lines += ["", *above(key)]
            lines.append(f"[[{name}]]" if isinstance(value, list) else f"[{name}]")
            lines += toml_lines(item, above, f"{name}.")
    return lines


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, Mapping):  # within a list of lists
        return "{ " + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + " }"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_table(value: object) -> bool:
    if isinstance(value, list):
        return bool(value) and all(isinstance(item, Mapping) for item in value)
    return isinstance(value, Mapping)


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "").replace("-", "").isalnum() else _quoted(key)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=not carries_letters()).replace("\x7f", "\\u007f")  # TOML wants it escaped
