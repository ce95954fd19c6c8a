"""Turandot over an evening: Puccini goes round, money is spent, and what was hired with it counts at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from callboard_scoring.evening import Carried, Evening, Past
from callboard_scoring.fields import same_name
from callboard_scoring.games.turandot.pieces import DIRECTOR_ROUND, MONEY, ROUNDS

if TYPE_CHECKING:
    from callboard_scoring.games.turandot.round import Hired


def puccini(past: Past) -> str | None:
    """Return who holds Puccini: clockwise the next one after each round but the last (Russian rulebook, next round)."""
    last = past.last("round")
    if last is None:
        holder, since = past.draws.get("puccini"), 1
    else:
        holder, since = last.record.puccini, last.record.round
    names = [same_name(name) for name in past.players]
    if holder is None or same_name(holder) not in names:
        return None
    passed: int = past.now.get("round", ROUNDS) - since
    return past.players[(names.index(same_name(holder)) + passed) % len(names)]


def two_players_puccini(past: Past) -> str | None:
    """Return who holds Puccini at the end of a game for two, where it counts; with more nobody is asked."""
    return puccini(past) if len(past.players) == 2 else None  # noqa: PLR2004  # the rules for two


def _rounds(past: Past) -> Mapping[int, Mapping[str, Hired]]:
    """Return what came of all bids by rounds; of one that was entered again, of the last."""
    return {one.record.round: one.outcome.players for one in past.all("round")}


def _elements(past: Past) -> Mapping[str, int]:
    """Return the staging elements of each player in the rounds that were entered."""
    rounds = _rounds(past).values()
    return {name: sum(bids[name].staging is not None for bids in rounds) for name in past.players}


def _are_all_known(past: Past) -> bool:
    """Tell whether all rounds in which staging elements are hired for were entered: all but the directors'."""
    return {*range(1, ROUNDS + 1)} - {DIRECTOR_ROUND} <= _rounds(past).keys()


def staging(past: Past) -> Mapping[str, int] | None:
    """Return the staging elements of each player, where all rounds in which there are any were entered."""
    return _elements(past) if _are_all_known(past) else None


def least_staging(past: Past) -> Mapping[str, int] | None:
    """Return the staging elements that were counted, where a round is missing: they stay (phase 2)."""
    return _elements(past) if _rounds(past) and not _are_all_known(past) else None


def most_staging(past: Past) -> Mapping[str, int] | None:
    """Return how many staging elements each player can have, where a round is missing.

    Each is a money card; those that were paid for singers and directors became none (Russian rulebook, phase 2).
    """
    counted = least_staging(past)
    return counted and {name: left + counted[name] for name, left in money(past).items()}


def money(past: Past) -> Mapping[str, int]:
    """Return the money that each player can have left: what was spent does not come back."""
    others = [bids for number, bids in _rounds(past).items() if number != past.now.get("round")]
    return {name: max(0, MONEY - sum(bids[name].spent for bids in others)) for name in past.players}


def table(past: Past) -> Mapping[str, str]:
    """Return what goes round the table: Puccini."""
    holder = puccini(past)
    return {} if holder is None else {"puccini": holder}


EVENING = Evening(
    exact=(
        Carried(("round",), "puccini", puccini),
        Carried(("final",), "puccini", two_players_puccini),
        Carried(("final",), "players.staging", staging),
    ),
    at_most=(
        Carried(("round",), "players.money", money),
        Carried(("final",), "players.staging", most_staging),
    ),
    at_least=(Carried(("final",), "players.staging", least_staging),),
    sets=("final",),
    in_order=("round",),
    blind=("round",),
    table=table,
)
