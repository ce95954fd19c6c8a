"""Games in packages of their own, installed beside Callboard: found by the entry points of the group GROUP.

An entry point's name is the game's id, and it leads to the game's description: `fireflies = "fireflies:GAME"`. The
package is the game's folder, of the same shape as a built-in game's, with its texts and catalogs in it: the look-up and
the catalogs ask the same entry points where that is.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from callboard_scoring.game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "callboard.games"
ID = re.compile("[a-z][a-z0-9]{1,29}")
"""What a game's id looks like: a word of a command line, a part of a set-up code and the name of a package."""
STAGE = re.compile("[a-z][a-z0-9]{0,19}")
"""What a stage's id looks like: a word of a command line, a part of a message's id and the name of a module."""
MOST_PLAYERS = 20
MOST_STAGES = 12
_NO_GAMES = frozenset({"callboard", "night", "paper", "phones"})
"""Ids that games must not have: they are domains of the catalogs."""


@dataclass(frozen=True)
class Fault:
    """Why an installed package provides no game: a message id, and the message's values."""

    game: str
    code: str
    values: Mapping[str, str]


def find(name: str) -> Game | None:
    """Return the installed game of this id; None if there is none or it does not load."""
    found = _read(name)
    return found if isinstance(found, Game) else None


def names() -> list[str]:
    """Return the ids of all games in installed packages, without loading any."""
    return sorted(_entry_points())


def loaded() -> tuple[Game, ...]:
    """Return the installed games that this run has loaded."""
    modules = {name: points[0].module for name, points in _entry_points().items()}
    return tuple(game for name, module in modules.items() if module in sys.modules and (game := find(name)))


def faults_of(name: str) -> tuple[Fault, ...]:
    """Return what is wrong with the packages that bring a game of this id: the first of them is read."""
    read = _read(name)
    first, *others = [*map(_package, _entry_points().get(name, ()))] or [""]
    twice = (Fault(name, "usage.game-twice", {"id": name, "package": each, "other": first}) for each in others)
    return (*((read,) if isinstance(read, Fault) else ()), *twice)


def clashes(name: str) -> tuple[Fault, ...]:
    """Return a fault for each package that brings a game of a built-in one's id: that one is used."""
    packages = map(_package, _entry_points().get(name, ()))
    return tuple(Fault(name, "usage.game-clash", {"id": name, "package": each}) for each in packages)


@cache
def _read(name: str) -> Game | Fault | None:
    """Load an installed game; a fault if it cannot be loaded."""
    entry_point = next(iter(_entry_points().get(name, ())), None)
    if entry_point is None:
        return None
    package = {"id": name, "package": _package(entry_point)}
    try:
        game = getattr(import_module(entry_point.module), entry_point.attr, None)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever somebody else's code does
        return Fault(name, "usage.game-fails", {**package, "error": f"{type(error).__name__}: {error}"})
    if not isinstance(game, Game):
        return Fault(name, "usage.game-none", package)
    if game.id != name:
        return Fault(name, "usage.game-other", {**package, "other": str(game.id)})
    wrong = ", ".join(_wrong(game))
    return Fault(name, "usage.game-wrong", {**package, "fields": wrong}) if wrong else game


def _wrong(game: Game) -> Iterator[str]:
    """Yield the fields of a description that are invalid."""
    if not ID.fullmatch(game.id) or game.id in _NO_GAMES:
        yield "id"
    if not getattr(sys.modules.get(str(game.package)), "__file__", None):
        yield "package"  # its texts and catalogs lie beside its code
    match game.players if isinstance(game.players, tuple) else None:
        case (int() as fewest, int() as most) if 1 <= fewest <= most <= MOST_PLAYERS:
            pass
        case _:
            yield "players"
    stages = game.stages if isinstance(game.stages, tuple) else ()
    if not 1 <= len(set(stages)) == len(stages) <= MOST_STAGES or not all(map(_is_stage, stages)):
        yield "stages"
    if not isinstance(game.tokens, tuple) or not all(isinstance(token, str) for token in game.tokens):
        yield "tokens"


def _is_stage(name: object) -> bool:
    return isinstance(name, str) and bool(STAGE.fullmatch(name))


def _package(entry_point: EntryPoint) -> str:
    """Name the package that an entry point comes from, as pip knows it."""
    return entry_point.dist.name if entry_point.dist else entry_point.module


@cache
def _entry_points() -> Mapping[str, tuple[EntryPoint, ...]]:
    """Return the entry points of GROUP by their names, which are the games' ids."""
    if not _any_installed():
        return {}
    from importlib.metadata import entry_points  # most runs need none

    found: dict[str, tuple[EntryPoint, ...]] = {}
    for each in entry_points(group=GROUP):
        name = each.name.casefold()
        found[name] = (*found.get(name, ()), each)
    return found


def _any_installed() -> bool:
    """Tell whether any installed package may bring a game: a look at the files, far quicker than importlib.metadata."""
    mark = f"[{GROUP}]".encode()
    for folder in sys.path:
        try:
            names = [name for name in os.listdir(folder or ".") if name.endswith("-info")]  # noqa: PTH208  # as quick as can be
        except OSError:
            continue  # an archive, or nothing
        for name in names:
            try:
                with open(os.path.join(folder, name, "entry_points.txt"), "rb") as file:  # noqa: PTH118, PTH123  # as quick as can be
                    if mark in file.read():
                        return True
            except OSError:
                continue  # most packages have none
    return False
