"""What is wrong with games that packages bring, and using all games whatever is wrong with one."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from callboard_cli.speech.face import Face, visible
from callboard_scoring.game import Game
from callboard_scoring.games import GAMES, all_games
from callboard_scoring.installed import Fault, loaded

T = TypeVar("T")


def tried(use: Callable[[Game], T]) -> tuple[dict[Game, T], list[Fault]]:
    """Do something with the texts of all games; of an installed one whose texts cannot be read, say so instead."""
    done: dict[Game, T] = {}
    faults: list[Fault] = []
    for game in all_games():
        try:
            done[game] = use(game)
        except Exception as error:  # whatever is wrong with somebody else's files
            if game in GAMES:
                raise
            faults.append(Fault(game.id, "usage.game-texts", {"id": game.id, "error": _told(error)}))
    return done, faults


def broken(error: Exception) -> Fault | None:
    """Say what broke: an installed game that this run has loaded, or our own texts; None for a mistake of our code."""
    from callboard_rules import RulesFormatError  # most runs end well

    games = ", ".join(game.id for game in loaded())
    if games:
        return Fault(games, "usage.game-broke", {"id": games, "error": _told(error)})
    return Fault("", "usage.broken", {"what": str(error)}) if isinstance(error, RulesFormatError) else None


def _told(error: Exception) -> str:
    """Name an error as programmers do, with the place in the game: whoever makes the game has to mend it."""
    frames = traceback.extract_tb(error.__traceback__)
    folders = [game.folder for game in loaded()]
    own = [frame for frame in frames if any(Path(frame.filename).is_relative_to(folder) for folder in folders)]
    where = f" ({Path(own[-1].filename).name}:{own[-1].lineno})" if own else ""
    return f"{type(error).__name__}: {error}{where}"


def fault_text(face: Face, fault: Fault) -> str:
    """Say what is wrong with an installed game."""
    return face.text(fault.code, **{key: visible(value) for key, value in fault.values.items()})


def tell_faults(face: Face, faults: Iterable[Fault]) -> None:
    """Tell on standard error what is wrong with installed games; it keeps nobody from going on."""
    for fault in faults:
        face.say(fault_text(face, fault), err=True)
