"""Turandot, the end of the game: stars, staging, roles and the director, with the best casting found and proved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from callboard_scoring.games.turandot.casting import (
    CASTINGS,
    Best,
    Casting,
    best_casting,
    casting_points,
    favourite,
    is_mismatch,
    kind,
    mending,
    sex,
    stars,
)
from callboard_scoring.games.turandot.records import DIRECTORS, ROLES, TYPES, Final, Singer, Troupe
from callboard_scoring.ledger import Line, Result, Score, reason
from callboard_scoring.ranking import leaders
from callboard_scoring.records import same_name

# NOTE: %(stars)s is a sum such as 3 + 2 + 1.
STARS = reason("turandot/score-stars.stars")
STAGING = reason("turandot/score-staging.elements")
NO_STAGING = reason("turandot/score-staging.none")
# NOTE: %(roles.token)s are the roles whose singers love them.
FAVOURITES = reason("turandot/score-favourites.roles")
# NOTE: favourite roles are shown on cards, but nobody sings his or hers.
NO_FAVOURITE_CAST = reason("turandot/score-favourites.none-cast")
NO_FAVOURITE_SHOWN = reason("turandot/score-favourites.none-shown")
# NOTE: %(roles.token)s are the roles sung by the opposite sex.
MISMATCHES = reason("turandot/score-mismatch.roles")
NO_MISMATCH = reason("turandot/score-mismatch.none")
# NOTE: %(plus)s and %(minus)s are how many of each there are. So for all directors.
DIRECTOR = {
    "goths": reason("turandot/score-director.goths"),
    "comedians": reason("turandot/score-director.comedians"),
    "alternatives": reason("turandot/score-director.alternatives"),
    "classicals": reason("turandot/score-director.classicals"),
    "favourites": reason("turandot/score-director.favourites"),
    "staging": reason("turandot/score-director.staging"),
    "six-types": reason("turandot/score-director.six-types"),
    "indefinite": reason("turandot/score-director.indefinite"),
    "none": reason("turandot/score-director.none"),
}
# NOTE: %(types.kind)s are the types that are not in the company.
TYPES_MISSING = reason("turandot/score-director.types-missing")
# NOTE: this player holds Puccini at the end of a game for two.
PUCCINI = reason("turandot/two-players.puccini")
NO_PUCCINI = reason("turandot/two-players.no-puccini")
# NOTE: %(cast.token)s tells for each role who sings it; %(reached:casting)s of %(examined)s are as good.
BEST = reason("turandot/casting-roles.best")
# NOTE: all castings give the same.
ALL_ALIKE = reason("turandot/casting-roles.all-alike")
# NOTE: the player's own casting is one of the best.
OWN_IS_BEST = reason("turandot/casting-roles.own-is-best")
# NOTE: it gives %(lost:points)s less than the best; %(swaps.token)s mend it.
OWN_IS_WORSE = reason("turandot/casting-roles.own-is-worse")
# NOTE: %(cast.token)s as above, in the order of arrival. The lines of the imaginary player's points follow.
IMAGINARY = reason("turandot/two-players.imaginary")
IMAGINARY_WINS = reason("turandot/two-players.imaginary-wins")
IMAGINARY_LOSES = reason("turandot/two-players.imaginary-loses")
# NOTE: %(*)s is each leader with the sum of stars.
TIE_BREAK = reason("turandot/tie-break.stars")
# NOTE: the same, with equal stars for the winners.
TIE_SHARED = reason("turandot/tie-break.shared")

PUCCINI_PENALTY = 1
IN_ORDER: Casting = tuple(range(len(ROLES)))
"""The imaginary player's casting: the singers keep the order in which they came."""


def found(singers: Sequence[Singer], casting: Casting, staging: int) -> Counter[str]:
    """Count all that a director may give or take points for."""
    counts = Counter(map(kind, singers))
    counts["six-types"] = int(all(counts[each] for each in TYPES))
    counts["indefinite"] = sum(sex(singer) == "indefinite" for singer in singers)
    counts["favourite"] = sum(favourite(singers[i]) == role for i, role in zip(casting, ROLES, strict=True))
    counts["staging"] = staging
    return counts


def per_favourite(director: str) -> int:
    """Return the points for a singer in the favourite role: 1, and 1 more from the director who loves them."""
    effect = DIRECTORS[director]
    return 1 + (effect.points if effect.plus == "favourite" else 0)


