"""Command lines as the system's shell reads and writes them: POSIX shells, or those of Windows."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable, Sequence

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


def program(command: str, *, windows: bool = _WINDOWS) -> str:
    """Return the program that a command such as $PAGER starts; empty where there is none.

    :raises ValueError: when a quote is not closed.
    """
    words = shlex.split(command, posix=not windows)  # POSIX rules would eat the backslashes of a path
    return words[0].strip('"') if words else ""
