"""Intrigo, the third phase of a round: who gets the token on each building, from the door clockwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import SkipValidation

from callboard_scoring.fields import EACH_ONCE, Name, Seats, Typed, above, count, taken
from callboard_scoring.games.intrigo.awards import award, awards_of
from callboard_scoring.games.intrigo.doubts import (
    cards_face_down,
    cards_unknown,
    ducats_missing,
    out_of_place,
    seals_missing,
    tokens_face_down,
    too_many_or_few_seals,
)
from callboard_scoring.games.intrigo.near_misses import Palace
from callboard_scoring.games.intrigo.pieces import (
    CARD_WORDS,
    DUCAT,
    DUCATS,
    FACE_DOWN,
    FACE_UP,
    FACTIONS,
    INFLUENCE_CARDS,
    INFLUENCE_WORDS,
    KNOWN_GAP,
    NOTHING,
    RING,
    SEAL_WORDS,
    SEALS,
    TIEPOLO,
    VALUES,
    Faction,
    Family,
    Gap,
    Lying,
)
from callboard_scoring.ledger import Line, Outcome, Reason, Result, Ring, Score, Stop, reading, reason
from callboard_scoring.problems import Check, Problem
from callboard_scoring.records import Record, Seat

# NOTE: %(winner)s has four seals of %(token.token)s.
FOUR_ALIKE = reason("intrigo/victory.four-alike", best=True, answer=True)
ALL_FIVE = reason("intrigo/victory.all-five", best=True, answer=True)
# NOTE: buildings from %(building)s on are not awarded.
NOT_AWARDED = reason("intrigo/victory.not-awarded", answer=True)
# NOTE: nobody has won; %(buildings)s keep their tokens.
TOKENS_STAY = reason("intrigo/round-end.tokens-stay", answer=True)
ALL_TAKEN = reason("intrigo/round-end.all-taken", answer=True)

# NOTE: nobody has won; %(*)s is each player with the fewest seals that would have won.
SHORT = reason("intrigo/round-end.lacks")

UNCLAIMED = reading("intrigo/round-end.unclaimed")
AFTER_THE_THIEF = reading("intrigo/thief.stays")
FIRST_ALONE = reading("intrigo/victory.first")

SEALS_TO_WIN = 4
"""Of one faction; or one of each (Russian rulebook, the aim)."""


class Player(Seat):
    """One player before the awards."""

    family: Family
    ducats: Annotated[int, count(0, DUCATS), Typed(r"\d+")]
    seals: Annotated[dict[Faction, Annotated[int, count(0, SEALS_TO_WIN)]], EACH_ONCE, Typed(rf"({SEAL_WORDS}) \d+")]

    def checks(self) -> tuple[Check, ...]:
        """Look whether this player had won before."""
        return (self._undecided,)

    def _undecided(self) -> Iterator[Problem]:
        if victory(self.seals):
            yield Problem(("seals",), "intrigo/error.already-won", {"limit": SEALS_TO_WIN})


class Round(Record):
    """The palace once every gap is filled: tokens on the buildings, clockwise from the door, and the cards between."""

    players: Annotated[tuple[Player, ...], Seats(min(RING), max(RING))]
    palace: Annotated[
        tuple[Lying, ...],
        Typed(rf"({SEAL_WORDS}|{DUCAT}|{NOTHING})({FACE_DOWN}|{FACE_UP})?", sides=(FACE_DOWN.strip(), FACE_UP.strip())),
    ]
    gaps: Annotated[
        tuple[Gap, ...],
        Typed(
            rf"(({CARD_WORDS})( \d+)?|({INFLUENCE_WORDS}))({FACE_DOWN}|{FACE_UP})?", right=KNOWN_GAP, follows="palace"
        ),
    ]
    """Each lies between the building of the same place and the next; the last between the last one and the door."""

    def checks(self) -> tuple[Check, ...]:
        """Look across the table: families, the ring's size, and what the box holds."""
        return self._families, self._buildings, self._gaps, self._tiepolo, self._cards, self._seals, self._ducats

    def doubts(self) -> tuple[Check, ...]:
        """Look at what lies in the palace: what turned it over, why it is missing, and how it came there."""
        return (
            lambda: cards_unknown(self.gaps),
            lambda: cards_face_down(self.gaps),
            lambda: tokens_face_down(self.palace, self.gaps),
            lambda: seals_missing(self.palace),
            lambda: ducats_missing(self.palace, self.gaps, DUCATS - self._out()),
            lambda: out_of_place(self.palace),
            lambda: too_many_or_few_seals(self.palace, self.gaps),
        )

    def _families(self) -> Iterator[Problem]:
        led = ((("players", i, "family"), player.family, player.name) for i, player in enumerate(self.players))
        return taken(led, "intrigo/error.family-taken")

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
        """Find the cards of a family, or of a kind, beyond those in the box, each where it lies."""
        seen: Counter[str] = Counter()
        for i, card in enumerate(self.gaps):
            kind = card.partition(" ")[0]
            seen[kind] += 1
            limit = len(VALUES[kind]) if kind in VALUES else INFLUENCE_CARDS
            if seen[kind] > limit:
                yield Problem(("gaps", i), "intrigo/error.card", {"given": kind, "limit": limit})

    def _seals(self) -> Iterator[Problem]:
        seen: Counter[str] = Counter()
        for i, token in enumerate(self.palace):
            token = token.removesuffix(FACE_DOWN)  # noqa: PLW2901  # the rest of it
            seen[token] += 1
            if token in FACTIONS and seen[token] > SEALS:
                yield Problem(("palace", i), "intrigo/error.seals", {"given": token, "limit": SEALS})

    def _ducats(self) -> Iterator[Problem]:
        return above(DUCATS, self._out(), ("players",), "intrigo/error.ducats")

    def _out(self) -> int:
        """Return how many ducats are with the players and in the palace; the others lie in the middle."""
        lying = sum(token.removesuffix(FACE_DOWN) == DUCAT for token in self.palace)
        return lying + sum(player.ducats for player in self.players)


