"""The Magnificent, picking from the display in the order of hats at the end of a round."""

from __future__ import annotations

from collections.abc import Iterator

from callboard_scoring.games.magnificent.records import Hats, Picks
from callboard_scoring.ledger import Line, Result, Score, reason

# NOTE: %(place)s is the hat's space from the bottom, %(number)s the place in the order.
PICK = reason("magnificent/display-choice.pick")
PICK_CARD = reason("magnificent/display-choice.pick-card")
# NOTE: the lower hat, from space %(place)s.
TAKE_BACK = reason("magnificent/display-choice.take-back")
# NOTE: with a free space between the hats the higher player picks, then discards one of two sets.
GAP = reason("magnificent/display-choice-two-players.gap")
# NOTE: without one the lower player picks one of the two sets that are left and discards the other.
NO_GAP = reason("magnificent/display-choice-two-players.no-gap")
# NOTE: %(count)s hats stand higher, so as many sets from the top are discarded first.
SOLO = reason("magnificent/solo.discard")
SOLO_FREE = reason("magnificent/solo.no-discard")
# NOTE: %(names)s from the bottom of the track in the next round.
SLIDE = reason("magnificent/next-round.slide")
SOLO_SLIDE = reason("magnificent/solo.slide")
THE_END = reason("magnificent/game-end.the-end")

LAST = 3
TWO = 2


def picks(record: Picks) -> Result:
    """Tell who picks when, who discards, and who begins the next round (Russian rulebook, the end of a round)."""
    highest = {player.name: max(player.hats) for player in record.players}
    order = sorted(highest, key=lambda name: -highest[name])
    above = sum(dummy > max(highest.values()) for dummy in record.dummies)
    gap = len(order) == TWO and highest[order[0]] - highest[order[1]] > 1
    return Result(
        players=tuple(
            Score(player.name, (), notes=tuple(_notes(player, record, order)))
            for player in sorted(record.players, key=lambda player: order.index(player.name))
        ),
        lines=tuple(_afterwards(record, order, above, gap=gap)),
        scored=False,
        outcome={
            "order": order,
            "hats": highest,
            "taken_back": {player.name: min(player.hats) for player in record.players if len(player.hats) == TWO},
            "discards": order[0] if gap else order[1] if len(order) == TWO else None,
            "sets_discarded": above,
            "first_player": None if record.round == LAST else order[-1],
        },
    )


def _notes(player: Hats, record: Picks, order: list[str]) -> Iterator[Line]:
    if len(player.hats) == TWO:
        yield TAKE_BACK(place=min(player.hats))
    if len(record.players) > 1:
        why = PICK_CARD if record.round == LAST else PICK
        yield why(number=order.index(player.name) + 1, place=max(player.hats))


def _afterwards(record: Picks, order: list[str], above: int, *, gap: bool) -> Iterator[Line]:
    if len(order) == TWO:
        yield GAP(name=order[0], other=order[1]) if gap else NO_GAP(name=order[1])
    if len(order) == 1:
        yield SOLO(count=above) if above else SOLO_FREE()
    if record.round == LAST:
        yield THE_END()
    else:
        yield SLIDE(names=order[::-1], name=order[-1]) if len(order) > 1 else SOLO_SLIDE()
