"""A QR code on the screen, where the screen can show one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from callboard_cli.speech.data import carries_letters
from callboard_cli.speech.face import Face

if TYPE_CHECKING:
    from collections.abc import Iterator

    from segno import QRCode

QUIET = 4
"""The light modules that have to be around a code."""
_DARK_ON_LIGHT = "color(16) on color(231)"
"""Black on white of the 256 colours that no theme changes: many readers take no code that is light on dark."""
_BLOCKS = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
"""Two modules, one above the other."""


def code_of(text: str) -> QRCode:
    """Return the smallest code of a text."""
    import segno  # only a code needs it

    return segno.make_qr(text, error="L")


def show_code(face: Face, code: QRCode) -> bool:
    """Show a code, if the screen is wide enough and has colours and letters; tell whether it was shown."""
    if face.plain:
        return False
    console = face.console()
    width = code.symbol_size(border=QUIET)[0]
    if width > console.width or console.color_system is None or not carries_letters():
        return False
    from rich.text import Text  # plain output needs none

    for line in half_blocks(code):
        console.print(Text(line, style=_DARK_ON_LIGHT), no_wrap=True, crop=False)
    return True


def half_blocks(code: QRCode) -> Iterator[str]:
    """Yield the lines of a code with the quiet around it, two rows of modules in each."""
    rows = [[bool(module) for module in row] for row in code.matrix_iter(border=QUIET)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        yield "".join(_BLOCKS[pair] for pair in zip(upper, lower, strict=True))
