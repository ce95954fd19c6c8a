"""Bytes into raw records: TOML or JSON, from a file or from standard input, whatever somebody feeds in."""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from callboard_cli.input.parser.tokenizer import Span
from callboard_scoring.problems import DEPTH

if TYPE_CHECKING:
    from json import JSONDecoder

    from callboard_cli.input.source_map import Places

LIMIT = 100_000
"""The most bytes of one record; a full table is under two thousand."""
_SHOWN = 40
"""The most characters of a key that a message repeats."""

_TEXT_OR_COMMENT = re.compile(
    r'''"""(?:\\.|[^\\])*?(?:"{3,5}+|\Z)|"(?:\\.|[^"\\\n])*+"?|'{3}.*?(?:'{3,5}+|\Z)|'[^'\n]*+'?|#[^\n]*+''', re.DOTALL
)
"""What TOML or JSON reads as one piece, even where it breaks off: brackets and dots in it mean nothing."""


class UnreadableError(ValueError):
    """Bytes that are no record. `code` is the id of the words that say why; `usage` whether the command line is."""

    def __init__(
        self, code: str, *, usage: bool = False, span: Span | None = None, instead: str = "", **values: str | int
    ) -> None:
        """Keep the code and the values its words need; the part of a line it is about, and what to type instead."""
        super().__init__(code)
        self.code = code
        self.usage = usage
        self.span = span
        self.instead = instead
        self.values = values


@dataclass(frozen=True)
class Source:
    """A file that was read: what it says, and how it stands there."""

    raw: object
    text: str
    is_json: bool

    def places(self, game: str) -> Places:
        """Return where its values stand, whose fields go by the names that a game has for them."""
        from callboard_cli.input.source_map import Places  # most records are right

        return Places(self.text, self.is_json, game)


def read_file(name: str) -> Source:
    """Read the record of a file, or of standard input where the name is `-`.

    :raises UnreadableError: whatever is wrong with the file, its bytes or its syntax.
    """
    with _opened(name) as stream:
        text = _text(_limited(stream))
    suffix = Path(name).suffix.lower()
    return Source(parse(text, suffix), text, _is_json(text, suffix))


def read_text(name: str, limit: int = LIMIT) -> str:
    """Read the text of a file, or of standard input where the name is `-`.

    :param limit: the most bytes.

    :raises UnreadableError: when it cannot be read, is too large, or is no text.
    """
    with _opened(name) as stream:
        return _text(_limited(stream, limit))


@contextlib.contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input where the name is `-`; say in our words why it cannot be read."""
    path = Path(name or "?")
    try:
        if name == "-":
            yield sys.stdin.buffer
            return
        with path.open("rb") as file:
            yield file
    except UnreadableError:
        raise  # of what was read, not of the opening
    except FileNotFoundError:
        raise UnreadableError("error.no-file", usage=True, file=name) from None
    except (OSError, ValueError):
        code = "error.directory" if path.is_dir() else "error.closed-file"
        raise UnreadableError(code, usage=True, file=name) from None


def parse(text: str, suffix: str = "") -> object:
    """Parse JSON or TOML: by the file's suffix, else by the first character."""
    if _is_json(text, suffix):
        return parse_json(text)
    if suffix != ".toml" and text.strip():
        with contextlib.suppress(UnreadableError):
            return parse_json(text)  # a lone list or number: no record, but no broken TOML either
    return _parse_toml(text)


def _is_json(text: str, suffix: str) -> bool:
    """Tell whether a text is JSON by its file's name, or as tables of JSON begin."""
    return suffix == ".json" or (suffix != ".toml" and text.lstrip().startswith("{"))


@cache
def _json() -> JSONDecoder:
    """Return what reads JSON strictly."""
    from json import JSONDecoder  # most records are typed

    return JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number)


def parse_json(text: str) -> object:
    """Parse JSON strictly: a key given twice and numbers that are none (NaN) are refused."""
    from pydantic_core import from_json

    with contextlib.suppress(ValueError):  # what is wrong is told below
        table = from_json(text, allow_inf_nan=False)
        if _keys_of(table) == text.count(":"):
            return table
    return _parse_slowly(text)


def _keys_of(table: object) -> int:
    """Return how many keys all tables have together; -1 where any is too deep within others.

    Had a key been given twice, the text would have a colon more; a colon in a word is only looked at more closely.
    """
    keys = 0
    level = [table]
    for _ in range(DEPTH):
        inner: list[object] = []
        for value in level:
            if isinstance(value, dict):
                keys += len(value)
                inner += value.values()
            elif isinstance(value, list):
                inner += value
        if not inner:
            return keys
        level = inner
    return -1 if any(isinstance(value, (dict, list)) for value in level) else keys


