"""The kinds of fields that people type: how each is read and written, and what silence means.

`read` takes what stands after `name=`, `take` a bare word of a line; `words` and `arguments` write a value back, as
bare words of a line and as words of the command line. Fields that hold one value come first, then lists and counts;
those that hold tables are in `tables`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, ClassVar

from callboard_cli.input.parser.abbreviations import BEGINNING
from callboard_cli.input.parser.spoken import (
    apart,
    counted,
    dashed,
    other_layout,
    plainly,
    reordered,
    repeated,
    said_number,
)
from callboard_cli.input.parser.state import FREE, LOOSE, RIGHT, SHORT, Match, Typing, unclear
from callboard_cli.input.parser.tokenizer import (
    NOTHING,
    TURNED,
    EachWord,
    Span,
    behind_numbers,
    items,
    scalar,
    split_once,
    whole_number,
    without_and,
)
from callboard_cli.ui.wording import is_empty, is_nothing, key_word, label, token, yes_or_no
from callboard_locales import Catalog
from callboard_scoring.fields import Typed
from callboard_scoring.problems import Location
from callboard_scoring.words import fold, spell

_BEHIND = re.compile(r"(\D*[^\s\d+-])\s*([+-]?\d+)", re.ASCII)
"""A number behind a name."""
_MOST_SPACES = 8
"""The most spaces of a text that may have more words than its piece."""
RawTable = dict[str, Any]
"""A raw table, to which a field's value is added."""


def _free(found: Match | None) -> Match | None:
    """Return a reading as one of what people say; what is nearly right is no better for that."""
    return found and replace(found, weight=max(found.weight, FREE))