class Award(Outcome):
    """What comes of one building."""

    building: int
    """Its number, clockwise; the door is 1."""
    token: Annotated[Lying, SkipValidation]  # as it was read
    winner: Annotated[Name | None, SkipValidation]
    rule: str
    """The id of the rule that decided."""


class Holdings(Outcome):
    """What a player has afterwards."""

    ducats: int
    seals: Annotated[dict[Faction, int], SkipValidation]
    """By faction; those the player has none of are left out."""


class RoundOutcome(Outcome):
    """What comes of the palace, up to the award that ends the game."""

    awards: tuple[Award, ...]
    players: dict[Name, Holdings]


def score(record: Round) -> Result[RoundOutcome]:
    """Award the tokens from the door clockwise, and stop at the very award that wins the game."""
    owners = {player.family: player.name for player in record.players}
    decided = awards_of(record.palace, record.gaps, owners)
    wins = tuple(_wins(record, [winner for _, winner in decided]))
    kept = decided[: wins[0].building] if wins else decided
    palace = Palace(record.palace, record.gaps, owners, lambda gaps, place: _is_reached(record, owners, gaps, place))
    awards = tuple(
        Award(building=number, token=token, winner=winner, rule=line.reason.rule)
        for number, (token, (line, winner)) in enumerate(zip(record.palace, kept, strict=False), 1)
    )
    holdings = {player.name: _holdings(player, awards) for player in record.players}
    return Result(
        players=tuple(Score(player.name, ()) for player in record.players),
        lines=(
            *(line if winner else line.lacking(palace.lacks, place, line) for place, (line, winner) in enumerate(kept)),
            *_afterwards(awards, wins, len(record.palace), holdings),
        ),
        scored=False,
        winners=(wins[0].winner,) if wins else (),
        outcome=RoundOutcome(awards=awards, players=holdings),
        picture=_picture(record, awards),
    )


def _holdings(player: Player, awards: Iterable[Award]) -> Holdings:
    """Return what a player has after these awards."""
    won = [award.token for award in awards if award.winner == player.name]
    own = {faction: player.seals.get(faction, 0) + won.count(faction) for faction in FACTIONS}
    return Holdings(
        ducats=player.ducats + won.count(DUCAT),
        seals={faction: number for faction, number in own.items() if number},
    )


@dataclass(frozen=True)
class _Win:
    """An award that gives its winner the seals to win the game."""

    building: int
    winner: str
    token: str
    why: Reason


def _wins(record: Round, winners: Iterable[str | None]) -> Iterator[_Win]:
    """Yield each award that wins the game, as if it went on to the last building; the first of them ends it."""
    seals = {player.name: dict(player.seals) for player in record.players}
    for building, (token, winner) in enumerate(zip(record.palace, winners, strict=True), 1):
        if winner is not None and token != DUCAT:
            own = seals[winner]
            own[token] = own.get(token, 0) + 1
            why = victory(own)
            if why:
                yield _Win(building, winner, token, why)


def _is_reached(record: Round, owners: Mapping[str, str], gaps: Sequence[str], place: int) -> bool:
    """Tell whether nobody wins the game before a building is awarded, with these cards in the gaps."""
    pairs = [(gaps[each - 1], gaps[each]) for each in range(len(gaps))]
    winners = [
        award(each, token, pairs[each], owners)[1] if each < place else None for each, token in enumerate(record.palace)
    ]
    return next(_wins(record, winners), None) is None


def victory(seals: Mapping[str, int]) -> Reason | None:
    """Tell how these seals win, if they do (Russian rulebook, the end of the game)."""
    if any(number >= SEALS_TO_WIN for number in seals.values()):
        return FOUR_ALIKE
    return ALL_FIVE if all(seals.get(faction) for faction in FACTIONS) else None


def seals_short(seals: Mapping[str, int]) -> int:
    """Return the fewest seals with which these would win the game."""
    return min(SEALS_TO_WIN - max(seals.values(), default=0), sum(not seals.get(faction) for faction in FACTIONS))


def _afterwards(
    awards: Sequence[Award], wins: Sequence[_Win], buildings: int, holdings: Mapping[str, Holdings]
) -> Iterator[Line]:
    """Say who has won, or which tokens stay where they are."""
    if wins:
        first = wins[0]
        yield first.why(winner=first.winner, token=first.token, count=SEALS_TO_WIN)
        if first.building < buildings:
            too_late = any(win.winner != first.winner for win in wins)
            yield NOT_AWARDED(building=first.building + 1).under(FIRST_ALONE, when=too_late)
        return
    short = {name: seals_short(holding.seals) for name, holding in holdings.items()}
    stay = [award for award in awards if award.winner is None and award.token != NOTHING]
    if not stay:
        yield ALL_TAKEN().lacking(SHORT, **short)
        return
    face_down = any(award.token.endswith(FACE_DOWN) for award in stay)
    line = TOKENS_STAY(buildings=[award.building for award in stay])
    yield line.under(UNCLAIMED).under(AFTER_THE_THIEF, when=face_down).lacking(SHORT, **short)


def _picture(record: Round, awards: Sequence[Award]) -> Ring:
    names = [award.winner or "" for award in awards] + [None] * (len(record.palace) - len(awards))
    stops = (Stop(token, name) for token, name in zip(record.palace, names, strict=True))
    return Ring(tuple(stops), tuple(record.gaps), first="door", told=True)
