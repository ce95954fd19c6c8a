"""Set-ups drawn by chance, brought back by a code, or drawn under demands: keep, leave out, differ from last time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import combinations, product
from math import prod
from typing import Any, Literal

from callboard_scoring.draws import Code, CodeError, Draw, Lot, Told, number_of
from callboard_scoring.fields import same_name
from callboard_scoring.game import Game
from callboard_scoring.options import decode_options, encode_options
from callboard_scoring.records import Record
from callboard_scoring.setup import Setup

MOST_TRIED = 5040
"""The most outcomes of a part that are tried: seven people in any order."""

Digits = tuple[int, ...]
"""The lots of a part."""


class Shape(Enum):
    """The kind of value that a part has, which decides when it differs from last time."""

    DEALT = "dealt"
    """A thing for each player: nobody has the same again."""
    CIRCLE = "circle"
    """Who sits next to whom, which is another circle; turned round, it is the same."""
    ORDER = "order"
    """Who does something first, second and so on: somebody else is first."""
    PERSON = "person"
    """One of the players: somebody else."""
    OTHER = "other"
    """No player's, such as a coin: it may stay the same."""


@dataclass(frozen=True)
class SetupPart:
    """A part of the set-ups for some players with some options."""

    name: str
    limits: Digits
    """The number of outcomes of each of its lots."""
    shape: Shape
    is_decided: bool
    value: Callable[[Digits], Any]
    """Returns its value for these lots."""

    @property
    def is_tried(self) -> bool:
        """Whether it has few enough outcomes to try them all."""
        return prod(self.limits) <= MOST_TRIED

    @cached_property
    def outcomes(self) -> tuple[tuple[Digits, Any], ...]:
        """All outcomes, as lots and value; empty if there are too many to try. Cached: each takes making a set-up."""
        tried = product(*map(range, self.limits)) if self.is_tried else ()
        return tuple((digits, self.value(digits)) for digits in tried)

    @cached_property
    def things(self) -> tuple[str, ...]:
        """What it can deal to players, in alphabetical order."""
        if self.shape is not Shape.DEALT:
            return ()
        return tuple(sorted({str(thing) for _, value in self.outcomes for thing in value.values()}))


def parts_of(game: Game, names: Sequence[str], options: Record) -> dict[str, SetupPart]:
    """Return the parts of the set-ups for these players with these options; what has no name is among them as ""."""
    first = roll(game, names, options, lambda _: 0)
    nobody = tuple(f"\0{place}" for place in range(len(names)))  # these are no tokens
    shown = roll(game, nobody, options, lambda _: 0).draws
    named: dict[str, bool] = {"": False, **first.parts}

    def part(name: str) -> SetupPart:
        limits = tuple(lot.limit for lot in first.lots if lot.part == name)

        def value(digits: Digits) -> Any:
            return made_of(game, names, options, {name: digits}).draws.get(name)

        return SetupPart(name, limits, _shape(name, shown.get(name), nobody), named[name], value)

    return {name: part(name) for name in named}


def things_of(parts: Mapping[str, SetupPart]) -> list[str]:
    """Return all that these parts can deal to players."""
    return list(dict.fromkeys(thing for part in parts.values() for thing in part.things))


def made_of(game: Game, names: Sequence[str], options: Record, chosen: Mapping[str, Digits]) -> Made:
    """Make a set-up from these lots of some parts; all other lots are 0."""
    left = {name: iter(digits) for name, digits in chosen.items()}
    return make(game, names, options, Draw(lambda part, _: next(left.get(part, iter(())), 0)))


def _shape(name: str, value: Any, nobody: Sequence[str]) -> Shape:
    """Return the shape of a part, found from its value for players with names that nothing else has."""
    if isinstance(value, Mapping) and set(value) == set(nobody):
        return Shape.DEALT
    if isinstance(value, (list, tuple)) and sorted(map(str, value)) == sorted(nobody):
        return Shape.CIRCLE if name == "seats" else Shape.ORDER
    return Shape.PERSON if value in nobody else Shape.OTHER


