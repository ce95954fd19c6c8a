"""What the texts of evenings have in common: a line that says what it is, JSON in short lines, and a checksum.

    callboard dispute 1
    {"night":"tomak-histrio","callboard":"0.2.0",
    …
    }
    checksum 0123456789abcdef0123456789abcdef

The lines are short, begin with no blank and end with none, so that what sends them on (mail, a chat) leaves them alone.
The checksum is over all that stands before it, but for how its lines end. Letters may stand as JSON writes them in
ASCII, too: the checksum is the same.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NoReturn

from callboard_nights.seating import LogError

LIMIT = 2_000_000
"""The most bytes of a text: an evening that everybody typed on their own phone has some hundred thousand."""
DEPTH = 20
"""The most tables and lists within one another: those of a record, and those around it."""
WIDTH = 72
"""The most characters of a line; a longer word stands on a line of its own."""
VERSION = 1
"""The version of both texts."""
_HEAD = re.compile(r"callboard ([a-z]{1,20}) ([1-9]\d{0,3})")
_SUM = "checksum "
_LINE_END = re.compile(r"\r\n|\r|\n")
_STRING = re.compile(r'"(?:\\.|[^"\\])*+"?')
"""A text of JSON, even where it breaks off, so that none is looked at twice."""


class TextError(LogError):
    """A text that tells nothing."""


# --- Writing ---------------------------------------------------------------------------------------------------------


def written(kind: str, body: Iterable[str]) -> str:
    """Return the text of a kind with these lines, and its checksum.

    :raises TextError: when it is longer than one that is read again.
    """
    lines = [f"callboard {kind} {VERSION}", *body]
    text = "\n".join([*lines, f"{_SUM}{_checksum(lines)}", ""])
    if len(text.encode()) > LIMIT:
        raise TextError("error.night.text-long", limit=str(LIMIT))
    return text


def in_ascii(text: str) -> str:
    """Return a text with its letters as JSON writes them in ASCII, for what cannot carry them."""
    return re.sub(r"[^\x00-\x7f]+", lambda match: json.dumps(match[0])[1:-1], text)


def in_json(value: object) -> str:
    """Write JSON on one line; whatever cannot be seen is written out."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if text.isprintable() else re.sub(r"[^ -~]", _seen, text)


def _seen(match: re.Match[str]) -> str:
    return match[0] if match[0].isprintable() else json.dumps(match[0])[1:-1]


def folded(text: str) -> list[str]:
    """Return JSON in short lines: it is broken behind commas that stand in no word.

    >>> folded('{"names":["Ann","Ben, junior"],"none":[]}')
    ['{"names":["Ann","Ben, junior"],"none":[]}']
    """
    lines = [""]
    for piece in re.findall(r'(?:"(?:\\.|[^"\\])*+"|[^",])+,?', text):
        if lines[-1] and len(lines[-1]) + len(piece) > WIDTH:
            lines.append(piece)
        else:
            lines[-1] += piece
    return lines


def listed(name: str, items: Iterable[object]) -> list[str]:
    """Return the lines of a list in a table, each item on lines of its own."""
    rows = [folded(in_json(item)) for item in items]
    for row in rows[:-1]:
        row[-1] += ","
    return [f"{in_json(name)}:[", *(line for row in rows for line in row), "]"]


def _checksum(lines: Iterable[str]) -> str:
    return hashlib.sha256(in_ascii("\n".join(lines)).encode("ascii")).hexdigest()[:32]


# --- Reading ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Framed:
    """What a text of evenings says it is, and what it holds."""

    kind: str
    body: Any
    """What was in it, as JSON has it."""


def read(text: str) -> Framed:
    """Read a text of whichever kind.

    :raises TextError: when it is none, of a newer version, or another than was written.
    """
    text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    if len(text) > LIMIT:
        raise TextError("error.night.text-long", limit=str(LIMIT))
    lines = _LINE_END.split(text.rstrip("\r\n"))
    head = _HEAD.fullmatch(lines[0])
    if head is None:
        raise TextError(_mended(lines) or "error.night.text-none")
    if int(head[2]) > VERSION:
        raise TextError("error.night.text-newer", version=head[2], here=str(VERSION))
    if not _is_whole(lines):
        is_cut = not lines[-1].startswith(_SUM)
        raise TextError(_mended(lines) or ("error.night.text-cut" if is_cut else "error.night.text-altered"))
    return Framed(head[1], parsed("\n".join(lines[1:-1])))


def _is_whole(lines: list[str]) -> bool:
    """Tell whether the last line is the checksum of those before it."""
    return lines[-1:] == [f"{_SUM}{_checksum(lines[:-1])}"]


_BLANKS = " \t\xa0"


def _cut_out(lines: list[str]) -> list[str]:
    """Return the lines of a text that stands among others; none where there is no such."""
    heads = [place for place, line in enumerate(lines) if _HEAD.fullmatch(line)]
    sums = [place for place, line in enumerate(lines) if line.startswith(_SUM)]
    return lines[heads[0] : sums[-1] + 1] if heads and sums else []


_MENDS: dict[str, Callable[[list[str]], list[str]]] = {
    "error.night.text-blanks": lambda lines: [line.strip(_BLANKS) for line in lines if line.strip(_BLANKS)],
    "error.night.text-quotes": lambda lines: [re.sub("[“”„‟″]", '"', line) for line in lines],
    "error.night.text-quoted": lambda lines: [line.removeprefix(">").removeprefix(" ") for line in lines],
    "error.night.text-around": _cut_out,
}
"""What programs that send texts on do to them, and what undoes it, so that it is told by name."""


def _mended(lines: list[str]) -> str | None:
    """Return the id of the words for what was done to the lines of a text; None where it cannot be told."""
    return next((code for code, mend in _MENDS.items() if _is_whole(mend(lines))), None)


def parsed(text: str) -> Any:
    """Parse JSON that holds only what records do: no fractions, no key twice, nothing deep.

    :raises TextError: when it is no such.
    """
    depth = 0
    for bracket in re.findall(r"[\[\]{}]", _STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > DEPTH:
            raise TextError("error.night.text-broken")
    try:
        return json.loads(text, object_pairs_hook=_once, parse_float=_refuse, parse_constant=_refuse)
    except ValueError:  # a number of thousands of digits too
        raise TextError("error.night.text-broken") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        raise ValueError
    return table


def _refuse(_: str) -> NoReturn:
    raise ValueError
