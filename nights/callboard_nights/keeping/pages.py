"""Rows straight from the pages of a damaged file, whatever the pages above them say.

SQLite reads a table from its root on, so one bad page near the root hides all that is below. But each row lies whole in
a page of its own and those it flows over into, so each page is read for itself, once: the time is that of the file's
length. See https://www.sqlite.org/fileformat2.html; only pages of tables without rowids are read (there are no others),
and numbers have their highest byte first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from callboard_nights.keeping.files import PAGE
from callboard_nights.keeping.tables import MOST_BYTES

Row = tuple[str | int, ...]
"""The values of a row, as they were found: nothing is checked yet."""
_HEADERS = {2: 12, 10: 8}
"""The kinds of page that hold rows, and how many bytes come before the places of these."""
_LENGTHS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}
"""How many bytes whole numbers of each kind take; 8 and 9 are 0 and 1."""
_MOST = 2 * MOST_BYTES + PAGE
"""No row of ours has more bytes."""


def rows(data: bytes) -> Iterator[Row]:
    """Return whatever looks like a row in the bytes of a file."""
    usable = {PAGE, PAGE - sum(data[20:21])}  # some systems reserve a few
    for start in range(0, len(data), PAGE):
        page = data[start : start + PAGE]
        for size in usable:
            yield from _rows_of_page(data, page, size)


def _rows_of_page(data: bytes, page: bytes, usable: int) -> Iterator[Row]:
    """Return the rows that begin in a page."""
    header = _HEADERS.get(page[0])
    if header is None:
        return
    number = min(int.from_bytes(page[3:5]), (len(page) - header) // 2)
    for place in range(header, header + 2 * number, 2):
        cell = int.from_bytes(page[place : place + 2])
        if page[0] == 2:  # noqa: PLR2004  # a page above others: the number of one below comes first
            cell += 4
        try:
            payload = _payload(data, page, cell, usable)
            if payload is not None:
                yield _record(payload)
        except (IndexError, ValueError):
            continue  # no row, or no longer one


def _payload(data: bytes, page: bytes, cell: int, usable: int) -> bytes | None:
    """Return the bytes of a row, with those on the pages it flows over into."""
    size, begin = _varint(page, cell)
    if size > _MOST:
        return None
    most = (usable - 12) * 64 // 255 - 23
    least = (usable - 12) * 32 // 255 - 23
    local = size
    if size > most:
        local = least + (size - least) % (usable - 4)
        local = local if local <= most else least
    payload = page[begin : begin + local]
    following = page[begin + local : begin + local + 4]
    while len(payload) < size:
        start = (int.from_bytes(following) - 1) * PAGE
        part = data[start + 4 : start + usable] if start > 0 else b""
        if not part:
            return None
        following = data[start : start + 4]
        payload += part[: size - len(payload)]
    return payload


def _record(payload: bytes) -> Row:
    """Read the values of a row; ours are texts and whole numbers."""
    size, place = _varint(payload, 0)
    kinds = []
    while place < size:
        kind, place = _varint(payload, place)
        kinds.append(kind)
    ends = [size]
    for kind in kinds:
        ends.append(ends[-1] + _length(kind))
    if ends[-1] != len(payload):
        raise ValueError
    return tuple(_value(kind, payload[begin:end]) for kind, (begin, end) in zip(kinds, pairwise(ends), strict=True))


def _length(kind: int) -> int:
    """Return how many bytes a value of a kind takes."""
    if kind >= 13 and kind % 2:  # noqa: PLR2004  # a text
        return (kind - 13) // 2
    return _LENGTHS.get(kind, _MOST)


def _value(kind: int, value: bytes) -> str | int:
    """Read a value of a kind."""
    if kind > 9:  # noqa: PLR2004  # a text
        return value.decode()
    return 1 if kind == 9 else int.from_bytes(value, signed=True)  # noqa: PLR2004  # as above; none is 0


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """Read a number, seven bits a byte; return it and the place behind it.

    :raises ValueError: it has more than three bytes, as none has that a row of ours needs.
    """
    number = 0
    for each in range(place, place + 3):
        number = number << 7 | data[each] & 0x7F
        if data[each] < 0x80:  # noqa: PLR2004  # the highest bit says that it goes on
            return number, each + 1
    raise ValueError
