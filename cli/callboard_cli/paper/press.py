"""The press: a sheet as plain data goes in with a template's name, and comes out as PDF, SVG or PNG.

The same sheet gives the same bytes: no time is written into it, and letters are those that Typst brings. A name in
others, Chinese or an emoji, is printed with what fonts this computer has; a letter that none has is told by its number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from callboard_cli.paper.sheets import Sheet

Format = Literal["pdf", "svg", "png"]
Stock = Literal["a4", "letter"]
Size = Literal["normal", "large", "saving"]
FORMATS: tuple[Format, ...] = get_args(Format)
STOCKS: tuple[Stock, ...] = get_args(Stock)
SIZES: tuple[Size, ...] = get_args(Size)

_NO_ROOM = "this does not fit on one page"
"""What `page.typ` says then."""
_LEAST_USED = 0.15
"""The share of an evening's last page that has to be used: a page with three lines is none."""
_MORE: dict[Size, tuple[float, ...]] = {
    "normal": (0, -0.25, -0.5, 0.25, 0.5, 0.75),
    "large": (0, 0.25, 0.5, 0.75, 1, 1.25),
    "saving": (0, -0.25, -0.5, 0.25, 0.5, 0.75),
}
"""By how many points an evening's letters may be larger: the first that leaves no page with a few lines is taken."""
_TEMPLATES = Path(__file__).parent / "templates"
_PAPERS = {"a4": "a4", "letter": "us-letter"}
DOTS_PER_INCH = 200
"""Of a picture: enough to print it, and small enough to send it."""
_STRANGE = re.compile("[^\\u0000-\\u0525\\u1e00-\\u20ba\\u2100-\\u214b\\u2190-\\u2319\\u2500-\\u269c\\ufe00-\\ufe0f]")
"""Letters that the fonts which Typst brings may lack; `page.typ` has the same."""


_JOINED = re.compile(r"(?<=\d) (?=[^\W\d_])| (?=—)")
"""The space between a number and what it counts, and before a dash: no line ends there."""
_APOSTROPHE = re.compile(r"(?<=\w)'")
_TREE_OF_PAGES = re.compile(rb"/Type/Pages/Count (\d+)")
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+(?: +[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+)*"
)
"""Words that are read from right to left: what stands around them is not."""


class NoPressError(RuntimeError):
    """Typst is not installed."""


class NoRoomError(ValueError):
    """What stands together does not fit on one page, even in the smallest letters."""


@dataclass(frozen=True)
class Wanted:
    """How a sheet is wanted."""

    format: Format = "pdf"
    paper: Stock = "a4"
    size: Size = "normal"


def press(template: str, sheet: Sheet, wanted: Wanted, dots_per_inch: int = DOTS_PER_INCH) -> list[bytes]:
    """Set a sheet in type with a template; a PDF is one file, of SVG and PNG there is one for each page.

    :raises NoPressError: when Typst is not installed.
    :raises NoRoomError: when a part that is not parted is higher than a page.
    """
    try:
        import typst  # an extra, and heavy
    except ImportError as error:
        raise NoPressError from error
    data = {**typeset(asdict(sheet)), "paper": _PAPERS[wanted.paper], "size": wanted.size}
    is_strange = _STRANGE.search(json.dumps(data, ensure_ascii=False)) is not None
    file = _TEMPLATES / f"{template}.typ"

    def inputs(more: float) -> dict[str, Any]:
        shown = json.dumps({**data, "more": more}, ensure_ascii=False)
        told = {"data": shown, "letters": "strange" if is_strange else "own"}
        return {"root": _TEMPLATES, "ignore_system_fonts": not is_strange, "sys_inputs": told}

    def is_full(more: float) -> bool:
        (end,) = json.loads(typst.query(file, "<end>", field="value", **inputs(more)))
        return bool(end["pages"] == 1 or (end["used"] >= _LEAST_USED and not end["is_proof"]))

    more = next(filter(is_full, _MORE[wanted.size]), 0) if template == "night" else 0
    made: bytes | Sequence[bytes] | None
    try:
        made = typst.compile(file, format=wanted.format, ppi=dots_per_inch, timestamp=0, **inputs(more))
    except typst.TypstError as error:
        if _NO_ROOM in str(error):
            raise NoRoomError from None
        raise
    return [made] if isinstance(made, bytes) else list(made or ())


def number_of_pages(pdf: bytes) -> int:
    """Return how many pages a PDF of the press has, as its tree of pages says."""
    found = _TREE_OF_PAGES.search(pdf)
    return int(found[1]) if found else 1


def typeset(told: Any) -> Any:
    r"""Return texts as they are set: what belongs together on one line, and who writes from right to left kept apart.

    What is typed again, a command or a proof, stays as it is.

    >>> typeset("2 cards — Ada 3"), len("אבג 3"), len(typeset("אבג 3"))
    ('2\xa0cards\xa0— Ada 3', 5, 7)
    """
    if isinstance(told, dict):
        return {key: one if key in {"command", "proof", "foot"} else typeset(one) for key, one in told.items()}
    if isinstance(told, list | tuple):
        return [typeset(one) for one in told]
    if not isinstance(told, str):
        return told
    told = _APOSTROPHE.sub("\N{RIGHT SINGLE QUOTATION MARK}", _JOINED.sub("\N{NO-BREAK SPACE}", told))
    return _RIGHT_TO_LEFT.sub("\N{FIRST STRONG ISOLATE}\\g<0>\N{POP DIRECTIONAL ISOLATE}", told)
