"""What a table looks like where a drawing says more than words. Tokens only; the command line draws and names them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Stop:
    """One place of a ring: the token that lies there, and who got it."""

    token: str
    name: str | None = None


@dataclass(frozen=True)
class Ring:
    """Places in a closed square, clockwise from the top left corner, with something or nothing between each two."""

    stops: tuple[Stop, ...]
    """A multiple of four, so that each side has equally many; corners belong to two sides."""
    between: tuple[str, ...] = ()
    """What lies after each stop; empty where nothing does yet."""
