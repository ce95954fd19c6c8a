"""Cases of a game: golden ones, which say what comes of a record, and refused ones, which say what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from callboard_scoring.ledger import Line

GOLDEN_KEYS = frozenset(
    (
        *("name", "source", "record", "doubts", "readings", "totals", "ranks", "lines", "outcome", "texts", "notes"),
        *("lacks", "winners", "ladder"),
    )
)
"""What a golden case may say."""
REFUSED_KEYS = frozenset(("name", "source", "stage", "record", "errors"))
"""What a case of refusal says."""


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
    yield from _differs("doubts", case.get("doubts", []), doubts)
    yield from _differs("readings", case.get("readings", []), [one.rpartition("/")[2] for one in readings])
    players = {player["name"]: player for player in result.get("players", ())}
    totals = {name: player["total"] for name, player in players.items()}
    yield from _differs("totals", case.get("totals", dict.fromkeys(players, 0)), totals)
    for name, player in players.items():
        points = player["start"] + sum(line["points"] for line in player["lines"])
        yield from _differs(f"totals.{name}", points, player["total"])
    for name, lines in _items(case, "lines"):
        player = players.get(name)
        yield from _differs(f"lines.{name}", lines, _by_section(player["lines"]) if player else None)
    for name, rank in _items(case, "ranks"):
        yield from _differs(f"ranks.{name}", rank, players.get(name, {}).get("rank"))
    yield from _differs("winners", case.get("winners"), result.get("winners"))
    yield from _differs("ladder", case.get("ladder", []), result.get("ladder", []))
    if "outcome" in case:
        yield from _differs("outcome", with_nulls(case["outcome"]), result["outcome"])
    for key, where in (("texts", "lines"), ("notes", "notes")):
        for language, texts in _items(case, key):
            yield from _told_otherwise(f"{key}.{language}", texts, told.get(language), (where,))
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
        yield from _differs(f"{key}.{name}", expected, given)


def _differs(key: str, expected: object, given: object) -> Iterator[Difference]:
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
