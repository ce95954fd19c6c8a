"""The names of players within a raw record: wherever a record's fields hold one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, get_args

from callboard_scoring.fields import Name, same_name
from callboard_scoring.records import Record, parts_of, tables_of
from callboard_scoring.words import fold

_MARK = get_args(Name)[1]
"""What tells a name from any other text."""
Spelling = Callable[[str], str]


def spelled(raw: Any, model: type[Record], spell: Spelling) -> Any:
    """Return raw data of a record with each name in it as `spell` writes it; what is no record is left as it is."""
    if not isinstance(raw, Mapping):
        return raw
    return {
        key: _spelled(value, model, key, spell) if isinstance(key, str) and key in model.model_fields else value
        for key, value in raw.items()
    }


def _spelled(value: Any, model: type[Record], field: str, spell: Spelling) -> Any:
    table = table_in(model, field)
    if table is not None:
        is_list = isinstance(value, (list, tuple))
        return [spelled(row, table, spell) for row in value] if is_list else spelled(value, table, spell)
    if not holds_names(model, field):
        return value
    if isinstance(value, str):
        return spell(value)
    if isinstance(value, Mapping):
        told = {spell(key) if isinstance(key, str) else key: inner for key, inner in value.items()}
        return told if len(told) == len(value) else value  # a name that is there twice is told, not overwritten
    if isinstance(value, (list, tuple)):
        return [spell(inner) if isinstance(inner, str) else inner for inner in value]
    return value


@cache
def table_in(model: type[Record], field: str) -> type[Record] | None:
    """Return the model of the tables that a field holds, if it holds any."""
    return next(tables_of(model.model_fields[field].annotation), None)


@cache
def holds_names(model: type[Record], field: str) -> bool:
    """Tell whether a field is a name, or a list or table of names."""
    return _MARK in parts_of(model.model_fields[field])


def renamed(name: str, renames: Sequence[tuple[str, str]]) -> str:
    """Return what somebody goes by after these renames, each from one name to another."""
    for old, new in renames:
        if same_name(name) == same_name(old):
            name = new
    return name


def meant(name: str, players: Sequence[str], former: Mapping[str, str]) -> str | None:
    """Return which player a name means: without regard to case, by a former name, or without accents and points.

    None where it is nobody's, or without them several players'.
    """
    asked = same_name(name.strip())
    own = next((one for one in players if same_name(one) == asked), former.get(asked))
    if own is not None:
        return own
    near = [one for one in players if _bare(one) == _bare(name)]
    return near[0] if len(near) == 1 else None


def _bare(name: str) -> str:
    """Return a name without accents and the points of what is shortened: “M.ª” is “Mª”, «И. П.» is «И.П.»."""
    return re.sub(r"\.\s*", "", fold(name))
