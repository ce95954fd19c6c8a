"""A table is opened: an evening, its links, a port and the guard before it; then it is announced and served."""

from __future__ import annotations

import asyncio
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from socket import socket

from callboard_cli.input.evenings import opened
from callboard_cli.phones.addresses import Address, Place, addresses
from callboard_cli.phones.application import application
from callboard_cli.phones.middleware import Guard, Words
from callboard_cli.phones.requests import is_own
from callboard_cli.phones.serving import ANY, ANY_6, bound, port_of, serve
from callboard_cli.render.evenings.evening import BOLD, tell
from callboard_cli.render.evenings.receipt import code_of, show_code
from callboard_cli.ui.names import title_of
from callboard_cli.ui.output import SCHEMA, UI, OutputError, to_json, visible
from callboard_locales import LANGUAGES, catalog
from callboard_nights.night import Night
from callboard_nights.storage.links import KeptLinks
from callboard_nights.storage.store import Store

Beginning = Callable[[], tuple[str, Night]]
"""What begins an evening: its ID, and the evening."""
_EVERYWHERE = {"", ANY, ANY_6, "*"}
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

LONELY = 60.0
"""The seconds after which the host is told why nobody may have come."""
_FIREWALLS = {"win32": "table.firewall-windows", "darwin": "table.firewall-mac"}
"""What keeps phones out, of systems that ask; they ask about the program that runs this one."""
_KINDS = {"wifi": "table.wifi", "wire": "table.wire", "tunnel": "table.tunnel", "other": "table.other"}


@dataclass(frozen=True)
class Urls:
    """The links, whole."""

    host: str
    read: str
    join: str
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

    def serve(self, ui: UI, warned: Sequence[str] | None) -> None:
        """Serve until it is ended, and say when it is ready.

        :param warned: what programs are told beside; None where people read.
        """
        urls = self._urls()

        def ready() -> None:
            if warned is None:
                announce(ui, f"{ui.beside(title_of, self.night.game.id)} · {self.name}", self.place, urls)
            else:
                shown = {"night": self.name, "host": urls.host, "read": urls.read, "players": dict(urls.players)}
                shown["join"] = urls.join
                ui.emit(to_json({"schema": SCHEMA, **shown, **({"warnings": list(warned)} if warned else {})}))
            sys.stdout.flush()
            if warned is None and self.place.is_shared:
                asyncio.get_running_loop().call_later(LONELY, lonely)

        def lonely() -> None:
            if not guard.is_visited:
                firewall = ui.text(_FIREWALLS.get(sys.platform, "table.firewall"), port=self.place.port)
                ui.say(ui.text("table.nobody", firewall=firewall))

        guard = Guard(
            application(self.saved, self.name, self.links, self.place),
            hosts=self.hosts,
            known=self._known,
            words=_words(ui),
            failed=_failed(ui),
        )
        with self.listening:
            serve(self.listening, guard, ready)
        if warned is None and sys.stdout.isatty():
            with suppress(OutputError):  # the terminal itself may have ended it
                ui.emit("")  # a terminal has written ^C

    def _urls(self) -> Urls:
        """Return all addresses of the page."""
        origin = self.place.origin
        links = self.links.of(self.name, len(self.night.players))
        players = {player: f"{origin}/{token}" for player, token in zip(self.night.players, links.seats, strict=False)}
        return Urls(f"{origin}/{links.host}", f"{origin}/{links.read}", f"{origin}/{links.join}", players)

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
    offered = addresses() if is_everywhere else [Address(host)]
    has_6 = host == ANY_6 or any(":" in one.host for one in offered)
    listening = bound((ANY_6 if has_6 else ANY) if is_everywhere else host, port)
    try:
        if isinstance(chosen, str):
            name = chosen
        else:
            name, night = chosen()
        assert night is not None  # noqa: S101  # for the type checkers: it is one or the other
        links = KeptLinks(saved.folder)
        links.of(name, len(night.players))
        saved.notices += links.notices
    except BaseException:
        listening.close()
        raise
    is_shared = any(one.is_shared for one in offered) and not is_own(listening.getsockname()[0], "")
    place = Place(tuple(offered) or (Address("127.0.0.1"),), port_of(listening), is_shared, not is_everywhere)
    hosts = () if is_everywhere else (place.origin.removeprefix("http://"),)
    return Opened(name, night, saved, links, listening, place, hosts)


def announce(ui: UI, title: str, place: Place, urls: Urls) -> None:
    """Tell the host that the table is ready.

    No line of a link is broken by us: a terminal knows better, and a link stays one to click and to copy.
    """
    tell(ui, title, BOLD)
    _where(ui, place)
    ui.emit("")
    tell(ui, ui.text("table.join"), BOLD)
    ui.emit(urls.join)
    if place.is_shared:
        show_code(ui, code_of(urls.join))
    ui.emit("")
    tell(ui, ui.text("table.own"), BOLD)
    ui.emit(urls.host)
    ui.say(ui.text("table.others"))
    if sys.stdout.isatty():
        ui.emit("")
        ui.say(ui.text("table.end"))


def _where(ui: UI, place: Place) -> None:
    """Name the addresses, or say that nobody else gets here."""
    if not place.is_shared:
        ui.say(ui.text("table.alone" if place.is_asked else "table.no-network"))
        ui.emit(place.origin)
        return
    ui.say(ui.text("table.where"))
    for one in place.offered:
        if one.device:
            ui.say(ui.text(_KINDS[one.kind], device=visible(one.device)))
        ui.emit(one.origin(place.port))
    if len(place.offered) > 1:
        ui.say(ui.text("table.several"))


def _words(ui: UI) -> Words:
    """Return how a browser is told that something is not done: in the first of its languages that is known here."""

    def words(status: int, languages: str) -> str:
        asked = (one.split(";")[0].split("-")[0].strip().lower() for one in languages.split(","))
        language = next((one for one in asked if one in LANGUAGES), ui.catalog.language)
        return catalog(language).text(_REFUSALS.get(status, "table.refused-unread"))

    return words


def _failed(ui: UI) -> Callable[[Exception], None]:
    """Return how the host is told what went wrong in the page: a line, and the same only once."""
    shown: set[str] = set()

    def failed(error: Exception) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
        what = visible(f"{type(error).__name__} {where}".strip())
        if what not in shown and len(shown) < _MOST_TOLD:
            shown.add(what)
            ui.say(ui.text("table.failed", what=what), err=True)

    return failed


_MOST_TOLD = 20
"""The most failures that the host is told."""
