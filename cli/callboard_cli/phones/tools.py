"""The host's page: links and their codes, locking, a sealed count and its reveal, the end of an evening."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from urllib.parse import urlencode

import segno
from markupsafe import Markup
from starlette.requests import Request

from callboard_cli.entry.nights import now
from callboard_cli.phones.correcting import SEEN, edit, redo, undo
from callboard_cli.phones.hosting import Action, Hosting, Pairs, ToShow
from callboard_cli.phones.pages import asked_for
from callboard_cli.phones.saving import Writing
from callboard_cli.phones.table import Look
from callboard_cli.phones.visitors import Visitor
from callboard_cli.speech.face import visible
from callboard_cli.speech.wording import capital
from callboard_cli.telling.reveal import count_of_categories
from callboard_nights import acts, acts_of_parts
from callboard_nights.events import Event
from callboard_nights.storage.links import TakenBackError


@dataclass(frozen=True)
class Guest:
    """A player, as the host's page has one."""

    name: str
    shown: str
    link: str
    token: str
    """What is its own in the link."""
    code: Markup
    """Its QR code; empty where nobody else reaches it."""
    locked: bool
    sealed: bool
    enter: str
    """Where the host enters the player's part."""


def host(hosting: Hosting, request: Request, pairs: Pairs) -> ToShow | str:
    """Show the host's tools; and use one."""
    if request.method != "POST":
        return _shown(hosting, request.query_params)
    try:
        return _used(hosting, dict(pairs))
    except TakenBackError:
        return _shown(hosting, dict(pairs), is_renewed=True)


def _shown(hosting: Hosting, query: Mapping[str, str], *, is_renewed: bool = False) -> ToShow:
    """Show the host's tools; and that a link is another one already."""
    look, visitor = hosting.table.look(), hosting.visitor
    stage, _ = asked_for(look, visitor, query)
    count, form = look.count(stage), look.form(stage, hosting.face.catalog.language)
    links = hosting.links.of(look.name, len(look.night.players))
    guests = [
        Guest(
            name,
            visible(name),
            f"{hosting.place.origin}/{token}",
            token,
            _code(hosting, token),
            count.part(name).locked,
            count.part(name).sealed,
            f"{visitor.home}?{urlencode({'stage': stage, 'part': name})}",
        )
        for name, token in zip(look.night.players, links.seats, strict=False)
    ]
    reading = f"{hosting.place.origin}/{links.read}"
    values = {
        "stage": stage,
        "stage_title": capital(form.stage.title(hosting.face.catalog)),
        "guests": guests,
        "reading": reading,
        "reading_token": links.read,
        "reading_code": _code(hosting, links.read),
        "has_rows": form.rows is not None,
        "is_sealed": count.is_sealed,
        "is_open": look.night.ended is None and not look.night.is_won,
        "is_ended": look.night.ended is not None,
        "may_undo": bool(look.night.done),
        "may_redo": bool(look.night.undone),
        "is_renewed": is_renewed,
    }
    return ToShow("host.html", values, HTTPStatus.CONFLICT if is_renewed else HTTPStatus.OK)


def _used(hosting: Hosting, fields: Mapping[str, str]) -> str:
    """Use one of the host's tools, and return where to go."""
    what, whose, stage = (fields.get(name, "") for name in ("do", "whose", "stage"))
    back = f"{hosting.visitor.home}/host?{urlencode({'stage': stage})}"
    at = now()
    look = hosting.table.look()
    if what in ("lock", "unlock"):
        act = acts_of_parts.lock if what == "lock" else acts_of_parts.unlock
        hosting.do(lambda one: act(one.night, one.counts, stage, whose, at))
    elif what == "reopen":
        hosting.do(lambda one: acts_of_parts.unseal(one.night, one.counts, stage, whose, by="", at=at))
    elif what in ("sealed", "open"):
        hosting.do(lambda one: acts_of_parts.make_sealed(one.night, one.counts, stage, at, sealed=what == "sealed"))
    elif what == "count":
        hosting.table.write(lambda one: _counted(one, hosting.visitor, stage, at))
        return hosting.visitor.home
    elif what in ("reveal", "reveal-all"):
        seen = fields.get(SEEN, "")
        hosting.do(lambda one: _revealed(one, at, seen, everything=what == "reveal-all"))
        return hosting.visitor.home
    elif what == "newlink":
        _renew(hosting, look, whose, fields.get(SEEN, ""))
    elif what == "end":
        hosting.do(lambda one: acts.end(one.night, at))
        return hosting.visitor.home
    elif what == "resume":
        hosting.do(lambda one: acts.resume(one.night, at))
        return hosting.visitor.home
    return back


def _counted(look: Look, visitor: Visitor, stage: str, at: str) -> Look:
    """Return the evening with the entry of a sealed count in which all are done; none of its points is shown yet."""
    writing = Writing(look, visitor, stage, at)
    if look.count(stage).all_sealed and writing.enter():
        number = len(writing.look.night.entries)
        writing.do(acts_of_parts.reveal(writing.look.night, writing.look.counts, number, 0, at))
    return writing.look


def _revealed(look: Look, at: str, seen: str, *, everything: bool) -> Event | None:
    """Show one more category of the sealed count that is not all shown yet, or everything.

    Not where another is shown by now than when the button was, which may have been pressed twice.
    """
    hidden = look.counts.hidden
    if not hidden or (seen and seen != look.revealed):
        return None
    number = min(hidden)
    shown = (look.counts.revealed.get(number, 0) or 0) + 1
    is_last = everything or shown >= count_of_categories(look.night, number)
    return acts_of_parts.reveal(look.night, look.counts, number, None if is_last else shown, at)


def _renew(hosting: Hosting, look: Look, whose: str, seen: str) -> None:
    """Take a link back, and make another; not where another than the one that was seen is there already."""
    if whose in look.night.players:
        hosting.links.renew(look.name, "seat", look.night.players.index(whose), instead_of=seen)
    elif whose == "":
        hosting.links.renew(look.name, "read", instead_of=seen)


def _code(hosting: Hosting, token: str) -> Markup:
    """Return the QR code of a link; nothing of one that only this computer reaches."""
    return code_of(f"{hosting.place.origin}/{token}") if hosting.place.is_shared else Markup("")


@lru_cache(maxsize=64)
def code_of(link: str) -> Markup:
    """Return the QR code of a link as a picture."""
    picture = io.BytesIO()
    segno.make_qr(link, error="m").save(
        picture, kind="svg", xmldecl=False, svgns=True, scale=4, border=3, dark="#000", light="#fff"
    )
    return Markup(picture.getvalue().decode())  # noqa: S704  # made of nothing but squares


ACTIONS: Mapping[str, Action] = {
    "/undo": undo,
    "/redo": redo,
    "/host": host,
    "/entry/{number:int}/edit": edit,
}
"""What answers which path of the host's."""