@dataclass(frozen=True)
class Kind:
    """A field with a single value, such as a mood."""

    name: str
    typed: Typed | None = None
    optional: bool = False
    """Whether `-` or another word for nothing may be typed for it: the value is None then."""
    numeric: bool = False
    """Whether whole numbers are read as numbers; anything else stays a text."""
    exact: str = ""
    """The pattern of a right value, or of one item of a list, where that is a token; else empty."""
    of_names: bool = False
    """Whether it is the name of somebody who plays, or a list of such."""

    takes_many: ClassVar[bool] = False
    """Whether it takes all words after its `name=`."""
    takes_one: ClassVar[bool] = True
    """Whether it takes a single bare word."""

    def silence(self) -> Any:
        """Return the field's value where a line leaves it out; `...` where it must be given."""
        if self.typed is None:
            return ...
        if self.optional:
            return None
        return ... if self.typed.absent is None else self.typed.absent

    def absent(self) -> Any:
        """Return the default for a line that leaves the field out; `...` for none, or where an evening knows it."""
        return ... if self.typed is not None and self.typed.known else self.silence()

    def omitted(self) -> Any:
        """Return the default for a whole record that leaves it out; `...` where it must be given, or is known."""
        return self.absent()

    def read(self, typing: Typing, at: Location, table: RawTable, span: Span) -> None:
        """Read what was typed for the field by its name."""
        self._name(typing, at, span)
        found = self.reading(typing, span.text, least=1)
        nothing = self.optional and found is None and is_nothing(span.text)
        said = typing.settled(at, span, found)
        table[self.name] = None if nothing else self.value(said.text)

    def value(self, text: str) -> int | str | None:
        """Return the value that a text is: a number also where it is said in words, `first`."""
        value = scalar(text, numeric=self.numeric)
        if self.numeric and isinstance(value, str):
            numbers = (whole_number(said) for said in plainly(text))
            return next((number for number in numbers if number is not None), value)
        return value

    def reading(self, typing: Typing, text: str, least: int = BEGINNING) -> Match | None:
        """Return how the field can read a text: as it is typed, or with what people say around it."""
        found = self.as_typed(typing, text, least)
        if (found is not None and found.weight != LOOSE) or text.count(" ") > _MOST_SPACES:
            return found
        readings = [reading for reading in self._freely(typing, text, least) if reading is not None]
        best = min(readings, key=lambda reading: reading.weight, default=None)
        return best if best is not None and (found is None or best.weight == FREE) else found

    def _freely(self, typing: Typing, text: str, least: int) -> Iterator[Match | None]:
        """Yield how the field can read a text that is not typed as the field's are."""
        for piece, times, _ in repeated(text):
            for said in (piece, *plainly(piece)):
                yield _free(self.repeated(typing, said, times, least))
        for said in (text, *plainly(text)):
            if said != text:
                yield _free(self.as_typed(typing, said, least))
            others = [*(counted(said) if self.is_counted else ()), *(reordered(said) if self._is_any_order else ())]
            for other in others:
                found = self.as_typed(typing, other, least)
                yield _free(found) if found is not None and found.weight != LOOSE else None
        if other := other_layout(text):
            found = self.as_typed(typing, other, least)
            yield _free(found) if found is not None and found.weight != LOOSE else None

    @property
    def _is_any_order(self) -> bool:
        """Whether the words of a piece may stand in any order."""
        return self.typed is not None and self.typed.any_order

    @property
    def is_counted(self) -> bool:
        """Whether the number of a word may stand before it."""
        return self.typed is not None and self.typed.counted

    def repeated(self, typing: Typing, piece: str, times: int, least: int) -> Match | None:
        """Return how the field can read a piece that is there several times; None where it takes no such piece."""
        del self, typing, piece, times, least
        return None  # it is an answer

    def as_typed(self, typing: Typing, text: str, least: int = BEGINNING) -> Match | None:
        """Return how the field can read a text: as its word, with its name before it or not, or a number beside it."""
        is_named = self.typed is not None and self.typed.named
        found = None if is_named else typing.reading(text, self.typed, self.exact, least)
        if self.typed is None or (found is not None and found.weight == RIGHT):
            return found
        if not self.numeric:
            return found or (self._named(typing, text, least) if self.takes_one else None)
        for pattern, number, name in ((_BEHIND, 2, 1), (TURNED, 1, 2)):
            named = pattern.fullmatch(text)
            if named is not None and typing.is_label(
                named[name].rstrip(": ") if number > name else named[name], self.name
            ):
                amount = self._amount(named[number])
                return found if amount is None else Match(RIGHT, (amount,))
        return found

    def _named(self, typing: Typing, text: str, least: int) -> Match | None:
        """Return how the field can read a text that begins with the field's name, `director goths`; else None."""
        labels = typing.labels(self.name)
        most = max(label.count(" ") for label in labels) + 1  # no name has more words
        spaces = islice(re.finditer(r":?\s+", text), most)
        named = (space for space in spaces if fold(text[: space.start()]) in labels)
        readings = (typing.reading(text[space.end() :], self.typed, self.exact, least) for space in named)
        return next(filter(None, readings), None)

    def _amount(self, number: str) -> str | None:
        """Return the bare word for a number beside the field's name; None where the field takes no such number."""
        assert self.typed is not None  # noqa: S101  # for the type checkers: who calls has looked
        forms = (number, f"+{number}")
        return next((form for form in forms if re.fullmatch(self.typed.pattern, form, re.ASCII)), None)

    def take(self, typing: Typing, at: Location, table: RawTable, item: Span) -> bool:
        """Take a bare word; return False where the field already has the only one that it takes."""
        if at in typing.named:
            return False
        typing.named.add(at)
        table[self.name] = scalar(item.text, numeric=self.numeric)
        return True

    def is_due(self, typing: Typing, at: Location, table: RawTable) -> bool:
        """Tell whether the next word belongs to this field by its position, where two lists are typed in turn."""
        del self, typing, at, table
        return False

    def keep(self, typing: Typing, at: Location, table: RawTable, item: Span) -> bool:
        """Take a word that no field knows, for the record to refuse; False where nothing shows that it belongs here."""
        del self, typing, at, table, item
        return False

    def words(self, value: Any, game: str, catalog: Catalog) -> list[str]:
        """Write a value as bare words of a line."""
        if self.typed is None or self._is_other(value):
            return [f"{key_word(catalog, game, self.name)}={value}"]
        if self.typed.named:
            return [f"{key_word(catalog, game, self.name)} {value}"]
        return [] if value == self.typed.absent else [f"{'+' if self.typed.is_added else ''}{value}"]

    def _is_other(self, value: Any) -> bool:
        """Tell whether a value is a number though the field's bare words are not: it is written with the name then."""
        own = self.typed is None or self.typed.is_added or re.fullmatch(self.typed.pattern, str(value))
        return isinstance(value, int) and not own

    def arguments(self, value: Any, game: str, catalog: Catalog) -> list[str]:
        """Write a value as words of the command line."""
        return [f"{label(catalog, game, self.name)}={_value(value, game, catalog)}"]

    def _name(self, typing: Typing, at: Location, span: Span) -> None:
        """Note that the field was given by its name; complain if it was given before, since one value would be lost."""
        if at in typing.named:
            typing.complain(at, "error.key-twice", key=self.name)
        typing.named.add(at)
        typing.spans[at] = span


