"""Histrio («Пьеса из леса»), by Bruno Cathala and Christian Martinez; Bombyx, 2016."""

from __future__ import annotations

from callboard_scoring.game import Game

GAME = Game(
    id="histrio",
    players=(2, 5),
    stages={"season": "rounds", "court": "rounds", "city": "rounds", "final": "final"},
    tokens=("comedy", "tragedy", "C", "T", "X", "bonus", "acrobat", "heads", "tails"),
)
