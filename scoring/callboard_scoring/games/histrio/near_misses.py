"""Histrio: what was missing for a rule that gave nothing: actors or their levels, ecus in a purse, a manager."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from callboard_scoring.games.histrio.pieces import LEVELS, Mood
from callboard_scoring.ledger import Line, reason

# NOTE: %(mood.actor)s is any actor who plays for the mood, %(ecus:ecu)s what that actor would bring.
ACTOR = reason("histrio/season-matching-actors.lacks-actor")
# NOTE: %(count:missing-level)s %(mood.actors)s stands for "2 more levels of comedians". So in the next two.
PLEASING_LEVELS = reason("histrio/season-pleasing-show.lacks-levels")
# NOTE: with so many levels more the show would be as good as the best, and be rewarded as that too.
EQUALLING_LEVELS = reason("histrio/season-best-show.lacks-levels")
# NOTE: nobody's show pleases; with so many levels more this one would, and be the best.
WINNING_LEVELS = reason("histrio/season-best-show.lacks-levels-alone")
# NOTE: %(names)s are opponents who have something.
OTHER_VICTIM = reason("histrio/actor-level-2.lacks-victim")
# NOTE: %(victim)s is the opponent in whose purse %(count:missing-ecu)s would be needed.
VICTIMS_ECUS = reason("histrio/actor-level-2.lacks-ecus")
# NOTE: %(ecus:ecu)s is what the theatre would bring with the player's own manager in it.
MANAGER = reason("histrio/actor-level-3.lacks-manager")
# NOTE: %(count:missing-ecu)s in the player's own purse.
OWN_ECUS = reason("histrio/actor-level-5.lacks-ecus")


def an_actor(mood: Mood, ecus: int, room: int) -> Iterator[Line]:
    """Yield what a troupe without an actor of the mood lacks, if the Encounter cards leave room for one."""
    if room:
        yield ACTOR(mood=mood, ecus=ecus)


def levels_to_please(difference: int, mood: Mood, room: int) -> Iterator[Line]:
    """Yield what a show lacks whose difference is not toward the mood: to be that it needs 1 level at least."""
    count = 1 - difference
    if count <= room * LEVELS:
        yield PLEASING_LEVELS(count=count, mood=mood)


def levels_to_be_best(name: str, differences: Mapping[str, int], mood: Mood, room: int) -> Iterator[Line]:
    """Yield what a show lacks to equal the best that pleases; where none does, to please alone."""
    best = max(differences.values())
    count = max(best, 1) - differences[name]
    if count <= room * LEVELS:
        yield (EQUALLING_LEVELS if best > 0 else WINNING_LEVELS)(count=count, mood=mood)


def something_to_steal(victim: str | None, purses: Mapping[str, int], missed: Sequence[str | None]) -> Iterator[Line]:
    """Yield what an actor of level 2 lacks to steal: another victim, where one has something, or ecus in a purse.

    `purses` are the opponents' at this card, `missed` the victims from whom earlier cards stole nothing: those cards
    would take from the purse first, and where nobody was named it would have to be named for them.
    """
    rich = [name for name, ecus in purses.items() if ecus]
    if rich:
        yield OTHER_VICTIM(names=rich)
        return
    needed = {name: 1 + sum(other in (name, None) for other in missed) for name in purses}
    name = victim or min(needed, key=needed.__getitem__)
    yield VICTIMS_ECUS(count=needed[name], victim=name)


def a_manager(theatre: int) -> Iterator[Line]:
    """Yield what an actor of level 3 lacks whose player has no manager in supply, while the theatre is empty."""
    if not theatre:
        yield MANAGER(ecus=1)


def ecus_to_pay(unpaid: int) -> Line:
    """Return what was missing to keep an actor of level 5: an ecu, and one for each earlier unpaid card."""
    return OWN_ECUS(count=1 + unpaid)
