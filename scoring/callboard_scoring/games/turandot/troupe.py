"""Turandot, what one troupe scores with its casting: stars, staging elements, favourite roles, mismatches, director."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from callboard_scoring.games.turandot.casting import Casting, favourite, is_mismatch, kind, sex, stars
from callboard_scoring.games.turandot.pieces import DIRECTORS, ROLES, TYPES, Singer
from callboard_scoring.ledger import Line, reading, reason

# NOTE: %(stars.sum)s is a sum such as 3 + 2 + 1.
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

LOVED = reading("turandot/score-mismatch.loved")
FAVOURITES_TWICE = reading("turandot/directors.favourites")


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


def troupe_lines(singers: Sequence[Singer], casting: Casting, director: str, staging: int) -> Iterator[Line]:
    """Score a troupe in the order of the rulebook: stars, staging elements, favourite roles, mismatches, director."""
    cast = {role: singers[i] for i, role in zip(casting, ROLES, strict=True)}
    counts = found(singers, casting, staging)
    yield STARS(sum(map(stars, singers)), stars=list(map(stars, singers)))
    yield STAGING(staging, count=staging) if staging else NO_STAGING()
    loved = [role for role, singer in cast.items() if favourite(singer) == role]
    if loved:
        yield FAVOURITES(len(loved), roles=loved)
    else:
        yield NO_FAVOURITE_CAST() if any(map(favourite, singers)) else NO_FAVOURITE_SHOWN()
    wrong = [role for role, singer in cast.items() if is_mismatch(singer, role)]
    both = any(role in loved for role in wrong)
    yield MISMATCHES(-len(wrong), roles=wrong).under(LOVED, when=both) if wrong else NO_MISMATCH()
    yield _director(director, counts)


def _director(director: str, counts: Counter[str]) -> Line:
    effect = DIRECTORS[director]
    plus = counts[effect.plus] if effect.plus else 0
    minus = counts[effect.minus] if effect.minus else 0
    if effect.plus == "six-types" and not plus:
        return TYPES_MISSING(types=[each for each in TYPES if not counts[each]])
    line = DIRECTOR[director](effect.points * (plus - minus), plus=plus, minus=minus)
    return line.under(FAVOURITES_TWICE, when=effect.plus == "favourite" and plus)
