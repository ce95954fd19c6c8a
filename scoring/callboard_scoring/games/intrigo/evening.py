"""Intrigo over an evening: families and seals stay, tokens nobody won stay, ducats are only paid between two awards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from callboard_scoring.evening import Carried, Evening, Lying, Past
from callboard_scoring.games.intrigo.doubts import is_misplaced, shows_seal
from callboard_scoring.games.intrigo.pieces import (
    BUILDINGS_BESIDE,
    DUCAT,
    DUCATS,
    FACE_DOWN,
    INFLUENCE,
    INFLUENCE_CARDS,
    NOTHING,
    OF_A_PLAYER,
    THIEF,
    TRADER,
)
from callboard_scoring.problems import Doubt, Location


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


def stayed(past: Past) -> tuple[str, ...] | None:
    """Return the token that stayed on each building after the last round, `none` on those to be filled.

    Nobody won it; what a thief turned over is turned up again (Russian rulebook, end of the round).
    """
    last = past.last("round")
    if last is None:
        return None
    won = {award.building - 1 for award in last.outcome.awards if award.winner is not None}
    tokens = (token.removesuffix(FACE_DOWN) for token in last.record.palace)
    return tuple(NOTHING if place in won else token for place, token in enumerate(tokens))


def middle(past: Past) -> int | None:
    """Return the ducats in the middle of the table after the last round, before the palace is filled again."""
    last, left = past.last("round"), stayed(past)
    if last is None or left is None:
        return None
    held: int = sum(player.ducats for player in last.outcome.players.values())
    return max(0, DUCATS - held - left.count(DUCAT))


def palace(past: Past) -> Sequence[str | None] | None:
    """Return what lies on each building when a round begins; None for a seal that is drawn from the bag unseen.

    The set-up or the preparation has laid it all out. Without them tokens that nobody won stay, and buildings with a
    ducat's symbol get one as long as there are any in the middle (Russian rulebook, end of the round).
    """
    last = past.last("round", "prepare")
    if last is None:
        drawn: Sequence[str] | None = past.draws.get("palace")
        return drawn
    if last.stage == "prepare":
        prepared: Sequence[str] = last.outcome.palace
        return prepared
    return filled(stayed(past) or (), middle(past) or 0)


def filled(left: Sequence[str], ducats: int, drawn: Sequence[str] | None = None) -> list[str | None]:
    """Return the palace once its empty buildings are filled clockwise from the door, one token each, by their symbols.

    :param left: what lies there, `none` on empty buildings.
    :param ducats: how many lie in the middle; a building that gets none stays empty (our suggestion).
    :param drawn: the seals from the bag, in the order in which they are laid; None where they are not known.
    """
    ring: list[str | None] = list(left)
    seals = iter(drawn or ())
    for place, token in enumerate(left):
        if token != NOTHING:
            continue
        if shows_seal(place):
            ring[place] = None if drawn is None else next(seals, NOTHING)
        elif ducats:
            ring[place], ducats = DUCAT, ducats - 1
    return ring


def may_have_moved(record: Any) -> bool:
    """Tell whether tokens may lie otherwise than the round began: a trader swaps two, a thief turns one over."""
    return TRADER in record.gaps or THIEF in record.gaps


def may_have_paid(record: Any) -> bool:
    """Tell whether somebody may have paid: only influence cards cost ducats."""
    return bool(set(INFLUENCE) & set(record.gaps))


def changed(past: Past, record: Any) -> Iterator[tuple[Location, Any]]:
    """Yield tokens other than those that lay there, where no trader lies, and ducats gone though nothing was bought."""
    left = ducats(past)
    if TRADER not in record.gaps:
        lay = palace(past) or ()
        for place, (token, known) in enumerate(zip(record.palace, lay, strict=False)):
            if is_misplaced(place, token) if known is None else token.removesuffix(FACE_DOWN) != known:
                yield ("palace", place), known
    if left is not None and not may_have_paid(record):
        for seat, player in enumerate(record.players):
            if player.ducats < left[player.name]:
                yield ("players", seat, "ducats"), left[player.name]


def doubts(past: Past, record: Any) -> Iterator[Doubt]:
    """Doubt a palace that no traders can have made of the one that lay there, and more who paid than cards bought.

    Each trader swaps a token on a building beside it with any other one; no token leaves the palace or comes into it.
    """
    lay, traders = palace(past), record.gaps.count(TRADER)
    if lay is not None and traders and len(lay) == len(record.palace):
        tokens = [token.removesuffix(FACE_DOWN) for token in record.palace]
        known = Counter(token for token in lay if token is not None)
        other = [place for place, token in enumerate(lay) if token is not None and token != tokens[place]]
        if known - Counter(tokens):
            yield Doubt(
                ("palace",), "intrigo/doubt.tokens-gone", {"tokens": list((known - Counter(tokens)).elements())}
            )
        elif len(other) > 2 * traders or _is_out_of_reach(other, lay, record.gaps):
            values = {"count": len(other), "traders": traders, "places": [place + 1 for place in other]}
            yield Doubt(("palace",), "intrigo/doubt.swaps", values)
    left = ducats(past)
    bought = sum(card in INFLUENCE for card in record.gaps)
    paid = [player.name for player in record.players if left is not None and player.ducats < left[player.name]]
    if bought and len(paid) > bought:
        yield Doubt(("players",), "intrigo/doubt.paid", {"names": paid, "cards": bought})


def _is_out_of_reach(other: Sequence[int], lay: Sequence[str | None], gaps: Sequence[str]) -> bool:
    """Tell whether a single trader has swapped what is not beside it; two of them may meet in a third place."""
    if not other or None in lay or gaps.count(TRADER) > 1:
        return False
    gap = gaps.index(TRADER)
    return {(gap + step) % len(gaps) for step in BUILDINGS_BESIDE}.isdisjoint(other)


def holds(past: Past) -> Mapping[str, Mapping[str, Any]] | None:
    """Return what each player holds: seals, which decide who wins, and ducats."""
    won, left = seals(past), ducats(past)
    if won is None or left is None:
        return None
    return {name: {"seals": won[name], "ducats": left[name]} for name in won}


def table(past: Past) -> Mapping[str, Mapping[str, str]]:
    """Return what is known to lie in the palace, by the numbers of the buildings: before it is filled, what stayed."""
    last = past.last("round", "prepare")
    is_left = last is not None and last.stage == "round"
    tokens = [None if token == NOTHING else token for token in stayed(past) or ()] if is_left else palace(past)
    lying = {str(place): token for place, token in enumerate(tokens or (), 1) if token is not None}
    return {"palace": lying} if lying else {}


EVENING = Evening(
    exact=(
        Carried(("round",), "players.family", family),
        Carried(("round",), "players.seals", seals),
        Carried(("prepare",), "stayed", stayed),
        Carried(("prepare",), "middle", middle),
    ),
    at_most=(Carried(("round",), "players.ducats", ducats, may_change=may_have_paid),),
    left=(Carried(("round",), "gaps", influence_cards),),
    lies=(Lying(("round",), "palace", palace, may_change=may_have_moved),),
    changed={"round": changed},
    doubts={"round": doubts},
    holds=holds,
    table=table,
)
