"""Histrio: the totals of players who count differently, or read an open rule the other way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from callboard_scoring.claimed_totals import Otherwise
from callboard_scoring.games.histrio import common_mistakes
from callboard_scoring.games.histrio.city import MUST_PAY, NO_MANAGER, City, resolve
from callboard_scoring.games.histrio.season import (
    CHAMELEON_ALONE,
    LEVEL_DIFFERENCE,
    OWNER_CHOOSES,
    PAID_ANYWAY,
    REQUESTS_SCORED,
    REWARDS,
    SECOND_REQUEST,
    Season,
    difference,
    score,
    times_rewarded,
)
from callboard_scoring.games.histrio.theatre import level
from callboard_scoring.ledger import Line, Reading, Score

NO_EFFECT = "C4"
"""An actor who does nothing in a city."""


def season(record: Season) -> Iterator[Otherwise]:
    """Yield what is otherwise at the end of a season: who is paid, whose show pleases, and how many requests pay."""
    yield from common_mistakes.season(record)
    for paid in score(record).players:
        yield from (Otherwise(paid.name, -line.points, PAID_ANYWAY) for line in _under(PAID_ANYWAY, paid))
        if _under(SECOND_REQUEST, paid):  # one of the two cards alone would pay; which is the new one nobody typed
            requests = paid.lines[-REQUESTS_SCORED[2] :]
            yield from (Otherwise(paid.name, -line.points, SECOND_REQUEST) for line in requests)
    ours = {player.name: difference(player, record.mood) for player in record.players}
    yield from _shows(record, ours, ours, LEVEL_DIFFERENCE, least=0)
    alone = {player.name: 0 for player in record.players if not player.troupe}
    yield from _shows(record, ours, {**ours, **alone}, CHAMELEON_ALONE)
    for others in _decided_by_others(record, ours):
        yield from _shows(record, ours, others, OWNER_CHOOSES)


def _under(reading: Reading, paid: Score) -> list[Line]:
    """Return the lines that a reading decides."""
    return [line for line in paid.lines if reading in line.readings]


def _shows(
    record: Season, ours: Mapping[str, int], other: Mapping[str, int], why: Reading, least: int = 1
) -> Iterator[Otherwise]:
    """Yield whose shows are paid otherwise where differences are others, or please from another size on."""
    before, after = times_rewarded(ours), times_rewarded(other, least)
    for name in ours:
        yield Otherwise(name, REWARDS[record.season] * (after.get(name, 0) - before.get(name, 0)), why)


def _decided_by_others(record: Season, ours: Mapping[str, int]) -> Iterator[Mapping[str, int]]:
    """Yield the differences where some of a player's chameleons count against the mood, and where all of all do."""
    for player in record.players:
        for number in range(1, player.chameleons + 1):
            yield {**ours, player.name: ours[player.name] - 2 * number}
    yield {player.name: ours[player.name] - 2 * player.chameleons for player in record.players}


def city(record: City) -> Iterator[Otherwise]:
    """Yield what is otherwise for one player alone in a city: managers that none joins, and wages refused."""
    yield from common_mistakes.city(record)
    done = resolve(record)
    after = resolve(record.model_copy(update={"cards": tuple(_without_managers(record))}))
    for name, ecus in after.ecus.items():
        yield Otherwise(name, ecus - done.ecus[name], NO_MANAGER)
    paid = [line for line in done.lines[done.player] if MUST_PAY in line.readings]
    at_court = record.send_to_court is not None and level(record.send_to_court) == 5  # noqa: PLR2004  # was paid
    for number in range(1, len(paid) - at_court + 1):
        yield Otherwise(done.player, -sum(line.points for line in paid[:number]), MUST_PAY)


def _without_managers(record: City) -> Iterator[str]:
    """Yield the cards of a city; an actor of level 3 for whom no manager is left is replaced by one without effect."""
    supply = record.managers.supply
    for card in record.cards:
        if card in ("C3", "T3"):
            yield card if supply > 0 else NO_EFFECT
            supply -= 1
        else:
            yield card


OTHERWISE = {"season": season, "city": city}
"""What people decide differently, by stage."""
