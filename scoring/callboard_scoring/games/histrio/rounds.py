"""Histrio while it is played: the end of a season, the Court, and a player alone in a city."""

from __future__ import annotations

from collections.abc import Iterator

from callboard_scoring.games.histrio.city import resolve
from callboard_scoring.games.histrio.records import City, Court, Mood, Player, Season
from callboard_scoring.games.histrio.theatre import (
    BALANCED,
    NETTED,
    STOPPED,
    experience,
    influence,
    mood_of,
    other,
    sector,
    told,
)
from callboard_scoring.ledger import Line, Result, Score, Value, reason

# NOTE: %(count:comedian)s is the number with its noun; %(actors.token)s lists the cards.
COMEDIANS = reason("histrio/season-matching-actors.comedy")
# NOTE: %(count:tragedian)s is the number with its noun.
TRAGEDIANS = reason("histrio/season-matching-actors.tragedy")
# NOTE: no comedian in the troupe, and the King wants a comedy.
NO_COMEDIANS = reason("histrio/season-matching-actors.no-comedy")
NO_TRAGEDIANS = reason("histrio/season-matching-actors.no-tragedy")
# NOTE: %(own)s is the sum of levels that match the mood, %(against)s the other sum, %(difference)s what is left.
PLEASES = reason("histrio/season-pleasing-show.pleases")
# NOTE: the same with %(chameleons)s chameleons, one level each.
PLEASES_WITH_CHAMELEONS = reason("histrio/season-pleasing-show.pleases-with-chameleons")
# NOTE: the difference is zero.
LEVEL = reason("histrio/season-pleasing-show.level")
LEVEL_WITH_CHAMELEONS = reason("histrio/season-pleasing-show.level-with-chameleons")
# NOTE: neither actor nor chameleon.
NO_SHOW = reason("histrio/season-pleasing-show.no-show")
# NOTE: the difference is toward the other mood; %(difference)s is its size there.
WRONG_MOOD = reason("histrio/season-pleasing-show.wrong-mood")
WRONG_MOOD_WITH_CHAMELEONS = reason("histrio/season-pleasing-show.wrong-mood-with-chameleons")
# NOTE: the greatest difference of all pleasing shows.
BEST = reason("histrio/season-best-show.best", best=True)
# NOTE: the only show that pleases.
ONLY = reason("histrio/season-best-show.only", best=True)
# NOTE: %(others)s share the greatest difference; each is doubled.
SHARED = reason("histrio/season-best-show.shared", best=True)
# NOTE: %(best)s is the greatest difference, %(names)s whose it is.
SURPASSED = reason("histrio/season-best-show.surpassed")
# NOTE: a show that does not please cannot be the best.
NOT_PLEASING = reason("histrio/season-best-show.not-pleasing")
# NOTE: one Secret Request that pays %(ecus:ecu)s.
REQUEST = reason("histrio/season-secret-request.paid")
NO_REQUEST = reason("histrio/season-secret-request.none")

ECUS_PER_ACTOR = 1
REWARDS = {1: 3, 2: 5}
"""Ecus for a show that pleases, by season; the best show gets them twice."""


def difference(player: Player, mood: Mood) -> int:
    """Return the player's difference of experience, positive toward the King's mood.

    A chameleon counts as an actor of level 1 of either kind (both rulebooks); its owner's best choice is the mood.
    """
    return experience(player.troupe, mood) - experience(player.troupe, other(mood)) + player.chameleons


def season(record: Season) -> Result:
    """Count the ecus of a season in the order of the rulebooks: actors, pleasing shows, the best show, requests."""
    differences = {player.name: difference(player, record.mood) for player in record.players}
    return Result(
        players=tuple(Score(player.name, tuple(_lines(player, record, differences))) for player in record.players),
        outcome={"players": {name: {"difference": size} for name, size in differences.items()}},
    )


