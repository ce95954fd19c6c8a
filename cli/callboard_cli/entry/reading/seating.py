"""Players' lines without quotation marks: `Ada: C3 C2 Ben: T1`, as one argument or as many as there are words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from callboard_cli.entry.reading.items import is_line, split_once
from callboard_cli.entry.reading.kinds import Kind
from callboard_cli.entry.reading.line import Lexicon
from callboard_cli.entry.reading.lists import Counts, Items
from callboard_cli.entry.reading.raw import Typing
from callboard_cli.entry.reading.tables import Fields, Line, Lines, Players, Purses, kinds_of, seated_kind
from callboard_cli.entry.stage import Stage
from callboard_cli.speech.wording import field_words
from callboard_scoring.words import fold

_NAME = re.compile(r"(?<!\S)[^\W\d][^\s:=,;\"]*:")
"""A name of one word, with its colon."""
_PART = re.compile(r"(?<!\S)[^\W\d][^\s:=,;\"]*[:=]")
"""The same, or the name of a field with its `=`."""


def in_lines(arguments: Sequence[str], stage: Stage) -> list[str]:
    """Return the arguments with each player's line as one of them, and a number with the word that it stands behind."""
    seated = seated_kind(stage.kinds)
    names, fields = _LineNames(stage, seated), _ListedFields(stage)
    lines: list[str] = []
    is_open = False
    for argument in arguments:
        goes_on = is_open and not names.starts_other(argument)
        is_number = lines and argument.isdecimal() and lines[-1][-1:].isalpha()  # `bonus 2` without its quotes
        if goes_on or is_number or (lines and fields.go_on(lines[-1], argument)):
            lines[-1] += f" {argument}"
        else:
            lines.append(argument)
        is_open = (goes_on and not isinstance(seated, Purses)) or names.opens(argument)
    return [part for line in lines for part in names.parts(line)]


class _ListedFields:
    """Fields that take several words behind their name, which may stand without quotation marks: `plots=0 0 1`."""

    def __init__(self, stage: Stage) -> None:
        """Take the words of the stage."""
        self._typing = Typing(stage.game.id, stage.words, stage.shorts)
        self._bare = Lexicon(self._typing, stage.kinds)
        table = [kind.name for kind in stage.kinds if kind.typed is None]
        self._table = frozenset(self._typing.names(table))
        seated = seated_kind(stage.kinds)
        own = kinds_of(seated.model) if isinstance(seated, Players) else ()
        self._kinds = {kind.name: kind for kind in (*own, *stage.kinds)}
        self._names = self._typing.names(list(self._kinds))

    def go_on(self, line: str, argument: str) -> bool:
        """Tell whether an argument is one more of the words behind a field's name; bare it has no other meaning."""
        key, value = split_once(line, "=")
        if fold(line) in self._table and "=" not in argument and ":" not in argument:
            return True  # `mood comedy` lacks its `=`, and that is told
        kind = self._kinds.get(self._names.get(fold(key), "")) if value is not None and ":" not in key else None
        if kind is None or "=" in argument or ":" in argument:
            return False
        if isinstance(kind, Fields):
            names = self._typing.names(list(kind.model.model_fields))
            return argument.strip(",").isdecimal() or fold(argument.strip(",")) in {
                word for name in names for word in name.split()
            }
        has_words = isinstance(kind, (Items, Counts)) and (kind.typed is not None or kind.numeric)
        if not has_words or self._bare(argument) == 0:
            return False
        return argument.strip(",").isdecimal() or fold(argument.strip(",")) in self._typing.words.tokens


class _LineNames:
    """What begins a line of a stage, and what only looks like it."""

    def __init__(self, stage: Stage, seated: Kind | None) -> None:
        """Take the words of the stage."""
        fields = [kind.name for kind in stage.kinds]
        own = [kind.name for kind in kinds_of(seated.model)] if isinstance(seated, Players) else []
        lines = [kind.name for kind in stage.kinds if isinstance(kind, (Line, Lines))]
        self._has_seats = seated is not None
        self._fields = frozenset(field_words(stage.game.id, fields))
        self._own = frozenset(field_words(stage.game.id, own))
        self._lines = frozenset(field_words(stage.game.id, lines))
        self._tokens = stage.words.tokens.keys()

    def _is_name(self, word: str) -> bool:
        """Tell whether a word with a colon is somebody's name, or a table's: no field and no short word."""
        name = fold(word)
        if name in self._lines or not self._has_seats:
            return name in self._lines
        return not (name in self._fields or name in self._own or name in self._tokens)

    def opens(self, argument: str) -> bool:
        """Tell whether an argument is no more than a name and its colon, so that the next ones are its line."""
        return _NAME.fullmatch(argument.strip()) is not None and self._is_name(argument.strip()[:-1])

    def starts_other(self, argument: str) -> bool:
        """Tell whether an argument is no part of the line before it: a line or a field of its own."""
        key, value = split_once(argument, "=")
        return is_line(argument) or (value is not None and fold(key) not in self._own)

    def parts(self, line: str) -> Iterator[str]:
        """Yield each player's line of several in one."""
        name, rest = split_once(line, ":")
        if rest is None or "=" in name or not self._is_name(name):
            yield line
            return
        others = [match.start() for match in _PART.finditer(line, len(name) + 1) if self._is_other(match.group())]
        for start, end in zip([0, *others], [*others, len(line)], strict=True):
            yield line[start:end].strip(" ,;") if others else line

    def _is_other(self, part: str) -> bool:
        """Tell whether a word with a colon is a name, or one with `=` a field of the whole table."""
        name = part[:-1]
        return self._is_name(name) if part[-1] == ":" else fold(name) in self._fields - self._own
