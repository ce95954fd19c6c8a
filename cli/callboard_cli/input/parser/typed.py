"""Records as people type them at the table: `season=1 mood=comedy "Valère: C3 C3 X +4"`, and the other way round.

A word with `=` is a field of the record (in any of the languages), a word with `:` a player's line, and bare words go
to the field that knows them by their pattern. What cannot be placed is kept as it is, so that the record's own checks
say what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from callboard_cli.input.parser.field_types import Counts, InTurn, Items, Kind, Lexicon, in_one_line
from callboard_cli.input.parser.line import fill_omitted, read_line, read_own
from callboard_cli.input.parser.spoken import dashed, declined, joining, says_nothing, signed
from callboard_cli.input.parser.state import LOOSE, RIGHT, Typing
from callboard_cli.input.parser.tables import Fields, Line, Lines, Players, Purses, kinds_of, look_at_name, seated_kind
from callboard_cli.input.parser.tokenizer import NOTHING, Span, is_line, items, split_once
from callboard_cli.input.stage import Stage
from callboard_cli.ui.wording import field_words
from callboard_locales import Catalog
from callboard_scoring.fields import laid
from callboard_scoring.problems import Location, Problem, RefusedError
from callboard_scoring.records import Record
from callboard_scoring.words import fold

_ALIKE = 0.85
"""How alike a word of the game has to be, from 0 to 1, to what might be a name."""
_SHORT_NAME = 4
"""Names of so few letters are like many words."""
MOST_TYPED = 5000
"""The most characters of all words together; a long final of five players has a thousand."""


def read(arguments: Sequence[str], stage: Stage, language: str = "en", onto: Mapping[str, Any] | None = None) -> Typing:
    """Read the words of a command line into raw data for this stage, short forms as this language has them.

    With `onto`, a raw record, the words change what they mention of it: a player's line, a field.

    :raises RefusedError: when it is more than anybody types; or where it changes some of several lines of a record,
        such as its posters, and nothing tells which.
    """
    if sum(map(len, arguments)) > MOST_TYPED:
        raise RefusedError([Problem((), "error.typed-long", {"limit": MOST_TYPED})])
    typing = Typing(stage.game.id, stage.words, stage.shorts, language)
    lines = in_lines([signed(argument) for argument in arguments], stage)
    typing.lines = lines
    bare = [line for line in lines if "=" not in line and ":" not in line]
    for argument in [line for line in lines if line not in bare] + bare:  # a field that is named takes no bare word
        _read_argument(typing, argument, stage.kinds, bare, stage.players)
    _spell_names(typing, stage)
    if onto is not None:
        _put_onto(onto, typing, stage)
    _seat(typing, stage)
    fill_omitted(typing.raw, stage.kinds)
    return typing


def _put_onto(held: Mapping[str, Any], typing: Typing, stage: Stage) -> None:
    """Add what a record holds to what was typed, which replaces players' rows and fields.

    Words without a name replace all fields that take such words; what is named and left empty is not held any more.
    """
    raw = typing.raw
    for kind in stage.kinds:
        name, older, newer = kind.name, held.get(kind.name), raw.get(kind.name)
        named = typing.spans.get((name,))
        if isinstance(kind, Players):
            typed = {stage.called(row["name"]) for row in newer or ()}
            rows = [row for row in older if isinstance(row, Mapping)] if isinstance(older, list) else []
            raw[name] = [*(newer or ()), *(row for row in rows if row.get("name") not in {None, *typed})]
        elif isinstance(kind, Purses):
            typed = {stage.called(who) for who in newer or ()}
            purses = older.items() if isinstance(older, Mapping) else ()
            raw[name] = {who: purse for who, purse in purses if who not in typed} | (newer or {})
        elif isinstance(kind, Lines) and newer and isinstance(older, list) and len(newer) < len(older):
            raise RefusedError([Problem((), "error.night.rows", {"count": len(older), "field": name})])
        elif _lies(kind) and isinstance(newer, Mapping) and isinstance(older, (Mapping, list)):
            raw[name] = _laid_onto(older, newer, kind)
        elif newer is None and older is not None and not (typing.has_bare and _is_told_bare(kind, raw)):
            raw[name] = older
        elif named is not None and not named.text.strip():
            raw.pop(name, None)
    typing.raw = {kind.name: raw[kind.name] for kind in stage.kinds if kind.name in raw}


def _is_told_bare(kind: Kind, raw: Mapping[str, Any]) -> bool:
    """Tell whether words without a name tell a field: of two lists that are typed in turn, both or the one that is."""
    if isinstance(kind, InTurn):
        return raw.get(kind.leads) is None and raw.get(kind.follows) is None
    return kind.typed is not None


def _lies(kind: Kind) -> bool:
    """Tell whether a list is of what lies on the table, which may be typed by its places."""
    return kind.typed is not None and kind.typed.lies


def _laid_onto(older: Mapping[str, Any] | list[Any], newer: Mapping[str, Any], kind: Kind) -> Any:
    """Return what lies on the table with what was typed of it by its places; a side alone turns what lay there."""
    lying = dict(older) if isinstance(older, Mapping) else {str(place): piece for place, piece in enumerate(older, 1)}
    sides = kind.typed.sides if kind.typed is not None else ()
    lying |= {place: laid(piece, lying.get(place), sides) for place, piece in newer.items()}
    return lying if isinstance(older, Mapping) or len(lying) > len(older) else list(lying.values())


def _seat(typing: Typing, stage: Stage) -> None:
    """Put players' rows in the order in which they sit, under the names known: the order of typed lines tells none."""
    seated = seated_kind(stage.kinds)
    if not stage.players or not isinstance(seated, Players) or seated.name not in typing.raw:
        return
    field, rows = seated.name, typing.raw[seated.name]
    seats = {name: seat for seat, name in enumerate(stage.players)}
    order = sorted(range(len(rows)), key=lambda row: seats.get(stage.called(rows[row]["name"]), len(seats)))
    places: dict[object, int] = {row: place for place, row in enumerate(order)}

    def moved(at: Location) -> Location:
        return (field, places[at[1]], *at[2:]) if at[:1] == (field,) and len(at) > 1 else at

    typing.raw[field] = [{**rows[row], "name": stage.called(rows[row]["name"])} for row in order]
    typing.spans = {moved(at): span for at, span in typing.spans.items()}
    typing.problems = [replace(problem, location=moved(problem.location)) for problem in typing.problems]


