"""Set-ups that people can live with: parts kept, things left out, another one than last time; and why none will do.

Each demand is about one part, and parts are independent, so that each is decided by itself: the outcomes of a part are
tried one by one, and one of those that meet all demands is drawn, each equally likely. A part of more outcomes than can
be tried, such as dice, is kept by its lots, or rolled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

from callboard_scoring.checks import same_name
from callboard_scoring.game import Game
from callboard_scoring.making import Below, Made, chance
from callboard_scoring.parts import Digits, Part, Shape, made_of, parts_of
from callboard_scoring.records import Record


@dataclass(frozen=True)
class Demands:
    """What people want of a set-up."""

    keep: tuple[str, ...] = ()
    """The parts that stay as they were in `base`, which has them."""
    base: Made | None = None
    without: tuple[str, ...] = ()
    """The things that nobody is dealt."""
    last: Made | None = None
    """The set-up that what is rolled must not be like."""
    all_stays: bool = False
    """Whether each other part stays as in `base`, too, where that meets what is demanded of it."""


@dataclass(frozen=True)
class Demand:
    """One demand on one part."""

    kind: Literal["keep", "without", "unlike"]
    value: Any
    """What is kept, what is left out, or what it was last time."""
    who: str = ""
    """Whose it was last time, of things that are dealt."""


@dataclass(frozen=True)
class Clash:
    """The fewest demands on a part that no outcome meets; all of them are needed for that."""

    part: str
    shape: Shape
    demands: tuple[Demand, ...]
    is_decided: bool = False
    """Whether the table decided what the part is."""
    decided: Any = None
    """What it decided."""
    left: int = 0
    """How many things to deal the demands leave."""


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


def unlike_parts(parts: Mapping[str, Part], demands: Demands, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the parts that have to be others than last time."""
    return tuple(
        name
        for name, part in parts.items()
        if any(
            demand.kind == "unlike"
            for demand in _demands_on(part, demands, demands.base if name in demands.keep else None, names)
        )
    )


def staying(parts: Mapping[str, Part], demands: Demands, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the parts that are as in the base: those that are kept, and what else stays."""
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


def _demands_on(part: Part, demands: Demands, kept: Made | None, names: Sequence[str]) -> Iterator[Demand]:
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


def _as_named(made: Made, part: Part, names: Sequence[str]) -> Any:
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
    """Tell whether a value of a part meets a demand; who was not there last time meets any."""
    match demand.kind:
        case "without":
            return demand.value not in value.values()
        case "keep":
            return _is_kept(value, demand.value, shape)
        case _:
            return _differs(value, demand, shape)


def _differs(value: Any, demand: Demand, shape: Shape) -> bool:
    """Tell whether a value is another one than last time, in the way of its shape."""
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


def _fitting(part: Part, wanted: Sequence[Demand], kept: Made | None) -> tuple[list[Digits], Clash | None]:
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


def _as_in_base(part: Part, demands: Demands, names: Sequence[str]) -> Sequence[Digits] | None:
    """Return the lots with which a part stays as in the base though nobody keeps it; None where it does not."""
    base = demands.base
    is_free = demands.all_stays and not part.is_decided and part.name not in demands.keep
    if not is_free or base is None or base.draws.get(part.name) is None:
        return None
    wanted = [Demand("keep", _as_named(base, part, names)), *_demands_on(part, demands, None, names)]
    fitting, _ = _fitting(part, wanted, base)
    own = tuple(lot.digit for lot in base.lots if lot.part == part.name)
    return [own] if own in fitting else fitting or None


def _as_it_was(part: Part, kept: Made | None) -> Iterator[tuple[Digits, Any]]:
    """Yield the outcome that a part had which has too many to be tried, where it can have it again."""
    lots = [lot for lot in kept.lots if lot.part == part.name] if kept is not None else []
    if tuple(lot.limit for lot in lots) == part.limits:
        digits = tuple(lot.digit for lot in lots)
        yield digits, part.value(digits)


def _clash(part: Part, wanted: Sequence[Demand], missed: Sequence[frozenset[int]]) -> Clash:
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
