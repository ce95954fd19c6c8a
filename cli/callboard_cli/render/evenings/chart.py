"""The totals over an evening as a chart in the terminal: a line a player, told by heights and numbers alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from callboard_cli.render.evenings.standing import has_points, minus
from callboard_cli.ui.output import visible
from callboard_nights.night import Night
from callboard_scoring.evening import Played

_HEIGHTS = "▁▂▃▄▅▆▇█"
_FEWEST = 2
"""Fewer totals are no course."""
_NAMES = 0.4
"""The most of the width that names take; of a longer one the beginning is shown."""


def course(night: Night) -> list[tuple[int, Mapping[str, int]]]:
    """Return the totals after each entry that changed what counts, with the entry's number; none without points."""
    evening = night.game.evening()
    totals: Mapping[str, int] = night.start
    told = []
    for entry in night.entries:
        played = entry.played
        if played is not None and played.stage in (*evening.adds, *evening.sets):
            totals = _after(night, totals, played)
            told.append((entry.number, totals))
    return told if has_points(night) and len(told) >= _FEWEST else []


def _after(night: Night, totals: Mapping[str, int], played: Played) -> Mapping[str, int]:
    evening = night.game.evening()
    given = evening.given(played)
    if played.stage in evening.adds:
        given = {name: totals[name] + points for name, points in given.items()}
    return {**totals, **given}


def chart(night: Night, width: int) -> Iterator[str]:
    """Yield the lines of the chart for a width in cells; none where there is no course to show.

    Under the numbers of the entries each total has a bar of its height; where that is too wide, the bars alone and the
    last total, and of very many entries only as many as there is room for, the last among them.
    """
    from rich.cells import cell_len  # plain output needs none

    points = course(night)
    if not points:
        return
    all_totals = [total for _, totals in points for total in totals.values()]
    low, high = min(0, *all_totals), max(1, *all_totals)
    longest = max(cell_len(visible(name)) for name in night.players)
    column = min(longest, int(width * _NAMES))
    cell = max(len(minus(total)) for total in all_totals) + 1
    room = (width - column) // (cell + 1)
    is_wide = len(points) <= room
    if is_wide:
        yield " " * column + "".join(f" {number:>{cell}}" for number, _ in points)
    for one in night.standing:
        own = [(_height(totals[one.name], low, high), minus(totals[one.name])) for _, totals in points]
        name = cut(visible(one.name), column)
        if is_wide:
            yield name + "".join(f" {height}{total:>{cell - 1}}" for height, total in own)
        else:
            bars = _sampled("".join(height for height, _ in own), width - column - cell - 1)
            yield f"{name} {bars} {own[-1][1]}"


def _height(total: int, low: int, high: int) -> str:
    return _HEIGHTS[round((total - low) / (high - low) * (len(_HEIGHTS) - 1))]


def cut(name: str, column: int) -> str:
    """Return a name in a column's width, with its beginning where it is longer."""
    from rich.cells import cell_len, set_cell_size

    return set_cell_size(name, column) if cell_len(name) <= column else f"{set_cell_size(name, column - 1)}…"


def _sampled(bars: str, most: int) -> str:
    """Return so many of these, evenly spread, with the last one."""
    if len(bars) <= most:
        return bars
    return "".join(bars[(place + 1) * len(bars) // most - 1] for place in range(most))


def told(night: Night) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield each player with the totals after each entry, to be told without a chart."""
    points = course(night)
    if points:
        yield from ((one.name, [minus(totals[one.name]) for _, totals in points]) for one in night.standing)
