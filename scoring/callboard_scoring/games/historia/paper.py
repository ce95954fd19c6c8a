"""Historia on paper: what players counted themselves, a row a source. No source tells what most of it is worth."""

from __future__ import annotations

from callboard_scoring.games.historia.tally import ADDED, SOURCES
from callboard_scoring.pads import PadPart, Paper, Row

ERAS = ("1", "2", "3")
BY_ERA = ("territories", "leaders")
"""What is counted anew in each era, as far as sources tell."""


def tally(_: int) -> tuple[PadPart, ...]:
    """Return one row for each source of points."""
    rows = (Row(ADDED.rule, case=source, boxes=ERAS if source in BY_ERA else ()) for source in SOURCES)
    return (PadPart("tally", tuple(rows)),)


PAPER = Paper({"tally": tally}, colour="#6b4a12", ornament="ages")
"""The pad, in bronze along the years."""
