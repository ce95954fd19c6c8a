"""Printed pages read back from their PDF: what stands on them, where, how large, and in which fonts.

A piece is what stands on one line in one hand; hyphens at the end of lines and spaces are not part of what was said.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import pypdfium2
import pypdfium2.raw as pdfium

INCH = 72
MM = INCH / 25.4
SHEETS = {"a4": (210 * MM, 297 * MM), "letter": (8.5 * INCH, 11 * INCH)}
"""Width and height of a sheet of paper, in points."""
_THIN = 3
"""The most points that a line is wide."""
_INSIDE = 1.2
"""By how many points letters may stand in each other's boxes: a line's descenders in the next one's accents."""
# A hyphen at the end of a line is read as U+0002.
_BLANK = re.compile(r"[\s\x02\u00ad\u2010-]+")


@dataclass(frozen=True)
class Box:
    """A place on a page, in points from its left and lower edge."""

    left: float
    low: float
    right: float
    high: float

    def overlaps(self, other: Box) -> bool:
        """Tell whether this and another place have more in common than letters of neighbours may."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.high, other.high) - max(self.low, other.low)
        return width > _INSIDE and height > _INSIDE

    def is_crossed(self, line: Box) -> bool:
        """Tell whether the middle of a line runs through this place, not along its edge."""
        if line.right - line.left > line.high - line.low:
            across, low, high = (line.low + line.high) / 2, self.low, self.high
            along = min(self.right, line.right) - max(self.left, line.left)
        else:
            across, low, high = (line.left + line.right) / 2, self.left, self.right
            along = min(self.high, line.high) - max(self.low, line.low)
        return along > _INSIDE and low + _INSIDE < across < high - _INSIDE


@dataclass(frozen=True)
class Piece:
    """What stands on one line in one hand."""

    text: str
    box: Box
    size: float
    """Of its letters, in points."""
    font: str
    is_embedded: bool


@dataclass(frozen=True)
class Page:
    """A page as it was printed."""

    width: float
    height: float
    pieces: tuple[Piece, ...]
    """In the order in which they were set: cell by cell, not line by line."""
    lines: tuple[Box, ...]
    """Thin straight ones."""
    found: frozenset[str]
    """Of what was looked for, what a reader of PDF finds."""

    @cached_property
    def text(self) -> str:
        """All that stands on the page, as it is compared."""
        return squeezed("".join(piece.text for piece in self.pieces))

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of the page but those that are broken at the end of a line."""
        return frozenset(word for piece in self.pieces for word in _whole(piece.text))

    def overlapping(self) -> Iterator[tuple[str, str]]:
        """Yield each two pieces that stand in each other's place, and each that a line runs through."""
        below = sorted(self.pieces, key=lambda piece: piece.box.low)
        for place, one in enumerate(below):
            for other in below[place + 1 :]:
                if other.box.low >= one.box.high:
                    break  # all that follow begin above it
                if one.box.overlaps(other.box):
                    yield one.text, other.text
        for piece in self.pieces:
            for line in self.lines:
                if piece.box.is_crossed(line):
                    yield piece.text, f"a line at {line}"

    def outside(self, margin: float) -> Iterator[str]:
        """Yield what stands nearer to an edge than the margin is wide."""
        for piece in self.pieces:
            box = piece.box
            if min(box.left, box.low, self.width - box.right, self.height - box.high) < margin:
                yield piece.text


def squeezed(text: str) -> str:
    """Return a text without spaces and hyphens, which lines break at, and with straight apostrophes."""
    return _BLANK.sub("", text.replace("’", "'"))


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text, in small letters."""
    return frozenset(re.findall(r"[^\W\d_]{2,}", text.casefold().replace("\u00ad", "")))


def _whole(text: str) -> frozenset[str]:
    """Return the words of a piece but its first and last, which may be halves."""
    return words_of(re.sub(r"^\S+|\S+$", "", text.strip()))


def read_pages(pdf: bytes, *wanted: str) -> list[Page]:
    """Read a PDF back; of each page tell also which of the wanted words are found on it."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [_page(page, wanted) for page in document]
    finally:
        document.close()


def _page(page: pypdfium2.PdfPage, wanted: tuple[str, ...]) -> Page:
    texts = page.get_textpage()
    pieces, lines = [], []
    for part in page.get_objects(max_depth=15):
        box = Box(*part.get_bounds())
        if part.type == pdfium.FPDF_PAGEOBJ_TEXT:
            piece = _piece(part, texts, box)
            pieces += [piece] if piece.text.strip() else []
        elif part.type == pdfium.FPDF_PAGEOBJ_PATH and min(box.right - box.left, box.high - box.low) < _THIN:
            lines.append(box)
    found = frozenset(word for word in wanted if texts.search(word, match_case=False).get_next())
    return Page(*page.get_size(), tuple(pieces), tuple(lines), found)


def _piece(part: pypdfium2.PdfObject, texts: pypdfium2.PdfTextPage, box: Box) -> Piece:
    size = ctypes.c_float()
    pdfium.FPDFTextObj_GetFontSize(part.raw, size)
    matrix = part.get_matrix()
    font = pdfium.FPDFTextObj_GetFont(part.raw)
    length = pdfium.FPDFTextObj_GetText(part.raw, texts.raw, None, 0)
    told = (ctypes.c_ushort * (length // 2))()
    pdfium.FPDFTextObj_GetText(part.raw, texts.raw, told, length)
    name = ctypes.create_string_buffer(200)
    pdfium.FPDFFont_GetBaseFontName(font, name, 200)
    return Piece(
        bytes(told).decode("utf-16-le").rstrip("\0"),
        box,
        size.value * abs(matrix.d),
        name.value.decode(),
        pdfium.FPDFFont_GetIsEmbedded(font) == 1,
    )
