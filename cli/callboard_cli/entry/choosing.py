"""The arguments that several commands share: which game, which stage."""

from __future__ import annotations

import re
from typing import Any

import typer

from callboard_cli.entry.games import find_game, known_games, tell_faults, tried
from callboard_cli.speech.complaints import CommandLineError, unknown
from callboard_cli.speech.face import Face, visible
from callboard_locales import LANGUAGES, catalog
from callboard_scoring.game import Game
from callboard_scoring.installed import faults_of


def game_argument(face: Face) -> Any:  # noqa: ANN401  # Typer's own
    """Describe the argument that names a game."""
    return typer.Argument(
        metavar=face.text("help.game-metavar"),
        help=face.text("help.game"),
        show_default=False,
        autocompletion=lambda incomplete: [name for name in known_games() if name.startswith(incomplete)],
    )


def stage_argument(face: Face) -> Any:  # noqa: ANN401  # Typer's own
    """Describe the argument that names a stage of the game before it."""
    return typer.Argument(
        metavar=face.text("help.stage-metavar"),
        help=face.text("help.stage"),
        show_default=False,
        autocompletion=_stages,
    )


def json_option(face: Face) -> Any:  # noqa: ANN401  # Typer's own
    """Describe the option for results that machines read."""
    return typer.Option("--json", help=face.text("help.json"), show_default=False)


def _stages(ctx: typer.Context, incomplete: str) -> list[str]:
    game = find_game(ctx.params.get("game") or "")
    return [stage for stage in game.stages if stage.startswith(incomplete)] if game else []


def chosen_game(face: Face, name: str) -> Game:
    """Return the game of this name; tell on standard error what is wrong with a package that brings one of the name.

    :raises CommandLineError: when there is none, or it does not load; of a name that is none it names the nearest one.
    """
    known = known_games()
    if not name:
        raise CommandLineError("usage.game-missing", known=", ".join(known))
    game = find_game(name)
    faults = faults_of(game.id if game else name)
    if game is None and faults:
        values = {key: visible(value) for key, value in faults[0].values.items()}
        raise CommandLineError(faults[0].code, **values)
    tell_faults(face, faults)
    game = game or _titled(name)
    if game is None:
        raise unknown("usage.no-game", name, known)
    return game


def _titled(name: str) -> Game | None:
    """Return the game of this title, or of its name in brackets, in any language."""
    wanted = " ".join(name.casefold().split())
    titles, _ = tried(lambda game: {title for language in LANGUAGES for title in _titles(game, language)})
    return next((game for game, own in titles.items() if wanted in own), None)


def _titles(game: Game, language: str) -> list[str]:
    """Return a game's title in a language as one may type it, whole or in its parts."""
    parts = re.split(r"[(«»)]", catalog(language).text(f"{game.id}/game").casefold())
    return [part.strip() for part in parts if part.strip()]


def chosen_stage(game: Game, name: str) -> str:
    """Return the stage of this name.

    :raises CommandLineError: when the game has none; it names the nearest one.
    """
    known = list(game.stages)
    if not name:
        raise CommandLineError("usage.stage-missing", known=", ".join(known))
    stage = name.strip().casefold()
    if stage not in known:
        raise unknown("usage.no-stage", name, known)
    return stage
