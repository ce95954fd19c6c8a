"""Reading the files of each game's rules, from this package or from that of an installed game.

What lies there for a game: `ru.md`, `en.md`, `es.md` and `sources.toml`; and, where it has them, `rulings.toml`,
`glossary.toml`, and `asked/` and `unanswered/` with a file a language. All of it is read through here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_P = ParamSpec("_P")
_T = TypeVar("_T")
_laid: dict[str, Traversable] = {}
"""The folders of games under construction, by id."""
_forgetting: list[Callable[[], None]] = []


class RulesFormatError(ValueError):
    """Rules that are missing or break the format, with the file and the place; only their editor should ever see it."""


@contextmanager
def laid(game: str, folder: Traversable) -> Iterator[None]:
    """Read the rules of a game that is not installed from a folder, for so long; a built-in game stays what it is."""
    _laid[game] = folder
    forget()
    try:
        yield
    finally:
        del _laid[game]
        forget()


def kept(read: Callable[_P, _T]) -> Callable[_P, _T]:
    """Cache what a function has read, until `forget`."""
    cached = cache(read)
    _forgetting.append(cached.cache_clear)
    return cast("Callable[_P, _T]", cached)


def forget() -> None:
    """Empty the caches, so that files are read again."""
    for clear in _forgetting:
        clear()


def folder_of(game: str) -> Traversable:
    """Return the folder of a game's rules; of the questions about any game where it is none."""
    built_in = Path(__file__).parent / game
    if not game or (built_in / "sources.toml").is_file():
        return built_in
    return _laid.get(game) or _installed_folder(game) or built_in


@kept
def _installed_folder(game: str) -> Path | None:
    """Return the folder of the rules in the package that brings a game: its entry point leads to what knows it."""
    from importlib.metadata import entry_points  # most runs ask about what is built in

    for point in entry_points(group="callboard.games"):
        if point.name.casefold() == game:
            folder: Path = point.load().folder
            return folder / "rules"
    return None


def read_text(game: str, name: str) -> str:
    """Return the text of a file of a game.

    :raises RulesFormatError: when it is not there, or is no text.
    """
    try:
        return folder_of(game).joinpath(name).read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise RulesFormatError(f"{game}/{name}: cannot be read: {error}") from error


def read_table(game: str, name: str, *, needed: bool = False) -> dict[str, Any]:
    """Return the tables of a TOML file of a game; none where there is no such file, unless it is needed.

    :raises RulesFormatError: when it is no TOML, or missing though needed.
    """
    if not needed and not folder_of(game).joinpath(name).is_file():
        return {}
    try:
        return tomllib.loads(read_text(game, name))
    except tomllib.TOMLDecodeError as error:
        raise RulesFormatError(f"{game}/{name}: no TOML: {error}") from error
