"""What of a count is typed before it is entered, by everybody on their own: a pure function of an evening's log.

Each stage has counts in a row, one for each entry of it that can stand. What is typed goes to the one behind the
entries that stand then. So entering begins another one, taking that back brings its parts back as they were, and what
was begun of the next one waits until it is its turn again: nothing is lost, and no two of them are mixed.

With its counts an evening is a `State`: folded from its log, extended by each new event, and never folded twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from callboard_nights.events import Event, Log
from callboard_nights.night import Course, Night, night_after
from callboard_nights.player_names import renamed
from callboard_nights.seating import LogError, renames_in

if TYPE_CHECKING:
    from callboard_scoring.game import Game

KINDS = frozenset({"typed", "claimed", "sealed", "locked", "opened", "revealed", "ticked"})
"""The events that change nothing of what stands: those of counts, and ticks."""
EVENT = 200
"""What an event weighs beside its texts: about what it takes in a text of the evening."""


@dataclass(frozen=True)
class FieldText:
    """What stands in a field, and who wrote it last."""

    text: str
    """As typed; empty where it was emptied."""
    by: str
    """The player; empty for the host."""
    at: str
    """When, in UTC."""


@dataclass(frozen=True)
class CountPart:
    """What is typed of one player, or of nobody: what is the whole table's."""

    whose: str
    """The player; empty for what is nobody's."""
    fields: Mapping[str, FieldText] = field(default_factory=dict)
    """By the place in the player's row, such as `seals.red`, or in the record; empty for a whole typed line."""
    is_done: bool = False
    """Whether the player is done."""
    reopened_by: str = ""
    """Who wrote over what is the whole table's since the player was done, who has to look again; empty without."""
    locked: bool = False
    """Whether only the host writes it."""
    claimed: int | None = None
    """The total that the player counted."""
    claimed_by: str = ""
    """Who said so; empty for the host."""
    opened_at: str = ""
    """When the host opened it to read what is hidden, in UTC; empty where the host did not."""
    version: int = 0
    """The place in the log, from 0, of its newest event; of an untouched part, where its count began."""

    @property
    def typed(self) -> dict[str, str]:
        """The texts of the fields that are not empty."""
        return {key: written.text for key, written in self.fields.items() if written.text}

    def has_others(self, reader: str | None) -> bool:
        """Tell whether anything in it was written by another than a reader: a player, "" the host, None a stranger."""
        writers = [written.by for written in self.fields.values() if written.text]
        writers += [self.claimed_by] if self.claimed is not None else []
        return any(by != reader for by in writers)


