"""The course of an evening, and statistics, drawn on a screen."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from rich.cells import cell_len, set_cell_size

from callboard_cli.render.evenings.standing import has_points, minus
from callboard_cli.render.tallies import (
    HEADS,
    OfGame,
    Tally,
    cells_of,
    decimal,
    pair_text,
    tally_text,
    without_winner,
)
from callboard_cli.ui.output import UI, visible
from callboard_cli.ui.wording import unit_of
from callboard_locales import Catalog
from callboard_nights.night import Night
from callboard_nights.statistics import Record
from callboard_scoring.evening import Played

_HEIGHTS = "▁▂▃▄▅▆▇█"
_FEWEST_TOTALS = 2
"""Fewer totals are no course."""


def course(night: Night) -> list[tuple[int, Mapping[str, int]]]:
    """Return the totals after each entry that changed what counts, with the entry's number; none without points."""
    evening = night.game.evening()
    totals: Mapping[str, int] = night.start
    shown = []
    for entry in night.entries:
        played = entry.played
        if played is not None and played.stage in (*evening.adds, *evening.sets):
            totals = _after(night, totals, played)
            shown.append((entry.number, totals))
    return shown if has_points(night) and len(shown) >= _FEWEST_TOTALS else []


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


_PARTS = " ▏▎▍▌▋▊▉█"
"""A cell of a bar, from none to eight parts of it."""
_WHOLE = len(_PARTS) - 1
_NAMES = 0.4
"""The most of the width that names take beside bars; of a longer one the beginning is shown."""
_SHARES_FROM = 60
"""From this width on, in cells, the share of wins stands beside their number."""
_LONGEST = 60
"""The most cells of a bar."""
_FEWEST = 2
"""Fewer bars compare nothing."""


def screen(ui: UI, game: OfGame, names: frozenset[str], width: int) -> Iterator[str]:
    """Yield the lines of a game for a width in cells, an empty one behind them."""
    plays = ui.beside(unit_of, "night/unit.play", game.plays)
    yield from _bold(_wrapped(f"{game.title} · {plays}", width))
    yield from _table(ui, game.records, width)
    for line in without_winner(ui, game):
        yield from _wrapped(line, width)
    if game.pairs:
        yield ""
        yield from _wrapped(ui.beside(Catalog.text, "night/stats-pairs"), width)
        for pair in game.pairs:
            yield from _wrapped(pair_text(ui, pair, names), width)
    bars = list(_chart(ui, game.records, width))
    if bars:
        yield ""
        yield from bars
    yield ""


def overall(ui: UI, tallies: Sequence[Tally], width: int) -> Iterator[str]:
    """Yield the lines of what players did over all games, if any played several."""
    if tallies:
        yield from _bold(_wrapped(ui.beside(Catalog.text, "night/stats-all-games"), width))
        for one in tallies:
            yield from _wrapped(f"{visible(one.name)}: {ui.beside(tally_text, one)}", width)


def _wrapped(text: str, width: int) -> Sequence[str]:
    """Break a text into lines of a width in cells, all but the first indented."""
    if cell_len(text) <= width:
        return [text]
    wide = cell_len(text) - len(text)  # letters that take two cells each
    return textwrap.wrap(text, max(width - wide, width // 2), subsequent_indent="  ", break_on_hyphens=False)


def _bold(lines: Sequence[str]) -> Iterator[str]:
    return (f"\x1b[1m{line}\x1b[0m" for line in lines)


def _table(ui: UI, records: Sequence[Record], width: int) -> Iterator[str]:
    """Yield the heads, at a mixed table in two lines, and a row each; a name that is too long has a line of its own."""
    catalogs = [ui.catalog, *([ui.also] if ui.also else [])]
    has_points = any(one.average is not None for one in records)
    heads = HEADS if has_points else HEADS[:2]
    rows = [cells_of(ui.catalog, one, with_share=width >= _SHARES_FROM)[: len(heads)] for one in records]
    named = [[words.text(head) for head in heads] for words in catalogs]
    widest = [max(map(cell_len, column)) for column in zip(*named, *rows, strict=True)]
    longest = max(cell_len(visible(one.name)) for one in records)
    gap = 2 if longest + sum(widest) + 2 * len(widest) <= width else 1
    column = max(0, min(longest, width - sum(widest) - gap * len(widest)))
    for shown in named:
        yield " " * column + _aligned(shown, widest, gap)
    for one, row in zip(records, rows, strict=True):
        name = visible(one.name)
        if cell_len(name) > column:
            yield from _wrapped(name, width)
            name = ""
        yield set_cell_size(name, column) + _aligned(row, widest, gap)


def _aligned(cells: Sequence[str], widest: Sequence[int], gap: int) -> str:
    return "".join(" " * (gap + most - cell_len(cell)) + cell for cell, most in zip(cells, widest, strict=True))


def _chart(ui: UI, records: Sequence[Record], width: int) -> Iterator[str]:
    """Yield a bar for each player under what it measures: the average, or the wins where there are no points."""
    averages = [(one.name, one.average, decimal(ui.catalog, one.average)) for one in records if one.average is not None]
    shown = averages or [(one.name, float(one.wins), str(one.wins)) for one in records if one.known]
    if len(shown) < _FEWEST or max(number for _, number, _ in shown) <= 0:
        return
    yield from _wrapped(ui.beside(Catalog.text, "night/chart-points" if averages else "night/chart-wins"), width)
    column = min(max(cell_len(visible(name)) for name, _, _ in shown), int(width * _NAMES))
    room = min(_LONGEST, width - column - max(len(text) for _, _, text in shown) - 2)
    most = max(number for _, number, _ in shown)
    for name, number, text in shown:
        yield f"{cut(visible(name), column)} {_bar(number / most, room)}{text}"


def _bar(part: float, room: int) -> str:
    """Return a bar of this part of the room, with a blank behind it if there is any."""
    whole, rest = divmod(round(max(0.0, part) * room * _WHOLE), _WHOLE)
    bar = _PARTS[_WHOLE] * whole + _PARTS[rest].strip()
    return f"{bar} " if bar else ""
