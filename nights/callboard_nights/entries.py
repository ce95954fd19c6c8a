"""An entry: what can be typed of a stage in an evening, and the record that it becomes with what is known already."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Annotated, Any

from pydantic import create_model
from pydantic.fields import FieldInfo

from callboard_nights.player_names import holds_names, meant, spelled
from callboard_scoring.evening import Carried, Evening, Past, Played
from callboard_scoring.fields import Name, Typed, count, laid
from callboard_scoring.game import Game, Leg
from callboard_scoring.problems import Doubt, Location, Problem, RefusedError, out_of_bounds
from callboard_scoring.records import Record, Seat, item_model, parts_of, read_record, seats_field, tables_of
from callboard_scoring.words import Words, spell


@cache
def entry_model(game: Game, stage: str, known: frozenset[str]) -> type[Record]:
    """Return the model of what is typed of a stage in an evening: of its record, the known fields may lack.

    Those of players are named as in `players.coins`.
    """
    evening, model = game.evening(), game.record(stage)
    lying = tuple(evening.known(evening.lies, stage))
    fields: dict[str, Any] = {}
    for name, info in model.model_fields.items():
        item = item_model(info)
        if item is not None and issubclass(item, Seat) and name == seats_field(model):
            annotation: Any = tuple[_seat_model(evening, item, known), ...]  # type: ignore[misc]
            fields[name] = (Annotated[annotation, *info.metadata], None)
        else:
            fields[name] = _field(info, is_known=name in known, lies=any(one.name == name for one in lying))
    if stage in evening.asks_whose:
        fields[WHOSE] = (Name, ...)
    made: type[Record] = create_model(model.__name__, __base__=Record, __module__=model.__module__, **fields)
    made.applies = model.applies  # type: ignore[method-assign]
    return made


def _seat_model(evening: Evening, item: type[Seat], known: Collection[str]) -> type[Seat]:
    """Return the model of a player's line, in which what was gained may stand for what there is by now."""
    fields: dict[str, Any] = {
        name: _field(info, is_known=f"players.{name}" in known)
        for name, info in item.model_fields.items()
        if name != "name"
    }
    if evening.total in item.model_fields:
        fields[GAINED] = (Annotated[int, count(-MOST_GAINED, MOST_GAINED), Typed(r"[+-]?\d+", named=True)], None)
    made: type[Seat] = create_model(item.__name__, __base__=Seat, __module__=item.__module__, **fields)
    made.whole = item
    return made


def _field(info: FieldInfo, *, is_known: bool, lies: bool = False) -> Any:
    """Describe a field as the record has it; one that may be known already may lack, and silence says nothing of it."""
    if not (is_known or lies):
        return info.annotation, info
    metadata = [replace(one, known=is_known, lies=lies) if isinstance(one, Typed) else one for one in info.metadata]
    return (Annotated[info.annotation, *metadata] if metadata else info.annotation), (None if is_known else ...)


SAME = "night/doubt.same"
"""The doubt about what was entered exactly so before; its `number` is that of the other entry."""
GAINED = "gained"
"""The field of a player's row in which what was gained since stands in place of what there is by now."""
WHOSE = "player"
"""The field that says whose a record is that does not say it itself."""
MOST_GAINED = 9999


@dataclass(frozen=True)
class Whole:
    """A record made of an entry, and what came of it."""

    played: Played
    """With the doubts of the evening beside those of the record."""
    entered: Mapping[str, Any]
    """The entry with its tokens in their canonical spelling."""


