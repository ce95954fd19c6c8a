"""Checks of what an evening carries over and adds up: it is of stages and fields that there are, and fits them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from callboard_cli.authoring.draft import Draft, Finding, trouble
from callboard_scoring.evening import Carried, Evening, Past, Played
from callboard_scoring.problems import Location
from callboard_scoring.records import Record, field_type, item_model, seats_field
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


def followed(draft: Draft, evening: Evening) -> Iterator[tuple[Past, Played]]:
    """Yield each past of the game's evenings with each example of the same people, as the record that comes next."""
    examples = _examples(draft)
    for past in pasts(draft, evening):
        for played in examples.get(past.players, ()):
            yield past, played


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


_PLAYERS = "players."
"""What stands before a field that each player has."""


def readable(draft: Draft) -> Iterator[Finding]:
    """Look whether the game says what an evening carries over."""
    file = draft.files.code / "evening.py"
    if not file.exists():
        yield Finding(file, "check.evening-none")
        return
    try:
        said = getattr(draft.game.load("evening"), "EVENING", None)
    except Exception as error:  # noqa: BLE001  # whatever a module under construction does
        yield Finding(file, "check.import", trouble(error, draft.files.code))
        return
    if not isinstance(said, Evening):
        yield Finding(file, "check.no-evening")


def named(draft: Draft) -> Iterator[Finding]:
    """Look whether each stage and each field that it names is there."""
    evening, file = evening_of(draft), draft.files.code / "evening.py"
    if evening is None:
        return
    for part in ("adds", "sets", "gives", "asks_whose", "in_order", "blind", "changed", "doubts"):
        for stage in getattr(evening, part):
            if stage not in draft.game.stages:
                yield Finding(file, "check.evening-stage", {"part": part, "stage": stage})
    for part, carried in _carried(evening):
        for stage in carried.stages:
            if stage not in draft.game.stages:
                yield Finding(file, "check.evening-stage", {"part": part, "stage": stage})
            elif stage in draft.stages and _owner(draft.stages[stage].model, carried) is None:
                yield Finding(file, "check.evening-field", {"stage": stage, "field": carried.field})
    total = Carried((), f"{_PLAYERS}{evening.total}", lambda _: None)
    whole = set(draft.stages) == set(draft.game.stages)
    if evening.total and whole and not any(_owner(stage.model, total) for stage in draft.stages.values()):
        yield Finding(file, "check.evening-total", {"field": evening.total})


def gains(draft: Draft) -> Iterator[Finding]:
    """Look whether every player has a number after each example of a stage that adds or sets what they have."""
    evening, file = evening_of(draft), draft.files.code / "evening.py"
    for wrong in wrong_gains(draft, evening) if evening is not None else ():
        if isinstance(wrong.given, Exception):
            values = {"part": "gives", **trouble(wrong.given, draft.files.code)}
            yield Finding(file, "check.evening-crash", values)
        else:
            yield Finding(file, "check.evening-gives", {"stage": wrong.stage, "given": wrong.given})


def values(draft: Draft) -> Iterator[Finding]:
    """Look whether what is carried over fits its field, whatever was played before, and nothing breaks off."""
    evening, file = evening_of(draft), draft.files.code / "evening.py"
    if evening is None:
        return
    met: set[str] = set()
    for past in pasts(draft, evening):
        for told, finding in _wrong(draft, evening, past):
            if told not in met:
                met.add(told)
                yield Finding(file, *finding)


def changes(draft: Draft) -> Iterator[Finding]:
    """Look whether what lies otherwise than it was left is at a place of the record, and nothing breaks off."""
    evening, file = evening_of(draft), draft.files.code / "evening.py"
    if evening is None:
        return
    for past, played in followed(draft, evening):
        places: list[Location] = []
        part = "changed"
        try:
            if played.stage in evening.changed:
                places = [place for place, _ in evening.changed[played.stage](past, played.record)]
            part = "doubts"
            if played.stage in evening.doubts:
                list(evening.doubts[played.stage](past, played.record))
        except Exception as error:  # noqa: BLE001  # whatever a module under construction does
            yield Finding(file, "check.evening-crash", {"part": part, **trouble(error, draft.files.code)})
            return
        nowhere = [place for place in places if not _is_place(place, played.record.model_dump())]
        if nowhere:
            yield Finding(file, "check.evening-value", {"part": "changed", "given": nowhere[0]})
            return


Told = tuple[str, tuple[str, Mapping[str, object]]]
"""What is told once, and the code and values that tell it."""


