"""A table is opened: an evening or the front, their links, a port and the guard before it; then it is served."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from socket import socket

from callboard_cli.input.evenings import opened
from callboard_cli.phones.addresses import Address, Place, addresses
from callboard_cli.phones.announcing import Announcing, ForPeople, ForPrograms, Urls
from callboard_cli.phones.evenings import Evenings
from callboard_cli.phones.front import application
from callboard_cli.phones.middleware import Guard, Words
from callboard_cli.phones.requests import is_own
from callboard_cli.phones.serving import ANY, ANY_6, bound, port_of, serve
from callboard_cli.ui.output import UI, visible
from callboard_locales import LANGUAGES, catalog
from callboard_nights.storage.links import KeptLinks
from callboard_nights.storage.store import Store

Beginning = Callable[[], str]
"""What begins an evening, and returns its ID."""
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


@dataclass(frozen=True)
class Opened:
    """A table that others can connect to, and whom it serves."""

    evenings: Evenings
    """Those that it serves; none yet where it begins with the front."""
    listening: socket
    place: Place
    hosts: tuple[str, ...]
    """The names by which it may be asked for, besides the addresses."""

    def serve(self, ui: UI, warned: Sequence[str] | None) -> None:
        """Serve until it is ended, and say when it is ready.

        :param warned: what programs are told beside; None where people read.
        """
        telling: Announcing = ForPeople(ui, self.place) if warned is None else ForPrograms(ui, warned)

        def show(name: str) -> None:
            telling.evening(name, self.evenings.tables[name].look().night, self._urls(name))

        def ready() -> None:
            telling.where()
            for name in self.evenings.tables:
                show(name)
            self.evenings.opened = show
            telling.ready(f"{self.place.origin}/{self.evenings.front}" if self.evenings.front else "")
            if self.place.is_shared:
                asyncio.get_running_loop().call_later(LONELY, lonely)

        def lonely() -> None:
            if not guard.is_visited:
                telling.lonely()

        guard = Guard(
            application(self.evenings, self.place),
            hosts=self.hosts,
            known=self.evenings.knows,
            words=_words(ui),
            failed=_failed(ui),
        )
        with self.listening:
            serve(self.listening, guard, ready)
        telling.over()

    def _urls(self, name: str) -> Urls:
        """Return all addresses of an evening's page."""
        origin, links = self.place.origin, self.evenings.links_of(name)
        names = self.evenings.tables[name].look().night.players
        players = {player: f"{origin}/{token}" for player, token in zip(names, links.seats, strict=False)}
        return Urls(f"{origin}/{links.host}", f"{origin}/{links.read}", f"{origin}/{links.join}", players)


def open_table(saved: Store, chosen: str | Beginning | None, host: str, port: int | None) -> Opened:
    """Open a table for a saved evening, or for a new one, which begins if it can be served.

    :param chosen: None: it begins with the front.
    :param host: an address or a name of this computer; empty: all addresses.
    :raises RefusedError: it cannot be served there.
    :raises LogError: its game is not here.
    :raises StoreError: what is saved can be neither read nor written.
    """
    if isinstance(chosen, str):
        opened(saved, chosen)
    is_everywhere = host in _EVERYWHERE
    offered = addresses() if is_everywhere else [Address(host)]
    has_6 = host == ANY_6 or any(":" in one.host for one in offered)
    listening = bound((ANY_6 if has_6 else ANY) if is_everywhere else host, port)
    try:
        links = KeptLinks(saved.folder)
        evenings = Evenings(saved, links, has_front=chosen is None)
        if chosen is not None:
            evenings.open(chosen if isinstance(chosen, str) else chosen())
        saved.notices += links.notices
    except BaseException:
        listening.close()
        raise
    is_shared = any(one.is_shared for one in offered) and not is_own(listening.getsockname()[0], "")
    place = Place(tuple(offered) or (Address("127.0.0.1"),), port_of(listening), is_shared, not is_everywhere)
    hosts = () if is_everywhere else (place.origin.removeprefix("http://"),)
    return Opened(evenings, listening, place, hosts)


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