@dataclass(frozen=True)
class Count:
    """One count of a stage, as far as it is typed."""

    stage: str
    players: tuple[str, ...]
    """Those who play, in seat order."""
    parts: Mapping[str, CountPart] = field(default_factory=dict)
    """By whose they are, "" for what is nobody's; only those that were touched."""
    is_sealed: bool = False
    """Whether no points are told before all are done."""
    number: int = 0
    """How many entries of this stage stand before it."""
    began: int = 0
    """The place in the log, from 0, of the event behind which it began."""
    since: int = field(default=0, compare=False)
    """The place in the log, from 0, of the event since which it is as it is, and can be typed."""
    earlier: Count | None = field(default=None, compare=False, repr=False)
    """What could be typed of this stage before that; None where that was an untouched count."""

    def part(self, whose: str) -> CountPart:
        """Return the part of a player, or of nobody, untouched ones too."""
        return self.parts.get(whose) or CountPart(whose, version=self.began)

    def typed(self) -> dict[str, dict[str, str]]:
        """Return all texts that are not empty: by whose, by field."""
        return {whose: part.typed for whose, part in self.parts.items() if part.typed}

    @property
    def claims(self) -> dict[str, int]:
        """The totals that players counted, in seat order."""
        told = {name: self.part(name).claimed for name in self.players}
        return {name: total for name, total in told.items() if total is not None}

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who is not done yet, in seat order."""
        return tuple(name for name in self.players if not self.part(name).is_done)

    @property
    def all_done(self) -> bool:
        """Whether all are done."""
        return not self.waiting


@dataclass(frozen=True)
class Tick:
    """That a step of the set-up is done."""

    by: str
    """Who said so: a player, or nothing for the host."""
    at: str
    """When, in UTC."""


@dataclass(frozen=True)
class Counts:
    """All counts of an evening."""

    players: tuple[str, ...]
    """Those who play, in seat order."""
    open: Mapping[str, Count] = field(default_factory=dict)
    """By stages, what can be typed now; only those in which anything happened."""
    entered: Mapping[int, Count] = field(default_factory=dict)
    """By entries, also those taken back, the count that each was made of, as it was then; none of one without any."""
    revealed: Mapping[int, int | None] = field(default_factory=dict)
    """By entries, how many steps are shown to everybody: None for all."""
    set_up: str = ""
    """The code of the set-up whose steps were ticked last."""
    ticks: Mapping[int, Tick] = field(default_factory=dict)
    """By the numbers of its steps, from 1, those that are done."""
    standing: frozenset[int] = frozenset()
    """The numbers of the entries that stand."""
    weight: int = 0
    """The characters of all events of counts, each with `EVENT`."""
    weights: Mapping[str, int] = field(default_factory=dict)
    """The same by who wrote them, under the names of then."""

    def count(self, stage: str) -> Count:
        """Return what can be typed of a stage now."""
        return self.open.get(stage) or Count(stage, self.players)

    def count_at(self, stage: str, place: int) -> Count:
        """Return what could be typed of a stage behind an event of the log, from 0, under the names of today."""
        count = self.open.get(stage)
        while count is not None and count.since > place:
            count = count.earlier
        return count or Count(stage, self.players)

    @property
    def hidden(self) -> tuple[int, ...]:
        """The entries that stand and were counted sealed, of which not all is shown yet."""
        sealed = (number for number, count in self.entered.items() if count.is_sealed and number in self.standing)
        return tuple(number for number in sealed if self.revealed.get(number, 0) is not None)


def is_secret(count: Count, game: Game) -> bool:
    """Tell whether nobody may read another's part: while a count is sealed, or while bids are laid blind."""
    return count.is_sealed or (count.stage in game.evening().blind and not count.all_done)


def is_hidden(count: Count, game: Game, whose: str, reader: str | None) -> bool:
    """Tell whether a part is hidden from a reader: a player, "" for the host, None for a stranger.

    What the reader wrote alone is not, such as what the host typed for somebody without a phone.
    """
    part = count.part(whose)
    is_own = whose in ("", reader) or (reader == "" and bool(part.opened_at))
    return not is_own and part.has_others(reader) and is_secret(count, game)


def readable(count: Count, game: Game, reader: str | None) -> Count:
    """Return a count as a reader may see it: nothing is typed or claimed in the parts that are hidden."""
    hidden = [part for part in count.parts.values() if is_hidden(count, game, part.whose, reader)]
    blank = {part.whose: replace(part, fields={}, claimed=None) for part in hidden}
    return replace(count, parts={**count.parts, **blank}) if blank else count


def counts_of(log: Log) -> Counts:
    """Return the counts of an evening, under the names that its players go by now.

    :raises LogError: when it does not begin as a log does.
    """
    fold = Fold.begun(log)
    fold.take(log[1:])
    return fold.counts()


def weight(event: Event) -> int:
    """Return what an event of a count weighs; any other, and a step of a reveal, weighs nothing."""
    if event.kind not in KINDS or event.kind == "revealed":
        return 0
    return EVENT + sum(len(key) + len(text) for key, text in event.data.get("typed", {}).items())


Renames = Sequence[tuple[int, str, str]]
"""Who goes by another name since: the place of each such event behind the beginning, the old name, the new one."""


