"""What every player has when master cards are scored, and what a whole table of players cannot have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Protocol

from callboard_scoring.checks import above
from callboard_scoring.fields import Typed, count
from callboard_scoring.games.magnificent.cards import CONDITIONS, Card
from callboard_scoring.games.magnificent.grid import (
    GRID,
    TILES,
    Rows,
    area_of,
    full_columns,
    full_rows,
    grid_problems,
    is_even,
    largest_rectangle,
)
from callboard_scoring.games.magnificent.pieces import (
    COINS,
    COLOURS,
    LARGE_TILES,
    POSTERS,
    SMALL_TILES,
    Die,
    FourDice,
    dice_problems,
)
from callboard_scoring.problems import Check, Location, Problem
from callboard_scoring.records import Seat, read_field

SAME_FOR_ALL = ("tents", "trainers", "small-tiles", "large-tiles", "artists", "coloured-gems", "hat", "rows", "columns")
"""Conditions that count one thing of the player's: two such cards cannot have different counts."""


class Holder(Seat):
    """What every player has at the end of a round, beside one `card` or several `cards`."""

    points: Annotated[int, count(-9999, 9999), Typed(r"-?\d+")]
    coins: Annotated[int, count(0, COINS), Typed(r"\+\d+")]
    dice: FourDice
    grid: Annotated[Rows, GRID] = ()
    """The camp in letters, for cards about rows and columns; left out where their counts are given."""

    def checks(self) -> tuple[Check, ...]:
        """Look at the grid, and whether each card's count is known and right."""
        return (lambda: grid_problems(self.grid)), self._counts, self._rectangles, self._alike

    def _counts(self) -> Iterator[Problem]:
        for location, card in held(self):
            told = camp_count(card.condition, self.grid)
            if told is None and card.count is None and CONDITIONS[card.condition].counted:
                yield Problem((*location, "count"), "magnificent/error.card-count")
            elif told is not None and card.count not in (None, told):
                values = {"count": card.count, "limit": told}
                yield Problem((*location, "count"), "magnificent/error.camp-differs", values)

    def _rectangles(self) -> Iterator[Problem]:
        counts = [(location, card.met) for location, card in held(self) if card.condition == "rectangle"]
        if counts and is_even(self.grid):
            largest = max(area_of(largest_rectangle(self.grid, letter)) for letter in TILES)
            for location, cells in counts:
                yield from above(largest, cells, (*location, "count"), "magnificent/error.camp-rectangle")

    def _alike(self) -> Iterator[Problem]:
        seen: dict[str, int | None] = {}
        for location, card in held(self):
            if card.condition in SAME_FOR_ALL and seen.setdefault(card.condition, card.count) != card.count:
                values = {"count": card.count, "other": seen[card.condition]}
                yield Problem((*location, "count"), "magnificent/error.cards-differ", values)


def held(player: Holder) -> list[tuple[Location, Card]]:
    """Return a player's master cards, as far as they can be read, with their places: `card`, or each of `cards`."""
    one: Card | None = read_field(player, "card", None)
    several: Sequence[Card] = read_field(player, "cards", ())
    cards = [*([(("card",), one)] if one else []), *((("cards", place), card) for place, card in enumerate(several))]
    return [(location, card) for location, card in cards if {"condition", "count"} <= vars(card).keys()]


def counted(player: Holder) -> list[Card]:
    """Return a player's cards, with the counts that the camp's grid tells filled in."""
    return [
        card.model_copy(update={"count": camp_count(card.condition, player.grid)}) if card.count is None else card
        for _, card in held(player)
    ]


def camp_count(condition: str, grid: Sequence[str]) -> int | None:
    """Return how often the camp meets a card's condition, where the card is about full rows or columns."""
    if condition not in ("rows", "columns") or not is_even(grid):
        return None
    return len(full_rows(grid) if condition == "rows" else full_columns(grid))


# --- A table of players ----------------------------------------------------------------------------------------------


class Table(Protocol):
    """Whatever has players with master cards."""

    @property
    def players(self) -> Sequence[Holder]:
        """The players."""
        ...


_TILES_SHARED = "magnificent/error.tiles-shared"
_SHARED = (
    (("small-tiles", "small-tiles-colour"), SMALL_TILES * len(COLOURS), _TILES_SHARED),
    (("large-tiles", "large-tiles-colour"), LARGE_TILES * len(COLOURS), _TILES_SHARED),
    (("tiles-colour",), (SMALL_TILES + LARGE_TILES) * len(COLOURS), _TILES_SHARED),
    (("fire-posters", "artist"), POSTERS, "magnificent/error.posters-shared"),
)
"""What all players share: conditions that count it, how much of it there is, and what is wrong beyond."""


def table_checks(table: Table) -> tuple[Check, ...]:
    """Return what to look for across the players: dice, coins, tiles, posters."""
    return lambda: _dice(table.players), lambda: _coins(table.players), lambda: _shared(table.players)


def _dice(players: Sequence[Holder]) -> Iterator[Problem]:
    none: tuple[Die, ...] = ()
    dice: Iterator[tuple[Location, Die]] = (
        (("players", seat, "dice", place), die)
        for seat, player in enumerate(players)
        for place, die in enumerate(read_field(player, "dice", none))
    )
    return dice_problems(dice, len(players))


def _coins(players: Sequence[Holder]) -> Iterator[Problem]:
    coins = sum(read_field(player, "coins", 0) for player in players)
    return above(COINS, coins, ("players",), "magnificent/error.coins")


def _shared(players: Sequence[Holder]) -> Iterator[Problem]:
    """Look whether cards count more tiles or posters, over all players, than the box holds."""
    for conditions, limit, code in _SHARED:
        counts = (
            max((card.met for _, card in held(player) if card.condition in conditions), default=0) for player in players
        )
        yield from above(limit, sum(counts), ("players",), code)