def read_table(text: str, model: type[Record], stage: Stage, language: str = "en") -> Typing:
    """Read what is typed for a table of this model as one line."""
    typing = Typing(stage.game.id, stage.words, stage.shorts, language)
    read_own(typing, (), typing.raw, Span.whole(signed(text)), kinds_of(model))
    return typing


def write(raw: Mapping[str, Any], stage: Stage, catalog: Catalog) -> list[str]:
    """Write raw data as words that `read` takes, as far as there is data: the other way round.

    What has not the shape of its field, as in an entry that fits nothing, has no words.
    """
    walked = _walked(raw, stage)
    words: list[str] = []
    for kind in stage.kinds:
        if kind.name in walked:
            words += walked[kind.name]
        elif raw.get(kind.name) is not None:
            with suppress(TypeError, KeyError, AttributeError, ValueError):
                words += kind.arguments(raw[kind.name], stage.game.id, catalog)
    return words


def _walked(raw: Mapping[str, Any], stage: Stage) -> dict[str, list[str]]:
    """Return how two lists are written as one walks, one of these, one of those, where they are of one length."""
    written: dict[str, list[str]] = {}
    for kind in stage.kinds:
        if isinstance(kind, InTurn) and kind.name == kind.leads:
            leading, following = (raw.get(name) for name in (kind.leads, kind.follows))
            if not (isinstance(leading, (list, tuple)) and isinstance(following, (list, tuple))):
                continue  # what has not their shape is told by each of them
            if leading and len(leading) == len(following):
                words = [str(item) for pair in zip(leading, following, strict=True) for item in pair]
                written |= {kind.leads: [in_one_line(words)], kind.follows: []}
    return written


