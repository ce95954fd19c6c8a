"""Texts and numbers as the bytes of a file that is quickly read, the same on every machine, and shows damage.

After the format's name and a check sum follow the parts, each with its length before it: lists of texts, a text a line;
then lists of numbers, of two bytes each or of four, the lowest byte first.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Iterable, Sequence

_FORMAT = b"Callboard index 2\n"
_SIZE = 4
"""How many bytes tell a part's length, and how many the sum."""
_SHORT, _LONG = "H", "I"
"""Kinds of arrays: numbers of two bytes, and of four."""


class DamagedError(ValueError):
    """A file that is damaged, or that another version wrote."""


def packed(texts: Iterable[Sequence[str]], numbers: Iterable[Sequence[int]]) -> bytes:
    """Return lists of texts, without line breaks in them, and lists of numbers as the bytes of a file."""
    parts = [*map(_lines, texts), *map(_array, numbers)]
    body = b"".join(_count(len(part)) + part for part in parts)
    return _FORMAT + _count(zlib.crc32(body)) + body


def unpacked(file: bytes, texts: int) -> tuple[list[list[str]], list[Sequence[int]]]:
    """Return so many lists of texts, and the lists of numbers that follow.

    :raises DamagedError: when the file is damaged, or of another version.
    """
    start = len(_FORMAT) + _SIZE
    if not file.startswith(_FORMAT) or file[len(_FORMAT) : start] != _count(zlib.crc32(file[start:])):
        raise DamagedError("damaged, or of another version")
    parts: list[bytes] = []
    while start < len(file):
        end = start + _SIZE + int.from_bytes(file[start : start + _SIZE], "little")
        parts.append(file[start + _SIZE : end])
        start = end
    return [part.decode().split("\n")[:-1] for part in parts[:texts]], [_numbers(part) for part in parts[texts:]]


def _count(number: int) -> bytes:
    return number.to_bytes(_SIZE, "little")


def _lines(texts: Sequence[str]) -> bytes:
    return "".join(f"{text}\n" for text in texts).encode()


def _array(numbers: Sequence[int]) -> bytes:
    """Return the kind of the array, and its bytes."""
    kind = _SHORT if max(numbers, default=0) < 2**16 else _LONG
    return kind.encode() + _little(array(kind, numbers)).tobytes()


def _numbers(part: bytes) -> Sequence[int]:
    return _little(array(part[:1].decode(), part[1:]))


def _little(numbers: array[int]) -> array[int]:
    """Turn the bytes of each number round where the machine has the highest first."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
