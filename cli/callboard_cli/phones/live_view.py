"""What of a page changes while others type and count, and the stream of server-sent events that says when."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from callboard_cli.input.diagnostics.refusal import SHOWN, refused
from callboard_cli.phones.form_view import is_complete, is_table_wrong
from callboard_cli.phones.forms import Form, name_of
from callboard_cli.phones.table import Snapshot, Table, Visitor, addresses_of
from callboard_cli.render.dates import hour
from callboard_cli.ui.names import title_of
from callboard_cli.ui.output import UI, visible
from callboard_cli.views.lines import Addresses, OwnLines, own_lines, without_commands
from callboard_cli.views.results import claims_of_entry
from callboard_cli.views.reveal import count_of_categories, reveal_view
from callboard_cli.views.standing import evening_view
from callboard_nights.counts import Count, is_secret
from callboard_nights.night import Night
from callboard_nights.seating import LogError
from callboard_nights.storage.files import StoreError
from callboard_scoring.problems import Problem, RefusedError


@dataclass(frozen=True)
class SeatState:
    """How far a player is."""

    name: str
    state: str
    """`done`, `typing` or `waiting`."""
    told: str


def live_values(look: Snapshot, visitor: Visitor, stage: str) -> dict[str, Any]:
    """Return what of a page changes while others type and count."""
    ui, night, count = visitor.ui, look.night, look.count(stage)
    hidden = look.counts.hidden
    addresses = addresses_of(visitor)
    form, shown = look.form(stage, ui.catalog.language), look.form_for(stage, visitor)
    is_open = not night.is_over and not hidden  # so that something is still typed
    is_over = not hidden and night.is_over
    complete = is_open and is_complete(count, form)
    values: dict[str, Any] = {
        "live": evening_view(ui, night, addresses, hidden=hidden),
        "count": len(night.entries),
        "home": visitor.home,
        "is_host": visitor.is_host,
        "stage": stage,
        "seats": list(_seats(look, visitor, count)) if is_open and form.rows is not None else [],
        "is_sealed": count.is_sealed,
        "is_blind": is_secret(count, night.game),
        "all_done": complete and count.is_sealed,
        "wrong": wrong_for(form, shown, ui) if complete else [],
        "asks_table": complete and visitor.may_write and is_table_wrong(form),
        "opened": [*_opened(look, ui)],
        "own": None,
        "reveal": None,
        "claims": None,
        "may_write": visitor.may_write,
        "is_over": is_over,
        "steps": _in_steps(night) if is_over else 0,
    }
    if visitor.name and is_open and form.rows is not None and not count.is_sealed:
        values["own"] = own_of(look, shown, visitor, addresses)
    if hidden:
        number = min(hidden)
        values["reveal"] = reveal_view(ui, night, number, look.counts.revealed.get(number, 0), addresses)
        values["revealed"] = look.revealed
    last = _last_sealed(look)
    if last is not None:
        claims = look.counts.entered[last].claims
        if claims:
            values["claims"] = claims_of_entry(ui, night, last, claims, addresses)
    return values


def _in_steps(night: Night) -> int:
    """Return the newest entry, if its points can be shown step by step; 0 otherwise."""
    last = max((entry.number for entry in night.entries if entry.fits), default=0)
    return last if count_of_categories(night, last) else 0


def _last_sealed(look: Snapshot) -> int | None:
    """Return the newest entry, if it was counted sealed: the totals that were claimed of it are told."""
    standing = [entry.number for entry in look.night.entries if entry.stands and entry.fits]
    last = max(standing, default=0)
    made = look.counts.entered.get(last)
    return last if made is not None and made.is_sealed else None


def _seats(look: Snapshot, visitor: Visitor, count: Count) -> Iterator[SeatState]:
    for name in look.night.players:
        part = count.part(name)
        state = "done" if part.is_done else "typing" if part.typed else "waiting"
        yield SeatState(visible(name), state, visitor.ui.text(f"phones/state.{state}"))


def wrong_of(form: Form, ui: UI) -> list[str]:
    """Say what is wrong with all parts together."""
    return _worded(form.whole.problems, form, ui)


def _worded(problems: Sequence[Problem], form: Form, ui: UI) -> list[str]:
    if not problems:
        return []
    found = refused(RefusedError(list(problems)), ui.catalog, form.stage, form.whole.raw, hint="")
    return [without_commands(one.text) for one in found.messages[:SHOWN]]


def wrong_for(form: Form, shown: Form, ui: UI) -> list[str]:
    """Say what is wrong with all parts together: of those that are hidden from a reader, only whose they are."""
    if shown is form:
        return wrong_of(form, ui)
    own = [one for one in form.whole.problems if one in shown.whole.problems]
    others = [one for one in form.whole.problems if one not in own]
    told = _worded(own, shown, ui)
    if others:
        names = ", ".join(visible(name) for name in _whose(others, form, shown))
        told.append(ui.text("phones/wrong-hidden", names=names))
    return told


def _whose(problems: Sequence[Problem], form: Form, shown: Form) -> Iterator[str]:
    """Yield whose parts problems are in; of what goes not together, all that are hidden."""
    placed = {form.placed(name_of(one, form)) or ("", "") for one in problems}
    owners = {whose for whose, _ in placed if whose}
    hidden = {name for name in form.stage.players if form.parts.get(name) != shown.parts.get(name)}
    return (name for name in form.stage.players if name in (owners or hidden))


def _opened(look: Snapshot, ui: UI) -> Iterator[str]:
    """Say which parts of what is typed now, and of the last entry, the host opened while they were hidden."""
    last = max((entry.number for entry in look.night.entries if entry.stands), default=0)
    counts = [*look.counts.open.values(), *filter(None, [look.counts.entered.get(last)])]
    return (text for count in counts for text in opened_of(count, look, ui))


def opened_of(count: Count, look: Snapshot, ui: UI) -> Iterator[str]:
    """Say which parts of a count the host opened while they were hidden."""
    for name in count.players:
        if at := count.part(name).opened_at:
            stage = title_of(ui.catalog, look.night.game.id, count.stage)
            yield ui.text("phones/opened", name=visible(name), stage=stage, time=hour(at))


def own_of(look: Snapshot, form: Form, visitor: Visitor, addresses: Addresses) -> OwnLines | None:
    """Return the lines of the visitor's own part that depend on nobody else; None while there are none."""
    assert form.rows is not None  # noqa: S101  # for the type checkers: who asks has a row
    if not look.count(form.stage.name).part(visitor.name).typed or form.row(visitor.name).problems:
        return None
    filled, _ = look.night.entering(form.stage.name, form.table()).filled(form.whole.raw)
    seat = look.night.players.index(visitor.name)
    row = filled[form.rows.name][seat]
    table = {key: value for key, value in filled.items() if key != form.rows.name}
    try:
        alone = look.night.game.alone(form.stage.name, table, row, form.stage.words, len(look.night.players))
    except RefusedError:
        return None
    if alone is None:
        return None
    return own_lines(visitor.ui, look.night.game, (*alone.lines, *alone.notes), alone.waits, addresses)


