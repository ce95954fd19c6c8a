"""The Magnificent's preparation of the second and third round: what to do, who begins, and the dice that are rolled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field

from callboard_scoring.draws import Draw
from callboard_scoring.evening import Past
from callboard_scoring.fields import Name, count, names_taken
from callboard_scoring.games.magnificent.pieces import BOX, DICE_TYPED, PLAYERS, ROUNDS, Die, colour
from callboard_scoring.games.magnificent.setup import SLIDE_HATS, dice_rolled, next_round, rolled
from callboard_scoring.ledger import Outcome, Result, reason
from callboard_scoring.problems import Check, Problem
from callboard_scoring.records import Record

# NOTE: %(names)s from space 1 of the performance track upward; %(name)s, the first of them, begins.
SLIDE_NAMED = reason("magnificent/next-round.hats-named")


class Prepare(Record):
    """The dice that are rolled for a round, and how the hats slid down for it."""

    round: Annotated[int, count(2, ROUNDS)]
    dice: Annotated[tuple[Die, ...], Field(max_length=BOX["die"]), DICE_TYPED]
    """All dice that are rolled: as many of each colour as the players take."""
    hats: Annotated[tuple[Name, ...], Field(max_length=PLAYERS)] = ()
    """The players by their hats, from space 1 of the performance track upward; left out where that is not known."""

    def checks(self) -> tuple[Check, ...]:
        """Look whether so many of each colour are rolled, and each player has one hat."""
        return self._rolled, lambda: names_taken((("hats", place), name) for place, name in enumerate(self.hats))

    @classmethod
    def applies(cls, field: str, given: Mapping[str, Any]) -> bool:
        """Ask nobody for the hats: who does not know them slides them down all the same."""
        del given
        return field != "hats"

    def _rolled(self) -> Iterator[Problem]:
        tables = (len(self.hats),) if self.hats else range(1, PLAYERS + 1)
        if Counter(map(colour, self.dice)) not in [dice_rolled(players) for players in tables]:
            wanted = [f"{players} ({'/'.join(map(str, dice_rolled(players).values()))})" for players in tables]
            yield Problem(("dice",), "magnificent/error.dice-rolled", {"count": len(self.dice), "wanted": wanted})

    @property
    def players(self) -> int:
        """How many play: so many dice are rolled for no other number of players."""
        return next(players for players in range(1, PLAYERS + 1) if dice_rolled(players).total() == len(self.dice))


class PrepareOutcome(Outcome):
    """What the round begins with."""

    dice: tuple[str, ...]
    first_player: str | None
    """Who begins; nobody where the hats are not known."""
    hats: Annotated[tuple[Name, ...], Field(exclude_if=lambda hats: not hats)] = ()
    """The players by their hats, from space 1 upward; left out where that is not known."""


def drawn(past: Past, draw: Draw) -> Mapping[str, Any]:
    """Roll the dice (Russian rulebook, the end of a round; solo)."""
    return {"dice": rolled(len(past.players), draw)}


def score(record: Prepare) -> Result[PrepareOutcome]:
    """Tell the steps of the preparation (Russian rulebook, the end of a round; solo)."""
    slide = SLIDE_NAMED(names=list(record.hats), name=record.hats[0]) if record.hats else SLIDE_HATS()
    return Result(
        steps=tuple(next_round(record.players, record.round, list(record.dice), slide)),
        scored=False,
        outcome=PrepareOutcome(
            dice=record.dice, hats=record.hats, first_player=record.hats[0] if record.hats else None
        ),
    )
