"""Fireflies, the pieces: what the box holds. A firefly is `A3`: its colour and its light."""

from __future__ import annotations

from typing import Annotated

from callboard_scoring.fields import Token
from callboard_scoring.setup import Pieces

FEWEST = 2
PLAYERS = 4
NIGHTS = 3
COLOURS = {"A": "amber", "G": "green", "R": "red", "W": "white"}
"""The colours by the letter on the card."""
COLOURS_OF_TWO = 3
"""How many colours are in a game for two: one goes back into the box."""
BRIGHTEST = 6
"""Each colour has one firefly of each light, from 1."""
JAR = 5
"""The most fireflies in a jar."""
OWL_PENALTY = 3
MOONS = 8
BOX: Pieces = {"firefly": len(COLOURS) * BRIGHTEST, "jar": PLAYERS, "moon": MOONS, "owl": 1, "lamp": 1}

Firefly = Annotated[str, Token("fireflies/error.firefly", rf"[{''.join(COLOURS)}][1-{BRIGHTEST}]")]


def colour(firefly: Firefly) -> str:
    """Return a firefly's colour in a word."""
    return COLOURS[firefly[0]]


def light(firefly: Firefly) -> int:
    """Return a firefly's light, 1-6."""
    return int(firefly[1:])
