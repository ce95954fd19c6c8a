"""The colour by which a game's page is recognised, as a style: on bright paper and on dark."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class Scheme:
    """What an accent lies on and is written with: the colours of a bright page, or of a dark one."""

    card: str
    ink: str
    on_deep: str
    """What is written on the accent."""
    band: float
    """How much of the accent is in the band at the head of the page: all of it, or on dark paper a little."""


SCHEMES = (Scheme("#fffdf8", "#241f1b", "#ffffff", 1.0), Scheme("#231f1b", "#f1eae0", "#1d1813", 0.24))
"""Of a bright page, and of a dark one; `page.css` has the same paper and ink."""
NEUTRAL = ("#8a1c30", "#f0bd62")
"""The accent of what has none of its own."""
_TINT = (0.12, 0.2)
"""How much of the accent is in what is chosen."""


def mixed(colour: str, ground: str, share: float) -> str:
    """Return a colour of which so much is the first, and the rest the second.

    >>> mixed("#ff0000", "#0000ff", 0.5)
    '#800080'
    """
    pairs = zip(_channels(colour), _channels(ground), strict=True)
    return "#" + "".join(f"{round(one * share + other * (1 - share)):02x}" for one, other in pairs)


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[place : place + 2], 16) for place in (1, 3, 5))


def colours_of(accent: tuple[str, str]) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the colours that follow from an accent, by the names that the style has for them: bright, and dark."""
    bright, dark = (
        {
            "deep": deep,
            "on-deep": scheme.on_deep,
            "tint": mixed(deep, scheme.card, tint),
            "band": mixed(deep, scheme.card, scheme.band),
            "on-band": scheme.on_deep if scheme.band == 1 else scheme.ink,
        }
        for deep, scheme, tint in zip(accent, SCHEMES, _TINT, strict=True)
    )
    return bright, dark


@lru_cache(maxsize=32)
def accent_style(accent: tuple[str, str]) -> str:
    """Return the style that gives a page these colours."""
    bright, dark = ("".join(f"--{name}:{colour};" for name, colour in each.items()) for each in colours_of(accent))
    return f":root{{{bright}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
