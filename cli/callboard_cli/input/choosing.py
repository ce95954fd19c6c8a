"""Which game and which stage a command is asked for, by what was typed or by asking."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from operator import attrgetter
from typing import TypeVar

import typer

from callboard_cli.input.vocabulary import games, stages, tell_faults
from callboard_cli.ui.output import UI, CommandLineError, visible
from callboard_scoring.game import Game
from callboard_scoring.games import faults_of, find_game

T = TypeVar("T")


def is_asking(*, as_json: bool) -> bool:
    """Tell whether there is somebody to ask: a terminal on both sides, and no program that reads."""
    return sys.stdin.isatty() and sys.stdout.isatty() and not as_json


def asked_for_game(ui: UI) -> Game:
    """Ask at the terminal which game is meant; who leaves ends the command."""
    from callboard_cli.input.prompts.keyboard import asked_game  # most lines name a game

    return asked(ui, lambda: asked_game(ui, ui.text("choose.game")))


def given_game(ui: UI, name: str, *, as_json: bool = False) -> Game:
    """Return the game of this name, or the one that somebody at the terminal means where none is named.

    :raises CommandLineError: as `chosen_game`.
    """
    return asked_for_game(ui) if not name and is_asking(as_json=as_json) else chosen_game(ui, name)


def given_stage(  # noqa: PLR0913  # whose stages, and how to ask
    ui: UI,
    game: Game,
    name: str,
    offered: Callable[[Game], Collection[str]] = attrgetter("scored"),
    *,
    options: Sequence[str] = (),
    as_json: bool = False,
) -> str:
    """Return the id of the stage of this name, or of the one that somebody at the terminal means where none is named.

    `offered` are the stages that the command is of use for, if any is. Who can be asked nothing is shown the command
    with each, and with these options.

    :raises CommandLineError: as `chosen_stage`.
    """
    if name:
        return chosen_stage(ui, game, name)
    among = offered(game) or game.scored
    if not is_asking(as_json=as_json):
        raise _no_stage(ui, game, among, options)
    from callboard_cli.input.prompts.keyboard import asked_stage

    return asked(ui, lambda: asked_stage(ui, game, among))


def asked(ui: UI, ask: Callable[[], T]) -> T:
    """Return what is asked at the terminal; who leaves ends the command."""
    try:
        return ask()
    except (EOFError, KeyboardInterrupt):
        ui.emit("")
        raise typer.Exit(1) from None


def chosen_game(ui: UI, name: str) -> Game:
    """Return the game of this id or of this name in any language, or the only one whose name begins so.

    Tells on standard error what is wrong with a package that brings one of the same id.

    :raises CommandLineError: when there is none, or it does not load; of a name that is none it names the nearest one.
    """
    if not name:
        raise CommandLineError("usage.game-missing", known=", ".join(games(ui.catalog).listed()))
    game, faults = find_game(name), faults_of(name)
    if game is None and faults:
        values = {key: visible(value) for key, value in faults[0].values.items()}
        raise CommandLineError(faults[0].code, **values)
    tell_faults(ui, faults)
    return game or games(ui.catalog).read(name, "usage.no-game", "usage.game-several")


def chosen_stage(ui: UI, game: Game, name: str) -> str:
    """Return the id of the game's stage of this id or of this name in any language, or the only one that begins so.

    :raises CommandLineError: when the game has none; it names the nearest one.
    """
    return stages(game, ui.catalog).read(name, "usage.no-stage", "usage.stage-several")


def _no_stage(ui: UI, game: Game, among: Collection[str], options: Sequence[str] = ()) -> CommandLineError:
    """Return the question which of these stages of a game is meant."""
    known = stages(game, ui.catalog).listed(among)
    return CommandLineError("usage.stage-missing", known=", ".join(known), about=(game.id, *options))
