"""The result of an evening to hand on: a picture, and the same as a text. Both tell what the standing tells."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal
from unicodedata import east_asian_width

from callboard_cli.render.dates import day
from callboard_cli.ui.names import title_of
from callboard_cli.ui.output import UI
from callboard_cli.views.standing import Place, StandingView
from callboard_nights.night import Night

WIDTH = 1080
"""Of the picture: as wide as a phone's screen is sharp."""
_EDGE = 80
_LETTER = 0.64
"""How wide a bold letter is on average, in letter heights; wide ones are two."""
_MOST_LINES = 6
"""Of a text in the picture; a name of wide letters needs nearly so many."""


@dataclass(frozen=True)
class Text:
    """A line of letters in the picture."""

    x: int
    y: int
    size: int
    text: str
    anchor: Literal["start", "end"] = "start"
    weight: int = 400
    tone: Literal["ink", "faint", "accent"] = "ink"


@dataclass(frozen=True)
class SharedResult:
    """A result to hand on."""

    title: str
    text: str
    """In lines, as one writes a message."""
    colour: str
    """The game's own."""
    height: int
    """Of the picture."""
    texts: Sequence[Text]
    rules: Sequence[int]
    """Where a line is drawn across it."""


def shared_result(ui: UI, night: Night, standing: StandingView) -> SharedResult:
    """Return a standing of an evening to hand on."""
    title, date = title_of(ui.catalog, night.game.id), day(ui.catalog, night.began)
    why = [row.text for row in standing.lines]
    page = _Page()
    page.write(date, 30, tone="faint")
    page.write(title, 64, weight=700, tone="accent")
    page.write(standing.first, 48, weight=700)
    for text in why:
        page.write(text, 30, tone="faint")
    for place in standing.places:
        page.place(place)
    page.down += _EDGE
    told = [f"{title} · {date}", standing.first, *why, *map(_line, standing.places)]
    return SharedResult(
        title,
        "\n".join(filter(None, told)),
        night.game.accent[0] if night.game.accent else night.game.paper().colour,
        page.down,
        page.texts,
        page.rules,
    )


def _line(place: Place) -> str:
    """Return what somebody has as a line of a message."""
    has = ", ".join(filter(None, (place.points, place.holds)))
    return f"{_ranked(place)}{place.name}{f' – {has}' if has else ''}"


def _ranked(place: Place) -> str:
    return f"{place.rank}. " if place.rank else ""


class _Page:
    """The picture, which grows downwards."""

    def __init__(self) -> None:
        self.down = _EDGE
        self.texts: list[Text] = []
        self.rules: list[int] = []

    def write(
        self, text: str, size: int, *, weight: int = 400, tone: Literal["ink", "faint", "accent"] = "ink"
    ) -> None:
        """Write a text from edge to edge."""
        for line in _lines(text, WIDTH - 2 * _EDGE, size):
            self.down += round(size * 1.25)
            self.texts.append(Text(_EDGE, self.down, size, line, weight=weight, tone=tone))
        self.down += size // 4

    def place(self, place: Place) -> None:
        """Write what somebody has: the name beside the points, and below what they hold."""
        self.down += 24
        self.rules.append(self.down)
        size, indent = 42, 90 if place.rank else 0
        first = self.down + 62
        room = WIDTH - 2 * _EDGE - indent - round((_cells(place.points) + 2) * size * _LETTER)
        if place.rank:
            self.texts.append(Text(_EDGE, first, size, str(place.rank), tone="faint"))
        if place.points:
            self.texts.append(Text(WIDTH - _EDGE, first, size, place.points, "end", 700, "accent"))
        self.down += 10
        for line in _lines(place.name, room, size):
            self.down += 52
            self.texts.append(Text(_EDGE + indent, self.down, size, line, weight=600))
        for line in _lines(place.holds, WIDTH - 2 * _EDGE - indent, 28):
            self.down += 38
            self.texts.append(Text(_EDGE + indent, self.down, 28, line, tone="faint"))


def _lines(text: str, room: int, size: int) -> Iterator[str]:
    """Yield a text in lines that fit into the room; of a very long one the beginning."""
    if text:
        letters = int(room / (size * _LETTER)) * len(text) // max(1, _cells(text))
        yield from textwrap.wrap(text, max(4, letters), max_lines=_MOST_LINES, placeholder=" …")


def _cells(text: str) -> int:
    """Return how many letters of the usual width a text is as wide as."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
