"""How this run speaks: language, width, plain or not; its streams, and JSON; what is wrong with a command line."""

from __future__ import annotations

import difflib
import errno
import io
import os
import shlex
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

from callboard_locales import Catalog
from callboard_scoring.words import fold, unjoined

if TYPE_CHECKING:
    from rich.console import Console


_SHORT = 40
"""The most characters of what was typed that a message repeats."""
_NARROWEST = 20
"""The fewest characters of a line that something is typed behind."""
_BELOW = 4
"""How many rows stay free at the foot of the first screen: for how to go on, and for the pager's own."""
_HELD = "§\N{NO-BREAK SPACE}"
"""What keeps a section's id on the line of its mark."""
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


@dataclass(frozen=True)
class UI:
    """What every command needs to speak: a catalog, and whether to keep to plain lines."""

    catalog: Catalog
    plain: bool
    also: Catalog | None = None
    """The second language of a mixed table: names stand in it beside the first."""
    calm: bool = False
    """Whether plain lines are asked for wherever they go: nothing moves on standard error either."""

    @property
    def catalogs(self) -> tuple[Catalog, ...]:
        """Those of the languages that are spoken, the first one's first."""
        return (self.catalog, self.also) if self.also else (self.catalog,)

    @property
    def options(self) -> tuple[str, ...]:
        """How this run was asked to show itself, as it is typed; but for its own language, which a command knows."""
        also = ("--also", self.also.language) if self.also else ()
        plain = ("--plain",) if self.calm and not is_calm(os.environ, asked=False) else ()
        return *also, *plain

    def text(self, message: str, **values: object) -> str:
        """Return the words of a message, with its values in place."""
        words = self.catalog.text(message)
        return words % values if values else words

    def beside(self, name: Callable[..., str], *given: object) -> str:
        """Return a name, of a catalog and what is given, in the first language and at a mixed table in the second.

        A caravel is "carabela / caravel"; what is the same in both stands once.
        """
        return " / ".join(dict.fromkeys(name(words, *given) for words in self.catalogs))

    def say(self, text: str = "", *, err: bool = False) -> None:
        """Tell people something: a line, which on a screen is broken between words."""
        stream = sys.stderr if err else sys.stdout
        self.emit(self.fitted(text) if stream.isatty() else text, err=err)

    def say_waiting(self, name: str) -> None:
        """Say that standard input is read where that is a keyboard: the command would seem to hang."""
        if name == "-" and sys.stdin.isatty():
            self.say(self.text("score.waiting"), err=True)

    def fitted(self, text: str, room: int = 0) -> str:
        """Break a line between words where it is wider than the screen; plain lines stay whole.

        The last line leaves room for as many characters to be typed behind it. A mark and its section stay together.
        """
        width = shutil.get_terminal_size().columns
        if self.plain:
            return text
        indent = " " * (len(text) - len(text.lstrip()) + 2)
        *lines, last = _broken(text, width, indent)
        return "\n".join([*lines, *_broken(last, max(width - room, _NARROWEST), indent)])

    def page(self, text: str) -> None:
        """Print lines that are laid out already, through the system's pager where a screen cannot hold them.

        How to go on stands at the foot of the first screen, between paragraphs; where there are none, above all.
        """
        if self.plain or len(text.splitlines()) < shutil.get_terminal_size().lines or not _has_pager(os.environ):
            self.emit(text)
            return
        from rich.pager import SystemPager  # most texts need none

        os.environ["LESS"] = f"{os.environ.get('LESS', '')} -FRX"  # colours kept, and the text stays on the screen
        os.environ["LESSSECURE"] = "1"  # a reader starts no other program and writes no file
        os.environ.setdefault("LESSCHARSET", "utf-8")
        # Who has never met a pager reads how to leave it: less cannot be trusted with a prompt in Cyrillic.
        rows = text.split("\n")
        blank = [number for number, row in enumerate(rows[: shutil.get_terminal_size().lines - _BELOW]) if not row]
        at = blank[-1] + 1 if blank else 0
        rows[at:at] = [self.text("rules.pager"), ""]
        SystemPager().show("\n".join([*rows, ""]))

    def emit(self, text: str, *, err: bool = False) -> None:
        """Print a text exactly as it is: data for programs, or lines that are laid out already."""
        print(text, file=sys.stderr if err else sys.stdout)  # the one place that prints

    def console(self) -> Console:
        """Return a console of this width that interprets nothing in the texts it is given."""
        from rich.console import Console  # plain output needs none

        return Console(markup=False, emoji=False, highlight=False, width=shutil.get_terminal_size().columns)


