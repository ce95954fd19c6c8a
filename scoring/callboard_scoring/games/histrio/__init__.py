"""Histrio («Пьеса из леса»), by Bruno Cathala and Christian Martinez; Bombyx, 2016."""

from __future__ import annotations

from callboard_scoring.game import Game, Leg

GAME = Game(
    id="histrio",
    package=__name__,
    players=(2, 5),
    stages=("season", "court", "city", "prepare", "final"),
    path=(Leg("season", {"season": 1}), Leg("season", {"season": 2}, preparation="prepare"), Leg("final")),
    tokens=("comedy", "tragedy", "C", "T", "X", "bonus", "acrobat", "heads", "tails"),
    accent=("#1d6a3c", "#7fd09c"),
    shapes={"C": "card", "T": "card", "comedy": "seal", "tragedy": "seal"},
    colours={"C": "yellow", "T": "red", "comedy": "yellow", "tragedy": "red"},  # seals and sectors (both rulebooks)
)
