"""Turandot: the points of one player's own troupe, without the other players' rows."""

from __future__ import annotations

from callboard_scoring.games.turandot.final import PUCCINI, Final, Troupe, own_score
from callboard_scoring.ledger import Alone


def final(troupe: Troupe, record: Final) -> Alone:
    """Score the troupe; in a game for two, Puccini too, once the table tells who holds it."""
    own, _ = own_score(troupe, record)
    is_told = any(line.reason.rule == PUCCINI.rule for line in own.lines)
    return Alone(
        own.name, own.lines, notes=own.notes, waits=(PUCCINI.rule,) if record.is_for_two and not is_told else ()
    )


ALONE = {"final": final}
"""What does not depend on the other players, by stage."""
