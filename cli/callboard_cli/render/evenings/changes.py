"""What a change does to an evening, in the table's terms."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from callboard_cli.render.evenings.standing import (
    Said,
    coming,
    first_of,
    flow,
    gave,
    has_points,
    leaders,
    misfit,
    moves,
    numbered,
    standing_of,
    table_of,
)
from callboard_cli.render.rulings import doubted
from callboard_cli.render.summary import BETWEEN
from callboard_cli.ui.names import shown_command
from callboard_cli.ui.output import UI, visible
from callboard_locales import Catalog
from callboard_nights.changes import Changes
from callboard_nights.night import Change, Night
from callboard_scoring.game import Leg


class Way(Enum):
    """Which way a change goes, by the messages that tell it: done, and as it would be."""

    UNDO = ("night/undo", "night/undo-dry")
    REDO = ("night/redo", "night/redo-dry")
    EDIT = ("night/edit", "night/edit-dry")


def show_changes(ui: UI, changes: Changes, *, is_done: bool) -> None:
    """Say what an undo, a redo or an edit changes, or would change where it is not done."""
    ui.say(heading_of(ui, changes, is_done=is_done))
    for line in [*changed_in(ui, changes), *_unreached(ui, changes)] or [ui.text("night/no-change")]:
        ui.say(line)
    for line in flow(ui, standing_of(ui, changes.after)) if changes.players else []:
        ui.say(line)
    if not is_done:
        ui.say(ui.text("night/dry"))
        return
    way, _ = _done(changes)
    told, back = ("night/take-back", "redo") if way is Way.UNDO else ("night/go-back", "undo")
    ui.emit(ui.text(told, command=shown_command(ui, ["night", back])))


def heading_of(ui: UI, changes: Changes, *, is_done: bool) -> str:
    """Say what is taken back, given back or given anew, or would be where it is not done."""
    way, change = _done(changes)
    told_done, told_dry = way.value
    heading = told_done if is_done else told_dry
    what = _what(changes.before if way is Way.UNDO else changes.after, change, way)
    return ui.beside(lambda words: words.text(heading) % {"what": what(words)})


def changed_in(ui: UI, changes: Changes, *, with_commands: bool = True) -> list[str]:
    """Say what is another thing now, in a line each; of an entry that does not fit, with the command that mends it."""
    return [
        *_players(ui, changes),
        *_first(ui, changes),
        *_table(ui, changes),
        *_others(ui, changes),
        *_entries(ui, changes, with_commands=with_commands),
    ]


def _done(changes: Changes) -> tuple[Way, Change]:
    """Return which way a change went, and what was changed."""
    before, after = changes.before, changes.after
    if len(after.undone) > len(before.undone):
        return Way.UNDO, after.undone[-1]
    is_redo = bool(before.undone) and after.done[-1] == before.undone[-1] and after.undone == before.undone[:-1]
    return (Way.REDO if is_redo else Way.EDIT), after.done[-1]


def _what(night: Night, change: Change, way: Way) -> Said:
    """Return what was taken back or given anew: an entry, the change of one, or the end."""
    entry = next((entry for entry in night.entries if entry.number == change.entry), None)
    if entry is None:
        return lambda words: words.text("night/the-end")
    told = numbered(night, entry)
    if change.event.kind != "changed" or way is Way.EDIT:
        return told
    return lambda words: words.text("night/the-change") % {"entry": told(words)}


def _players(ui: UI, changes: Changes) -> Iterator[str]:
    """Yield what each player has now, for whom anything changes."""
    for one in changes.players:
        yield from moves(ui, one.before, one.after, changes.after)


def _first(ui: UI, changes: Changes) -> Iterator[str]:
    """Yield who wins now, or takes the lead."""
    before, after = changes.before, changes.after
    if before.is_won or after.is_won:
        if changes.winners is None:
            return
        first = first_of(ui, after)
        yield first or ui.beside(Catalog.text, "night/open" if after.has_misfits else "night/goes-on")
        if first:
            return
    elif changes.winners is not None and after.winners is None and after.has_misfits:
        yield ui.beside(Catalog.text, "night/open")
    names = leaders(after)
    if names != leaders(before) and (names or has_points(after)):
        told = [visible(name) for name in names]
        yield ui.beside(_leading, told)


def _leading(words: Catalog, names: list[str]) -> str:
    if not names:
        return words.text("night/level")
    return words.plural("night/leads", len(names)) % {"names": words.list(names)}


def _table(ui: UI, changes: Changes) -> Iterator[str]:
    """Yield what lies on the table now, and what comes next, where that is another one."""
    was, now = changes.table or ({}, {})
    for key in dict.fromkeys((*was, *now)):
        if key != "next" and was.get(key) != now.get(key):
            nights = (changes.before, was), (changes.after, now)
            old, new = (table_of(ui, night, {key: table.get(key)}) for night, table in nights)
            yield from (f"{one} → {other.partition(': ')[2]}" for one, other in zip(old, new, strict=True))
    leg = changes.after.next
    if leg is not None and leg != changes.before.next:
        yield ui.beside(_then, changes.after, leg)


def _then(words: Catalog, night: Night, leg: Leg) -> str:
    return words.text("night/then") % {"what": coming(words, night, leg)}


def _others(ui: UI, changes: Changes) -> Iterator[str]:
    """Yield what came of an entry that the standing does not tell: whom bids hire now, who gets which token."""
    night = changes.after
    evening = night.game.evening()
    for entry in changes.others:
        played, before = entry.played, changes.before.entries[entry.number - 1].played
        if played is None or before is None or (changes.players and played.stage in (*evening.adds, *evening.sets)):
            continue  # the standing tells it
        told = gave(ui, night, played)
        if told != gave(ui, changes.before, before):
            yield ui.text("night/now", entry=numbered(night, entry)(ui.catalog), what=BETWEEN.join(told))


def _entries(ui: UI, changes: Changes, *, with_commands: bool) -> Iterator[str]:
    """Yield which entries do not fit any more and why, which fit again, and what is doubtful that was not."""
    after = changes.after
    for entry in changes.misfits:
        yield from misfit(ui, after, entry, with_command=with_commands)
    missed = {entry.number for entry in changes.before.entries if entry.stands and not entry.fits}
    again = (numbered(after, entry) for entry in after.entries if entry.fits and entry.number in missed)
    yield from (ui.beside(_fits, told) for told in again)
    for entry, doubt in changes.doubted:
        told_doubt = ui.text("result.doubt", text=doubted(ui.catalog, after.game, doubt))
        yield ui.text("night/now", entry=numbered(after, entry)(ui.catalog), what=told_doubt)


def _unreached(ui: UI, changes: Changes) -> Iterator[str]:
    """Yield which later entries the change does not reach, and how to give them anew."""
    if changes.unreached:
        numbers = ui.catalog.list([str(number) for number in changes.unreached])
        commands = (shown_command(ui, ["night", "edit", str(number)]) for number in changes.unreached)
        values = {"numbers": numbers, "commands": BETWEEN.join(commands)}
        yield ui.catalog.plural("night/unreached", len(changes.unreached)) % values


def _fits(words: Catalog, told: Said) -> str:
    return words.text("night/fits") % {"entry": told(words)}
