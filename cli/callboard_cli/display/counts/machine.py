"""Totals that people counted, beside ours, for machines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from callboard_cli.display.rulings import rulings
from callboard_cli.speech.wording import sentence
from callboard_locales import Catalog
from callboard_scoring.counting import Checked, Otherwise, Slip
from callboard_scoring.game import Game
from callboard_scoring.ledger import Line


def checked_data(words: Catalog, game: Game, found: Iterable[Checked]) -> list[dict[str, Any]]:
    """Return what came of each comparison as the machine interface has it."""
    return [_player(words, game, one) for one in found]


def _player(words: Catalog, game: Game, one: Checked) -> dict[str, Any]:
    """Return a player's comparison; what could be decided otherwise only where that makes the difference."""
    data: dict[str, Any] = {
        "name": one.name,
        "total": one.total,
        "claimed": one.claimed,
        "agrees": one.agrees,
        "explanations": [[_slip(slip) for slip in slips] for slips in one.explanations],
        "more": one.more,
    }
    if one.otherwise:
        data["otherwise"] = [_otherwise(words, game, other) for other in one.otherwise]
    return data


def _slip(slip: Slip) -> dict[str, Any]:
    part = slip.part
    return {"rule": part.rule, "case": part.case or None, "points": part.points, "change": slip.change}


def _otherwise(words: Catalog, game: Game, other: Otherwise) -> dict[str, Any]:
    """Return what could be counted otherwise: a line of a rule, a note of the rules texts, or entries of an evening."""
    why = other.why
    if why is None:
        return {"way": other.way, "entry": other.entry, "points": other.points}
    if isinstance(why, Line):
        cited = {"rule": why.reason.rule, "case": why.reason.case or None, "points": other.points}
        is_said = other.way == "otherwise"  # the line of another way says what it is, and not what went wrong with it
        return {**cited, "text": sentence(words, game.id, why)} if is_said else {**cited, "way": other.way}
    ((section, note),) = rulings(words, game, [why])
    return {"rule": section.rule, "note": note.name, "points": other.points, "text": note.text}
