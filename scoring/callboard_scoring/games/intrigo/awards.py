"""Intrigo, who gets the token on each building: what lies on its two sides decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from callboard_scoring.games.intrigo.doubts import CARDS, TOKENS, is_misplaced, shows_seal
from callboard_scoring.games.intrigo.pieces import FACE_DOWN, GONDOLIER, GUARD, NOTHING, TIEPOLO
from callboard_scoring.ledger import Line, Reading, Reason, reading, reason

# NOTE: %(building)s is the number from the door, %(token.token)s what lies there, %(card.token)s and %(other.token)s
# NOTE: are the cards beside it, the stronger first. So in all lines of a round.
HIGHER = reason("intrigo/awards.higher")
# NOTE: the other card is an influence card.
BESIDE_INFLUENCE = reason("intrigo/awards.beside-influence")
# NOTE: the other card lies face down.
BESIDE_FACE_DOWN = reason("intrigo/awards.beside-face-down")
EMPTY = reason("intrigo/awards-nobody.empty")
# NOTE: the token lies face down.
TOKEN_FACE_DOWN = reason("intrigo/awards-nobody.token-face-down")
EQUAL = reason("intrigo/awards-nobody.equal")
TWO_INFLUENCE = reason("intrigo/awards-nobody.two-influence")
TWO_FACE_DOWN = reason("intrigo/awards-nobody.two-face-down")
# NOTE: one influence card and one card face down.
INFLUENCE_AND_FACE_DOWN = reason("intrigo/awards-nobody.influence-and-face-down")
# NOTE: %(card.token)s belongs to a family that nobody plays.
OWNERLESS = reason("intrigo/awards-nobody.ownerless")
NEUTRAL = reason("intrigo/awards-nobody.tiepolo")

WHOSE_CARD = reading("intrigo/awards.owner")
ALONE = reading("intrigo/awards.alone")
NO_VALUE = reading("intrigo/awards-nobody.no-value")
MISPLACED_WON = reading("intrigo/misplaced-token.won")
DUCATS_OUT = reading("intrigo/token-placement.ducats-out")
TRADED_FACE_DOWN = reading("intrigo/merchant.face-down")
MOVED_FACE_DOWN = {
    GONDOLIER: reading("intrigo/gondolier.face-down"),
    GUARD: reading("intrigo/palace-guard.face-down"),
}


def awards_of(palace: Sequence[str], gaps: Sequence[str], owners: Mapping[str, str]) -> list[tuple[Line, str | None]]:
    """Decide about each building, clockwise from the door, as if nobody won the game.

    Say why, and who wins, if anybody. `owners` has the player of each family.
    """
    tokens, cards = TOKENS.moved(palace, gaps) or set(), CARDS.moved(gaps, gaps) or set()
    movers = [MOVED_FACE_DOWN[card] for card in CARDS.carriers(gaps, gaps)] if cards else []
    decided = []
    for place, token in enumerate(palace):
        line, winner = award(place, token, (gaps[place - 1], gaps[place]), owners)
        if place in tokens:
            line = line.under(TRADED_FACE_DOWN)
        beside = place in cards or (place - 1) % len(gaps) in cards
        if beside and line.reason is not EMPTY and line.reason is not TOKEN_FACE_DOWN:
            line = line.under(*movers)
        decided.append((line, winner))
    return decided


def award(place: int, token: str, cards: tuple[str, str], owners: Mapping[str, str]) -> tuple[Line, str | None]:
    """Decide about one building between two cards (Russian rulebook, phase 3); the door's place is 0.

    The token goes to the owner of the higher card, whoever laid it.
    """
    card, other = sorted(cards, key=strength, reverse=True)
    winner = None
    met: tuple[Reading, ...] = ()
    if token == NOTHING:
        why = EMPTY
        met = () if shows_seal(place) else (DUCATS_OUT,)
    elif token.endswith(FACE_DOWN):
        why = TOKEN_FACE_DOWN
    elif not strength(card):
        down = sum(one.endswith(FACE_DOWN) for one in cards)
        why = (TWO_INFLUENCE, INFLUENCE_AND_FACE_DOWN, TWO_FACE_DOWN)[down]
        met = (NO_VALUE,) if down else ()
    elif strength(card) == strength(other):
        why = EQUAL
    else:
        why, winner = _owned(card, other, owners)
        met = (WHOSE_CARD,) if winner else ()
        met += () if strength(other) else (ALONE,)
        met += (MISPLACED_WON,) if winner and is_misplaced(place, token) else ()
    line = why(building=place + 1, token=token, card=card, other=other, winner=winner)
    return line.under(*met), winner


def _owned(card: str, other: str, owners: Mapping[str, str]) -> tuple[Reason, str | None]:
    """Tell whose the higher card is, if anybody's, and why."""
    family = card.split(maxsplit=1)[0]
    if family == TIEPOLO:
        return NEUTRAL, None
    if family not in owners:
        return OWNERLESS, None
    beside = BESIDE_FACE_DOWN if other.endswith(FACE_DOWN) else BESIDE_INFLUENCE
    return (HIGHER if strength(other) else beside), owners[family]


@lru_cache(maxsize=256)
def strength(card: str) -> int:
    """Return the value of an open intrigue card; an influence card and a card face down have none, 0."""
    return int(card[-1]) if card[-1].isdecimal() else 0
