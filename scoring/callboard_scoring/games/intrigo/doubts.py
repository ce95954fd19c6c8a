"""Doubts about Intrigo's palace: cards or tokens that are unknown, turned over by nobody, or out of place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from callboard_scoring.games.intrigo.pieces import (
    ASSASSIN,
    BUILDINGS_BESIDE,
    DEAREST,
    DUCAT,
    FACE_DOWN,
    FACTIONS,
    GAPS_BESIDE,
    GONDOLIER,
    GUARD,
    INFLUENCE,
    INFLUENCE_CARDS,
    MISPLACED,
    NOTHING,
    SEALS,
    THIEF,
    TRADER,
    VALUES,
)
from callboard_scoring.problems import Problem

KNOWN = Counter(f"{family} {value}" for family, values in VALUES.items() for value in values)
"""The intrigue cards, how many there are of each."""


def shows_seal(place: int) -> bool:
    """Tell whether the building shows a seal: the door does, and the symbols alternate (Russian rulebook, set-up)."""
    return place % 2 == 0


def is_misplaced(place: int, token: str) -> bool:
    """Tell whether a token lies on a building of the other symbol; nothing is never out of place."""
    return token != NOTHING and (token.removesuffix(FACE_DOWN) == DUCAT) == shows_seal(place)


# --- Cards that no source knows ---------------------------------------------------------------------------------------


def unknown_cards(gaps: Sequence[str]) -> list[str]:
    """Return the intrigue cards beyond those whose values are known: another value, or one more of the same."""
    lying = Counter(card.removesuffix(FACE_DOWN) for card in gaps if card not in INFLUENCE)
    return list((lying - KNOWN).elements())


def cards_unknown(gaps: Sequence[str]) -> Iterator[Problem]:
    """Doubt cards with values that no source tells of: the rulebook gives none, so a table may well have them."""
    if cards := unknown_cards(gaps):
        yield Problem(("gaps",), "intrigo/doubt.cards-unknown", {"cards": cards})


# --- Face down -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Turning:
    """Who turns pieces of a kind face down, one each, and who may have taken them elsewhere since."""

    who: str
    beside: tuple[int, int]
    """Which of the pieces these cards reach, counted from their own gap."""
    movers: tuple[str, ...]
    """Each takes a piece beside it to some other place; but for the palace guard, in exchange for what lies there.

    What lies face down is taken too, as no source forbids it.
    """

    def moved(self, pieces: Sequence[str], gaps: Sequence[str]) -> set[int] | None:
        """Return the places of pieces face down that were moved since they were turned, as few as can be.

        None if nobody can have turned them over or moved them there.
        """
        return min(self._ways(sorted(face_down(pieces)), gaps), key=len, default=None)

    def carriers(self, pieces: Sequence[str], gaps: Sequence[str]) -> list[str]:
        """Return the movers without whom a piece face down could not lie where it does, or who alone explain it."""
        return [
            mover
            for mover in self.movers
            if mover in gaps
            and (
                replace(self, movers=(mover,)).moved(pieces, gaps) is not None
                or replace(self, movers=tuple(set(self.movers) - {mover})).moved(pieces, gaps) is None
            )
        ]

    def _ways(self, down: Sequence[int], gaps: Sequence[str]) -> Iterator[set[int]]:
        """Yield what was moved, for each way of giving every piece face down somebody of its own who turned it.

        Each mover brings one of them to a new place: two that change places lie where two lay before.
        """
        most = sum(card in self.movers for card in gaps)
        ends = self._ends_of_each(gaps)
        for chosen in permutations(ends, len(down)):
            pairs = list(zip(down, chosen, strict=True))
            moved = {place for place, turner in pairs if place not in self._reached(turner, gaps)}
            if len(moved) <= most and all(place in ends[turner] for place, turner in pairs):
                yield moved

    def out_of_reach(self, pieces: Sequence[str], gaps: Sequence[str]) -> list[int]:
        """Return the places of pieces face down that nobody reaches; all, where each is reached but not all at once."""
        down = sorted(face_down(pieces))
        reached = set().union(*self._ends_of_each(gaps).values())
        return [place for place in down if place not in reached] or down

    def _ends_of_each(self, gaps: Sequence[str]) -> dict[int, set[int]]:
        """Return where a piece can lie that each of them turned over, by the gap of who turned it."""
        movers = frozenset(place for place, card in enumerate(gaps) if card in self.movers)
        return {place: self._ends(place, gaps, movers) for place, card in enumerate(gaps) if card == self.who}

    def _reached(self, gap: int, gaps: Sequence[str]) -> set[int]:
        """Return the places that a card in this gap reaches."""
        return {(gap + step) % len(gaps) for step in self.beside}

    def _ends(self, gap: int, gaps: Sequence[str], movers: frozenset[int]) -> set[int]:
        """Return where a piece can lie that was beside the card in this gap, once each of the movers had his turn."""
        ends = self._reached(gap, gaps)
        if any(ends & self._reached(mover, gaps) for mover in movers):
            return set(range(len(gaps)))
        for mover in movers:
            if gaps[mover] != GUARD:
                ends = ends | self._ends(mover, gaps, movers - {mover})
        return ends


CARDS = Turning(ASSASSIN, GAPS_BESIDE, (GONDOLIER, GUARD))
TOKENS = Turning(THIEF, BUILDINGS_BESIDE, (TRADER,))


def face_down(pieces: Sequence[str]) -> set[int]:
    """Return the places of pieces face down."""
    return {place for place, piece in enumerate(pieces) if piece.endswith(FACE_DOWN)}


def cards_face_down(gaps: Sequence[str]) -> Iterator[Problem]:
    """Doubt more cards face down than assassins, each of whom turns one; else those that lie out of their reach."""
    down, assassins = face_down(gaps), gaps.count(ASSASSIN)
    if len(down) > assassins:
        yield Problem(("gaps",), "intrigo/doubt.cards-face-down", {"count": len(down), "limit": assassins})
    elif CARDS.moved(gaps, gaps) is None:
        cards = [gaps[place].removesuffix(FACE_DOWN) for place in CARDS.out_of_reach(gaps, gaps)]
        yield Problem(("gaps",), "intrigo/doubt.cards-apart", {"cards": cards})


def tokens_face_down(palace: Sequence[str], gaps: Sequence[str]) -> Iterator[Problem]:
    """Doubt more tokens face down than thieves, each of whom turns one; else those that lie out of their reach."""
    down, thieves = face_down(palace), gaps.count(THIEF)
    if len(down) > thieves:
        yield Problem(("palace",), "intrigo/doubt.tokens-face-down", {"count": len(down), "limit": thieves})
    elif TOKENS.moved(palace, gaps) is None:
        buildings = [place + 1 for place in TOKENS.out_of_reach(palace, gaps)]
        yield Problem(("palace",), "intrigo/doubt.tokens-apart", {"buildings": buildings})


# --- Missing and out of place ----------------------------------------------------------------------------------------


def seals_missing(palace: Sequence[str]) -> Iterator[Problem]:
    """Doubt an empty building that shows a seal: it was filled from the bag, where some are always left.

    As many seals lie in the palace as it has buildings for them, and those that traders misplaced: 8 and 3 of 15.
    """
    empty = [place + 1 for place, token in enumerate(palace) if token == NOTHING and shows_seal(place)]
    if empty:
        lying = len(palace) // 2 + MISPLACED
        values = {"buildings": empty, "limit": lying, "count": SEALS * len(FACTIONS)}
        yield Problem(("palace",), "intrigo/doubt.seals-missing", values)


def ducats_missing(palace: Sequence[str], gaps: Sequence[str], middle: int) -> Iterator[Problem]:
    """Doubt an empty building that shows a ducat, unless the `middle` was empty when the tokens were laid out.

    What lies in the middle now was then paid since, for the influence cards in the gaps.
    """
    empty = [place + 1 for place, token in enumerate(palace) if token == NOTHING and not shows_seal(place)]
    bought = sum(card in INFLUENCE for card in gaps)
    if empty and middle > bought * DEAREST:
        values = {"buildings": empty, "count": middle, "bought": bought}
        yield Problem(("palace",), "intrigo/doubt.ducats-missing", values)


def out_of_place(palace: Sequence[str]) -> Iterator[Problem]:
    """Doubt more seals, or more ducats, on buildings of the other symbol than all traders of a game put there.

    Both at once is one mistake: the walk was begun on another building than the door.
    """
    seals, ducats = _misplaced(palace)
    if min(seals, ducats) > MISPLACED:
        yield Problem(("palace",), "intrigo/doubt.begun-elsewhere", {"count": seals + ducats, "limit": 2 * MISPLACED})
    elif ducats > MISPLACED:
        yield Problem(("palace",), "intrigo/doubt.ducats-misplaced", {"count": ducats, "limit": MISPLACED})
    elif seals > MISPLACED:
        yield Problem(("palace",), "intrigo/doubt.seals-misplaced", {"count": seals, "limit": MISPLACED})


def too_many_or_few_seals(palace: Sequence[str], gaps: Sequence[str]) -> Iterator[Problem]:
    """Doubt another number of seals than one a building with their symbol, unless traders of earlier rounds explain it.

    A swap changes no number: but where one of the two misplaced tokens was won, the other stays when the next round's
    tokens are laid out. The traders in the gaps were played this round, so only the others can have done so.
    """
    seals, ducats = _misplaced(palace)
    earlier = INFLUENCE_CARDS - gaps.count(TRADER)
    filled = all(token != NOTHING for token in palace[::2])
    if filled and max(seals, ducats) <= MISPLACED and abs(seals - ducats) > earlier:
        usual = len(palace) // 2
        values = {"count": usual + seals - ducats, "usual": usual, "earlier": earlier}
        yield Problem(("palace",), "intrigo/doubt.seals-number", values)


def _misplaced(palace: Sequence[str]) -> tuple[int, int]:
    """Return how many seals lie on buildings that show a ducat, and how many ducats on those that show a seal."""
    astray = [place for place, token in enumerate(palace) if is_misplaced(place, token)]
    ducats = sum(map(shows_seal, astray))
    return len(astray) - ducats, ducats