def _wrong(draft: Draft, evening: Evening, past: Past) -> Iterator[Told]:
    """Yield what is wrong with what is carried over after a past."""
    for part, carried in _carried(evening):
        for stage in carried.stages:
            owner = _owner(draft.stages[stage].model, carried) if stage in draft.stages else None
            if owner is not None:
                fits = _fitting(draft, owner, carried, part)
                for now in _times(draft, stage):
                    yield from _told(draft, carried.field, carried.value, past.at(now), fits)
    for part in ("table", "holds"):
        function = getattr(evening, part)
        if function is None:
            continue
        for now in _times(draft, *draft.game.stages):
            yield from _told(draft, part, function, past.at(now), _is_table if part == "table" else _is_held)


def _told(
    draft: Draft, part: str, function: Callable[[Past], Any], past: Past, fits: Callable[[Any, Past], bool]
) -> Iterator[Told]:
    """Yield what is wrong with one function's answer to a past."""
    try:
        value = function(past)
    except Exception as error:  # noqa: BLE001  # whatever a module under construction does
        yield f"{part} {type(error)}", ("check.evening-crash", {"part": part, **trouble(error, draft.files.code)})
        return
    if value is not None and not fits(value, past):
        yield part, ("check.evening-value", {"part": part, "given": value})


def _fitting(draft: Draft, owner: type[Record], carried: Carried, part: str) -> Callable[[Any, Past], bool]:
    """Return what tells whether a value fits its field; one that limits the field has to be a number, or a table."""
    if part in ("left", "lies"):
        return _is_counted if part == "left" else _is_laid
    field = field_type(owner, carried.name)

    def fits_field(value: object) -> bool:
        is_number = isinstance(value, int) and not isinstance(value, bool)
        return (part not in ("at_most", "at_least") or is_number) and _is_valid(field, value, draft)

    def fits(value: object, past: Past) -> bool:
        if not carried.is_of_players:
            return fits_field(value)
        return isinstance(value, Mapping) and set(value) <= set(past.players) and all(map(fits_field, value.values()))

    return fits


def _is_valid(field: TypeAdapter[Any], value: object, draft: Draft) -> bool:
    try:
        field.validate_python(value, context=draft.words)
    except ValidationError:
        return False
    return True


def _is_table(value: object, past: Past) -> bool:
    """Tell whether this is a table under names."""
    del past
    return isinstance(value, Mapping) and all(isinstance(name, str) for name in value)


def _is_counted(value: object, past: Past) -> bool:
    """Tell whether this is a table of numbers, as of the pieces that are left."""
    return isinstance(value, Mapping) and _is_table(value, past) and all(isinstance(one, int) for one in value.values())


def _is_laid(value: object, past: Past) -> bool:
    """Tell whether this is a list of tokens, or of nothing where they are not known."""
    del past
    return isinstance(value, (list, tuple)) and all(isinstance(one, str) or one is None for one in value)


def _is_held(value: object, past: Past) -> bool:
    """Tell whether each player has a table of what they hold."""
    return (
        isinstance(value, Mapping)
        and set(value) == set(past.players)
        and all(_is_table(one, past) for one in value.values())
    )


def _is_place(place: object, record: Mapping[str, Any]) -> bool:
    """Tell whether this is a place in a list of a record, or a field of a player in it."""
    match place:
        case str(name), int(number):
            return isinstance(record.get(name), list | tuple) and number in range(len(record[name]))
        case str(seats), int(seat), str(name):
            return _is_place((seats, seat), record) and name in record[seats][seat]
    return False


def _times(draft: Draft, *stages: str) -> list[Mapping[str, int]]:
    """Return what can be known of which record of these stages comes next: nothing, or the fields of a leg."""
    return [{}, *(leg.fields for leg in draft.game.path if leg.stage in stages and leg.fields)]


def _carried(evening: Evening) -> Iterator[tuple[str, Carried]]:
    """Yield each field that is carried over, with in what way."""
    for part in ("exact", "at_most", "at_least", "proposed", "left", "lies"):
        yield from ((part, carried) for carried in getattr(evening, part))


def _owner(model: type[Record], carried: Carried) -> type[Record] | None:
    """Return the model that has the field: the record's own, or that of a player in it; None where neither has."""
    owner: type[Record] | None = model
    if carried.is_of_players:
        seats = seats_field(model)
        is_right = seats is not None and carried.field.startswith(_PLAYERS)
        owner = item_model(model.model_fields[seats]) if seats is not None and is_right else None
    return owner if owner is not None and carried.name in owner.model_fields else None


CHECKS = (readable, named, gains, values, changes)
