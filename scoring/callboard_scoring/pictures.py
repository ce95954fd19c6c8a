"""What a table looks like where a drawing says more than words. Tokens only; the command line draws and names them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Stop:
    """One place of a ring: the token that lies there, and who got it."""

    token: str
    name: str | None = None
    """Empty where nobody got it; None while nothing is decided."""


@dataclass(frozen=True)
class Ring:
    """Places in a closed square, clockwise from the top left corner, with something or nothing between each two."""

    stops: tuple[Stop, ...]
    """A multiple of four, so that each side has equally many; corners belong to two sides."""
    between: tuple[str, ...] = ()
    """What lies after each stop; empty where nothing does yet."""
    first: str = ""
    """The caption of the first place on paper, by its name; empty where it has none."""
    told: bool = False
    """Whether the lines beside it say the same, so that nobody needs to have it read out."""


@dataclass(frozen=True)
class Grid:
    """Cells in rows from the top and columns from the left, as a player has them before the eyes."""

    rows: tuple[tuple[str, ...], ...]
    """The token of each cell; `none` is an empty one."""


Picture = Ring | Grid
