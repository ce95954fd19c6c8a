"""Histrio on paper: the ecus of each season, and the purses after both."""

from __future__ import annotations

from callboard_scoring.games.histrio.pieces import WORTH
from callboard_scoring.games.histrio.season import (
    BEST,
    COMEDIANS,
    ECUS_PER_ACTOR,
    PLEASES,
    REQUEST,
    REQUESTS_SCORED,
    REWARDS,
)
from callboard_scoring.pads import PadPart, Paper, Row

MOOD = "histrio/kings-mood"
"""The section that tells what the King wants: a season has no line for it, and all its lines look at it."""
GAME_END = "histrio/game-end"
"""The section under which purses are counted; the stage has no lines of its own."""


def season(_: int) -> tuple[PadPart, ...]:
    """Return both seasons, in the order in which ecus are paid."""
    return tuple(
        PadPart(
            "season",
            (
                Row(MOOD, case="mood", points=False, ours=True, shared=True),
                Row(COMEDIANS.rule, values={"each": ECUS_PER_ACTOR}),
                Row(PLEASES.rule, case="difference", boxes=("own", "against", "difference"), points=False, ours=True),
                Row(PLEASES.rule, values={"reward": reward}),
                Row(BEST.rule, values={"reward": reward}),
                Row(REQUEST.rule, times=REQUESTS_SCORED[number]),
            ),
            {"season": number},
        )
        for number, reward in REWARDS.items()
    )


def final(_: int) -> tuple[PadPart, ...]:
    """Return what each purse holds at the end: the coins by their worth, their sum, and who wins with it."""
    worth = tuple(str(ecus) for ecus in WORTH.values())
    winner = Row(GAME_END, case="winner", points=False, ours=True, shared=True)
    return (PadPart("final", (Row(GAME_END, case="coins", boxes=worth, ours=True),), below=(winner,)),)


PAPER = Paper({"season": season, "final": final}, colour="#8c1c2c", ornament="curtain")
"""The pads, in crimson under a curtain."""
