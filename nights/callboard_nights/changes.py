"""What a change does to an evening, in the table's terms: who has more or less now, who leads, what lies where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from callboard_nights.night import Entry, Night, Standing
from callboard_scoring.evening import Played
from callboard_scoring.problems import Doubt


@dataclass(frozen=True)
class Changed:
    """What a player had before a change, and has after it."""

    before: Standing
    after: Standing

    @property
    def name(self) -> str:
        """The player's name."""
        return self.after.name


@dataclass(frozen=True)
class Changes:
    """All that is another thing after a change."""

    before: Night
    after: Night
    players: tuple[Changed, ...] = ()
    """Those for whom anything changed, in seat order."""
    table: tuple[Mapping[str, Any], Mapping[str, Any]] | None = None
    """What lies on the table before and after, with the stage that comes `next`; None where that is the same."""
    winners: tuple[tuple[str, ...] | None, tuple[str, ...] | None] | None = None
    """Who won before and after; None where that is the same."""
    unreached: tuple[int, ...] = ()
    """The later entries with what a changed player has typed as it was, which the change does not reach."""
    misfits: tuple[Entry, ...] = ()
    """The entries that fitted before and do not any more."""
    others: tuple[Entry, ...] = ()
    """The entries of which something else came than before, as they are now."""
    doubted: tuple[tuple[Entry, Doubt], ...] = ()
    """What is doubtful now that was not before, each with its entry."""


def changes(before: Night, after: Night, number: int = 0) -> Changes:
    """Return what changed; `number` is the entry that was given anew, of which later ones may know nothing."""
    pairs = (Changed(one, other) for one, other in zip(before.standing, after.standing, strict=True))
    table = _table(before), _table(after)
    winners = before.winners, after.winners
    fitted = {entry.number for entry in before.entries if entry.fits}
    was = {entry.number: entry.played for entry in before.entries}
    both = [(one, one.played, was.get(one.number)) for one in after.entries]
    return Changes(
        before,
        after,
        players=tuple(pair for pair in pairs if pair.before != pair.after),
        table=table if table[0] != table[1] else None,
        winners=winners if winners[0] != winners[1] else None,
        unreached=tuple(_unreached(before, after, number)) if number else (),
        misfits=tuple(one for one in after.entries if one.stands and not one.fits and one.number in fitted),
        others=tuple(one for one, now, then in both if now and then and _came(now) != _came(then)),
        doubted=tuple((one, doubt) for one, now, then in both if now and then for doubt in _newly(now, then)),
    )


def _came(played: Played) -> tuple[Any, ...]:
    """Return what came of a record: what each player has, what lines say, and what is not points."""
    result = played.result
    return result.players, result.lines, result.winners, result.outcome


def _newly(now: Played, then: Played) -> Iterator[Doubt]:
    """Yield what of a record was not doubtful before."""
    known = {(doubt.path, doubt.code) for doubt in then.result.doubts}
    return (doubt for doubt in now.result.doubts if (doubt.path, doubt.code) not in known)


def _table(night: Night) -> Mapping[str, Any]:
    leg = night.next
    return {**night.table, "next": None if leg is None else leg.stage}


def _unreached(before: Night, after: Night, number: int) -> Iterator[int]:
    """Yield the entries behind one in which a player whom it changed has a typed total, or typed coins."""
    gave = _given(before, number), _given(after, number)
    changed = {name for name in after.players if gave[0].get(name) != gave[1].get(name)}
    evening = after.game.evening()
    fields = {evening.total, *(one.name for one in evening.proposed if one.is_of_players)} - {""}
    for entry in after.entries:
        if entry.stands and entry.number > number and any(_types(entry, fields, name) for name in changed):
            yield entry.number


def _given(night: Night, number: int) -> Mapping[str, tuple[int, Any]]:
    """Return what an entry gave each player: the standing after it, and what came of it beside points."""
    entry = next((one for one in night.entries if one.number == number), None)
    if entry is None:
        return {}
    own = getattr(entry.played.outcome, "players", None) if entry.played is not None else None
    by_name = own if isinstance(own, dict) else {}
    return {name: (total, by_name.get(name)) for name, total in entry.totals.items()}


def _types(entry: Entry, fields: set[str], name: str) -> bool:
    """Tell whether an entry says of a player how much there is by now, as a number."""
    for key, value in entry.entered.items():
        if key in fields and isinstance(value, Mapping) and name in value:
            return True
        rows = value if isinstance(value, list) else ()
        own = next((row for row in rows if isinstance(row, Mapping) and row.get("name") == name), {})
        if any(isinstance(own.get(field), int) for field in fields):
            return True
    return False
