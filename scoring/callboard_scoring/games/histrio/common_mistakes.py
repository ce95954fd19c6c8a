"""Histrio: common mistakes inside a line, or by applying a neighbouring rule."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from callboard_scoring.claimed_totals import Otherwise, differing
from callboard_scoring.games.histrio.city import PLACED, City, resolve
from callboard_scoring.games.histrio.season import (
    ECUS_PER_ACTOR,
    REWARDS,
    Player,
    Season,
    difference,
    matching,
    score,
    times_rewarded,
)
from callboard_scoring.games.histrio.theatre import level, other
from callboard_scoring.ledger import reason

# NOTE: one of several matching actors is not counted.
ACTOR_FORGOTTEN = reason("histrio/season-matching-actors.one-forgotten")
# NOTE: %(mood.actor)s is an actor who plays for the mood that the King does not want.
OTHER_KIND = reason("histrio/season-matching-actors.other-kind")
CHAMELEON_PAID = reason("histrio/season-matching-actors.chameleon-paid")
# NOTE: %(levels.sum)s is the sum of the levels of the matching actors.
BY_LEVEL = reason("histrio/season-matching-actors.by-level")
# NOTE: as if the King wanted %(mood.wanted)s.
OTHER_MOOD = reason("histrio/season-pleasing-show.other-mood")
# NOTE: %(other:ecu)s is the reward of season %(season)s, %(own)s the right one.
OTHER_REWARD = reason("histrio/season-pleasing-show.other-season")
# NOTE: the same for the doubling of the best show alone.
OTHER_DOUBLING = reason("histrio/season-best-show.other-season")
# NOTE: the same for the show and for its doubling.
OTHER_REWARDS = reason("histrio/season-best-show.other-season-twice")
# NOTE: %(names)s have the best show, and somebody else took the doubling.
TAKEN = reason("histrio/season-best-show.taken")
# NOTE: %(card.token)s is the actor of level 3.
OWN_MANAGER = reason("histrio/actor-level-3.own-forgotten")


def season(record: Season) -> Iterator[Otherwise]:
    """Yield what is counted wrong at the end of a season: actors, by which mood, and what a show is worth."""
    sizes = {player.name: difference(player, record.mood) for player in record.players}
    times = times_rewarded(sizes)
    best = [name for name, number in times.items() if number > 1]
    reward = REWARDS[record.season]
    (beside,) = REWARDS.keys() - {record.season}
    values = {"own": reward, "other": REWARDS[beside], "season": beside}
    for player in record.players:
        yield from _actors(player, record)
        number = times.get(player.name, 0)
        each = REWARDS[beside] - reward
        if number:
            yield Otherwise(player.name, each, OTHER_REWARD(each, **values))
        if number > 1:
            yield Otherwise(player.name, each, OTHER_DOUBLING(each, **values))
            yield Otherwise(player.name, number * each, OTHER_REWARDS(number * each, **values))
        elif number:
            yield Otherwise(player.name, reward, TAKEN(reward, names=best))
    against = record.model_copy(update={"mood": other(record.mood)})
    yield from differing(score(record), score(against), OTHER_MOOD(mood=against.mood))


def _actors(player: Player, record: Season) -> Iterator[Otherwise]:
    """Yield what is counted wrong among the actors that are paid, whether or not the show pleases."""
    paid = matching(player, record.mood)
    if len(paid) > 1:  # the only one is the whole line
        yield Otherwise(player.name, -ECUS_PER_ACTOR, ACTOR_FORGOTTEN(-ECUS_PER_ACTOR))
    if len(paid) < len(player.troupe):
        yield Otherwise(player.name, ECUS_PER_ACTOR, OTHER_KIND(ECUS_PER_ACTOR, mood=other(record.mood)))
    if player.chameleons:
        yield Otherwise(player.name, ECUS_PER_ACTOR, CHAMELEON_PAID(ECUS_PER_ACTOR))
    levels = [level(actor) for actor in paid]
    more = sum(levels) - len(paid) * ECUS_PER_ACTOR
    yield Otherwise(player.name, more, BY_LEVEL(more, levels=levels))


def city(record: City) -> Iterator[Otherwise]:
    """Yield the mistake of one player alone in a city: the manager just placed does not collect."""
    done = resolve(record)
    lines = done.lines[done.player]
    purse = list(accumulate((line.points for line in lines), initial=record.ecus[done.player]))
    for place, line in enumerate(lines):
        still_pays = min(purse[place + 1 :]) > 0  # with an ecu less nothing else changes
        if line.reason is PLACED and line.points > 1 and still_pays:  # with the only one it is the whole line
            yield Otherwise(done.player, -1, OWN_MANAGER(-1, card=line.values["card"]))
