"""Intrigo over an evening: families and seals stay, ducats can only be paid between two rounds of awards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from callboard_scoring.evening import Carried, Evening, Past
from callboard_scoring.games.intrigo.doubts import is_misplaced
from callboard_scoring.games.intrigo.pieces import FACE_DOWN, INFLUENCE, INFLUENCE_CARDS, NOTHING, OF_A_PLAYER, TRADER
from callboard_scoring.problems import Location


def family(past: Past) -> Mapping[str, str] | None:
    """Return whose family is whose: as in the last round, or as the set-up drew them."""
    last = past.last("round")
    if last is None:
        drawn: Mapping[str, str] | None = past.draws.get("families")
        return drawn
    return {player.name: player.family for player in last.record.players}


def seals(past: Past) -> Mapping[str, Mapping[str, int]] | None:
    """Return the seals won so far: none after a set-up."""
    last = past.last("round")
    if last is None:
        return {name: {} for name in past.players} if past.draws else None
    return {name: dict(player.seals) for name, player in last.outcome.players.items()}


def ducats(past: Past) -> Mapping[str, int] | None:
    """Return the ducats after the last awards, or the set-up: influence cards are bought with them, none are gained."""
    last = past.last("round")
    if last is None:
        return dict.fromkeys(past.players, OF_A_PLAYER["ducat"]) if past.draws else None
    return {name: player.ducats for name, player in last.outcome.players.items()}


def influence_cards(past: Past) -> Mapping[str, int]:
    """Return how many influence cards of each kind are left: those played go back into the box after their round."""
    played = Counter(card for one in past.all("round") for card in one.record.gaps)
    return {card: max(0, INFLUENCE_CARDS - played[card]) for card in INFLUENCE}


def _stayed(past: Past) -> Mapping[int, str]:
    """Return the tokens that nobody won in the last round, by their places; on the others new ones were laid out."""
    last = past.last("round")
    awards = last.outcome.awards if last is not None else ()
    return {
        award.building - 1: award.token.removesuffix(FACE_DOWN)
        for award in awards
        if award.winner is None and award.token != NOTHING
    }


def changed(past: Past, record: Any) -> Iterator[tuple[Location, Any]]:
    """Yield tokens other than those that stayed or were laid out, where no trader lies, and ducats gone unpaid."""
    left = ducats(past)
    if left is not None and TRADER not in record.gaps:
        stayed = _stayed(past)
        for place, token in enumerate(record.palace):
            known = stayed.get(place)
            if is_misplaced(place, token) if known is None else token.removesuffix(FACE_DOWN) != known:
                yield ("palace", place), known
    if left is not None and not set(INFLUENCE) & set(record.gaps):
        for seat, player in enumerate(record.players):
            if player.ducats < left[player.name]:
                yield ("players", seat, "ducats"), left[player.name]


def holds(past: Past) -> Mapping[str, Mapping[str, Any]] | None:
    """Return what each player holds: seals, which decide who wins, and ducats."""
    won, left = seals(past), ducats(past)
    if won is None or left is None:
        return None
    return {name: {"seals": won[name], "ducats": left[name]} for name in won}


EVENING = Evening(
    exact=(
        Carried(("round",), "players.family", family),
        Carried(("round",), "players.seals", seals),
    ),
    at_most=(Carried(("round",), "players.ducats", ducats),),
    left=(Carried(("round",), "gaps", influence_cards),),
    changed=changed,
    holds=holds,
)
