"""The commonest slips in TOML: what was meant, by where the parser stopped; and the line as it should be typed."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass

from callboard_cli.entry.reading.items import Span
from callboard_cli.speech.wording import yes_or_no
from callboard_scoring.words import fold

GENERAL = "error.toml"
"""Says only where TOML is wrong."""
_LONGEST = 200
"""The most characters of a line that is shown as it should be."""
_STRING = r""""(?:\\.|[^"\\\n])*"|'[^'\n]*\'"""
_TYPOGRAPHIC = r"[“”«„][^“”«»„\"\n]*[“”»]"
_BARE = r"""[^\[\]{}=,:;"'#“”«»„\n]++"""
_PIECES = re.compile(rf"{_STRING}|{_TYPOGRAPHIC}|\#[^\n]*|{_BARE}|.")
_KEY = re.compile(rf"{_BARE}(?=[=:])")
_LATIN = re.compile(r"[\w-]+(?:\s*\.\s*[\w-]+)*", re.ASCII)
"""A key that needs no quotation marks."""
_VALUE = re.compile(r"[+-]?\d[\d_.]*|true|false|[+-]?(inf|nan)", re.ASCII)
"""A value that needs none."""
_WORD = re.compile(r"[^\W_][\w-]*|[-–—]")


@dataclass(frozen=True)
class Slip:
    """What was probably meant where TOML is wrong."""

    code: str
    """The id of the words that say it."""
    span: Span
    """The part of the line that it is about."""
    instead: str = ""
    """The line as it should be typed, where that is sure."""


def find_slip(before: str, line: str, column: int) -> Slip:
    """Tell what was probably meant where TOML is wrong.

    `before` is all that stands before that place, with each text as one `_` and without comments; `column` counts the
    characters of the line before it.
    """
    code, span = _slip(before, line, column)
    depth = _depth(before.rpartition("\n")[0])
    return Slip(code, span, mended(line, in_list=depth > 0) if code != GENERAL else "")


def unclosed(lines: list[str]) -> tuple[int, int]:
    """Return number and length of the last line that says anything, where a text in it is not closed; else zeros."""
    number, line = next(((number, line) for number, line in reversed([*enumerate(lines, 1)]) if line.strip()), (0, ""))
    is_open = line.count('"') % 2 and '"""' not in line
    return (number, len(line.rstrip())) if is_open else (0, 0)


def _depth(text: str) -> int:
    """Return how many brackets are open at the end of a text."""
    return sum(text.count(bracket) for bracket in "[{") - sum(text.count(bracket) for bracket in "]}")


def _slip(before: str, line: str, column: int) -> tuple[str, Span]:  # noqa: PLR0911  # a return a slip
    """Return the code of a slip, and the part of the line that it is about."""
    rest = line[column:]
    depth = _depth(before)
    last = before.rstrip()[-1:]
    here = Span(line, column, min(column + 1, len(line)))
    if not rest.strip():
        return ("error.toml-quote" if line.count('"') % 2 else GENERAL), here
    if rest[0] == ":":
        return "error.toml-colon", here
    if rest[0] in "“”«„":
        return "error.toml-quotes", here
    is_key = "=" not in re.split(r"[{,\n]", before)[-1]
    key = _KEY.match(rest)
    if is_key and (key is not None or line.lstrip().startswith("[")):
        typed = _whole_key(line, column) if key is not None else _header(line, column)
        if typed is not None and not _LATIN.fullmatch(typed.text):
            return "error.toml-key", typed
    word = _WORD.match(rest)
    if word is not None and key is None and last and last in "=[,":
        typed = Span(line, column, column + len(word.group()))
        return ("error.toml-yes" if _yes_or_no(word.group()) else "error.toml-text"), typed
    ended = last not in {"", "=", ",", "[", "{", ":", "."}
    if depth > 0 and ended and (rest[0] == ";" or re.match(r"""[\w"'{\[+-]""", rest)):
        at_key = key is not None and "[" in before[before.rfind("{") + 1 :]  # a field below: a bracket is not closed
        return (GENERAL if at_key else "error.toml-comma"), here
    if depth == 0 and ended and _KEY.match(rest.lstrip(",; ")):
        return "error.toml-line", here
    return GENERAL, here


def _whole_key(line: str, column: int) -> Span | None:
    """Return the key that stands around a place: its first letters may be Latin ones."""
    for piece in _PIECES.finditer(line):
        if piece.start() <= column < piece.end():
            text = piece.group()
            start = piece.start() + len(text) - len(text.lstrip())
            return Span(line, start, piece.start() + len(text.rstrip()))
    return None


def _header(line: str, column: int) -> Span | None:
    """Return the name of a table that begins here, as in `[[players]]`; None where the line is no such heading."""
    found = re.match(r"[^\[\]=\"'#]++(?=\])", line[column:])
    is_heading = found and not line[:column].strip("[ ") and "=" not in line
    return Span(line, column, column + len(found.group())) if found and is_heading else None


def mended(line: str, *, in_list: bool) -> str:
    """Return a line as it should be typed, where that is sure: TOML reads it then, if need be as part of a list."""
    if len(line) > _LONGEST:
        return ""
    pieces = [piece.group() for piece in _PIECES.finditer(line)]
    heading = line.lstrip().startswith("[") and "=" not in line
    new: list[str] = []
    last = ""
    for place, piece in enumerate(pieces):
        ahead = next((other for other in pieces[place + 1 :] if other.strip()), "")
        said = piece.strip()
        if said and said[0] in "“”«„":
            said = f'"{said[1:-1]}"'
        elif re.fullmatch(_BARE, piece) and said:
            said = _quoted(said, is_key=heading or ahead in {"=", ":"})
        elif said == ":":
            said = " ="
        elif said[:1] in {'"', "'"} and last[:1] in {'"', "'"}:
            new.insert(len(new) - new[-1].isspace(), ",")
        new.append(piece.replace(piece.strip(), said) if piece.strip() else piece)
        last = said or last
    told = "".join(new).strip()
    return told if told != line.strip() and _is_read(f"list = [\n{told}\n]" if in_list else told) else ""


def _quoted(text: str, *, is_key: bool) -> str:
    """Return a key or a value that was typed bare as TOML has it."""
    if is_key:
        parts = (part.strip() for part in text.split("."))
        return ".".join(part if _LATIN.fullmatch(part) else f'"{part}"' for part in parts)
    if _VALUE.fullmatch(text):
        return text
    answer = _yes_or_no(text)
    return answer or (f'"{text}"' if re.fullmatch(_WORD, text) else text)


def _yes_or_no(text: str) -> str:
    """Return what TOML writes for a yes or a no in any language; nothing for other words."""
    answers = {**yes_or_no(), "true": True, "false": False}
    return {True: "true", False: "false", None: ""}[answers.get(fold(text))]


def _is_read(text: str) -> bool:
    """Tell whether TOML reads a text."""
    try:
        tomllib.loads(text)
    except ValueError:
        return False
    return True
