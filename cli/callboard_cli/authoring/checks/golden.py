"""Checks of a game's cases: they come out as they say, and every reason and every refusal is met by one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

from callboard_cli.authoring.draft import Draft, Family, Finding, refusals, said, tell, trouble
from callboard_scoring.ledger import Line
from callboard_scoring.setup import Setup

GOLDEN_KEYS = frozenset(
    (
        *("name", "source", "record", "doubts", "readings", "totals", "ranks", "lines", "outcome", "texts", "notes"),
        *("lacks", "winners", "ladder"),
    )
)
"""What a golden case may say."""
REFUSED_KEYS = frozenset(("name", "source", "stage", "record", "errors"))
"""What a case of refusal says."""
SETUP_KEYS = frozenset(("name", "source", "players", "options", "pieces", "steps"))
"""What a case of a set-up may say."""


@dataclass(frozen=True)
class Difference:
    """Something that a case expects and that does not come of its record."""

    key: str
    """Which of the case's keys says so."""
    expected: Any
    given: Any


def differences(
    case: Mapping[str, Any], told: Mapping[str, Mapping[str, Any]], readings: Iterable[str]
) -> Iterator[Difference]:
    """Compare what a golden case expects with the result of its record, as the machine interface tells it by language.

    What a case does not mention is not looked at, but for totals: without them it is one of a stage without points; and
    for doubts and readings: without them there are none. `readings` are the ids of those that the result met.
    """
    if not told:
        return
    result = told.get("en") or next(iter(told.values()))
    doubts = [[doubt["path"], doubt["code"].rpartition(".")[2]] for doubt in result.get("doubts", ())]
    yield from differs("doubts", case.get("doubts", []), doubts)
    yield from differs("readings", case.get("readings", []), [one.rpartition("/")[2] for one in readings])
    players = {player["name"]: player for player in result.get("players", ())}
    totals = {name: player["total"] for name, player in players.items()}
    yield from differs("totals", case.get("totals", dict.fromkeys(players, 0)), totals)
    for name, player in players.items():
        points = player["start"] + sum(line["points"] for line in player["lines"])
        yield from differs(f"totals.{name}", points, player["total"])
    for name, lines in _items(case, "lines"):
        player = players.get(name)
        yield from differs(f"lines.{name}", lines, _by_section(player["lines"]) if player else None)
    for name, rank in _items(case, "ranks"):
        yield from differs(f"ranks.{name}", rank, players.get(name, {}).get("rank"))
    yield from differs("winners", case.get("winners"), result.get("winners"))
    yield from differs("ladder", case.get("ladder", []), result.get("ladder", []))
    if "outcome" in case:
        yield from differs("outcome", with_nulls(case["outcome"]), result["outcome"])
    for key, where in (("texts", ("steps", "lines")), ("notes", ("notes",))):
        for language, texts in _items(case, key):
            yield from _told_otherwise(f"{key}.{language}", texts, told.get(language), where)
    for language, texts in _items(case, "lacks"):
        yield from _told_otherwise(f"lacks.{language}", texts, told.get(language), ("lines", "notes"), lacks=True)


def _told_otherwise(
    key: str, texts: object, told: Mapping[str, Any] | None, where: tuple[str, ...], *, lacks: bool = False
) -> Iterator[Difference]:
    """Compare the sentences that each player is told, or of what the lines lacked; under an empty name those of all."""
    if told is None or not isinstance(texts, Mapping):
        yield Difference(key, texts, None)
        return
    accounts = {player["name"]: player for player in told.get("players", ())}
    accounts[""] = told
    for name, expected in texts.items():
        lines = [line for part in where for line in accounts.get(name, {}).get(part, ())]
        told_lines = [lack for line in lines for lack in line.get("lacks", ())] if lacks else lines
        given = [line["text"] for line in told_lines] if name in accounts else None
        yield from differs(f"{key}.{name}", expected, given)


def differs(key: str, expected: object, given: object) -> Iterator[Difference]:
    """Yield a difference where there is one."""
    if expected != given:
        yield Difference(key, expected, given)


def _items(case: Mapping[str, Any], key: str) -> Iterator[tuple[str, Any]]:
    value = case.get(key)
    if value is not None and not isinstance(value, Mapping):
        yield key, value
    yield from value.items() if isinstance(value, Mapping) else ()


