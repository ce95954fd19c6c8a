"""Who plays what next, as a page's address carries it until the evening begins: nothing of it is kept before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from callboard_cli.input.players import check_names, number_of_players
from callboard_cli.phones.table import Link
from callboard_cli.ui.names import title_of
from callboard_cli.ui.output import UI, CommandLineError, visible
from callboard_nights.storage.links import MOST_SEATS
from callboard_scoring.fields import same_name
from callboard_scoring.game import Game
from callboard_scoring.games import all_games, find_game

LONGEST = 200
"""The most characters of a text in which names are typed."""


@dataclass(frozen=True)
class Draft:
    """A game and those who are to play it, in their order."""

    game: Game | None
    names: tuple[str, ...] = ()
    problem: str = ""
    """Why a name was not taken, in words."""

    @property
    def is_full(self) -> bool:
        """Whether nobody more can play."""
        return len(self.names) >= (self.game.players[1] if self.game else MOST_SEATS)

    @property
    def can_begin(self) -> bool:
        """Whether as many play as the game is for."""
        return self.game is not None and self.game.players[0] <= len(self.names) <= self.game.players[1]

    def check(self) -> Game:
        """Return the game, if it can begin so.

        :raises CommandLineError: there are too few or too many, or no game.
        """
        if self.game is None:
            raise CommandLineError("phones/which-game")
        number_of_players(self.game, list(self.names), "", None)
        return self.game


def draft_of(ui: UI, pairs: Iterable[tuple[str, str]]) -> Draft:
    """Return what the fields of a page say: who was there, then who is added, taken away or moved up."""
    pairs = list(pairs)
    fields = dict(pairs)
    game = find_game(fields.get("game", "")[:LONGEST])
    told = [text for key, text in pairs if key == "name"][:MOST_SEATS]
    names, problem = _added(ui, (), told)
    names, wrong = _added(ui, names, [fields.get("add", ""), *fields.get("new", "")[:LONGEST].split(",")])
    names = _moved(names, _place(fields.get("away", "")), _place(fields.get("up", "")))
    return Draft(game, tuple(names), problem or wrong)


def _added(ui: UI, names: Sequence[str], more: Iterable[str]) -> tuple[list[str], str]:
    """Return names with more of them, as many as a table has seats, and what is wrong with one that is left out."""
    names, problem = list(names), ""
    for name in filter(None, map(str.strip, more)):
        tried = [*names, name]
        try:
            check_names(tried)
        except CommandLineError as error:
            problem = ui.text(error.message, **error.values)
        else:
            names = tried[:MOST_SEATS]
    return names, problem


def _moved(names: list[str], away: int | None, up: int | None) -> list[str]:
    if away is not None and away < len(names):
        return [*names[:away], *names[away + 1 :]]
    if up is not None and 0 < up < len(names):
        return [*names[: up - 1], names[up], names[up - 1], *names[up + 1 :]]
    return names


def _place(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(MOST_SEATS)) else None


def begin_values(ui: UI, draft: Draft, action: str, known: Iterable[str], seen: str = "") -> dict[str, Any]:
    """Return what a page shows on which an evening begins.

    :param action: the address that it asks, and that begins the evening.
    :param known: who may be meant, as keys to tap.
    :param seen: what the page has seen, so that what is sent twice begins one evening.
    """
    words, there = ui.catalog, {same_name(name) for name in draft.names}
    names = [("name", name) for name in draft.names]
    fewest, most = draft.game.players if draft.game else (0, 0)
    return {
        "action": action,
        "seen": seen,
        "problem": draft.problem,
        "games": [
            Link(
                f"{action}?{urlencode([('game', game.id), *names])}",
                ui.text("phones/game-for", game=title_of(words, game.id), fewest=game.players[0], most=game.players[1]),
                game == draft.game,
            )
            for game in all_games()
        ],
        "draft": draft,
        "called": title_of(words, draft.game.id) if draft.game else "",
        "range": {"fewest": fewest, "most": most},
        "playing": [(name, visible(name)) for name in draft.names],
        "known": [(name, visible(name)) for name in known if same_name(name) not in there],
        "longest": LONGEST,
    }
