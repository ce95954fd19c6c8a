"""Histrio: the points of one player's own cards, without the other players' rows."""

from __future__ import annotations

from callboard_scoring.games.histrio.season import BEST, Player, Season, own_lines
from callboard_scoring.ledger import Alone


def season(player: Player, record: Season) -> Alone:
    """Count the ecus at the end of a season but those for the best show."""
    return Alone(player.name, tuple(own_lines(player, record)), waits=(BEST.rule,))


ALONE = {"season": season}
"""What does not depend on the other players, by stage."""
