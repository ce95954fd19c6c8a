"""What there is to tell of a game's statistics, and the words for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from callboard_cli.render.evenings.standing import minus, with_number
from callboard_cli.ui.names import title_of
from callboard_cli.ui.output import UI, visible
from callboard_cli.ui.wording import unit_of
from callboard_locales import Catalog
from callboard_nights.statistics import Pair, Record
from callboard_scoring.games import find_game


@dataclass(frozen=True)
class OfGame:
    """What there is to tell of a game."""

    title: str
    plays: int
    untold: int
    """In how many of them nothing told who won."""
    unwon: int
    """How many of them nobody won."""
    records: Sequence[Record]
    """Who played most first."""
    pairs: Sequence[Pair]
    """Those that played together most first."""
    left_out: int
    """How many pairs more there are."""


@dataclass(frozen=True)
class Tally:
    """What somebody did over all games."""

    name: str
    plays: int
    wins: int
    known: int
    """Of how many plays it is known who won."""


HEADS = ("night/plays", "night/wins", "night/average", "night/best")


def titled(words: Catalog, game: str) -> str:
    """Return a game's title; of one that is not here its id."""
    return game if find_game(game) is None else title_of(words, game)


def wins_text(words: Catalog, one: Record | Tally, wins: str, *, with_share: bool = True) -> str:
    """Return wins, and in brackets how many those are of a hundred plays; a dash where nobody knows who won.

    Where that is known of some plays alone, it is said of how many.
    """
    if not one.known:
        return "–"
    if not with_share:
        return wins
    share = f"{round(100 * one.wins / one.known)}\N{NO-BREAK SPACE}%"
    if one.known < one.plays:
        share = words.text("night/stats-share-of") % {"share": share, "count": one.known}
    return f"{wins} ({share})"


def cells_of(words: Catalog, one: Record, *, with_share: bool) -> list[str]:
    """Return how somebody did, under `HEADS`."""
    wins = wins_text(words, one, str(one.wins), with_share=with_share)
    average = "–" if one.average is None else decimal(words, one.average)
    return [str(one.plays), wins, average, "–" if one.best is None else minus(one.best)]


def decimal(words: Catalog, number: float) -> str:
    """Write a number with the decimals that it needs, two at most, as the language has them."""
    return f"{number:.2f}".rstrip("0").rstrip(".").replace(".", words.text("night/decimal")).replace("-", "−")


def pair_text(ui: UI, pair: Pair, names: frozenset[str]) -> str:
    """Say who was placed before whom how often: first whoever was asked for, or else was so more often."""
    (one, other), (before, after) = pair.names, pair.before
    if (other in names, after) > (one in names, before):
        one, other, before, after = other, one, after, before
    number = f"{before}\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}{after}"
    text = f"{visible(one)} – {with_number(other, number)}"
    if pair.level:
        text += f", {ui.beside(_counted, 'night/stats-level', pair.level)}"
    if pair.unwon:
        text += f", {ui.beside(_counted, 'night/stats-pair-unwon', pair.unwon)}"
    undecided = pair.plays - before - after - pair.level - pair.unwon
    if undecided:
        text += f", {ui.beside(_counted, 'night/stats-undecided', undecided)}"
    return text


def _counted(words: Catalog, message: str, count: int) -> str:
    return words.text(message) % {"count": count}


def without_winner(ui: UI, game: OfGame) -> Iterator[str]:
    """Say how many plays nobody won, and of how many nobody knows who did, as far as there are any."""
    for message, count in (("night/stats-unwon", game.unwon), ("night/stats-untold", game.untold)):
        if count:
            yield ui.beside(_of_all, message, count, game.plays)


def _of_all(words: Catalog, message: str, count: int, plays: int) -> str:
    return words.text(message) % {"count": count, "all": plays}


def tallies_of(records: Iterable[Record]) -> list[Tally]:
    """Return what those did over all games who played several, who played most first."""
    own: dict[str, list[Record]] = {}
    for one in records:
        own.setdefault(one.name, []).append(one)
    tallies = [
        Tally(name, sum(one.plays for one in few), sum(one.wins for one in few), sum(one.known for one in few))
        for name, few in own.items()
        if len(few) > 1
    ]
    return sorted(tallies, key=lambda one: (-one.plays, one.name))


def tally_text(words: Catalog, one: Tally | Record) -> str:
    """Say how often somebody played and won."""
    plays = unit_of(words, "night/unit.play", one.plays)
    wins = unit_of(words, "night/unit.win", one.wins) if one.known else ""
    return f"{plays}, {wins_text(words, one, wins) if wins else words.text('night/wins') + ' –'}"
