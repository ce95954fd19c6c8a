"""What a host does: links and their codes, locking, a sealed count and its reveal, corrections, ending the evening."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import segno
from markupsafe import Markup
from starlette.requests import Request

from callboard_cli.input.evening_stage import EveningStage, edited_stage
from callboard_cli.input.evenings import now
from callboard_cli.input.parser.tables import kinds_of
from callboard_cli.phones.addresses import Place
from callboard_cli.phones.beginning import begin_values, draft_of
from callboard_cli.phones.controls import Controls, Field, Shown
from callboard_cli.phones.form_view import told
from callboard_cli.phones.forms import Form
from callboard_cli.phones.live_view import wrong_of
from callboard_cli.phones.pages import asked_for, names_of
from callboard_cli.phones.reveal import Pace, next_shown
from callboard_cli.phones.saving import Writing, texts_in
from callboard_cli.phones.table import Snapshot, Table, Visitor, addresses_of
from callboard_cli.phones.wording import written
from callboard_cli.ui.output import UI, CommandLineError, visible
from callboard_cli.ui.wording import capital
from callboard_cli.views.standing import changes_view
from callboard_nights import commands, count_commands
from callboard_nights.changes import changes
from callboard_nights.events import Event
from callboard_nights.night import Change, Entry, Night
from callboard_nights.storage.links import Role, TakenBackError
from callboard_scoring.game import Game

if TYPE_CHECKING:
    from callboard_nights.storage.links import KeptLinks


Pairs = Sequence[tuple[str, str]]
"""The fields of a form that was sent."""


@dataclass(frozen=True)
class ToShow:
    """A page to show."""

    template: str
    values: Mapping[str, Any] = field(default_factory=dict)
    status: HTTPStatus = HTTPStatus.OK


@dataclass(frozen=True)
class Hosting:
    """The host at an evening."""

    table: Table
    links: KeptLinks
    visitor: Visitor
    place: Place
    """Where the others reach this computer."""
    begin: Callable[[Game, Sequence[str]], str]
    """Begins the evening after this one, and returns its host's token."""
    pace: Pace
    """At which a sealed count is shown."""

    @property
    def ui(self) -> UI:
        """How to speak to the host."""
        return self.visitor.ui

    def do(self, act: Callable[[Snapshot], Event | None]) -> Snapshot:
        """Do something to the evening, if there is anything to do."""
        return self.table.write(lambda look: look.after(act(look)))


Action = Callable[[Hosting, Request, Pairs], "ToShow | str"]
"""What answers a request of the host's: a page, or where to go."""


SEEN = "seen"
"""The field of a form that says which change was the newest when it was shown."""


class _ElsewhereError(Exception):
    """The evening is another one than the form was shown for: it was sent twice, or somebody else was quicker."""


def _look_seen(changed: Sequence[Change], pairs: Pairs) -> None:
    """Do nothing where another change is the newest than when the form was shown.

    :raises _ElsewhereError: then.
    """
    seen = dict(pairs).get(SEEN, "")
    if seen and seen != _newest(changed):
        raise _ElsewhereError


def _newest(changed: Sequence[Change]) -> str:
    return str(changed[-1].place) if changed else ""


# --- Steps back and forth ---------------------------------------------------------------------------------------------


def undo(hosting: Hosting, request: Request, pairs: Pairs) -> ToShow | str:
    """Show what taking the newest change back would change; and do it."""
    return _step(hosting, request, pairs, commands.undo, "undo")


def redo(hosting: Hosting, request: Request, pairs: Pairs) -> ToShow | str:
    """Show what giving the last one back would change; and do it."""
    return _step(hosting, request, pairs, commands.redo, "redo")


