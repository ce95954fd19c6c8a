"""Turandot, the end of the game: stars, staging, roles and the director, with the best casting found and proved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from callboard_scoring.fields import OR_NOBODY, Name, Seats, Typed, count, player_named, same_name, taken
from callboard_scoring.games.turandot.casting import (
    CASTINGS,
    FAVOURITES_TWICE,
    LOVED,
    Best,
    Casting,
    best_casting,
    casting_points,
    favourite,
    is_loved_amiss,
    kind,
    mending,
    per_favourite,
    sex,
    stars,
    troupe_lines,
    worth,
    worth_at_most,
)
from callboard_scoring.games.turandot.near_misses import POINTS, of_a_troupe
from callboard_scoring.games.turandot.pieces import (
    MONEY,
    PLAYERS,
    ROLES,
    ROUNDS,
    STAGING_OF_A_ROUND,
    STAGING_OF_HOLDER,
    Director,
    Singer,
    Singers,
)
from callboard_scoring.ledger import Line, Outcome, Reading, Result, Score, leaders, reading, reason
from callboard_scoring.problems import Check, Location, Problem
from callboard_scoring.records import Record, Seat, read_field

# NOTE: this player holds Puccini at the end of a game for two.
PUCCINI = reason("turandot/two-players.puccini")
NO_PUCCINI = reason("turandot/two-players.no-puccini")
# NOTE: who sings one role, %(role.token)s; the lines below list all six as %(cast)s.
ROLE = reason("turandot/casting-roles.role")
# NOTE: the same, where it is the singer's favourite role.
FAVOURITE_ROLE = reason("turandot/casting-roles.favourite-role")
# NOTE: two roles whose singers are to be swapped.
SWAP = reason("turandot/casting-roles.swap")
# NOTE: %(cast)s tells for each role who sings it; %(reached)s of %(examined)s are as good.
BEST = reason("turandot/casting-roles.best")
# NOTE: all castings give the same.
ALL_ALIKE = reason("turandot/casting-roles.all-alike")
# NOTE: the player's own casting is one of the best.
OWN_IS_BEST = reason("turandot/casting-roles.own-is-best")
# NOTE: it gives %(lost:points)s less than the best; %(swaps)s mend it.
OWN_IS_WORSE = reason("turandot/casting-roles.own-is-worse")
# NOTE: %(cast)s as above, in the order of arrival. The lines of the imaginary player's points follow.
IMAGINARY = reason("turandot/two-players.imaginary")
IMAGINARY_WINS = reason("turandot/two-players.imaginary-wins", answer=True)
IMAGINARY_LOSES = reason("turandot/two-players.imaginary-loses", answer=True)
# NOTE: %(*)s is each leader with the sum of stars.
TIE_BREAK = reason("turandot/tie-break.stars")
# NOTE: the same, with as many stars for all.
TIE_SHARED = reason("turandot/tie-break.shared")
# NOTE: the same, with as many for several, and fewer for others.
TIE_SHARED_BY_MOST = reason("turandot/tie-break.shared-by-most")

FREE = reading("turandot/casting-roles.free")
HELD_AT_THE_END = reading("turandot/two-players.puccini")
LIKE_ANYONE = reading("turandot/two-players.imaginary")
LEVEL = reading("turandot/two-players.level")

PUCCINI_PENALTY = 1
IN_ORDER: Casting = tuple(range(len(ROLES)))
"""The imaginary player's casting: the singers keep the order in which they came."""
ONLY_FOR_TWO = Field(exclude_if=lambda value: value is None)
"""For what an outcome has in a game for two alone."""


class Troupe(Seat):
    """What one player has hired by the end of the game."""

    singers: Singers
    director: Director
    staging: Annotated[int, count(0, MONEY), Typed(r"\+\d+", absent=0)]
    roles: Annotated[Casting | None, Typed("|".join(ROLES))] = None
    """The player's own casting: for each role in order, which singer; without it the best is found."""


class Imaginary(Record):
    """The third player of a game for two: singers in the order in which they were left over."""

    singers: Singers
    director: Director


