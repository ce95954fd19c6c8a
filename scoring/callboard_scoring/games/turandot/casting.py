"""The best of all castings of six singers in six roles, with proof, and the score of any one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import permutations
from math import factorial, prod
from typing import Annotated, Any

from pydantic import Field, ValidationInfo, WithJsonSchema, WrapValidator
from pydantic_core import PydanticCustomError

from callboard_scoring.games.turandot.pieces import DIRECTORS, ROLES, SINGERS, TYPES, Singer
from callboard_scoring.ledger import Line, reading, reason
from callboard_scoring.words import NO_WORDS, spell

CASTINGS = factorial(SINGERS)
"""All castings of six singers in six roles: 720."""
SEX = {"turandot": "female", "calaf": "male", "liu": "female", "ping": "male", "pong": "male", "pang": "male"}
"""The sex of each role (Russian rulebook, the course of the game)."""


def _casting(raw: Any, handler: Any, info: ValidationInfo) -> tuple[int, ...]:
    """Read a casting as indices of singers in the order of roles, or as roles in the order of singers."""
    wrong = PydanticCustomError("turandot/error.roles", "turandot/error.roles", {"options": list(ROLES)})
    if isinstance(raw, (list, tuple)) and any(isinstance(item, str) for item in raw):
        roles = [
            spell(item, info.context or NO_WORDS) if isinstance(item, str) else item for item in raw[: SINGERS + 1]
        ]
        if sorted(map(str, roles)) != sorted(ROLES):
            raise wrong
        raw = tuple(roles.index(role) for role in ROLES)
    indices: tuple[int, ...] = handler(raw)
    if sorted(indices) != list(range(SINGERS)):
        raise wrong
    return indices


Casting = Annotated[
    tuple[Annotated[int, Field(strict=True)], ...],
    WrapValidator(_casting),
    WithJsonSchema(
        {
            "type": "array",
            "minItems": SINGERS,
            "maxItems": SINGERS,
            "uniqueItems": True,
            "items": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": SINGERS - 1}, {"enum": list(ROLES)}]},
        }
    ),
]
"""For each role, in the order of the characters, the index of its singer."""


_kept = lru_cache(maxsize=4096)
"""Keeps what a card says: there are a few hundred different ones."""


@_kept
def stars(singer: Singer) -> int:
    """Return a singer's stars, 1-3."""
    return int(singer.split()[0])


@_kept
def sex(singer: Singer) -> str:
    """Return a singer's sex: male, female or indefinite."""
    return singer.split()[1]


@_kept
def kind(singer: Singer) -> str:
    """Return a singer's type, such as goth."""
    return singer.split()[2]


@_kept
def favourite(singer: Singer) -> str | None:
    """Return the singer's favourite role, if the card shows one."""
    words = singer.split()
    return words[3] if len(words) > 3 else None  # noqa: PLR2004  # stars, sex, type


def is_mismatch(singer: Singer, role: str) -> bool:
    """Tell whether the singer is of the sex opposite to the role's; the indefinite sing any role."""
    return sex(singer) not in (SEX[role], "indefinite")


def is_loved_amiss(singers: Sequence[Singer]) -> bool:
    """Tell whether any singer's favourite role is of the opposite sex."""
    loved = ((singer, favourite(singer)) for singer in singers)
    return any(role is not None and is_mismatch(singer, role) for singer, role in loved)


@_kept
def worth(singer: Singer, role: str, per_favourite: int) -> int:
    """Return the points that depend on who sings this role: the favourite role gives some, the wrong sex takes 1."""
    return per_favourite * (favourite(singer) == role) - is_mismatch(singer, role)


def worth_at_most(singer: Singer, role: str, per_favourite: int) -> int:
    """Return what `worth` does if a favourite role of the opposite sex took no point, which no rulebook says."""
    return per_favourite if favourite(singer) == role else worth(singer, role, per_favourite)


Worth = Callable[[Singer, str, int], int]
"""What depends on who sings a role, by what reading of the rules: `worth`, or `worth_at_most`."""


@dataclass(frozen=True)
class Best:
    """The best castings of six singers."""

    points: int
    """What the casting itself gives: favourite roles less mismatches."""
    casting: Casting
    """One of the best: the first in the order of indices."""
    reached_by: int
    """How many castings are as good."""


_Alike = tuple[int | None, ...]
"""For each singer the last one before who is worth the same in every role, if there is one."""
_Sets = Mapping[int, tuple[tuple[int, int], ...]]
"""Sets of singers that sing already, the largest first: who may sing the next role, each with the set after."""


def _alike(worths: Sequence[tuple[int, ...]]) -> _Alike:
    """Return who is like whom, of singers who are worth so much in each role."""
    last: dict[tuple[int, ...], int] = {}
    found: list[int | None] = []
    for singer, each in enumerate(worths):
        found.append(last.get(each))
        last[each] = singer
    return tuple(found)


