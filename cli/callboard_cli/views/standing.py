"""Where a table stands, for the page: who has how much, what lies on the table, what was entered, what comes next."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from callboard_cli.render.dates import moment
from callboard_cli.render.evenings.evening import known_lines, players_text
from callboard_cli.render.evenings.standing import (
    changed_in,
    coming,
    doubts,
    gave,
    has_points,
    heading_of,
    held,
    leading,
    reasons,
    standing_word,
    what,
)
from callboard_cli.render.page import page_of
from callboard_cli.render.rows import Link, Row
from callboard_cli.ui.names import title_of
from callboard_cli.ui.output import UI, visible
from callboard_cli.ui.wording import unit_of
from callboard_cli.views.lines import Addresses, Citing, without_commands
from callboard_locales import Catalog
from callboard_nights.changes import Changes
from callboard_nights.night import Entry, Night, Standing


@dataclass(frozen=True)
class Place:
    """What one player has."""

    rank: int
    """0 where nothing tells the players apart yet."""
    name: str
    points: str
    """With their noun; empty where points mean nothing."""
    holds: str
    """What decides in their place."""


@dataclass(frozen=True)
class StandingView:
    """Who has how much, who is first, and what lies on the table."""

    places: Sequence[Place]
    """The most first."""
    first: str
    """Who won or leads; empty where nobody does."""
    is_won: bool
    lines: Sequence[Row]
    """By which steps somebody won."""
    links: Sequence[Link]
    table: Sequence[str]
    """What lies on the table, and what is known of the players besides."""
    none: str = ""
    """That nobody has points yet."""
    called: str = ""
    """What the standing is called."""


@dataclass(frozen=True)
class EntryLine:
    """An entry among others."""

    number: int
    title: str
    told: Sequence[str]
    """What it gave; of one that gives nothing, that."""
    doubts: Sequence[str]
    address: str
    """Where it is told again; empty where there is nothing to tell."""
    edit: str
    """Where it is given anew; empty where it cannot be, or for whoever must not."""
    kind: str
    """`fits`, `misfit`, `taken-back`, or `hidden` where its points are not shown yet."""


@dataclass(frozen=True)
class EveningView:
    """A whole evening as it stands."""

    title: str
    players: str
    standing: StandingView
    entries: Sequence[EntryLine]
    next: str
    """What comes next; empty where nothing does, or that is not shown yet."""
    ended: str
    """When it was ended; empty where it goes on."""
    note: str
    """What somebody wrote down of it."""

    @property
    def misfits(self) -> list[EntryLine]:
        """The entries that do not fit."""
        return [entry for entry in self.entries if entry.kind == "misfit"]


def evening_view(ui: UI, night: Night, addresses: Addresses, *, hidden: Collection[int] = ()) -> EveningView:
    """Tell an evening; of the entries that are `hidden`, and of whatever follows from them, nothing is told."""
    first_hidden = min(hidden, default=len(night.entries) + 1)
    shown = night.until(first_hidden) if hidden else night
    is_open = night.ended is None and not hidden
    return EveningView(
        ui.beside(title_of, night.game.id),
        players_text(ui, night),
        standing_of_night(ui, shown, addresses),
        [_entry(ui, night, entry, addresses, is_shown=entry.number < first_hidden) for entry in night.entries],
        ui.beside(coming, night, night.next) if is_open and night.next is not None else "",
        "" if night.ended is None else ui.text("night/ended", when=moment(ui.catalog, night.ended)),
        ui.text("night/note", note=visible(night.note)) if night.note else "",
    )


def standing_of_night(ui: UI, night: Night, addresses: Addresses) -> StandingView:
    """Tell who has how much, who is first and by which steps, and what lies on the table."""
    last = night.last if night.winners is not None and night.is_won else None
    rows = [] if last is None else page_of(ui, night.game, last.stage, last.result).answer.rows
    citing = Citing(ui, night.game, rows, addresses)
    places, evening = list(places_of(ui, night)), night.game.evening()
    is_blank = bool(night.entries and (evening.adds or evening.sets)) and not any(
        one.rank or one.holds for one in places
    )
    return StandingView(
        places,
        leading(ui, night),
        last is not None,
        citing.lines(rows),
        citing.links,
        [] if night.is_won else list(known_lines(ui, night)),
        ui.beside(Catalog.text, "night/no-points") if is_blank else "",
        ui.beside(standing_word, night),
    )


def places_of(ui: UI, night: Night) -> Iterator[Place]:
    """Yield what each player has, the first places first; where no points are counted, who won and then the others."""
    is_counted = has_points(night)
    first = set(night.winners or ())

    def place(one: Standing) -> tuple[bool, int]:
        return (False, one.rank) if is_counted else (one.name not in first, 0)

    for one in sorted(night.standing, key=place):
        points = ui.beside(unit_of, f"{night.game.id}/unit.points", one.total) if is_counted else ""
        holds = "; ".join(fact.brief for fact in held(ui, night, one.holds))
        yield Place(one.rank if is_counted else 0, visible(one.name), points, holds)


def _entry(ui: UI, night: Night, entry: Entry, addresses: Addresses, *, is_shown: bool) -> EntryLine:
    title = ui.beside(what(night, entry))
    edit = addresses.edit(entry.number) if addresses.edit and entry.stands else ""
    if not entry.stands:
        return EntryLine(entry.number, title, [ui.beside(Catalog.text, "night/taken-back")], [], "", "", "taken-back")
    if not is_shown:
        return EntryLine(entry.number, title, [ui.text("phones/hidden")], [], "", edit, "hidden")
    if entry.played is None:
        why = list(filter(None, map(without_commands, reasons(ui, night, entry))))
        return EntryLine(entry.number, title, [ui.text("night/not-fitting"), *why], [], "", edit, "misfit")
    shown = list(filter(None, gave(ui, night, entry.played)))
    return EntryLine(
        entry.number,
        title,
        shown,
        list(map(without_commands, doubts(ui, night, entry))),
        addresses.entry(entry.number),
        edit,
        "fits",
    )


@dataclass(frozen=True)
class ChangesView:
    """What a change does."""

    heading: str
    """What would be taken back, given back or given anew; after it is done, what was."""
    lines: Sequence[str]
    """What is another thing then, as `Ann 16 → 20`."""
    standing: StandingView
    """The standing after it."""
    unreached: str
    """That later entries keep what was typed there; empty where none does."""
    edits: Sequence[tuple[int, str]]
    """The numbers of these entries, and where each is given anew."""


def changes_view(ui: UI, changes: Changes, addresses: Addresses, *, is_done: bool = False) -> ChangesView:
    """Tell what a change does, or has done."""
    lines = list(filter(None, map(without_commands, changed_in(ui, changes, with_commands=False))))
    numbers = changes.unreached
    unreached = ui.catalog.plural("phones/unreached", len(numbers)) if numbers else ""
    return ChangesView(
        heading_of(ui, changes, is_done=is_done),
        lines or ([] if numbers else [ui.text("night/no-change")]),
        standing_of_night(ui, changes.after, addresses),
        unreached % {"numbers": ui.catalog.list([str(number) for number in numbers])},
        [(number, addresses.edit(number)) for number in numbers] if addresses.edit else [],
    )
