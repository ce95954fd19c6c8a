"""What games and stages go by: their ids, and their names in the catalogs of all languages.

Whoever gives an id has no catalog read for it; only a word that is none is looked for among the names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import TypeVar

from callboard_cli.entry.games import tried
from callboard_cli.speech.complaints import nearest
from callboard_cli.speech.naming import listed, said_in_all, short_name
from callboard_locales import Catalog
from callboard_scoring.game import Game
from callboard_scoring.games import find_game, known_games
from callboard_scoring.words import fold

T = TypeVar("T")

_BEGINNING = 2
"""The fewest letters that stand for a name that begins so."""


def named_game(name: str) -> Game | None:
    """Return the game of this id, or of this name in any language."""
    return find_game(name) or next((game for game, names in _all_names().items() if fold(name) in names), None)


def begun_games(words: Catalog, name: str) -> dict[str, Game]:
    """Return the games with a name that begins so, by their ids: in the reader's language, else in any."""
    beginning = fold(name)
    if len(beginning) < _BEGINNING:
        return {}
    own, _ = tried(lambda game: frozenset(map(fold, (game.id, *_split(words.text(f"{game.id}/game"))))))
    for named in (own, _all_names()):
        begun = {game.id: game for game, names in named.items() if any(one.startswith(beginning) for one in names)}
        if begun:
            return begun
    return {}


def told_game(words: Catalog, name: str) -> Game | None:
    """Return the game that a word stands for: the one of this name, or the only one whose name begins so."""
    return named_game(name) or _only(begun_games(words, name).values())


def told_stage(words: Catalog, game: Game, name: str) -> str | None:
    """Return the id of the game's stage that a word stands for: as a game."""
    return named_stage(game, name) or _only(begun_stages(words, game, name))


def _only(found: Collection[T]) -> T | None:
    return next(iter(found)) if len(found) == 1 else None


def is_named(game: Game, name: str) -> bool:
    """Tell whether a game is of this id, or of this name in any language."""
    return name.strip().casefold() == game.id or fold(name) in game_names(game)


def meant_game(words: Catalog, name: str) -> str | None:
    """Return the game that a mistyped name was meant to be, as the reader may type it, if one is near."""
    names = {fold(known): known for known in known_games()}
    names |= {word: game.id for game, own in _all_names().items() for word in own}
    meant = names.get(nearest(fold(name), list(names)) or "")
    return _games(words, short_name)[meant] if meant else None


def list_games(words: Catalog, only: Collection[str] | None = None) -> list[str]:
    """Return all games as the reader may type them, or only those of these ids."""
    return [name for known, name in _games(words, listed).items() if only is None or known in only]


def name_games(words: Catalog) -> list[str]:
    """Return the names by which the reader types the games."""
    return list(_games(words, short_name).values())


def _games(words: Catalog, name: Callable[[Catalog, str], str]) -> dict[str, str]:
    """Return a name of each game, by the ids; one whose texts cannot be read has its id alone."""
    names, _ = tried(lambda game: name(words, game.id))
    told = {game.id: said for game, said in names.items()}
    return {known: told.get(known, known) for known in known_games()}


def _all_names() -> Mapping[Game, frozenset[str]]:
    return tried(game_names)[0]


@cache
def game_names(game: Game) -> frozenset[str]:
    """Return the names of a game in all languages, folded."""
    return frozenset(fold(name) for said in said_in_all(f"{game.id}/game") for name in names_in(said))


def _split(said: str) -> Iterator[str]:
    """Yield each of several names, and its parts."""
    for name in said.split("|"):
        yield from names_in(name)


def names_in(title: str) -> Iterator[str]:
    """Yield a title and its parts, as one may type them: “Chess («Шахматы»)” is “Chess” and “Шахматы” too."""
    yield title
    yield from (part for part in re.split(r"[(«»)]", title) if part.strip())


def named_stage(game: Game, name: str) -> str | None:
    """Return the id of the game's stage of this id, or of this name in any language."""
    given = name.strip().casefold()
    return given if given in game.stages else _stages(game).get(fold(name))


def begun_stages(words: Catalog, game: Game, name: str) -> list[str]:
    """Return the ids of the game's stages with a name that begins so: in the reader's language, else in any."""
    beginning = fold(name)
    if len(beginning) < _BEGINNING:
        return []
    own = [
        (fold(one), stage) for stage in game.stages for one in (stage, *_split(words.text(f"{game.id}/stage.{stage}")))
    ]
    for named in (own, _stages(game).items()):
        begun = {stage for known, stage in named if known.startswith(beginning)}
        if begun:
            return [stage for stage in game.stages if stage in begun]
    return []


def meant_stage(words: Catalog, game: Game, name: str) -> str | None:
    """Return the stage that a mistyped name was meant to be, as the reader may type it, if one is near."""
    names = _stages(game) | {stage: stage for stage in game.stages}
    meant = names.get(nearest(fold(name), list(names)) or "")
    return short_name(words, game.id, meant) if meant else None


def list_stages(words: Catalog, game: Game, only: Collection[str] | None = None) -> list[str]:
    """Return the stages of a game as the reader may type them, or only these."""
    return [listed(words, game.id, stage) for stage in (game.stages if only is None else only)]


@cache
def _stages(game: Game) -> dict[str, str]:
    """Return the names of a game's stages in all languages, folded, each with the stage's id."""
    return {fold(word): stage for stage in game.stages for word in said_in_all(f"{game.id}/stage.{stage}")}
