"""Reading a line of bare words into the fields of a table: each word goes to the first field that knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from callboard_cli.entry.items import NOTHING, Known, Span, items, split_once
from callboard_cli.entry.raw import Typing
from callboard_scoring.problems import Location
from callboard_scoring.words import fold

if TYPE_CHECKING:
    from callboard_cli.entry.kinds import Kind


def read_own(typing: Typing, at: Location, table: dict[str, Any], span: Span, kinds: Sequence[Kind]) -> None:
    """Read what somebody has; what the line does not mention, such as chameleons, there is none of."""
    table.update({kind.name: kind.silence() for kind in kinds if kind.silence() is not ...})
    read_line(typing, at, table, span, kinds)


def read_line(typing: Typing, at: Location, table: dict[str, Any], span: Span, kinds: Sequence[Kind]) -> None:
    """Give each word to the first field whose pattern it matches, and each `key=value` to its field."""
    fields = {kind.name: kind for kind in kinds}
    names = typing.names(list(fields))
    lists = {word for word, name in names.items() if fields[name].takes_many}
    for item in items(span, known_to(typing, kinds), lists, together=True):
        key, value = split_once(item.text, "=")
        kind = fields.get(names.get(fold(key), "")) if value is not None else None
        if kind is not None and value is not None:
            kind.read(typing, (*at, kind.name), table, item.last(len(value)))
        elif not any(_gives(typing, at, table, item, kind) for kind in kinds):
            typing.complain(at, "error.typed-word", given=item.text, span=item)


def known_to(typing: Typing, kinds: Sequence[Kind]) -> Known:
    """Return what tells whether a text is an item for one of these fields."""
    patterns = [kind.typed for kind in kinds if kind.typed is not None]
    return lambda text: any(typing.is_like(text, typed) for typed in patterns)


def _gives(typing: Typing, at: Location, table: dict[str, Any], item: Span, kind: Kind) -> bool:
    """Give a field a word that is its own, or says that there is none; tell whether it took it."""
    where = (*at, kind.name)
    if kind.typed is None:
        return False
    if kind.optional and item.text in NOTHING and where not in typing.named:
        typing.named.add(where)
        return True
    if typing.is_like(item.text, kind.typed) and kind.take(typing, where, table, item):
        typing.spans.setdefault(where, item)
        return True
    return False