def _lines(player: Player, record: Season, differences: dict[str, int]) -> Iterator[Line]:
    yield _matching_actors(player, record.mood)
    yield _pleasing_show(player, record.mood, REWARDS[record.season])
    yield _best_show(player.name, differences, REWARDS[record.season])
    for ecus in player.requests:
        yield REQUEST(ecus, ecus=ecus)
    if not player.requests:
        yield NO_REQUEST()


def _matching_actors(player: Player, mood: Mood) -> Line:
    """1 ecu for each actor that matches the mood, whether or not the show pleases; a chameleon is no actor."""
    actors = [actor for actor in player.troupe if mood_of(actor) == mood]
    some, none = (COMEDIANS, NO_COMEDIANS) if mood == "comedy" else (TRAGEDIANS, NO_TRAGEDIANS)
    if not actors:
        return none(count=0)
    return some(len(actors) * ECUS_PER_ACTOR, count=len(actors), actors=actors)


def _pleasing_show(player: Player, mood: Mood, reward: int) -> Line:
    """Give the reward where the difference matches the mood; zero has no direction, so it matches neither."""
    size = difference(player, mood)
    values: dict[str, Value] = {
        "own": experience(player.troupe, mood),
        "against": experience(player.troupe, other(mood)),
        "chameleons": player.chameleons,
        "difference": abs(size),
        "mood": mood,
        "toward": mood if size > 0 else other(mood),
    }
    with_chameleons = bool(player.chameleons)
    if size > 0:
        return (PLEASES_WITH_CHAMELEONS if with_chameleons else PLEASES)(reward, **values)
    if size < 0:
        return (WRONG_MOOD_WITH_CHAMELEONS if with_chameleons else WRONG_MOOD)(**values)
    if not player.troupe and not with_chameleons:
        return NO_SHOW()
    return (LEVEL_WITH_CHAMELEONS if with_chameleons else LEVEL)(**values)


def _best_show(name: str, differences: dict[str, int], reward: int) -> Line:
    """Give the reward once more for the greatest difference among pleasing shows, to every player tied at it."""
    own = differences[name]
    if own <= 0:
        return NOT_PLEASING()
    pleasing = [size for size in differences.values() if size > 0]
    best = max(pleasing)
    names = [who for who, size in differences.items() if size == best]
    if own < best:
        return SURPASSED(difference=own, best=best, names=names)
    others = [who for who in names if who != name]
    if others:
        return SHARED(reward, difference=own, others=others)
    return (BEST if len(pleasing) > 1 else ONLY)(reward, difference=own)


def court(record: Court) -> Result:
    """Move the needle by the actors that come to the Court together: they are netted first, then it moves once."""
    comedy, tragedy = (experience(record.actors, mood) for mood in ("comedy", "tragedy"))
    movement = influence(record.needle, record.actors, record.dial)
    net = abs(comedy - tragedy)
    lines: list[Line] = []
    if len(record.actors) > 1:
        toward = "comedy" if comedy > tragedy else "tragedy"
        values: dict[str, Value] = {"comedy": comedy, "tragedy": tragedy, "actors": list(record.actors)}
        lines.append(NETTED(**values, moved=net, toward=toward) if net else BALANCED(**values))
    lines.append(told(movement))
    if movement.moved < net:
        lines.append(STOPPED(dial=record.dial, lost=net - movement.moved))
    return Result(
        lines=tuple(lines),
        outcome={
            "needle": movement.after,
            "moved": movement.moved,
            "toward": movement.toward,
            "mood": sector(movement.after),
            "changed": movement.changed,
        },
    )


def city(record: City) -> Result:
    """Resolve a city that one player visits alone, card by card, and what becomes of the purses and the theatre."""
    done = resolve(record)
    movement = done.movement or influence(record.needle, [])
    return Result(
        players=tuple(Score(name, tuple(done.lines[name]), ecus) for name, ecus in record.ecus.items()),
        outcome={
            "ecus": done.ecus,
            "kept": done.kept,
            "discarded": done.discarded,
            "managers": {"supply": done.supply, "theatre": done.theatre},
            "recovered": done.recovered,
            "needle": movement.after,
            "changed": movement.changed,
        },
    )