class Final(Record):
    """All troupes after the seventh round."""

    players: Annotated[tuple[Troupe, ...], Seats(2, PLAYERS)]
    puccini: Annotated[Name | None, OR_NOBODY] = None
    imaginary: Imaginary | None = None

    def checks(self) -> tuple[Check, ...]:
        """Look across the troupes: directors (each is one card), and what only a game for two has."""
        return self._directors, self._two, self._puccini

    def doubts(self) -> tuple[Check, ...]:
        """Look for more staging elements than can be hired for; who the 36 singers are no source tells."""
        return self._staging, self._holders_staging

    @classmethod
    def applies(cls, field: str, given: Mapping[str, Any]) -> bool:
        """Ask who holds Puccini, and for the imaginary player, in a game for two."""
        return field == "players" or len(given["players"]) == 2  # noqa: PLR2004  # the rules for two

    @property
    def is_for_two(self) -> bool:
        """Whether two play, who have rules of their own."""
        return len(self.players) == 2  # noqa: PLR2004  # the rules for two

    def _directors(self) -> Iterator[Problem]:
        return taken(self._hired_directors(), "turandot/error.director-taken")

    def _hired_directors(self) -> Iterator[tuple[Location, Director, str]]:
        for i, troupe in enumerate(self.players):
            yield ("players", i, "director"), troupe.director, troupe.name
        if self.imaginary is not None:
            yield ("imaginary", "director"), self.imaginary.director, ""

    def _two(self) -> Iterator[Problem]:
        two = self.is_for_two
        for name, missing in (
            ("puccini", "turandot/error.puccini-missing"),
            ("imaginary", "turandot/error.imaginary-missing"),
        ):
            given = read_field(self, name, True) is not None  # noqa: FBT003  # what cannot be read is given too
            if two != given:
                yield Problem((name,), missing if two else "turandot/error.only-two")

    def _puccini(self) -> Iterator[Problem]:
        if self.puccini is not None and self.is_for_two:
            yield from player_named(self.puccini, self.players, ("puccini",), "turandot/error.puccini")

    def _staging(self) -> Iterator[Problem]:
        each, limit = STAGING_OF_A_ROUND[len(self.players)], elements(len(self.players))
        count = sum(troupe.staging for troupe in self.players)
        if count > limit:
            yield Problem(("players",), "turandot/doubt.staging-table", {"count": count, "limit": limit, "each": each})

    def _holders_staging(self) -> Iterator[Problem]:
        for i, troupe in enumerate(self.players):
            held = self.puccini is not None and same_name(self.puccini) == same_name(troupe.name)
            if held and troupe.staging > STAGING_OF_HOLDER:
                yield Problem(("players", i, "staging"), "turandot/doubt.staging-holder", {"count": troupe.staging})


def elements(players: int) -> int:
    """Return how many staging elements a whole game can bring: none in the fourth round."""
    return STAGING_OF_A_ROUND[players] * (ROUNDS - 1)


class Company(Outcome):
    """How a player's singers are cast."""

    casting: tuple[int, ...]
    """For each role in order, the index of its singer."""
    best: int
    """The best total that can be reached with them."""
    castings_examined: int
    best_castings: int
    """How many castings reach it."""


class FinalOutcome(Outcome):
    """The castings, and what the imaginary player of a game for two has."""

    players: dict[Name, Company]
    imaginary_total: Annotated[int | None, ONLY_FOR_TWO] = None
    imaginary_wins: Annotated[bool | None, ONLY_FOR_TWO] = None


def score(record: Final) -> Result[FinalOutcome]:
    """Score each troupe (Russian rulebook, the end of the game), cast as told or as well as can be."""
    two = record.imaginary is not None
    left = max(0, elements(len(record.players)) - sum(troupe.staging for troupe in record.players))
    scores: list[Score] = []
    companies: dict[str, Company] = {}
    for troupe in record.players:
        own, company = own_score(troupe, record)
        lines = [
            line.lacking(of_a_troupe, line, troupe.singers, company.casting, troupe.director, left)
            for line in own.lines
        ]
        scores.append(Score(own.name, tuple(lines), notes=own.notes))
        companies[troupe.name] = company
    imaginary = _imaginary(record, scores)
    beaten = bool(imaginary) and imaginary[-1].reason == IMAGINARY_WINS
    winners, ladder = ((), ()) if beaten else _winners(scores)
    outcome = FinalOutcome(
        players=companies,
        imaginary_total=sum(line.points for line in imaginary) if two else None,
        imaginary_wins=beaten if two else None,
    )
    return Result(players=tuple(scores), lines=imaginary, winners=winners, ladder=ladder, outcome=outcome)


