"""The Magnificent over an evening: a round and the end say how many points there are, a performance adds some.

At the end of a round, from its last turn to the master cards, only the payment and the cards change anything: picks,
`choose` and `round` of one number tell of one table, and those of the third round of the table of `final` too.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from callboard_scoring.evening import Carried, Evening, Known, Past, Played, totals_of
from callboard_scoring.games.magnificent.pieces import ROUNDS
from callboard_scoring.games.magnificent.track import comparable

# --- What was entered ------------------------------------------------------------------------------------------------


def of_round(past: Past, stage: str, number: int) -> Played | None:
    """Return the record of a stage that was entered last of a round."""
    return next((one for one in reversed([*past.all(stage)]) if one.record.round == number), None)


def number_of(past: Past) -> int:
    """Return which round the next record is of; the end of the game is of the last one."""
    number: int = past.now.get("round", ROUNDS)
    return number


def is_next(past: Past) -> bool:
    """Tell whether the next record is of the round that is played now: the one after the last that was paid for."""
    last = past.last("round")
    return past.now.get("round") == (1 if last is None else last.record.round + 1)


def performances(past: Past) -> Iterator[Played]:
    """Yield those that were entered since the last payment, the newest first."""
    since = takewhile(lambda one: one.stage != "round", reversed(past.played))
    return (one for one in since if one.stage == "perform")


# --- Points, coins and dice ------------------------------------------------------------------------------------------


def points(past: Past) -> Mapping[str, int] | None:
    """Return the fewest points before the payment: only payments take any (Russian rulebook, payment)."""
    return past.totals if is_next(past) and of_round(past, "choose", number_of(past)) is None else None


def coins(past: Past) -> Mapping[str, int] | None:
    """Return the coins of the set-up or of the last payment, with those of performances since; turns bring more."""
    last = past.last("round")
    if last is None:
        left = dict(past.draws.get("coins", {}))
    else:
        left = {name: paid.coins for name, paid in last.outcome.players.items()}
    if not left or not is_next(past) or of_round(past, "choose", number_of(past)) is not None:
        return None
    for one in performances(past):
        left[one.whose] += one.outcome.coins
    return left


def as_chosen(field: str) -> Known:
    """Return what tells a player's field as it was when cards were chosen: nothing changes it before the payment."""

    def known(past: Past) -> Mapping[str, Any] | None:
        chosen = of_round(past, "choose", number_of(past))
        return None if chosen is None else _column(chosen, field)

    return known


def _column(played: Played, field: str) -> Mapping[str, Any] | None:
    """Return a field of all players who have something in it; None where nobody has."""
    rows = played.record.model_dump(mode="json")["players"]
    return {row["name"]: row[field] for row in rows if row[field] != []} or None


def last_points(past: Past) -> Mapping[str, int] | None:
    """Return the points after the last round: between it and the end nothing gives any."""
    last = of_round(past, "round", ROUNDS)
    return None if last is None else totals_of(last)


def last_coins(past: Past) -> Mapping[str, int] | None:
    """Return the coins that the payment and the card of the last round left."""
    last = of_round(past, "round", ROUNDS)
    return None if last is None else {name: paid.coins for name, paid in last.outcome.players.items()}


def last_dice(past: Past) -> Mapping[str, list[str]] | None:
    """Return the dice that were taken in the last round."""
    last = of_round(past, "round", ROUNDS) or of_round(past, "choose", ROUNDS)
    return None if last is None else _column(last, "dice")


# --- Hats ------------------------------------------------------------------------------------------------------------


def slid(past: Past) -> list[str] | None:
    """Return the players by their hats as they slid down after the round before, from space 1 upward."""
    picked = of_round(past, "picks", number_of(past) - 1)
    return None if picked is None or len(past.players) == 1 else list(reversed(picked.outcome.order))


def starting_places(past: Past) -> Mapping[str, Sequence[int]] | None:
    """Return where the hats stand when a round begins: who does not perform has it there at its end, too."""
    prepared = of_round(past, "prepare", number_of(past))
    if len(past.players) == 1:
        order: Sequence[str] | None = past.players
    elif number_of(past) == 1:
        order = past.draws.get("seats")
    else:
        order = (prepared.record.hats if prepared is not None else ()) or slid(past)
    return None if order is None else {name: [place] for place, name in enumerate(order, 1)}


def last_hats(past: Past) -> Mapping[str, int | str] | None:
    """Return the spaces of the hats that are left after the last round, of two the higher: they do not slide down."""
    picked = of_round(past, "picks", ROUNDS)
    hats: Mapping[str, int | str] | None = None if picked is None else picked.outcome.hats
    return hats


def may_be_one_space(one: int | str, other: int | str) -> bool:
    """Tell whether two words for a space can mean the same: nobody knows which place shows which power."""
    return one == other or not comparable(one, other)


EVENING = Evening(
    exact=(
        *(Carried(("round",), f"players.{field}", as_chosen(field)) for field in ("points", "coins", "dice", "grid")),
        Carried(("final",), "players.points", last_points),
        Carried(("final",), "players.coins", last_coins),
        Carried(("final",), "players.dice", last_dice),
        Carried(("final",), "players.hat_place", last_hats, may_be_one_space),
        Carried(("prepare",), "hats", slid, operator.eq),
    ),
    at_least=(Carried(("round", "choose"), "players.points", points),),
    proposed=(
        Carried(("round", "choose"), "players.coins", coins),
        Carried(("picks",), "players.hats", starting_places),
    ),
    adds=("perform",),
    sets=("round", "final"),
    gives={"perform": lambda played: {played.whose: played.outcome.points}},
    total="points",
    asks_whose=("perform",),
    closes=("picks",),
)