class Lexicon:
    """How these fields can read texts."""

    def __init__(self, typing: Typing, kinds: Sequence[Kind], at: Location = ()) -> None:
        """Take the fields that know words, of the table at this place."""
        self._typing = typing
        self._at = at
        self.kinds = [kind for kind in kinds if kind.typed is not None]
        """The fields that know words."""
        self._known: dict[str, list[tuple[Kind, Match]]] = {}

    def readings(self, text: str) -> list[tuple[Kind, Match]]:
        """Return each field that can read a text, with how: the best first, else in the fields' order."""
        if text not in self._known:
            readings = [(kind, kind.reading(self._typing, text)) for kind in self.kinds]
            known = [
                (kind, reading)
                for kind, reading in readings
                if reading is not None and not (SHORT <= reading.weight < LOOSE and self._names_other(kind, text))
            ]
            several = sum(reading.weight == FREE for _, reading in known) > 1
            plain = self._plain(text) if several else []
            self._known[text] = self._both(text) or plain or sorted(known, key=lambda one: one[1].weight)
        return self._known[text]

    def _plain(self, text: str) -> list[tuple[Kind, Match]]:
        """Return how a text is read as right once it is put plainly: “two coins” is none of the coins paid."""
        for said in plainly(text):
            right = [(kind, _free(match)) for kind, match in self.readings(said) if match.weight == RIGHT]
            if right:
                return [(kind, match) for kind, match in right if match is not None]
        return []

    def _names_other(self, kind: Kind, text: str) -> bool:
        """Tell whether a beginning for a field is what another field is called: “card” of “card of bluff”, a number."""
        names = {fold(said) for said in (text, *plainly(text))}
        return any(names & self._typing.labels(one.name) for one in self.kinds if one is not kind)

    def _both(self, text: str) -> list[tuple[Kind, Match]]:
        """Return both readings of a text that has two: a dash that may be a minus, an x that is a piece of its own."""
        for piece, times, is_letter in repeated(text):
            other = f"{times} x"
            if is_letter and any(kind.reading(self._typing, other) for kind in self.kinds):
                twice = [kind for kind in self.kinds if kind.reading(self._typing, f"{piece} ×{times}") is not None]
                return [(kind, Match(SHORT, (f"{piece} ×{times}", f"{piece}, {other}"), either=True)) for kind in twice]
        forms = dashed(text)
        for kind in self.kinds if forms else ():
            readings = [kind.as_typed(self._typing, form) for form in forms]
            right = [reading for reading in readings if reading is not None and reading.weight != LOOSE]
            if len(right) > 1:
                return [(kind, Match(SHORT, forms, either=True))]
            if right:
                return [(kind, Match(FREE, right[0].texts))]
        return []

    def short_for(self, text: str) -> list[str]:
        """Return what a short form stands for; nothing where the text is no short form."""
        readings = self.readings(text)
        weight = readings[0][1].weight if readings else RIGHT
        shorts = [reading for _, reading in readings if reading.weight == weight in {SHORT, FREE}]
        return list(dict.fromkeys(whole for reading in shorts for whole in reading.texts))

    def __call__(self, text: str) -> int | None:
        """Return how good an item a text is for any of the fields; None where it is none."""
        readings = self.readings(text)
        return max(readings[0][1].weight - SHORT, 0) if readings else None

    def crowded(self, texts: Iterable[str]) -> int:
        """Return how many of these items find no field that has not its only one already."""
        full = {kind.name for kind in self.kinds if kind.takes_one and (*self._at, kind.name) in self._typing.named}
        crowded = 0
        for text in texts:
            takers = [kind for kind, _ in self.readings(text)]
            taker = next((kind for kind in takers if kind.name not in full), None)
            crowded += bool(takers) and taker is None
            if taker is not None and taker.takes_one:
                full.add(taker.name)
        return crowded


