"""What a log may hold: whoever wrote it, the engine sees only what it could have written itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, Optional, TypeVar, get_args

from pydantic import ConfigDict, StrictBool, ValidationError, create_model
from pydantic.types import StringConstraints

from callboard_nights.count_commands import MOST_CLAIMED, MOST_SHOWN, misshapen
from callboard_nights.events import MOST_NOTED, Event, Kind, Log
from callboard_nights.seating import LogError, seating_of
from callboard_scoring.fields import Name, count, names_taken, same_name
from callboard_scoring.game import Game
from callboard_scoring.problems import out_of_bounds
from callboard_scoring.records import Record

MOST_ENTRIES = 9_999
"""The most entries of an evening."""
MOMENT = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z$"
"""What a time looks like, in UTC."""
Table = dict[str, Any]
Stage = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{0,39}$")]
Number = Annotated[int, count(1, MOST_ENTRIES)]
GameId = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]{1,29}$")]
Note = Annotated[str, StringConstraints(max_length=MOST_NOTED)]
Points = Annotated[int, count(-(10**9), 10**9)]
Moment = Annotated[str, StringConstraints(pattern=MOMENT)]
Code = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,100}$")]
MOST_STEPS = 99
"""The most steps of a set-up."""


_OF_PART: Mapping[str, Any] = {"stage": Stage, "whose": Literal[""] | Name}
DATA: Mapping[str, Mapping[str, Any]] = {
    "typed": {**_OF_PART, "typed": dict[str, Annotated[str, StringConstraints(min_length=1)]]},
    "claimed": {**_OF_PART, "total": Optional[Annotated[int, count(-MOST_CLAIMED, MOST_CLAIMED)]]},  # noqa: UP045  # for type checkers
    "sealed": {**_OF_PART, "sealed": StrictBool},
    "locked": {**_OF_PART, "locked": StrictBool},
    "opened": _OF_PART,
    "revealed": {"entry": Number, "shown": Optional[Annotated[int, count(0, MOST_SHOWN)]]},  # noqa: UP045  # for type checkers
    "ticked": {"code": Code, "step": Annotated[int, count(1, MOST_STEPS)], "ticked": StrictBool},
}
"""What each kind of event has as its data."""
_OF_THE_HOST = ("locked", "opened")
"""What only the host does to a part."""


def part_fits(game: Game, event: Event, data: Any, players: Sequence[str], entries: int) -> bool:
    """Tell whether an event of a count is of who plays, by who may do it, and not larger than any.

    :param data: the event's data as read.
    :param players: who plays by then.
    :param entries: how many entries there are by then.
    """
    if event.kind == "revealed":
        return bool(data.entry <= entries and not event.by)
    if event.kind == "ticked":
        return event.by in ("", *players)
    own = not event.by or (event.kind not in _OF_THE_HOST and event.by in players and data.whose in (event.by, ""))
    if not own or data.stage not in game.stages or data.whose not in ("", *players):
        return False
    if event.kind == "typed":
        return "\r" not in "".join(data.typed.values()) and not any(misshapen(data.typed))
    is_ones_own = data.whose != ""
    return is_ones_own or event.kind == "locked" or (event.kind == "sealed" and not event.by)


MOST_BY = 40
"""The most characters of who did something."""


class SavedSetUp(Record):
    """The set-up that an evening began with."""

    code: Annotated[str, StringConstraints(max_length=100)]
    names: tuple[Name, ...]


_DATA: Mapping[str, Mapping[str, Any]] = {
    "began": {"game": GameId, "players": tuple[Name, ...], "setup": SavedSetUp | None},
    "entered": {"stage": Stage, "entered": Table},
    "changed": {"entry": Number, "entered": Table},
    "seated": {"old": Name, "new": Name},
    "noted": {"note": Note},
}
"""The data of each kind of event, those of counts apart; a kind that is not here has none."""
_OF_COUNTS = frozenset({"typed", "claimed", "sealed", "locked", "opened", "revealed", "ticked"})


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
        return DATA[kind]
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


def look_through(log: Log, sound: Sound | None = None) -> Sound:
    """Look whether a log holds only what ours do.

    :param sound: what was returned for the first events of the same log, which are not looked at again.
    :returns: what is needed to look at more events.
    :raises LogError: when it holds anything else, or its game is not here.
    """
    if not log or log[0].kind != "began" or not all(map(_is_headed, log[sound.length if sound else 0 :])):
        raise StrangeError
    if sound is None:
        sound = Sound(game_of(log[0].data), tuple(log[0].data["players"]))
    course = _Course(sound)
    for event in log[sound.length :]:
        course.take(event, shaped(_shape(event.kind), event.data))
    return course.sound(len(log))


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


@dataclass(frozen=True)
class Sound:
    """The first events of a log, which were looked through: as much of them as the next event depends on."""

    game: Game
    players: tuple[str, ...]
    length: int = 1
    """How many events they are."""
    stages: tuple[str, ...] = ()
    """The stage of each entry."""
    weight: int = 0
    """What the events of counts weigh."""


class _Course:
    """An evening event by event, behind what was looked through before."""

    def __init__(self, sound: Sound) -> None:
        self.game = sound.game
        self.players = list(sound.players)
        self.stages = list(sound.stages)
        self.weight = sound.weight

    def sound(self, length: int) -> Sound:
        """Return what was looked through by now."""
        return Sound(self.game, tuple(self.players), length, tuple(self.stages), self.weight)

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
                self._look_at_part(event, data)

    def _look_at_part(self, event: Event, data: Any) -> None:
        """Look at what was typed before it was entered.

        :raises StrangeError: when it could not be.
        """
        from callboard_nights.count_commands import MOST_WEIGHT  # only evenings on phones have these
        from callboard_nights.counts import weight

        self.weight += weight(event)
        if self.weight > MOST_WEIGHT or not part_fits(self.game, event, data, self.players, len(self.stages)):
            raise StrangeError

    def _rename(self, old: str, new: str) -> None:
        """Let a player go by another name.

        :raises StrangeError: when nobody is called so, or the new name is another's.
        """
        others = [name for name in self.players if name != old]
        if len(others) == len(self.players) or any(same_name(name) == same_name(new) for name in others):
            raise StrangeError
        self.players[self.players.index(old)] = new
