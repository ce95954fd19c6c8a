"""What is wrong with a command line, said in the reader's language: our own complaints and Typer's.

Typer has catalogs for none of its own and writes most of them as literals, so that they are put into words by their
class; and since those classes live in a module private to Typer, by the name of the class.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from typer.core import TyperGroup

from callboard_cli.speech.face import Face, shortened, visible


class CommandLineError(Exception):
    """Something on the command line that cannot be done: the id of the words that say what, and their values."""

    def __init__(self, message: str, *, lines: Sequence[str] = (), **values: object) -> None:
        """Keep the message and its values; `lines` show what could be typed instead."""
        super().__init__(message)
        self.message = message
        self.values = values
        self.lines = lines


def nearest(word: str, known: list[str]) -> str | None:
    """Return the known word that a mistyped one was meant to be, if one is near."""
    return next(iter(difflib.get_close_matches(word.casefold(), known, n=1, cutoff=0.6)), None)


def unknown(message: str, word: str, known: list[str]) -> CommandLineError:
    """Complain of a word that is none of the known ones, suggesting the nearest."""
    return missed(message, word, known, nearest(word, known))


def missed(message: str, word: str, known: list[str], meant: str | None) -> CommandLineError:
    """Complain of a word that is none of the known ones; with what it was probably meant to be."""
    given = shortened(word)
    if meant is None:
        return CommandLineError(message, given=given, known=", ".join(known))
    return CommandLineError(f"{message}-meant", given=given, known=", ".join(known), meant=meant)


def complaint(error: Exception, face: Face, group: TyperGroup) -> str:
    """Put a complaint about the command line of this application into words, Typer's own ones too."""
    if isinstance(error, CommandLineError):
        return face.text(error.message, **error.values)
    kind = type(error).__name__
    option = getattr(error, "option_name", None)
    if kind == "NoSuchOption":
        known = getattr(error, "possibilities", None) or []
        code, values = "usage.no-option", {"given": visible(str(option)), "known": ", ".join(known)}
        return face.text(f"{code}-meant" if known else code, **values)
    if kind == "BadOptionUsage":
        params = [param for one in (group, *group.commands.values()) for param in one.params if option in param.opts]
        given = visible(str(option))
        if any(getattr(param, "is_flag", False) for param in params):
            return face.text("usage.no-value", given=given)
        return face.text("usage.value-missing", given=given, value=next((str(one.metavar) for one in params), "…"))
    parameter = getattr(error, "param", None)
    if parameter is not None:
        return face.text("usage.bad-value", given=parameter.opts[0])
    return face.text("usage.other")