def _read_argument(
    typing: Typing, argument: str, kinds: Sequence[Kind], bare: Sequence[str], players: Sequence[str]
) -> None:
    """Read one word of the command line: a named field, a player's line, or bare words, of which `bare` are all."""
    whole = Span.whole(argument)
    fields = {kind.name: kind for kind in kinds}
    names = typing.names(list(fields))
    name, line = split_once(argument, ":")
    key, value = split_once(argument, "=")
    in_line = is_line(argument)
    seated = seated_kind(kinds)
    if in_line and fold(name) in names:
        key, value, in_line = name, line, False  # `mood: comedy` is no player called mood
    if value is not None and not in_line:
        _read_named(typing, key, whole.last(len(value)), kinds)
        return
    if line is None and (said := _said_field(typing, argument, kinds)) is not None:
        kind, span = said
        kind.read(typing, (kind.name,), typing.raw, span)
        return
    if line is not None and seated is not None:
        if fold(name) not in map(fold, players):
            look_at_name(typing, (), whole.first(len(name)))
        seated.sit(typing, typing.raw, whole.first(len(name)), whole.last(len(line)))
    elif line is None and isinstance(seated, Players) and not any(kind.typed for kind in kinds):
        if (
            not argument[:1].isalpha()
            or fold(argument.partition(" ")[0]) in names
            or _is_value(typing, argument, kinds)
        ):
            typing.complain((), "error.typed-word", given=argument, span=whole)
            return
        if not any(problem.code == "error.no-colon" for problem in typing.problems):  # the next words are of one line
            _miss_colon(typing, whole, _with_colons(typing, " ".join(bare), seated))
    elif isinstance(seated, Players) and _lacks_colon(typing, argument, seated, kinds):
        _miss_colon(typing, whole, _with_colon(typing, argument, seated))
    else:
        typing.has_bare = True
        read_line(typing, (), typing.raw, whole, kinds)


def _read_named(typing: Typing, key: str, span: Span, kinds: Sequence[Kind]) -> None:
    """Read a field with its name before `=`, or complain where there is no such field."""
    fields, seated, value = {kind.name: kind for kind in kinds}, seated_kind(kinds), span.text
    names = typing.names(list(fields))
    known = fields.get(names.get(fold(key), ""))
    if known is None and isinstance(seated, Players) and _is_line_of(typing, key, value, seated, names):
        _miss_colon(typing, Span.whole(span.line), f"{key.strip()}: {value.strip()}")
    elif known is None:
        own = typing.names([kind.name for kind in kinds_of(seated.model)]) if isinstance(seated, Players) else {}
        at = (own.get(fold(key), key.strip()),)
        typing.complain(at, "extra_forbidden", given=key.strip(), inside=fold(key) in own)
        typing.spans[at] = Span.whole(span.line).first(len(key))
    else:
        known.read(typing, (known.name,), typing.raw, span)


_MOST_WORDS = 4
"""Of how many words a field's name is at most."""


def _said_field(typing: Typing, argument: str, kinds: Sequence[Kind]) -> tuple[Kind, Span] | None:
    """Return the field that is named without its `=`, or told by its value alone, with where the value stands.

    Only where no other field can be meant: `Puccini of Vera`, `first season`, or a bare `comedy`.
    """
    text = argument
    words = text.split()
    if not words or text != text.strip():
        return None
    whole = Span.whole(argument)
    found: list[tuple[Kind, Span]] = []
    fields = [kind for kind in kinds if kind.typed is None and not isinstance(kind, (Line, Lines))]
    for kind in fields:
        for count in range(min(_MOST_WORDS, len(words) - 1), 0, -1):
            name, value = " ".join(words[:count]).rstrip(":"), _without_little(words[count:])
            if value and typing.is_label(name, kind.name) and _is_said(typing, kind, value):
                found.append((kind, whole.last(len(value))))
                break
        else:
            if kind.numeric and len(words) > 1 and typing.is_label(" ".join(words[1:]), kind.name):
                found += [(kind, whole.first(len(words[0])))] if isinstance(kind.value(words[0]), int) else []
    if not found and Lexicon(typing, kinds)(text) is None:
        readings = [(kind, kind.reading(typing, text)) for kind in fields if kind.exact]
        found = [(kind, whole) for kind, reading in readings if reading and reading.weight != LOOSE]
    return found[0] if len(found) == 1 else None


