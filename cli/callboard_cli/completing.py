"""What a shell is told when Tab is pressed: its line is read, the command that stands there is asked, its words quoted.

Our own scripts for bash, zsh and fish (`completion.py`) hand the line over as it was typed, up to the cursor, and take
back what can stand for the last word of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from callboard_cli.speech.face import Face

_MOST = 10_000
"""The most characters of a line that is completed."""
_ALIKE = 3
"""So many words with one meaning zsh puts on a line in their order; of more it makes rows without any."""
_UNSAFE = re.compile(r"([^\w@%+=:,./~-])")
"""What bash reads something into outside of quotes."""
_ACTIVE = re.compile(r'(["\\$`])')
"""What it reads something into within double ones."""


@dataclass(frozen=True)
class Line:
    """A command line up to the cursor, as a shell has it."""

    words: tuple[str, ...]
    """The whole words behind the name of the command, without their quotation marks."""
    begun: str
    """The word under the cursor, as far as it was typed."""
    quote: str = ""
    """The quotation mark that stands open in it."""
    kept: int = 0
    """How much of that word bash leaves alone: it puts what it is told behind the last `=`, `:` or opening mark."""


def read_line(text: str, breaks: str = "") -> Line:
    """Read a line as POSIX shells do; `breaks` are the marks at which bash begins a new word."""
    words: list[str] = []
    begun: str | None = None
    quote, kept, place = "", 0, 0
    text = text[:_MOST]
    while place < len(text):
        character = text[place]
        place += 1
        if not quote and character.isspace():
            words += [] if begun is None else [begun]
            begun, kept = None, 0
        elif character in {"'", '"'} and quote in {"", character}:
            begun = begun or ""
            quote = "" if quote else character
            kept = len(begun) if quote else kept
        else:
            if character == "\\" and quote != "'" and place < len(text):
                character = text[place]
                place += 1
            elif not quote and character in breaks:
                kept = len(begun or "") + 1
            begun = (begun or "") + character
    while len(words) > 1 and "=" in words[0]:  # `CALLBOARD_LANG=es callboard …`
        del words[0]
    return Line(tuple(words[1:]), begun or "", quote, kept)


def offered(group: Any, face: Face, line: Line) -> list[tuple[str, str]]:
    """Return what can stand for the word under the cursor, each with what it means."""
    above = group.make_context("", [], obj=face, resilient_parsing=True)
    command, name, before = group, None, list(line.words)
    while place := next((place for place, word in enumerate(before, 1) if word in getattr(command, "paths", {})), 0):
        name, before = before[place - 1], before[place:]
        command = command.get_command(above, name)
    value_of = {option: param for param in _options(command) if not param.is_flag for option in param.opts}
    option = value_of.get(before[-1]) if before and "--" not in before[:-1] else None
    whole = before if option is None else before[:-1]
    context = command.make_context(name or "", list(whole) if name else [], obj=face, resilient_parsing=True)
    if option is not None:
        return _asked(option, context, line.begun)
    if "--" not in before and line.begun.startswith("-"):
        asked, has_value, value = line.begun.partition("=")
        if has_value and asked in value_of:
            return [(f"{asked}={text}", told) for text, told in _asked(value_of[asked], context, value)]
        known = [*_options(command), command.get_help_option(context)]
        given = {word.partition("=")[0] for word in line.words}
        named = ((name, param.help) for param in known if not given.intersection(param.opts) for name in param.opts)
        return [(name, told or "") for name, told in named if name.startswith(line.begun)]
    if hasattr(command, "paths"):
        return [(known, command.summary(face, known)) for known in command.paths if known.startswith(line.begun)]
    arguments = (param for param in command.params if param.param_type_name == "argument")
    open_ones = (param for param in arguments if param.nargs == -1 or not context.params.get(param.name))
    return next((_asked(param, context, line.begun) for param in open_ones), [])


def _options(command: Any) -> Iterable[Any]:
    return (param for param in command.params if param.param_type_name == "option")


def _asked(param: Any, context: Any, begun: str) -> list[tuple[str, str]]:
    return [(item.value, item.help or "") for item in param.shell_complete(context, begun)]


def told(shell: str, line: Line, found: list[tuple[str, str]]) -> Iterator[str]:
    """Yield a line of output for each word: bash takes it as it is to stand there, the others quote it themselves.

    What was typed and is offered again, such as a name, may hold what a terminal acts on: that is not offered.
    """
    found = [(text, meaning) for text, meaning in found if text.isprintable()]
    if len(found) == 1 and line.quote and shell != "zsh" and re.search(r"[\s:]", line.begun):
        found = [*found, (f"{found[0][0]} ", "")]  # of two words a shell takes what they share, and leaves quotes open
    if shell != "bash":
        shared = Counter(meaning for _, meaning in found)
        for text, meaning in found:
            is_told = meaning and (shell != "zsh" or shared[meaning] <= _ALIKE)
            yield f"{text}\t{' '.join(meaning.split())}" if is_told else text
        return
    marks = {"": _UNSAFE, '"': _ACTIVE}.get(line.quote)
    for text, _ in found:
        rest = text[line.kept :]
        yield marks.sub(r"\\\1", rest) if marks else rest
