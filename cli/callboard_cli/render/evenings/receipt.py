"""Receipts and other QR codes: on the screen, or in a file where the screen is too narrow."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from callboard_cli.ui.output import UI, carries_letters, own_version, visible
from callboard_nights.night import Night

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


def show_code(ui: UI, code: QRCode) -> bool:
    """Show a code, if the screen is wide enough and has colours and letters; tell whether it was shown."""
    if ui.plain:
        return False
    console = ui.console()
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


def receipt_of(night: Night) -> str | None:
    """Return the text of an evening's receipt; None as long as nobody has won."""
    from callboard_nights.serialization.receipt import receipt  # only the end of a game has one

    return receipt(night, own_version())


def show_receipt(ui: UI, night: Night, name: str) -> None:
    """Show the receipt of an evening: as a code to be scanned, plain as its text."""
    text = receipt_of(night)
    if text is None:
        ui.say(ui.text("error.night.no-receipt"), err=True)
        return
    if ui.plain:
        ui.emit(text)
        return
    code = code_of(text)
    if show_code(ui, code):
        ui.say(ui.text("night.receipt"))
        return
    path = _saved(code, name)
    if path is None:
        ui.emit(text)
    else:
        ui.say(ui.text("night.receipt-file", width=code.symbol_size(border=QUIET)[0], path=visible(str(path))))


def _saved(code: QRCode, name: str) -> Path | None:
    """Write a code into a file of the evening's name; return where it is, or None where it cannot be written.

    What is there under that name already and is another thing is left alone.
    """
    stream = io.BytesIO()
    code.save(stream, kind="svg", border=QUIET, scale=4, dark="#000", light="#fff")
    content = stream.getvalue()
    for number in range(1, 100):
        path = Path(f"{name}.svg" if number == 1 else f"{name}-{number}.svg")
        try:
            with path.open("xb") as file:
                file.write(content)
        except FileExistsError:
            if _holds(path, content):
                return path
        except OSError:
            return None
        else:
            return path
    return None


def _holds(path: Path, content: bytes) -> bool:
    try:
        return path.read_bytes() == content
    except OSError:
        return False