class Fold:
    """What an evening comes to, event by event: how it went on, and its counts.

    It is extended by new events alone. What was typed stands under the names of today, so that a log with a renaming
    among its new events has to be folded from its beginning.
    """

    def __init__(self, players: tuple[str, ...], renames: Renames) -> None:
        """Begin with players, by the names that they go by after all renamings of the log."""
        self.players = players
        self.renames = renames
        self.length = 0
        """How many events behind the beginning were taken."""
        self.course = Course()
        self._entered: dict[int, Count] = {}
        self._revealed: dict[int, int | None] = {}
        self._set_up = ""
        self._ticks: dict[int, Tick] = {}
        self._weight = 0
        self._weights: Counter[str] = Counter()
        self._counts: dict[str, list[Count]] = {}
        """Of each stage, in a row."""
        self._numbers: Counter[str] = Counter()
        """How many entries of each stage stand."""

    @classmethod
    def begun(cls, log: Log) -> Fold:
        """Return the fold of a log of which only the beginning was taken, with all its renamings.

        :raises LogError: when it does not begin as a log does.
        """
        if not log or log[0].kind != "began":
            raise LogError("error.night.no-beginning")
        renames = renames_in(log[1:])
        return cls(tuple(_told(log[0].data["players"], renames)), renames)

    def copy(self) -> Fold:
        """Return a fold that goes on from here, and leaves this one as it is."""
        fold = Fold(self.players, self.renames)
        fold.length, fold._weight, fold.course = self.length, self._weight, self.course.copy()
        fold._entered, fold._revealed = dict(self._entered), dict(self._revealed)
        fold._set_up, fold._ticks = self._set_up, dict(self._ticks)
        fold._weights, fold._numbers = Counter(self._weights), Counter(self._numbers)
        fold._counts = {stage: [*row] for stage, row in self._counts.items()}
        return fold

    def take(self, events: Iterable[Event]) -> None:
        """Take the next events."""
        for place, event in enumerate(events, self.length):
            self._take(place, event)
            self.length = place + 1

    def counts(self) -> Counts:
        """Return what the counts are now."""
        return Counts(
            self.players,
            {stage: row[self._numbers[stage]] for stage, row in self._counts.items()},
            dict(self._entered),
            dict(self._revealed),
            self._set_up,
            dict(self._ticks),
            frozenset(change.entry for change in self.course.standing),
            self._weight,
            dict(self._weights),
        )

    def _take(self, place: int, event: Event) -> None:
        """Take the next event; places are counted behind the beginning, from 0."""
        self._weight += weight(event)
        self._weights[event.by] += weight(event)
        if event.kind in KINDS:
            if event.kind == "revealed":
                self._revealed[event.data["entry"]] = event.data["shown"]
                return
            later = [one for one in self.renames if one[0] > place]
            whose, by = _told((event.data.get("whose", ""), event.by), later)
            if event.kind == "ticked":
                self._tick(event, by)
            else:
                self._change(place + 1, event, whose, by)
            return
        if event.kind == "entered":
            made = self._current(event.data["stage"])
            if made.parts or made.is_sealed:
                self._entered[len(self.course.entered) + 1] = made
        before = len(self.course.done)
        changed = self.course.done[-1:] if event.kind == "took-back" else self.course.undone[-1:]
        self.course.take(place, event)
        if event.kind == "entered":
            self._step(event, 1, place + 1)
        elif changed and event.kind in ("took-back", "gave-back"):
            self._step(changed[0].event, len(self.course.done) - before, place + 1)

    def _step(self, event: Event, by: int, place: int) -> None:
        """Go on to the count behind an entry that stands now, or back to the one that it was made of."""
        if event.kind != "entered":
            return
        stage = event.data["stage"]
        earlier = self._current(stage)
        self._numbers[stage] += by
        row, number = self._counts[stage], self._numbers[stage]
        if len(row) == number:
            row.append(Count(stage, self.players, number=number, began=place))
        row[number] = replace(row[number], since=place, earlier=earlier)

    def _current(self, stage: str) -> Count:
        row = self._counts.setdefault(stage, [Count(stage, self.players)])
        return row[self._numbers[stage]]

    def _change(self, place: int, event: Event, whose: str, by: str) -> None:
        """Put what was done into the count that is open."""
        count = self._current(event.data["stage"])
        before = count.part(whose)
        part = replace(before, version=place)
        if event.kind == "typed":
            part = replace(part, fields=dict(_written(part.fields, event, by)))
            if by and not whose and any(part.typed.get(key) != text for key, text in before.typed.items()):
                count = replace(count, parts=dict(_reopened(count.parts, by, place)))
        elif event.kind == "claimed":
            part = replace(part, claimed=event.data["total"], claimed_by=by)
        elif event.kind == "locked":
            part = replace(part, locked=event.data["locked"])
        elif event.kind == "opened":
            part = replace(part, opened_at=event.at)
        elif whose:
            part = replace(part, is_done=event.data["sealed"], reopened_by="")
        else:
            parts = count.parts if event.data["sealed"] else dict(_opened(count, event.at))
            self._put(replace(count, parts=parts, is_sealed=event.data["sealed"], since=place, earlier=count))
            return
        self._put(replace(count, parts={**count.parts, whose: part}, since=place, earlier=count))

    def _tick(self, event: Event, by: str) -> None:
        """Tick a step, or not any more; the first one of another set-up begins anew."""
        code, step = event.data["code"], event.data["step"]
        if code != self._set_up:
            self._set_up, self._ticks = code, {}
        if event.data["ticked"]:
            self._ticks.setdefault(step, Tick(by, event.at))
        else:
            self._ticks.pop(step, None)

    def _put(self, count: Count) -> None:
        self._counts[count.stage][count.number] = count


