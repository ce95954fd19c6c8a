"""Turandot («Турандот»), by Stefano Castelli; daVinci Editrice, 2009."""

from __future__ import annotations

from callboard_scoring.game import Game, Leg

GAME = Game(
    id="turandot",
    package=__name__,
    players=(2, 5),
    stages=("round", "final"),
    path=(*(Leg("round", {"round": number}) for number in range(1, 8)), Leg("final")),
    tokens=(
        *("male", "female", "indefinite"),
        *("professional", "amateur", "alternative", "classical", "comedian", "goth"),
        *("turandot", "calaf", "liu", "ping", "pong", "pang"),
        *("goths", "comedians", "alternatives", "classicals", "favourites", "staging", "six-types", "none"),
        *("costume-designer", "carpenter", "bluff", "singer", "director"),
    ),
    accent=("#9c1f6e", "#f2a2d4"),
    shapes={"singers": "card"},
)