@dataclass(frozen=True)
class Amount(Kind):
    """An amount with a plus, such as money: `+1 +1` is 2."""

    takes_one: ClassVar[bool] = False

    def take(self, typing: Typing, at: Location, table: RawTable, item: Span) -> bool:
        """Add what is typed to what was typed before."""
        if at in typing.added and isinstance(table[self.name], int):
            table[self.name] += scalar(item.text, numeric=True) or 0
            return True
        taken = super().take(typing, at, table, item)
        if taken:
            typing.added.add(at)
        return taken


_SHOWN = 12
"""How often a word is written at most."""


@dataclass(frozen=True)
class Times(Kind):
    """How often a word is typed, such as the X of a Chameleon."""

    takes_one: ClassVar[bool] = False

    def silence(self) -> Any:
        """Return that there is none."""
        return 0

    def read(self, typing: Typing, at: Location, table: RawTable, span: Span) -> None:
        """Read a number, unless words were counted before."""
        if table.get(self.name):
            typing.named.add(at)
        super().read(typing, at, table, span)

    def repeated(self, typing: Typing, piece: str, times: int, least: int) -> Match | None:
        """Return the word as often."""
        return self.as_typed(typing, f"{times} {piece}", least)

    def as_typed(self, typing: Typing, text: str, least: int = BEGINNING) -> Match | None:
        """Return what a text is for the field: its word, or how often beside it, `2 X` or `X2`."""
        found = super().as_typed(typing, text, least)
        for pattern, number, word in ((_BEHIND, 2, 1), (TURNED, 1, 2)):
            beside = pattern.fullmatch(text) if found is None else None
            if beside is not None and super().as_typed(typing, beside[word], least) is not None:
                amount = self._amount(beside[number])
                return None if amount is None else Match(RIGHT, (amount,))
        return found

    def _amount(self, number: str) -> str | None:
        """Return the number as a count; None where it has a sign."""
        return number if number.isdecimal() else None

    def take(self, typing: Typing, at: Location, table: RawTable, item: Span) -> bool:
        """Count one more, or as many as stand there."""
        if at in typing.named:
            typing.complain(at, "error.key-twice", key=self.name)
        else:
            number = re.search(r"\d+", item.text, re.ASCII)
            table[self.name] = table.get(self.name, 0) + (1 if number is None else int(number[0]))
        return True

    def words(self, value: Any, game: str, catalog: Catalog) -> list[str]:
        """Write the word as often; where that is more than a line shows, once and the number before it."""
        if self.typed is not None and self.typed.pattern.isalpha():
            word = self.typed.pattern
            return [word] * value if 0 <= value <= _SHOWN else [f"{value} {word}"]
        return super().words(value, game, catalog)


