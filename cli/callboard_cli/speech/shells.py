"""Command lines as the system's shell reads and writes them: POSIX shells, or those of Windows."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable

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
