"""The links of evenings that a table was served for: `links.json` beside the evenings, for its owner alone to read.

Whoever has a link is let in by it, so that a phone goes on after a restart; a link is never in a log or an export. What
cannot be read any more is set aside, and links are made anew: that lets nobody in who was not given one.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple

from callboard_nights.events import is_id
from callboard_nights.storage import files
from callboard_nights.storage.database import locked
from callboard_nights.storage.files import NewerStoreError, Notice

NAME = "links.json"
VERSION = 1
MOST_NIGHTS = 100
"""The most evenings that have links; those of the one that was asked for longest ago are forgotten first."""
MOST_SEATS = 20
"""The most players of an evening that have a link each."""
MOST_BYTES = 200_000
"""The most bytes of the file; all that it may hold is less."""

_BYTES = 16
"""The random bytes of a token: nobody finds one by trying."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22,43}")

Role = Literal["host", "read", "join", "seat"]


class TakenBackError(Exception):
    """A link was taken back already: it was asked for twice, or somebody else was quicker."""


class SeatTakenError(Exception):
    """Somebody has joined in that seat already."""


class Bearer(NamedTuple):
    """Whom a token lets in."""

    night: str
    role: Role
    seat: int | None = None
    """The place of a player at the table, from 0 on."""


@dataclass(frozen=True)
class Links:
    """The tokens of an evening: words of 22 letters, digits, hyphens and low lines."""

    host: str
    read: str
    """Whoever has it sees all, and enters nothing."""
    join: str
    """Whoever has it is asked who they are, and gets the link of a seat; empty in a file that knows none yet."""
    seats: tuple[str, ...]
    """One a player, in the order of the seats."""
    taken: tuple[int, ...] = ()
    """The seats in which somebody has joined, from 0 on."""

    @property
    def bearers(self) -> Iterator[tuple[str, Role, int | None]]:
        """The tokens, each with whom it lets in."""
        yield self.host, "host", None
        yield self.read, "read", None
        if self.join:
            yield self.join, "join", None
        for seat, token in enumerate(self.seats):
            yield token, "seat", seat

    @property
    def tokens(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(token for token, _, _ in self.bearers)


_All = dict[str, Links]
"""The links of each evening; the one asked for last is the last."""


class KeptLinks:
    """The links that are kept in a folder."""

    def __init__(self, folder: Path) -> None:
        """Name the folder of the store. Nothing is read, and nothing is written."""
        self.folder = folder
        self.notices: list[Notice] = []
        """What people are to be told of what was done so far."""
        self._seen: tuple[object, _All] = (None, {})

    def of(self, night: str, seats: int) -> Links:
        """Return the links of an evening, which are made where there are none yet.

        :param seats: how many players it has; one who joins later gets a link then.
        :raises ValueError: that is no ID, or nobody could have so many players.
        :raises StoreError: they can be neither read nor written.
        """
        if not is_id(night) or not 0 <= seats <= MOST_SEATS:
            raise ValueError(night)
        known = self._read().get(night)
        if known is not None and known.join and len(known.seats) >= seats:
            return known

        def made(every: _All) -> None:
            kept = every.pop(night, None) or Links(_token(), _token(), _token(), ())
            more = tuple(_token() for _ in range(seats - len(kept.seats)))
            every[night] = replace(kept, join=kept.join or _token(), seats=kept.seats + more)

        return self._change(made)[night]

    def take(self, night: str, seat: int) -> str:
        """Let somebody join in a seat, and return its link.

        :raises SeatTakenError: somebody has already.
        :raises KeyError: there is no such evening, or no such seat.
        """

        def taken(every: _All) -> None:
            links = every[night]
            if not 0 <= seat < len(links.seats):
                raise KeyError(seat)
            if seat in links.taken:
                raise SeatTakenError
            every[night] = replace(links, taken=(*links.taken, seat))

        return self._change(taken)[night].seats[seat]

    def renew(self, night: str, role: Role, seat: int | None = None, *, instead_of: str = "") -> Links:
        """Take a link back: another one stands in its place, and nobody is let in by the old one any more.

        In a seat whose link is taken back somebody else may join.

        :param instead_of: the link that was seen there when that was asked for; empty where it may be any.
        :raises KeyError: there is no such link.
        :raises TakenBackError: that one is a link no more.
        """

        def renewed(every: _All) -> None:
            links = every[night]
            if instead_of and instead_of not in links.tokens:
                raise TakenBackError
            if role == "seat":
                if seat is None or not 0 <= seat < len(links.seats):
                    raise KeyError(seat)
                seats = (*links.seats[:seat], _token(), *links.seats[seat + 1 :])
                taken = tuple(one for one in links.taken if one != seat)
                every[night] = replace(links, seats=seats, taken=taken)
            elif role == "host":
                every[night] = replace(links, host=_token())
            elif role == "join":
                every[night] = replace(links, join=_token())
            else:
                every[night] = replace(links, read=_token())

        return self._change(renewed)[night]

    def remove(self, night: str) -> None:
        """Forget the links of an evening. Where there are none nothing is written."""
        if (self.folder / NAME).exists() and night in self._read():
            self._change(lambda every: every.pop(night, None))

    def bearer(self, token: str) -> Bearer | None:
        """Return whom a token lets in; None if nobody.

        It takes as long for a token that is nearly right as for any other, and sees at once what others changed.
        """
        given = token.encode("utf-8", "surrogatepass") if len(token) <= _LONGEST else b""
        found = None
        for night, links in self._read().items():
            for one, role, seat in links.bearers:
                if secrets.compare_digest(one.encode(), given):
                    found = Bearer(night, role, seat)
        return found

    def _read(self) -> _All:
        """Return what is kept; what is damaged holds nothing."""
        path = self.folder / NAME
        with files.told(path):
            try:
                status = path.stat()
            except FileNotFoundError:
                return {}
            mark = (status.st_mtime_ns, status.st_size, status.st_ino)
            if self._seen[0] != mark:
                self._seen = (mark, _parsed(path) or {})
        return self._seen[1]

    def _change(self, change: Callable[[_All], object]) -> _All:
        """Change what is kept, all of it or nothing, while nobody else can; of a damaged file a copy is kept."""
        with files.told(self.folder):
            path = Path(os.path.realpath(self.folder / NAME))
        with locked(self.folder), files.told(path):
            every = _parsed(path) if path.exists() else {}
            if every is None:
                self._set_aside(path)
                every = {}
            change(every)
            while len(every) > MOST_NIGHTS:
                del every[next(iter(every))]
            _write(path, every)
        self._seen = (None, {})
        return every

    def _set_aside(self, path: Path) -> None:
        """Keep a damaged file under another name, and tell so."""
        kept = path.with_name(f"links.damaged-{secrets.token_hex(4)}.json")
        path.replace(kept)
        with contextlib.suppress(OSError):
            kept.chmod(0o600)
        self.notices.append(Notice("store.links-renewed", {"path": str(path), "kept": str(kept)}))


_LONGEST = 64
"""The most characters of what is compared with a token at all."""


def _token() -> str:
    return secrets.token_urlsafe(_BYTES)


def _parsed(path: Path) -> _All | None:
    """Return what a file holds; None of one that is not as it was written.

    :raises NewerStoreError: a newer Callboard wrote it.
    """
    with path.open("rb") as file:
        text = file.read(MOST_BYTES + 1)
    try:
        told = json.loads(text if len(text) <= MOST_BYTES else b"")
        version = told["schema"]
        if type(version) is not int:
            return None
        if version > VERSION:
            raise NewerStoreError(path, version=version, known=VERSION)
        every = {night: _links(night, one) for night, one in told["nights"].items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    tokens = [token for links in every.values() for token in links.tokens]
    return every if len(every) <= MOST_NIGHTS and len(tokens) == len(set(tokens)) else None


def _links(night: str, told: Mapping[str, Any]) -> Links:
    """Return the links of an evening as a file has them.

    :raises ValueError: they are none, as with the other errors of what is no JSON of ours.
    """
    seats, taken = tuple(told["seats"]), tuple(told.get("taken", ()))
    links = Links(told["host"], told["read"], told.get("join", ""), seats, taken)
    if not is_id(night) or len(seats) > MOST_SEATS or not all(map(_TOKEN.fullmatch, links.tokens)):
        raise ValueError(night)
    if len(set(taken)) != len(taken) or any(type(one) is not int or not 0 <= one < len(seats) for one in taken):
        raise ValueError(night)
    return links


def _write(path: Path, every: _All) -> None:
    """Put a new file in the place of the old one: whole, or not at all, and for its owner alone from the first byte."""
    nights = {night: asdict(links) for night, links in every.items()}
    files.write_file(path, json.dumps({"schema": VERSION, "nights": nights}, indent=1).encode(), mode=0o600)