def _broken(text: str, width: int, indent: str) -> list[str]:
    """Break a text between words into lines, all but the first indented; a section's id stays beside its mark."""
    lines = textwrap.wrap(
        text.replace("§ ", _HELD), width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
    return [line.replace(_HELD, "§ ") for line in lines] or [""]


def is_calm(environ: Mapping[str, str], *, asked: bool) -> bool:
    """Tell whether plain lines are asked for, on the line or by an environment in which boxes and colours hinder."""
    return bool(
        asked
        or environ.get("NO_COLOR")
        or environ.get("ACCESSIBLE", "0") not in {"", "0"}
        or environ.get("TERM") == "dumb"
    )


def is_plain(environ: Mapping[str, str], *, asked: bool) -> bool:
    """Tell whether to keep to plain lines: they are asked for, or go into a pipe."""
    return is_calm(environ, asked=asked) or not sys.stdout.isatty()


def _has_pager(environ: Mapping[str, str]) -> bool:
    """Tell whether the pager that the system is going to start is there; asked for none, it finds one itself."""
    try:
        pager = program(environ.get("MANPAGER") or environ.get("PAGER", ""))
    except ValueError:
        return False
    return not pager or shutil.which(pager) is not None


def program(command: str, *, windows: bool = os.name == "nt") -> str:
    """Return the program that a command such as $PAGER starts; empty where there is none.

    :raises ValueError: when a quote is not closed.
    """
    words = shlex.split(command, posix=not windows)  # POSIX rules would eat the backslashes of a path
    return words[0].strip('"') if words else ""


def visible(text: str) -> str:
    """Show a text as it was typed, with invisible characters written out, so that no terminal acts on them."""
    if text.isprintable() or unjoined(text).isprintable():
        return text
    return "".join(
        character.encode("unicode_escape").decode("ascii") if unicodedata.category(character) in _UNSEEN else character
        for character in text
    )


def shortened(text: str) -> str:
    """Show a text as `visible` does, as far as a message that repeats it needs: of a long one the beginning."""
    return visible(text if len(text) <= _SHORT else text[: _SHORT - 1] + "…")


def signed(points: int) -> str:
    """Write points with their sign: +3, 0, −1."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


SCHEMA = 1
"""The version of the machine interface."""


def own_version() -> str:
    """Return the version of Callboard."""
    from importlib.metadata import version  # it reads files

    return version("callboard")


def carries_letters() -> bool:
    """Tell whether the output can carry the letters of all languages."""
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def to_json(data: object, indent: int | None = None, *, letters: bool | None = None) -> str:
    """Write JSON, on one line unless indented; letters stay letters where the output can carry them, if nobody says.

    On one line nothing is left that a terminal would act on.
    """
    is_ascii = not (carries_letters() if letters is None else letters)
    if indent is not None:
        return _dumps(data, is_ascii=is_ascii, indent=indent)
    text = None if is_ascii else _quickly(data)
    if text is not None and text.isprintable():
        return text
    return _dumps(data, is_ascii=True).replace("\x7f", "\\u007f")  # which JSON leaves as it is


def _quickly(data: object) -> str | None:
    """Write JSON by what pydantic has for it, in a seventh of the time; None where half a letter is in it."""
    from pydantic_core import PydanticSerializationError, to_json  # most results are for people

    try:
        return to_json(data).decode()
    except PydanticSerializationError:
        return None


def _dumps(data: object, *, is_ascii: bool, indent: int | None = None) -> str:
    """Write JSON by what Python has for it, in the same shape."""
    from json import dumps

    return dumps(data, ensure_ascii=is_ascii, indent=indent, separators=None if indent else (",", ":"))


class OutputError(Exception):
    """Standard output cannot be written to. `gone` tells whether its reader only went away, as `head` does.

    It is no OSError: those come of files, and Typer would end the process at some of them.
    """

    def __init__(self, *, gone: bool) -> None:
        """Keep whether the reader went away."""
        super().__init__("output")
        self.gone = gone


class _Output(io.BufferedWriter):
    """Bytes on their way out."""

    def write(self, content: Any, /) -> int:
        try:
            return super().write(content)
        except OSError as error:
            self.fail(error)
            return len(content)

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            self.fail(error)

    def fail(self, error: OSError) -> None:
        """Send what is held back, and whatever still comes, to nowhere."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)
        raise OutputError(gone=error.errno in (errno.EPIPE, errno.EINVAL)) from error  # EINVAL: a pipe of Windows


class _Complaints(_Output):
    """Bytes for standard error: where it fails nobody can be told, and the exit status says it all."""

    def fail(self, error: OSError) -> None:
        try:
            super().fail(error)
        except OutputError:
            return


def open_streams() -> None:
    """Put streams of our own in place of the system's; what an old terminal lacks is shown as its number."""
    if sys.stdin is None:
        sys.stdin = open(os.open(os.devnull, os.O_RDONLY), encoding="utf-8", closefd=False)  # noqa: SIM115  # to the end
    sys.stdout = _opened(sys.stdout, _Output)
    sys.stderr = _opened(sys.stderr, _Complaints)


def _opened(stream: TextIO | None, kind: type[_Output]) -> TextIO:
    if stream is None:
        raw: Any = io.FileIO(os.open(os.devnull, os.O_WRONLY), "wb", closefd=False)
        return io.TextIOWrapper(kind(raw), encoding="utf-8")
    buffer: Any = getattr(stream, "buffer", None)
    if not isinstance(stream, io.TextIOWrapper) or buffer is None:
        return stream  # somebody else's: a test's, an editor's
    return io.TextIOWrapper(
        kind(getattr(buffer, "raw", buffer)),
        encoding=stream.encoding,
        errors="backslashreplace",
        line_buffering=stream.line_buffering or stream.write_through,
    )


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
