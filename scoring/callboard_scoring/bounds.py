"""How large raw data may be before anybody looks at what it says: the largest table is far smaller."""

from __future__ import annotations

from typing import NamedTuple

DEPTH = 12
"""The most tables and lists within one another."""
ITEMS = 3_000
"""The most items of all tables and lists together; the fullest table of a game has a few hundred."""
LENGTH = 1_000
"""The most characters of a text or a key."""


class Excess(NamedTuple):
    """What is too large, with the three parts of a `Problem`."""

    location: tuple[str | int, ...]
    code: str
    values: dict[str, int]


def out_of_bounds(raw: object) -> tuple[Excess, ...]:
    """Tell where raw data, as read from JSON or TOML, is larger than any table's; nothing where it is not.

    Whatever is given, no more than ITEMS are looked at.
    """
    found: list[Excess] = []
    items = 0
    met: list[tuple[tuple[str | int, ...], object]] = [((), raw)]
    for location, value in met:  # which grows as it goes, level by level
        texts: list[object] = [value]
        if isinstance(value, (dict, list, tuple)):
            items += len(value)
            if items > ITEMS:
                return (Excess((), "error.too-many-values", {"limit": ITEMS}),)
            if len(location) == DEPTH:
                return (Excess(location, "error.deep", {"limit": DEPTH}),)
            texts = list(value) if isinstance(value, dict) else []
        if any(isinstance(text, str) and len(text) > LENGTH for text in texts):
            found.append(Excess(location, "error.text-long", {"limit": LENGTH}))
        elif isinstance(value, dict):
            met += [((*location, key), inner) for key, inner in value.items()]
        elif isinstance(value, (list, tuple)):
            met += [((*location, place), inner) for place, inner in enumerate(value)]
    return tuple(found)
