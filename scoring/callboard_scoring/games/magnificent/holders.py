"""What every player has when master cards are scored, and checks across all players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Annotated, ClassVar, Protocol

from callboard_scoring.fields import Typed, above, count
from callboard_scoring.games.magnificent.cards import CONDITIONS, Card, coins_for
from callboard_scoring.games.magnificent.contradictions import card_doubts, poster_doubts, posters_completed
from callboard_scoring.games.magnificent.grid import (
    CELLS_OF_A_COLOUR,
    GRID,
    TILES,
    Rows,
    full_columns,
    full_rows,
    grid_doubts,
    grid_problems,
    is_even,
)
from callboard_scoring.games.magnificent.pieces import (
    COINS,
    COLOURS,
    DICE,
    LARGE_TILES,
    POSTERS,
    SMALL_TILES,
    SOLO_CLEAR_DICE,
    SOLO_HATS,
    STARTING_POSTERS,
    Die,
    FourDice,
    colour,
    dice_problems,
)
from callboard_scoring.problems import Check, Location, Problem
from callboard_scoring.records import Seat, read_field


class Holder(Seat):
    """What every player has at the end of a round, beside one `card` or several `cards`."""

    points: Annotated[int, count(-9999, 9999), Typed(r"-?\d+")]
    coins: Annotated[int, count(0, COINS), Typed(r"\+\d+")]
    dice: FourDice
    grid: Annotated[Rows, GRID] = ()
    """The camp in letters, for cards about rows and columns; left out where their counts are given."""
    all_scored: ClassVar[bool] = False
    """Whether every card is scored, so that coins paid for one are gone for the next; otherwise one of them is."""

    @property
    def coins_to_pay(self) -> int:
        """The coins that can be paid for cards."""
        return self.coins

    def checks(self) -> tuple[Check, ...]:
        """Look at the grid, and whether each card's count is known and right."""
        return (lambda: grid_problems(self.grid)), self._counts

    def doubts(self) -> tuple[Check, ...]:
        """Look whether tiles can lie as they are drawn, and cards count what one table can have."""
        return (lambda: grid_doubts(self.grid)), (lambda: card_doubts(told(self), self.grid, self.covered)), self._paid

    @property
    def covered(self) -> int:
        """How many plots tiles cover, where that is told apart from the camp's grid."""
        return 0

    def _counts(self) -> Iterator[Problem]:
        for location, card in held(self):
            limit = camp_count(card.condition, self.grid)
            if limit is None and card.count is None and CONDITIONS[card.condition].counted:
                yield Problem((*location, "count"), "magnificent/error.card-count")
            elif limit is not None and card.count not in (None, limit):
                values = {"count": card.count, "limit": limit}
                yield Problem((*location, "count"), "magnificent/error.camp-differs", values)

    def _paid(self) -> Iterator[Problem]:
        """Look whether the coins named for a card are there."""
        for location, card, coins in _with_coins(self):
            if card.condition == "coins-paid":
                yield from above(coins, card.met, (*location, "count"), "magnificent/doubt.paid")


_READ = frozenset({"condition", "count"})
"""The fields of a card that all looks at it need."""


def held(player: Holder) -> list[tuple[Location, Card]]:
    """Return a player's master cards, as far as they can be read, with their places: `card`, or each of `cards`."""
    one: Card | None = read_field(player, "card", None)
    several: Sequence[Card] = read_field(player, "cards", ())
    cards: list[tuple[Location, Card]] = [(("card",), one)] if one else []
    cards += [(("cards", place), card) for place, card in enumerate(several)]
    return [(location, card) for location, card in cards if vars(card).keys() >= _READ]


def told(player: Holder) -> list[tuple[Location, Card]]:
    """Return a player's cards with their places, and with the counts that the camp's grid tells filled in."""
    return [(location, _with_count(card, player.grid)) for location, card in held(player)]


def _with_count(card: Card, grid: Sequence[str]) -> Card:
    """Return a card with its count, where the camp's grid tells it."""
    count = camp_count(card.condition, grid) if card.count is None else None
    return card if count is None else card.model_copy(update={"count": count})


def counted(player: Holder) -> list[Card]:
    """Return a player's cards as they count: as the camp's grid tells, and with no more coins paid than are there."""
    return [_affordable(card, coins) for _, card, coins in _with_coins(player)]


