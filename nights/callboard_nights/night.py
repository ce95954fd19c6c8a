"""What stands of an evening: a pure function of its log and of the scorers. Which changes stand is the log's alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from itertools import takewhile
from typing import Any

from callboard_nights.entries import Entering, Whole
from callboard_nights.events import Event, Log
from callboard_nights.player_names import renamed, spelled
from callboard_nights.seating import LogError, Seating, renames_in, seating_of
from callboard_scoring.evening import Past, Played
from callboard_scoring.game import Game, Leg
from callboard_scoring.ledger import ranks
from callboard_scoring.problems import Problem, RefusedError
from callboard_scoring.words import NO_WORDS, Words


@dataclass(frozen=True)
class Change:
    """A change that can be taken back: something entered, changed or ended."""

    event: Event
    place: int
    """Where in the log it stands behind the beginning, from 0."""
    entry: int = 0
    """The number of the entry that it is about; 0 of the end."""


@dataclass
class Course:
    """What stands after some events."""

    done: list[Change] = field(default_factory=list)
    """The changes that stand, the newest last."""
    undone: list[Change] = field(default_factory=list)
    """Those taken back that can stand again, the one taken back last at the end."""
    entered: list[Change] = field(default_factory=list)
    """All that was entered, whether it stands or not."""
    note: str = ""
    _before_the_end: list[Change] = field(default_factory=list)

    def copy(self) -> Course:
        """Return a course that goes on from here, and leaves this one as it is."""
        return replace(self, done=[*self.done], undone=[*self.undone], entered=[*self.entered])

    def take(self, place: int, event: Event) -> None:
        """Take the next event; what counts nothing changes nothing."""
        if event.kind == "entered":
            self.entered.append(Change(event, place, len(self.entered) + 1))
        if event.kind in ("entered", "changed", "ended"):
            self.done.append(Change(event, place, _number(event, len(self.entered))))
            self._before_the_end = list(self.undone) if event.kind == "ended" else []
            self.undone.clear()
        elif event.kind == "took-back" and self.done:
            self.undone.append(self.done.pop())
        elif event.kind == "gave-back" and self.undone:
            self.done.append(self.undone.pop())
        elif event.kind == "resumed":
            is_last = bool(self.done) and self.done[-1].event.kind == "ended"
            self.done = [change for change in self.done if change.event.kind != "ended"]
            self.undone = [one for one in self._before_the_end if is_last and one.event.kind != "ended"]
        elif event.kind == "noted":
            self.note = event.data["note"]

    @property
    def standing(self) -> tuple[Change, ...]:
        """What was entered and stands, in the order in which it was."""
        return tuple(change for change in self.done if change.event.kind == "entered")


def course_of(events: Sequence[Event]) -> Course:
    """Return what stands after all events behind the beginning."""
    course = Course()
    for place, event in enumerate(events):
        course.take(place, event)
    return course


def _number(event: Event, entries: int) -> int:
    """Return the number of the entry that a change is about."""
    if event.kind == "changed":
        return int(event.data["entry"])
    return entries if event.kind == "entered" else 0


@dataclass(frozen=True)
class Entry:
    """What was entered at a stage, and what became of it."""

    number: int
    """Its number in the evening, from 1; it is never another one's."""
    stage: str
    at: str
    """When it was entered, or given anew."""
    entered: Mapping[str, Any]
    """What was typed, in canonical tokens, with the names as they are now."""
    stands: bool = True
    """Whether it was not taken back."""
    whole: Whole | None = None
    """The record that it made; None of one that was taken back, or does not fit."""
    problems: tuple[Problem, ...] = ()
    """Why it does not fit what stands before it."""
    totals: Mapping[str, int] = field(default_factory=dict)
    """The standing after it."""
    source: Event | None = field(default=None, compare=False, repr=False)
    """The event of the log that gave it last."""

    def is_given_as(self, other: Entry) -> bool:
        """Tell whether the same event of one log gave both."""
        return self.source is other.source and self.stands == other.stands

    @property
    def fits(self) -> bool:
        """Whether it counts."""
        return self.whole is not None

    @property
    def played(self) -> Played | None:
        """The record and its result, where it counts."""
        return None if self.whole is None else self.whole.played


@dataclass(frozen=True)
class Standing:
    """What one player has by now."""

    name: str
    total: int
    rank: int
    """By total; ties 1, 1, 3. Once somebody has won as the last stage has them."""
    holds: Mapping[str, Any] | None = None
    """What the player holds, where that and not points decides."""


