"""Historia, adding what players counted. The rules at hand do not let anybody compute it."""

from __future__ import annotations

from typing import Annotated

from callboard_scoring.fields import EACH_ONCE, Seats, Typed, choice, count
from callboard_scoring.games.historia.pieces import PLAYERS
from callboard_scoring.ledger import Line, Result, Score, reason
from callboard_scoring.ranking import leaders
from callboard_scoring.records import Record, Seat

# NOTE: %(source.token)s is where the points come from, as the player counted them.
ADDED = reason("historia/scoring.added")
NOTHING = reason("historia/scoring.nothing")
# NOTE: what this sum is not.
NOT_COMPUTED = reason("historia/scoring.not-computed")
# NOTE: %(names)s have the same points, and no tie-break is known.
NO_TIE_BREAK = reason("historia/scoring.no-tie-break")

SOURCES = (
    *("territories", "leaders", "wonders", "government", "technology", "military"),
    *("raid", "war", "trade", "tourism", "other"),
)
"""Where points come from, as far as it is known."""
MOST = 9999
"""No source gives a limit; more than any track could show."""


class Counted(Seat):
    """What one player counted."""

    amounts: Annotated[
        dict[Annotated[str, choice(*SOURCES)], Annotated[int, count(-MOST, MOST)]],
        EACH_ONCE,
        Typed(rf"({'|'.join(SOURCES)}) [-+]? ?\d+"),
    ]


class Tally(Record):
    """What all players counted."""

    players: Annotated[tuple[Counted, ...], Seats(1, PLAYERS)]


def score(record: Tally) -> Result[None]:
    """Add the amounts that players counted; a tie stays a tie, since no source tells how it is broken."""
    scores = tuple(Score(player.name, _lines(player)) for player in record.players)
    tied = [scores[place].name for place in leaders([score.total for score in scores])]
    lines = [NOT_COMPUTED()]
    if len(tied) > 1:
        lines.append(NO_TIE_BREAK(names=tied))
    return Result(players=scores, lines=tuple(lines), winners=tuple(tied))


def _lines(player: Counted) -> tuple[Line, ...]:
    lines = tuple(ADDED(player.amounts[source], source=source) for source in SOURCES if source in player.amounts)
    return lines or (NOTHING(),)
