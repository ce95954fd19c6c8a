"""Intrigo («Интриго»), by Charles Chevallier, Catherine Dumas and Pascal Pelemans; Hazgaard Éditions, 2010."""

from __future__ import annotations

from callboard_scoring.game import Game, Leg

GAME = Game(
    id="intrigo",
    package=__name__,
    players=(3, 4),
    stages=("round", "prepare"),
    path=(Leg("round", until_won=True, preparation="prepare"),),
    tokens=(
        *("contarini", "dandolo", "gradenigo", "morosini", "tiepolo"),
        *("merchants", "military", "clergy", "farmers", "workers", "ducat", "none"),
        *("merchant", "assassin", "courtesan", "gondolier", "palace-guard", "thief"),
        *("face-down", "face-up"),
    ),
    accent=("#0a6168", "#7ccfd3"),
    shapes={
        **dict.fromkeys(("contarini", "dandolo", "gradenigo", "morosini", "tiepolo"), "card"),
        **dict.fromkeys(("merchant", "assassin", "courtesan", "gondolier", "palace-guard", "thief"), "card"),
        **dict.fromkeys(("merchants", "military", "clergy", "farmers", "workers"), "seal"),
        "ducat": "coin",
    },
)
