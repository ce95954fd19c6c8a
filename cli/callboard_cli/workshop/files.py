"""Where the files of a game lie: in a checkout of Callboard, or in a package of the game's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import callboard_locales
import callboard_rules
import callboard_scoring.games
from callboard_locales import LANGUAGES
from callboard_scoring.game import Game

TO_WRITE = "TODO"
"""What a skeleton has before all that a person is still to write, in whatever file it is."""


@dataclass(frozen=True)
class GameFiles:
    """The folders and files that a game is made of; none of them need be there."""

    game: Game
    code: Path
    """The modules of its pieces, stages and set-up, and `examples.toml`."""
    rules: Path
    """`ru.md`, `en.md`, `es.md`, `sources.toml`, `glossary.toml`, `asked/`, `answered/` and `unanswered/`."""
    catalogs: Mapping[str, Path]
    """The `.po` file of each language."""
    golden: Path
    """A file of cases for each stage."""
    questions: Path
    """The folder of what the look-up is measured by."""
    question_file: str = "{language}.toml"
    """What a language's file is called there."""


def files_of(game: Game) -> GameFiles:
    """Return where a game's files lie: a built-in one's among all others', another's in its own package."""
    if not game.package.startswith(f"{callboard_scoring.games.__name__}."):
        return own_files(game, game.folder)
    places = (callboard_scoring.games, callboard_rules, callboard_locales)
    return built_in_files(game, *(Path(str(package.__file__)).parent for package in places))


def own_files(game: Game, code: Path) -> GameFiles:
    """Return where the files of a game lie that has a package of its own, with its code in this folder."""
    catalogs = {language: code / "locales" / f"{language}.po" for language in LANGUAGES}
    return GameFiles(game, code, code / "rules", catalogs, code / "golden", code / "questions")


def built_in_files(game: Game, games: Path, rules: Path, locales: Path) -> GameFiles:
    """Return where the files of a built-in game lie, by the folders that hold all games' code, rules and catalogs."""
    tests = games.parents[2] / "tests"
    return GameFiles(
        game,
        games / game.id,
        rules / game.id,
        {language: locales / language / "LC_MESSAGES" / f"{game.id}.po" for language in LANGUAGES},
        tests / "golden" / game.id,
        tests / "questions",
        f"{game.id}.{{language}}.toml",
    )
