"""Where each value of a file stands, so that it can be pointed at: of TOML or JSON that was read, and so is right.

The parsers say what a value is; here brackets, keys and commas tell only which value is which.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from callboard_cli.entry.reading.items import Span
from callboard_cli.speech.wording import field_words
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
                named = (key for key in node.inside if isinstance(key, str) and fold(key) in words)
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