def own_score(troupe: Troupe, record: Final) -> tuple[Score, Company]:
    """Score a troupe and tell how it is cast, whatever the others have; of the table only who holds Puccini counts."""
    best = best_casting(troupe.singers, per_favourite(troupe.director))
    casting = troupe.roles or best.casting
    lines = list(troupe_lines(troupe.singers, casting, troupe.director, troupe.staging))
    holder: str | None = read_field(record, "puccini", None)
    if record.is_for_two and holder is not None:
        held = same_name(holder) == same_name(troupe.name)
        lines.append(PUCCINI(-PUCCINI_PENALTY).under(HELD_AT_THE_END) if held else NO_PUCCINI())
    lost = best.points - casting_points(troupe.singers, casting, per_favourite(troupe.director))
    advice = _advice(troupe, casting, best, lost).under(*_readings(troupe, best))
    own = Score(troupe.name, tuple(lines), notes=(advice,))
    return own, Company(
        casting=casting, best=own.total + lost, castings_examined=CASTINGS, best_castings=best.reached_by
    )


def _advice(troupe: Troupe, casting: Casting, best: Best, lost: int) -> Line:
    """Say how good the casting is among all, and how a worse one is mended."""
    cast = _cast(troupe.singers, casting, per_favourite(troupe.director))
    if best.reached_by == CASTINGS:
        return ALL_ALIKE(cast=cast, examined=CASTINGS)
    if troupe.roles is None:
        return BEST(cast=cast, reached=best.reached_by, examined=CASTINGS)
    if not lost:
        return OWN_IS_BEST(cast=cast, reached=best.reached_by, examined=CASTINGS)
    pairs = mending(troupe.singers, casting, per_favourite(troupe.director))
    swaps = [SWAP(one=one, other=other) for one, other in pairs]
    return OWN_IS_WORSE(cast=cast, lost=lost, swaps=swaps, examined=CASTINGS, reached=best.reached_by)


def _readings(troupe: Troupe, best: Best) -> Iterator[Reading]:
    """Tell which readings decide what the best casting is and gives, even where the player's own meets none."""
    if best.reached_by < CASTINGS:
        yield FREE
    each = per_favourite(troupe.director)
    if is_loved_amiss(troupe.singers) and best_casting(troupe.singers, each, worth_at_most).points > best.points:
        yield LOVED
    if each > 1 and best_casting(troupe.singers, 1).points < best.points:
        yield FAVOURITES_TWICE


def _cast(singers: Sequence[Singer], casting: Casting, each: int) -> list[Line]:
    """Tell who sings what, and what that gives or costs; a favourite role gives `each`."""
    return [
        (FAVOURITE_ROLE if favourite(singer) == role else ROLE)(
            worth(singer, role, each), role=role, stars=stars(singer), sex=sex(singer), type=kind(singer)
        )
        for role, singer in zip(ROLES, (singers[i] for i in casting), strict=True)
    ]


def _imaginary(record: Final, scores: Sequence[Score]) -> tuple[Line, ...]:
    """Score the imaginary player, whose singers sing in the order in which they came, and who must beat both."""
    if record.imaginary is None:
        return ()
    singers, each = record.imaginary.singers, per_favourite(record.imaginary.director)
    by_stars, *more = troupe_lines(singers, IN_ORDER, record.imaginary.director, staging=0)
    casting = IMAGINARY(cast=_cast(singers, IN_ORDER, each)).under(LIKE_ANYONE, when=any(line.points for line in more))
    lines = [replace(line, whose="imaginary") for line in (casting, by_stars, *more)]
    total = sum(line.points for line in lines)
    most = max(score.total for score in scores)
    if total > most:
        return (*lines, IMAGINARY_WINS(total=total, most=most).lacking(POINTS, count=total - most))
    return (*lines, IMAGINARY_LOSES(total=total, most=most).under(LEVEL, when=total == most))


def _winners(scores: Sequence[Score]) -> tuple[tuple[str, ...], tuple[Line, ...]]:
    """Name who has the most points; on a tie the most stars, whatever else gave points; then they share."""
    tied = [scores[place] for place in leaders([score.total for score in scores])]
    if len(tied) == 1:
        return (tied[0].name,), ()
    by_stars = {score.name: score.lines[0].points for score in tied}
    winners = tuple(tied[place].name for place in leaders(list(by_stars.values())))
    shared = TIE_SHARED if len(winners) == len(tied) else TIE_SHARED_BY_MOST
    return winners, ((TIE_BREAK if len(winners) == 1 else shared)(**by_stars),)