def _step(
    hosting: Hosting, request: Request, pairs: Pairs, act: Callable[[Night, str], Event], name: str
) -> ToShow | str:
    def changed(night: Night) -> Sequence[Change]:
        return night.done if name == "undo" else night.undone

    def stepped(look: Snapshot) -> Event:
        event = act(look.night, now())
        _look_seen(changed(look.night), pairs)
        return event

    is_elsewhere = False
    if request.method == "POST":
        try:
            hosting.do(stepped)
        except _ElsewhereError:
            is_elsewhere = True
        else:
            return hosting.visitor.home
    look = hosting.table.look()
    after, newest = look.after(act(look.night, now())), changed(look.night)
    shown = None  # nobody sees points of a sealed count before they are shown to all
    if not (look.counts.hidden or after.counts.hidden):
        shown = changes_view(
            hosting.ui, changes(look.night, after.night, changed(look.night)[-1].entry), addresses_of(hosting.visitor)
        )
    values = {
        "told": shown,
        "action": f"{hosting.visitor.home}/{name}",
        "button": f"phones/{name}",
        "hidden": "phones/undo-hidden" if name == "undo" else "phones/redo-hidden",
        "seen": _newest(newest),
        "is_elsewhere": is_elsewhere,
    }
    return ToShow("step.html", values, _status(is_elsewhere))


def _status(is_elsewhere: bool) -> HTTPStatus:  # noqa: FBT001  # the one thing that it tells
    return HTTPStatus.CONFLICT if is_elsewhere else HTTPStatus.OK


# --- An entry given anew ----------------------------------------------------------------------------------------------


def edit(hosting: Hosting, request: Request, pairs: Pairs) -> ToShow | str:
    """Show an entry's form; what its change would change; and do it."""
    look, words = hosting.table.look(), hosting.ui.catalog
    entry = commands.standing_entry(look.night, request.path_params["number"])
    if look.counts.hidden:
        return ToShow(
            "told.html",
            values={"texts": [hosting.ui.text("phones/not-shown")]},
            status=HTTPStatus.CONFLICT,
        )
    stage = edited_stage(look.night, entry)
    form = _form_of(stage, entry, hosting) if not pairs else _form_sent(stage, pairs, hosting)
    action = f"{hosting.visitor.home}/entry/{entry.number}/edit"
    problems: dict[str, str] = {}
    view = None
    is_elsewhere = False
    if pairs:
        read = form.whole
        problems = told(read.problems, read, form)
        if not read.problems:
            raw = stage.content(read.raw)

            def given_anew(now_: Snapshot) -> Event:
                event = commands.change(now_.night, entry.number, raw, now(), stage.words)
                _look_seen(_about(now_.night, entry), pairs)
                return event

            if dict(pairs).get("do") == "save":
                try:
                    hosting.do(given_anew)
                except _ElsewhereError:
                    is_elsewhere, look = True, hosting.table.look()
                else:
                    return hosting.visitor.home
            after = look.after(commands.change(look.night, entry.number, raw, now(), stage.words)).night
            view = changes_view(hosting.ui, changes(look.night, after, entry.number), addresses_of(hosting.visitor))
    values = {
        "number": entry.number,
        "action": action,
        "told": view,
        "stage": stage.name,
        "wrong": wrong_of(form, hosting.ui) if problems else [],
        "wrong_parts": {visible((form.placed(name) or ("",))[0]) for name in problems},
        "groups": list(_groups(form, problems, Controls(stage, words))),
        "seen": _newest(_about(look.night, entry)),
        "is_elsewhere": is_elsewhere,
    }
    return ToShow("edit.html", values, _status(is_elsewhere))


def _about(night: Night, entry: Entry) -> Sequence[Change]:
    """Return what changed an entry, as far as it stands."""
    return [change for change in night.done if change.entry == entry.number]


