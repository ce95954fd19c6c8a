"""What games and their stages are called: titles to read, and names to type."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from callboard_cli.ui.output import UI, visible
from callboard_cli.ui.shells import command_line, with_options
from callboard_locales import LANGUAGES, Catalog, UnknownLanguageError, catalog, choose_language
from callboard_scoring.words import fold


def words_of(spoken: Catalog, message: str) -> list[str]:
    """Return every word that a language has for a message that may have several; none where it has no such message."""
    return spoken.text(message).split("|") if spoken.has(message) else []


def said_in_all(message: str) -> Iterator[str]:
    """Yield every word for a message that may have several, in all languages."""
    for language in LANGUAGES:
        yield from words_of(catalog(language), message)


def title_of(words: Catalog, game: str, stage: str = "") -> str:
    """Return the title of a game, or of one of its stages: the first of its names."""
    return _names(words, game, stage)[0]


def short_name(words: Catalog, game: str, stage: str = "") -> str:
    """Return the name by which a reader types a game or a stage: the id where it is one, or the first single word."""
    known, names = stage or game, [name for name in _names(words, game, stage) if not re.search(r"\s", name)]
    return known if not names or known in map(fold, names) else names[0]


def listed(words: Catalog, game: str, stage: str = "") -> str:
    """Return a game or a stage as lists name it: by the short name, and where the id is another word by both."""
    name = short_name(words, game, stage)
    return name if name == (stage or game) else f"{name} ({stage or game})"


def score_command(ui: UI, game: str, stage: str, record: Iterable[str], options: Iterable[str] = ()) -> str:
    """Return the command that scores a record in the reader's words."""
    return shown_command(ui, ["score", game, short_name(ui.catalog, game, stage)], record, options)


def own_command(words: Catalog, line: Iterable[str], record: Iterable[str] = (), options: Iterable[str] = ()) -> str:
    """Return a command of ours that is in the reader's language wherever it is pasted.

    Words may be as they were typed: whatever cannot be seen in them, but for ends of lines, is written out. No word
    of a record, which may begin with any name, is an option.
    """
    spoken = () if _is_spoken(words) else ("--lang", words.language)
    typed = with_options(_seen(record), [*_seen(options), *spoken])
    return command_line(["callboard", *_seen(line), *typed])


def shown_command(ui: UI, line: Iterable[str], record: Iterable[str] = (), options: Iterable[str] = ()) -> str:
    """Return a command of ours that shows itself as this run was asked to: in both its languages, or plain."""
    return own_command(ui.catalog, line, record, [*options, *ui.options])


def _seen(line: Iterable[str]) -> list[str]:
    return ["\n".join(map(visible, word.split("\n"))) for word in line]


def _is_spoken(words: Catalog) -> bool:
    """Tell whether the language is spoken without `--lang`."""
    try:
        return choose_language() == words.language
    except UnknownLanguageError:  # CALLBOARD_LANG names none that is here
        return False


def _names(words: Catalog, game: str, stage: str) -> list[str]:
    return words.text(f"{game}/stage.{stage}" if stage else f"{game}/game").split("|")
