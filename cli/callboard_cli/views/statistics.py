"""How those at a table did over all evenings that ended on this computer, for the page: of nobody else anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from callboard_cli.render.statistics import games_of
from callboard_cli.render.tallies import HEADS, cells_of, pair_text, tallies_of, tally_text, without_winner
from callboard_cli.ui.output import UI, visible
from callboard_cli.ui.wording import unit_of
from callboard_nights.statistics import Play


@dataclass(frozen=True)
class GameView:
    """How they did in a game."""

    title: str
    heads: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str]]]
    """The name of each, and what stands under the heads; who played most first."""
    told: Sequence[str]
    """What is known of the plays besides, and who was placed before whom how often."""


@dataclass(frozen=True)
class StatisticsView:
    """How they did in all games."""

    games: Sequence[GameView]
    overall: Sequence[str]
    """Of who played several games, how they did in all of them."""


def statistics_view(ui: UI, plays: Iterable[Play], names: Iterable[str]) -> StatisticsView:
    """Tell how some players did; of evenings with others only that they were played."""
    asked = frozenset(names)
    shown = [play for play in plays if asked.intersection(play.players)]
    games = list(games_of(ui, shown, asked))
    tallies = tallies_of(one for game in games for one in game.records)

    def rows() -> Iterator[GameView]:
        for game in games:
            has_points = any(one.average is not None for one in game.records)
            heads = HEADS if has_points else HEADS[:2]
            yield GameView(
                f"{game.title} · {ui.beside(unit_of, 'night/unit.play', game.plays)}",
                [ui.text(head) for head in heads],
                [
                    (visible(one.name), cells_of(ui.catalog, one, with_share=False)[: len(heads)])
                    for one in game.records
                ],
                [
                    *without_winner(ui, game),
                    *(pair_text(ui, pair, asked) for pair in game.pairs if asked.issuperset(pair.names)),
                ],
            )

    return StatisticsView(list(rows()), [f"{visible(one.name)}: {ui.beside(tally_text, one)}" for one in tallies])
