"""Cases of set-ups: a rulebook's table, a row for each piece and a column for each number of players, and its steps.

    players = [2, 3]
    pieces.coin = { seat = [3, 5], take = 50 }                  # 3 each with two players, 5 each with three; 50 in all
    pieces.tile = { seat = [[1, 0], [1, 1, 0]], take = [1, 2], box = [1, 0] }       # by seat, where seats differ
    pieces.crown = { of = "draws.first", take = 1 }                                 # one player has it
    pieces.moon = { take = 2, box = 1, out = "II" }                # 3, and none in the box, where a board II was drawn
    steps = [
        { step = "setup.seats", names = "seats" },
        { step = "setup.coins", each = [3, 5] },
        { step = "two-players.box", for = { players = 2 }, under = ["two-players.colours"] },
        { step = "setup.moon", for = { drawn = "II" } },                            # or `undrawn`
        { step = "setup.family", all = "seats", name = "seat", family = "draws.families[seat]" },
    ]

A value of a step is what stands here, or what was drawn: `seats` are the names in clockwise order, `draws.…` a draw,
both with a place or a slice of Python's behind it (`seats[-1]`, `draws.palace[::2]`). `under` are the readings that a
step follows. Everything is compared whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product, zip_longest
from typing import Any

from callboard_cli.authoring.checks.golden import Difference, apart, differs
from callboard_cli.authoring.draft import Draft, Finding
from callboard_cli.authoring.playing import MadeSetup
from callboard_scoring.options import SHARED
from callboard_scoring.records import Record
from callboard_scoring.setup import Setup

_PIECE_KEYS = {"seat", "of", "take", "box", "out"}
_STEP_KEYS = {"step", "for", "all", "under"}
_DRAWN = re.compile(r"(seats?|draws\.([a-z_-]+))(?:\[(seat|-?\d+|::-?\d+)\])?")
"""A value that chance decides."""


@dataclass(frozen=True)
class SetupCase:
    """A case of the file `setup.toml`, for some numbers of players and some choices of options."""

    name: str
    case: Mapping[str, Any]
    players: tuple[int, ...]
    choices: tuple[Mapping[str, Any], ...]
    """The options it is for; those that games share it is for whatever they are, unless it names them."""

    def covers(self, setup: MadeSetup) -> bool:
        """Tell whether this case says what this set-up should be."""
        return setup.players in self.players and any(chosen.items() <= setup.options.items() for chosen in self.choices)

    def differences(self, players: int, options: Mapping[str, Any], made: Setup) -> Iterator[Difference]:
        """Compare what is expected with a set-up."""
        table = _Table(self.players.index(players), len(self.players), made)
        rows = self.case.get("pieces", {})
        for row in rows.values():
            _look_at(row)
        for place, seat in enumerate(made.seats):
            own = {
                piece: table.of_seat(row.get("seat", 0), place) + (seat.name == table.value(row.get("of"), seat.name))
                for piece, row in rows.items()
            }
            yield from differs(f"seat {place + 1}", _some(own), dict(seat.take))
        for key, given, sign in (("take", made.take, 1), ("box", made.box, -1)):
            expected = {
                piece: table.by_players(row.get(key, 0)) + sign * table.is_drawn(row.get("out"))
                for piece, row in rows.items()
            }
            yield from differs(key, _some(expected), dict(given))
        steps = [
            step for said in self.case.get("steps", []) for step in table.steps(said, {**options, "players": players})
        ]
        told = [
            _step(_own(line.reason.id), line.values, [_own(one.id) for one in line.readings]) for line in made.steps
        ]
        yield from differs("steps", steps, told)


def read_setup_case(case: Mapping[str, Any], model: type[Record]) -> SetupCase:
    """Read what a case is for.

    :raises ValueError: where it says so in no way there is; it tells why.
    """
    named = case.get("options", {})
    if unknown := set(named) - set(model.model_fields):
        raise ValueError(f"no option {', '.join(sorted(unknown))}")
    lists = [value if isinstance(value, list) else [value] for value in named.values()]
    choices = []
    for values in product(*lists):
        chosen = model(**dict(zip(named, values, strict=True))).model_dump()
        choices.append({name: value for name, value in chosen.items() if name in named or name not in SHARED})
    players = case.get("players", [])
    return SetupCase(
        str(case.get("name") or "?"), case, tuple(players if isinstance(players, list) else [players]), tuple(choices)
    )


@dataclass(frozen=True)
class _Table:
    """Values of a case as they are for one number of players and one draw."""

    column: int
    columns: int
    made: Setup

    def by_players(self, value: Any) -> Any:
        """Return the value for this number of players: one of a list, or the same for all."""
        if not isinstance(value, list):
            return value
        if len(value) != self.columns:
            raise ValueError(f"{value} is not for {self.columns} numbers of players")
        return value[self.column]

    def of_seat(self, value: Any, place: int) -> int:
        """Return how many pieces one seat has."""
        own = self.by_players(value)
        number: int = own[place] if isinstance(own, list) else own
        return number

    def value(self, said: Any, seat: str = "") -> Any:
        """Return a value as it stands, or what was drawn."""
        said = self.by_players(said)
        drawn = _DRAWN.fullmatch(said) if isinstance(said, str) else None
        if drawn is None:
            return said
        if said == "seat":
            return seat
        found: Any = self.made.draws[drawn[2]] if drawn[2] else [one.name for one in self.made.seats]
        match drawn[3]:
            case None:
                return found
            case "seat":
                return found[seat]
            case place if place.startswith("::"):
                return found[:: int(place[2:])]
            case place:
                return found[int(place)]

    def is_drawn(self, token: Any) -> bool:
        """Tell whether somebody was dealt this token."""
        return any(token in seat.which.values() for seat in self.made.seats)

    def steps(self, said: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[str]:
        """Yield a step as often as it is told: not at all where it is for others."""
        drawn = {"drawn": True, "undrawn": False}
        for name, value in said.get("for", {}).items():
            if name in drawn:
                if self.is_drawn(value) is not drawn[name]:
                    return
            elif options[name] not in (value if isinstance(value, list) else [value]):
                return
        values = {name: value for name, value in said.items() if name not in _STEP_KEYS}
        for seat in self.value(said["all"]) if "all" in said else [""]:
            own = {name: self.value(value, seat) for name, value in values.items()}
            yield _step(said["step"], own, said.get("under", []))


def _look_at(row: Mapping[str, Any]) -> None:
    """Look whether a piece's row says only what is read.

    :raises ValueError: where it does not.
    """
    if unknown := set(row) - _PIECE_KEYS:
        raise ValueError(f"no key {', '.join(sorted(unknown))} of a piece")


def _some(pieces: Mapping[str, int]) -> dict[str, int]:
    """Leave out the pieces of which there are none, as a set-up has to."""
    return {piece: number for piece, number in pieces.items() if number}


def _step(name: str, values: Mapping[str, Any], readings: Sequence[str]) -> str:
    """Write a step on one line, so that two are compared at a glance."""
    told = {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}
    under = [f"under {', '.join(readings)}"] if readings else []
    return " ".join([name, *(f"{key}={told[key]}" for key in sorted(told)), *under])


def _own(name: str) -> str:
    """Return the id of a reason or a reading without its game's."""
    return name.partition("/")[2]


