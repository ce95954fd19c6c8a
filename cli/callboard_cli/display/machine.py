"""Results for machines: the JSON of the machine interface, with each line's sentence in the reader's language."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from callboard_cli.speech.wording import sentence
from callboard_locales import Catalog
from callboard_scoring.game import Game
from callboard_scoring.ledger import Line, Result
from callboard_scoring.setup import Pieces, Setup

if TYPE_CHECKING:
    from callboard_rules import Note, Section

SCHEMA = 1


def carries_letters() -> bool:
    """Tell whether the output can carry the letters of all languages."""
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def to_json(data: object, indent: int | None = None) -> str:
    """Write JSON, on one line unless indented; letters stay letters where the output can carry them."""
    text = json.dumps(data, ensure_ascii=not carries_letters(), indent=indent)
    if indent is not None:
        return text
    return text if text.isascii() or text.isprintable() else json.dumps(data)


def result_data(words: Catalog, game: Game, stage: str, result: Result) -> dict[str, Any]:
    """Return a result as the machine interface has it."""
    data: dict[str, Any] = {"schema": SCHEMA, "game": game.id, "stage": stage}
    if result.players:
        data["players"] = [
            {
                "name": score.name,
                "start": score.start,
                "total": score.total,
                "rank": rank,
                "lines": _lines(words, game, score.lines),
                **({"notes": _lines(words, game, score.notes)} if score.notes else {}),
            }
            for score, rank in zip(result.players, result.ranks(), strict=True)
        ]
    if result.lines:
        data["lines"] = _lines(words, game, result.lines)
    if result.winners is not None:
        data["winners"] = list(result.winners)
        data["ladder"] = [
            {"rule": step.reason.rule, "text": sentence(words, game.id, step), "values": dict(step.values)}
            for step in result.ladder
        ]
    data["outcome"] = dict(result.outcome)
    data["rulings"] = [
        {"rule": section.rule, "kind": note.kind, "text": note.text} for section, note in rulings(words, game, result)
    ]
    return data


def rulings(words: Catalog, game: Game, result: Result) -> list[tuple[Section, Note]]:
    """Return the notes of the rules texts that concern what a result tells."""
    from callboard_rules.rulings import find_rulings  # noqa: PLC0415  # set-ups have no rulings

    return find_rulings(game.id, words.language, (line.reason.id for line in result.told()))


def _lines(words: Catalog, game: Game, lines: Iterable[Line]) -> list[dict[str, Any]]:
    return [
        {
            "rule": line.reason.rule,
            "points": line.points,
            "text": sentence(words, game.id, line),
            "values": dict(line.values),
        }
        for line in lines
    ]


def setup_data(words: Catalog, game: Game, code: str, options: dict[str, Any], setup: Setup) -> dict[str, Any]:
    """Return a set-up as the machine interface has it."""
    return {
        "schema": SCHEMA,
        "game": game.id,
        "code": code,
        "options": options,
        "players": [{"name": seat.name, "take": _pieces(seat.take)} for seat in setup.seats],
        "take": _pieces(setup.take),
        "box": _pieces(setup.box),
        "draws": dict(setup.draws),
        "steps": [{"rule": step.reason.rule, "text": sentence(words, game.id, step)} for step in setup.steps],
    }


def _pieces(pieces: Pieces) -> list[dict[str, Any]]:
    return [{"piece": piece, "count": count} for piece, count in pieces.items()]
