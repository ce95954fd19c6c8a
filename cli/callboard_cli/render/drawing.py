"""Pictures in letters, for whoever would rather look than read. They hold nothing that the lines do not tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from callboard_cli.ui.output import UI, visible
from callboard_cli.ui.wording import token
from callboard_scoring.game import Game
from callboard_scoring.ledger import Grid, Picture, Ring

_NARROWEST = 8
_WIDEST = 13
"""Cells of the screen that one place of a ring takes."""
_FACE_DOWN = " face-down"
_DOWN = "▼"

Spot = tuple[int, int]
"""A row and a column; places with even numbers hold stops, the others what is between them."""


def draw(ui: UI, game: Game, picture: Picture, width: int) -> list[Text] | None:
    """Draw a picture; None where the screen is too narrow for it."""
    if isinstance(picture, Grid):
        return _draw_grid(ui, game, picture, width)
    return _draw_ring(ui, game, picture, width)


# --- A grid ----------------------------------------------------------------------------------------------------------


def _draw_grid(ui: UI, game: Game, grid: Grid, width: int) -> list[Text] | None:
    """Draw a grid with a letter and a colour in each cell, columns named by letters and rows by numbers."""
    room = 3
    margin = len(str(len(grid.rows))) + 1
    if margin + room * len(grid.rows[0]) > width:
        return None
    columns = "".join(chr(ord("A") + column).center(room) for column in range(len(grid.rows[0])))
    lines = [Text(" " * margin + columns, style="dim")]
    for number, row in enumerate(grid.rows, 1):
        cells = [
            Text(token(ui.catalog, game.id, cell, "letter").center(room), style=_PAINT.get(cell, "")) for cell in row
        ]
        lines.append(Text.assemble((f"{number}".rjust(margin - 1) + " ", "dim"), *cells))
    return lines


_PAINT = {"orange": "black on dark_orange", "green": "black on green3", "purple": "white on dark_magenta"}
"""How the colours of a grid are painted; their letters say the same."""


# --- A ring ----------------------------------------------------------------------------------------------------------


def _draw_ring(ui: UI, game: Game, ring: Ring, width: int) -> list[Text] | None:
    """Draw a ring as a square, its first stop in a double frame; None where the screen is too narrow."""
    side = len(ring.stops) // 4 + 1
    across = 2 * side - 1
    room = min(width // across, _WIDEST)
    if room < _NARROWEST:
        return None
    words = [_word(ui, game, stop.token, room - 2, "") for stop in ring.stops]
    cards = [_word(ui, game, card, room - 1, _DOWN) for card in ring.between]
    names = _names([stop.name or "" for stop in ring.stops], room - 2)
    drawn: dict[Spot, list[Text]] = {}
    for number, (row, column) in enumerate(_around(side)):
        drawn[row, column] = _frame(number, words[number], names[number], ring, room)
        if ring.between:
            down, right = _onward((row, column), across - 1)
            drawn[row + down, column + right] = [*([] if down else [Text()]), Text(cards[number])]
    lines: list[Text] = []
    for row in range(across):
        cells = [drawn.get((row, column), []) for column in range(across)]
        for line in range(1 if row % 2 else len(drawn[0, 0])):
            parts = [_centred(cell[line] if line < len(cell) else Text(), room) for cell in cells]
            lines.append(Text.assemble(*parts))
    legend = ui.text("picture.ring")
    if _is_decided(ring):
        legend = f"{legend} {ui.text('picture.ring-won')}"
    return [*lines, Text(legend, style="dim")]


def _around(side: int) -> Iterator[Spot]:
    """Yield the places of the stops, clockwise from the top left corner."""
    last = 2 * (side - 1)
    yield from ((0, column) for column in range(0, last, 2))
    yield from ((row, last) for row in range(0, last, 2))
    yield from ((last, column) for column in range(last, 0, -2))
    yield from ((row, 0) for row in range(last, 0, -2))


def _onward(place: Spot, last: int) -> Spot:
    """Return the step, in rows and columns, from a stop toward the next one, clockwise."""
    row, column = place
    if row == 0 and column < last:
        return 0, 1
    if column == last and row < last:
        return 1, 0
    return (0, -1) if column else (-1, 0)


def _frame(number: int, word: str, name: str, ring: Ring, room: int) -> list[Text]:
    """Frame a stop: its number and whether it lies face down above, its token and who got it inside."""
    left, right, bottom_left, bottom_right, level, upright = "╔╗╚╝═║" if number == 0 else "┌┐└┘─│"
    inside = room - 2
    stop = ring.stops[number]
    down = _DOWN if stop.token.endswith(_FACE_DOWN) else ""
    head = f"{number + 1}".ljust(inside - len(down), level) + down
    within = [Text(word)]
    if _is_decided(ring):
        within.append(Text(name if stop.name else "" if stop.name is None else "–", style="bold green"))
    return [
        Text(f"{left}{head}{right}"),
        *(Text.assemble(upright, _centred(line, inside), upright) for line in within),
        Text(f"{bottom_left}{level * inside}{bottom_right}"),
    ]


def _is_decided(ring: Ring) -> bool:
    """Tell whether anybody can have got anything: not before all lies there, nor before it counts."""
    return bool(ring.between) and any(stop.name is not None for stop in ring.stops)


def _names(names: Sequence[str], room: int) -> list[str]:
    """Cut names to the room; those that look alike then get a number."""
    shown = {name: _cut(visible(name), room) for name in names}
    for short in list(shown.values()):
        alike = [other for other, cut in shown.items() if cut == short]
        if len(alike) > 1:
            shown = {**shown, **{other: f"{short[:-2]}…{place}" for place, other in enumerate(alike, 1)}}
    return [shown[name] for name in names]


def _word(ui: UI, game: Game, canonical: str, room: int, mark: str) -> str:
    """Return a token's words, or their short form where the room is too narrow; `mark` says what lies face down."""
    down = mark if canonical.endswith(_FACE_DOWN) else ""
    canonical = canonical.removesuffix(_FACE_DOWN)
    whole = token(ui.catalog, game.id, canonical) + down
    return whole if cell_len(whole) <= room else _cut(token(ui.catalog, game.id, canonical, "short") + down, room)


def _cut(text: str, room: int) -> str:
    return text if cell_len(text) <= room else set_cell_size(text, room - 1).rstrip() + "…"


def _centred(text: Text, room: int) -> Text:
    free = max(0, room - text.cell_len)
    return Text.assemble(" " * (free // 2), text, " " * (free - free // 2))
