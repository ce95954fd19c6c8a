"""A receipt: one line of text with the record that ended a game, for a QR code, and back.

    CALLBOARD:2:HISTRIO:0F3K…

The number is the version of this form. Behind the game stand bytes: a checksum (CRC-32) of all of the line, and JSON
compressed by deflate with a dictionary of what the game's receipts are likely to hold, `receipt.txt` in its folder.
The JSON is a list: the version of Callboard, the players, the number of the entry, its stage, its record (with `player`
where it does not tell whose it is), the totals, and the places of the winners among the players.

A QR code has a mode for capitals, digits and nine signs, in which a character takes 5½ bits instead of 8. Three of them
stand for two bytes, as in base45 (RFC 9285), but without the blank, `$`, `%` and `*`, which shells and chats change: 41
characters are enough. Neither this nor a dictionary may change; what comes after has another version. Receipts of
version 1, which Callboard 0.2 wrote, are read by `receipts_02`.
"""

from __future__ import annotations

import re
import zlib
from pathlib import Path
from typing import Annotated, Any

from pydantic import TypeAdapter

from callboard_nights.entries import WHOSE
from callboard_nights.night import Night
from callboard_nights.serialization import receipts_02
from callboard_nights.serialization.envelope import TextError, in_json, parsed
from callboard_nights.serialization.replaying import Account, Entered
from callboard_nights.serialization.texts import Version, told_as_broken
from callboard_nights.validation import entry_fits, game_of
from callboard_scoring.evening import totals_of
from callboard_scoring.fields import count
from callboard_scoring.game import Game
from callboard_scoring.games import find_game

VERSION = 2
LONGEST = 4_296
"""The most characters of a receipt: the largest QR code of capitals and digits holds no more."""
MOST = 4_000
"""The most bytes of JSON in a receipt; the fullest record of a game has a half of them."""
_BEGINNING = "CALLBOARD:"
_SHAPE = re.compile(r"CALLBOARD:([2-9]|[1-9]\d{1,3}):([A-Z][A-Z0-9]{1,29}):([0-9A-Z+./:-]{8,})")
_SHAPE_02 = re.compile(r"callboard:(1):([a-z][a-z0-9]{1,29}):([0-9A-Za-z_-]{8,})")
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ+-./:"
_NAMES = (
    "Александр Борис Валентина Галина Дмитрий Евгения Жанна Зинаида Ирина Константин Людмила Михаил Николай Ольга "
    "Павел Раиса Светлана Татьяна Фёдор Харитон Эмма Юлия Яков Елизавета Вячеслав José Ángela Begoña Martín Ann Bob"
)
"""Names as they are in all languages, for what a player's name is likely to be like."""
_Content = TypeAdapter(
    tuple[
        Version,
        list[str],
        Annotated[int, count(1, 9_999)],
        str,
        dict[str, Any],
        list[Annotated[int, count(-(10**9), 10**9)]],
        list[Annotated[int, count(0, 99)]],
    ]
)


def is_receipt(text: str) -> bool:
    """Tell whether a text is meant for a receipt, whole or not."""
    return text.strip().startswith((_BEGINNING, _BEGINNING.lower()))


def receipt(night: Night, version: str) -> str | None:
    """Return the receipt of an evening; None before its end, or where the record is larger than any.

    :param version: that of Callboard.
    """
    played = night.last
    if played is None or night.winners is None:
        return None
    totals = totals_of(played)
    if not played.result.decided and night.totals != totals:
        return None  # who leads follows from several records
    record = played.record.model_dump(mode="json", by_alias=True)
    if played.whose:
        record[WHOSE] = played.whose
    winners = [night.players.index(name) for name in played.result.winners or ()]
    content = [
        version,
        list(night.players),
        next(entry.number for entry in night.entries if entry.played is played),
        played.stage,
        record,
        [totals[name] for name in night.players] if played.result.scored and totals else [],
        winners,
    ]
    text = in_json(content).encode()
    if len(text) > MOST:
        return None
    deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS, zdict=_dictionary(night.game))
    packed = deflate.compress(text) + deflate.flush()
    head = f"{_BEGINNING}{VERSION}:{night.game.id.upper()}:"
    made = head + _code(_checksum(head, packed) + packed)
    return made if len(made) <= LONGEST else None