@dataclass(frozen=True)
class Entering:
    """What an entry is read with: the game, the stage, what is known before it, and what is known of the path."""

    game: Game
    stage: str
    past: Past
    former: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    """What players were called before, with what they are called now."""
    expected: Mapping[str, int] = field(default_factory=dict)
    """The fields that tell which record of the stage comes next, such as its round."""
    last: tuple[int, Mapping[str, Any]] | None = None
    """The number of the last entry of the stage that counts, and what was typed of it.

    None too where the same words may well be another record.
    """
    skipped: tuple[Leg, ...] = ()
    """The legs of the path before this stage, the last of all, of which nothing was entered."""
    undue: tuple[Leg, ...] = field(default=(), kw_only=True)
    """The leg that comes next, where this stage prepares one and there is none to prepare now."""

    @property
    def evening(self) -> Evening:
        """What the game carries over."""
        return self.game.evening()

    @property
    def model(self) -> type[Record]:
        """The model of the whole record."""
        return self.game.record(self.stage)

    def whole(self, raw: Mapping[str, Any], words: Words) -> Whole:
        """Make the record and score it.

        :raises RefusedError: with all that is wrong with it.
        """
        too_large = list(out_of_bounds(raw))
        if too_large:
            raise RefusedError(too_large)
        if not isinstance(raw, Mapping):  # as a file or a program may have it
            raise RefusedError([Problem((), "model_type", {"given": "…"})])
        filled, problems = self.filled(raw)
        try:
            record = read_record(self.model, filled, words)
            self._look_unchanged(raw, record)
        except RefusedError as error:
            if self.undue and not any(one.location[:1] == (key,) for one in error.problems for key in raw):
                raise RefusedError([Problem((), "error.night.nothing-to-prepare")]) from None
            told = {problem.location for problem in problems}
            others = (self._all_entered(one) for one in error.problems if one.location not in told)
            if problems:  # what was filled in does not go with who is wrong or missing, and nobody typed it
                others = (one for one in others if one.code == "missing" or one.location[:1] in {(key,) for key in raw})
            raise RefusedError([*problems, *others]) from None
        if problems:
            raise RefusedError(problems)
        dumped = record.model_dump(mode="json", by_alias=True)
        entered = _as_given(raw, dumped, self.model, words)
        whose = self._named(self._whose_given(raw)) or "" if self._asks_whose else ""
        if whose and WHOSE in entered:
            entered[WHOSE] = whose
        result = self.game.score(self.stage, record)
        played = Played(self.stage, record, result, whose)
        doubts = (*self._of_the_path(entered), *self._doubts(raw, dumped), *self._changed(record, dumped))
        own = self.evening.doubts.get(self.stage, _nothing)
        past = self.past.at({**self.past.now, WHOSE: whose}) if whose else self.past
        doubts = (*doubts, *own(past, record), *self._beyond_the_box(played), *result.doubts)
        return Whole(replace(played, result=replace(result, doubts=doubts)), entered)

    def _all_entered(self, problem: Problem) -> Problem:
        """Return a problem; that a season or round is missing as what it is where none is left to be entered."""
        which = {(name,) for name in path_fields(self.game, self.stage)}
        is_over = self.last is not None and not self.expected and problem.location in which
        return replace(problem, code="error.night.all-entered") if is_over and problem.code == "missing" else problem

    # --- What is filled in -------------------------------------------------------------------------------------------

    def filled(self, raw: Mapping[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
        """Return a raw record with all that is known and was not typed, and what is wrong with the entry itself."""
        problems: list[Problem] = []
        table: dict[str, Any] = dict(spelled(raw, self.model, lambda name: self._named(name) or name))
        problems += self._whose(table)
        for name, value in self.expected.items():
            table.setdefault(name, value)
        seats = seats_field(self.model)
        if seats is not None:
            if item_model(self.model.model_fields[seats]) is not None:
                table.setdefault(seats, [{"name": name} for name in self.past.players])
            if isinstance(table.get(seats), list):
                table[seats] = [dict(row) if isinstance(row, Mapping) else row for row in table[seats]]
                table[seats] += self._left_out(seats, table[seats])
        problems += self._strangers(table)
        problems += self._gained(seats or "", table)
        for lying, pieces in self.lying():
            prepared = self.stage in {leg.stage for leg in self.game.path if leg.preparation}
            problems += _laid(table, lying.name, pieces, self._sides(lying.name), prepared=prepared)
        for carried, value in self.known():
            if not carried.is_of_players:
                table.setdefault(carried.name, value)
                continue
            for _, row in _rows(seats, table):
                own = row.get("name")
                if isinstance(own, str) and own in value:
                    row.setdefault(carried.name, value[own])
        return table, problems

    def _left_out(self, seats: str, rows: Sequence[Any]) -> list[dict[str, Any]]:
        """Return a row for each player who has none, where all of it is known; else none, and they are missed."""
        item = item_model(self.model.model_fields[seats])
        known = {carried.field for carried, _ in self.known()}
        if item is None or not all(f"{seats}.{name}" in known for name in item.model_fields if name != "name"):
            return []
        told = {self._named(row.get("name")) for row in rows if isinstance(row, Mapping)}
        return [{"name": name} for name in self.past.players if name not in told]

    def _sides(self, name: str) -> Collection[str]:
        """Return the words by which what lies in a list is turned."""
        return next((one.sides for one in parts_of(self.model.model_fields[name]) if isinstance(one, Typed)), ())

    def known(self) -> Iterator[tuple[Carried, Any]]:
        """Yield the fields that follow from what was entered, with what is known of them."""
        return self._known((*self.evening.exact, *self._kept))

    @property
    def _kept(self) -> tuple[Carried, ...]:
        """The fields that are as they were unless something in the record may have changed them."""
        return tuple(one for one in (*self.evening.at_most, *self.evening.at_least) if one.may_change is not None)

    def lying(self) -> Iterator[tuple[Carried, Sequence[str | None]]]:
        """Yield the lists of what lies on the table, with what is known of each place."""
        return self._known(self.evening.lies)

    def _look_unchanged(self, raw: Mapping[str, Any], record: Record) -> None:
        """Look whether all that was filled in of what lies on the table does lie so.

        :raises RefusedError: when something in the record may have changed it, so that it has to be typed.
        """
        lies = (((one.name,), one, "error.night.may-have-changed") for one in self.evening.lies)
        seats = seats_field(self.model) or ""
        kept = (
            ((*at, one.name), one, "error.night.number-may-have-changed")
            for one in self.evening.known(self._kept, self.stage)
            for at in ([(seats, seat) for seat in range(len(getattr(record, seats)))] if one.is_of_players else [()])
        )
        changed = [
            Problem(at, code)
            for at, one, code in (*lies, *kept)
            if self.stage in one.stages and not _is_typed(raw, at) and one.may_have_changed(record)
        ]
        if changed:
            raise RefusedError(changed)

    def proposed(self) -> Iterator[tuple[Carried, Any]]:
        """Yield the fields that may be as they were, with what is known of them."""
        return self._known((*self.evening.at_most, *self.evening.at_least, *self.evening.proposed))

    def _known(self, fields: Iterable[Carried]) -> Iterator[tuple[Carried, Any]]:
        """Yield those of some fields that this stage has and of which something is known, with what is."""
        for carried in self.evening.known(tuple(fields), self.stage):
            value = carried.value(self.past)
            if value is not None:
                yield carried, value

    def _named(self, name: object) -> str | None:
        """Return a player's name as the evening spells it, by a former one too; None where nobody is called so."""
        if not isinstance(name, str):
            return None
        return meant(name, self.past.players, self.former)

    @property
    def _asks_whose(self) -> bool:
        """Whether the stage's record is about one player and does not say who."""
        return self.stage in self.evening.asks_whose

    def _whose_given(self, raw: Mapping[str, Any]) -> object:
        """Return whose an entry says it is; who plays alone need not be named."""
        return raw.get(WHOSE, self.past.players[0] if len(self.past.players) == 1 else None)

    def _whose(self, table: dict[str, Any]) -> Iterator[Problem]:
        """Take from an entry whose it is, where its record does not tell."""
        if not self._asks_whose:
            return
        given = self._whose_given(table)
        table.pop(WHOSE, None)
        if given is None:
            yield Problem((WHOSE,), "missing")
        elif self._named(given) is None:
            yield self._stranger((WHOSE,), given)

    def _stranger(self, at: Location, given: object) -> Problem:
        return Problem(at, "error.night.unknown-player", {"given": str(given), "names": list(self.past.players)})

    def _strangers(self, table: Mapping[str, Any]) -> Iterator[Problem]:
        """Yield who does not play, and who plays and is missing: of the players, or else in a list of names."""
        seats = seats_field(self.model)
        listed = [name for name in self.model.model_fields if holds_names(self.model, name) and table.get(name)]
        for place in listed if seats is None else [seats]:
            told = self._names_in(place, table.get(place))
            yield from (
                self._stranger(at, name) for at, name in told.items() if isinstance(name, str) and not self._named(name)
            )
            missing = [name for name in self.past.players if name not in told.values()]
            if missing and isinstance(table.get(place), (Mapping, list)):
                yield Problem((place,), "error.night.missing-player", {"names": missing})

    def _names_in(self, place: str, given: object) -> dict[Location, Any]:
        """Return the names in a raw field, each with where it stands: a table's keys, or a list's names or rows."""
        if isinstance(given, Mapping):
            return {(place, name): name for name in given}
        rows = enumerate(given if isinstance(given, list) else ())
        if holds_names(self.model, place):
            return {(place, number): name for number, name in rows}
        return {(place, number, "name"): row.get("name") for number, row in rows if isinstance(row, Mapping)}

    def _gained(self, seats: str, table: Mapping[str, Any]) -> Iterator[Problem]:
        """Turn what was gained since into what there is by now."""
        total, rows = self.evening.total, table.get(seats)
        for place, row in enumerate(rows if isinstance(rows, list) else ()):
            if not isinstance(row, dict) or GAINED not in row or not self._has_total(seats):
                continue
            gained = row.pop(GAINED)
            at = (seats, place, GAINED)
            if total in row:
                yield Problem(at, "error.night.gained-and-total", {"field": total})
            elif not isinstance(gained, int) or isinstance(gained, bool):
                yield Problem(at, "int_type", {"given": gained if isinstance(gained, (str, float)) else "…"})
                row[total] = 0  # that it lacks is not what is wrong
            elif gained > MOST_GAINED:
                yield Problem(at, "less_than_equal", {"le": MOST_GAINED, "given": gained})
                row[total] = 0
            elif gained < -MOST_GAINED:
                yield Problem(at, "greater_than_equal", {"ge": -MOST_GAINED, "given": gained})
                row[total] = 0
            else:
                name = row.get("name")
                row[total] = gained + (self.past.totals.get(name, 0) if isinstance(name, str) else 0)

    def _has_total(self, seats: str) -> bool:
        item = item_model(self.model.model_fields[seats])
        return item is not None and self.evening.total in item.model_fields

    # --- What is doubted ---------------------------------------------------------------------------------------------

    def _of_the_path(self, entered: Mapping[str, Any]) -> Iterator[Doubt]:
        """Yield that an entry says the same as the one before it, or comes when it is not the time for it."""
        which = path_fields(self.game, self.stage)
        number, last = self.last or (0, {})
        typed, before = ({key: one[key] for key in one if key not in which} for one in (entered, last))
        may_be_alike = {*self.evening.closes, *self.game.preparations}  # the same hats, or seals
        if typed and typed == before and self.stage not in may_be_alike:
            yield Doubt((), SAME, {"number": number})
        if self.skipped:
            yield Doubt((), "night/doubt.skipped", {"legs": self.skipped})
        if self.undue:
            yield Doubt((), "night/doubt.undue", {"legs": self.undue})

    def _beyond_the_box(self, played: Played) -> Iterator[Doubt]:
        """Yield that all players together have more than the box holds, once a stage's points are added."""
        limit = self.evening.in_the_box
        if limit is not None and self.stage in self.evening.adds:
            count = sum(self.evening.added(self.past.totals, played).values())
            if count > limit:
                yield Doubt((), "night/doubt.box", {"count": count, "limit": limit})

    def _doubts(self, raw: Mapping[str, Any], record: Mapping[str, Any]) -> Iterator[Doubt]:
        """Yield what was typed a second time, though something else is known, and beyond what there can be."""
        if self._is_again(record):
            yield Doubt((), "night/doubt.again")
        else:
            yield from (
                _carried((name,), name, record[name], value)
                for name, value in self.expected.items()
                if record[name] != value
            )
        seats = seats_field(self.model)
        for carried, value in self._known(self.evening.exact):
            for at, given, known, whose in _compared(carried, value, seats, raw, record):
                if not (carried.alike or _alike)(given, known):
                    yield _carried(at, carried.name, given, known, whose)
        yield from self._beyond(seats, raw, record)
        if self.stage in self.evening.in_order and seats is not None:
            order = [row["name"] for row in record[seats]]
            first = order.index(self.past.players[0])
            if (*order[first:], *order[:first]) != self.past.players:  # whoever is named first, it is the same circle
                yield Doubt((seats,), "night/doubt.order", {"given": order, "known": list(self.past.players)})

    def _beyond(self, seats: str | None, raw: Mapping[str, Any], record: Mapping[str, Any]) -> Iterator[Doubt]:
        """Yield what is more or less than there can be: of what only shrinks or grows, or does not come back."""
        for carried, value in self._known(self.evening.at_most):
            for at, given, most, whose in _compared(carried, value, seats, raw, record):
                if given > most:
                    yield Doubt(at, "night/doubt.beyond", {"field": carried.name, "count": given, "limit": most}, whose)
        for carried, value in self._known(self.evening.at_least):
            for at, given, least, whose in _compared(carried, value, seats, raw, record):
                if given < least:
                    yield Doubt(at, "night/doubt.fewer", {"field": carried.name, "count": given, "limit": least}, whose)
        for carried, left in self._known(self.evening.left):
            for piece, most in left.items():
                count = record[carried.name].count(piece)
                if count > most:
                    values = {"field": carried.name, "given": piece, "count": count, "limit": most}
                    yield Doubt((carried.name,), "night/doubt.left", values)

    def _changed(self, record: Record, dumped: Mapping[str, Any]) -> Iterator[Doubt]:
        """Yield what is otherwise than it was left, though nothing in the record can have changed it."""
        places: dict[str, list[tuple[int, str | None]]] = {}
        for at, known in self.evening.changed.get(self.stage, _nothing)(self.past, record):
            match at:
                case str(field), int(place):
                    places.setdefault(field, []).append((place + 1, known))
                case str(seats), int(seat), str(field):
                    row = dumped[seats][seat]
                    values = {"field": field, "given": row[field], "known": known}
                    yield Doubt(at, "night/doubt.unchanged", values, row["name"])
        for field, several in places.items():
            yield Doubt((field,), "night/doubt.stayed", {"field": field, "places": several})

    def _is_again(self, record: Mapping[str, Any]) -> bool:
        """Tell whether the same one stands already, such as another round 2."""
        now = {name: record[name] for name in path_fields(self.game, self.stage) if name in record}
        same = ([getattr(one.record, name) for name in now] for one in self.past.all(self.stage))
        return bool(now) and list(now.values()) in same


def _is_typed(raw: Any, at: Location) -> bool:
    """Tell whether an entry says something at a place."""
    for step in at:
        try:
            raw = raw[step]
        except (LookupError, TypeError):
            return False
    return True


def _nothing(past: Past, record: Record) -> tuple[()]:  # noqa: ARG001  # as what finds doubts takes them
    """Find nothing."""
    return ()


def _carried(at: Location, field: str, given: object, known: object, whose: str = "") -> Doubt:
    """Doubt a value of which another is known."""
    return Doubt(at, "night/doubt.carried", {"field": field, "given": given, "known": known}, whose)


def path_fields(game: Game, stage: str) -> tuple[str, ...]:
    """Return the fields that tell which leg of the game's path a record of a stage is; none beside the path."""
    known = game.record(stage).model_fields
    legs = (leg for leg in game.path if stage in (leg.stage, leg.preparation))
    return tuple(dict.fromkeys(name for leg in legs for name in leg.fields if name in known))


def _rows(seats: str | None, table: Mapping[str, Any]) -> Iterator[tuple[Location, dict[str, Any]]]:
    """Yield the row of each player, with its place."""
    rows = table.get(seats) if seats is not None else None
    for place, row in enumerate(rows if isinstance(rows, (list, tuple)) else ()):
        if isinstance(row, dict):
            yield (str(seats), place), row


def _laid(
    table: dict[str, Any], name: str, known: Sequence[str | None], sides: Collection[str], *, prepared: bool
) -> Iterator[Problem]:
    """Fill in a list of what lies on the table: all of it, or what was typed of it by the numbers of its places.

    Where something is not known and was not typed, it is a problem; of a list that was left out, that it is missing,
    or where a preparation would tell it, that this was left out.
    """
    is_left_out = table.get(name, []) == []
    given = {} if is_left_out else table[name]
    if not isinstance(given, Mapping):
        return
    lying = list(known)
    for key, piece in given.items():
        number = int(key) if isinstance(key, str) and key.isdecimal() and len(key) <= len(str(len(lying))) else key
        if type(number) is int and 1 <= number <= len(lying):
            lying[number - 1] = laid(piece, lying[number - 1], sides)
        else:
            yield Problem((name,), "error.night.no-place", {"given": str(key)[:MOST_SHOWN], "limit": len(lying)})
    missing = [number for number, piece in enumerate(lying, 1) if piece is None]
    if missing and not is_left_out:
        yield Problem((name,), "error.night.places-missing", {"places": missing})
    elif prepared and 0 < len(missing) < len(lying):
        values = {"places": missing, "count": 0, "limit": len(lying)}  # as of any list that is too short
        yield Problem((name,), "error.night.places-unprepared", values)
    if missing:
        table.pop(name, None)
    else:
        table[name] = lying


MOST_SHOWN = 20
"""The most characters of a wrong place that a message repeats."""


def _compared(
    carried: Carried,
    value: Any,
    seats: str | None,
    raw: Mapping[str, Any],
    record: Mapping[str, Any],
) -> Iterator[tuple[Location, Any, Any, str]]:
    """Yield what was typed for a field beside what is known of it: the place, both values, and whose it is."""
    if not carried.is_of_players:
        if carried.name in raw:
            yield (carried.name,), record[carried.name], value, ""
        return
    given = dict(_rows(seats, raw))
    for at, row in _rows(seats, record):
        is_typed = any(name in given.get(at, {}) for name in (carried.name, GAINED))
        if is_typed and row["name"] in value and row.get(carried.name) is not None:
            yield (*at, carried.name), row[carried.name], value[row["name"]], row["name"]


def _alike(given: Any, known: Any) -> bool:
    """Tell whether two values are the same; dice and the like are, in whatever order, and a seal of none is none."""
    if isinstance(given, list) and isinstance(known, list):
        return sorted(map(str, given)) == sorted(map(str, known))
    if isinstance(given, Mapping) and isinstance(known, Mapping):
        return {key: value for key, value in given.items() if value} == {
            key: value for key, value in known.items() if value
        }
    return bool(given == known)


def _as_given(raw: Mapping[str, Any], record: Mapping[str, Any], model: type[Record], words: Words) -> dict[str, Any]:
    """Return what was given of a record with the values of the record that was made of it."""
    own: dict[str, Any] = {}
    for key, value in raw.items():
        if key in (GAINED, WHOSE) and key not in record:
            own[key] = value
        elif key in record:
            table = next(tables_of(model.model_fields[key].annotation), None)
            if isinstance(value, Mapping) and isinstance(record[key], list):  # what lies otherwise, by its places
                own[key] = {str(place): record[key][int(place) - 1] for place in value}
            else:
                own[key] = record[key] if table is None else _as_typed(value, record[key], table, words)
    return own


def _as_typed(value: Any, made: Any, table: type[Record], words: Words) -> Any:
    """Return what was given of a table, or of several; of one that was written as words, such as a card, those."""
    if isinstance(value, Mapping) and isinstance(made, Mapping):
        return _as_given(value, made, table, words)
    if isinstance(value, (list, tuple)) and isinstance(made, list):
        rows = zip(value, made, strict=False)  # those that were not typed come last
        return [_as_typed(row, one, table, words) for row, one in rows]
    return spell(value, words) if isinstance(value, str) and isinstance(made, Mapping) else made
