"""A receipt: one line of text with the record that ended a game, for a QR code, and back.

    callboard:1:histrio:Zm9vYmFy…

The first number is the version of this form. What follows the game are letters of base64 (those for addresses), without
padding: a checksum of four bytes over all of the line, and JSON as `packing` has it. That is a list: the version of
Callboard, the players, the number of the entry, its stage, its record (with `player` where it does not tell whose it
is), the totals, and the places of the winners among the players. Each game's folder has in `receipt.txt` what its
receipts are likely to hold. Neither that nor anything here may change: what comes after has another version.
"""

from __future__ import annotations

import base64
import re
import zlib
from pathlib import Path
from typing import Annotated, Any

from pydantic import TypeAdapter, ValidationError

from callboard_nights.entries import WHOSE
from callboard_nights.night import Night
from callboard_nights.sound import entry_fits, game_of
from callboard_nights.writing.frame import TextError, in_json, parsed
from callboard_nights.writing.packing import MOST, CutShortError, pack, unpack
from callboard_nights.writing.replaying import Account, Entered
from callboard_nights.writing.shapes import Version, told_as_broken
from callboard_scoring.evening import totals_of
from callboard_scoring.fields import count
from callboard_scoring.game import Game
from callboard_scoring.games import GAMES
from callboard_scoring.installed import find_installed

VERSION = "1"
SMALL = 425
"""The most bytes of a receipt whose QR code fits 80 columns: version 13 with error correction L."""
LONGEST = 2_500
"""The most characters of a receipt that is read; a QR code holds no more bytes than 2,953."""
_BEGINNING = "callboard:"
_SHAPE = re.compile(r"callboard:([1-9]\d{0,3}):([a-z][a-z0-9]{1,29}):([0-9A-Za-z_-]{8,})")
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
    return text.strip().startswith(_BEGINNING)


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
    if len(text) >= MOST:
        return None
    head, packed = f"{_BEGINNING}{VERSION}:{night.game.id}:", pack(text, _primer(night.game))
    return head + _letters(_checked(head, packed) + packed)


@told_as_broken()
def read_receipt(text: str) -> Account:
    """Return what a receipt tells.

    :raises LogError: when it is none, was altered, is of a newer version, or its game is not here.
    """
    text = text.strip()
    shape = _SHAPE.fullmatch(text) if len(text) <= LONGEST else None
    if shape is None:
        raise TextError("error.night.receipt-altered")
    head, code = text[: shape.start(3)], shape[3]
    if int(shape[1]) > int(VERSION):
        raise TextError("error.night.text-newer", version=shape[1], here=VERSION)
    whole = _bytes(code)
    if whole[:4] != _checked(head, whole[4:]):
        raise TextError("error.night.receipt-altered")
    game = next((one for one in GAMES if one.id == shape[2]), None) or find_installed(shape[2])
    if game is None:
        raise TextError("error.night.no-game", game=shape[2])
    try:
        read = parsed(unpack(whole[4:], _primer(game)).decode())
        version, players, number, stage, record, totals, winners = _Content.validate_python(read)
    except (CutShortError, UnicodeDecodeError, ValidationError):
        raise TextError("error.night.text-broken") from None
    began = {"game": game.id, "players": players, "setup": None}
    entry_fits(game_of(began), stage, record)
    if len(totals) not in (0, len(players)) or any(place >= len(players) for place in winners):
        raise TextError("error.night.text-broken")
    told: dict[str, Any] = {"winners": [players[place] for place in winners]}
    if totals:
        told["players"] = [{"name": name, "total": total} for name, total in zip(players, totals, strict=True)]
    return Account(began, (Entered(number, stage, record, told),), version)


def _checked(head: str, packed: bytes) -> bytes:
    """Return the checksum of a receipt, which no single wrong letter leaves as it is."""
    return zlib.crc32(packed, zlib.crc32(head.encode())).to_bytes(4, "big")


def _letters(whole: bytes) -> str:
    return base64.urlsafe_b64encode(whole).decode().rstrip("=")


def _bytes(code: str) -> bytes:
    """Return the bytes of letters; none where they are not as they are written."""
    try:
        whole = base64.urlsafe_b64decode(f"{code}==")  # more padding than is needed does not matter
    except ValueError:
        return b""
    return whole if _letters(whole) == code else b""


def _primer(game: Game) -> bytes:
    """Return what the receipts of a game are likely to hold."""
    own = Path(game.folder, "receipt.txt")
    try:
        return f"{_NAMES}\n{own.read_text(encoding='utf-8')}".encode()
    except FileNotFoundError:  # it is not asked of a game: its receipts are only longer
        return f"{_NAMES}\n".encode()