def _without_little(words: Sequence[str]) -> str:
    """Return words without those before them that say nothing."""
    first = next((place for place, word in enumerate(words) if not says_nothing(word)), len(words))
    return " ".join(words[first:])


def _is_said(typing: Typing, kind: Kind, value: str) -> bool:
    """Tell whether a text is the value of a field, without a mark to say so."""
    if kind.of_names:
        names = _names(typing)
        return all(part.strip() in names or declined(part, names) for part in joining().split(value))
    if kind.optional and value in NOTHING:
        return True
    if isinstance(kind, Fields):
        return value[-1:].isdecimal() or value[:1].isdecimal()
    if kind.exact:
        return kind.reading(typing, value) is not None
    return isinstance(kind.value(value.split(maxsplit=1)[0] if kind.takes_many else value), int)


def _names(typing: Typing) -> list[str]:
    """Return the names of those who have a line."""
    rows = [row for held in typing.raw.values() if isinstance(held, list) for row in held if isinstance(row, dict)]
    purses = [name for held in typing.raw.values() if isinstance(held, dict) for name in held]
    return [name.strip() for name in (*(row.get("name") for row in rows), *purses) if isinstance(name, str)]


def _spell_names(typing: Typing, stage: Stage) -> None:
    """Put names in fields as those who play have them, where they are said in another case or in part."""
    names = list(stage.players) or _names(typing)

    def known(name: object) -> object:
        if not isinstance(name, str) or not names or any(fold(name) == fold(one) for one in names):
            return name
        said = _without_little(name.split()) or name.strip()
        return next((one for one in names if fold(one) == fold(said)), declined(said, names) or name)

    def parted(name: object) -> list[object]:
        parts = joining().split(name) if isinstance(name, str) and name not in names else []
        return (
            [part.strip() for part in parts] if len(parts) > 1 and all(known(one) in names for one in parts) else [name]
        )

    for kind in stage.kinds:
        held = typing.raw.get(kind.name) if kind.of_names else None
        if held is not None:
            several = [part for one in held for part in parted(one)] if isinstance(held, list) else held
            typing.raw[kind.name] = [known(one) for one in several] if isinstance(held, list) else known(held)


def _is_line_of(typing: Typing, key: str, value: str, seated: Players, names: Collection[str]) -> bool:
    """Tell whether a field that is none is a player's line with `=` in place of the colon: all of it is right for one.

    What is like a field's name is that one, mistyped; and who has a line already needs no other.
    """
    kinds = kinds_of(seated.model)
    fields = (*names, *typing.names([kind.name for kind in kinds]))
    has_line = any(fold(row["name"]) == fold(key) for row in typing.raw.get(seated.name, ()))
    if has_line or not (key.strip() and value.strip()) or get_close_matches(fold(key), fields, n=1):
        return False
    return not _wrong(value, Lexicon(typing, kinds))


def _is_value(typing: Typing, text: str, kinds: Sequence[Kind]) -> bool:
    """Tell whether a text is a field's value without the field's name: no player's line is."""
    readings = (typing.reading(text, None, kind.exact) for kind in kinds if kind.typed is None and kind.exact)
    return any(reading is not None and reading.weight == RIGHT for reading in readings)


