"""The games. A game is a folder here; adding one is adding its folder and its line in GAMES."""

from __future__ import annotations

from callboard_scoring.game import Game
from callboard_scoring.games import historia, histrio, intrigo, magnificent, turandot

GAMES: tuple[Game, ...] = (histrio.GAME, historia.GAME, intrigo.GAME, magnificent.GAME, turandot.GAME)


def find_game(name: str) -> Game | None:
    """Return the game of this id, read without regard to case."""
    return next((game for game in GAMES if game.id == name.strip().casefold()), None)