def _opened(count: Count, at: str) -> Iterator[tuple[str, CountPart]]:
    """Yield each part after a count is sealed no more: the host can read by then what was hidden."""
    for whose, part in count.parts.items():
        is_read = count.is_sealed and whose and not part.opened_at and part.has_others("")
        yield whose, replace(part, opened_at=at) if is_read else part


def _reopened(parts: Mapping[str, CountPart], by: str, place: int) -> Iterator[tuple[str, CountPart]]:
    """Yield each part after a player wrote over what is the whole table's: the others were done with another text."""
    for whose, part in parts.items():
        is_overruled = part.is_done and whose != by
        yield whose, replace(part, is_done=False, reopened_by=by, version=place) if is_overruled else part


def _written(fields: Mapping[str, FieldText], event: Event, by: str) -> Iterator[tuple[str, FieldText]]:
    """Yield each field after a part was typed: who did not change a text did not write it."""
    typed = event.data["typed"]
    for key in dict.fromkeys((*fields, *typed)):
        text, before = typed.get(key, ""), fields.get(key)
        yield key, before if before is not None and before.text == text else FieldText(text, by, event.at)


def _told(names: Iterable[Any], renames: Renames) -> Iterator[str]:
    """Yield what players go by after renames; nobody stays nobody."""
    pairs = [(old, new) for _, old, new in renames]
    return (renamed(name, pairs) if name else name for name in names)


class State:
    """A log with what it comes to. It never changes: `after` returns another one.

    New events are folded alone, and what stands is derived anew only where they are not of counts; entries that were
    read and scored before are used again. Only a player's new name has the log folded from its beginning, since all
    that was typed and entered stands under the names of today.
    """

    def __init__(self, log: Log, fold: Fold, known: Night | None = None) -> None:
        """Take a log, its fold, and what stood at an earlier moment; `State.of` makes one of a log."""
        self.log = log
        self._fold = fold
        self._known = known

    @classmethod
    def of(cls, log: Log) -> State:
        """Fold a log from its beginning.

        :raises LogError: when it does not begin as a log does.
        """
        fold = Fold.begun(log)
        fold.take(log[1:])
        return cls(log, fold)

    @cached_property
    def night(self) -> Night:
        """What stands.

        :raises LogError: when the game is not here.
        """
        return night_after(self.log[0], self._fold.course, self._fold.renames, self._known)

    @cached_property
    def counts(self) -> Counts:
        """What each player typed, and what of it is counted."""
        return self._fold.counts()

    def after(self, *events: Event) -> State:
        """Return the evening with more events."""
        if not events:
            return self
        if any(event.kind == "seated" for event in events):
            return State.of((*self.log, *events))
        fold = self._fold.copy()
        fold.take(events)
        stood: Night | None = self.__dict__.get("night", self._known)
        later = State((*self.log, *events), fold, stood)
        if "night" in self.__dict__ and all(event.kind in KINDS for event in events):
            later.__dict__["night"] = stood
        return later
