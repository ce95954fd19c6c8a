"""Historia, adding what players counted. The rules at hand do not let anybody compute it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Discriminator, Field, Tag

from callboard_scoring.fields import EACH_ONCE, Seats, Typed, choice, count
from callboard_scoring.games.historia.pieces import PLAYERS
from callboard_scoring.ledger import Line, Result, Score, leaders, reading, reason
from callboard_scoring.problems import Check, Problem
from callboard_scoring.records import Record, Seat

# NOTE: %(source.token)s is where the points come from, as the player counted them.
ADDED = reason("historia/scoring.added")
# NOTE: the same, counted several times: %(amounts.sum)s is a sum such as 4 + 6 + 8.
ADDED_UP = reason("historia/scoring.added-up")
NOTHING = reason("historia/scoring.nothing")
# NOTE: what this sum is not.
NOT_COMPUTED = reason("historia/scoring.not-computed")
# NOTE: %(names)s have the same points, and no tie-break is known.
NO_TIE_BREAK = reason("historia/scoring.no-tie-break", answer=True)

WHEN_TERRITORIES = reading("historia/scoring.when-territories")
TERRITORY_VALUES = reading("historia/scoring.territory-values")
LEADER_VALUES = reading("historia/scoring.leader-values")
GOVERNMENT_VALUES = reading("historia/scoring.government-values")
BEYOND_16 = reading("historia/scoring.beyond-16")
TIE = reading("historia/scoring.tie")
ALONE = reading("historia/scoring.alone")

SOURCES = (
    *("territories", "leaders", "wonders", "government", "technology", "military"),
    *("raid", "war", "trade", "tourism", "exploit", "other"),
)
"""Where points come from, as far as it is known."""
OPEN = {
    "territories": (WHEN_TERRITORIES, TERRITORY_VALUES),
    "leaders": (LEADER_VALUES,),
    "government": (GOVERNMENT_VALUES,),
    "technology": (BEYOND_16,),
    "military": (BEYOND_16,),
}
"""What no source tells about where points come from, or about which they disagree."""
MOST = 9999
"""No source gives a limit; more than any track could show."""
TIMES = 12
"""How often something may be counted: a game has twelve turns."""

_Count = Annotated[int, count(-MOST, MOST)]
Amount = Annotated[
    Annotated[_Count, Tag("[one]")]
    | Annotated[tuple[_Count, ...], Field(min_length=1, max_length=TIMES), Tag("[several]")],
    Discriminator(lambda raw: "[several]" if isinstance(raw, (list, tuple)) else "[one]"),
]
"""What was counted, once or several times."""


class Counted(Seat):
    """What one player counted."""

    amounts: Annotated[
        dict[Annotated[str, choice(*SOURCES)], Amount],
        EACH_ONCE,
        Typed(rf"({'|'.join(SOURCES)}) [-+]? ?\d+( [-+]\d+)*"),
    ]

    def doubts(self) -> tuple[Check, ...]:
        """Look whether Exploit brings points: all that other sources tell of it is what a cube off the map costs."""
        return (self._exploit,)

    def _exploit(self) -> Iterator[Problem]:
        amount = self.amounts.get("exploit", 0)
        if max([amount] if isinstance(amount, int) else amount) > 0:
            yield Problem(("amounts", "exploit"), "historia/doubt.exploit")


class Tally(Record):
    """What all players counted."""

    players: Annotated[tuple[Counted, ...], Seats(1, PLAYERS)]


def score(record: Tally) -> Result[None]:
    """Add the amounts that players counted.

    Who leads is told, but nobody is said to have won: no source tells how a tie is broken, nor what one player alone
    has to reach.
    """
    scores = tuple(Score(player.name, tuple(own_lines(player))) for player in record.players)
    tied = [scores[place].name for place in leaders([score.total for score in scores])]
    lines = [NOT_COMPUTED().under(ALONE, when=len(scores) == 1)]
    if len(tied) > 1:
        lines.append(NO_TIE_BREAK(names=tied).under(TIE))
    return Result(players=scores, lines=tuple(lines), winners=tuple(tied), decided=False)


def own_lines(player: Counted) -> Iterator[Line]:
    """Yield what a player counted, source by source."""
    for source in SOURCES:
        amount = player.amounts.get(source)
        if isinstance(amount, int):
            yield ADDED(amount, source=source).under(*OPEN.get(source, ()))
        elif amount:
            yield ADDED_UP(sum(amount), source=source, amounts=list(amount)).under(*OPEN.get(source, ()))
    if not player.amounts:
        yield NOTHING()