@dataclass(frozen=True)
class Flag(Kind):
    """A yes or a no, such as a bluff."""

    def silence(self) -> Any:
        """Return no."""
        return ... if self.typed is None else False

    def read(self, typing: Typing, at: Location, table: RawTable, span: Span) -> None:
        """Read a yes or a no in any language."""
        self._name(typing, at, span)
        table[self.name] = yes_or_no().get(fold(span.text), not is_nothing(span.text) and span.text.strip())

    def _named(self, typing: Typing, text: str, least: int) -> Match | None:
        """Return None: the field's word is also its name, and the name before the word is no yes."""
        del typing, text, least
        return None  # it is an answer

    def take(self, typing: Typing, at: Location, table: RawTable, item: Span) -> bool:
        """Take the word as a yes."""
        taken = super().take(typing, at, table, item)
        if taken:
            table[self.name] = True
        return taken

    def words(self, value: Any, game: str, catalog: Catalog) -> list[str]:
        """Write the word where it is a yes."""
        return [token(catalog, game, self.typed.pattern)] if value and self.typed else []


def _value(value: Any, game: str, catalog: Catalog) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{label(catalog, game, key)} {of}" for key, of in value.items()) or "-"
    if isinstance(value, (list, tuple)):
        return ", ".join("-" if item is None else str(item) for item in value) or "-"
    return str(value)


_PLACE = re.compile(r"(\d{1,3})\s*[:=]\s*(?=\D)", re.ASCII)
"""The number of a place before what lies there: `3:clergy`."""
# --- Several values --------------------------------------------------------------------------------------------------

NONE = "none"
"""The token for nothing, in games that have one."""


