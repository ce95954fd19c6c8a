"""The Magnificent: the least that was missing for a master card that gives nothing, if the box still has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from callboard_scoring.games.magnificent.cards import CONDITIONS, Card, points_halved, points_now
from callboard_scoring.games.magnificent.grid import column_name, is_even, nearest_column, nearest_row
from callboard_scoring.games.magnificent.holders import Holder, clear_dice_left, coins_left, shared_left
from callboard_scoring.ledger import Line, Reason, reason

ONE: Mapping[str, Reason] = {
    "small-tiles-colour": reason("magnificent/master-conditions.one-small-tile-colour"),
    "large-tiles-colour": reason("magnificent/master-conditions.one-large-tile-colour"),
    "tiles-colour": reason("magnificent/master-conditions.one-tile-colour"),
    "small-tiles": reason("magnificent/master-conditions.one-small-tile"),
    "large-tiles": reason("magnificent/master-conditions.one-large-tile"),
    "tents": reason("magnificent/master-conditions.one-tent"),
    # NOTE: two squares of one colour side by side, which any tile covers.
    "rectangle": reason("magnificent/master-conditions.one-tile-laid"),
    "columns": reason("magnificent/master-conditions.one-column"),
    "rows": reason("magnificent/master-conditions.one-row"),
    "trainers": reason("magnificent/master-conditions.one-trainer"),
    "artist": reason("magnificent/master-conditions.one-poster-artist"),
    "artists": reason("magnificent/master-conditions.one-poster"),
    "fire-posters": reason("magnificent/master-conditions.one-poster-symbol"),
    # NOTE: a clear die, even one that shows 1, among the four.
    "clear-dice": reason("magnificent/master-conditions.one-clear-die"),
    "coloured-gems": reason("magnificent/master-conditions.one-coloured-gem"),
}
"""What meets a condition once, in a sentence about what it would give; a flat card and dice give some always."""
# NOTE: the same of a coin that was there and could have been paid for the card.
COIN_PAID = reason("magnificent/master-conditions.one-coin-paid")
# NOTE: %(count:coin)s more would leave one to pay for the card.
COINS_MORE = reason("magnificent/master-conditions.coins-more")
# NOTE: the fullest row is %(row)s from the top, with %(count:cell)s that no tile covers; so for a column.
ROW = reason("magnificent/master-conditions.lacks-row")
COLUMN = reason("magnificent/master-conditions.lacks-column")
# NOTE: %(more)s is what the card lacks, %(points:points)s what it would give with that.
LACKS = reason("magnificent/master-card-scoring.lacks")
# NOTE: the hat on a space with %(least)s or a higher number; which numbers there are only the board shows.
HAT = reason("magnificent/master-card-scoring.lacks-hat")
# NOTE: the other players have all of what the card counts.
ALL_TAKEN = reason("magnificent/master-card-scoring.all-taken")
# NOTE: each row, or column, of the camp as drawn has a gap that is smaller than any tile.
NO_ROOM = reason("magnificent/master-card-scoring.no-room")
# NOTE: nothing helps a card with a maximum of %(max)s.
NEVER = reason("magnificent/master-card-scoring.never")
# NOTE: as for a card scored in a round, and then half of %(raw)s, %(points:points)s.
HALF_LACKS = reason("magnificent/final-master-cards.lacks")
HALF_HAT = reason("magnificent/final-master-cards.lacks-hat")
HALF_ALL_TAKEN = reason("magnificent/final-master-cards.all-taken")
HALF_NO_ROOM = reason("magnificent/final-master-cards.no-room")
HALF_NEVER = reason("magnificent/final-master-cards.never")

SMALLEST_RECTANGLE = 2
"""The cells of one colour that any tile covers side by side, whatever its shape."""


@dataclass(frozen=True)
class Lacking:
    """One way to score a card, as far as it can give nothing."""

    lacks: Reason
    hat: Reason
    all_taken: Reason
    no_room: Reason
    never: Reason
    least: int
    """The fewest points of a card, before they are halved where they are, that give any."""


NOW = Lacking(LACKS, HAT, ALL_TAKEN, NO_ROOM, NEVER, 1)
LATER = Lacking(HALF_LACKS, HALF_HAT, HALF_ALL_TAKEN, HALF_NO_ROOM, HALF_NEVER, 2)


def card_lacks(
    card: Card, player: Holder, players: Sequence[Holder], coins: int, way: Lacking = NOW
) -> tuple[Line, ...]:
    """Tell what a card lacks that gives nothing, or what stands against it; nothing where it gives points.

    `coins` are those that the player can still pay for the card; below 0, those short for the dice.
    """
    points = points_now if way is NOW else points_halved
    return () if points(card, player.dice) else tuple(_lacks(card, player, players, coins, way))


def _lacks(card: Card, player: Holder, players: Sequence[Holder], coins: int, way: Lacking) -> Iterator[Line]:
    each = CONDITIONS[card.condition].points
    least = max(ceil(way.least / each), SMALLEST_RECTANGLE if card.condition == "rectangle" else 1)
    if card.max is not None and card.max < way.least:
        yield way.never(max=card.max)
    elif card.condition == "hat":
        yield way.hat(least=least)
    elif _is_taken(card.condition, least, player, players):
        yield way.all_taken()
    elif (more := _more(card.condition, player, players, coins)) is not None:
        raw = each * least if card.max is None else min(each * least, card.max)
        points = raw if way is NOW else raw // 2
        yield way.lacks(more=[more], count=least, raw=raw, points=points)
    elif card.condition in ("rows", "columns"):
        yield way.no_room()


def _is_taken(condition: str, count: int, player: Holder, players: Sequence[Holder]) -> bool:
    """Tell whether the other players have so much of what all share that a condition cannot be met so often."""
    if condition == "clear-dice":
        return not clear_dice_left(players)
    return shared_left(condition, player, players) < count


def _more(condition: str, player: Holder, players: Sequence[Holder], coins: int) -> Line | None:
    """Name what meets a condition that is not met; None where the box does not have it."""
    if condition == "coins-paid":
        missing = 1 - coins
        if coins > 0:
            return COIN_PAID()
        return COINS_MORE(count=missing) if missing <= coins_left(players) else None
    if condition in ("rows", "columns") and is_even(player.grid):
        return row_lacked(player.grid) if condition == "rows" else column_lacked(player.grid)
    return ONE[condition]()


def row_lacked(grid: Sequence[str]) -> Line | None:
    """Tell which row is the nearest to a full one, of a camp that has none; None where tiles can fill none any more."""
    nearest = nearest_row(grid)
    return None if nearest is None else ROW(row=nearest[0] + 1, count=nearest[1])


def column_lacked(grid: Sequence[str]) -> Line | None:
    """Tell which column is the nearest to a full one; None where tiles can fill none any more."""
    nearest = nearest_column(grid)
    return None if nearest is None else COLUMN(column=column_name(nearest[0]), count=nearest[1])
