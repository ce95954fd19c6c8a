"""What the host reads when the table is ready: where it is, everybody's links, and a code to scan."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass

from callboard_cli.display.codes import code_of, show_code
from callboard_cli.display.evenings.closing import BOLD, tell
from callboard_cli.phones.addresses import Place
from callboard_cli.speech.face import Face, visible

_KINDS = {"wifi": "table.wifi", "wire": "table.wire", "tunnel": "table.tunnel", "other": "table.other"}


@dataclass(frozen=True)
class Urls:
    """The links, whole."""

    host: str
    read: str
    players: Mapping[str, str]


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
