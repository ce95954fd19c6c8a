"""How this run shows itself: the language, plain or not, and how wide."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from callboard_cli.ui.shells import program
from callboard_locales import Catalog

if TYPE_CHECKING:
    from rich.console import Console

_SHORT = 40
"""The most characters of what was typed that a message repeats."""
_NARROWEST = 20
"""The fewest characters of a line that something is typed behind."""
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
        """Print lines that are laid out already, through the system's pager where a screen cannot hold them."""
        if self.plain or len(text.splitlines()) < shutil.get_terminal_size().lines or not _has_pager(os.environ):
            self.emit(text)
            return
        from rich.pager import SystemPager  # most texts need none

        os.environ["LESS"] = f"{os.environ.get('LESS', '')} -FRX"  # colours kept, and the text stays on the screen
        os.environ["LESSSECURE"] = "1"  # a reader starts no other program and writes no file
        os.environ.setdefault("LESSCHARSET", "utf-8")
        # Who has never met a pager reads above how to leave it: less cannot be trusted with a prompt in Cyrillic.
        SystemPager().show(f"{self.text('rules.pager')}\n\n{text}\n")

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


def visible(text: str) -> str:
    """Show a text as it was typed, with invisible characters written out, so that no terminal acts on them."""
    if text.isprintable():
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
