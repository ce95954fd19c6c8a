"""Intrigo on paper: the palace as it lies on the table, and within it what each player has."""

from __future__ import annotations

from callboard_scoring.games.intrigo.awards import EQUAL, HIGHER
from callboard_scoring.games.intrigo.pieces import FACTIONS, RING
from callboard_scoring.games.intrigo.round import FOUR_ALIKE, NOT_AWARDED, SEALS_TO_WIN, TOKENS_STAY
from callboard_scoring.pads import PadPart, PadRing, Paper, Row

_TALLY = "intrigo/organisation-cards"
_SEALS = tuple(str(number + 1) for number in range(SEALS_TO_WIN))


def palace(players: int) -> tuple[PadPart, ...]:
    """Return the buildings and the cards between them, and what is kept until somebody wins: families and seals."""
    return (
        PadPart(
            "round",
            (
                Row(HIGHER.rule, also=(EQUAL.rule,), times=RING[players], boxes=("token", "winner"), points=False),
                Row(_TALLY, case="family", points=False, ours=True, once=True),
                *(Row(_TALLY, case=faction, boxes=_SEALS, points=False, ours=True, once=True) for faction in FACTIONS),
                Row(_TALLY, case="ducats", boxes=("before", "after"), points=False, ours=True),
                Row(
                    FOUR_ALIKE.rule,
                    values={"limit": SEALS_TO_WIN, "factions": len(FACTIONS)},
                    points=False,
                    once=True,
                ),
                Row(NOT_AWARDED.rule, case="not-awarded", points=False, shared=True),
                Row(TOKENS_STAY.rule, points=False, shared=True),
            ),
            total=False,
            ring=PadRing(first="door", between="card"),
        ),
    )


PAPER = Paper({"round": palace}, colour="#14506b", ornament="waves")
"""The pad, in the blue of the lagoon."""
