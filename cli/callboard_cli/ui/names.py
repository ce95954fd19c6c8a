"""What games and their stages are called, titles to read and names to type; command lines that a shell reads back."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable, Iterator, Sequence

from callboard_cli.ui.output import UI, visible
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


_WINDOWS = os.name == "nt"
_SAFE = re.compile(r"[\w.:/\\=+,-]+")
"""A word that no shell of Windows reads anything into."""
_PLAIN = re.compile(r"[\w@%+=:,./-]+")
"""A word that no POSIX shell does: as `shlex` has it, but with the letters of every language."""


def command_line(words: Iterable[str], *, windows: bool = _WINDOWS) -> str:
    """Write words so that a shell, where the line is pasted, reads them back."""
    if windows:
        return " ".join(map(_quoted, words))
    return " ".join(word if _PLAIN.fullmatch(word) else shlex.quote(word) for word in words)


def with_options(words: Sequence[str], options: Sequence[str]) -> list[str]:
    """Return words and then options, unless a word looks like an option itself: before such a one `--` ends these.

    >>> with_options(["Ada", "Ben"], ["--brief"]), with_options(["Ada", "-Ben", "-"], ["--brief"])
    (['Ada', 'Ben', '--brief'], ['Ada', '--brief', '--', '-Ben', '-'])
    """
    first = next((place for place, word in enumerate(words) if word.startswith("-") and word != "-"), None)
    if first is None:
        return [*words, *options]
    return [*words[:first], *options, "--", *words[first:]]


def _quoted(word: str) -> str:
    """Quote a word as programs of Windows read it: a backslash counts only before a quote, where it is doubled."""
    if _SAFE.fullmatch(word):
        return word
    return '"' + re.sub(r'(\\*)("|\Z)', lambda met: met[1] * 2 + met[2].replace('"', '\\"'), word) + '"'