@dataclass(frozen=True)
class Night:
    """An evening: who plays what, what was entered, and what stands."""

    game: Game
    seating: Seating
    began: str
    entries: tuple[Entry, ...] = ()
    done: tuple[Change, ...] = ()
    """The changes that stand, the newest last."""
    undone: tuple[Change, ...] = ()
    """Those taken back that can stand again, the one taken back last at the end."""
    ended: str | None = None
    """When it was ended; None as long as it is not."""
    note: str = ""
    totals: Mapping[str, int] = field(default_factory=dict)
    """The standing by names."""
    played: tuple[Played, ...] = ()
    """The records that count, in the order of the entries."""

    @property
    def start(self) -> Mapping[str, int]:
        """What each player has before anything is entered; nothing is known of a game that goes on from half-way."""
        first = self.game.first_leg(self.seating.options)
        whole = first == self.game.first_leg({})
        return dict.fromkeys(self.players, self.game.evening().start if whole else 0)

    @property
    def players(self) -> tuple[str, ...]:
        """Those who play, in clockwise order as far as it is known."""
        return self.seating.players

    @property
    def has_misfits(self) -> bool:
        """Whether an entry that stands does not fit."""
        return any(entry.stands and not entry.fits for entry in self.entries)

    @cached_property
    def last(self) -> Played | None:
        """The record that told who won, or who leads where nothing tells who wins.

        Where a stage is played until somebody wins, a record of it without a winner tells only that nobody has yet.
        """
        again = {leg.stage for leg in self.game.path if leg.until_won}
        return next(
            (
                one
                for one in reversed(self.played)
                if one.result.winners or (one.result.winners is not None and one.stage not in again)
            ),
            None,
        )

    @property
    def is_won(self) -> bool:
        """Whether the game is over: somebody has won, or nobody can any more."""
        return self.last is not None and self.last.result.decided

    @property
    def is_over(self) -> bool:
        """Whether nothing more is entered: the game is over, or somebody ended the evening."""
        return self.is_won or self.ended is not None

    @property
    def winners(self) -> tuple[str, ...] | None:
        """Who won, or leads where nothing tells who wins; None as long as nobody has, or an entry does not fit."""
        if self.has_misfits or self.last is None:
            return None
        if self.last.result.decided:
            return self.last.result.winners
        return tuple(one.name for one in self.standing if one.rank == 1)

    @cached_property
    def next(self) -> Leg | None:
        """What comes next: a leg of the game's main path, or its preparation; None after the end."""
        return _preparation(self) or self.leg if self.leg is not None else None

    @property
    def missing(self) -> tuple[Leg, ...]:
        """The legs of the main path of which nothing was entered, from the next one on; also of an ended evening."""
        leg = None if self.is_won else _next(self)
        return self.game.path[self.game.path.index(leg) :] if leg is not None else ()

    @property
    def leg(self) -> Leg | None:
        """The leg of the main path that comes next, prepared or not; None after the end."""
        return None if self.is_over else _next(self)

    @cached_property
    def past(self) -> Past:
        """What is known before the next record."""
        return self.before({})

    def before(self, now: Mapping[str, Any]) -> Past:
        """Return what is known before a record of which `now` tells which one it is."""
        return Past(self.players, self.totals, self.played, self.seating.draws, now)

    @cached_property
    def table(self) -> Mapping[str, Any]:
        """What lies on the table, by names that the catalogs know, such as where the needle stands."""
        evening = self.game.evening()
        after = self.next.fields if self.next is not None else {}
        return {} if evening.table is None else evening.table(self.before(after)) or {}

    @cached_property
    def standing(self) -> tuple[Standing, ...]:
        """What each player has, in seat order."""
        evening = self.game.evening()
        holds = (evening.holds(self.past) if evening.holds else None) or {}
        by_total = ranks([self.totals[name] for name in self.players], None)
        order = dict(zip(self.players, by_total, strict=True))
        if self.last is not None and self.is_won:
            order |= {
                score.name: rank for score, rank in zip(self.last.result.players, self.last.result.ranks(), strict=True)
            }
        return tuple(Standing(name, self.totals[name], order[name], holds.get(name)) for name in self.players)

    def expected(self, stage: str, given: Mapping[str, Any] | None = None) -> Mapping[str, int]:
        """Return what tells which record of a stage comes next, as far as the path does.

        What ends a round is of the last one or of the next, whichever was given.
        """
        legs = _closed(self, stage) if stage in self.game.evening().closes else (_next(self),)
        known = self.game.record(stage).model_fields
        fields = [{name: value for name, value in leg.fields.items() if name in known} for leg in legs if leg]
        return next((one for one in fields if one.items() <= (given or {}).items()), next(iter(fields), {}))

    def known(self, stage: str) -> frozenset[str]:
        """Return the fields of a stage's next record that need not be typed, those of players as `players.coins`."""
        entering = self.entering(stage, {})
        lying = (carried.field for carried, pieces in entering.lying() if None not in pieces)
        return frozenset({*self.expected(stage), *(carried.field for carried, _ in entering.known()), *lying})

    def entering(self, stage: str, raw: Mapping[str, Any]) -> Entering:
        """Return what an entry is read with after all that stands."""
        known = {(name, value) for leg in self.game.path for name, value in leg.fields.items()}
        given = raw if isinstance(raw, Mapping) else {}  # what is none is refused where it is read
        expected = self.expected(stage, given)
        typed = {name: value for name, value in known if type(given.get(name)) is int and given[name] == value}
        of_stage = ((one.number, one.entered) for one in reversed(self.entries) if one.fits and one.stage == stage)
        return Entering(
            self.game,
            stage,
            self.before({**expected, **typed}),
            expected,
            None if _is_told_before(self, stage) else next(of_stage, None),
            _skipped(self, stage),
            undue=_undue(self, stage),
            former=self.seating.former,
        )

    def with_entry(self, entry: Entry, words: Words = NO_WORDS) -> Night:
        """Return the evening with one more entry; where it does not fit, that is said of it."""
        told, totals, played = replace(entry, totals=self.totals), self.totals, self.played
        if entry.stands:
            try:
                whole = self.whole(entry.stage, entry.entered, words)
            except RefusedError as error:
                told = replace(told, problems=error.problems)
            else:
                totals = self.game.evening().added(totals, whole.played)
                told = replace(told, whole=whole, entered=whole.entered, totals=totals)
                played = (*played, whole.played)
        return replace(self, entries=(*self.entries, told), totals=totals, played=played)

    def with_entries(self, entries: Iterable[Entry]) -> Night:
        """Return the evening with more entries, each read after all that stand before it."""
        return reduce(Night.with_entry, entries, self)

    def until(self, number: int) -> Night:
        """Return the evening as it was before an entry, with all that was changed since."""
        return self.with_all_of(tuple(one for one in self.entries if one.number < number))

    def with_all_of(self, entries: tuple[Entry, ...]) -> Night:
        """Return the evening with its first entries alone, as they were read: none depends on any behind it."""
        played = tuple(entry.played for entry in entries if entry.played is not None)
        return replace(self, entries=entries, totals=entries[-1].totals if entries else self.start, played=played)

    def whole(self, stage: str, raw: Mapping[str, Any], words: Words = NO_WORDS) -> Whole:
        """Make a record of an entry after all that stands, and score it.

        :raises RefusedError: with all that is wrong with it; after somebody has won only that.
        """
        if self.is_won:
            raise RefusedError([Problem((), "error.night.over")])
        return self.entering(stage, raw).whole(raw, words)


