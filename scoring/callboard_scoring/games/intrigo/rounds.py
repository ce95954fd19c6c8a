"""Intrigo, the third phase of a round: who gets the token on each building, from the door clockwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from callboard_scoring.games.intrigo.records import (
    DUCAT,
    FACE_DOWN,
    FACTIONS,
    NOTHING,
    SEALS_TO_WIN,
    TIEPOLO,
    Round,
    victory,
)
from callboard_scoring.ledger import Line, Result, Score, Value, reason
from callboard_scoring.pictures import Ring, Stop

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

VICTORIES = {"four-alike": FOUR_ALIKE, "all-five": ALL_FIVE}


@dataclass(frozen=True)
class Award:
    """What comes of one building."""

    building: int
    """Its number, clockwise; the door is 1."""
    token: str
    winner: str | None
    why: Line


def strength(card: str) -> int:
    """Return the value of an open intrigue card, 2-4; an influence card and a card face down have none, 0."""
    _, _, value = card.partition(" ")
    return int(value) if value.isdecimal() else 0


def award(building: int, token: str, cards: tuple[str, str], owners: Mapping[str, str]) -> Award:
    """Decide about one building between two cards (Russian rulebook, phase 3).

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
    return Award(building, token, winner, why(**values, winner=winner))


def round(record: Round) -> Result:  # noqa: A001  # the stage's own name
    """Award the tokens from the door clockwise, and stop at the very award that wins the game."""
    ducats = {player.name: player.ducats for player in record.players}
    seals = {player.name: dict(player.seals) for player in record.players}
    owners = {player.family: player.name for player in record.players}
    awards: list[Award] = []
    won = None
    for place, token in enumerate(record.palace):
        given = award(place + 1, token, (record.gaps[place - 1], record.gaps[place]), owners)
        awards.append(given)
        if given.winner is None:
            continue
        if token == DUCAT:
            ducats[given.winner] += 1
        else:
            own = seals[given.winner]
            own[token] = own.get(token, 0) + 1
            won = victory(own)
            if won:
                break
    return Result(
        players=tuple(Score(player.name, ()) for player in record.players),
        lines=(*(given.why for given in awards), *_afterwards(awards, won, len(record.palace))),
        scored=False,
        winners=(awards[-1].winner,) if won and awards[-1].winner else (),
        outcome={
            "awards": [
                {
                    "building": given.building,
                    "token": given.token,
                    "winner": given.winner,
                    "rule": given.why.reason.rule,
                }
                for given in awards
            ],
            "players": {
                name: {
                    "ducats": ducats[name],
                    "seals": {faction: seals[name][faction] for faction in FACTIONS if seals[name].get(faction)},
                }
                for name in ducats
            },
        },
        picture=_picture(record, awards),
    )


def _afterwards(awards: list[Award], won: str | None, buildings: int) -> Iterator[Line]:
    """Say who has won, or which tokens stay where they are."""
    last = awards[-1]
    if won:
        yield VICTORIES[won](winner=last.winner, token=last.token, count=SEALS_TO_WIN)
        if last.building < buildings:
            yield NOT_AWARDED(building=last.building + 1)
        return
    stay = [given.building for given in awards if given.winner is None and given.token != NOTHING]
    yield TOKENS_STAY(buildings=stay) if stay else ALL_TAKEN()


def _picture(record: Round, awards: list[Award]) -> Ring:
    names = [given.winner or "" for given in awards] + [None] * (len(record.palace) - len(awards))
    stops = (Stop(token, name) for token, name in zip(record.palace, names, strict=True))
    return Ring(tuple(stops), tuple(record.gaps), told=True)
