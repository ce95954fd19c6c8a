"""Names that are given to players on the command line: such as can be typed in front of a line afterwards.

What is read (a record, an evening of before) may have any name. Only where a name is new it is looked at.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from callboard_cli.input.parser.tokenizer import NOTHING
from callboard_cli.ui.names import said_in_all
from callboard_cli.ui.output import CommandLineError, visible
from callboard_scoring.fields import Name, names_taken, same_name
from callboard_scoring.game import Game
from callboard_scoring.words import fold

_MARKS = ":=,;"
"""What parts a typed line."""


@dataclass(frozen=True)
class Told:
    """Who plays, as people say it: names, or how many there are."""

    names: tuple[str, ...] = ()
    number: str = ""
    """How many play, as it was typed, where that is told instead."""
    otherwise: tuple[str, ...] = ()
    """The names as they may be meant as well; empty where there is no doubt, as of a line."""


def told_in(words: Sequence[str], fewest: int, most: int, *, parted: bool = True) -> Told:
    """Return who plays by these words, which a shell has `parted`, or else are a line.

    Commas and words for “and” stand between names, in a line without any spaces do. What only introduces names, such
    as “we are”, is none. Where names may be meant in two ways the number of those who can play decides, if it does.

    :raises CommandLineError: nobody stands before an “and”, or behind it.

    >>> told_in(["Ada,", "Ben,Cleo Ann"], 2, 5).names, told_in(["we are Ada Ben and Cleo"], 3, 4).names
    (('Ada', 'Ben', 'Cleo Ann'), ('Ada', 'Ben', 'Cleo'))
    >>> told_in(["García, Luis", "Ana"], 2, 5).otherwise, told_in(["3", "players"], 2, 5).number
    (('Luis García', 'Ana'), '3')
    """
    words = _without_introduction([word.replace("&", ",") for word in words])
    line = " ".join(words)
    if line.isdecimal():
        return Told(number=line)
    joining = _joining(line)
    if "," not in line and not parted:
        words = line.split()
    ways = [_cut(words, joining)]
    if "," not in line and len(words) == 1 < len(ways[0]):
        ways.append(_cut(line.split(), joining))
    elif parted:
        ways.append(_cut([word if {*word.split()} & {*joining} else _surname_last(word) for word in words], joining))
    names, *others = sorted(ways, key=lambda way: not fewest <= len(way) <= most)
    other = next((way for way in others if way != names and fewest <= len(way) <= most), ())
    return Told(tuple(names), otherwise=tuple(other))


def _surname_last(word: str) -> str:
    """Return what may be one name with its surname first, as in “García, Luis”, the usual way round."""
    surname, comma, name = word.partition(", ")
    return f"{name.strip()} {surname.strip()}" if comma and "," not in name and name.strip() else word


def _cut(words: Iterable[str], joining: Collection[str]) -> list[str]:
    """Cut words at commas, and where one of `joining` stands between two; a word without anything is a name still."""
    between = re.compile(rf"(?:(?<=\s)|^)(?:{'|'.join(map(re.escape, joining))})(?=\s|$)") if joining else None
    names: list[str] = []
    for word in words:
        pieces = (between.sub(",", word) if between else word).split(",")
        names += filter(None, map(str.strip, pieces)) if word.strip() else [word]
    return names


def _joining(line: str) -> Collection[str]:
    """Return the words of a line that mean “and”; among initials a single letter is one of them.

    :raises CommandLineError: the line begins or ends with one.
    """
    parts = line.replace(",", " ").split()
    known = _said(line, "answer.and")
    others = [part for part in parts if part.casefold() not in known]
    is_shouted = all(map(str.isupper, others))
    found = {part for part in parts if part.casefold() in known and (part.islower() or is_shouted)}
    if all(len(part) == 1 for part in others):
        found = {part for part in found if len(part) > 1}
    for part in (*parts[:1], *parts[-1:]):
        if part in found:
            raise CommandLineError("usage.and-nobody", given=visible(part))
    return found


def _without_introduction(words: list[str]) -> list[str]:
    """Return words without what introduces names, as in “we are Ann and Bob”, or follows them, as in “3 players”."""
    parts = [(place, part) for place, word in enumerate(words) for part in word.split()]
    line = " ".join(part for _, part in parts)
    before, after = _said(line, "answer.before-names"), _said(line, "answer.after-names")
    first, last = 0, len(parts)
    for length in range(min(_LONGEST, last - 1), 0, -1):
        if not first and " ".join(part for _, part in parts[:length]).casefold().rstrip(":") in before:
            first = length
        if last == len(parts) and last - length > first and not parts[-length - 1][1].endswith(","):
            last -= length * (" ".join(part for _, part in parts[-length:]).casefold() in after)
    if (first, last) == (0, len(parts)):
        return words
    kept = [[part for place, part in parts[first:last] if place == number] for number in range(len(words))]
    return [" ".join(told) for told in kept if told]


_LONGEST = 3
"""The most words of such a phrase."""


def _said(line: str, message: str) -> Collection[str]:
    """Return all words for a message; none for a line in which each word begins as names do."""
    is_spoken = line.isupper() or any(part[0].islower() for part in line.split())
    return {word.casefold() for word in said_in_all(message)} if is_spoken else ()


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
    if not is_seen(read):
        raise CommandLineError("usage.name", given=read.encode("unicode_escape").decode("ascii"))
    return read


def is_seen(name: str) -> bool:
    """Tell whether a name can be seen: there is more in it than marks, and no letter that is a blank."""
    return not _BLANK.search(name) and any(unicodedata.category(letter)[0] not in "MZ" for letter in name)


_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]")
"""Letters, marks and symbols that show nothing."""


def alike(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each name with an earlier one that looks the same: in other letters, or but for what is hardly seen.

    >>> list(alike(["Ada", "Ben", "\u0410da"])) == [("\u0410da", "Ada")]
    True
    """
    known: dict[str, str] = {}
    for name in names:
        look = fold(_SELECTORS.sub("", name)) or name
        if look in known and same_name(known[look]) != same_name(name):
            yield name, known[look]
        known.setdefault(look, name)


_SELECTORS = re.compile("[\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""What says in which of its shapes the character before it is shown."""


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


def number_of_players(game: Game, names: list[str], players: str, coded: int | None) -> int:
    """Return how many play, from the names, --players and the code, which must agree.

    :raises CommandLineError: when they do not, or the game is not for so many, or a name is not one.
    """
    least, most = game.players
    asked = int(players) if re.fullmatch("[0-9]{1,4}", players) else None  # of thousands of digits Python reads none
    if players and (asked is None or not least <= asked <= most):
        raise CommandLineError("usage.players", given=visible(players), least=least, most=most)
    numbers = {number for number in (len(names) or None, asked, coded) if number}
    if not numbers:
        raise CommandLineError("usage.players-missing", least=least, most=most)
    if len(numbers) > 1:
        raise CommandLineError("usage.players-differ", numbers=", ".join(map(str, sorted(numbers))))
    number = numbers.pop()
    if not least <= number <= most:
        raise CommandLineError("usage.players", given=number, least=least, most=most)
    check_names(names)
    return number


def check_names(names: list[str]) -> None:
    """Make names such as are kept.

    :raises CommandLineError: one is none, or two are alike.
    """
    names[:] = map(possible, names)
    for problem in names_taken(((place,), name) for place, name in enumerate(names)):
        raise CommandLineError("usage.name-taken", given=visible(problem.values["other"]))
    for name, other in alike(names):
        raise CommandLineError("usage.name-alike", given=visible(name), other=visible(other))
