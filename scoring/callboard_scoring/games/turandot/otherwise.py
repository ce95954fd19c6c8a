"""Turandot: the totals of players who count differently, cast differently, or read an open rule the other way."""

from __future__ import annotations

from collections.abc import Iterator

from callboard_scoring.claimed_totals import Otherwise
from callboard_scoring.games.turandot import common_mistakes
from callboard_scoring.games.turandot.casting import (
    FAVOURITES_TWICE,
    LOVED,
    Casting,
    Worth,
    best_casting,
    casting_points,
    other_castings,
    per_favourite,
    swaps,
    worth,
    worth_at_most,
)
from callboard_scoring.games.turandot.final import HELD_AT_THE_END, PUCCINI_PENALTY, SWAP, Final, Troupe, score
from callboard_scoring.ledger import Reading, reason

# NOTE: what another casting gives, %(swaps)s from the one that was scored: %(difference:points)s fewer.
FEWER = reason("turandot/casting-roles.fewer")
# NOTE: the same, with more.
MORE = reason("turandot/casting-roles.more")


def final(record: Final) -> Iterator[Otherwise]:
    """Yield what is otherwise at the end: who sings what, what favourite roles are worth, and who holds Puccini."""
    result = score(record)
    yield from common_mistakes.final(record, {name: one.casting for name, one in result.outcome.players.items()})
    for troupe in record.players:
        yield from _castings(troupe, result.outcome.players[troupe.name].casting)
        yield from _readings(troupe)
    for scored in result.players:
        if record.imaginary is not None:
            held = any(HELD_AT_THE_END in line.readings for line in scored.lines)
            yield Otherwise(scored.name, PUCCINI_PENALTY if held else -PUCCINI_PENALTY, HELD_AT_THE_END)


def _castings(troupe: Troupe, casting: Casting) -> Iterator[Otherwise]:
    """Yield each total of another casting, and how one that has it is made of the casting that was scored."""
    each = per_favourite(troupe.director)
    ours = casting_points(troupe.singers, casting, each)
    for points, other in other_castings(troupe.singers, casting, each).items():
        difference = points - ours
        swapped = [SWAP(one=one, other=another) for one, another in swaps(casting, other)]
        why = (MORE if difference > 0 else FEWER)(difference, swaps=swapped, difference=abs(difference))
        yield Otherwise(troupe.name, difference, why)


def _readings(troupe: Troupe) -> Iterator[Otherwise]:
    """Yield what favourite roles would be worth by another reading: with the casting told, or the best by that one."""
    each = per_favourite(troupe.director)
    ours = _worth(troupe, each)
    others: tuple[tuple[Reading, int], ...] = (
        (LOVED, _worth(troupe, each, worth_at_most)),
        (FAVOURITES_TWICE, _worth(troupe, 1)),
    )
    for why, points in others:
        yield Otherwise(troupe.name, points - ours, why)


def _worth(troupe: Troupe, each: int, worth: Worth = worth) -> int:
    """Return what the casting told gives, or the best one where none is told."""
    if troupe.roles is None:
        return best_casting(troupe.singers, each, worth).points
    return casting_points(troupe.singers, troupe.roles, each, worth)


OTHERWISE = {"final": final}
"""What people decide differently, by stage."""