@told_as_broken()
def read_receipt(text: str) -> Account:
    """Return what a receipt tells.

    :raises LogError: when it is none, was altered, is of a newer version, or its game is not here.
    """
    text = text.strip()
    shape = _SHAPE.fullmatch(text) or _SHAPE_02.fullmatch(text) if len(text) <= LONGEST else None
    if shape is None:
        raise TextError("error.night.receipt-altered")
    head, form, name = text[: shape.start(3)], int(shape[1]), shape[2].lower()
    if form > VERSION:
        raise TextError("error.night.text-newer", version=shape[1], here=str(VERSION))
    try:
        whole = _bytes(shape[3]) if form == VERSION else receipts_02.bytes_of(shape[3])
    except (ValueError, OverflowError):
        raise TextError("error.night.receipt-altered") from None
    packed = whole[4:]
    if whole[:4] != _checksum(head, packed):
        raise TextError("error.night.receipt-altered")
    game = find_game(name)
    if game is None:
        raise TextError("error.night.no-game", game=name)
    return _account(game, packed, form)


def _account(game: Game, packed: bytes, form: int) -> Account:
    """Return what the bytes of a receipt tell.

    :raises LogError: when nobody wrote them.
    """
    dictionary = _dictionary(game)
    try:
        text = _inflated(packed, dictionary) if form == VERSION else receipts_02.decompress(packed, dictionary, MOST)
        version, players, number, stage, record, totals, winners = _Content.validate_python(parsed(text.decode()))
    except (zlib.error, ValueError):  # UnicodeDecodeError and ValidationError among them
        raise TextError("error.night.text-broken") from None
    began = {"game": game.id, "players": players, "setup": None}
    entry_fits(game_of(began), stage, record)
    if len(totals) not in (0, len(players)) or any(place >= len(players) for place in winners):
        raise TextError("error.night.text-broken")
    told: dict[str, Any] = {"winners": [players[place] for place in winners]}
    if totals:
        told["players"] = [{"name": name, "total": total} for name, total in zip(players, totals, strict=True)]
    return Account(began, (Entered(number, stage, record, told),), version)


def _inflated(packed: bytes, dictionary: bytes) -> bytes:
    """Return what was compressed, which is never made longer than `MOST` and a byte.

    :raises ValueError: when there are more, when it breaks off, or when something follows it.
    """
    inflate = zlib.decompressobj(-zlib.MAX_WBITS, dictionary)
    text = inflate.decompress(packed, MOST + 1)
    if len(text) > MOST or not inflate.eof or inflate.unused_data:
        raise ValueError
    return text


def _checksum(head: str, packed: bytes) -> bytes:
    """Return the checksum of a receipt, which no single wrong letter leaves as it is."""
    return zlib.crc32(packed, zlib.crc32(head.encode())).to_bytes(4, "big")


def _code(whole: bytes) -> str:
    """Write bytes in characters of a QR code: three for two bytes, two for a last one, the lowest digit first."""
    code = []
    for place in range(0, len(whole), 2):
        pair = whole[place : place + 2]
        number = int.from_bytes(pair, "big")
        for _ in range(len(pair) + 1):
            number, digit = divmod(number, len(_DIGITS))
            code.append(_DIGITS[digit])
    return "".join(code)


def _bytes(code: str) -> bytes:
    """Return the bytes that characters stand for.

    :raises ValueError: when they stand for none.
    :raises OverflowError: when three stand for more than two bytes.
    """
    whole = b""
    for place in range(0, len(code), 3):
        digits = code[place : place + 3]
        number = sum(_DIGITS.index(digit) * len(_DIGITS) ** power for power, digit in enumerate(digits))
        whole += number.to_bytes(len(digits) - 1, "big")
    if _code(whole) != code:  # a character behind them that stands for nothing
        raise ValueError(code)
    return whole


def _dictionary(game: Game) -> bytes:
    """Return what the receipts of a game are likely to hold."""
    own = Path(game.folder, "receipt.txt")
    try:
        return f"{_NAMES}\n{own.read_text(encoding='utf-8')}".encode()
    except FileNotFoundError:  # it is not asked of a game: its receipts are only longer
        return f"{_NAMES}\n".encode()
