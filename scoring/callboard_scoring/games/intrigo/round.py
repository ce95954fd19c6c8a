"""Intrigo, the third phase of a round: who gets the token on each building, from the door clockwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated

from callboard_scoring.checks import above, taken
from callboard_scoring.fields import EACH_ONCE, Name, Seats, Typed, count
from callboard_scoring.games.intrigo.pieces import (
    CARD_WORDS,
    DUCAT,
    DUCATS,
    FACE_DOWN,
    FACTIONS,
    INFLUENCE_CARDS,
    INFLUENCE_WORDS,
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
from callboard_scoring.ledger import Line, Outcome, Reason, Result, Score, Value, reason
from callboard_scoring.pictures import Ring, Stop
from callboard_scoring.problems import Check, Problem
from callboard_scoring.records import Record, Seat

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
# NOTE: %(winner)s has four seals of %(token.token)s.
FOUR_ALIKE = reason("intrigo/victory.four-alike", best=True)
ALL_FIVE = reason("intrigo/victory.all-five", best=True)
# NOTE: buildings from %(building)s on are not awarded.
NOT_AWARDED = reason("intrigo/victory.not-awarded")
# NOTE: nobody has won; %(buildings)s keep their tokens.
TOKENS_STAY = reason("intrigo/round-end.tokens-stay")
ALL_TAKEN = reason("intrigo/round-end.all-taken")

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
    palace: Annotated[tuple[Lying, ...], Typed(rf"({SEAL_WORDS}|{DUCAT}|{NOTHING})({FACE_DOWN})?")]
    gaps: Annotated[tuple[Gap, ...], Typed(rf"({CARD_WORDS})( \d+)?({FACE_DOWN})?|{INFLUENCE_WORDS}", follows="palace")]
    """Each lies between the building of the same place and the next; the last between the last one and the door."""

    def checks(self) -> tuple[Check, ...]:
        """Look across the table: families, the ring's size, and what the box holds."""
        return self._families, self._buildings, self._gaps, self._tiepolo, self._cards, self._seals, self._ducats

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


class Award(Outcome):
    """What comes of one building."""

    building: int
    """Its number, clockwise; the door is 1."""
    token: Lying
    winner: Name | None
    rule: str
    """The id of the rule that decided."""


class Holdings(Outcome):
    """What a player has afterwards."""

    ducats: int
    seals: dict[Faction, int]
    """By faction; those the player has none of are left out."""


class RoundOutcome(Outcome):
    """What comes of the palace, up to the award that ends the game."""

    awards: tuple[Award, ...]
    players: dict[Name, Holdings]


def score(record: Round) -> Result[RoundOutcome]:
    """Award the tokens from the door clockwise, and stop at the very award that wins the game."""
    ducats = {player.name: player.ducats for player in record.players}
    seals = {player.name: dict(player.seals) for player in record.players}
    owners = {player.family: player.name for player in record.players}
    awards: list[Award] = []
    lines: list[Line] = []
    won = None
    for place, token in enumerate(record.palace):
        line, winner = award(place + 1, token, (record.gaps[place - 1], record.gaps[place]), owners)
        lines.append(line)
        awards.append(Award(building=place + 1, token=token, winner=winner, rule=line.reason.rule))
        if winner is None:
            continue
        if token == DUCAT:
            ducats[winner] += 1
        else:
            seals[winner][token] = seals[winner].get(token, 0) + 1
            won = victory(seals[winner])
            if won:
                break
    return Result(
        players=tuple(Score(player.name, ()) for player in record.players),
        lines=(*lines, *_afterwards(awards, won, len(record.palace))),
        scored=False,
        winners=(awards[-1].winner,) if won and awards[-1].winner else (),
        outcome=RoundOutcome(
            awards=tuple(awards),
            players={
                name: Holdings(
                    ducats=ducats[name],
                    seals={faction: seals[name][faction] for faction in FACTIONS if seals[name].get(faction)},
                )
                for name in ducats
            },
        ),
        picture=_picture(record, awards),
    )


def strength(card: str) -> int:
    """Return the value of an open intrigue card, 2-4; an influence card and a card face down have none, 0."""
    _, _, value = card.partition(" ")
    return int(value) if value.isdecimal() else 0


def award(building: int, token: str, cards: tuple[str, str], owners: Mapping[str, str]) -> tuple[Line, str | None]:
    """Decide about one building between two cards: say why, and who wins it, if anybody (Russian rulebook, phase 3).

    `owners` has the player of each family. The token goes to the owner of the higher card, whoever laid it.
    """
    card, other = sorted(cards, key=strength, reverse=True)
    values: dict[str, Value] = {"building": building, "token": token, "card": card, "other": other}
    winner = None
    if token == NOTHING:
        why = EMPTY
    elif token.endswith(FACE_DOWN):
        why = TOKEN_FACE_DOWN
    elif not strength(card):
        down = sum(one.endswith(FACE_DOWN) for one in cards)
        why = (TWO_INFLUENCE, INFLUENCE_AND_FACE_DOWN, TWO_FACE_DOWN)[down]
    elif strength(card) == strength(other):
        why = EQUAL
    elif card.startswith(TIEPOLO):
        why = NEUTRAL
    elif card.split()[0] not in owners:
        why = OWNERLESS
    else:
        winner = owners[card.split()[0]]
        beside = BESIDE_FACE_DOWN if other.endswith(FACE_DOWN) else BESIDE_INFLUENCE
        why = HIGHER if strength(other) else beside
    return why(**values, winner=winner), winner


def victory(seals: Mapping[str, int]) -> Reason | None:
    """Tell how these seals win, if they do (Russian rulebook, the end of the game)."""
    if any(number >= SEALS_TO_WIN for number in seals.values()):
        return FOUR_ALIKE
    return ALL_FIVE if all(seals.get(faction) for faction in FACTIONS) else None


def _afterwards(awards: list[Award], won: Reason | None, buildings: int) -> Iterator[Line]:
    """Say who has won, or which tokens stay where they are."""
    last = awards[-1]
    if won:
        yield won(winner=last.winner, token=last.token, count=SEALS_TO_WIN)
        if last.building < buildings:
            yield NOT_AWARDED(building=last.building + 1)
        return
    stay = [given.building for given in awards if given.winner is None and given.token != NOTHING]
    yield TOKENS_STAY(buildings=stay) if stay else ALL_TAKEN()


def _picture(record: Round, awards: list[Award]) -> Ring:
    names = [given.winner or "" for given in awards] + [None] * (len(record.palace) - len(awards))
    stops = (Stop(token, name) for token, name in zip(record.palace, names, strict=True))
    return Ring(tuple(stops), tuple(record.gaps), told=True)