@dataclass(frozen=True)
class Items(Kind):
    """A list, such as a troupe."""

    takes_many: ClassVar[bool] = True
    takes_one: ClassVar[bool] = False

    def silence(self) -> Any:
        """Return an empty list as the default; None for a list that may be left out."""
        return ... if self.typed is None else None if self.optional else []

    def read(self, typing: Typing, at: Location, table: RawTable, span: Span) -> None:
        """Read the items, and put them behind those typed before; or those at places that are told by their numbers."""
        self._name(typing, at, span)
        places = list(_PLACE.finditer(span.text)) if self.typed is not None and self.typed.lies else []
        if places:
            placed, lying = dict(self._placed(typing, at, span, places)), span.first(places[0].start())
            told = [item.text for item in items(lying, Lexicon(typing, [self]), together="," in lying.text)]
            table[self.name] = _replaced(told, placed) if told else placed
            return
        table[self.name] = table.get(self.name) or []
        if self.reading(typing, span.text) is None and self._is_none(span.text):
            return
        weigh = Lexicon(typing, [self]) if self.typed else EachWord() if self.numeric else None
        together = self.typed is not None and "," in span.text  # what stands between commas is one
        for item in items(span, weigh, together=together, unclear=lambda span: unclear(typing, at, span)):
            where = (*at, len(table[self.name]))
            self._append(typing, at, table, typing.settled(where, item, self.reading(typing, item.text)))

    def _placed(
        self, typing: Typing, at: Location, span: Span, places: list[re.Match[str]]
    ) -> Iterator[tuple[str, str]]:
        """Yield what lies at each of these places, by its number."""
        ends = [place.start() for place in places[1:]]
        for place, end in zip(places, [*ends, len(span.text)], strict=True):
            item = without_and(Span(span.line, span.start + place.end(), span.start + end).stripped(" ,;"))
            found = self._side(typing, item.text) or self.reading(typing, item.text)
            said = typing.settled((*at, place[1]), item, found).text
            yield place[1], self.nothing(typing, said) or said

    def _side(self, typing: Typing, text: str) -> Match | None:
        """Return how a text says only how the piece at its place is turned."""
        said = spell(text, typing.words)
        return Match(RIGHT, (said,)) if self.typed is not None and said in self.typed.sides else None

    def _is_none(self, text: str) -> bool:
        """Tell whether a text says that the list is empty; in a list of plain numbers `0` is an item instead."""
        return is_empty(text) and not (text.strip() == "0" and self.numeric and self.typed is None)

    def repeated(self, typing: Typing, piece: str, times: int, least: int) -> Match | None:
        """Return the piece with how often it is there, `C3 ×2`."""
        found = self.as_typed(typing, piece, least) if re.search(r"[^\W\d_]", piece) else None
        return found and replace(found, texts=tuple(f"{text} ×{times}" for text in found.texts))

    def as_typed(self, typing: Typing, text: str, least: int = BEGINNING) -> Match | None:
        """Return how the list can read a text: as one of its words, or as a word with several numbers behind it."""
        found = super().as_typed(typing, text, least)
        if found is not None and found.weight == LOOSE and len(found.texts) == 1:
            several = _each(found.texts[0])
            if len(several) > 1 and all(typing.is_like(one, self.exact) for one in several):
                return Match(SHORT, found.texts)
        return found

    def take(self, typing: Typing, at: Location, table: RawTable, item: Span) -> bool:
        """Take one more item, unless what there is was told by its places."""
        if isinstance(table.get(self.name), Mapping):
            return False
        table[self.name] = table.get(self.name) or []
        self._append(typing, at, table, item)
        return True

    def _append(self, typing: Typing, at: Location, table: RawTable, item: Span) -> None:
        for text in _each(item.text):
            typing.spans[(*at, len(table[self.name]))] = item
            table[self.name].append(self.nothing(typing, text) or scalar(text, numeric=self.numeric))

    def nothing(self, typing: Typing, text: str) -> str:
        """Return the word that the list has for nothing, where a dash stands for it; empty where it does not."""
        return NONE if text.strip() in NOTHING and typing.is_like(NONE, self.exact) else ""

    def words(self, value: Any, game: str, catalog: Catalog) -> list[str]:
        """Write the items; by name where the list may be left out."""
        if self.typed is None or self.optional:
            return [f"{key_word(catalog, game, self.name)}={' '.join(map(str, value))}"]
        return [f"{'+' if self.typed.is_added else ''}{item}" for item in value]

    def arguments(self, value: Any, game: str, catalog: Catalog) -> list[str]:
        """Write the items as bare words; by name where they are no list, or an empty one, or may be left out."""
        if isinstance(value, Mapping):  # what lies otherwise, by its places
            value = ", ".join(f"{place}:{item}" for place, item in value.items())
        if self.typed is None or self.optional or not (isinstance(value, list) and value):
            return super().arguments(value, game, catalog)
        return [in_one_line(self.words(value, game, catalog))]


def _replaced(lying: list[str], placed: Mapping[str, str]) -> list[str]:
    """Return what lies on the table with what lies otherwise in its place; what has none is put behind."""
    own = {int(number): piece for number, piece in placed.items()}
    told = [own.pop(number, piece) for number, piece in enumerate(lying, 1)]
    return [*told, *own.values()]


def in_one_line(words: list[str]) -> str:
    """Write words as one line; with commas where any has a space within."""
    return (", " if any(" " in word for word in words) else " ").join(words)


