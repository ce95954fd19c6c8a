"""Fireflies, the end of the game: the three nights, the moons, and who won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from callboard_scoring.fields import Seats, Typed, above, count
from callboard_scoring.ledger import Line, Result, Score, leaders, reason
from callboard_scoring.problems import Check, Problem
from callboard_scoring.records import Record, Seat, read_field
from fireflies.pieces import FEWEST, MOONS, NIGHTS, OWL_PENALTY, PLAYERS

# NOTE: %(nights.sum)s is a sum such as 12 + 9 + 15.
ADDED = reason("fireflies/nights.added")
# NOTE: %(count:moon)s is the number with its noun.
HELD = reason("fireflies/moons.held")
NO_MOON = reason("fireflies/moons.none")
# NOTE: %(*)s is each leader with the number of moons.
MOST_MOONS = reason("fireflies/tie-break.moons")
# NOTE: %(names)s have the same points and moons.
SHARED = reason("fireflies/tie-break.shared")

MOST = 20
"""The most points of a night: five fireflies of one colour, or four and a partner for one of them."""
MOST_MOONS_HELD = 3
MOON_POINTS = (0, 1, 3, 6)
"""What the moons of one player give, by how many they are."""


class Player(Seat):
    """What one player has at the end."""

    nights: Annotated[
        tuple[Annotated[int, count(-OWL_PENALTY, MOST)], ...],
        Field(min_length=NIGHTS, max_length=NIGHTS),
        Typed(r"-?\d+"),
    ]
    moons: Annotated[int, count(0, MOST_MOONS_HELD), Typed(r"\+\d+", absent=0)]


class Final(Record):
    """What all players have at the end."""

    players: Annotated[tuple[Player, ...], Seats(FEWEST, PLAYERS)]

    def checks(self) -> tuple[Check, ...]:
        """Look across the players: there are so many moons."""
        return (self._moons,)

    def _moons(self) -> Iterator[Problem]:
        moons = sum(read_field(player, "moons", 0) for player in self.players)
        return above(MOONS, moons, ("players",), "fireflies/error.moons")


def score(record: Final) -> Result[None]:
    """Add up the nights and the moons; of equal players the one with more moons wins."""
    scores = tuple(Score(player.name, tuple(own_lines(player))) for player in record.players)
    tied = [record.players[place] for place in leaders([score.total for score in scores])]
    winners = tuple(tied[place].name for place in leaders([player.moons for player in tied]))
    return Result(players=scores, winners=winners, ladder=tuple(_ladder(tied, winners)))


def own_lines(player: Player) -> Iterator[Line]:
    """Yield what a player's nights and moons give."""
    yield ADDED(sum(player.nights), nights=player.nights)
    yield HELD(MOON_POINTS[player.moons], count=player.moons) if player.moons else NO_MOON()


def _ladder(tied: Sequence[Player], winners: Sequence[str]) -> Iterator[Line]:
    """Tell how a tie was broken, or that it was not."""
    if len(tied) > 1:
        yield MOST_MOONS(**{player.name: player.moons for player in tied})
    if len(winners) > 1:
        yield SHARED(names=winners)