Below = Callable[[int], int]
"""Chance: given a limit, a whole number from 0 to limit - 1, each equally likely."""


@dataclass(frozen=True)
class Made:
    """A set-up, the players it was made for, its options, and what was drawn."""

    names: tuple[str, ...]
    """The players in the order in which the set-up was given them."""
    options: Record
    code: Code
    """What brings it back, for the same names in the same order."""
    setup: Setup
    lots: tuple[Lot, ...]
    parts: Mapping[str, bool]
    """The names of its parts, in the order in which they are drawn, and whether the table decided them."""

    @property
    def draws(self) -> Mapping[str, Any]:
        """What was drawn, under the names of the parts, and what follows from it."""
        return self.setup.draws


def make(game: Game, names: Sequence[str], options: Record, draw: Draw) -> Made:
    """Make a set-up from draws, with the code of what they were."""
    setup: Setup = game.setup()[0](tuple(names), options, draw)
    code = Code(game.id, len(names), encode_options(options), number_of(draw.lots))
    return Made(tuple(names), options, code, setup, tuple(draw.lots), dict(draw.parts))


def chance(limit: int) -> int:
    """Return a number from 0 to limit - 1 that nobody can foresee."""
    from secrets import randbelow  # what is brought back needs none

    return randbelow(limit)


def roll(game: Game, names: Sequence[str], options: Record, below: Below = chance) -> Made:
    """Make a set-up by chance."""
    return make(game, names, options, Draw(lambda _, limit: below(limit)))


def options_of(game: Game, code: Code) -> Record:
    """Return the options that a code carries.

    :raises CodeError: when this game has none such.
    """
    model: type[Record] = game.setup()[1]
    return model(**decode_options(model, code.options))


def bring_back(game: Game, names: Sequence[str], code: Code) -> Made:
    """Make the set-up that a code carries, for as many players as it is for.

    :raises CodeError: when it carries none of this game for so many.
    """
    if code.players != len(names):
        numbers = ", ".join(map(str, sorted({code.players, len(names)})))
        raise CodeError("usage.players-differ", numbers=numbers)
    draw, options = code.draw(), options_of(game, code)
    setup: Setup = game.setup()[0](tuple(names), options, draw)
    if isinstance(draw, Told) and draw.left:  # no lots of this set-up
        raise CodeError("error.code-shape")
    return Made(tuple(names), options, code, setup, tuple(draw.lots), dict(draw.parts))


@dataclass(frozen=True)
class Demands:
    """What people want of a set-up."""

    keep: tuple[str, ...] = ()
    """The parts that stay as they were in `base`, which has them."""
    base: Made | None = None
    without: tuple[str, ...] = ()
    """The things that nobody is dealt."""
    last: Made | None = None
    """The set-up that the new one must differ from."""
    all_stays: bool = False
    """Whether all other parts stay as in `base` too, as far as the demands allow."""


@dataclass(frozen=True)
class Demand:
    """One demand on one part."""

    kind: Literal["keep", "without", "unlike"]
    value: Any
    """What is kept, what is left out, or what it was last time."""
    who: str = ""
    """Who had it last time, if it is dealt to players."""


@dataclass(frozen=True)
class Clash:
    """The smallest group of demands on a part that no outcome meets together."""

    part: str
    shape: Shape
    demands: tuple[Demand, ...]
    is_decided: bool = False
    """Whether the table decided what the part is."""
    decided: Any = None
    """What it decided."""
    left: int = 0
    """How many things are left to deal under the demands."""


class ClashError(ValueError):
    """Demands that no set-up meets."""

    def __init__(self, clashes: Iterable[Clash]) -> None:
        """Keep them, one of each part at most."""
        super().__init__("clash")
        self.clashes = tuple(clashes)


