"""The Magnificent over an evening: a round and the end say how many points there are, a performance adds some."""

from __future__ import annotations

from collections.abc import Mapping

from callboard_scoring.evening import Carried, Evening, Past, Played, total
from callboard_scoring.games.magnificent.pieces import ROUNDS


def last_round(past: Past) -> Played | None:
    """Return the last round, where nothing that changes points or coins was entered after it, and it ends the game."""
    last = past.last("round", "perform")
    return last if last is not None and last.stage == "round" and last.record.round == ROUNDS else None


def last_points(past: Past) -> Mapping[str, int] | None:
    """Return the points after the last round: between it and the end nothing gives any."""
    return None if last_round(past) is None else past.totals


def last_coins(past: Past) -> Mapping[str, int] | None:
    """Return the coins that the payment of the last round left."""
    return None if last_round(past) is None else coins(past)


def last_dice(past: Past) -> Mapping[str, list[str]] | None:
    """Return the dice that were taken in the last round."""
    last = last_round(past)
    return None if last is None else {player.name: list(player.dice) for player in last.record.players}


def coins(past: Past) -> Mapping[str, int] | None:
    """Return the coins that the last payment left, with those that performances brought since; cards bring more."""
    last = past.last("round")
    if last is None:
        return None
    left = {name: paid.coins for name, paid in last.outcome.players.items()}
    for one in past.played[past.played.index(last) :]:
        if one.stage == "perform":
            left[one.whose] += one.outcome.coins
    return left


EVENING = Evening(
    exact=(
        Carried(("final",), "players.points", last_points),
        Carried(("final",), "players.coins", last_coins),
        Carried(("final",), "players.dice", last_dice),
    ),
    proposed=(
        Carried(("round", "choose", "final"), "players.points", total),
        Carried(("round", "choose", "final"), "players.coins", coins),
    ),
    adds=("perform",),
    sets=("round", "final"),
    gives={"perform": lambda played: {played.whose: played.outcome.points}},
    total="points",
    asks_whose=("perform",),
    closes=("picks",),
)