def _miss_colon(typing: Typing, line: Span, instead: str) -> None:
    """Complain of a player's line without its colon; with what to type instead, where that is sure."""
    typing.complain((), "error.no-colon", given=line.text, span=line, instead=instead)


def _with_colon(typing: Typing, argument: str, seated: Players) -> str:
    """Return a line with a colon behind its first word, where all others are right for a player."""
    name, _, rest = _without_dashes(argument.strip()).partition(" ")
    return f"{name}: {rest}" if not _wrong(rest, Lexicon(typing, kinds_of(seated.model))) else ""


def _without_dashes(text: str) -> str:
    """Return lines without the dashes that may stand in the place of colons."""
    return next(iter(dashed(text)), text)


def _with_colons(typing: Typing, text: str, seated: Players) -> str:
    """Return players' lines with a colon behind each name: a word that nobody's line has, before some that it has."""
    own = Lexicon(typing, kinds_of(seated.model))
    lines: list[list[str]] = []
    for item in items(Span.whole(_without_dashes(text)), own):
        if own(item.text) == 0 and lines:
            lines[-1].append(item.text)
        elif item.text[0].isalpha() and own(item.text) is None:
            lines.append([f"{item.text}:"])
        else:
            return ""
    return " ".join(" ".join(line) for line in lines) if all(len(line) > 1 for line in lines) else ""


def _lacks_colon(typing: Typing, argument: str, seated: Players, kinds: Sequence[Kind]) -> bool:
    """Tell whether the first bare words are a player's line without its colon: only a player has what the second is."""
    if any(typing.raw.get(kind.name) for kind in kinds if kind.typed is not None):
        return False
    name, _, rest = " ".join(argument.replace(",", " ").split()).partition(" ")
    alike = 1 if len(name) <= _SHORT_NAME else _ALIKE
    if not rest or get_close_matches(fold(name), typing.words.tokens, n=1, cutoff=alike):
        return False  # a word of the game, if mistyped
    known, own = Lexicon(typing, kinds), Lexicon(typing, kinds_of(seated.model))
    if known(name) is None and (own(name) is not None or own(rest.partition(" ")[0]) is None):
        return False
    return _wrong(rest, own) < _wrong(argument, known)  # a name may be like the beginning of a card's


def _wrong(text: str, lexicon: Lexicon) -> int:
    """Return how many items of a text are not right for any of these fields."""
    return sum(lexicon(item.text) != 0 for item in items(Span.whole(text), lexicon))


# --- Players' lines without quotation marks: `Ada: C3 C2 Ben: T1`, as one argument or as many as there are words -----

_NAME = re.compile(r"(?<!\S)[^\W\d][^\s:=,;\"]*:")
"""A name of one word, with its colon."""
_PART = re.compile(r"(?<!\S)[^\W\d][^\s:=,;\"]*[:=]")
"""The same, or the name of a field with its `=`."""


def in_lines(arguments: Sequence[str], stage: Stage) -> list[str]:
    """Return the arguments with each player's line as one of them, and a number with the word that it stands behind."""
    parting, has_purses = _Parting(stage), isinstance(seated_kind(stage.kinds), Purses)
    lines: list[str] = []
    is_open = False
    for argument in arguments:
        goes_on = is_open and not parting.starts_other(argument)
        is_number = lines and argument.isdecimal() and lines[-1][-1:].isalpha()  # `bonus 2` without its quotes
        is_place = lines and _OF_PLACE.fullmatch(lines[-1])  # `3: clergy`
        if goes_on or is_number or is_place or (lines and parting.goes_on(lines[-1], argument)):
            lines[-1] += f" {argument}"
        else:
            lines.append(argument)
        is_open = (goes_on and not has_purses) or parting.opens(argument)
    return _with_places([part for line in lines for part in parting.parts(line)], stage)


_OF_PLACE = re.compile(r"\s*(?:(?P<field>[^\d:=]*[^\s\d:=])\s+)?(?P<place>\d{1,2})\s*:")
"""A line of a place by its number, `3: clergy` or `palace 3: clergy`."""


