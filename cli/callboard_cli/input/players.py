"""Names that are given to players on the command line: such as can be typed in front of a line afterwards.

What is read (a record, an evening of before) may have any name. Only where a name is new it is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pydantic import TypeAdapter, ValidationError

from callboard_cli.input.parser.tokenizer import NOTHING
from callboard_cli.ui.output import CommandLineError, visible
from callboard_scoring.fields import Name
from callboard_scoring.game import Game
from callboard_scoring.words import fold

_MARKS = ":=,;"
"""What parts a typed line."""


def between_commas(words: Iterable[str]) -> Iterator[str]:
    """Yield the names that words hold: several where there are commas between, as in `Ada, Ben`.

    >>> list(between_commas(["Ada,", "Ben,Cleo Ann", ""]))
    ['Ada', 'Ben', 'Cleo Ann', '']
    """
    for word in words:
        yield from filter(None, map(str.strip, word.split(","))) if word.strip(" ,") else (word,)


def means_more(name: str) -> bool:
    """Tell whether a name has a mark of typed lines in it, or is a dash, which is nobody."""
    return name in NOTHING or any(mark in name for mark in _MARKS)


def possible(name: str) -> str:
    """Return a name as it is kept.

    :raises CommandLineError: it is none, or cannot be typed.
    """
    try:
        read: str = TypeAdapter(Name).validate_python(name)
    except ValidationError:
        raise CommandLineError("usage.name", given=visible(name)) from None
    if means_more(read):
        raise CommandLineError("usage.name-marks", given=visible(read))
    return read


def look_apart(game: Game, names: Sequence[str]) -> None:
    """Look whether what is typed in front of a line of this game can only be one of these names.

    :raises CommandLineError: one of them is a field's name, too.
    """
    from callboard_cli.ui.wording import field_words  # only who begins an evening or renames

    fields = {field: None for stage in game.stages for field in game.record(stage).model_fields}
    words = field_words(game.id, list(fields))
    for name in names:
        if fold(name) in words:
            raise CommandLineError("usage.name-field", given=visible(name))
