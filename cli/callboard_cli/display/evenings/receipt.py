"""The receipt of a game as a QR code: on the screen, or in a file where the screen is too narrow."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from callboard_cli.display.codes import QUIET, code_of, show_code
from callboard_cli.speech.data import own_version
from callboard_cli.speech.face import Face, visible
from callboard_nights.night import Night

if TYPE_CHECKING:
    from segno import QRCode


def receipt_of(night: Night) -> str | None:
    """Return the text of an evening's receipt; None as long as nobody has won."""
    from callboard_nights.writing.receipt import receipt  # only the end of a game has one

    return receipt(night, own_version())


def show_receipt(face: Face, night: Night, name: str) -> None:
    """Show the receipt of an evening: as a code to be scanned, plain as its text."""
    text = receipt_of(night)
    if text is None:
        face.say(face.text("error.night.no-receipt"), err=True)
        return
    if face.plain:
        face.emit(text)
        return
    code = code_of(text)
    if show_code(face, code):
        face.say(face.text("night.receipt"))
        return
    path = _saved(code, name)
    if path is None:
        face.emit(text)
    else:
        face.say(face.text("night.receipt-file", width=code.symbol_size(border=QUIET)[0], path=visible(str(path))))


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
