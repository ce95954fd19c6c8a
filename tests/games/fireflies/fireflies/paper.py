"""Fireflies on paper: a row for each line of the scorer, in its order, and what stands beside it in small."""

from __future__ import annotations

from callboard_scoring.pads import PadPart, Paper, Row
from fireflies.final import ADDED, HELD, MOON_POINTS
from fireflies.night import BRIGHTEST, OWL, PAIRS, POINTS_PER_PAIR
from fireflies.pieces import NIGHTS, OWL_PENALTY


def night(_: int) -> tuple[PadPart, ...]:
    """Return the rows of each night."""
    rows = (
        Row(BRIGHTEST.rule),
        Row(PAIRS.rule, values={"points": POINTS_PER_PAIR}),
        Row(OWL.rule, values={"penalty": OWL_PENALTY}),
    )
    return (PadPart("night", rows),) * NIGHTS


def final(_: int) -> tuple[PadPart, ...]:
    """Return the rows of the end: the nights side by side in one, and the moons."""
    return (
        PadPart(
            "final",
            (
                Row(ADDED.rule, case="each", boxes=("1", "2", "3"), points=False, ours=True),
                Row(ADDED.rule),
                Row(HELD.rule, values={"points": MOON_POINTS[1:]}),
            ),
        ),
    )


PAPER = Paper({"night": night, "final": final}, colour="#3a4a1e", ornament="bunting")