def _with_coins(player: Holder) -> Iterator[tuple[Location, Card, int]]:
    """Yield a player's cards with their places, each with the coins there are for it; the first come first."""
    coins = player.coins_to_pay
    for location, card in told(player):
        yield location, card, coins
        if player.all_scored:
            coins -= coins_for(_affordable(card, coins))


def _affordable(card: Card, coins: int) -> Card:
    """Return a card that names no more coins than are there."""
    is_beyond = card.condition == "coins-paid" and card.met > coins
    return card.model_copy(update={"count": coins}) if is_beyond else card


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
    return (
        lambda: _dice(table.players),
        lambda: _coins(table.players),
        lambda: _shared(table.players),
        lambda: _drawn(table.players),
    )


def table_doubts(table: Table, rounds: int) -> tuple[Check, ...]:
    """Return what cannot be of the players together, or after so many rounds: solo dice, hats, posters."""
    return (
        lambda: _solo_dice(table.players),
        lambda: _hats(table.players),
        lambda: (
            replace(problem, location=("players", seat, *problem.location))
            for seat, player in enumerate(table.players)
            for problem in poster_doubts(held(player), rounds)
        ),
        lambda: _posters(table.players, rounds),
    )


def shared_left(condition: str, player: Holder, players: Sequence[Holder]) -> int:
    """Return how often a player can meet a condition at most, of whose pieces the others count theirs."""
    left = CONDITIONS[condition].most
    for conditions, limit, _ in _SHARED:
        if condition in conditions:
            others = (held(other) for other in players if other is not player)
            left = min(left, limit - sum(_most(cards, conditions) for cards in others))
    return left


def _most(cards: Sequence[tuple[Location, Card]], conditions: Sequence[str]) -> int:
    """Return how many pieces a player's cards with any of these conditions count at the most."""
    return max((card.met for _, card in cards if card.condition in conditions), default=0)


def coins_left(players: Sequence[Holder]) -> int:
    """Return how many coins of the box none of the players has."""
    return COINS - sum(player.coins for player in players)


def clear_dice_left(players: Sequence[Holder]) -> int:
    """Return how many clear dice of those in the game none of the players has taken."""
    return DICE[len(players)]["clear"] - sum(colour(die) == "clear" for player in players for die in player.dice)


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
    each = [held(player) for player in players]
    for conditions, limit, code in _SHARED:
        yield from above(limit, sum(_most(cards, conditions) for cards in each), ("players",), code)


def _drawn(players: Sequence[Holder]) -> Iterator[Problem]:
    """Look whether the camps together have more cells of a colour than the box has tiles for."""
    none: Sequence[str] = ()
    grids = [read_field(player, "grid", none) for player in players]
    if len(players) > 1:
        for letter in TILES:
            covered = sum(row.count(letter) for grid in grids for row in grid)
            yield from above(CELLS_OF_A_COLOUR, covered, ("players",), "magnificent/error.cells")


def _solo_dice(players: Sequence[Holder]) -> Iterator[Problem]:
    """Look whether a single player has more clear dice than are rolled alone."""
    if len(players) == 1:
        clear = sum(colour(die) == "clear" for die in players[0].dice)
        yield from above(SOLO_CLEAR_DICE, clear, ("players", 0, "dice"), "magnificent/doubt.solo-dice")


def _posters(players: Sequence[Holder], rounds: int) -> Iterator[Problem]:
    """Look whether all together completed more posters than are in play: spare starting ones go back to the box."""
    completed = sum(posters_completed(held(player), rounds) for player in players)
    spare = STARTING_POSTERS - len(players)
    if completed > POSTERS - spare:
        values = {"count": completed, "limit": POSTERS - spare, "box": POSTERS, "spare": spare}
        yield Problem(("players",), "magnificent/doubt.posters-in-play", values)


def _hats(players: Sequence[Holder]) -> Iterator[Problem]:
    """Look whether hats of two players, or a solo player's and those of others, share a numbered space."""
    cards = [
        (("players", seat, *location, "count"), card.met, player.name)
        for seat, player in enumerate(players)
        for location, card in held(player)
        if card.condition == "hat" and card.met
    ]
    if len(players) == 1:
        for location, space, _ in cards:
            if space in SOLO_HATS:
                yield Problem(location, "magnificent/doubt.solo-hat", {"given": space, "spaces": list(SOLO_HATS)})
    for one, other in combinations(cards, 2):
        if one[1] == other[1] and one[2] != other[2]:
            yield Problem(other[0], "magnificent/doubt.hats", {"given": one[1], "other": one[2]})
