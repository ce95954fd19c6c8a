"""Historia: common mistakes in adding up what was counted."""

from __future__ import annotations

from collections.abc import Iterator

from callboard_scoring.claimed_totals import Otherwise
from callboard_scoring.games.historia.tally import Tally
from callboard_scoring.ledger import Value, reason

# NOTE: %(part)s is one of the numbers in the sum %(amounts.sum)s, and %(source.token)s where they come from.
LEFT_OUT = reason("historia/scoring.part-left-out")
DOUBLED = reason("historia/scoring.part-doubled")
# NOTE: the same, where %(part)s is less than nothing.
ADDED = reason("historia/scoring.part-added")


def tally(record: Tally) -> Iterator[Otherwise]:
    """Yield what is counted wrong in each sum: a part of it left out, or counted twice, or a loss added."""
    for player in record.players:
        for source, amount in player.amounts.items():
            parts = () if isinstance(amount, int) else amount
            for part in parts:
                if part == sum(parts):  # what the others give is nothing, so that it is the whole line
                    continue
                values: dict[str, Value] = {"source": source, "part": part, "amounts": list(parts)}
                yield Otherwise(player.name, -part, LEFT_OUT(-part, **values))
                yield Otherwise(player.name, part, DOUBLED(part, **values))
                if part < 0:
                    yield Otherwise(player.name, -2 * part, ADDED(-2 * part, **values))
