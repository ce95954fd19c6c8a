"""The games of this installation: the built-in ones, then those in packages of their own, with their texts at hand."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from callboard_cli.speech.face import Face, visible
from callboard_locales import add_catalogs
from callboard_scoring.game import Game
from callboard_scoring.games import GAMES
from callboard_scoring.games import find_game as find_built_in
from callboard_scoring.installed import Fault, find_installed, installed_games, installed_names

T = TypeVar("T")

_opened: dict[str, Game] = {}
"""The installed games that were looked at in this run."""


def find_game(name: str) -> Game | None:
    """Return the game of this id, read without regard to case."""
    game = find_built_in(name)
    if game is None and (game := find_installed(name)):
        _open(game)
    return game


def all_games() -> tuple[Game, ...]:
    """Return all games; an installed one that does not load is left out."""
    others = installed_games()
    for game in others:
        _open(game)
    return (*GAMES, *others)


def known_games() -> list[str]:
    """Return the ids of all games; whether the installed ones load is not looked at."""
    return [*(game.id for game in GAMES), *installed_names()]


def tried(use: Callable[[Game], T]) -> tuple[dict[Game, T], list[Fault]]:
    """Do something with the texts of all games; of an installed one whose texts cannot be read, say so instead."""
    done: dict[Game, T] = {}
    faults: list[Fault] = []
    for game in all_games():
        try:
            done[game] = use(game)
        except Exception as error:  # whatever is wrong with somebody else's files
            if game.id not in _opened:
                raise
            faults.append(Fault(game.id, "usage.game-texts", {"id": game.id, "error": _told(error)}))
    return done, faults


def broken(error: Exception) -> Fault | None:
    """Say what broke: our own texts or index, or an installed game; None where the mistake is our own code's."""
    from callboard_rules import RulesFormatError  # most runs end well

    games = ", ".join(_opened)
    if games:
        return Fault(games, "usage.game-broke", {"id": games, "error": _told(error)})
    return Fault("", "usage.broken", {"what": str(error)}) if isinstance(error, RulesFormatError) else None


def _told(error: Exception) -> str:
    """Name an error as programmers do, with the place in the game: whoever makes the game has to mend it."""
    frames = traceback.extract_tb(error.__traceback__)
    folders = [game.folder for game in _opened.values()]
    own = [frame for frame in frames if any(Path(frame.filename).is_relative_to(folder) for folder in folders)]
    where = f" ({Path(own[-1].filename).name}:{own[-1].lineno})" if own else ""
    return f"{type(error).__name__}: {error}{where}"


def _open(game: Game) -> None:
    """Tell the rules and the catalogs where an installed game keeps its own."""
    from callboard_rules import add_game  # a built-in game may need no rules

    _opened[game.id] = game
    add_game(game.id, game.folder / "rules")
    add_catalogs(game.id, game.folder / "locales")


def fault_text(face: Face, fault: Fault) -> str:
    """Say what is wrong with an installed game."""
    return face.text(fault.code, **{key: visible(value) for key, value in fault.values.items()})


def tell_faults(face: Face, faults: Iterable[Fault]) -> None:
    """Tell on standard error what is wrong with installed games; it keeps nobody from going on."""
    for fault in faults:
        face.say(fault_text(face, fault), err=True)