def _number(singer: int, alike: _Alike) -> int:
    """Return which of those who are alike a singer is: 1 for the first."""
    before = alike[singer]
    return 1 if before is None else 1 + _number(before, alike)


@cache
def _sets(alike: _Alike) -> tuple[_Sets, int]:
    """Return the sets in which of singers who are alike an earlier one sings an earlier role.

    The number beside them is how many castings each such casting stands for. There are 203 ways to be alike.
    """

    def is_next(singer: int, used: int) -> bool:
        before = alike[singer]
        return not used >> singer & 1 and (before is None or bool(used >> before & 1))

    sets = {0}
    for _ in range(SINGERS):
        sets |= {used | 1 << one for used in sets for one in range(SINGERS) if is_next(one, used)}
    found = {
        used: tuple((one, used | 1 << one) for one in range(SINGERS) if is_next(one, used))
        for used in sorted(sets, reverse=True)[1:]
    }
    return found, prod(_number(singer, alike) for singer in range(SINGERS))


def _values(singers: Sequence[Singer], per_favourite: int, worth: Worth) -> list[tuple[int, ...]]:
    """Return for each role what each singer is worth in it."""
    return list(zip(*[_worths(singer, per_favourite, worth) for singer in singers], strict=True))


@_kept
def _worths(singer: Singer, per_favourite: int, worth: Worth) -> tuple[int, ...]:
    """Return what a singer is worth in each role."""
    return tuple(worth(singer, role, per_favourite) for role in ROLES)


def best_casting(singers: Sequence[Singer], per_favourite: int, worth: Worth = worth) -> Best:
    """Find the best casting, exactly: for each set of singers left, the best of the roles that remain.

    The 64 sets, fewer where singers are alike, cover all 720 orders. `per_favourite` is what a favourite role gives:
    1 point, 2 under the director who loves them; `worth` is by what reading of the rules. On a tie the first casting in
    the order of indices is given.
    """
    worths = [_worths(singer, per_favourite, worth) for singer in singers]
    values = list(zip(*worths, strict=True))
    sets, alike = _sets(_alike(worths))
    whole = (1 << SINGERS) - 1
    most = [0] * (whole + 1)
    ways = [0] * whole + [alike]
    for used, steps in sets.items():
        row = values[used.bit_count()]
        top, number = -SINGERS - 1, 0
        for singer, after in steps:
            value = row[singer] + most[after]
            if value > top:
                top, number = value, ways[after]
            elif value == top:
                number += ways[after]
        most[used], ways[used] = top, number
    casting: list[int] = []
    used = 0
    for row in values:
        for singer, after in sets[used]:
            if row[singer] + most[after] == most[used]:
                casting.append(singer)
                used = after
                break
    return Best(most[0], tuple(casting), ways[0])


def casting_points(singers: Sequence[Singer], casting: Casting, per_favourite: int, worth: Worth = worth) -> int:
    """Return what a casting itself gives: favourite roles less mismatches; `worth` is by what reading of the rules."""
    return sum(worth(singers[i], role, per_favourite) for i, role in zip(casting, ROLES, strict=True))


def swaps(casting: Casting, other: Casting) -> list[tuple[str, str]]:
    """Return the swaps of two roles' singers, as few as possible, that turn one casting into the other."""
    now = list(casting)
    done: list[tuple[str, str]] = []
    for place, singer in enumerate(other):
        if now[place] != singer:
            elsewhere = now.index(singer)
            now[place], now[elsewhere] = now[elsewhere], now[place]
            done.append((ROLES[place], ROLES[elsewhere]))
    return done


@cache
def _nearest_first() -> tuple[tuple[int, ...], ...]:
    """Return all orders of six, those first that take the fewest swaps."""
    orders = permutations(range(SINGERS))
    return tuple(sorted(orders, key=lambda order: len(swaps(tuple(range(SINGERS)), order))))


def _from(singers: Sequence[Singer], casting: Casting, per_favourite: int) -> Iterator[tuple[int, Casting]]:
    """Yield what each casting gives, and the casting: this one first, then those that take the fewest swaps from it."""
    values = _values(singers, per_favourite, worth)
    for order in _nearest_first():
        other = tuple(casting[place] for place in order)
        yield sum(row[singer] for row, singer in zip(values, other, strict=True)), other


def other_castings(singers: Sequence[Singer], casting: Casting, per_favourite: int) -> dict[int, Casting]:
    """Return all that other castings give, each with a casting that takes the fewest swaps from this one."""
    found: dict[int, Casting] = {}
    for points, other in _from(singers, casting, per_favourite):
        found.setdefault(points, other)
    return {points: other for points, other in found.items() if other != tuple(casting)}


def mending(singers: Sequence[Singer], casting: Casting, per_favourite: int) -> list[tuple[str, str]]:
    """Return the fewest swaps that make a casting one of the best; none where it is one already."""
    best = best_casting(singers, per_favourite).points
    return next(swaps(casting, other) for points, other in _from(singers, casting, per_favourite) if points == best)


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
