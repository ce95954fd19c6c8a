"""What each player's standing is made of: the lines of all entries that add to it, and what there was before them.

And totals that were claimed of one entry, beside what it gives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from callboard_nights.night import Entry, Night
from callboard_scoring import claimed_totals
from callboard_scoring.claimed_totals import Checked, Otherwise, Sum, TotalPart
from callboard_scoring.evening import Played
from callboard_scoring.ledger import Line


def sums_of(night: Night) -> list[Sum]:
    """Return what each player's standing is made of, in seat order; nothing where an evening adds no points up.

    What was typed as a player's points or ecus may be more than the entries before gave: that is a start of its own.
    """
    evening = night.game.evening()
    if not (evening.adds or evening.sets):
        return []
    counted = _counting(night)
    return [Sum(name, tuple(_parts(night, counted, name))) for name in night.players]


def otherwise_of(night: Night) -> Iterator[Otherwise]:
    """Yield what players would have, were one thing of an entry that adds to the standing decided another way."""
    for entry, played in _counting(night):
        for one in night.game.otherwise(entry.stage, played.record):
            yield replace(one, name=one.name or played.whose, entry=entry.number)


def claims_checked(night: Night, number: int, claims: Mapping[str, int]) -> list[Checked]:
    """Compare totals that players counted of one entry with those of its record, in the record's order.

    Who counted on from the standing before it, though the record begins at nothing, is told so. Nothing comes of an
    entry that does not count, or that gives no totals.
    """
    entry = next((one for one in night.entries if one.number == number), None)
    played = None if entry is None else entry.played
    if entry is None or played is None:
        return []
    return claimed_totals.compared(_sums_of_entry(played), claims, lambda: _otherwise_of_entry(night, entry, played))


def _sums_of_entry(played: Played) -> list[Sum]:
    """Return what the totals of one record are made of; of one that is about one player alone, the lines."""
    if played.whose and not played.result.players:
        return [Sum(played.whose, tuple(TotalPart(line.points, line) for line in played.result.lines))]
    return claimed_totals.sums_of(played.result)


def _otherwise_of_entry(night: Night, entry: Entry, played: Played) -> Iterator[Otherwise]:
    """Yield what players would have of one entry, were one thing decided or counted another way."""
    for one in night.game.otherwise(entry.stage, played.record):
        yield replace(one, name=one.name or played.whose)
    if played.stage in night.game.evening().adds:
        before = night.until(entry.number).totals
        yield from (Otherwise(name, before[name], way="onto") for name in night.players if before[name])


def _counting(night: Night) -> list[tuple[Entry, Played]]:
    """Return the entries that the standing is made of: after one that counts everything anew, none before it."""
    evening = night.game.evening()
    played = [(entry, entry.played) for entry in night.entries if entry.played is not None]
    counted = [(entry, one) for entry, one in played if one.stage in (*evening.adds, *evening.sets)]
    anew = [] if evening.total else [place for place, (_, one) in enumerate(counted) if one.stage in evening.sets]
    return counted[anew[-1] :] if anew else counted


def _parts(night: Night, counted: Sequence[tuple[Entry, Played]], name: str) -> Iterator[TotalPart]:
    evening = night.game.evening()
    before = 0
    if not counted or counted[0][1].stage in evening.adds or evening.total:
        before = night.start[name]
        yield TotalPart(before)
    whole: TotalPart | None = None
    for entry, played in counted:
        lines = [TotalPart(line.points, line, entry.number) for line in lines_for(played, name)]
        yield TotalPart(entry.totals[name] - before - sum(part.points for part in lines), entry=entry.number)
        yield from lines
        before = entry.totals[name]
        if evening.total and played.stage in evening.sets:
            start = next(score.start for score in played.result.players if score.name == name)
            whole = TotalPart(start, entry=entry.number, alone=True)
    if whole is not None:
        yield whole


def lines_for(played: Played, name: str) -> tuple[Line, ...]:
    """Return the lines that a record gives a player; where it is about one alone, those that are nobody else's."""
    if played.whose:
        return played.result.lines if played.whose == name else ()
    return next((score.lines for score in played.result.players if score.name == name), ())
