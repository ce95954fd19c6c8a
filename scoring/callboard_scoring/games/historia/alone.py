"""Historia: the points of one player, without the other players' rows."""

from __future__ import annotations

from callboard_scoring.games.historia.tally import Counted, Tally, own_lines
from callboard_scoring.ledger import Alone


def tally(player: Counted, _: Tally) -> Alone:
    """Add the amounts that a player counted."""
    return Alone(player.name, tuple(own_lines(player)))


ALONE = {"tally": tally}
"""What does not depend on the other players, by stage."""
