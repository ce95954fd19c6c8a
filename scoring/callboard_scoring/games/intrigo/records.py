"""Intrigo's cards, tokens and records. An intrigue card is `contarini 4`; what was turned over is `… face-down`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import Field

from callboard_scoring.records import (
    EACH_ONCE,
    Check,
    Name,
    Problem,
    Record,
    Token,
    Typed,
    above,
    choice,
    count,
    players_taken,
)

FAMILIES = ("contarini", "dandolo", "gradenigo", "morosini")
TIEPOLO = "tiepolo"
VALUES: Mapping[str, tuple[int, ...]] = {**dict.fromkeys(FAMILIES, (2, 3, 4)), TIEPOLO: (2, 3, 3, 4)}
"""The intrigue cards of each family (other sources: a review for Tiepolo, the later editions for the families)."""
FACTIONS = ("merchants", "military", "clergy", "farmers", "workers")
INFLUENCE = ("merchant", "assassin", "courtesan", "gondolier", "palace-guard", "thief")
DUCAT = "ducat"
NOTHING = "none"
FACE_DOWN = " face-down"

# What the box holds (Russian rulebook, the list of components).
INFLUENCE_CARDS = 3  # of each kind
SEALS = 3  # of each faction
DUCATS = 32
RING: Mapping[int, int] = {3: 12, 4: 16}
"""How many buildings, and gaps between them, by the number of players."""
SEALS_TO_WIN = 4
"""Of one faction; or one of each (Russian rulebook, the aim)."""

_SEALS = "|".join(FACTIONS)
_CARDS = "|".join(VALUES)
_INFLUENCE = "|".join(INFLUENCE)
Family = Annotated[str, choice(*FAMILIES), Typed("|".join(FAMILIES))]
Faction = Annotated[str, choice(*FACTIONS)]
Lying = Annotated[str, Token("intrigo/error.token", rf"({_SEALS}|{DUCAT})({FACE_DOWN})?|{NOTHING}")]
"""The token on a building."""
Gap = Annotated[str, Token("intrigo/error.gap", rf"({_CARDS}) [234]({FACE_DOWN})?|{_INFLUENCE}")]
"""The card between two buildings."""


class Player(Record):
    """One player before the awards."""

    name: Name
    family: Family
    ducats: Annotated[int, count(0, DUCATS), Typed(r"\d+")]
    seals: Annotated[
        dict[Faction, Annotated[int, count(0, SEALS_TO_WIN)]], EACH_ONCE, Typed(rf"({_SEALS}) \d+"), Field()
    ]

    def checks(self) -> tuple[Check, ...]:
        """Look whether this player had won before."""
        return (self._undecided,)

    def _undecided(self) -> Iterator[Problem]:
        if victory(self.seals):
            yield Problem(("seals",), "intrigo/error.already-won", {"limit": SEALS_TO_WIN})


def victory(seals: Mapping[str, int]) -> str | None:
    """Tell how these seals win: `four-alike`, `all-five`, or not at all (Russian rulebook, the end of the game)."""
    if any(number >= SEALS_TO_WIN for number in seals.values()):
        return "four-alike"
    return "all-five" if all(seals.get(faction) for faction in FACTIONS) else None


class Round(Record):
    """The palace once every gap is filled: tokens on the buildings, clockwise from the door, and the cards between."""

    players: Annotated[tuple[Player, ...], Field(min_length=min(RING), max_length=max(RING))]
    palace: Annotated[tuple[Lying, ...], Typed(rf"({_SEALS}|{DUCAT}|{NOTHING})({FACE_DOWN})?")]
    gaps: Annotated[tuple[Gap, ...], Typed(rf"({_CARDS})( \d+)?({FACE_DOWN})?|{_INFLUENCE}", follows="palace")]
    """Each lies between the building of the same place and the next; the last between the last one and the door."""

    def checks(self) -> tuple[Check, ...]:
        """Look across the table: names, families, the ring's size, and what the box holds."""
        return (
            self._names,
            self._families,
            self._buildings,
            self._gaps,
            self._tiepolo,
            self._cards,
            self._seals,
            self._ducats,
        )

    def _names(self) -> Iterator[Problem]:
        return players_taken(self.players)

    def _families(self) -> Iterator[Problem]:
        seen: dict[str, str] = {}
        for i, player in enumerate(self.players):
            if player.family in seen:
                yield Problem(("players", i, "family"), "intrigo/error.family-taken", {"other": seen[player.family]})
            seen.setdefault(player.family, player.name)

    def _buildings(self) -> Iterator[Problem]:
        return self._ring("palace", len(self.palace), "intrigo/error.palace")

    def _gaps(self) -> Iterator[Problem]:
        return self._ring("gaps", len(self.gaps), "intrigo/error.gaps")

    def _ring(self, field: str, number: int, code: str) -> Iterator[Problem]:
        expected = RING.get(len(self.players))
        if expected and number != expected:
            values = {"count": number, "limit": expected, "players": len(self.players)}
            yield Problem((field,), code, values)

    def _tiepolo(self) -> Iterator[Problem]:
        if len(self.players) == min(RING):
            for i, card in enumerate(self.gaps):
                if card.startswith(TIEPOLO):
                    yield Problem(("gaps", i), "intrigo/error.no-tiepolo")

    def _cards(self) -> Iterator[Problem]:
        """Find the cards beyond those in the box, each where it lies."""
        seen: Counter[str] = Counter()
        for i, card in enumerate(self.gaps):
            card = card.removesuffix(FACE_DOWN)  # noqa: PLW2901  # either side up it is the same card
            seen[card] += 1
            family, _, value = card.partition(" ")
            limit = VALUES[family].count(int(value)) if value else INFLUENCE_CARDS
            if seen[card] > limit:
                yield Problem(("gaps", i), "intrigo/error.card", {"given": card, "limit": limit})

    def _seals(self) -> Iterator[Problem]:
        seen: Counter[str] = Counter()
        for i, token in enumerate(self.palace):
            token = token.removesuffix(FACE_DOWN)  # noqa: PLW2901  # as above
            seen[token] += 1
            if token in FACTIONS and seen[token] > SEALS:
                yield Problem(("palace", i), "intrigo/error.seals", {"given": token, "limit": SEALS})

    def _ducats(self) -> Iterator[Problem]:
        lying = sum(token.removesuffix(FACE_DOWN) == DUCAT for token in self.palace)
        owned = sum(player.ducats for player in self.players)
        return above(DUCATS, owned + lying, ("players",), "intrigo/error.ducats")
