"""Doubts about counts on one player's master cards that contradict each other, the camp, the plots or the gems.

A card tells a number of the same table as the others: what no table has cannot be. Colours are not told, so a card of
one colour is taken for whichever fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

from callboard_scoring.games.magnificent.cards import Card
from callboard_scoring.games.magnificent.grid import (
    MOST_LARGE,
    MOST_SMALL,
    OF_A_COLOUR,
    TILES,
    Stocks,
    added,
    area_of,
    is_laid,
    largest_rectangle,
    stock,
    stocks,
    stocks_drawn,
)
from callboard_scoring.games.magnificent.pieces import (
    ARTISTS,
    LARGE_CELLS,
    LARGE_TILES,
    POSTERS_COMPLETED,
    SMALL_CELLS,
    SMALL_TILES,
    STORAGE,
    posters_by_tents,
)
from callboard_scoring.problems import Location, Problem

Fact = tuple[str, int]
"""What is counted and how often: the condition of a card, or the covered `plots`."""
Held = Sequence[tuple[Location, Card]]
"""A player's cards with their places."""

SAME_FOR_ALL = ("tents", "trainers", "small-tiles", "large-tiles", "artists", "coloured-gems", "hat", "rows", "columns")
"""Conditions that count one thing of the player's: two such cards cannot have different counts."""
IN_A_COLOUR = ("small-tiles-colour", "large-tiles-colour", "tiles-colour", "rectangle")
"""Conditions about the tiles of one colour."""
IN_ALL = ("small-tiles", "large-tiles", "rows", "columns", "plots")
"""What is counted of all tiles."""
SHOWN_BY_ARTISTS = ("artist", "fire-posters")
"""Conditions met by completed posters, each of which shows an artist."""
PLOTS = "plots"


def card_doubts(cards: Held, grid: Sequence[str], covered: int) -> Iterator[Problem]:
    """Yield what one player's cards cannot count together, with the camp as drawn and so many covered plots."""
    yield from _differing(cards)
    yield from _artists(cards)
    yield from _tiles(cards, grid, covered)


def poster_doubts(cards: Held, rounds: int) -> Iterator[Problem]:
    """Yield cards that count more completed posters than so many rounds allow (Russian rulebook, performing).

    Where others count the different artists too, each beside the one chosen is on a poster more, and where others count
    the tents, those allow fewer.
    """
    limit = POSTERS_COMPLETED[rounds]
    tents = list(dict.fromkeys(("tents", card.met) for _, card in cards if card.condition == "tents"))
    by_tents = max((posters_by_tents(rounds, number) for _, number in tents), default=limit)
    for location, card, beside in _completed(cards):
        most, why, code = by_tents, tents, "magnificent/doubt.posters-tents"
        if card.met + beside > limit:
            most, why, code = limit, [], "magnificent/doubt.posters"
        if card.met + beside > most:
            artists = [("artists", beside + 1)] if beside and card.met <= most else []
            facts = [(card.condition, card.met), *artists, *why]
            values = {"cards": list(map(written, facts)), "limit": most, "round": rounds}
            yield Problem((*location, "count"), code, values)


def posters_completed(cards: Held, rounds: int) -> int:
    """Return how many posters a player has completed at the least, as far as so many rounds allow it."""
    return min(POSTERS_COMPLETED[rounds], max((card.met + beside for _, card, beside in _completed(cards)), default=0))


def _completed(cards: Held) -> Iterator[tuple[Location, Card, int]]:
    """Yield the cards that count completed posters, and how many of other artists there must be beside them."""
    others = max((card.met - 1 for _, card in cards if card.condition == "artists" and card.met), default=0)
    for location, card in cards:
        if card.condition in (*SHOWN_BY_ARTISTS, "artists") and card.met:
            yield location, card, others if card.condition == "artist" else 0


def gem_doubts(cards: Held, gems: int) -> Iterator[Problem]:
    """Yield cards whose coloured gems do not fit with so many gems in all, of which few can be clear."""
    for location, card in cards:
        if card.condition == "coloured-gems" and not gems - STORAGE <= card.met <= gems:
            values = {"count": card.met, "gems": gems, "limit": STORAGE}
            yield Problem((*location, "count"), "magnificent/doubt.coloured-gems", values)


def written(fact: Fact) -> str:
    """Write a fact as a card: its condition and the count."""
    condition, number = fact
    return f"{condition} {number}"


# --- Cards alone -----------------------------------------------------------------------------------------------------


def _differing(cards: Held) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    for location, card in cards:
        if card.condition in SAME_FOR_ALL and seen.setdefault(card.condition, card.met) != card.met:
            values = {"card": written((card.condition, card.met)), "other": seen[card.condition]}
            yield Problem((*location, "count"), "magnificent/doubt.cards-differ", values)


def _artists(cards: Held) -> Iterator[Problem]:
    """Yield posters without an artist, and an artist without a poster where all have one."""
    nobody = any(card.condition == "artists" and not card.met for _, card in cards)
    everybody = any(card.condition == "artists" and card.met == ARTISTS for _, card in cards)
    for location, card in cards:
        if everybody and card.condition == "artist" and not card.met:
            values = {"card": written(("artist", 0)), "other": written(("artists", ARTISTS))}
            yield Problem((*location, "count"), "magnificent/doubt.all-artists", values)
        if nobody and card.condition in SHOWN_BY_ARTISTS and card.met:
            yield Problem(
                (*location, "count"),
                "magnificent/doubt.artists",
                {"card": written((card.condition, card.met)), "other": written(("artists", 0))},
            )


