"""The Magnificent on paper: the end of each round, and the end of the game."""

from __future__ import annotations

from callboard_scoring.games.magnificent.final import (
    COINS,
    COINS_A_POINT,
    COVERED,
    HALF_COUNTED,
    POINTS_A_PLOT,
    SOLO,
    TIE_BREAK,
    VERDICTS,
)
from callboard_scoring.games.magnificent.payment import LOSS, PAID
from callboard_scoring.games.magnificent.pieces import CARDS_LEFT
from callboard_scoring.games.magnificent.round import COUNTED
from callboard_scoring.pads import PadPart, Paper, Row


def rounds(_: int) -> tuple[PadPart, ...]:
    """Return the three rounds: the coins due, what is lost where some are missing, and one master card."""
    return tuple(
        PadPart(
            "round",
            (
                Row(PAID.rule, values={"each": each}, boxes=("due", "missing", "points")),
                Row(COUNTED.rule),
            ),
            {"round": number},
            start=True,
        )
        for number, each in LOSS.items()
    )


def final(players: int) -> tuple[PadPart, ...]:
    """Return the end of the game: below the total, whose hat is higher, or what title a solo player has earned."""
    solo = SOLO["win"].rule
    titles = sorted(VERDICTS.values())
    return (
        PadPart(
            "final",
            (
                Row(HALF_COUNTED.rule, times=CARDS_LEFT, boxes=("whole", "half")),
                Row(COINS.rule, values={"each": COINS_A_POINT}, boxes=("coins", "points")),
                Row(COVERED.rule, values={"each": POINTS_A_PLOT}, boxes=("plots", "points")),
            ),
            start=True,
            below=(
                Row(TIE_BREAK.rule, points=False)
                if players > 1
                else Row(
                    solo,
                    values={str(title): points for title, points in VERDICTS.items()},
                    boxes=tuple(map(str, titles)),
                    points=False,
                ),
            ),
        ),
    )


PAPER = Paper({"round": rounds, "final": final}, colour="#5b2a86", ornament="bunting")
"""The pads, in a purple of circus tents under a bunting."""