def _next(night: Night) -> Leg | None:
    """Return the leg of the path after the last record on it; of legs that nothing tells apart, so many are done."""
    for one in reversed(night.played):
        legs = [place for place, leg in enumerate(night.game.path) if leg.stage == one.stage]
        if legs:
            given = {name: getattr(one.record, name) for name in type(one.record).model_fields}
            done = sum(other.stage == one.stage for other in night.played)
            alike = len(legs) > 1 and not any(night.game.path[place].fields for place in legs)
            following = night.game.path[legs[min(done, len(legs)) - 1] + 1 :]
            return next(iter(following), None) if alike else night.game.leg_after(one.stage, given, won=night.is_won)
    return night.game.first_leg(night.seating.options)


def _preparation(night: Night) -> Leg | None:
    """Return the preparation of the leg that comes next, where it is still to do; the set-up prepares the first.

    It is to do as long as nothing was entered since the leg before but what ends that one.
    """
    leg = _next(night)
    if leg is None or not leg.preparation:
        return None
    closes = night.game.evening().closes
    last = next((one.stage for one in reversed(night.played) if one.stage not in closes), None)
    if last not in {leg.stage for leg in night.game.path}:
        return None
    known = night.game.record(leg.preparation).model_fields
    return Leg(leg.preparation, {name: value for name, value in leg.fields.items() if name in known})


def _undue(night: Night, stage: str) -> tuple[Leg, ...]:
    """Return the leg that comes next, where this stage prepares one and there is none to prepare now."""
    due, leg = _preparation(night), _next(night)
    prepares = any(leg.preparation == stage for leg in night.game.path)
    return (leg,) if prepares and leg is not None and (due is None or due.stage != stage) else ()


def _skipped(night: Night, stage: str) -> tuple[Leg, ...]:
    """Return the legs before the last one of the path of which nothing was entered, where this stage is that last."""
    path = night.game.path
    first = night.game.first_leg(night.seating.options)
    if first is None or stage != path[-1].stage or path[-1].until_won:
        return ()
    before = path[path.index(first) : -1]
    return tuple(leg for leg in before if not any(one.stage == leg.stage and _is_of(one, leg) for one in night.played))