# --- Tiles -----------------------------------------------------------------------------------------------------------


def _tiles(cards: Held, grid: Sequence[str], covered: int) -> Iterator[Problem]:
    facts = list(dict.fromkeys((card.condition, card.met) for _, card in cards if card.condition in _COUNTED))
    clash = _clash([*facts, (PLOTS, covered)], ())
    drawn = () if clash or not is_laid(grid) else _clash(facts, grid)
    for location in dict.fromkeys(location[:1] for location, _ in cards):
        if clash:
            yield _clash_problem(location, clash)
        elif drawn:
            values = {"cards": [written(fact) for fact in drawn], "small": SMALL_CELLS, "large": LARGE_CELLS}
            yield Problem(location, "magnificent/doubt.camp-tiles", values)


_COUNTED = frozenset((*IN_A_COLOUR, *IN_ALL))
_PAIRS = {"small-tiles": "magnificent/doubt.small-tiles", "large-tiles": "magnificent/doubt.large-tiles"}
"""What is wrong where there are fewer tiles of a size in all than of one colour."""


def _clash_problem(location: Location, clash: Sequence[Fact]) -> Problem:
    """Return the problem of counts that clash, with the shortest message for them."""
    numbers = dict(clash)
    for size, code in _PAIRS.items():
        if len(clash) == len(numbers) and set(numbers) == {size, f"{size}-colour"}:
            return Problem(location, code, {"count": numbers[size], "other": numbers[f"{size}-colour"]})
    values = {"cards": [written(fact) for fact in clash if fact[0] != PLOTS]}
    if PLOTS in numbers:
        return Problem(location, "magnificent/doubt.plots", {**values, "plots": numbers[PLOTS]})
    sizes = {"small": SMALL_TILES, "large": LARGE_TILES}
    return Problem(location, "magnificent/doubt.tiles", {**values, **sizes})


def _clash(facts: Sequence[Fact], grid: Sequence[str]) -> tuple[Fact, ...]:
    """Return the fewest facts that no camp has together; none where there is a camp with all of them."""
    return _clashing(tuple(facts), tuple(grid))


@lru_cache(maxsize=512)
def _clashing(facts: tuple[Fact, ...], grid: tuple[str, ...]) -> tuple[Fact, ...]:
    if _possible(facts, grid):
        return ()
    subsets = (some for size in range(1, len(facts) + 1) for some in combinations(facts, size))
    return next(some for some in subsets if not _possible(some, grid))


def _possible(facts: Sequence[Fact], grid: Sequence[str]) -> bool:
    """Tell whether some tiles of the box, those drawn if a grid is given, meet all these facts."""
    own = [stocks_drawn(grid, letter) for letter in TILES] if grid else [OF_A_COLOUR] * len(TILES)
    largest = [area_of(largest_rectangle(grid, letter)) for letter in TILES] if grid else []
    wanted = _meeting_all(tuple(fact for fact in facts if fact[0] in IN_ALL))
    coloured = [fact for fact in facts if fact[0] in IN_A_COLOUR]
    for places in product(range(len(TILES)), repeat=len(coloured)):
        together = stock(0, 0)
        for place, stocks_of_it in enumerate(own):
            possible = stocks_of_it
            for fact, its_place in zip(coloured, places, strict=True):
                if its_place == place:
                    possible &= _rectangle(fact, largest[place]) if grid else _meeting(fact)
            together = added(together, possible)
        if together & wanted:
            return True
    return False


def _rectangle(fact: Fact, largest: int) -> Stocks:
    """Return the stocks of a drawn colour that meet a fact: a rectangle is as large as it is drawn."""
    if fact[0] != "rectangle":
        return _meeting(fact)
    return OF_A_COLOUR if fact[1] == largest else 0


@lru_cache(maxsize=512)
def _meeting(fact: Fact) -> Stocks:
    """Return the stocks of one colour that meet a fact about one colour."""
    condition, number = fact
    return stocks(
        (small, large)
        for small in range(SMALL_TILES + 1)
        for large in range(LARGE_TILES + 1)
        if {
            "small-tiles-colour": small == number,
            "large-tiles-colour": large == number,
            "tiles-colour": small + large == number,
            "rectangle": _cells(small, large) >= number,
        }[condition]
    )


@lru_cache(maxsize=512)
def _meeting_all(facts: tuple[Fact, ...]) -> Stocks:
    """Return the stocks of all colours together that meet facts about all tiles.

    So many full rows and columns cross in as many cells as their product; a covered plot has a cell at the least.
    """
    counts = dict(facts)
    rows, columns = counts.get("rows", 0), counts.get("columns", 0)
    cells = max(rows * columns, rows, columns, counts.get(PLOTS, 0))
    return stocks(
        (small, large)
        for small in _count_or_any(counts, "small-tiles", MOST_SMALL)
        for large in _count_or_any(counts, "large-tiles", MOST_LARGE)
        if _cells(small, large) >= cells
    )


def _count_or_any(counts: dict[str, int], condition: str, most: int) -> Iterable[int]:
    return (counts[condition],) if condition in counts else range(most + 1)


def _cells(small: int, large: int) -> int:
    return SMALL_CELLS * small + LARGE_CELLS * large
