"""The games: the built-in ones, each a folder here with its line in GAMES, then those of installed packages."""

from __future__ import annotations

from callboard_scoring import installed
from callboard_scoring.game import Game
from callboard_scoring.games import historia, histrio, intrigo, magnificent, turandot
from callboard_scoring.installed import Fault

GAMES: tuple[Game, ...] = (histrio.GAME, historia.GAME, intrigo.GAME, magnificent.GAME, turandot.GAME)
_BUILT_IN = {game.id: game for game in GAMES}


def find_game(name: str) -> Game | None:
    """Return the game of this id, read without regard to case; of two of one id the built-in one.

    None if there is none, or if its package does not load: `faults_of` says why.
    """
    name = name.strip().casefold()
    return _BUILT_IN.get(name) or installed.find(name)


def all_games() -> tuple[Game, ...]:
    """Return all games; an installed one that does not load is left out."""
    return tuple(game for name in known_games() if (game := find_game(name)))


def known_games() -> list[str]:
    """Return the ids of all games, without checking that the installed ones load."""
    return list(dict.fromkeys([*_BUILT_IN, *installed.names()]))


def faults() -> tuple[Fault, ...]:
    """Return what is wrong with any of the installed packages."""
    return tuple(fault for name in installed.names() for fault in faults_of(name))


def faults_of(name: str) -> tuple[Fault, ...]:
    """Return what is wrong with the packages that bring a game of this id."""
    name = name.strip().casefold()
    return installed.clashes(name) if name in _BUILT_IN else installed.faults_of(name)