def choose(game: Game, names: Sequence[str], options: Record, demands: Demands, below: Below = chance) -> Made:
    """Make a set-up that meets all demands, each such one equally likely.

    :param demands: parts and things that the set-up has, and that the base has.
    :raises ClashError: when there is none, with the demands that clash, all parts at once.
    """
    chosen: dict[str, Digits] = {}
    clashes: list[Clash] = []
    for name, part in parts_of(game, names, options).items():
        as_before = _as_in_base(part, demands, names)
        if as_before is not None:
            chosen[name] = as_before[below(len(as_before))]
            continue
        kept = demands.base if name in demands.keep else None
        wanted = list(_demands_on(part, demands, kept, names))
        if not wanted:
            chosen[name] = tuple(map(below, part.limits))
            continue
        fitting, clash = _fitting(part, wanted, kept)
        if clash is not None:
            clashes.append(clash)
        else:
            chosen[name] = fitting[below(len(fitting))]
    if clashes:
        raise ClashError(clashes)
    return made_of(game, names, options, chosen)


def unlike_parts(parts: Mapping[str, SetupPart], demands: Demands, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the parts that must differ from last time."""
    return tuple(
        name
        for name, part in parts.items()
        if any(
            demand.kind == "unlike"
            for demand in _demands_on(part, demands, demands.base if name in demands.keep else None, names)
        )
    )


def staying(parts: Mapping[str, SetupPart], demands: Demands, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the parts that are the same as in the base, kept on demand or not."""
    return tuple(
        name for name, part in parts.items() if name in demands.keep or _as_in_base(part, demands, names) is not None
    )


def both_times(made: Made, names: Sequence[str]) -> list[str]:
    """Return those of the players for whom a set-up was made, too, as they are called now."""
    then = set(map(same_name, made.names))
    return [name for name in names if same_name(name) in then]


def says_something(shape: Shape, both: Sequence[str], names: Sequence[str]) -> bool:
    """Tell whether a part that is kept says anything of those who are there both times.

    Two sit beside each other in any circle, and of one alone there is no order.
    """
    fewest = {Shape.CIRCLE: 3, Shape.ORDER: 2}.get(shape, 0)
    return len(both) >= min(fewest, len(names))


# --- Demands on a part -----------------------------------------------------------------------------------------------


def _demands_on(part: SetupPart, demands: Demands, kept: Made | None, names: Sequence[str]) -> Iterator[Demand]:
    """Yield what is demanded of a part; of what is kept or decided not that it differs."""
    if kept is not None:
        yield Demand("keep", _as_named(kept, part, names))
    if demands.without:
        things = part.things
        yield from (Demand("without", thing) for thing in demands.without if thing in things)
    if demands.last is not None and kept is None and not part.is_decided and part.shape is not Shape.OTHER:
        was = _as_named(demands.last, part, names)
        several = was.items() if isinstance(was, Mapping) else [("", was)]
        unlike = [Demand("unlike", value, who) for who, value in several if value is not None]
        values = [value for _, value in part.outcomes] if unlike else []
        for one in unlike:  # who is not there, or has nothing else to be, meets none
            if len({_meets(value, one, part.shape) for value in values}) > 1:
                yield one


def _as_named(made: Made, part: SetupPart, names: Sequence[str]) -> Any:
    """Return the value that a part had, with its players called as they are now."""
    now = {same_name(name): name for name in names}
    called = {name: now.get(same_name(name), name) for name in made.names}
    was = made.draws.get(part.name)
    if part.shape is Shape.DEALT and isinstance(was, Mapping):
        return {called.get(name, name): thing for name, thing in was.items()}
    if part.shape in {Shape.CIRCLE, Shape.ORDER} and isinstance(was, (list, tuple)):
        return [called.get(name, name) for name in was]
    return called.get(str(was), was) if part.shape is Shape.PERSON else was


def _meets(value: Any, demand: Demand, shape: Shape) -> bool:
    """Tell whether a value of a part meets a demand; players who were not there last time meet any."""
    match demand.kind:
        case "without":
            return demand.value not in value.values()
        case "keep":
            return _is_kept(value, demand.value, shape)
        case _:
            return _differs(value, demand, shape)


def _differs(value: Any, demand: Demand, shape: Shape) -> bool:
    """Tell whether a value differs from last time, as its shape defines it."""
    was = demand.value
    if shape is Shape.DEALT:
        return bool(value.get(demand.who) != was)
    if shape is Shape.CIRCLE:
        return _turned(value, was) != _turned(was, value)
    return bool(value[0] != was[0]) if shape is Shape.ORDER else bool(value != was)


def _is_kept(value: Any, was: Any, shape: Shape) -> bool:
    """Tell whether a value is what it was, for those who are there both times."""
    if value is None or shape in {Shape.PERSON, Shape.OTHER}:
        return bool(value == was)
    both = [name for name in value if name in was]
    if shape is Shape.DEALT:
        return bool(both) and all(value[name] == was[name] for name in both)
    if shape is Shape.CIRCLE:
        return bool(both) and _turned(value, was) == _turned(was, value)
    return bool(both) and both == [name for name in was if name in value]


def _turned(circle: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return those of a circle who are in another one too, beginning with the same one whichever of both it is."""
    both = [name for name in circle if name in others]
    first = both.index(min(both)) if both else 0
    return both[first:] + both[:first]


def _fitting(part: SetupPart, wanted: Sequence[Demand], kept: Made | None) -> tuple[list[Digits], Clash | None]:
    """Return the outcomes of a part that meet all demands; where there are none, which demands clash."""
    outcomes = part.outcomes if part.is_tried else tuple(_as_it_was(part, kept))
    missed = [
        frozenset(place for place, demand in enumerate(wanted) if not _meets(value, demand, part.shape))
        for _, value in outcomes
    ]
    fitting = [outcome for outcome, wrong in zip(outcomes, missed, strict=True) if not wrong]
    if not fitting:
        return [], _clash(part, wanted, missed)
    exact = [digits for digits, value in fitting if kept is not None and value == wanted[0].value]
    return exact or [digits for digits, _ in fitting], None  # a circle that is kept is not turned round without need


def _as_in_base(part: SetupPart, demands: Demands, names: Sequence[str]) -> Sequence[Digits] | None:
    """Return the lots with which a part stays as in the base though nobody keeps it; None where it does not."""
    base = demands.base
    is_free = demands.all_stays and not part.is_decided and part.name not in demands.keep
    if not is_free or base is None or base.draws.get(part.name) is None:
        return None
    wanted = [Demand("keep", _as_named(base, part, names)), *_demands_on(part, demands, None, names)]
    fitting, _ = _fitting(part, wanted, base)
    own = tuple(lot.digit for lot in base.lots if lot.part == part.name)
    return [own] if own in fitting else fitting or None


def _as_it_was(part: SetupPart, kept: Made | None) -> Iterator[tuple[Digits, Any]]:
    """Yield the outcome that a part had which has too many to be tried, where it can have it again."""
    lots = [lot for lot in kept.lots if lot.part == part.name] if kept is not None else []
    if tuple(lot.limit for lot in lots) == part.limits:
        digits = tuple(lot.digit for lot in lots)
        yield digits, part.value(digits)


def _clash(part: SetupPart, wanted: Sequence[Demand], missed: Sequence[frozenset[int]]) -> Clash:
    """Return the fewest demands of which each outcome misses one."""
    distinct = set(missed)
    fewest = next(
        places
        for number in range(1, len(wanted) + 1)
        for places in combinations(range(len(wanted)), number)
        if all(not wrong.isdisjoint(places) for wrong in distinct)
    )
    demands = tuple(wanted[place] for place in fewest)
    without = {demand.value for demand in demands if demand.kind == "without"}
    decided = part.value(()) if part.is_decided else None
    return Clash(part.name, part.shape, demands, part.is_decided, decided, len(set(part.things) - without))