def final(record: Final) -> Result:
    """Score each troupe (Russian rulebook, the end of the game), cast as told or as well as can be."""
    two = record.imaginary is not None
    scores: list[Score] = []
    outcomes: dict[str, Mapping[str, object]] = {}
    for troupe in record.players:
        best = best_casting(troupe.singers, per_favourite(troupe.director))
        casting = troupe.roles or best.casting
        lines = list(_lines(troupe.singers, casting, troupe.director, troupe.staging))
        if two:
            held = record.puccini is not None and same_name(record.puccini) == same_name(troupe.name)
            lines.append(PUCCINI(-PUCCINI_PENALTY) if held else NO_PUCCINI())
        lost = best.points - casting_points(troupe.singers, casting, per_favourite(troupe.director))
        score = Score(troupe.name, tuple(lines), notes=(_advice(troupe, casting, best, lost),))
        scores.append(score)
        outcomes[troupe.name] = {
            "casting": list(casting),
            "best": score.total + lost,
            "castings_examined": CASTINGS,
            "best_castings": best.reached_by,
        }
    imaginary = _imaginary(record, scores)
    beaten = bool(imaginary) and imaginary[-1].reason == IMAGINARY_WINS
    winners, ladder = ((), ()) if beaten else _winners(scores)
    outcome: dict[str, object] = {"players": outcomes}
    if imaginary:
        outcome |= {"imaginary_total": sum(line.points for line in imaginary), "imaginary_wins": beaten}
    return Result(players=tuple(scores), lines=imaginary, winners=winners, ladder=ladder, outcome=outcome)


def _lines(singers: Sequence[Singer], casting: Casting, director: str, staging: int) -> Iterator[Line]:
    """Score in the order of the rulebook: stars, staging elements, favourite roles, mismatches, director."""
    cast = {role: singers[i] for i, role in zip(casting, ROLES, strict=True)}
    counts = found(singers, casting, staging)
    yield STARS(sum(map(stars, singers)), stars=" + ".join(str(stars(singer)) for singer in singers))
    yield STAGING(staging, count=staging) if staging else NO_STAGING()
    loved = [role for role, singer in cast.items() if favourite(singer) == role]
    if loved:
        yield FAVOURITES(len(loved), roles=loved)
    else:
        yield NO_FAVOURITE_CAST() if any(map(favourite, singers)) else NO_FAVOURITE_SHOWN()
    wrong = [role for role, singer in cast.items() if is_mismatch(singer, role)]
    yield MISMATCHES(-len(wrong), roles=wrong) if wrong else NO_MISMATCH()
    yield _director(director, counts)


def _director(director: str, counts: Counter[str]) -> Line:
    effect = DIRECTORS[director]
    plus = counts[effect.plus] if effect.plus else 0
    minus = counts[effect.minus] if effect.minus else 0
    if effect.plus == "six-types" and not plus:
        return TYPES_MISSING(types=[each for each in TYPES if not counts[each]])
    return DIRECTOR[director](effect.points * (plus - minus), plus=plus, minus=minus)


def _advice(troupe: Troupe, casting: Casting, best: Best, lost: int) -> Line:
    """Say how good the casting is among all, and how a worse one is mended."""
    cast = _cast(troupe.singers, casting)
    if best.reached_by == CASTINGS:
        return ALL_ALIKE(cast=cast, examined=CASTINGS)
    if troupe.roles is None:
        return BEST(cast=cast, reached=best.reached_by, examined=CASTINGS)
    if not lost:
        return OWN_IS_BEST(cast=cast, reached=best.reached_by, examined=CASTINGS)
    swaps = [f"{one} ↔ {other}" for one, other in mending(troupe.singers, casting, per_favourite(troupe.director))]
    return OWN_IS_WORSE(cast=cast, lost=lost, swaps=swaps, examined=CASTINGS, reached=best.reached_by)


def _cast(singers: Sequence[Singer], casting: Casting) -> list[str]:
    """Tell who sings what; a heart stands for the favourite role."""
    cast = zip(ROLES, (singers[i] for i in casting), strict=True)
    return [
        f"{role}: {stars(singer)}★ {sex(singer)} · {kind(singer)}{' ♥' * (favourite(singer) == role)}"
        for role, singer in cast
    ]


def _imaginary(record: Final, scores: Sequence[Score]) -> tuple[Line, ...]:
    """Score the imaginary player, whose singers sing in the order in which they came, and who must beat both."""
    if record.imaginary is None:
        return ()
    singers = record.imaginary.singers
    lines = [
        IMAGINARY(cast=_cast(singers, IN_ORDER)),
        *(replace(line, whose="imaginary") for line in _lines(singers, IN_ORDER, record.imaginary.director, staging=0)),
    ]
    total = sum(line.points for line in lines)
    most = max(score.total for score in scores)
    return (*lines, (IMAGINARY_WINS if total > most else IMAGINARY_LOSES)(total=total, most=most))


def _winners(scores: Sequence[Score]) -> tuple[tuple[str, ...], tuple[Line, ...]]:
    """Name who has the most points; on a tie the most stars, whatever else gave points; then they share."""
    tied = [scores[place] for place in leaders([score.total for score in scores])]
    if len(tied) == 1:
        return (tied[0].name,), ()
    by_stars = {score.name: score.lines[0].points for score in tied}
    winners = tuple(tied[place].name for place in leaders(list(by_stars.values())))
    return winners, ((TIE_BREAK if len(winners) == 1 else TIE_SHARED)(**by_stars),)
