"""What an evening of a game carries over from one record to the next, and what of its results adds up.

A game declares it as data: `EVENING` in the module `evening` of its folder. Evenings themselves are kept elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from callboard_scoring.ledger import AnyResult
from callboard_scoring.problems import Doubt, Location


@dataclass(frozen=True)
class Played:
    """A record that counts in an evening, and its result."""

    stage: str
    record: Any
    """The record, of its stage's own model."""
    result: AnyResult
    whose: str = ""
    """The player that it is about, if none of its fields says so."""

    @property
    def outcome(self) -> Any:
        """Its outcome: what it gave besides points."""
        return self.result.outcome


@dataclass(frozen=True)
class Past:
    """What is known at a table before the next record: who plays, what the set-up drew, and the records that count."""

    players: tuple[str, ...]
    """In clockwise order, if the game has seats."""
    totals: Mapping[str, int]
    """The standing: the points of each player so far."""
    played: tuple[Played, ...] = ()
    draws: Mapping[str, Any] = field(default_factory=dict)
    """What the set-up drew; empty if there was no set-up."""
    now: Mapping[str, Any] = field(default_factory=dict)
    """The fields that identify the next record, such as its round, or the `player` whose it is."""

    def at(self, now: Mapping[str, Any]) -> Past:
        """Return the same past, seen from the record that `now` identifies."""
        return replace(self, now=now)

    def last(self, *stages: str) -> Played | None:
        """Return the last record of these stages."""
        return next((one for one in reversed(self.played) if one.stage in stages), None)

    def all(self, stage: str) -> Iterator[Played]:
        """Yield all records of a stage, in the order in which they were entered."""
        return (one for one in self.played if one.stage == stage)


Changed = Callable[[Past, Any], Iterable[tuple[Location, Any]]]
"""What of a record is otherwise than it was left, though nothing in it can have changed that: where, and what was left.

The place is in a list of the record, or a field of a player in it.
"""

Doubted = Callable[[Past, Any], Iterable[Doubt]]
"""What of a record the game's rules make impossible after what was played before: doubts with messages of the game."""

Known = Callable[[Past], Any]
"""What is known of a field: its value, or of a field that each player has a value for each name; None for nothing."""


@dataclass(frozen=True)
class Carried:
    """A field whose value, or a bound on it, is known before it is typed."""

    stages: tuple[str, ...]
    """The stages whose record has it."""
    field: str
    """A field of the record, or of each player in it: `puccini`, `players.coins`."""
    value: Known
    alike: Callable[[Any, Any], bool] | None = None
    """Whether what was typed says the same as what is known; None where that is so of equal values in any order."""
    may_change: Callable[[Any], bool] | None = None
    """Whether something in a record may have changed it; None where that cannot be told by the record."""

    def may_have_changed(self, record: Any) -> bool:
        """Tell whether it may be otherwise than it was left, so that it has to be typed."""
        return self.may_change is None or self.may_change(record)

    @property
    def is_of_players(self) -> bool:
        """Whether each player has this field."""
        return "." in self.field

    @property
    def name(self) -> str:
        """The field's own name."""
        return self.field.rpartition(".")[2]


@dataclass(frozen=True)
class Lying(Carried):
    """A list of what lies on the table, place by place; None where it is not known what lies there.

    It may be left out where all of it is known and nothing in the record can have changed it. What is typed may be the
    whole list, or only what lies otherwise, or was not known, by the number of its place: `{"3": "clergy"}`.
    """


def totals_of(played: Played) -> Mapping[str, int]:
    """Return what each player has by a result's totals."""
    return {score.name: score.total for score in played.result.players}


def total(past: Past) -> Mapping[str, int]:
    """Return the standing: what the record's field for it holds until more is gained."""
    return past.totals


@dataclass(frozen=True)
class Evening:
    """What a game carries over and adds up.

    A field of `exact` follows from what was entered, so that it may be left out, and another value is doubted. One of
    `at_most` can only shrink, one of `at_least` only grow: it has to be typed unless nothing in the record may have
    changed it, and what is beyond is doubted. One of `proposed` changes between two records in ways that nobody enters:
    it is offered, and never filled in. Of one of `left`, a list, it is known of some pieces how many there can still
    be, as those that were played do not come back: more of them are doubted.
    """

    exact: tuple[Carried, ...] = ()
    at_most: tuple[Carried, ...] = ()
    at_least: tuple[Carried, ...] = ()
    proposed: tuple[Carried, ...] = ()
    left: tuple[Carried, ...] = ()
    lies: tuple[Lying, ...] = ()
    """Lists of what lies on the table."""
    doubts: Mapping[str, Doubted] = field(default_factory=dict)
    """What else of a stage's record is doubted."""
    changed: Mapping[str, Changed] = field(default_factory=dict)
    """What of a stage's record is otherwise than it was left, though nothing in it can have changed that: doubted."""
    start: int = 0
    """The points of each player before the first entry."""
    in_the_box: int | None = None
    """How many points all players can have together, where they are pieces of the box; else None."""
    adds: tuple[str, ...] = ()
    """The stages whose points are added to the standing."""
    sets: tuple[str, ...] = ()
    """The stages whose totals replace the standing."""
    gives: Mapping[str, Callable[[Played], Mapping[str, int]]] = field(default_factory=dict)
    """What a stage gives each player, if that is not the total of its result."""
    total: str = ""
    """A player's field that holds what the player has by now: what was gained since may be typed in its place."""
    asks_whose: tuple[str, ...] = ()
    """The stages whose record is about one player and does not say who."""
    closes: tuple[str, ...] = ()
    """The stages that come after the one of the main path which they belong to, as what ends a round does."""
    in_order: tuple[str, ...] = ()
    """The stages whose record takes the players clockwise, so that another order means another thing."""
    blind: tuple[str, ...] = ()
    """The stages in which each player lays something face down: nobody reads another's part before all are done."""
    holds: Known | None = None
    """What each player holds, as a table for each name, where that and not points decides who wins."""
    table: Known | None = None
    """What lies on the table and changes as the evening goes on, under names that the catalogs know."""

    def given(self, played: Played) -> Mapping[str, int]:
        """Return what a record of a stage that adds or sets gives each player."""
        return self.gives.get(played.stage, totals_of)(played)

    def added(self, totals: Mapping[str, int], played: Played) -> Mapping[str, int]:
        """Return the standing after one more record."""
        if played.stage in self.sets:
            return {**totals, **self.given(played)}
        if played.stage in self.adds:
            return {**totals, **{name: totals[name] + points for name, points in self.given(played).items()}}
        return totals

    def known(self, fields: tuple[Carried, ...], stage: str) -> Iterator[Carried]:
        """Yield those of some fields that a stage's record has."""
        return (one for one in fields if stage in one.stages)
