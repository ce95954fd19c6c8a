"""The nine plots of a camp at the end: which tiles cover, which gems fill, and what they give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from callboard_scoring.games.magnificent.pieces import KINDS, STORAGE
from callboard_scoring.ledger import Line, Outcome, reading, reason

# NOTE: %(covered:plot)s covered, %(tiles)s of them by tiles alone; %(filled.list)s tells which the gems fill.
COVERED = reason("magnificent/final-plots.plots")
WITH_GEMS = reason("magnificent/final-plots.with-gems")
# NOTE: the plot %(number)s, which takes %(gems)s gems; in a list of them.
FILLED = reason("magnificent/final-plots.filled")
NOTHING_COVERED = reason("magnificent/final-plots.none")

# NOTE: %(count:gem)s more would cover the plot %(number)s, and give %(points:points)s.
GEMS_LACKED = reason("magnificent/final-plots.lacks-gems")
# NOTE: tiles on %(count:cell)s more of the plot %(number)s would cover it, with the gems that are there.
CELLS_LACKED = reason("magnificent/final-plots.lacks-cells")

PLOTS_APART = reading("magnificent/final-plots.apart")

POINTS_A_PLOT = 4
MOST_GEMS = STORAGE * len(KINDS)
"""The most gems that a player has."""


class Plots(Outcome):
    """What became of one player's plots."""

    plots_covered: int
    gems_used: int
    """The fewest that cover so many."""


def fill(plots: Sequence[int], gems: int) -> list[int]:
    """Return which plots to fill with gems, as places: as many as can be, with the fewest gems.

    Every plot gives the same and a gem covers one cell, so the plots with the fewest open cells come first.
    """
    filled: list[int] = []
    for place in sorted(range(len(plots)), key=lambda each: plots[each]):
        if 0 < plots[place] <= gems:
            filled.append(place)
            gems -= plots[place]
    return sorted(filled)


def covered(plots: Sequence[int], gems: int) -> Plots:
    """Return how many plots are covered, with so many gems for the cells that no tile covers."""
    filled = fill(plots, gems)
    return Plots(plots_covered=plots.count(0) + len(filled), gems_used=sum(plots[place] for place in filled))


def _lacks(plots: Sequence[int], gems: int, reached: Sequence[int]) -> Iterator[Line]:
    """Tell what covers the nearest plot: gems, if a player can have so many, or tiles on as many of its cells."""
    fewest = min(plots)
    place = plots.index(fewest)
    values = {"number": place + 1, "count": fewest - gems, "points": POINTS_A_PLOT}
    if fewest <= MOST_GEMS:
        yield GEMS_LACKED(**values)
    if reached[place] >= fewest - gems:
        yield CELLS_LACKED(**values)


def plots_line(plots: Sequence[int], gems: int, *, reached: Sequence[int] = ()) -> Line:
    """Explain the points for plots; where they are not drawn, that they lie apart is our reading.

    Where they are, `reached` tells how many open cells of each a tile could still cover.

    If they overlapped one gem would serve two of them, so that one which was left open could be filled.
    """
    filled = fill(plots, gems)
    found = covered(plots, gems)
    if not found.plots_covered:
        return NOTHING_COVERED(gems=gems, fewest=min(plots)).lacking(_lacks, plots, gems, reached or plots)
    near = any(0 < gaps <= gems for place, gaps in enumerate(plots) if place not in filled)
    line = (WITH_GEMS if filled else COVERED)(
        found.plots_covered * POINTS_A_PLOT,
        covered=found.plots_covered,
        tiles=plots.count(0),
        each=POINTS_A_PLOT,
        gems=found.gems_used,
        filled=[FILLED(number=place + 1, gems=plots[place]) for place in filled],
    )
    return line.under(PLOTS_APART, when=near and not reached)
