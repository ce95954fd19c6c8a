"""Where a rule just misses: the cases of `golden_misses/GAME.toml`, and how a line lacks something.

A file has `[[case]]` after `[[case]]`, one for each way in which a rule gives nothing and says what was missing:

    [[case]]
    name = "A show one level short of pleasing"     # a sentence, unique over all games
    stage = "season"
    record = { … }                                  # what just misses
    whose = "Ann"                                   # whose line (or note) it is; left out: a line that is nobody's
    line = "season-pleasing-show.level"             # its rule and case, without the game; with `#2` the second such line
    lacks = [{ lacks = "season-pleasing-show.lacks-levels", count = 1, mood = "comedy" }]
                                                    # all that it lacks, in order: rule and case, and all values
                                                    # (of a list of lines in a value, each as such a table)
    step = { "players[0].troupe" = ["C2", "T1"] }   # one step further: what stands at these places of the record then;
                                                    # of a list "players[0].troupe[+]" is one more, "" takes what is there
                                                    # away. A list of such tables, where what is lacking has one step each
    then = "season-pleasing-show.pleases"           # the line of the same player after the step (a list, as `step`)
    gives = 3                                       # its points then; left out where it gives something else (a list too)
    short = { … }                                   # a smaller step with which the line gives nothing still; may be
                                                    # left out where what is lacking is 1

The case of a reason that tells what is missing begins with `lacks`; each has a case here. Two tables tell of which of a
player's lines of 0 points nothing is missing, by rule or by rule and case, with the reason; all others have to tell:

    [nothing]                                       # never
    "season-secret-request.none" = "…"
    [at-times]                                      # of some of them, and of others what the sentence tells
    "season-best-show.not-pleasing" = "…"
"""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from callboard_cli.input.stage import stage_of
from callboard_scoring.games import find_game
from callboard_scoring.ledger import AnyResult, Line

MISSES = Path(__file__).parent / "golden_misses"
_STEP = re.compile(r"\[(\d+|\+)\]|([^.\[\]]+)")


def scored(game, stage, raw) -> AnyResult:
    """Score a record with words of any language."""
    here = stage_of(find_game(game), stage)
    return here.game.score(stage, here.record(raw))


@dataclass(frozen=True)
class Miss:
    """A case of a file."""

    game: str
    case: Mapping

    @property
    def name(self) -> str:
        return self.case["name"]

    def scored(self, raw) -> AnyResult:
        return scored(self.game, self.case["stage"], raw)

    def lines(self, result) -> dict[str, Line]:
        """Return the lines of whose it is by rule and case; the second of a kind with `#2`, and so on."""
        return named(lines_of(result, self.case.get("whose", "")))

    def steps(self) -> Iterator[tuple[dict, str, int]]:
        """Yield each step, the line after it, and what that gives."""
        steps, then, gives = (self.case.get(key) for key in ("step", "then", "gives"))
        several = isinstance(steps, list)
        count = len(steps) if several else 1
        yield from zip(
            steps if several else [steps],
            then if isinstance(then, list) else [then] * count,
            gives if isinstance(gives, list) else [gives or 0] * count,
            strict=True,
        )


def misses() -> list[Miss]:
    """Return the cases of all games."""
    return [Miss(file.stem, case) for file in _files() for case in _read(file).get("case", ())]


@cache
def listed(table: str) -> dict[str, str]:
    """Return why zero lines lack `nothing`, or `at-times` nothing, by `game/rule` or `game/rule.case`."""
    return {f"{file.stem}/{name}": why for file in _files() for name, why in _read(file).get(table, {}).items()}


def games_with_misses() -> list[str]:
    """Return the games that have a file."""
    return [file.stem for file in _files()]


def _files() -> list[Path]:
    return sorted(MISSES.glob("*.toml"))


def _read(file):
    return tomllib.loads(file.read_text(encoding="utf-8"))


def lines_of(result, name="") -> list[Line]:
    """Return a player's lines and notes, or those that are nobody's."""
    if not name:
        return [*result.lines, *result.ladder]
    (score,) = (one for one in result.players if one.name == name)
    return [*score.lines, *score.notes]


def named(lines) -> dict[str, Line]:
    """Return lines by rule and case, without the game; the second of a kind with `#2`, and so on."""
    told: dict[str, Line] = {}
    for line in lines:
        name = line.reason.id.partition("/")[2]
        number = sum(known.partition("#")[0] == name for known in told) + 1
        told[name if number == 1 else f"{name}#{number}"] = line
    return told


def lacking(line) -> list[dict]:
    """Return what a line lacks as the cases have it."""
    return [_told(lack) for lack in line.lacks]


def _told(line) -> dict:
    """Return a line as the cases have it, with those that its values hold as tables of the same kind."""
    values = {
        name: [_told(one) if isinstance(one, Line) else one for one in value]
        if isinstance(value, (list, tuple))
        else value
        for name, value in line.values.items()
    }
    return {"lacks": line.reason.id.partition("/")[2], **values}


def stepped(record, step) -> dict:
    """Return a record with a step made."""
    raw = copy.deepcopy(dict(record))
    for path, value in step.items():
        keys = [int(index) if index.isdecimal() else name or index for index, name in _STEP.findall(path)]
        *before, last = keys
        place = raw
        for key in before:
            place = place[key]
        if last == "+":
            place.append(value)
        elif value == "":
            del place[last]
        else:
            place[last] = value
    return raw


def zeros_of(result) -> set[tuple[str, bool]]:
    """Return the reasons of a result's lines that give nothing, with whether they lack something; look at each."""
    nothing, at_times = listed("nothing"), listed("at-times")
    found = set()
    for score in result.players:
        for line in score.lines:
            name = line.reason.id
            assert not (line.lacks and line.points > 0), name
            assert not any(lack.points for lack in line.lacks), name
            if line.points:
                continue
            found.add((name, bool(line.lacks)))
            if listed_name(name, nothing):
                assert not line.lacks, name
            elif not listed_name(name, at_times):
                assert line.lacks, name
    return found


def listed_name(name, table) -> str | None:
    """Return under which name a reason is listed: its own, or its rule's."""
    return next((known for known in (name, name.partition(".")[0]) if known in table), None)
