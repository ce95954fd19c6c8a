"""Intrigo: which card, not in the palace, would have won a token that nobody wins, all else unchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from callboard_scoring.games.intrigo.awards import EMPTY, TOKEN_FACE_DOWN, award, strength
from callboard_scoring.games.intrigo.doubts import KNOWN, unknown_cards
from callboard_scoring.games.intrigo.pieces import (
    ASSASSIN,
    FACE_DOWN,
    GONDOLIER,
    GUARD,
    INFLUENCE,
    NOTHING,
    RING,
    THIEF,
    TIEPOLO,
    TRADER,
)
from callboard_scoring.ledger import Line, reason

# NOTE: %(card.token)s, which is not in the palace, would win for %(winner)s in the place of %(other.token)s.
ANOTHER_CARD = reason("intrigo/awards-nobody.lacks-card")
# NOTE: %(card.token)s would win for %(winner)s if it had stayed face up.
CARD_UP = reason("intrigo/awards-nobody.lacks-card-up")
# NOTE: %(winner)s would win the token if it had stayed face up.
TOKEN_UP = reason("intrigo/awards-nobody.lacks-token-up")
# NOTE: even if the token had stayed face up nobody would win it.
NOBODY_EITHER = reason("intrigo/awards-nobody.nobody-either")
# NOTE: no card that would win the token is left outside the palace.
NO_CARD_LEFT = reason("intrigo/awards-nobody.no-card-left")

_TURNERS_OF_CARDS = (ASSASSIN, GONDOLIER, GUARD)
_TURNERS_OF_TOKENS = (THIEF, TRADER)
"""Without whom what lies face down might not lie so, or not there."""


@dataclass(frozen=True)
class Palace:
    """A palace before the awards."""

    tokens: Sequence[str]
    gaps: Sequence[str]
    owners: Mapping[str, str]
    """The player of each family."""
    is_reached: Callable[[Sequence[str], int], bool]
    """Whether nobody wins the game before a building is awarded, with these cards in the gaps."""

    def lacks(self, place: int, line: Line) -> tuple[Line, ...]:
        """Tell what would have won the token of a building that nobody wins; an empty building has none to win."""
        if line.reason is TOKEN_FACE_DOWN:
            token = self.tokens[place].removesuffix(FACE_DOWN)
            _, winner = award(place, token, (self.gaps[place - 1], self.gaps[place]), self.owners)
            return (TOKEN_UP(token=token, winner=winner) if winner else NOBODY_EITHER(),)
        if line.reason is EMPTY:
            return ()
        found = tuple(self._turned_up(place))
        if found or unknown_cards(self.gaps):  # whose values are others, nobody knows which cards are in the hands
            return found
        return tuple(self._another_card(place)) or (() if self._is_winnable(place) else (NO_CARD_LEFT(),))

    def _turned_up(self, place: int) -> Iterator[Line]:
        """Yield each card face down beside the building that would win it if it lay face up."""
        for gap in self._beside(place):
            if self.gaps[gap].endswith(FACE_DOWN):
                card = self.gaps[gap].removesuffix(FACE_DOWN)
                if winner := self._winner(place, gap, card):
                    yield CARD_UP(card=card, winner=winner)

    def _another_card(self, place: int) -> Iterator[Line]:
        """Yield the least change of a card beside the building: of its value, else of its family; equal ones too."""
        outside = self._outside()
        gaps = [gap for gap in self._beside(place) if self._may_lack(self.gaps[gap])]
        found: dict[str, tuple[bool, int, int]] = {}
        for change, gap, card in sorted((_change(self.gaps[gap], card), gap, card) for gap in gaps for card in outside):
            other = self.gaps[gap]
            if other in found or change > min(found.values(), default=change):
                continue
            if winner := self._winner(place, gap, card):
                found[other] = change
                yield ANOTHER_CARD(card=card, other=other, winner=winner)

    def _is_winnable(self, place: int) -> bool:
        """Tell whether a card that is not in the palace would win, even if something else would then lie otherwise."""
        return any(self._awarded(place, gap, card)[1] for gap in self._beside(place) for card in self._outside())

    def _beside(self, place: int) -> tuple[int, int]:
        """Return the gaps on both sides of a building."""
        return (place - 1) % len(self.gaps), place

    def _winner(self, place: int, gap: int, card: str) -> str | None:
        """Return who wins the token of a building with another card in a gap, unless the game ends before."""
        gaps, winner = self._awarded(place, gap, card)
        return winner if winner and self.is_reached(gaps, place) else None

    def _awarded(self, place: int, gap: int, card: str) -> tuple[list[str], str | None]:
        """Return the gaps with another card in one of them, and who then wins the token of a building."""
        gaps = [*self.gaps[:gap], card, *self.gaps[gap + 1 :]]
        return gaps, award(place, self.tokens[place], (gaps[place - 1], gaps[place]), self.owners)[1]

    def _outside(self) -> list[str]:
        """Return the intrigue cards that are not in the palace: they are in the players' hands."""
        lying = Counter(card.removesuffix(FACE_DOWN) for card in self.gaps)
        return [card for card in KNOWN - lying if len(self.gaps) > RING[3] or not card.startswith(TIEPOLO)]

    def _may_lack(self, card: str) -> bool:
        """Tell whether all else could lie as it does without this card."""
        if card.endswith(FACE_DOWN):
            return False
        down = [piece.endswith(FACE_DOWN) for piece in (*self.gaps, *self.tokens)]
        return not (
            (card in INFLUENCE and NOTHING in self.tokens)
            or (card in _TURNERS_OF_CARDS and any(down[: len(self.gaps)]))
            or (card in _TURNERS_OF_TOKENS and any(down[len(self.gaps) :]))
        )


def _change(lying: str, card: str) -> tuple[bool, int, int]:
    """Return a sort key for how much another card changes, the smallest first: the family, then the value."""
    return (
        lying.split(maxsplit=1)[0] != card.split(maxsplit=1)[0],
        abs(strength(card) - strength(lying)),
        strength(card),
    )
