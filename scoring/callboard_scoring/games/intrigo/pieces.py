"""Intrigo's cards and tokens. An intrigue card is `contarini 4`; what was turned over is `… face-down`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import AfterValidator

from callboard_scoring.fields import Token, Typed, choice
from callboard_scoring.setup import Pieces

FAMILIES = ("contarini", "dandolo", "gradenigo", "morosini")
TIEPOLO = "tiepolo"
VALUES: Mapping[str, tuple[int, ...]] = {**dict.fromkeys(FAMILIES, (2, 3, 4)), TIEPOLO: (2, 3, 3, 4)}
"""The intrigue cards of each family, as far as is known (other sources: a review for Tiepolo, the later editions for
the families). The rulebook tells only how many there are: if those on the table show other values, they are right."""
FACTIONS = ("merchants", "military", "clergy", "farmers", "workers")
INFLUENCE = ("merchant", "assassin", "courtesan", "gondolier", "palace-guard", "thief")
DUCAT = "ducat"
NOTHING = "none"
FACE_DOWN = " face-down"
FACE_UP = " face-up"
"""Said of what nobody turned over: the same as nothing said."""

# What the box holds (Russian rulebook, the list of components).
INFLUENCE_CARDS = 3  # of each kind
SEALS = 3  # of each faction
DUCATS = 32
RING: Mapping[int, int] = {3: 12, 4: 16}
"""How many buildings, and gaps between them, by the number of players."""
BOX: Pieces = {
    "first-player-card": 1,
    "building-card": max(RING.values()),
    "family-card": len(FAMILIES),
    "intrigue-card": sum(map(len, VALUES.values())),
    "faction-card": 4 * len(FACTIONS),
    "influence-card": INFLUENCE_CARDS * len(INFLUENCE),
    "bag": 1,
    "ducat": DUCATS,
    "seal": SEALS * len(FACTIONS),
}
"""Everything in the box (Russian rulebook, the list of components)."""
OF_A_PLAYER: Pieces = {"family-card": 1, "ducat": 1, "faction-card": len(FACTIONS)}
"""What each player takes at the set-up."""
BACK_WITH_THREE: Pieces = {"building-card": 4, "family-card": 1, "intrigue-card": 4, "faction-card": len(FACTIONS)}
"""What three players leave in it: two buildings of each symbol, a family's card, Tiepolo, a card of each faction."""

# What the influence cards can do, by which tables are known that cannot be (Russian rulebook, their powers).
ASSASSIN, THIEF, TRADER, GONDOLIER, GUARD = "assassin", "thief", "merchant", "gondolier", "palace-guard"
GAPS_BESIDE = (-1, 1)
"""Which gaps an influence card reaches from its own: the other gaps of the two buildings beside it."""
BUILDINGS_BESIDE = (0, 1)
"""Which buildings: the one that has the gap's number, and the next."""
MISPLACED = INFLUENCE_CARDS
"""How many seals can lie on buildings with a ducat's symbol, and ducats on those with a seal's. Only a trader puts one
of each there, and a trader that was played leaves the game (Russian rulebook, the end of the round)."""
DEAREST = 6
"""More ducats than this no influence card is believed to cost: as many as a palace of three lays out. No source gives
the prices; the bound is ours, and generous."""

SEAL_WORDS = "|".join(FACTIONS)
CARD_WORDS = "|".join(VALUES)
INFLUENCE_WORDS = "|".join(INFLUENCE)
Family = Annotated[str, choice(*FAMILIES), Typed(CARD_WORDS)]
Faction = Annotated[str, choice(*FACTIONS)]
_SIDE = rf"({FACE_DOWN}|{FACE_UP})"
_AS_IT_LIES = AfterValidator(lambda piece: piece.removesuffix(FACE_UP))
Lying = Annotated[str, Token("intrigo/error.token", rf"({SEAL_WORDS}|{DUCAT}){_SIDE}?|{NOTHING}"), _AS_IT_LIES]
"""The token on a building."""
Gap = Annotated[
    str, Token("intrigo/error.gap", rf"({CARD_WORDS}) [1-9]{_SIDE}?|({INFLUENCE_WORDS})({FACE_UP})?"), _AS_IT_LIES
]
"""The card between two buildings."""
KNOWN_GAP = rf"({CARD_WORDS}) [234]{_SIDE}?|({INFLUENCE_WORDS})({FACE_UP})?"
"""What such a card is, by all that is known of the values."""
