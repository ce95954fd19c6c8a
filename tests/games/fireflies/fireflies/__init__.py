"""Fireflies, a small game of Callboard's own making: three nights, a jar each, and an owl. It shows how a game is added."""

from __future__ import annotations

from callboard_scoring.game import Game, Leg

GAME = Game(
    id="fireflies",
    package=__name__,
    players=(2, 4),
    stages=("night", "final"),
    path=(Leg("night"), Leg("night"), Leg("night"), Leg("final")),
    tokens=("A", "G", "R", "W", "amber", "green", "red", "white", "owl"),
)
