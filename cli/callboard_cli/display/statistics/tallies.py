"""What there is to tell of a game's statistics, and the words for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from callboard_cli.display.evenings.standing import with_number
from callboard_cli.entry.games import find_game
from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.naming import title_of
from callboard_locales import Catalog
from callboard_nights.statistics import Pair, Record


@dataclass(frozen=True)
class OfGame:
    """What there is to tell of a game."""

    title: str
    plays: int
    untold: int
    """In how many of them nothing told who won."""
    records: Sequence[Record]
    """Who played most first."""
    pairs: Sequence[Pair]
    """Those that played together most first."""
    left_out: int
    """How many pairs more there are."""


def titled(words: Catalog, game: str) -> str:
    """Return a game's title; of one that is not here its id."""
    return game if find_game(game) is None else title_of(words, game)


def share(one: Record) -> str:
    """Return in how many of a hundred plays somebody won, in brackets."""
    return f"({round(100 * one.wins / one.plays)}\N{NO-BREAK SPACE}%)"


def decimal(words: Catalog, number: float) -> str:
    """Write a number with two decimals, as the language has them."""
    return f"{number:.2f}".replace(".", words.text("night/decimal")).replace("-", "−")


def pair_told(face: Face, pair: Pair, names: frozenset[str]) -> str:
    """Say who was placed before whom how often: first whoever was asked for, or else was so more often."""
    (one, other), (before, after) = pair.names, pair.before
    if (other in names, after) > (one in names, before):
        one, other, before, after = other, one, after, before
    number = f"{before}\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}{after}"
    told = f"{visible(one)} – {with_number(other, number)}"
    if pair.level:
        told += f", {face.beside(_counted, 'night/stats-level', pair.level)}"
    undecided = pair.plays - before - after - pair.level
    if undecided:
        told += f", {face.beside(_counted, 'night/stats-undecided', undecided)}"
    return told


def _counted(words: Catalog, message: str, count: int) -> str:
    return words.text(message) % {"count": count}


def untold(words: Catalog, game: OfGame) -> str:
    """Say of how many plays nobody knows who won; empty where that is known of all."""
    return words.text("night/stats-untold") % {"count": game.untold, "all": game.plays} if game.untold else ""
