"""Who plays, typed on one line as `setup` takes them: `Ada, Ben, Cleo`; or each with a line, `Ada: C3 C2 Ben: T1`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pydantic import TypeAdapter, ValidationError

from callboard_cli.entry.asking.sheet import Sheet, placed_at
from callboard_cli.entry.players import means_more
from callboard_cli.entry.reading.line import Lexicon
from callboard_cli.entry.reading.seating import in_lines
from callboard_cli.entry.reading.tables import Players, kinds_of
from callboard_cli.speech.wording import field_words
from callboard_scoring.checks import names_taken
from callboard_scoring.fields import Name
from callboard_scoring.problems import Problem
from callboard_scoring.records import problems_of
from callboard_scoring.words import fold


def names_in(text: str) -> list[str]:
    """Return the names on a line: between commas, or without any between spaces.

    >>> names_in("Ada, Anna Maria,")
    ['Ada', 'Anna Maria']
    >>> names_in("Ada Ben")
    ['Ada', 'Ben']
    """
    return [name.strip() for name in (text.split(",") if "," in text else text.split()) if name.strip()]


def lines_in(text: str, sheet: Sheet, seats: Players) -> list[tuple[str, str]]:
    """Return each name with what is typed behind it: nothing where only names are."""
    if ":" not in text:
        return [(name, "") for name in names_in(text)]
    placed = ((argument, placed_at(argument, sheet)) for argument in in_lines([text], sheet.stage))
    return [(line.partition(":")[0].strip(), one[1]) for line, one in placed if one and one[0] == (seats.name,)]


def names_problems(names: Sequence[str], sheet: Sheet, seats: Players) -> Iterator[Problem]:
    """Yield what is wrong with names: how many there are, how one is written, and two that are one."""
    if not seats.fewest <= len(names) <= seats.most:
        values = {"given": len(names), "fewest": seats.fewest, "most": seats.most}
        yield Problem((seats.name,), "ask.seats", values)
        return
    for seat, name in enumerate(names):
        at = (seats.name, seat, "name")
        try:
            TypeAdapter(Name).validate_python(name)
        except ValidationError as error:
            yield from (replace(problem, location=at) for problem in problems_of(error))
        else:
            if not _can_be_typed(name, sheet, seats):
                yield Problem(at, "ask.no-name", {"given": name})
    yield from names_taken(((seats.name, seat, "name"), name) for seat, name in enumerate(names))


def item_among(text: str, sheet: Sheet, seats: Players) -> str:
    """Return the first of words without commas that is no name but an item of a player's line, `Ada C3 +4`, or ""."""
    lexicon = Lexicon(sheet.read.typing, kinds_of(seats.model))
    words = [] if "," in text or ":" in text else text.split()[1:]
    return next((word for word in words if not word.isalpha() and lexicon(word) == 0), "")


def _can_be_typed(name: str, sheet: Sheet, seats: Players) -> bool:
    """Tell whether a line behind this name is a player's: no mark of the notation in it, and no field of that name."""
    line = f"{name}: -"
    is_field = fold(name) in field_words(sheet.stage.game.id, list(sheet.fields))
    return (
        not (is_field or means_more(name))
        and in_lines([line], sheet.stage) == [line]
        and placed_at(line, sheet) == ((seats.name,), "-")
    )