def _closed(night: Night, stage: str) -> tuple[Leg | None, ...]:
    """Return the legs that a record which ends one may belong to, the one that it does first where nothing is said.

    That is the last leg where no record of the stage is of it yet and the next has not begun; one may also come before
    the leg that it ends, as players pick cards before they score them.
    """
    last, following = _last_leg(night), _next(night)
    if last is None or following is None or following.stage != last.stage:
        return (last,)
    there = any(one.stage == stage and _is_of(one, last) for one in night.played)
    return (following, last) if there or _has_begun(night, following, stage) else (last, following)


def _has_begun(night: Night, leg: Leg, closing: str) -> bool:
    """Tell whether something of the leg that comes next is there: what adds to the standing, or tells that it is."""
    since = takewhile(lambda one: one.stage != leg.stage, reversed(night.played))
    adds = night.game.evening().adds
    return any(one.stage in adds or (one.stage != closing and _is_of(one, leg)) for one in since)


def _is_told_before(night: Night, stage: str) -> bool:
    """Tell whether a record of another stage tells the leg that comes next: then few words are left for this stage's.

    What prepares the leg, or ends the last one, tells nothing of it.
    """
    leg = _next(night)
    if leg is None or leg.stage != stage or not leg.fields:
        return False
    others = {leg.preparation, *night.game.evening().closes}
    since = takewhile(lambda one: one.stage != stage, reversed(night.played))
    return any(one.stage not in others and _is_of(one, leg) for one in since)


def _is_of(one: Played, leg: Leg) -> bool:
    """Tell whether a record tells of itself what a leg of the path does."""
    return all(getattr(one.record, name, None) == value for name, value in leg.fields.items())


def _last_leg(night: Night) -> Leg | None:
    """Return the leg of the path that was entered last, or else the first."""
    for one in reversed(night.played):
        given = {name: getattr(one.record, name) for name in type(one.record).model_fields}
        for leg in night.game.path:
            if leg.stage == one.stage and leg.fields.items() <= given.items():
                return leg
    return night.game.first_leg(night.seating.options)


# --- From the log ----------------------------------------------------------------------------------------------------


def night_of(log: Log) -> Night:
    """Return what stands of a log.

    :raises LogError: when it does not begin as a log does, or is of a game that is not here.
    """
    if not log or log[0].kind != "began":
        raise LogError("error.night.no-beginning")
    rest = log[1:]
    return night_after(log[0], course_of(rest), renames_in(rest))


def night_after(
    began: Event, course: Course, renames: Sequence[tuple[int, str, str]], known: Night | None = None
) -> Night:
    """Return what stands of an evening by how it went on behind its beginning.

    :param known: what stood of the same log at an earlier moment, with the same renames. Its first entries, as far as
        they were given by the same events, are not read and scored again.
    :raises LogError: when its game is not here.
    """
    seating = known.seating if known else seating_of(began.data, [(old, new) for _, old, new in renames])
    night = Night(
        seating.game,
        seating,
        began.at,
        done=tuple(course.done),
        undone=tuple(course.undone),
        ended=next((change.event.at for change in course.done if change.event.kind == "ended"), None),
        note=course.note,
    )
    night = replace(night, totals=night.start)
    entries = list(_entries(night, course.entered, renames))
    if known is not None:
        both = zip(known.entries, entries, strict=False)
        alike = sum(1 for _ in takewhile(lambda pair: pair[0].is_given_as(pair[1]), both))
        night = night.with_all_of(known.entries[:alike])
    return night.with_entries(entries[len(night.entries) :])


def _entries(night: Night, entered: Sequence[Change], renames: Sequence[tuple[int, str, str]]) -> Iterator[Entry]:
    """Yield each entry as it was given last, under the names of today; none of them is a record yet."""
    given = {change.entry: change for change in night.done}
    taken_back = {change.entry: change for change in reversed(night.undone)}
    for first in entered:
        stands = first.entry in given
        last = given.get(first.entry) or taken_back.get(first.entry) or first
        later = [(old, new) for place, old, new in renames if place > last.place]
        stage, raw = first.event.data["stage"], last.event.data["entered"]
        typed = _renamed(night.game, stage, raw, later)
        yield Entry(first.entry, stage, last.event.at, typed, stands, source=last.event)


def _renamed(game: Game, stage: str, raw: Mapping[str, Any], renames: Sequence[tuple[str, str]]) -> Mapping[str, Any]:
    """Return an entry with the names that its players go by now."""
    if not renames:
        return raw
    names: Mapping[str, Any] = spelled(raw, game.record(stage), lambda name: renamed(name, renames))
    whose = names.get("player")
    return {**names, "player": renamed(whose, renames)} if isinstance(whose, str) else names