_LOOK_EVERY = 0.3
"""Seconds between two looks whether anybody wrote anything, here or at a terminal."""
_READS = 25
"""How many times a second all pages together read what has changed: the more there are, the longer each waits."""
_HEARTBEAT = 15.0
"""Seconds after which a stream says that it is still there."""


async def followed(table: Table, news: Callable[[], Awaitable[Mapping[str, str] | None]]) -> AsyncIterator[str]:
    """Yield what is told to a page that listens, each time that it is another, until the link is taken back.

    Where the evening, or who follows it, cannot be read for a while, nothing is told, and the stream goes on.

    :param news: returns what is to be told now, by the names of events; None to who is not let in any more.
    """
    told: dict[str, str] = {}
    quiet = 0.0
    table.followers += 1
    try:
        while True:
            with suppress(StoreError, LogError):
                now = await news()
                if now is None:
                    return
                for event, text in now.items():
                    if text != told.get(event, ""):
                        told[event], quiet = text, 0.0
                        yield f"event: {event}\ndata: {text}\n\n"
            pause = max(_LOOK_EVERY, table.followers / _READS)
            await asyncio.sleep(pause)
            quiet += pause
            if quiet >= _HEARTBEAT:
                quiet = 0.0
                yield ": \n\n"
    finally:
        table.followers -= 1
