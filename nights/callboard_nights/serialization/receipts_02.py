"""How receipts of Callboard 0.2 (`callboard:1:…`) were compressed. They are still read; none is written any more.

Each bit was predicted from what stood before it at ten places, such as the bytes before it or the same place in the
last string; the predictions were mixed by how right each had been, and an arithmetic coder spent little on what was
likely (M. Mahoney, "Adaptive Weighing of Context Models for Lossless Data Compression", 2005). Nothing here may change.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from operator import mul

_END = b"\n"
"""What ends a text; there is none within it."""
_WIDEST = 0xFFFFFFFF


def bytes_of(code: str) -> bytes:
    """Return the bytes that the letters of a receipt stand for: base64 for addresses, without padding.

    :raises ValueError: when they are not as they are written.
    """
    whole = base64.urlsafe_b64decode(f"{code}==")  # more padding than is needed does not matter
    if base64.urlsafe_b64encode(whole).decode().rstrip("=") != code:
        raise ValueError(code)
    return whole


def decompress(packed: bytes, primer: bytes, most: int) -> bytes:
    """Return the text that was compressed after the primer.

    :raises ValueError: when it is not shorter than `most` bytes.
    """
    model, text = _Model(), bytearray()
    for byte in primer:
        for place in range(7, -1, -1):
            model.likely()
            model.learn(byte >> place & 1)
    bits = _bits(packed, model)
    while len(text) < most:
        byte = 0
        for _ in range(8):
            byte = byte << 1 | next(bits)
        if byte == _END[0]:
            return bytes(text)
        text.append(byte)
    raise ValueError


def _bits(packed: bytes, model: _Model) -> Iterator[int]:
    """Yield the bits of the text; behind its end whatever zeros stand for."""
    low, high = 0, _WIDEST
    number = int.from_bytes(packed[:4].ljust(4, b"\0"), "big")
    rest = iter(packed[4:])
    while True:
        middle = low + (high - low >> 12) * model.likely()
        bit = int(number <= middle)
        low, high = (low, middle) if bit else (middle + 1, high)
        model.learn(bit)
        yield bit
        while not (low ^ high) >> 24:
            low, high = low << 8 & _WIDEST, (high << 8 & _WIDEST) | 0xFF
            number = (number << 8 & _WIDEST) | next(rest, 0)


# --- Odds ------------------------------------------------------------------------------------------------------------

_ONE = 1 << 12
"""Certainty: a bit is likely so many times of so many to be 1."""
_FARTHEST = 2047
"""How far from even the odds can be, as a logarithm: 256 for each factor of e."""
_CURVE: tuple[int, ...] = (1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546)
_CURVE += (2048, *(_ONE - knee for knee in reversed(_CURVE)))
"""How likely a 1 is at odds of -2048, -1920 and so on to 2048."""
_MODELS = 10
_BELIEVED = 14_000
"""How far each prediction is believed before anything is known of it, in 65,536ths."""
_TAUGHT = 8
"""How fast that changes, in 16,384ths."""
_EASED = 24
"""How slowly it changes what follows a history."""
_HISTORY = 2_048
"""A history is the last eleven bits that stood in one place, behind a 1."""
_LONGEST = 40
"""The most bytes of a word that are looked back at."""


def _likely(odds: int) -> int:
    """Return how likely a bit is at these odds, never quite certain: on straight lines between the curve's points."""
    odds = max(-_FARTHEST, min(_FARTHEST, odds)) + _FARTHEST + 1
    low, high, beyond = _CURVE[odds >> 7], _CURVE[(odds >> 7) + 1], odds & 127
    return (low * (128 - beyond) + high * beyond + 64) >> 7


def _odds_of_each() -> list[int]:
    """Return the odds of each likelihood: the other way round."""
    odds, table = -_FARTHEST, []
    for likely in range(_ONE):
        while odds < _FARTHEST and _likely(odds) < likely:
            odds += 1
        table.append(odds)
    return table


