"""Historia, by Marco Pranzo; Giochix.it, 2014. What no source at hand tells is not here."""

from __future__ import annotations

from callboard_scoring.game import Game, Leg

GAME = Game(
    id="historia",
    package=__name__,
    players=(1, 6),
    stages=("tally",),
    path=(Leg("tally"),),
    tokens=(
        *("territories", "leaders", "wonders", "government", "technology", "military"),
        *("raid", "war", "trade", "tourism", "exploit", "other"),
    ),
    accent=("#2a4f9e", "#a9c0f7"),
)
