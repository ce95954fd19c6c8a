"""Lines, and the results they add up to. A total is the sum of its lines; nothing else ever adds a point."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial, wraps
from typing import Any, Generic, TypeVar, Union

from pydantic import BaseModel, ConfigDict

from callboard_scoring.problems import Doubt


def ranks(totals: Sequence[int], leads: Sequence[bool] | None = None) -> list[int]:
    """Return the rank of each total, highest first, ties sharing the better place: 9, 9, 4 are 1, 1, 3.

    `leads`, where a tie-break decided, tells which of the highest keep the lead; the others of them follow together.

    >>> ranks([9, 4, 9])
    [1, 3, 1]
    >>> ranks([9, 9, 9], [False, True, False])
    [2, 1, 2]
    """
    keys = list(zip(totals, leads or [True] * len(totals), strict=True))
    return [1 + sum([other > key for other in keys]) for key in keys]


def leaders(totals: Sequence[int]) -> list[int]:
    """Return the places of the highest totals.

    >>> leaders([9, 4, 9])
    [0, 2]
    """
    return [place for place, rank in enumerate(ranks(totals)) if rank == 1]


@dataclass(frozen=True)
class Stop:
    """One place of a ring: the token that lies there, and who got it."""

    token: str
    name: str | None = None
    """Empty if nobody got it; None while undecided."""


@dataclass(frozen=True)
class Ring:
    """Places in a closed square, clockwise from the top left corner, with something or nothing between each two."""

    stops: tuple[Stop, ...]
    """A multiple of four, so that each side has equally many; corners belong to two sides."""
    between: tuple[str, ...] = ()
    """What lies after each stop; empty where nothing does yet."""
    first: str = ""
    """The caption of the first place on paper, by its name; empty where it has none."""
    told: bool = False
    """Whether the lines beside it say the same, so that nobody needs to have it read out."""


@dataclass(frozen=True)
class Grid:
    """Cells in rows from the top and columns from the left, as a player has them before the eyes."""

    rows: tuple[tuple[str, ...], ...]
    """The token of each cell; `none` is an empty one."""


Picture = Ring | Grid


Value = Union[  # noqa: UP007  # a line holds values, and a value lines
    int, str, Sequence[str], Sequence[int], Sequence["Line"], None
]
"""A number, a token or a name, several of them, or what is told item by item in sentences of its own."""


class Outcome(BaseModel):
    """What comes of a stage that is not points; each stage has its own, under the names of the rulebook."""

    model_config = ConfigDict(frozen=True, extra="forbid")


O_co = TypeVar("O_co", bound=Outcome | None, covariant=True)


@dataclass(frozen=True, eq=False)
class Reason:
    """One way in which a rule applies. `id` is the rule's id, then `.` and the case; the catalogs have its words."""

    id: str
    best: bool = False
    """Whether a line with this reason is worth a mark at a glance."""
    answer: bool = False
    """Whether a line with this reason is what the table wants to know, so that it is told last of all."""

    def __eq__(self, other: object) -> bool:
        """Compare ids alone: each reason is declared once."""
        return self is other or (isinstance(other, Reason) and self.id == other.id)

    def __hash__(self) -> int:
        """Hash the id alone."""
        return hash(self.id)

    @cached_property
    def rule(self) -> str:
        """The id of the rule's section, such as `histrio/season-best-show`."""
        return self.id.partition(".")[0]

    @cached_property
    def case(self) -> str:
        """Which of the rule's cases it is, such as `shared`."""
        return self.id.partition(".")[2]

    def __call__(self, points: int = 0, /, **values: Value) -> Line:
        """Make a line of it: the points it gives, and the numbers and tokens that say why."""
        return Line(self, points, values)


def reason(name: str, *, best: bool = False, answer: bool = False) -> Reason:
    """Declare a reason. The name is extracted from here, so write it out whole."""
    return Reason(name, best, answer)


@dataclass(frozen=True)
class Reading:
    """A note of the rules texts that decides a situation. `id` is the section's id, then `.` and the note's name."""

    id: str


def reading(name: str) -> Reading:
    """Declare a reading. The name is looked for in the rules texts from here, so write it out whole."""
    return Reading(name)


