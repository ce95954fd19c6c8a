"""Taking a change back, giving it back, and giving an entry anew: first what would change, then doing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from http import HTTPStatus

from starlette.requests import Request

from callboard_cli.entry.evening import EveningStage, edited_stage
from callboard_cli.entry.nights import now
from callboard_cli.entry.reading.tables import kinds_of
from callboard_cli.phones.controls import Controls, Field, Shown
from callboard_cli.phones.forming import told
from callboard_cli.phones.forms import Form
from callboard_cli.phones.hosting import Hosting, Pairs, ToShow
from callboard_cli.phones.live import wrong_of
from callboard_cli.phones.saving import texts_in
from callboard_cli.phones.table import Look
from callboard_cli.phones.visitors import addresses_of
from callboard_cli.phones.wording import written
from callboard_cli.speech.face import visible
from callboard_cli.telling.standing import changes_view
from callboard_nights import acts
from callboard_nights.changes import changes
from callboard_nights.events import Event
from callboard_nights.night import Change, Entry, Night

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
    return _step(hosting, request, pairs, acts.undo, "undo")


def redo(hosting: Hosting, request: Request, pairs: Pairs) -> ToShow | str:
    """Show what giving the last one back would change; and do it."""
    return _step(hosting, request, pairs, acts.redo, "redo")


def _step(
    hosting: Hosting, request: Request, pairs: Pairs, act: Callable[[Night, str], Event], name: str
) -> ToShow | str:
    def changed(night: Night) -> Sequence[Change]:
        return night.done if name == "undo" else night.undone

    def stepped(look: Look) -> Event:
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
    after, newest = look.after(act(look.night, now())).night, changed(look.night)
    told = None  # nobody sees points of a sealed count before they are shown to all
    if not look.counts.hidden:
        told = changes_view(
            hosting.face, changes(look.night, after, changed(look.night)[-1].entry), addresses_of(hosting.visitor)
        )
    values = {
        "told": told,
        "action": f"{hosting.visitor.home}/{name}",
        "button": f"phones/{name}",
        "seen": _newest(newest),
        "is_elsewhere": is_elsewhere,
    }
    return ToShow("step.html", values, _status(is_elsewhere))


def _status(is_elsewhere: bool) -> HTTPStatus:  # noqa: FBT001  # the one thing that it tells
    return HTTPStatus.CONFLICT if is_elsewhere else HTTPStatus.OK


# --- An entry given anew ----------------------------------------------------------------------------------------------


def edit(hosting: Hosting, request: Request, pairs: Pairs) -> ToShow | str:
    """Show an entry's form; what its change would change; and do it."""
    look, words = hosting.table.look(), hosting.face.catalog
    entry = acts.standing_entry(look.night, request.path_params["number"])
    if look.counts.hidden:
        return ToShow(
            "told.html",
            values={"texts": [hosting.face.text("phones/not-shown")]},
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

            def given_anew(now_: Look) -> Event:
                event = acts.change(now_.night, entry.number, raw, now(), stage.words)
                _look_seen(_about(now_.night, entry), pairs)
                return event

            if dict(pairs).get("do") == "save":
                try:
                    hosting.do(given_anew)
                except _ElsewhereError:
                    is_elsewhere, look = True, hosting.table.look()
                else:
                    return hosting.visitor.home
            after = look.after(acts.change(look.night, entry.number, raw, now(), stage.words)).night
            view = changes_view(hosting.face, changes(look.night, after, entry.number), addresses_of(hosting.visitor))
    values = {
        "number": entry.number,
        "action": action,
        "told": view,
        "stage": stage.name,
        "wrong": wrong_of(form, hosting.face) if problems else [],
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
    words = hosting.face.catalog
    empty = Form(stage, {}, words.language)
    parts = {"": written(entry.entered, stage.model, stage, words)}
    if empty.rows is not None:
        for row in entry.entered.get(empty.rows.name, ()):
            parts[row["name"]] = written(row, empty.rows.model, stage, words)
        parts[""] = {key: text for key, text in parts[""].items() if key.partition(".")[0] != empty.rows.name}
    return Form(stage, parts, words.language)


def _form_sent(stage: EveningStage, pairs: Pairs, hosting: Hosting) -> Form:
    """Return the form of an entry as it was sent."""
    empty = Form(stage, {}, hosting.face.catalog.language)
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