def _even_odds() -> list[int]:
    """Return how likely a 1 is after each history, before anything is known of it: as often as in the history."""
    histories = range(1, 2 * _HISTORY)
    return [0, *((2 * one.bit_count() - 1) * 65_536 // (2 * one.bit_length()) for one in histories)]


def _longer(bit: int) -> list[int]:
    """Return which history each becomes with one more bit: the first of too many is forgotten."""
    longer = (history << 1 | bit for history in range(2 * _HISTORY))
    return [one if one < 2 * _HISTORY else one % _HISTORY + _HISTORY for one in longer]


_LONGER = (_longer(0), _longer(1))


class _Model:
    """What is known of the next bit."""

    def __init__(self) -> None:
        self._odds = _odds_of_each()
        self._histories: list[dict[object, dict[int, int]]] = [{} for _ in range(_MODELS)]
        """For each way of looking back: what followed so far on what stands there now, by the bits of a byte so far."""
        even = _even_odds()
        self._follows = [list(even) for _ in range(_MODELS)]
        """How likely a 1 is after each history, in 65,536ths."""
        self._beliefs: dict[bytes, list[int]] = {}
        """How far each prediction is believed within each field."""
        self._before, self._word, self._last = b"", b"", b""
        """The bytes before, what stands since the last quotation mark, and the last text between two."""
        self._quoted = False
        self._field = b""
        self._byte = 1
        """The bits of this byte so far, behind a 1."""
        self._look()

    def _look(self) -> None:
        """Look back, before a byte."""
        before, word, field, place = self._before, self._word, self._field, len(self._word)
        places: tuple[object, ...] = (
            b"",
            *(before[-length:] for length in (1, 2, 3)),
            before,
            (field, self._last[place : place + 1], before[-1:]),
            (field, self._last[max(0, place - 1) : place + 2], before[-2:]),
            (field, place, word[:2]),
            (field, word, self._last),
            (field, self._quoted),
        )
        self._here = [known.setdefault(place, {}) for known, place in zip(self._histories, places, strict=True)]
        self._belief = self._beliefs.setdefault(field, [_BELIEVED] * _MODELS)

    def likely(self) -> int:
        """Return how likely the next bit is a 1, of 4,096."""
        byte, table = self._byte, self._odds
        self._met = met = [here.get(byte, 1) for here in self._here]
        self._told = told = [table[follows[history] >> 4] for follows, history in zip(self._follows, met, strict=True)]
        mixed = sum(map(mul, self._belief, told)) >> 16
        self._mixed = _likely(mixed)
        return self._mixed

    def learn(self, bit: int) -> None:
        """Take the bit that came."""
        wrong, likely, byte = ((bit << 12) - self._mixed) * _TAUGHT, 65_535 * bit, self._byte
        belief, told = self._belief, self._told
        here, follows, longer = self._here, self._follows, _LONGER[bit]
        for number, history in enumerate(self._met):
            if history > 1:
                belief[number] += told[number] * wrong >> 14
                follow = follows[number]
                follow[history] += (likely - follow[history]) // _EASED
            here[number][byte] = longer[history]
        self._byte = byte << 1 | bit
        if self._byte > 0xFF:  # noqa: PLR2004  # a byte and the 1 before it
            self._take(self._byte & 0xFF)
            self._byte = 1

    def _take(self, byte: int) -> None:
        """Take a whole byte."""
        letter = bytes((byte,))
        self._before = (self._before + letter)[-4:]
        if letter == b'"':
            self._last = self._word if self._quoted else self._last
            self._quoted, self._word = not self._quoted, b""
        elif self._quoted:
            self._word = (self._word + letter)[:_LONGEST]
        else:
            if letter == b":":
                self._field, self._last = self._last, b""
            self._word = b"" if letter in b",[{" else (self._word + letter)[:_LONGEST]
        self._look()
