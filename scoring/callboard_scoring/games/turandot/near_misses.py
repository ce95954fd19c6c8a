"""Turandot: what was missing for a line of a troupe that gave nothing, or a bid that hired nobody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from callboard_scoring.games.turandot.casting import (
    NO_FAVOURITE_CAST,
    NO_FAVOURITE_SHOWN,
    NO_STAGING,
    Casting,
    casting_points,
    favourite,
    kind,
    per_favourite,
)
from callboard_scoring.games.turandot.pieces import DIRECTORS, MONEY, ROLES, TYPES, Singer
from callboard_scoring.ledger import Line, reason

# NOTE: %(points:points)s is what one staging element would give. So in all that a troupe lacks.
ELEMENT = reason("turandot/score-staging.lacks-element")
# NOTE: if %(one.token)s and %(other.token)s changed singers; in all %(more:points)s more.
SWAPPED = reason("turandot/score-favourites.lacks-swap")
# NOTE: the same, but what is lost on other roles is as much or more.
SWAPPED_IN_VAIN = reason("turandot/score-favourites.lacks-swap-in-vain")
SINGER = reason("turandot/score-favourites.lacks-singer")
# NOTE: one more singer of this type, %(type.kind)s.
TYPE = reason("turandot/score-director.lacks-type")
# NOTE: %(count:missing-type)s is how many types are not in the company.
MISSING_TYPES = reason("turandot/score-director.lacks-types")
INDEFINITE = reason("turandot/score-director.lacks-indefinite")
FAVOURITE = reason("turandot/score-director.lacks-favourite")
MORE_STAGING = reason("turandot/score-director.lacks-element")
# NOTE: with %(count:missing-point)s for the better of the two players the imaginary one would not have won.
POINTS = reason("turandot/two-players.lacks-points")
# NOTE: %(count:missing-money)s on the same number would have hired %(what.hired)s.
HIGHER = reason("turandot/hiring.lacks-money")
# NOTE: on %(numbers.token)s nobody bid.
UNRIVALLED = reason("turandot/hiring.lacks-number")
HIGHER_THAN_TIE = reason("turandot/hiring-ties.lacks-money")
UNRIVALLED_BY_TIE = reason("turandot/hiring-ties.lacks-number")
# NOTE: a lone money card hired nobody; on %(numbers.token)s nobody bid. So in the next.
INSTEAD = reason("turandot/stagehands.lacks-number")
INSTEAD_OF_ROUND_FOUR = reason("turandot/director-round.lacks-number")


def of_a_troupe(
    line: Line, singers: Sequence[Singer], casting: Casting, director: str, elements_left: int
) -> Iterator[Line]:
    """Yield what a line of a troupe lacks that gave nothing; `elements_left` can still have been hired by anybody."""
    if line.reason == NO_STAGING and elements_left:
        yield ELEMENT(points=1)
    elif line.reason == NO_FAVOURITE_CAST:
        yield _best_swap(singers, casting, per_favourite(director))
    elif line.reason == NO_FAVOURITE_SHOWN:
        yield SINGER(points=1)
    elif line.reason.rule == TYPE.rule and not line.points:
        yield from _of_a_director(singers, director, elements_left)


def _best_swap(singers: Sequence[Singer], casting: Casting, each: int) -> Line:
    """Tell which two roles, changing singers, would have a favourite role sung; the swap that gives most in all."""
    before = casting_points(singers, casting, each)
    swaps: dict[tuple[str, str], int] = {}
    for place, singer in enumerate(casting):
        role = favourite(singers[singer])
        if role is not None:
            other = ROLES.index(role)
            swapped = list(casting)
            swapped[place], swapped[other] = swapped[other], swapped[place]
            swaps[ROLES[place], role] = casting_points(singers, tuple(swapped), each) - before
    one, other_role = max(swaps, key=swaps.__getitem__)
    more = swaps[one, other_role]
    if more > 0:
        return SWAPPED(one=one, other=other_role, more=more)
    return SWAPPED_IN_VAIN(one=one, other=other_role)


def _of_a_director(singers: Sequence[Singer], director: str, elements_left: int) -> Iterator[Line]:
    """Yield what a director lacks to give points who gave none."""
    effect = DIRECTORS[director]
    kinds = list(map(kind, singers))
    if effect.plus in TYPES:
        # A singer of the other type may have to go for the new one, who then counts twice.
        only_both = set(kinds) <= {effect.plus, effect.minus}
        yield TYPE(type=effect.plus, points=effect.points * (2 if only_both else 1))
    elif effect.plus == "six-types":
        yield MISSING_TYPES(count=len(set(TYPES) - set(kinds)), points=effect.points)
    elif effect.plus == "indefinite":
        yield INDEFINITE(points=effect.points)
    elif effect.plus == "favourite":
        yield FAVOURITE(points=effect.points)
    elif effect.plus == "staging" and elements_left:
        yield MORE_STAGING(points=effect.points)


def to_hire(line: Line, money: int, top: int, free: Sequence[int], what: str) -> Iterator[Line]:
    """Yield what a bid lacks that hired nobody: more money than the highest on its number, or a number of its own.

    There is one number more than players, so that somewhere nobody bids.
    """
    if top < MONEY:
        higher = HIGHER if line.reason.rule == HIGHER.rule else HIGHER_THAN_TIE
        yield higher(count=top + 1 - money, what=what)
    yield from a_number(line, free)


def a_number(line: Line, free: Sequence[int]) -> Iterator[Line]:
    """Yield the numbers on which nobody bid, and a bid that hired nobody would have had no rival."""
    alone = (UNRIVALLED, UNRIVALLED_BY_TIE, INSTEAD, INSTEAD_OF_ROUND_FOUR)
    yield next(one for one in alone if one.rule == line.reason.rule)(numbers=list(free))