def _with_places(lines: list[str], stage: Stage) -> list[str]:
    """Return the lines with those of numbered places as one field, unless a player is called by that number."""
    kind = next(filter(_lies, stage.kinds), None)
    if kind is None:
        return lines
    names = field_words(stage.game.id, [kind.name])
    placed: list[str] = []
    others: list[str] = []
    for line in lines:
        match = _OF_PLACE.match(line)
        is_placed = match is not None and (match["field"] is None or fold(match["field"]) in names)
        if match is not None and is_placed and match["place"] not in stage.players:
            placed.append(line[match.start("place") :].strip())
        else:
            others.append(line)
    before = [line for line in others if placed and fold(split_once(line, "=")[0]) in names and "=" in line]
    told = ", ".join([*(str(split_once(line, "=")[1]) for line in before), *placed])
    return [*(line for line in others if line not in before), *([f"{kind.name}={told}"] if placed else [])]


class _Parting:
    """What begins a line of a stage, or goes on with the one before."""

    def __init__(self, stage: Stage) -> None:
        """Take the fields of the stage, and of a player's line."""
        seated = seated_kind(stage.kinds)
        own = kinds_of(seated.model) if isinstance(seated, Players) else ()
        self._stage = stage
        self._has_seats = seated is not None
        self._kinds = {kind.name: kind for kind in (*own, *stage.kinds)}
        self._own = field_words(stage.game.id, [kind.name for kind in own])
        self._fields = field_words(stage.game.id, [kind.name for kind in stage.kinds])

    @cached_property
    def _bare(self) -> Lexicon:
        """What words without a name can be."""
        return Lexicon(Typing(self._stage.game.id, self._stage.words, self._stage.shorts), self._stage.kinds)

    def goes_on(self, line: str, argument: str) -> bool:
        """Tell whether an argument is one more of the words behind a field's name, which need no quotes: `plots=0 0 1`.

        Bare it has no other meaning.
        """
        if "=" in argument or ":" in argument:
            return False
        key, value = split_once(line, "=")
        if value is None:
            if self._is_begun(line, argument):
                return True
            own = self._kinds.get(self._fields.get(fold(line), ""))
            return own is not None and own.typed is None  # `mood comedy` lacks its `=`, and that is told
        kind = self._kinds.get((self._own | self._fields).get(fold(key), "")) if ":" not in key else None
        word = argument.strip(",")
        if isinstance(kind, Fields):
            names = field_words(self._stage.game.id, list(kind.model.model_fields))
            return word.isdecimal() or fold(word) in {part for name in names for part in name.split()}
        has_words = isinstance(kind, (Items, Counts)) and (kind.typed is not None or kind.numeric)
        if not has_words or self._bare(argument) == 0:
            return False
        return word.isdecimal() or fold(word) in self._stage.words.tokens

    def _is_begun(self, line: str, argument: str) -> bool:
        """Tell whether a field is named by the words before, or with them by this one: `Puccini of`, `first season`."""
        words = line.split()
        while len(words) > 1 and says_nothing(words[-1]):
            words.pop()
        kind = self._kinds.get(self._fields.get(fold(" ".join(words)), "")) if words != line.split() else None
        if kind is not None and kind.typed is None:
            return True
        named = self._kinds.get(self._fields.get(fold(argument), ""))
        return named is not None and named.typed is None and named.numeric and isinstance(named.value(line), int)

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
        name = fold(part[:-1])
        return self._is_name(name) if part[-1] == ":" else name in self._fields and name not in self._own

    def _is_name(self, word: str) -> bool:
        """Tell whether a word with a colon is somebody's name, or a table's: no field and no short word."""
        name = fold(word)
        if isinstance(self._kinds.get(self._fields.get(name, "")), (Line, Lines)):
            return True
        is_word = name in self._fields or name in self._own or name in self._stage.words.tokens
        return self._has_seats and not is_word
