"""What a terminal, or a program, is told of a table: where it is, its front, and each evening once it is served."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from callboard_cli.phones.addresses import Place
from callboard_cli.render.evenings.evening import BOLD, tell
from callboard_cli.render.evenings.receipt import code_of, show_code
from callboard_cli.ui.names import title_of
from callboard_cli.ui.output import SCHEMA, UI, OutputError, to_json, visible
from callboard_nights.night import Night

_FIREWALLS = {"win32": "table.firewall-windows", "darwin": "table.firewall-mac"}
"""What keeps phones out, of systems that ask; they ask about the program that runs this one."""
_KINDS = {"wifi": "table.wifi", "wire": "table.wire", "tunnel": "table.tunnel", "other": "table.other"}


@dataclass(frozen=True)
class Urls:
    """The links of an evening, whole."""

    host: str
    read: str
    join: str
    players: Mapping[str, str]


class Announcing(Protocol):
    """Who is told."""

    def where(self) -> None:
        """Tell where the table is reached."""

    def ready(self, front: str) -> None:
        """Tell that everybody who asks is answered from now on, and the link of the front if there is one."""

    def evening(self, name: str, night: Night, urls: Urls) -> None:
        """Tell of an evening that is served."""

    def lonely(self) -> None:
        """Tell why nobody may have come."""

    def over(self) -> None:
        """Tell that nothing is served any more."""


class ForPeople:
    """Somebody at a terminal, who is told in words and with codes to scan.

    No line of a link is broken by us: a terminal knows better, and a link stays one to click and to copy.
    """

    def __init__(self, ui: UI, place: Place) -> None:
        """Take where the table is reached."""
        self._ui = ui
        self._place = place

    def where(self) -> None:
        """Name the addresses, or say that nobody else gets here."""
        ui, place = self._ui, self._place
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

    def ready(self, front: str) -> None:
        """Say where it begins, and how it ends."""
        if front:
            self._heading("table.front")
            self._link(front)
            self._ui.say(self._ui.text("table.front-own"))
        if sys.stdout.isatty():
            self._ui.emit("")
            self._ui.say(self._ui.text("table.end"))
        sys.stdout.flush()

    def evening(self, name: str, night: Night, urls: Urls) -> None:
        """Show an evening, and first the code with which all join."""
        self._ui.emit("")
        tell(self._ui, f"{self._ui.beside(title_of, night.game.id)} · {name}", BOLD)
        self._heading("table.join")
        self._link(urls.join)
        self._heading("table.own")
        self._ui.emit(urls.host)
        self._ui.say(self._ui.text("table.others"))
        sys.stdout.flush()

    def lonely(self) -> None:
        """Say what may keep the phones out."""
        firewall = self._ui.text(_FIREWALLS.get(sys.platform, "table.firewall"), port=self._place.port)
        self._ui.say(self._ui.text("table.nobody", firewall=firewall))

    def over(self) -> None:
        """Go to a line of its own: a terminal has written ^C, or is gone."""
        if sys.stdout.isatty():
            with suppress(OutputError):
                self._ui.emit("")

    def _heading(self, message: str) -> None:
        self._ui.emit("")
        tell(self._ui, self._ui.text(message), BOLD)

    def _link(self, link: str) -> None:
        """Show a link, and its code where a phone reaches it; say so where the screen has no room for one."""
        self._ui.emit(link)
        if self._place.is_shared and not show_code(self._ui, code_of(link)) and not self._ui.plain:
            self._ui.say(self._ui.text("table.narrow"))


class ForPrograms:
    """A program, which is told a line of JSON for the front, and for each evening."""

    def __init__(self, ui: UI, warned: Sequence[str]) -> None:
        """Take what it is told beside."""
        self._ui = ui
        self._warned = list(warned)

    def where(self) -> None:
        """Tell nothing: each link says it."""

    def ready(self, front: str) -> None:
        """Tell where it begins."""
        if front:
            self._emit({"front": front})

    def evening(self, name: str, night: Night, urls: Urls) -> None:
        """Tell all links of an evening."""
        del night
        told = {"night": name, "host": urls.host, "read": urls.read, "players": dict(urls.players), "join": urls.join}
        self._emit(told)

    def lonely(self) -> None:
        """Tell nothing."""

    def over(self) -> None:
        """Tell nothing."""

    def _emit(self, told: Mapping[str, object]) -> None:
        warned = {"warnings": self._warned} if self._warned else {}
        self._ui.emit(to_json({"schema": SCHEMA, **told, **warned}))
        sys.stdout.flush()
