"""Histrio, the end of a season: matching actors, shows that please the King, the best of them, Secret Requests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from callboard_scoring.fields import Name, Seats, Typed, above, count
from callboard_scoring.games.histrio.near_misses import an_actor, levels_to_be_best, levels_to_please
from callboard_scoring.games.histrio.pieces import (
    COLOURS,
    ECUS,
    ENCOUNTER_CARDS,
    TREASURY,
    Actor,
    Ecus,
    Mood,
    owed,
)
from callboard_scoring.games.histrio.theatre import experience, mood_of, other
from callboard_scoring.ledger import Line, Outcome, Result, Score, Value, latest, reading, reason
from callboard_scoring.problems import Check, Problem
from callboard_scoring.records import Record, Seat, read_field

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
PAID_ANYWAY = reading("histrio/season-matching-actors.paid-anyway")
LEVEL_DIFFERENCE = reading("histrio/season-pleasing-show.level")
OWNER_CHOOSES = reading("histrio/chameleon.owner-chooses")
CHAMELEON_ALONE = reading("histrio/chameleon.alone")
SECOND_REQUEST = reading("histrio/season-secret-request.second-season")
CONDITION_AGAIN = reading("histrio/season-secret-request.condition-again")

ECUS_PER_ACTOR = 1
REWARDS = {1: 3, 2: 5}
"""Ecus for a show that pleases, by season; the best show gets them twice."""
REQUESTS_SCORED = {1: 1, 2: 2}
"""The most Secret Requests that can pay at the end of each season (both rulebooks, the season's count)."""


class Player(Seat):
    """What lies before one player at the end of a season."""

    troupe: Annotated[tuple[Actor, ...], Field(max_length=ENCOUNTER_CARDS), Typed(r"[CT]\d*")]
    chameleons: Annotated[int, count(0, ENCOUNTER_CARDS), Typed("X", counts=True)]
    requests: Annotated[tuple[Ecus, ...], Typed(r"\+\S*")]
    """The ecus that each Secret Request scored now pays."""


class Season(Record):
    """The table at the end of a season."""

    season: Annotated[int, count(1, 2)]
    mood: Mood
    players: Annotated[tuple[Player, ...], Seats(2, COLOURS)]

    def checks(self) -> tuple[Check, ...]:
        """Look across the players: the requests that a season allows, the deck, the coins."""
        return self._requests, self._deck

    def doubts(self) -> tuple[Check, ...]:
        """Look at the coins that all players are paid."""
        return (self._coins,)

    def _requests(self) -> Iterator[Problem]:
        limit = REQUESTS_SCORED[self.season]
        for i, player in enumerate(self.players):
            scored = len(read_field(player, "requests", ()))
            yield from above(limit, scored, ("players", i, "requests"), "histrio/error.requests")

    def _deck(self) -> Iterator[Problem]:
        return above(ENCOUNTER_CARDS, cards_laid(self), ("players",), "histrio/error.encounter-cards")

    def _coins(self) -> Iterator[Problem]:
        return owed(sum(paid.total for paid in score(self).players), ("players",))


def cards_laid(record: Season) -> int:
    """Return how many Encounter cards lie before all players."""
    return sum(len(player.troupe) + player.chameleons for player in record.players)


class Show(Outcome):
    """How a player's troupe suits the King's mood."""

    difference: int
    """The difference of experience, positive toward the King's mood."""


class SeasonOutcome(Outcome):
    """What comes of a season's count beside ecus."""

    players: dict[Name, Show]


def difference(player: Player, mood: Mood) -> int:
    """Return the player's difference of experience, positive toward the King's mood.

    A chameleon counts as an actor of level 1 of either kind (both rulebooks); its owner's best choice is the mood.
    """
    return experience(player.troupe, mood) - experience(player.troupe, other(mood)) + player.chameleons


@latest
def score(record: Season) -> Result[SeasonOutcome]:
    """Count the ecus of a season in the order of the rulebooks: actors, pleasing shows, the best show, requests."""
    differences = {player.name: difference(player, record.mood) for player in record.players}
    room = ENCOUNTER_CARDS - cards_laid(record)
    players = [Score(player.name, tuple(_lines(player, record, differences, room))) for player in record.players]
    is_owed = sum(paid.total for paid in players) > ECUS
    return Result(
        players=tuple(replace(paid, lines=_under_treasury(paid.lines)) if is_owed else paid for paid in players),
        outcome=SeasonOutcome(players={name: Show(difference=size) for name, size in differences.items()}),
    )


def _under_treasury(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Say under what is paid last, the requests, that the treasury has not enough: no rulebook tells what happens."""
    return tuple(line.under(TREASURY, when=line.reason is REQUEST and line.points > 0) for line in lines)


def _lines(player: Player, record: Season, differences: dict[str, int], room: int) -> Iterator[Line]:
    """Yield all lines of a player: the own ones, with the best show before the requests; `room` is for more cards."""
    mood = record.mood
    paid, show, *requests = own_lines(player, record)
    yield paid if paid.points else paid.lacking(an_actor, mood, ECUS_PER_ACTOR, room)
    if not show.points:
        show = show.lacking(levels_to_please, differences[player.name], mood, room)
    by_others = OWNER_CHOOSES not in show.readings and _choice_matters(player, differences)
    yield show.under(OWNER_CHOOSES, when=by_others)
    best = _best_show(player.name, differences, REWARDS[record.season])
    yield best if best.points else best.lacking(levels_to_be_best, player.name, differences, mood, room)
    yield from requests


def own_lines(player: Player, record: Season) -> Iterator[Line]:
    """Yield the lines of a player that are so whatever the others have: actors, whether the show pleases, requests."""
    mood, alone = record.mood, {player.name: difference(player, record.mood)}
    yield _matching_actors(player, mood).under(PAID_ANYWAY, when=_is_paid_anyway(player, mood))
    show = _pleasing_show(player, mood, REWARDS[record.season])
    yield show.under(OWNER_CHOOSES, when=_choice_matters(player, alone)).under(
        CHAMELEON_ALONE, when=player.chameleons and not player.troupe
    )
    for number, ecus in enumerate(player.requests, 1):
        yield REQUEST(ecus, ecus=ecus).under(SECOND_REQUEST, CONDITION_AGAIN, when=number > REQUESTS_SCORED[1])
    if not player.requests:
        yield NO_REQUEST()


def _is_paid_anyway(player: Player, mood: Mood) -> bool:
    """Tell whether actors are paid of a show that does not please the King."""
    return difference(player, mood) <= 0 and bool(matching(player, mood))


def _choice_matters(player: Player, differences: dict[str, int]) -> bool:
    """Tell whether any show would be rewarded otherwise if the player's chameleons counted against the mood."""
    if not player.chameleons:
        return False
    against = {**differences, player.name: differences[player.name] - 2 * player.chameleons}
    return times_rewarded(against) != times_rewarded(differences)


def times_rewarded(differences: Mapping[str, int], least: int = 1) -> dict[str, int]:
    """Return how often each show is rewarded that pleases, with so great a difference at least: the best twice."""
    best = max(differences.values())
    return {name: 1 + (size == best) for name, size in differences.items() if size >= least}


def matching(player: Player, mood: Mood) -> list[Actor]:
    """Return the actors of a troupe who match the mood."""
    return [actor for actor in player.troupe if mood_of(actor) == mood]


def _matching_actors(player: Player, mood: Mood) -> Line:
    """1 ecu for each actor that matches the mood, whether or not the show pleases; a chameleon is no actor."""
    actors = matching(player, mood)
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
    if not player.troupe:  # and no chameleon either, or there would be a difference
        return NO_SHOW().under(LEVEL_DIFFERENCE)
    return (LEVEL_WITH_CHAMELEONS if with_chameleons else LEVEL)(**values).under(LEVEL_DIFFERENCE)


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
