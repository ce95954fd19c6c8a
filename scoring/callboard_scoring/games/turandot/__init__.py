"""Turandot («Турандот»), by Stefano Castelli; daVinci Editrice, 2009."""

from __future__ import annotations

from callboard_scoring.game import Game

GAME = Game(
    id="turandot",
    package=__name__,
    players=(2, 5),
    stages=("round", "final"),
    tokens=(
        *("male", "female", "indefinite"),
        *("professional", "amateur", "alternative", "classical", "comedian", "goth"),
        *("turandot", "calaf", "liu", "ping", "pong", "pang"),
        *("goths", "comedians", "alternatives", "classicals", "favourites", "staging", "six-types", "none"),
        *("costume-designer", "carpenter", "bluff", "singer", "director"),
    ),
)