def _parse_slowly(text: str) -> object:
    """Parse JSON that may have anything wrong with it, and tell what."""
    from json import JSONDecodeError  # nearly all is right

    _check_depth(text)
    try:
        return _json().decode(text)
    except JSONDecodeError as error:
        line = text.split("\n")[error.lineno - 1]
        span = Span(line, error.colno - 1, min(error.colno, len(line)))
        raise UnreadableError("error.json", span=span, line=error.lineno, column=error.colno) from None
    except UnreadableError:
        raise
    except ValueError:  # a whole number of thousands of digits
        raise UnreadableError("error.number") from None


def _check_depth(text: str) -> None:
    """Look at brackets and dots before anything is built of them: parsers pay for depth with memory squared.

    :raises UnreadableError: when tables and lists, or the parts of a dotted key, are within one another too deeply.
    """
    bare = _TEXT_OR_COMMENT.sub("_", text)
    depth = 0
    for bracket in re.findall(r"[\[\]{}]", bare):
        depth += 1 if bracket in "[{" else -1
        if depth > DEPTH:
            raise UnreadableError("error.deep")
    keys = (piece.partition("..")[0] for piece in re.split(r"[\[\]{}=,\n]", bare))  # two dots end every parser
    if any(key.count(".") >= DEPTH for key in keys):
        raise UnreadableError("error.deep")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise UnreadableError("error.key-twice", key=twice if len(twice) <= _SHOWN else twice[: _SHOWN - 1] + "…")
    return table


def _no_number(_name: str) -> object:
    raise UnreadableError("error.number")


def _parse_toml(text: str) -> object:
    import tomllib

    _check_depth(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _broken_toml(text, str(error)) from None
    except ValueError:  # a whole number of thousands of digits
        raise UnreadableError("error.number") from None


def _broken_toml(text: str, message: str) -> UnreadableError:
    """Say what is wrong with TOML, by where the parser stopped; its sentences are not used."""
    from callboard_cli.input.source_map import find_slip, unclosed  # most records are right

    rows = text.replace("\r\n", "\n").split("\n")
    spot = re.search(r"line (\d+), column (\d+)", message)
    if spot is None:
        number, column = unclosed(rows)
        if not number:
            return UnreadableError("error.toml-end")
    else:
        number, column = int(spot[1]), int(spot[2]) - 1
    line = rows[number - 1]
    before = "\n".join([*rows[: number - 1], line[:column]])
    found = find_slip(_TEXT_OR_COMMENT.sub(_one_piece, before), line, column)
    at = found.span.start + 1
    return UnreadableError(found.code, span=found.span, instead=found.instead, line=number, column=at)


def _one_piece(match: re.Match[str]) -> str:
    return "" if match.group().startswith("#") else "_"


def _limited(stream: BinaryIO, limit: int = LIMIT) -> bytes:
    content = stream.read(limit + 1)
    if len(content) > limit:
        raise UnreadableError("error.too-large", limit=limit)
    return content


def _text(content: bytes) -> str:
    wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))  # as `>` writes in Windows PowerShell
    try:
        text = content.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableError("error.not-utf8") from None
    if "\0" in text:
        raise UnreadableError("error.binary")
    return text


class Lines:
    """The lines of a file as they are read, each with its number, and how far that is; blank ones are left out."""

    def __init__(self, name: str) -> None:
        """Take the name of the file, or `-` for standard input; it is opened by whoever asks for the first line."""
        self._name = name
        self.read = 0
        """How many bytes were read."""

    @cached_property
    def size(self) -> int:
        """How many bytes there are, where that is known beforehand: in a file; else 0."""
        try:
            found = os.fstat(sys.stdin.fileno()) if self._name == "-" else Path(self._name).stat()
        except (AttributeError, OSError, ValueError):  # none of the system's
            return 0
        return found.st_size if stat.S_ISREG(found.st_mode) else 0

    def __iter__(self) -> Iterator[tuple[int, str | UnreadableError]]:
        """Yield the number and the text of each line, or the UnreadableError that stands for it.

        :raises UnreadableError: when the file cannot be opened, or not be read.
        """
        with _opened(self._name) as stream:
            for number, line in enumerate(self._lines(stream), 1):
                content = read_line(line)
                if isinstance(content, UnreadableError) or content.strip():
                    yield number, content

    def _lines(self, stream: BinaryIO) -> Iterator[bytes]:
        """Yield each line, or of one that is too long as much as tells so."""
        while line := stream.readline(LIMIT + 1):
            self.read += len(line)
            rest = line
            while len(line) > LIMIT and not rest.endswith(b"\n") and (rest := stream.readline(LIMIT)):
                self.read += len(rest)
            yield line


def read_line(line: bytes) -> str | UnreadableError:
    """Return the text of a line, or why it has none."""
    if len(line) > LIMIT:
        return UnreadableError("error.too-large", limit=LIMIT)
    try:
        return _text(line)
    except UnreadableError as error:
        return error