def setups(draft: Draft) -> Iterator[Finding]:
    """Look whether each set-up takes, hands out, leaves and tells what its case says, and whether each has a case."""
    if draft.options is None or not draft.cases(draft.setup_file):
        return
    made = [setup for setup in draft.setups if isinstance(setup.made, Setup)]
    covered: set[tuple[int, str, object]] = set()
    for raw in draft.cases(draft.setup_file):
        where: dict[str, object] = {"name": raw.get("name", "?")}
        try:
            case = read_setup_case(raw, draft.options)
            own = [setup for setup in made if case.covers(setup)]
            yield from _told_apart(draft, case, own)
        except Exception as error:  # noqa: BLE001  # whatever somebody writes into a case
            yield Finding(
                draft.setup_file, "check.setup-unread", {**where, "error": f"{type(error).__name__}: {error}"}
            )
            continue
        if not own:
            yield Finding(draft.setup_file, "check.setup-of-none", where)
        covered |= {key for setup in own for key in _choices(setup)}
    for players, option, value in dict.fromkeys(key for setup in made for key in _choices(setup)):
        if (players, option, value) not in covered:
            options = f"{option}={value}" if option else "—"
            yield Finding(draft.setup_file, "check.setup-uncovered", {"players": players, "options": options})


def _choices(setup: MadeSetup) -> Iterator[tuple[int, str, object]]:
    """Yield what a case has to be there for: so many players, with each value of each option of the game's own."""
    yield setup.players, "", None
    yield from ((setup.players, name, value) for name, value in setup.options.items() if name not in SHARED)


def _told_apart(draft: Draft, case: SetupCase, setups: list[MadeSetup]) -> Iterator[Finding]:
    """Yield each difference of a case once for each number of players."""
    met: set[tuple[int, str]] = set()
    for setup in setups:
        if not isinstance(setup.made, Setup):
            continue
        for difference in case.differences(setup.players, setup.options, setup.made):
            if (setup.players, difference.key) in met:
                continue
            met.add((setup.players, difference.key))
            expected, given = _unlike(difference.expected, difference.given)
            key = f"{difference.key} ({setup.players})"
            values = {"name": case.name, "key": key, "expected": expected, "given": given}
            yield Finding(draft.setup_file, "check.case-differs", values)


def _unlike(expected: Any, given: Any) -> tuple[Any, Any]:
    """Return only what differs: of pieces those, of steps the first that is another."""
    if isinstance(expected, list):
        pairs = zip_longest(expected, given, fillvalue="—")
        return next(pair for pair in pairs if pair[0] != pair[1])
    return apart(expected, given)


CHECKS = (setups,)
