"""Evenings of a game under construction: its own examples, played one after another by those who are in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from callboard_cli.workshop.draft import Draft
from callboard_scoring.evening import Evening, Past, Played
from callboard_scoring.records import Record, seats_field
from callboard_scoring.setup import Setup


@dataclass(frozen=True)
class Wrong:
    """A record after which the evening does not know what each player has."""

    stage: str
    given: object
    """What the evening says that the record gave, or the mistake that came up."""


def evening_of(draft: Draft) -> Evening | None:
    """Return what a game carries over; None where its folder does not say, or not in a way that can be read."""
    try:
        evening = draft.game.load("evening").EVENING
    except Exception:  # noqa: BLE001  # whatever a module under construction does; `checks.evening` tells it
        return None
    return evening if isinstance(evening, Evening) else None


def pasts(draft: Draft, evening: Evening) -> Iterator[Past]:
    """Yield what is known before each record of the game's evenings, and after the last one.

    They begin with and without a set-up; the examples follow one another where the same people are in them, and each
    is also known alone, as after a score.
    """
    for setup in draft.setups:
        if isinstance(setup.made, Setup):
            yield _begun(evening, tuple(seat.name for seat in setup.made.seats), setup.made.draws)
    for players, records in _examples(draft).items():
        past = _begun(evening, players, {})
        yield past
        for played in records:
            yield _after(evening, _begun(evening, players, {}), played)
            past = _after(evening, past, played)
            yield past


def followed(draft: Draft, evening: Evening) -> Iterator[tuple[Past, Record]]:
    """Yield each past of the game's evenings with each example of the same people, as the record that comes next."""
    examples = _examples(draft)
    for past in pasts(draft, evening):
        for played in examples.get(past.players, ()):
            yield past, played.record


def wrong_gains(draft: Draft, evening: Evening) -> Iterator[Wrong]:
    """Yield each example after which it is not known what every player has, though its stage adds or sets that."""
    for players, records in _examples(draft).items():
        for played in records:
            if played.stage not in (*evening.adds, *evening.sets):
                continue
            try:
                given: object = dict(evening.given(played))
            except Exception as error:  # noqa: BLE001  # whatever a module under construction does
                yield Wrong(played.stage, error)
                continue
            wanted = {played.whose} if played.whose else set(players)
            if not _are_numbers(given, wanted):
                yield Wrong(played.stage, given)


def told_names(draft: Draft) -> set[str]:
    """Return the names under which the evening tells what lies on the table, and what players hold."""
    evening = evening_of(draft) or Evening()
    names: set[str] = set()
    for past in pasts(draft, evening) if evening.table or evening.holds else ():
        table, holds = _asked(evening.table, past), _asked(evening.holds, past)
        names |= set(table).union(*(held for held in holds.values() if isinstance(held, Mapping)))
    return {name for name in names if isinstance(name, str)}


def _asked(function: Any, past: Past) -> Mapping[Any, Any]:
    """Return the table that a function gives; an empty one where it gives none."""
    try:
        told = function(past) if function is not None else None
    except Exception:  # noqa: BLE001  # `checks.evening` tells it
        return {}
    return told if isinstance(told, Mapping) else {}


def _begun(evening: Evening, players: tuple[str, ...], draws: Mapping[str, Any]) -> Past:
    return Past(players, dict.fromkeys(players, evening.start), draws=draws)


def _after(evening: Evening, past: Past, played: Played) -> Past:
    """Return what is known after one more record; the standing of before, where it does not say what was given."""
    totals = past.totals
    try:
        added = evening.added(totals, played)
    except Exception:  # noqa: BLE001  # `wrong_gains` tells it
        added = totals
    totals = added if _are_numbers(added, set(past.players)) else totals
    return Past(past.players, totals, (*past.played, played), past.draws)


def _examples(draft: Draft) -> Mapping[tuple[str, ...], list[Played]]:
    """Return the examples that can be scored, by those who play in them; one of nobody is everybody's."""
    evening = evening_of(draft) or Evening()
    played = [
        (stage, one.record, one.result)
        for stage, code in draft.stages.items()
        if code.example is not None
        for one in [draft.play(stage, code.example)]
        if one.record is not None and one.result is not None
    ]
    tables = dict.fromkeys(filter(None, (_players(record) for _, record, _ in played)))
    tables = tables or {tuple(f"P{place}" for place in range(draft.game.players[0])): None}
    return {
        players: [
            Played(stage, record, result, players[0] if stage in evening.asks_whose else "")
            for stage, record, result in played
            if _players(record) in ((), players)
        ]
        for players in tables
    }


def _players(record: Record) -> tuple[str, ...]:
    """Return the names of those who play by a record; none where it does not tell."""
    seats = seats_field(type(record))
    rows = getattr(record, seats) if seats is not None else ()
    return tuple(row if isinstance(row, str) else row.name for row in rows)


def _are_numbers(given: object, names: set[str]) -> bool:
    """Tell whether a table has a whole number for each of these names, and for nobody else."""
    if not isinstance(given, Mapping) or set(given) != names:
        return False
    return all(isinstance(number, int) and not isinstance(number, bool) for number in given.values())