def _form_of(stage: EveningStage, entry: Entry, hosting: Hosting) -> Form:
    """Return the form of an entry as it was given."""
    words = hosting.ui.catalog
    empty = Form(stage, {}, words.language)
    entered = dict(entry.entered)
    if entry.played is not None:  # what was typed by its places is shown as it lies
        record = entry.played.record.model_dump(mode="json", by_alias=True)
        lying = stage.game.evening().lies
        entered |= {one.name: record[one.name] for one in lying if isinstance(entered.get(one.name), Mapping)}
    parts = {"": written(entered, stage.model, stage, words)}
    if empty.rows is not None:
        for row in entered.get(empty.rows.name, ()):
            parts[row["name"]] = written(row, empty.rows.model, stage, words)
        parts[""] = {key: text for key, text in parts[""].items() if key.partition(".")[0] != empty.rows.name}
    return Form(stage, parts, words.language)


def _form_sent(stage: EveningStage, pairs: Pairs, hosting: Hosting) -> Form:
    """Return the form of an entry as it was sent."""
    empty = Form(stage, {}, hosting.ui.catalog.language)
    return Form(stage, texts_in(empty, dict(pairs)), empty.language)


def _groups(form: Form, problems: Mapping[str, str], controls: Controls) -> Iterable[tuple[str, list[Field]]]:
    """Yield the fields of each part, under whose it is."""
    if form.rows is not None:
        for seat, name in enumerate(form.stage.players):
            start = f"{form.rows.name}.{seat}."
            texts = {f"{start}{key}": text for key, text in form.parts.get(name, {}).items()}
            yield visible(name), controls.of(kinds_of(form.rows.model), start, Shown(texts, problems))
    table = controls.of(form.own, "", Shown(form.parts.get("", {}), problems))
    if table:
        yield "", table


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
    is_done: bool
    enter: str
    """Where the host enters the player's part."""
    is_taken: bool
    """Whether somebody has joined as this player."""


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
    count, form = look.count(stage), look.form(stage, hosting.ui.catalog.language)
    links = hosting.links.of(look.name, len(look.night.players))
    guests = [
        Guest(
            name,
            visible(name),
            f"{hosting.place.origin}/{token}",
            token,
            _code(hosting, token),
            count.part(name).locked,
            count.part(name).is_done,
            f"{visitor.home}?{urlencode({'stage': stage, 'part': name})}",
            seat in links.taken,
        )
        for seat, (name, token) in enumerate(zip(look.night.players, links.seats, strict=False))
    ]
    reading = f"{hosting.place.origin}/{links.read}"
    values = {
        "stage": stage,
        "stage_title": capital(form.stage.title(hosting.ui.catalog)),
        "guests": guests,
        "joining": f"{hosting.place.origin}/{links.join}",
        "joining_token": links.join,
        "joining_code": _code(hosting, links.join),
        "reading": reading,
        "reading_token": links.read,
        "reading_code": _code(hosting, links.read),
        "has_rows": form.rows is not None,
        "is_sealed": count.is_sealed,
        "is_open": not look.night.is_over,
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
        act = count_commands.lock if what == "lock" else count_commands.unlock
        hosting.do(lambda one: act(one.night, one.counts, stage, whose, at))
    elif what == "open-part":
        hosting.do(lambda one: count_commands.open_part(one.night, one.counts, stage, whose, at))
        return f"{hosting.visitor.home}?{urlencode({'stage': stage, 'part': whose})}"
    elif what == "reopen":
        hosting.do(lambda one: count_commands.reopen(one.night, one.counts, stage, whose, by="", at=at))
    elif what in ("sealed", "open"):
        hosting.do(lambda one: count_commands.make_sealed(one.night, one.counts, stage, at, sealed=what == "sealed"))
    elif what == "count":
        hosting.table.write(lambda one: _counted(one, hosting.visitor, stage, at))
        return hosting.visitor.home
    elif what in ("reveal", "reveal-all", "pause", "go-on"):
        _show(hosting, look, what, fields.get(SEEN, ""))
        return hosting.visitor.home
    elif what in ("newlink", "newjoin"):
        _renew(hosting, look, "join" if what == "newjoin" else "read", whose, fields.get(SEEN, ""))
    elif what in ("end", "resume"):
        end_or_resume = commands.end if what == "end" else commands.resume
        hosting.do(lambda one: end_or_resume(one.night, at))
        return hosting.visitor.home
    return back


def _show(hosting: Hosting, look: Snapshot, what: str, seen: str) -> None:
    """Show more of the sealed count that is not all shown yet, or let what is shown stand still, or go on by itself."""
    if what in ("pause", "go-on"):
        hosting.pace.pause(look, is_paused=what == "pause")
    else:
        hosting.do(lambda one: next_shown(one, now(), seen, everything=what == "reveal-all"))


def _counted(look: Snapshot, visitor: Visitor, stage: str, at: str) -> Snapshot:
    """Return the evening with the entry of a sealed count in which all are done; none of its points is shown yet."""
    writing = Writing(look, visitor, stage, at)
    if look.count(stage).all_done and writing.enter():
        number = len(writing.look.night.entries)
        writing.do(count_commands.reveal(writing.look.night, writing.look.counts, number, 0, at))
    return writing.look


def _renew(hosting: Hosting, look: Snapshot, role: Role, whose: str, seen: str) -> None:
    """Take a player's link back, or else that of a role; not where another is there already than was seen."""
    if whose in look.night.players:
        hosting.links.renew(look.name, "seat", look.night.players.index(whose), instead_of=seen)
    elif whose == "":
        hosting.links.renew(look.name, role, instead_of=seen)


def _code(hosting: Hosting, token: str) -> Markup:
    """Return the QR code of a link; nothing of one that only this computer reaches."""
    return code_of(f"{hosting.place.origin}/{token}") if hosting.place.is_shared else Markup("")


@lru_cache(maxsize=64)
def code_of(link: str) -> Markup:
    """Return the QR code of a link as a picture."""
    picture = io.BytesIO()
    segno.make_qr(link, error="m").save(
        picture, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=3, dark="#000", light="#fff"
    )
    return Markup(picture.getvalue().decode())  # noqa: S704  # made of nothing but squares


# --- Joining, and the evening after this one --------------------------------------------------------------------------

JOINING = "joining"
"""What is asked for where a host sees who joins."""


def joining_values(hosting: Hosting) -> dict[str, Any]:
    """Return what a host's page shows while the others join."""
    look = hosting.table.look()
    links = hosting.links.of(look.name, len(look.night.players))
    return {
        "names": names_of(look, links),
        "joining": f"{hosting.place.origin}/{links.join}",
        "joining_code": _code(hosting, links.join),
    }


def again(hosting: Hosting, request: Request, pairs: Pairs) -> ToShow | str:
    """Begin the evening after one that is over: with nothing said the same people play the same game."""
    night, ui = hosting.table.look().night, hosting.ui
    if not night.is_over:
        return ToShow("told.html", {"texts": [ui.text("phones/not-over")]}, HTTPStatus.CONFLICT)
    same = [("game", night.game.id), *(("name", name) for name in night.players)]
    draft = draft_of(ui, pairs or request.query_params.multi_items() or same)
    status = HTTPStatus.OK
    if request.method == "POST":
        try:
            game = draft.check()
            if night.ended is None:  # somebody has won: only what was ended counts in the statistics
                hosting.do(lambda one: commands.end(one.night, now()))
            return f"/{hosting.begin(game, draft.names)}?{JOINING}=1"
        except CommandLineError as error:
            draft = replace(draft, problem=draft.problem or ui.text(error.message, **error.values))
            status = HTTPStatus.CONFLICT
    action = f"{hosting.visitor.home}/again"
    return ToShow("front.html", {**begin_values(ui, draft, action, night.players), "going_on": []}, status)


ACTIONS: Mapping[str, Action] = {
    "/undo": undo,
    "/redo": redo,
    "/host": host,
    "/again": again,
    "/entry/{number:int}/edit": edit,
}
"""What answers which path of the host's."""
