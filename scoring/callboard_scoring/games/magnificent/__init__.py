"""The Magnificent («Грандиозное представление»), by Eilif Svensson and Kristian Amundsen Østby; Aporta Games, 2019."""

from __future__ import annotations

from callboard_scoring.game import Game, Leg

GAME = Game(
    id="magnificent",
    package=__name__,
    players=(1, 4),
    stages=("power", "perform", "round", "choose", "picks", "prepare", "camp", "final"),
    path=(
        Leg("round", {"round": 1}),
        *(Leg("round", {"round": number}, preparation="prepare") for number in (2, 3)),
        Leg("final"),
    ),
    tokens=(
        *("orange", "green", "purple", "clear", "large", "small", "gem", "tent", "max", "power"),
        *("small-tiles-colour", "large-tiles-colour", "tiles-colour", "small-tiles", "large-tiles", "tents"),
        *("coins-paid", "flat", "rectangle", "columns", "rows", "dice-sum", "trainers", "artist", "artists"),
        *("fire-posters", "clear-dice", "coloured-gems", "hat"),
        *("none", "win", "ringmaster", "magnificent"),
    ),
    letters={"orange": "O", "green": "G", "purple": "P", "gem": "*", "none": "."},
    accent=("#6a3aa8", "#cbb0f5"),
    shapes={
        **dict.fromkeys(("die", "dice", "earlier"), "die"),
        **dict.fromkeys(("gem", "gems", "gem_kinds"), "gem"),
        **dict.fromkeys(("grid", "camp", "tiles"), "tile"),
    },
    colours={colour: colour for colour in ("orange", "green", "purple", "clear")},
)
