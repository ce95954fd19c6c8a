"""What a log may hold: whoever wrote it, the engine sees only what it could have written itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, TypeVar, get_args

from pydantic import ConfigDict, ValidationError, create_model
from pydantic.types import StringConstraints

from callboard_nights.events import Event, Kind, Log
from callboard_nights.fields import MOMENT, GameId, Moment, Note, Number, Points, Stage, Table
from callboard_nights.seating import LogError, seating_of
from callboard_scoring.bounds import out_of_bounds
from callboard_scoring.checks import names_taken, same_name
from callboard_scoring.fields import Name
from callboard_scoring.game import Game
from callboard_scoring.records import Record

MOST_BY = 40
"""The most characters of who did something."""


class SetUp(Record):
    """The set-up that an evening began with."""

    code: Annotated[str, StringConstraints(max_length=100)]
    names: tuple[Name, ...]


_DATA: Mapping[str, Mapping[str, Any]] = {
    "began": {"game": GameId, "players": tuple[Name, ...], "setup": SetUp | None},
    "entered": {"stage": Stage, "entered": Table},
    "changed": {"entry": Number, "entered": Table},
    "seated": {"old": Name, "new": Name},
    "noted": {"note": Note},
}
"""What each kind of event has as its data. Those of counts stand in `sound_of_parts`; any other kind has nothing."""
_OF_COUNTS = frozenset({"typed", "claimed", "sealed", "locked", "revealed"})


class _Counted(Record):
    """What statistics count of an evening."""

    model_config = ConfigDict(defer_build=True)

    points: tuple[Points, ...] | None
    places: tuple[Number, ...] | None
    first: Name | None


class _Summary(Record):
    """What a list tells of an evening."""

    model_config = ConfigDict(defer_build=True)

    game: GameId
    players: tuple[Name, ...]
    began: Moment
    ended: Moment | None
    winners: tuple[Name, ...] | None
    note: Note
    counted: _Counted | None = None


class StrangeError(LogError):
    """Something that no log of ours holds."""

    def __init__(self) -> None:
        """Say no more: nobody knows what it was to be."""
        super().__init__("error.night.strange")


@cache
def _shape(kind: Kind) -> type[Record]:
    """Return the model of the data of a kind of event. It is made when it is first met: most logs have few kinds."""
    fields: dict[str, Any] = {name: (kept, ...) for name, kept in _data(kind).items()}
    return create_model(kind, __base__=Record, **fields)


def _data(kind: Kind) -> Mapping[str, Any]:
    """Return what the data of a kind of event has."""
    if kind in _OF_COUNTS:
        from callboard_nights import sound_of_parts  # only evenings on phones have these

        return sound_of_parts.DATA[kind]
    return _DATA.get(kind, {})


R = TypeVar("R", bound=Record)


def shaped(model: type[R], raw: object) -> R:
    """Return raw data read as a model, which would write the very same.

    :raises StrangeError: when it is anything else.
    """
    try:
        read = model.model_validate(raw)
        told = read.model_dump(mode="json", exclude_unset=True)
    except (ValidationError, UnicodeError):  # half of a pair of surrogates is no letter
        raise StrangeError from None
    if told != raw:  # such as a name with blanks around it
        raise StrangeError
    return read


def game_of(began: object) -> Game:
    """Return the game of an evening by the data of its beginning, which is looked through.

    :raises LogError: when the game is not here, or no evening begins so.
    """
    read: Any = shaped(_shape("began"), began)
    game = seating_of(began, ()).game  # type: ignore[arg-type]  # it is a table by now
    fewest, most = game.players
    names = read.players if read.setup is None else read.setup.names
    if (
        not fewest <= len(read.players) <= most
        or any(names_taken(((), name) for name in read.players))
        or sorted(names) != sorted(read.players)
    ):
        raise StrangeError
    return game


def entry_fits(game: Game, stage: str, content: Mapping[str, Any]) -> None:
    """Look whether an entry can be read: of a stage of the game, and not larger than any table.

    :raises StrangeError: when it cannot.
    """
    if stage not in game.stages or any(out_of_bounds(content)):
        raise StrangeError


def look_through(log: Log) -> None:
    """Look whether a log holds only what ours do.

    :raises LogError: when it holds anything else, or its game is not here.
    """
    if not log or log[0].kind != "began" or not all(map(_is_headed, log)):
        raise StrangeError
    course = _Course(game_of(log[0].data), list(log[0].data["players"]))
    for event in log[1:]:
        course.take(event, shaped(_shape(event.kind), event.data))
    course.look_at_parts()


def is_summary(table: Mapping[str, Any]) -> bool:
    """Tell whether a list tells such a table of an evening: now, or before there were statistics."""
    try:
        told = shaped(_Summary, table)
    except StrangeError:
        return False
    counted = told.counted
    lists = [one for one in (counted.points, counted.places) if one is not None] if counted else []
    of_all = all(len(one) == len(told.players) for one in lists)
    return of_all and told.note.isprintable() and set(told.winners or ()) <= set(told.players)


def _is_headed(event: Event) -> bool:
    """Tell whether an event is of a kind, and done at a time by somebody."""
    is_by = len(event.by) <= MOST_BY and event.by.isprintable()
    return event.kind in get_args(Kind) and is_by and re.fullmatch(MOMENT, event.at) is not None


@dataclass
class _Course:
    """An evening event by event, as far as the next event depends on it."""

    game: Game
    players: list[str]
    stages: list[str] = field(default_factory=list)
    """The stage of each entry."""
    parts: list[tuple[Event, Any, Sequence[str], int]] = field(default_factory=list)
    """The events of counts, as `parts_fit` takes them."""

    def take(self, event: Event, data: Any) -> None:
        """Take the next event.

        :raises StrangeError: when none such can follow.
        """
        match event.kind:
            case "began":
                raise StrangeError
            case "entered":
                entry_fits(self.game, data.stage, data.entered)
                self.stages.append(data.stage)
            case "changed" if data.entry <= len(self.stages):
                entry_fits(self.game, self.stages[data.entry - 1], data.entered)
            case "changed":
                raise StrangeError
            case "seated":
                self._rename(data.old, data.new)
            case "noted" if not data.note.isprintable():
                raise StrangeError
            case kind if kind in _OF_COUNTS:
                self.parts.append((event, data, tuple(self.players), len(self.stages)))

    def look_at_parts(self) -> None:
        """Look at what was typed before it was entered.

        :raises StrangeError: when it could not be.
        """
        if self.parts:
            from callboard_nights.sound_of_parts import parts_fit

            if not parts_fit(self.game, self.parts):
                raise StrangeError

    def _rename(self, old: str, new: str) -> None:
        """Let a player go by another name.

        :raises StrangeError: when nobody is called so, or the new name is another's.
        """
        others = [name for name in self.players if name != old]
        if len(others) == len(self.players) or any(same_name(name) == same_name(new) for name in others):
            raise StrangeError
        self.players[self.players.index(old)] = new
