"""Turandot: common mistakes inside a line at the end of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from callboard_scoring.claimed_totals import Otherwise
from callboard_scoring.fields import same_name
from callboard_scoring.games.turandot.casting import Casting, found, is_mismatch, kind, sex, stars
from callboard_scoring.games.turandot.final import PUCCINI_PENALTY, Final, Troupe
from callboard_scoring.games.turandot.pieces import DIRECTORS, ROLES, TYPES, Singer
from callboard_scoring.ledger import Line, Value, reason

# NOTE: the only singer who has so many stars, as the card shows him or her.
STARS_FORGOTTEN = reason("turandot/score-stars.forgotten")
STARS_TWICE = reason("turandot/score-stars.twice")
# NOTE: one of %(count)s singers who have so many stars.
ONES_STARS_FORGOTTEN = reason("turandot/score-stars.one-forgotten")
ONES_STARS_TWICE = reason("turandot/score-stars.one-twice")
# NOTE: one of %(count)s elements.
ELEMENT_FORGOTTEN = reason("turandot/score-staging.one-forgotten")
# NOTE: the same, and so it is for the director who gives points for elements.
ELEMENT_FORGOTTEN_TWICE = reason("turandot/score-director.element-forgotten")
# NOTE: one of %(count)s favourite roles that are sung.
FAVOURITE_FORGOTTEN = reason("turandot/score-favourites.one-forgotten")
FAVOURITE_FORGOTTEN_TWICE = reason("turandot/score-director.favourite-forgotten")
# NOTE: one of %(count)s roles sung by the opposite sex.
MISMATCH_FORGOTTEN = reason("turandot/score-mismatch.one-forgotten")
# NOTE: %(plus)s is what the director gives, %(minus)s what he takes.
MINUS_FORGOTTEN = reason("turandot/score-director.minus-forgotten")
PLUS_FORGOTTEN = reason("turandot/score-director.plus-forgotten")
MINUS_ADDED = reason("turandot/score-director.minus-added")
# NOTE: %(points:points)s taken, though one of the six types is not there.
TYPES_TAKEN = reason("turandot/score-director.types-taken")
# NOTE: %(holder)s holds Puccini, and somebody else took off the point.
PUCCINI_OF_OTHER = reason("turandot/two-players.puccini-of-other")


def final(record: Final, castings: Mapping[str, Casting]) -> Iterator[Otherwise]:
    """Yield what is counted wrong in each troupe, cast so, and who takes off the point for Puccini unduly."""
    for troupe in record.players:
        lines = (
            *_stars(troupe.singers),
            *_one_forgotten(troupe, castings[troupe.name]),
            *_director(troupe, castings[troupe.name]),
        )
        yield from (Otherwise(troupe.name, line.points, line) for line in lines)
        if record.puccini is not None and same_name(record.puccini) != same_name(troupe.name):
            line = PUCCINI_OF_OTHER(-PUCCINI_PENALTY, holder=record.puccini)
            yield Otherwise(troupe.name, line.points, line)


def _stars(singers: Sequence[Singer]) -> Iterator[Line]:
    """Yield the stars of one singer forgotten, and counted twice; of several with as many it may be any one."""
    for number, count in Counter(map(stars, singers)).items():
        only = next(singer for singer in singers if stars(singer) == number)
        if count == 1:
            values: dict[str, Value] = {"stars": number, "sex": sex(only), "type": kind(only)}
            yield STARS_FORGOTTEN(-number, **values)
            yield STARS_TWICE(number, **values)
        else:
            yield ONES_STARS_FORGOTTEN(-number, stars=number, count=count)
            yield ONES_STARS_TWICE(number, stars=number, count=count)


def _one_forgotten(troupe: Troupe, casting: Casting) -> Iterator[Line]:
    """Yield one of several things forgotten, by itself and where the director gives a point for it too."""
    counts = found(troupe.singers, casting, troupe.staging)
    effect = DIRECTORS[troupe.director]
    elements, favourites = counts["staging"], counts["favourite"]
    if elements > 1:  # the only one is the whole line
        yield ELEMENT_FORGOTTEN(-1, count=elements)
        if effect.plus == "staging":
            yield ELEMENT_FORGOTTEN_TWICE(-1 - effect.points, count=elements)
    if favourites > 1:
        yield FAVOURITE_FORGOTTEN(-1, count=favourites)
        if effect.plus == "favourite":
            yield FAVOURITE_FORGOTTEN_TWICE(-1 - effect.points, count=favourites)
    wrong = sum(is_mismatch(troupe.singers[place], role) for place, role in zip(casting, ROLES, strict=True))
    if wrong > 1:
        yield MISMATCH_FORGOTTEN(1, count=wrong)


def _director(troupe: Troupe, casting: Casting) -> Iterator[Line]:
    """Yield what is counted wrong of the director: one half of what he does, or his points for a type that lacks."""
    effect, counts = DIRECTORS[troupe.director], found(troupe.singers, casting, troupe.staging)
    plus, minus = (effect.points * counts[what] if what else 0 for what in (effect.plus, effect.minus))
    if plus and minus:  # either alone is the whole line
        yield MINUS_FORGOTTEN(minus, plus=plus, minus=minus)
        yield PLUS_FORGOTTEN(-plus, plus=plus, minus=minus)
        yield MINUS_ADDED(2 * minus, plus=plus, minus=minus)
    if effect.plus == "six-types" and sum(1 for each in TYPES if not counts[each]) == 1:
        yield TYPES_TAKEN(effect.points, points=effect.points)
