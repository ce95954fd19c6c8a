"""Where things stand in a file, to be pointed at: each value of one that was read, or what is wrong with it.

The parsers say what a value is; here brackets, keys and commas tell only which value is which. Of TOML that could not
be read the commonest mistakes are told, with the line as it should be typed.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from callboard_cli.input.parser.tokenizer import Span
from callboard_cli.ui.wording import field_words, yes_or_no
from callboard_scoring.problems import Location
from callboard_scoring.words import fold

_AROUND = 300
"""The most characters of a line that are kept on either side of a value: a file may be one long line."""
_TEXT = r'''"""(?:\\.|[^\\])*?"{3,5}+|"(?:\\.|[^"\\\n])*+"|'{3}.*?'{3,5}+|'[^'\n]*+\''''
_BARE = r"""[^\s\[\]{}=,:.#"']++(?:[.:][^\s\[\]{}=,:.#"']++)*+"""
_PIECES = re.compile(rf"{_TEXT}|{_BARE}|#[^\n]*+|[\[\]{{}}=,:.\n]", re.DOTALL)
_SKIPPED = ("\n", ",")


@dataclass
class Node:
    """A value, and what lies in it by keys and numbers."""

    start: int = 0
    end: int = 0
    inside: dict[str | int, Node] = field(default_factory=dict)

    @cached_property
    def named(self) -> dict[str, str]:
        """The keys by what people do not tell apart in them; asked for only when all are there."""
        names: dict[str, str] = {}
        for key in self.inside:
            if isinstance(key, str):
                names.setdefault(fold(key), key)  # of two alike the first
        return names

    def last(self) -> Node:
        """Return the last table of a list of tables that headings began; of any other value itself."""
        return self.inside.get(len(self.inside) - 1, self)


@dataclass(frozen=True)
class Places:
    """Where the values of a text stand; `game` tells what its fields may be called."""

    text: str
    is_json: bool
    game: str

    def span(self, location: Location) -> Span | None:
        """Return where the nearest value around a location stands; None where that is the whole."""
        node = self._root
        for step in location:
            inner = node.inside.get(step)
            if inner is None and isinstance(step, str):
                words = field_words(self.game, [step])
                named = (key for name, key in node.named.items() if name in words)
                inner = node.inside.get(next(named, ""))
            if inner is None:
                break
            node = inner
        return self._span(node) if node is not self._root else None

    def _span(self, node: Node) -> Span:
        """Return a value's part of the line that it begins in."""
        begin = self.text.rfind("\n", 0, node.start) + 1
        end = self.text.find("\n", begin)
        end = len(self.text) if end < 0 else end
        begin, end = max(begin, node.start - _AROUND), min(end, node.start + _AROUND)
        line = self.text[begin:end].rstrip("\r")
        number = self.text.count("\n", 0, node.start) + 1
        return Span(line, node.start - begin, min(node.end - begin, len(line)), number=number)

    @cached_property
    def _root(self) -> Node:
        reader = _Reader(self.text)
        return reader.value() if self.is_json else reader.tables()


class _Reader:
    """Reads a text that is right, piece by piece."""

    def __init__(self, text: str) -> None:
        self._pieces: Iterator[re.Match[str]] = (
            piece for piece in _PIECES.finditer(text) if not piece.group().startswith("#")
        )
        self._piece = next(self._pieces, None)

    def _next(self) -> tuple[str, int, int]:
        """Return a piece, and where it begins and ends, and go on; nothing at the end."""
        piece, self._piece = self._piece, next(self._pieces, None)
        return (piece.group(), piece.start(), piece.end()) if piece is not None else ("", 0, 0)

    def _is(self, *texts: str) -> bool:
        """Tell whether the next piece is one of these, or the end."""
        return self._piece is None or self._piece.group() in texts

    def _skip(self, *texts: str) -> None:
        """Go on to what is none of these."""
        while self._piece is not None and self._is(*texts):
            self._next()

    def value(self) -> Node:
        """Read a value, and all in it."""
        text, start, end = self._next()
        node = Node(start, end)
        if text not in {"[", "{"}:
            return node
        self._skip(*_SKIPPED)
        while not self._is("]", "}"):
            holder, key = (node, len(node.inside)) if text == "[" else self._key(node)
            self._skip("\n")
            holder.inside[key] = self.value()
            self._skip(*_SKIPPED)
        _, _, node.end = self._next()
        return node

    def tables(self) -> Node:
        """Read all of a TOML file: keys with values, under headings."""
        root = table = Node()
        self._skip("\n")
        while self._piece is not None:
            if self._is("["):
                table = self._heading(root)
            else:
                holder, key = self._key(table)
                holder.inside[key] = self.value()
            self._skip("\n")
        return root

    def _heading(self, root: Node) -> Node:
        """Read the heading of a table, and return it; in double brackets it is one more of a list."""
        _, start, _ = self._next()
        is_list = self._is("[")
        self._skip("[")
        holder, key = self._key(root)
        _, _, end = self._next() if is_list and self._is("]") else ("", 0, start + 1)
        table = holder.inside.setdefault(key, Node(start, end))
        if is_list:
            table.inside[len(table.inside)] = Node(start, end)
        return table.last()

    def _key(self, table: Node) -> tuple[Node, str | int]:
        """Read a key to the mark behind it, and return its last part, and the table that it is in."""
        parts: list[tuple[str, int, int]] = []
        while not self._is("=", ":", "]", "\n"):
            text, start, end = self._next()
            parts += [(name, start, end) for name in _names(text)]
        self._next()
        *holders, (key, _, _) = parts or [("", 0, 0)]
        for name, start, end in holders:
            table = table.inside.setdefault(name, Node(start, end)).last()
        return table, key


def _names(text: str) -> list[str]:
    """Return the parts of a key that is one piece: of a bare one those between its dots."""
    if text[:1] == '"':
        return [str(json.loads(text))] if "\\U" not in text else [str(tomllib.loads(f"key = {text}")["key"])]
    return [text[1:-1]] if text[:1] == "'" else [part for part in text.split(".") if part]


# --- The commonest mistakes in TOML: what was meant, by where the parser stopped -------------------------------------

GENERAL = "error.toml"
"""Says only where TOML is wrong."""
_LONGEST = 200
"""The most characters of a line that is shown as it should be."""
_STRING = r""""(?:\\.|[^"\\\n])*"|'[^'\n]*\'"""
_TYPOGRAPHIC = r"[“”«„][^“”«»„\"\n]*[“”»]"
_LOOSE = r"""[^\[\]{}=,:;"'#“”«»„\n]++"""
_SLIPPED = re.compile(rf"{_STRING}|{_TYPOGRAPHIC}|\#[^\n]*|{_LOOSE}|.")
_KEY = re.compile(rf"{_LOOSE}(?=[=:])")
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
    for piece in _SLIPPED.finditer(line):
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
    pieces = [piece.group() for piece in _SLIPPED.finditer(line)]
    heading = line.lstrip().startswith("[") and "=" not in line
    new: list[str] = []
    last = ""
    for place, piece in enumerate(pieces):
        ahead = next((other for other in pieces[place + 1 :] if other.strip()), "")
        said = piece.strip()
        if said and said[0] in "“”«„":
            said = f'"{said[1:-1]}"'
        elif re.fullmatch(_LOOSE, piece) and said:
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
