"""What is wrong with a command line, said in the reader's language: our own complaints and Typer's.

Typer has catalogs for none of its own and writes most of them as literals, so that they are put into words by their
class; and since those classes live in a module private to Typer, by the name of the class.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence

from typer.core import TyperCommand, TyperGroup

from callboard_cli.ui.output import shortened, visible
from callboard_scoring.words import fold


class CommandLineError(Exception):
    """Something on the command line that cannot be done: the id of the words that say what, and their values."""

    def __init__(self, message: str, *, lines: Sequence[str] = (), about: Sequence[str] = (), **values: object) -> None:
        """Keep the message and its values.

        `lines` show what could be typed instead; or the command's own help does, where it is `about` these words.
        """
        super().__init__(message)
        self.message = message
        self.values = values
        self.lines = lines
        self.about = about


def nearest(word: str, known: list[str]) -> str | None:
    """Return the known word that a mistyped one was meant to be, if one is near."""
    return next(iter(difflib.get_close_matches(word.casefold(), known, n=1, cutoff=0.6)), None)


def nearest_name(given: str, names: Iterable[str]) -> str:
    """Return the name that a mistyped one was probably meant to be; empty where none is near.

    >>> nearest_name("balas", ["Ana", "Blas"]), nearest_name("Zoe", ["Ana"])
    ('Blas', '')
    """
    folded = {fold(name): name for name in names}
    return folded.get(nearest(fold(given), list(folded)) or "", "")


def unknown(message: str, word: str, known: list[str]) -> CommandLineError:
    """Complain of a word that is none of the known ones, suggesting the nearest."""
    return missed(message, word, known, nearest(word, known))


def missed(message: str, word: str, known: list[str], meant: str | None) -> CommandLineError:
    """Complain of a word that is none of the known ones; with what it was probably meant to be."""
    given = shortened(word)
    if meant is None:
        return CommandLineError(message, given=given, known=", ".join(known))
    return CommandLineError(f"{message}-meant", given=given, known=", ".join(known), meant=meant)


def complaint(error: Exception, group: TyperGroup) -> CommandLineError:
    """Return what is wrong with the command line of this application as one of our own complaints."""
    if isinstance(error, CommandLineError):
        return error
    kind = type(error).__name__
    option = getattr(error, "option_name", None)
    if kind == "NoSuchOption":
        known = getattr(error, "possibilities", None) or []
        code, values = "usage.no-option", {"given": visible(str(option)), "known": ", ".join(known)}
        return CommandLineError(f"{code}-meant" if known else code, **values)
    if kind == "BadOptionUsage":
        params = [param for one in _commands(group) for param in one.params if option in param.opts]
        given = visible(str(option))
        if any(getattr(param, "is_flag", False) for param in params):
            return CommandLineError("usage.no-value", given=given)
        value = next((str(one.metavar) for one in params), "…")
        return CommandLineError("usage.value-missing", given=given, value=value)
    parameter = getattr(error, "param", None)
    if parameter is not None:
        return CommandLineError("usage.bad-value", given=parameter.opts[0])
    return CommandLineError("usage.other")


def _commands(command: TyperCommand | TyperGroup) -> Iterator[TyperCommand | TyperGroup]:
    """Yield a command, and all below it."""
    yield command
    for one in getattr(command, "commands", {}).values():
        yield from _commands(one)