@dataclass(frozen=True)
class InTurn(Items):
    """A list whose words are typed in turn with those of another: a token, the card after it, the next token.

    One list after the other is as good, since then nobody can mistake which word lies beside which.
    """

    leads: str = ""
    """Of the two lists, this one and the other, the one that comes first."""
    follows: str = ""
    is_alone: bool = False
    """Whether the one that follows may be typed alone, as part of how the other lies is known."""

    def take(self, typing: Typing, at: Location, table: RawTable, item: Span) -> bool:
        """Take one more item, and complain, once, where it is out of turn."""
        holder, is_placed = at[:-1], isinstance(table.get(self.name), Mapping)
        if not is_placed and holder not in typing.out_of_turn and not self._is_in_turn(typing, holder, table):
            typing.out_of_turn.add(holder)
            if not self._was_lost(typing, holder, item):
                typing.complain(holder, "error.out-of-turn", given=item.text, span=item)
        return super().take(typing, at, table, item)

    @staticmethod
    def _was_lost(typing: Typing, holder: Location, item: Span) -> bool:
        """Tell whether a word of the same line fits nowhere, so that those after it only seem to be out of turn."""
        lost = (one for one in typing.problems if one.code == "error.typed-word" and one.location == holder)
        return any(one.values["span"].line == item.line for one in lost)

    def is_due(self, typing: Typing, at: Location, table: RawTable) -> bool:
        """Tell whether it is this list's turn: after a token a card, unless all tokens come first, or have places."""
        if isinstance(table.get(self.leads), Mapping):
            return self.name == self.follows
        leading, following = (len(table.get(name) or ()) for name in (self.leads, self.follows))
        one_by_one = following > 0 or leading < 2  # noqa: PLR2004  # two tokens, and no card between them
        is_card = at[:-1] in typing.listed or (one_by_one and leading > following)
        return self.name == (self.follows if is_card else self.leads)

    def keep(self, typing: Typing, at: Location, table: RawTable, item: Span) -> bool:
        """Take a word that no field knows where it is this list's turn, so that it is the only one out of place."""
        if not table.get(self.leads) or not self.is_due(typing, at, table):
            return False
        table[self.name] = [*(table.get(self.name) or ()), self.nothing(typing, item.text) or item.text]
        typing.spans[(*at, len(table[self.name]) - 1)] = item
        return True

    def _is_in_turn(self, typing: Typing, holder: Location, table: RawTable) -> bool:
        leading, following = (len(table.get(name) or ()) for name in (self.leads, self.follows))
        if self.is_alone and not isinstance(table.get(self.leads), list):
            return self.name == self.follows or following == 0
        if self.name == self.leads:
            return following in (0, leading) and holder not in typing.listed
        if following == 0 and leading > 1:
            typing.listed.add(holder)
        return leading == following + 1 or holder in typing.listed


