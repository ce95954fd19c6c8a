"""Histrio's preparation of the second season: what to do, and where the toss puts the needle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from callboard_scoring.draws import Draw, toss
from callboard_scoring.evening import Past
from callboard_scoring.fields import Typed, choice
from callboard_scoring.games.histrio.pieces import Mood
from callboard_scoring.games.histrio.setup import NEEDLE, drawn_by, second_season
from callboard_scoring.ledger import Outcome, Result
from callboard_scoring.records import Record


class Prepare(Record):
    """Where the needle stands once the coin was tossed: on one of the two central spaces."""

    needle: Annotated[str, choice(*NEEDLE.values(), synonyms=NEEDLE), Typed("|".join((*NEEDLE.values(), *NEEDLE)))]
    """The space, or the side of the coin that decides it."""


class PrepareOutcome(Outcome):
    """What the second season begins with."""

    needle: str
    mood: Mood


def drawn(past: Past, draw: Draw) -> Mapping[str, Any]:  # noqa: ARG001  # a coin knows nothing of the evening
    """Toss the coin (both rulebooks, preparation of season two)."""
    return {"needle": NEEDLE[toss(draw.part("coin"))]}


def score(record: Prepare) -> Result[PrepareOutcome]:
    """Tell the steps of the preparation; it gives no ecus (both rulebooks, preparation of season two)."""
    drawn = drawn_by(next(side for side, needle in NEEDLE.items() if needle == record.needle))
    outcome = PrepareOutcome(needle=drawn["needle"], mood=drawn["mood"])
    return Result(steps=tuple(second_season(drawn)), scored=False, outcome=outcome)
