"""Pictures in letters, for whoever would rather look than read. They hold nothing that the lines do not tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from callboard_cli.face import Face, visible
from callboard_cli.wording import token
from callboard_scoring.game import Game
from callboard_scoring.pictures import Ring

_NARROWEST = 8
_WIDEST = 13
"""Cells of the screen that one place of a ring takes."""
_FACE_DOWN = " face-down"
_DOWN = "▼"

Place = tuple[int, int]
"""A row and a column; places with even numbers hold stops, the others what is between them."""


def draw_ring(face: Face, game: Game, ring: Ring, width: int) -> list[Text] | None:
    """Draw a ring as a square, its first stop in a double frame; None where the screen is too narrow."""
    side = len(ring.stops) // 4 + 1
    across = 2 * side - 1
    room = min(width // across, _WIDEST)
    if room < _NARROWEST:
        return None
    words = _words(face, game, [stop.token for stop in ring.stops], room - 2)
    cards = _words(face, game, ring.between, room - 1)
    drawn: dict[Place, list[Text]] = {}
    for number, (row, column) in enumerate(_around(side)):
        drawn[row, column] = _frame(number, words[number], ring, room)
        if ring.between:
            down, right = _onward((row, column), across - 1)
            drawn[row + down, column + right] = [*([] if down else [Text()]), Text(cards[number])]
    lines: list[Text] = []
    for row in range(across):
        cells = [drawn.get((row, column), []) for column in range(across)]
        for line in range(1 if row % 2 else len(drawn[0, 0])):
            parts = [_centred(cell[line] if line < len(cell) else Text(), room) for cell in cells]
            lines.append(Text.assemble(*parts))
    legend = face.text("picture.ring")
    if ring.between:
        legend = f"{legend} {face.text('picture.ring-won')}"
    return [*lines, Text(legend, style="dim")]


def read_ring(face: Face, game: Game, ring: Ring) -> list[str]:
    """Say a ring, one stop a line, clockwise."""
    return [f"{number}. {token(face.catalog, game.id, stop.token)}" for number, stop in enumerate(ring.stops, 1)]


def _around(side: int) -> Iterator[Place]:
    """Yield the places of the stops, clockwise from the top left corner."""
    last = 2 * (side - 1)
    yield from ((0, column) for column in range(0, last, 2))
    yield from ((row, last) for row in range(0, last, 2))
    yield from ((last, column) for column in range(last, 0, -2))
    yield from ((row, 0) for row in range(last, 0, -2))


def _onward(place: Place, last: int) -> Place:
    """Return the step, in rows and columns, from a stop toward the next one, clockwise."""
    row, column = place
    if row == 0 and column < last:
        return 0, 1
    if column == last and row < last:
        return 1, 0
    return (0, -1) if column else (-1, 0)


def _frame(number: int, word: str, ring: Ring, room: int) -> list[Text]:
    """Frame a stop: its number and whether it lies face down above, its token and who got it inside."""
    left, right, bottom_left, bottom_right, level, upright = "╔╗╚╝═║" if number == 0 else "┌┐└┘─│"
    inside = room - 2
    stop = ring.stops[number]
    down = _DOWN if stop.token.endswith(_FACE_DOWN) else ""
    head = f"{number + 1}".ljust(inside - len(down), level) + down
    within = [Text(word.removesuffix(_DOWN))]
    if ring.between:  # before anything lies between the stops nobody can have got anything
        within.append(Text(_cut(visible(stop.name or ""), inside), style="bold green"))
    return [
        Text(f"{left}{head}{right}"),
        *(Text.assemble(upright, _centred(line, inside), upright) for line in within),
        Text(f"{bottom_left}{level * inside}{bottom_right}"),
    ]


def _words(face: Face, game: Game, tokens: Sequence[str], room: int) -> list[str]:
    """Return the words of these tokens, or the short forms of all where one is too long for the room."""
    for form in ("token", "short"):
        words = [
            token(face.catalog, game.id, canonical.removesuffix(_FACE_DOWN), form)
            + (_DOWN if canonical.endswith(_FACE_DOWN) else "")
            for canonical in tokens
        ]
        if all(cell_len(word) <= room for word in words):
            break
    return [_cut(word, room) for word in words]


def _cut(text: str, room: int) -> str:
    return text if cell_len(text) <= room else set_cell_size(text, room - 1).rstrip() + "…"


def _centred(text: Text, room: int) -> Text:
    free = max(0, room - text.cell_len)
    return Text.assemble(" " * (free // 2), text, " " * (free - free // 2))