@dataclass(frozen=True, init=False)
class Line:
    """One explained fact: a reason, the points it gives (or takes), and the values behind it."""

    reason: Reason
    points: int
    values: Mapping[str, Value]
    whose: str = ""
    """The field of somebody who has points without being a player, such as Turandot's imaginary player; else empty."""
    readings: tuple[Reading, ...] = ()
    """The notes of the rules texts that decided it, or that could have decided it otherwise."""
    missing: tuple[Callable[[], Line | Iterable[Line] | None], ...] = field(default=(), compare=False, repr=False)
    """Functions that find what was missing if the line gave nothing; called only on demand."""

    def __init__(  # noqa: PLR0913, PLR0917  # its fields
        self,
        reason: Reason,
        points: int,
        values: Mapping[str, Value],
        whose: str = "",
        readings: tuple[Reading, ...] = (),
        missing: tuple[Callable[[], Line | Iterable[Line] | None], ...] = (),
    ) -> None:
        """Set the fields faster than a frozen dataclass does: a score makes dozens of lines."""
        own = self.__dict__
        own["reason"], own["points"], own["values"] = reason, points, values
        if whose or readings or missing:  # else they are the class's own
            own["whose"], own["readings"], own["missing"] = whose, readings, missing

    def under(self, *readings: Reading, when: object = True) -> Line:
        """Return the line with these readings added if `when` holds."""
        if not (when and readings):
            return self
        return Line(self.reason, self.points, self.values, self.whose, (*self.readings, *readings), self.missing)

    def lacking(self, find: Callable[..., Line | Iterable[Line] | None], /, *given: Any, **values: Any) -> Line:
        """Return the line with a function, and what it takes, that tells what was missing, if anything was."""
        found = partial(find, *given, **values)
        return Line(self.reason, self.points, self.values, self.whose, self.readings, (*self.missing, found))

    @property
    def lacks(self) -> tuple[Line, ...]:
        """What was missing for the line to give something, and how much: any one of these would have done."""
        found = [find() for find in self.missing]
        return tuple(line for one in found if one for line in ([one] if isinstance(one, Line) else one))


def readings_of(lines: Iterable[Line]) -> tuple[Reading, ...]:
    """Return the readings of lines, and of those in their values, each once, in the order in which they are told."""
    met: list[Reading] = []
    _meet(lines, met)
    return tuple({reading.id: reading for reading in met}.values())


def _meet(lines: Iterable[Any], met: list[Reading]) -> None:
    """Add the readings of lines to those that were met."""
    for line in lines:
        if line.readings:
            met += line.readings
        for value in line.values.values():
            if isinstance(value, (list, tuple)) and value and isinstance(value[0], Line):
                _meet(value, met)


@dataclass(frozen=True)
class Score:
    """What one player has: a start and the lines of this stage, in the order in which the rulebook counts."""

    name: str
    lines: tuple[Line, ...]
    start: int = 0
    notes: tuple[Line, ...] = ()
    """Lines without points that this player should see."""

    @property
    def total(self) -> int:
        """The start and the points of all lines."""
        return self.start + sum([line.points for line in self.lines])


@dataclass(frozen=True)
class Alone(Score):
    """What one player has of a stage before the others' rows are in; only notes at a stage without totals."""

    waits: tuple[str, ...] = ()
    """The ids of the rules whose lines need what is not in yet: the others' rows, or a field of the table."""


@dataclass(frozen=True)
class Result(Generic[O_co]):
    """The result of a record: the players' scores, lines that are nobody's, and the outcome besides points."""

    players: tuple[Score, ...] = ()
    lines: tuple[Line, ...] = ()
    steps: tuple[Line, ...] = ()
    """What a table is to do, where the stage prepares another one."""
    scored: bool = True
    """Whether the stage gives points; if not, all totals are 0."""
    winners: tuple[str, ...] | None = None
    """Who won; None at a stage that does not end a game."""
    decided: bool = True
    """Whether the sources tell who wins; where they do not, the winners are shown as those who lead."""
    ladder: tuple[Line, ...] = ()
    """The tie-break steps that were needed, in order."""
    outcome: O_co = None  # type: ignore[assignment]  # a stage whose outcome is not None always gives one
    """What is not points. People are shown what the catalogs have a field's name for; the rest the lines say better."""
    picture: Picture | None = None
    """What people would rather look at than read."""
    doubts: tuple[Doubt, ...] = ()
    """What cannot occur in play, scored as typed all the same. `Game.score` adds it; no scorer has to look."""

    def told(self) -> Iterator[Line]:
        """Yield every line, in the order in which they are told."""
        for score in self.players:
            yield from score.lines
            yield from score.notes
        yield from self.steps
        yield from self.lines
        yield from self.ladder

    def others(self) -> dict[str, list[Line]]:
        """Return the lines of those who have points without being players, by their fields in the record."""
        owned: dict[str, list[Line]] = {}
        for line in self.lines:
            if line.whose:
                owned.setdefault(line.whose, []).append(line)
        return owned

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The readings that this score met, each once."""
        return readings_of(self.told())

    def ranks(self) -> list[int]:
        """Return each player's rank by total (ties 1, 1, 3). After a tie-break the winners alone are first."""
        return ranks([score.total for score in self.players], self._lead())

    def _lead(self) -> list[bool] | None:
        """Tell who keeps the lead after a tie-break."""
        if not (self.ladder and self.winners):
            return None
        return [score.name in self.winners for score in self.players]


AnyResult = Result[Outcome | None]
"""The result of a record of any stage."""

Given = TypeVar("Given")
Made = TypeVar("Made")


def latest(score: Callable[[Given], Made]) -> Callable[[Given], Made]:
    """Cache a scorer's last result, for doubts that need it again."""
    last: list[tuple[Given, Made]] = []

    @wraps(score)
    def kept(record: Given) -> Made:
        known = next((made for given, made in last if given is record), None)
        if known is not None:
            return known
        made = score(record)
        last[:] = [(record, made)]
        return made

    return kept
