"""A table is opened: an evening, its links, a port and the guard before it; then it is announced and served."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from socket import socket

from callboard_cli.display.evenings.evening import BOLD, tell
from callboard_cli.display.evenings.receipt import code_of, show_code
from callboard_cli.entry.nights import opened
from callboard_cli.phones.addresses import Address, Place, addresses
from callboard_cli.phones.application import application
from callboard_cli.phones.guard import Guard, Words
from callboard_cli.phones.requests import is_own
from callboard_cli.phones.serving import ANY, bound, port_of, serve
from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.naming import title_of
from callboard_cli.speech.streams import SCHEMA, OutputError, to_json
from callboard_locales import LANGUAGES, catalog
from callboard_nights.night import Night
from callboard_nights.storage.links import KeptLinks
from callboard_nights.storage.store import Store

Beginning = Callable[[], tuple[str, Night]]
"""What begins an evening: its ID, and the evening."""
_EVERYWHERE = {"", ANY, "::", "*"}
"""What somebody says who means all addresses."""
_REFUSALS = {
    403: "table.refused-foreign",
    408: "table.refused-slow",
    413: "table.refused-large",
    414: "table.refused-large",
    421: "table.refused-address",
    429: "table.refused-often",
    500: "table.refused-failed",
    503: "table.refused-full",
}

_KINDS = {"wifi": "table.wifi", "wire": "table.wire", "tunnel": "table.tunnel", "other": "table.other"}


@dataclass(frozen=True)
class Urls:
    """The links, whole."""

    host: str
    read: str
    players: Mapping[str, str]


@dataclass(frozen=True)
class Opened:
    """A table that others can connect to, and whom it serves."""

    name: str
    night: Night
    saved: Store
    links: KeptLinks
    listening: socket
    place: Place
    hosts: tuple[str, ...]
    """The names by which it may be asked for, besides the addresses."""

    def serve(self, face: Face, warned: Sequence[str] | None) -> None:
        """Serve until it is ended, and say when it is ready.

        :param warned: what programs are told beside; None where people read.
        """
        urls = self._urls()

        def ready() -> None:
            if warned is None:
                announce(face, f"{face.beside(title_of, self.night.game.id)} · {self.name}", self.place, urls)
            else:
                told = {"night": self.name, "host": urls.host, "read": urls.read, "players": dict(urls.players)}
                face.emit(to_json({"schema": SCHEMA, **told, **({"warnings": list(warned)} if warned else {})}))
            sys.stdout.flush()

        guard = Guard(
            application(self.saved, self.name, self.links, self.place),
            hosts=self.hosts,
            known=self._known,
            words=_words(face),
            failed=_failed(face),
        )
        with self.listening:
            serve(self.listening, guard, ready)
        if warned is None and sys.stdout.isatty():
            with suppress(OutputError):  # the terminal itself may have ended it
                face.emit("")  # a terminal has written ^C

    def _urls(self) -> Urls:
        """Return all addresses of the page."""
        origin = self.place.origin
        links = self.links.of(self.name, len(self.night.players))
        players = {player: f"{origin}/{token}" for player, token in zip(self.night.players, links.seats, strict=False)}
        return Urls(f"{origin}/{links.host}", f"{origin}/{links.read}", players)

    def _known(self, token: str) -> bool:
        """Tell whether a link leads to this evening."""
        bearer = self.links.bearer(token)
        return bearer is not None and bearer.night == self.name


def open_table(saved: Store, chosen: str | Beginning, host: str, port: int | None) -> Opened:
    """Open a table for a saved evening, or for a new one, which begins if it can be served.

    :param host: an address or a name of this computer; empty: all addresses.
    :raises RefusedError: it cannot be served there.
    :raises LogError: its game is not here.
    :raises StoreError: what is saved can be neither read nor written.
    """
    night = opened(saved, chosen) if isinstance(chosen, str) else None
    is_everywhere = host in _EVERYWHERE
    listening = bound((host if host == "::" else ANY) if is_everywhere else host, port)
    try:
        if isinstance(chosen, str):
            name = chosen
        else:
            name, night = chosen()
        assert night is not None  # noqa: S101  # for the type checkers: it is one or the other
        links = KeptLinks(saved.folder)
        links.of(name, len(night.players))
        saved.notices += links.notices
        offered = addresses() if is_everywhere else [Address(host)]
    except BaseException:
        listening.close()
        raise
    is_shared = any(one.is_shared for one in offered) and not is_own(listening.getsockname()[0], "")
    place = Place(tuple(offered) or (Address("127.0.0.1"),), port_of(listening), is_shared, not is_everywhere)
    hosts = () if is_everywhere else (place.origin.removeprefix("http://"),)
    return Opened(name, night, saved, links, listening, place, hosts)


def announce(face: Face, title: str, place: Place, urls: Urls) -> None:
    """Tell the host that the table is ready.

    No line of a link is broken by us: a terminal knows better, and a link stays one to click and to copy.
    """
    tell(face, title, BOLD)
    _where(face, place)
    face.emit("")
    tell(face, face.text("table.read"), BOLD)
    face.emit(urls.read)
    if place.is_shared:
        show_code(face, code_of(urls.read))
    face.emit("")
    tell(face, face.text("table.players"), BOLD)
    for player, url in urls.players.items():
        face.say(visible(player))
        face.emit(url)
    if place.is_shared:
        face.say(face.text("table.codes"))
    face.emit("")
    tell(face, face.text("table.own"), BOLD)
    face.emit(urls.host)
    if sys.stdout.isatty():
        face.emit("")
        face.say(face.text("table.end"))


def _where(face: Face, place: Place) -> None:
    """Name the addresses, or say that nobody else gets here."""
    if not place.is_shared:
        face.say(face.text("table.alone" if place.is_asked else "table.no-network"))
        face.emit(place.origin)
        return
    face.say(face.text("table.where"))
    for one in place.offered:
        if one.device:
            face.say(face.text(_KINDS[one.kind], device=visible(one.device)))
        face.emit(one.origin(place.port))
    if len(place.offered) > 1:
        face.say(face.text("table.several"))


def _words(face: Face) -> Words:
    """Return how a browser is told that something is not done: in the first of its languages that is known here."""

    def words(status: int, languages: str) -> str:
        asked = (one.split(";")[0].split("-")[0].strip().lower() for one in languages.split(","))
        language = next((one for one in asked if one in LANGUAGES), face.catalog.language)
        return catalog(language).text(_REFUSALS.get(status, "table.refused-unread"))

    return words


def _failed(face: Face) -> Callable[[Exception], None]:
    """Return how the host is told what went wrong in the page: a line, and the same only once."""
    told: set[str] = set()

    def failed(error: Exception) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
        what = visible(f"{type(error).__name__} {where}".strip())
        if what not in told and len(told) < _MOST_TOLD:
            told.add(what)
            face.say(face.text("table.failed", what=what), err=True)

    return failed


_MOST_TOLD = 20
"""The most failures that the host is told."""