def _by_section(lines: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Add up the points of lines by the section that each cites."""
    points: dict[str, int] = {}
    for line in lines:
        section = line["rule"].partition("/")[2]
        points[section] = points.get(section, 0) + line["points"]
    return points


def with_nulls(value: Any) -> Any:
    """Return what TOML says of an outcome: it has no word for nothing, so "" stands for it."""
    if isinstance(value, dict):
        return {key: with_nulls(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_nulls(inner) for inner in value]
    return None if value == "" else value


def reasons_told(told: object) -> Iterator[str]:
    """Yield the id of every reason in a result or a set-up, however deep."""
    met = [told]
    while met:
        one = met.pop()
        if one is None or isinstance(one, (str, int)):  # as most of it is
            continue
        if isinstance(one, Line):
            yield one.reason.id
        if isinstance(one, Mapping):
            met += one.values()
        elif is_dataclass(one):
            met += [getattr(one, part.name) for part in fields(one)]
        elif isinstance(one, Iterable):
            met += one


_BEYOND = ("less_than_equal", "less_than", "too_long", "error.choice")
"""Problems of whoever has too much, beside the game's own ones."""


def stages(draft: Draft) -> Iterator[Finding]:
    """Look whether there are cases for each stage, and none for what is no stage."""
    for name in (*draft.game.stages, "setup"):
        path = draft.files.golden / f"{name}.toml"
        if path not in draft.unread and draft.table(path) and not draft.cases(path):
            yield Finding(path, "check.no-cases")
    for path in sorted(draft.files.golden.glob("*.toml")):
        if path.stem not in (*draft.game.stages, "refused", "setup"):
            yield Finding(path, "check.case-stage", {"stage": path.stem})
    for case in draft.cases(draft.refused_file):
        if case.get("stage") not in draft.game.stages:
            values = {"name": case.get("name", "?"), "stage": case.get("stage", "—")}
            yield Finding(draft.refused_file, "check.refused-stage", values)


def described(draft: Draft) -> Iterator[Finding]:
    """Look whether each case has a name of its own and a source, and says nothing that nobody reads."""
    met: set[str] = set()
    for path, known in _files(draft):
        for number, case in enumerate(draft.cases(path), 1):
            name = case.get("name")
            if not isinstance(name, str) or not name.strip():
                yield Finding(path, "check.case-name", {"number": number})
                continue
            if name in met:
                yield Finding(path, "check.case-twice", {"name": name})
            met.add(name)
            if not isinstance(case.get("source"), str) or not case["source"].strip():
                yield Finding(path, "check.case-source", {"name": name})
            for key in sorted(set(case) - known):
                yield Finding(path, "check.case-key", {"name": name, "key": key, "known": known})


def _files(draft: Draft) -> Iterator[tuple[Path, frozenset[str]]]:
    yield from ((draft.files.golden / f"{stage}.toml", GOLDEN_KEYS) for stage in draft.game.stages)
    yield draft.refused_file, REFUSED_KEYS
    yield draft.setup_file, SETUP_KEYS


def results(draft: Draft) -> Iterator[Finding]:
    """Look whether each golden case gives what it says."""
    for case in draft.golden:
        where: dict[str, object] = {"name": case.name}
        if case.played.refused:
            problems = said(draft, case.stage, case.case.get("record"), case.played.refused)
            yield Finding(case.file, "check.case-refused", {**where, "problems": problems})
        elif case.played.crash is not None:
            yield Finding(case.file, "check.case-crash", {**where, **trouble(case.played.crash, draft.files.code)})
        elif case.played.result is not None:
            try:
                told = tell(draft, case.stage, case.played.result)
            except Exception:  # noqa: BLE001, S112  # words that cannot be filled; `code.told` tells which
                continue
            for difference in differences(case.case, told, [one.id for one in case.played.result.readings]):
                expected, given = apart(difference.expected, difference.given)
                values = {**where, "key": difference.key, "expected": expected, "given": given}
                yield Finding(case.file, "check.case-differs", values)


def apart(expected: Any, given: Any) -> tuple[Any, Any]:
    """Return only that part of two values in which they differ, so that it is seen at a glance."""
    if isinstance(expected, list) and isinstance(given, list) and len(expected) == len(given):
        pairs = [(one, other) for one, other in zip(expected, given, strict=True) if one != other]
        return apart(*pairs[0]) if len(pairs) == 1 else (expected, given)
    if isinstance(expected, dict) and isinstance(given, dict):
        keys = [key for key in {**expected, **given} if expected.get(key, ...) != given.get(key, ...)]
        return {key: expected.get(key, "—") for key in keys}, {key: given.get(key, "—") for key in keys}
    return _or_nothing(expected), _or_nothing(given)


def _or_nothing(value: object) -> object:
    """Return a value as it is told: an empty one is nothing."""
    return Family("nothing") if value is None or value in ("", [], {}) else value


def reached(draft: Draft) -> Iterator[Finding]:
    """Look whether every reason is told by a golden case or a set-up, and every refusal by a case of refusal.

    What could be otherwise in a case, and what its lines lacked, are told as well.
    """
    if set(draft.stages) != set(draft.game.stages) or draft.options is None:
        return  # a stage that does not load reaches nothing
    played = [case.played for case in draft.golden]
    told = {name for one in played for name in reasons_told((one.result, one.otherwise, one.lacks))}
    told |= {name for setup in draft.setups if isinstance(setup.made, Setup) for name in reasons_told(setup.made)}
    for name, path in draft.reasons.items():
        if name not in told:
            yield Finding(path, "check.unreached", {"id": name})
    raised = {problem.code for case in draft.refused for problem in case.played.refused}
    for name, path in draft.refusals.items():
        if name not in raised:
            yield Finding(path, "check.unraised", {"id": name})


def lacking(draft: Draft) -> Iterator[Finding]:
    """Advise to say what was missing where several rules can give nothing, and no line of any case says it."""
    results = [case.played.result for case in draft.golden if case.played.result is not None]
    lines = [line for result in results for score in result.players for line in score.lines]
    giving = {line.reason.id for line in lines if line.points}
    rules = {name.partition(".")[0] for name in giving}
    silent = {line.reason.id for line in lines if line.reason.rule in rules} - giving
    if len(silent) > 1 and not any(case.played.lacks for case in draft.golden):
        file = next((path for name, path in draft.reasons.items() if name in silent), draft.files.code / "__init__.py")
        yield Finding(file, "check.lacks-none", {"ids": silent})


def noted(draft: Draft) -> Iterator[Finding]:
    """Look whether every doubt and every reading is told by a golden case, and no reading by all of its stage."""
    if set(draft.stages) != set(draft.game.stages) or draft.options is None:
        return  # a stage that does not load tells nothing
    results = [(case.stage, case.played.result) for case in draft.golden if case.played.result is not None]
    doubted = {doubt.code for _, result in results for doubt in result.doubts}
    for name, path in draft.doubts.items():
        if name not in doubted and path.stem != "evening":  # these are raised by what was played before
            yield Finding(path, "check.undoubted", {"id": name})
    set_up = {one.id for setup in draft.setups if isinstance(setup.made, Setup) for one in setup.made.readings}
    read = [(stage, {one.id for one in result.readings}) for stage, result in results]
    for name, path in draft.readings.items():
        if name in set_up:
            continue  # so that a stage which prepares as it does may always meet it
        met = [(stage, name in ids) for stage, ids in read]
        if not any(is_met for _, is_met in met):
            yield Finding(path, "check.reading-unmet", {"id": name})
        for stage in dict.fromkeys(stage for stage, is_met in met if is_met):
            if (stage, False) not in met:
                yield Finding(path, "check.reading-always", {"id": name, "stage": stage})


def refused(draft: Draft) -> Iterator[Finding]:
    """Look whether each case of refusal is refused for what it says, and each stage refuses too much of something."""
    for case in draft.refused:
        where: dict[str, object] = {"name": case.name}
        errors = case.case.get("errors", ())
        expected = {tuple(map(str, error)) for error in errors if isinstance(error, list)}
        if case.played.crash is not None:
            yield Finding(case.file, "check.case-crash", {**where, **trouble(case.played.crash, draft.files.code)})
        elif not case.played.refused:
            yield Finding(case.file, "check.not-refused", where)
        elif (given := refusals(draft, case.stage, case.played.refused)) != expected:
            values = {
                "key": "errors",
                "expected": _or_nothing(_written(expected)),
                "given": _or_nothing(_written(given)),
            }
            yield Finding(case.file, "check.case-differs", {**where, **values})
    for name in draft.stages:
        codes = {problem.code for case in draft.refused if case.stage == name for problem in case.played.refused}
        if not any(code in _BEYOND or code.startswith(f"{draft.game.id}/") for code in codes):
            yield Finding(draft.refused_file, "check.no-limit", {"stage": name})


def _written(errors: Collection[tuple[str, ...]]) -> str:
    return ", ".join(": ".join(error) for error in sorted(errors))


CHECKS = (stages, described, results, reached, lacking, noted, refused)
