"""What the bar at the foot of the page says: what is missing, or who is waited for, and where to tap for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from callboard_cli.input.prompts.draft import LACKING
from callboard_cli.phones.form_view import is_complete, is_unbegun
from callboard_cli.phones.forms import Form, name_of
from callboard_cli.phones.saving import is_untouched
from callboard_cli.phones.table import Snapshot, Visitor
from callboard_cli.ui.output import UI, visible
from callboard_cli.ui.wording import capital, label
from callboard_scoring.problems import Problem

_FEW = 2
"""How many names of fields the bar tells; of more it says how many."""


@dataclass(frozen=True)
class Bar:
    """What stands in the bar."""

    text: str = ""
    place: str = ""
    """The id of what a tap on the text leads to; empty where it leads nowhere."""
    may_count: bool = False
    """Whether the host can open a sealed count now."""


def bar_of(look: Snapshot, visitor: Visitor, stage: str, part: str) -> Bar:
    """Return what the bar says to a visitor who has a player's part on the screen, or with "" nobody's."""
    night, ui = look.night, visitor.ui
    if night.is_over or look.counts.hidden:
        return Bar()
    count, form = look.count(stage), look.form_for(stage, visitor)
    if form.rows is None:
        return (
            (_lacking(form.whole.problems, form, ui) or Bar(ui.text("phones/bar.ready")))
            if visitor.may_write
            else Bar()
        )
    if is_complete(count, form):
        return _complete(look, visitor, stage, form)
    if visitor.may_write and part and not count.part(part).is_done:
        own = () if look.hides(stage, part, visitor) else form.row(part).problems
        table = [one for one in form.whole.problems if one.location[:1] not in {(), (form.rows.name,)}]
        return _lacking([*own, *table], form, ui) or _ready(form, visitor, part, count.waiting)
    return Bar(ui.text("phones/bar.waiting", names=", ".join(map(visible, count.waiting))))


def _complete(look: Snapshot, visitor: Visitor, stage: str, form: Form) -> Bar:
    """Say what is to be done once all are done: something of the table's, or of the whole; or the host counts."""
    ui, whole = visitor.ui, look.form(stage, visitor.ui.catalog.language)
    if whole.whole.problems:
        table = [one for one in form.whole.problems if whole.rows and one.location[:1] not in {(), (whole.rows.name,)}]
        lacking = _lacking(table, form, ui) if visitor.may_write else None
        return lacking or Bar(ui.text("phones/bar.wrong"), "wrong")
    if visitor.is_host:
        return Bar(ui.text("phones/bar.all-done"), may_count=True)
    return Bar(ui.text("phones/sealed-all"))


def _ready(form: Form, visitor: Visitor, part: str, waiting: tuple[str, ...]) -> Bar:
    """Say to somebody whose part lacks nothing that it can be sent."""
    ui = visitor.ui
    if is_untouched(form, part):
        return Bar(ui.text("phones/nothing-typed-yet"))
    return Bar(ui.text("phones/bar.last" if waiting == (visitor.name,) else "phones/bar.ready"))


def _lacking(problems: Iterable[Problem], form: Form, ui: UI) -> Bar | None:
    """Say which fields are wrong, or else which are missing; None where none is."""
    placed = [(one, name) for one in problems if (name := name_of(one, form)) and _field(name, form)]
    wrong = [one for one in placed if form.says(one[1]) and not (one[0].code in LACKING or is_unbegun(one[0], form))]
    names = [name for _, name in wrong or placed]
    if not names:
        return None
    labels = list(dict.fromkeys(_labels(names, form, ui)))
    told = ", ".join(labels[:_FEW]) + (f" +{len(labels) - _FEW}" if len(labels) > _FEW else "")
    return Bar(ui.text("phones/bar.wrong-in" if wrong else "phones/bar.missing", what=told), names[0])


def _labels(names: Iterable[str], form: Form, ui: UI) -> Iterator[str]:
    for name in names:
        yield capital(label(ui.catalog, form.stage.game.id, _field(name, form)))


def _field(name: str, form: Form) -> str:
    """Return the field of a row, or of the table, that a field's name is in; empty where it is the whole row."""
    _, key = form.placed(name) or ("", "")
    return key.partition(".")[0]
