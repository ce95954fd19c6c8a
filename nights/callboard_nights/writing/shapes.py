"""What may stand in a text of an evening: whoever wrote it, the engine sees only what it could have written itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import StrictBool, ValidationError
from pydantic.types import StringConstraints

from callboard_nights.acts import MOST_NOTED
from callboard_nights.acts_of_parts import MOST_CLAIMED, MOST_SHOWN, MOST_WEIGHT, misshapen
from callboard_nights.events import Event, Kind, Log
from callboard_nights.keeping.ids import is_id
from callboard_nights.parts import KINDS, weight
from callboard_nights.seating import seating_of
from callboard_nights.writing.frame import TextError
from callboard_scoring.bounds import out_of_bounds
from callboard_scoring.checks import names_taken, same_name
from callboard_scoring.fields import Name, count
from callboard_scoring.game import Game
from callboard_scoring.records import Record

_BROKEN = "error.night.text-broken"
_MOST = 9_999
_Table = dict[str, Any]
_Stage = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{0,39}$")]
_Number = Annotated[int, count(1, _MOST)]
_Points = Annotated[int, count(-(10**9), 10**9)]
_Line = tuple[str, str | None, _Points]
Version = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z.+!-]{1,40}$")]
"""A version of Callboard."""


class _Setup(Record):
    code: Annotated[str, StringConstraints(max_length=100)]
    names: tuple[Name, ...]


class _Began(Record):
    game: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]{1,29}$")]
    players: tuple[Name, ...]
    setup: _Setup | None


class _Entered(Record):
    stage: _Stage
    entered: _Table


class _Changed(Record):
    entry: _Number
    entered: _Table


class _Seated(Record):
    old: Name
    new: Name


class _Noted(Record):
    note: Annotated[str, StringConstraints(max_length=MOST_NOTED)]


class _OfPart(Record):
    stage: _Stage
    whose: Literal[""] | Name


class _Typed(_OfPart):
    typed: dict[str, Annotated[str, StringConstraints(min_length=1)]]


class _Claimed(_OfPart):
    total: Annotated[int, count(-MOST_CLAIMED, MOST_CLAIMED)] | None


class _Sealed(_OfPart):
    sealed: StrictBool


class _Locked(_OfPart):
    locked: StrictBool


class _Revealed(Record):
    entry: _Number
    shown: Annotated[int, count(0, MOST_SHOWN)] | None


class _Nothing(Record):
    pass


_DATA: Mapping[str, type[Record]] = dict.fromkeys(get_args(Kind), _Nothing) | {
    "began": _Began,
    "entered": _Entered,
    "changed": _Changed,
    "seated": _Seated,
    "noted": _Noted,
    "typed": _Typed,
    "claimed": _Claimed,
    "sealed": _Sealed,
    "locked": _Locked,
    "revealed": _Revealed,
}


class _Event(Record):
    kind: Kind
    at: Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$")]
    by: Annotated[str, StringConstraints(max_length=40)]
    data: _Table


class LogShape(Record):
    """A whole log."""

    night: str
    callboard: Version
    events: tuple[_Event, ...]


class _Told(Record):
    name: Name
    total: _Points
    rank: _Number
    lines: tuple[_Line, ...]


class _Result(Record):
    players: tuple[_Told, ...] = ()
    lines: tuple[_Line, ...]
    winners: tuple[Name, ...] | None


class _Row(Record):
    entry: _Number
    stage: _Stage
    record: _Table | None = None
    entered: _Table | None = None
    player: Name | None = None
    result: _Result | None = None


class _Standing(Record):
    name: Name
    total: _Points
    rank: _Number
    holds: _Table | None = None


class DisputeShape(_Began):
    """What stands of an evening, and what came of it."""

    night: str
    callboard: Version
    entries: tuple[_Row, ...]
    standing: tuple[_Standing, ...]
    winners: tuple[Name, ...] | None


R = TypeVar("R", bound=Record)


def shaped(model: type[R], raw: object) -> R:
    """Return what a text holds.

    :raises TextError: when it is anything else.
    """
    try:
        read = model.model_validate(raw)
        told = read.model_dump(mode="json", exclude_unset=True)
    except (ValidationError, UnicodeError):  # half of a pair of surrogates is no letter
        raise TextError(_BROKEN) from None
    if told != raw:  # such as a name with blanks around it
        raise TextError(_BROKEN)
    night = getattr(read, "night", None) if "night" in model.model_fields else None
    if night is not None and not is_id(night):
        raise TextError(_BROKEN)
    return read


def game_of(began: object) -> Game:
    """Return the game of an evening by the data of its beginning, which is looked through.

    :raises LogError: when the game is not here.
    """
    read = shaped(_Began, began)
    game = seating_of(began, ()).game  # type: ignore[arg-type]  # it is a table by now
    fewest, most = game.players
    names = read.players if read.setup is None else read.setup.names
    if (
        not fewest <= len(read.players) <= most
        or any(names_taken(((), name) for name in read.players))
        or sorted(names) != sorted(read.players)
    ):
        raise TextError(_BROKEN)
    return game


def entry_fits(game: Game, stage: str, content: Mapping[str, Any]) -> None:
    """Look whether an entry can be read: of a stage of the game, and not larger than any table.

    :raises TextError: when it cannot.
    """
    if stage not in game.stages or any(out_of_bounds(content)):
        raise TextError(_BROKEN)


def log_of(shape: LogShape) -> Log:
    """Return the log of a text.

    :raises LogError: when it is none that could have been written, or its game is not here.
    """
    first = shape.events[0] if shape.events else None
    if first is None or first.kind != "began":
        raise TextError(_BROKEN)
    game = game_of(first.data)
    players = list(first.data["players"])
    stages: list[str] = []
    for event in shape.events[1:]:
        data: Any = shaped(_DATA[event.kind], event.data)
        if event.kind == "began" or not event.by.isprintable():
            raise TextError(_BROKEN)
        if event.kind == "entered":
            entry_fits(game, data.stage, data.entered)
            stages.append(data.stage)
        elif event.kind == "changed":
            if data.entry > len(stages):
                raise TextError(_BROKEN)
            entry_fits(game, stages[data.entry - 1], data.entered)
        elif event.kind == "seated":
            _rename(players, data.old, data.new)
        elif event.kind == "noted" and not data.note.isprintable():
            raise TextError(_BROKEN)
        elif event.kind in KINDS:
            _part_fits(event, data, game, players, len(stages))
    return _bounded(tuple(Event(event.kind, event.at, event.by, event.data) for event in shape.events))


def _bounded(log: Log) -> Log:
    """Return a log that holds no more of counts than can be typed in an evening.

    :raises TextError: when it does.
    """
    if sum(map(weight, log)) > MOST_WEIGHT:
        raise TextError(_BROKEN)
    return log


def _part_fits(event: _Event, data: Any, game: Game, players: Sequence[str], entries: int) -> None:  # noqa: ANN401  # as shaped
    """Look whether an event of a count can be read: of who plays, by who may do it, and not larger than any.

    :raises TextError: when it cannot.
    """
    if event.kind == "revealed":
        fits = data.entry <= entries and not event.by
    else:
        own = not event.by or (event.kind != "locked" and event.by in players and data.whose in (event.by, ""))
        fits = own and data.stage in game.stages and data.whose in ("", *players)
    if event.kind == "typed":
        fits = fits and "\r" not in "".join(data.typed.values()) and not any(misshapen(data.typed))
    elif event.kind == "claimed":
        fits = fits and data.whose != ""
    elif event.kind == "sealed":
        fits = fits and (data.whose != "" or not event.by)
    if not fits:
        raise TextError(_BROKEN)


def _rename(players: list[str], old: str, new: str) -> None:
    """Let a player go by another name.

    :raises TextError: when nobody is called so, or the new name is another's.
    """
    others = [name for name in players if name != old]
    if len(others) == len(players) or any(same_name(name) == same_name(new) for name in others):
        raise TextError(_BROKEN)
    players[players.index(old)] = new