@dataclass(frozen=True)
class Counts(Kind):
    """How many there are of each thing, such as seals: `clergy 2, workers 1`."""

    takes_one: ClassVar[bool] = False
    joint: ClassVar[bool] = True
    """Whether “and” parts two things."""
    several: bool = False
    """Whether a thing may be counted several times, `territories 4+6` or twice by its name."""

    def silence(self) -> Any:
        """Return that there is nothing."""
        return ... if self.typed is None else {}

    def omitted(self) -> Any:
        """Return `...`: a whole record without these counts has more likely forgotten them."""
        return ...

    def read(self, typing: Typing, at: Location, table: RawTable, span: Span) -> None:
        """Read all entries; those that are no known thing are kept for the record to refuse."""
        self._name(typing, at, span)
        counts = table.setdefault(self.name, {})
        if is_empty(span.text):
            return
        weigh = Lexicon(typing, [self]) if self.typed else None
        for item in self._items(typing, at, span, weigh):
            reading = self.reading(typing, item.text) if self.typed else None
            if reading is not None:
                self._count(typing, at, counts, typing.settled(at, item, reading))
            else:
                read_entry(typing, at, counts, item, numeric=self.numeric)

    def _items(self, typing: Typing, at: Location, span: Span, weigh: Lexicon | None) -> Iterator[Span]:
        """Yield what is counted, each with its number."""
        for part in (span,) if self.joint else behind_numbers(span):
            yield from items(part, weigh, together=True, joint=self.joint, unclear=lambda one: unclear(typing, at, one))

    @property
    def is_counted(self) -> bool:
        """Whether the number of a word may stand before it: of what is counted it may."""
        return True

    def repeated(self, typing: Typing, piece: str, times: int, least: int) -> Match | None:
        """Return the thing with how many there are; “×2” behind what brings points says of how many it does not."""
        return None if self.several else self.as_typed(typing, f"{piece} {times}", least)

    def take(self, typing: Typing, at: Location, table: RawTable, item: Span) -> bool:
        """Take one more entry."""
        self._count(typing, at, table.setdefault(self.name, {}), item)
        return True

    def _count(self, typing: Typing, at: Location, counts: RawTable, item: Span) -> None:
        """Read `clergy 2`, or `2 clergy`; a word without a number counts one more of its thing."""
        behind = _COUNTED.fullmatch(item.text)
        turned = TURNED.fullmatch(item.text)
        if behind is not None:
            for number in _NUMBER.findall(behind[2]):
                self._enter(typing, at, counts, behind[1], scalar(number, numeric=self.numeric), item)
        elif turned is not None:
            self._enter(typing, at, counts, turned[2], scalar(turned[1], numeric=self.numeric), item)
        else:
            counts[item.text] = counts.get(item.text, 0) + 1
            typing.spans[(*at, item.text)] = item

    def _enter(self, typing: Typing, at: Location, counts: RawTable, name: str, number: object, item: Span) -> None:  # noqa: PLR0913, PLR0917  # as `enter`
        """Write an entry; where a thing may be counted several times, add the number to those before."""
        key = next((key for key in counts if spell(key, typing.words) == spell(name, typing.words)), name)
        if not self.several or key not in counts:
            enter(typing, at, counts, key, number, item)
            return
        before = counts[key]
        counts[key] = [*(before if isinstance(before, list) else [before]), number]

    def words(self, value: Any, game: str, catalog: Catalog) -> list[str]:
        """Write all entries."""
        del game, catalog
        return [f"{key} {one}" for key, of in value.items() for one in (of if isinstance(of, list) else [of])]


_COUNTED = re.compile(r"(.*[^\s\d+-])\s*([+-]?\s*\d{1,4000}(?:\s*[+-]\s*\d{1,4000})*)", re.ASCII)
"""A thing, and how often: `clergy 2`, `territories 4+6`."""
_NUMBER = re.compile(r"[+-]?\s*\d+", re.ASCII)
_EACH = re.compile(r"(\D*[^\s\d])\s*(\d+(?:\s+\d+)+)", re.ASCII)
"""A word and several numbers."""


def _each(text: str) -> list[str]:
    """Return a word with each of the numbers behind it, `orange 5 3` as two, and `C3 ×2` as two; all else as it is."""
    piece, _, times = text.rpartition(" ×")
    if piece and times.isdecimal():
        return [one for one in _each(piece) for _ in range(int(times))]
    several = _EACH.fullmatch(text.strip())
    return [text] if several is None else [f"{several[1]} {number}" for number in several[2].split()]


def read_entry(  # noqa: PLR0913  # an entry, where it stood, and how it is read
    typing: Typing, at: Location, table: RawTable, item: Span, *, numeric: bool, names: Mapping[str, str] | None = None
) -> None:
    """Read `supply: 3`, or `supply 3`; `names` has the own name of an entry by what it may be called, folded."""
    name, rest = split_once(item.text, ":")
    if rest is None:
        name, rest = apart(item.text)
    value = scalar(rest, numeric=numeric)
    said = said_number(rest) if numeric and isinstance(value, str) else None
    enter(typing, at, table, (names or {}).get(fold(name), name), value if said is None else said, item)


def enter(typing: Typing, at: Location, table: RawTable, name: str, value: object, span: Span) -> None:  # noqa: PLR0913, PLR0917  # one entry, and where it stood
    """Write an entry into a table; of two with one name the first would be lost."""
    key = name.strip()
    if key in table:
        typing.complain((*at, key), "error.key-twice", key=key)
    table[key] = value
    typing.spans[(*at, key)] = span
