"""Fireflies, the end of a night: the brightest colour of each jar, pairs of equal lights, and the owl."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Annotated

from pydantic import Field

from callboard_scoring.fields import Seats, Typed, taken
from callboard_scoring.ledger import Line, Result, Score, reading, reason
from callboard_scoring.problems import Check, Location, Problem
from callboard_scoring.records import Record, Seat
from fireflies.pieces import COLOURS, COLOURS_OF_TWO, FEWEST, JAR, OWL_PENALTY, PLAYERS, Firefly, colour, light

# NOTE: %(fireflies.token)s are the jar's fireflies of the colour %(colour.of)s.
BRIGHTEST = reason("fireflies/glow.brightest", best=True)
# NOTE: the same, and another colour shines as bright.
LEVEL = reason("fireflies/glow.level")
# NOTE: nothing is in the jar.
EMPTY = reason("fireflies/glow.empty")
# NOTE: %(lights)s are the lights of which there are two fireflies.
PAIRS = reason("fireflies/pairs.pairs")
# NOTE: the same, and of one light there are three, of which one has no partner.
ODD = reason("fireflies/pairs.odd")
NO_PAIR = reason("fireflies/pairs.none")
# NOTE: what no pair lacks: one more firefly of one of %(lights.token)s, worth %(points:points)s.
PARTNER = reason("fireflies/pairs.lacks-partner")
# NOTE: the owl sits by this jar.
OWL = reason("fireflies/owl.owl")

WHICH_COLOUR = reading("fireflies/glow.level")
THREE_ALIKE = reading("fireflies/pairs.odd")

POINTS_PER_PAIR = 2


class Player(Seat):
    """What one player has at the end of a night."""

    jar: Annotated[tuple[Firefly, ...], Field(max_length=JAR), Typed(r"[A-Z]\d+")]
    owl: Annotated[bool, Field(strict=True), Typed("owl")]


class Night(Record):
    """The table at the end of a night."""

    players: Annotated[tuple[Player, ...], Seats(FEWEST, PLAYERS)]

    def checks(self) -> tuple[Check, ...]:
        """Look across the jars: each firefly is one card, and there is one owl."""
        return self._fireflies, self._owl

    def doubts(self) -> tuple[Check, ...]:
        """Look whether this can be: with two players one colour is in the box (rules, “Two players”)."""
        return (self._colours,)

    def _colours(self) -> Iterator[Problem]:
        colours = sorted({colour(firefly) for player in self.players for firefly in player.jar})
        if len(self.players) == 2 and len(colours) > COLOURS_OF_TWO:  # the rules for two
            yield Problem(("players",), "fireflies/doubt.colours", {"colours": colours})

    def _fireflies(self) -> Iterator[Problem]:
        return taken(self._caught(), "fireflies/error.taken")

    def _caught(self) -> Iterator[tuple[Location, Firefly, str]]:
        for i, player in enumerate(self.players):
            for place, firefly in enumerate(player.jar):
                yield ("players", i, "jar", place), firefly, player.name

    def _owl(self) -> Iterator[Problem]:
        sits = [(("players", i, "owl"), "owl", player.name) for i, player in enumerate(self.players) if player.owl]
        return taken(sits, "fireflies/error.owl-taken")


def score(record: Night) -> Result[None]:
    """Score each jar: its brightest colour, its pairs, and the owl beside it."""
    caught = Counter(light(firefly) for player in record.players for firefly in player.jar)
    colours = COLOURS_OF_TWO if len(record.players) == 2 else len(COLOURS)  # the rules for two
    free = {one for one in caught if caught[one] < colours}
    return Result(players=tuple(Score(player.name, tuple(own_lines(player, free))) for player in record.players))


def own_lines(player: Player, free: Collection[int] = ()) -> Iterator[Line]:
    """Yield what a jar gives; of it only what pairs lacked depends on the others."""
    yield _glow(player.jar)
    yield _pairs(player.jar, free)
    if player.owl:
        yield OWL(-OWL_PENALTY)


def _glow(jar: Sequence[Firefly]) -> Line:
    """Score the sum of the lights of the brightest colour; the first of several in the order of the jar."""
    if not jar:
        return EMPTY()
    glow: Counter[str] = Counter()
    for firefly in jar:
        glow[colour(firefly)] += light(firefly)
    best, points = glow.most_common(1)[0]
    level = list(glow.values()).count(points) > 1
    shining = [firefly for firefly in jar if colour(firefly) == best]
    return (LEVEL if level else BRIGHTEST)(points, colour=best, fireflies=shining).under(WHICH_COLOUR, when=level)


def _pairs(jar: Sequence[Firefly], free: Collection[int]) -> Line:
    """Score each pair of equal lights; a firefly belongs to one pair. Of `free` lights a firefly is in no jar."""
    lights = Counter(map(light, jar))
    paired = [one for one in sorted(lights) for _ in range(lights[one] // 2)]
    if not paired:
        return NO_PAIR().lacking(_partners, jar, free)
    odd = any(number > 1 and number % 2 for number in lights.values())
    return (ODD if odd else PAIRS)(POINTS_PER_PAIR * len(paired), lights=paired).under(THREE_ALIKE, when=odd)


def _partners(jar: Sequence[Firefly], free: Collection[int]) -> Iterator[Line]:
    """Yield what a jar without a pair lacks: a partner for a firefly, if there is room, and one of that light is free."""
    lights = sorted(set(map(light, jar)).intersection(free))
    if lights and len(jar) < JAR:
        yield PARTNER(lights=lights, points=POINTS_PER_PAIR)
