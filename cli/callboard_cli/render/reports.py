"""Reports: a wrong score, or a question that failed, as a TOML file that holds a test.

Names of players are replaced by letters where that changes nothing.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from callboard_cli.input.stage import Stage
from callboard_cli.render.json_data import result_data
from callboard_cli.ui.output import UI, carries_letters, own_version
from callboard_scoring.fields import same_name
from callboard_scoring.ledger import AnyResult
from callboard_scoring.problems import RefusedError
from callboard_scoring.records import Record

if TYPE_CHECKING:
    from callboard_rules.search import Answer


def toml_lines(
    table: Mapping[str, Any], above: Callable[[str], Iterable[str]] = lambda _: (), path: str = ""
) -> list[str]:
    """Write a table: what is no table first, as TOML wants it. Of a key, `above` tells the lines that stand over it.

    `path` is the name of the table with a dot behind it, where it is within another one.
    """
    lines: list[str] = []
    inner = {key: value for key, value in table.items() if _is_table(value)}
    for key, value in table.items():
        if key not in inner:
            lines += [*above(key), f"{_key(key)} = {_value(value)}"]
    for key, value in inner.items():
        name = f"{path}{_key(key)}"
        for item in value if isinstance(value, list) else [value]:
            lines += ["", *above(key)]
            lines.append(f"[[{name}]]" if isinstance(value, list) else f"[{name}]")
            lines += toml_lines(item, above, f"{name}.")
    return lines


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, Mapping):  # within a list of lists
        return "{ " + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + " }"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_table(value: object) -> bool:
    if isinstance(value, list):
        return bool(value) and all(isinstance(item, Mapping) for item in value)
    return isinstance(value, Mapping)


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "").replace("-", "").isalnum() else _quoted(key)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=not carries_letters()).replace("\x7f", "\\u007f")  # TOML wants it escaped


REPORT = 1
"""The version of the file."""
NOTHING = "-"
"""What a record in TOML has in place of null."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Renamed:
    """A record whose players have other names, and which new name each one has."""

    record: Record
    result: AnyResult
    names: Mapping[str, str]


def renamed(stage: Stage, record: Record) -> Renamed | None:
    """Return a record with letters for names; None where that changes the score (a player named as a piece)."""
    result = stage.score(record)
    names = {score.name: letter for score, letter in zip(result.players, LETTERS, strict=False)}
    letters = {same_name(name): letter for name, letter in names.items()}
    raw = _exchanged(record.model_dump(mode="json"), letters)
    try:
        other = stage.record(raw)
    except RefusedError:
        return None
    again = stage.score(other)
    before = [(names.get(score.name), score.total, len(score.lines)) for score in result.players]
    if before != [(score.name, score.total, len(score.lines)) for score in again.players]:
        return None
    return Renamed(other, again, names)


def _exchanged(value: Any, letters: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {letters.get(same_name(key), key): _exchanged(inner, letters) for key, inner in value.items()}
    if isinstance(value, list):
        return [_exchanged(inner, letters) for inner in value]
    return letters.get(same_name(value), value) if isinstance(value, str) else value


def score_report(  # noqa: PLR0913, PLR0917  # what was scored, and what is said of it
    ui: UI, stage: Stage, record: Record, result: AnyResult, claimed: Mapping[str, int], says: str
) -> str:
    """Return the file about a score: a golden case with the totals that were counted, and what Callboard gave.

    Who counted nothing has our total; `says` is what is wrong, in the words of whoever noticed it.
    """
    told = result_data(ui.catalog, stage.game, stage.name, result)
    totals = {score.name: score.total for score in result.players}
    gave = {
        "totals": totals,
        "players": [
            {"name": player["name"], "reasons": [f"{line['points']}: {line.get('text')}" for line in player["lines"]]}
            for player in told.get("players", [])
        ],
        "reasons": [line.get("text", "") for line in told.get("lines", [])],
    }
    case: dict[str, Any] = {
        "name": says or ui.text("report.nameless"),
        "source": ui.text("report.source"),
        **_told(
            {
                "doubts": [[doubt["path"], doubt["code"].rpartition(".")[2]] for doubt in told.get("doubts", [])],
                "readings": [f"{ruling['rule'].rpartition('/')[2]}.{ruling['case']}" for ruling in told["rulings"]],
            }
        ),
        "totals": {**totals, **claimed},
        **{key: value for key, value in told.items() if key in {"winners", "ladder"}},
        "record": _typed(record.model_dump(mode="json", exclude_defaults=True)),
    }
    where = f"tests/golden/{stage.game.id}/{stage.name}.toml"
    return _written(ui, says, {"case": ui.text("report.case", file=where)}, {"case": [case], "callboard": _told(gave)})


def question_report(  # noqa: PLR0913, PLR0917  # what was asked and answered, and what is said of it
    ui: UI, game: str, question: str, answer: Answer, section: str, says: str
) -> str:
    """Return the file about a question: an entry of a list of questions, and what Callboard answered.

    `section` is the one that should have answered; empty where nobody said.
    """
    asked = {"text": question, "sections": [section] if section else [], "kind": "natural", "half": "tuning"}
    gave = {
        "covered": answer.covered,
        "sure": answer.sure,
        "sections": [hit.section.id for hit in answer.hits],
        "passages": [hit.passages[0].whole for hit in answer.hits[:1] if hit.passages],
    }
    where = f"tests/questions/{game}.{ui.catalog.language}.toml"
    told = "report.asked" if section else "report.asked-open"
    return _written(ui, says, {"question": ui.text(told, file=where)}, {"question": [asked], "callboard": gave})


def _written(ui: UI, says: str, meanings: Mapping[str, str], tables: Mapping[str, Any]) -> str:
    about = {
        "report": REPORT,
        "version": own_version(),
        "python": platform.python_version(),
        "system": platform.system(),
        "language": ui.catalog.language,
        "says": says,
    }
    above = {"report": ui.text("report.head"), "callboard": ui.text("report.gave"), **meanings}

    def comments(key: str) -> Iterable[str]:
        return [f"# {line}" for line in above.get(key, "").splitlines()]

    return "\n".join([*toml_lines({**about, **tables}, comments), ""])


def _told(table: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out the lists in which there is nothing."""
    return {key: value for key, value in table.items() if value != []}


def _typed(value: Any) -> Any:
    """Say nothing as a record in TOML says it, which has no null."""
    if isinstance(value, dict):
        return {key: _typed(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_typed(inner) for inner in value]
    return NOTHING if value is None else value
