"""What can stand at the end of what is being typed: for Tab, at a prompt and in a field of a page."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from annotated_types import Ge, Le, MaxLen
from pydantic.fields import FieldInfo

from callboard_cli.input.parser import typed
from callboard_cli.input.parser.field_types import Counts, Flag, InTurn, Items, Kind, Lexicon, Times
from callboard_cli.input.parser.line import read_line
from callboard_cli.input.parser.state import LOOSE, Match, Typing
from callboard_cli.input.parser.tables import Fields, Line, Lines, Players, Purses, kinds_of, seated_kind
from callboard_cli.input.parser.tokenizer import Span, is_line, items, split_once
from callboard_cli.input.parser.typed import in_lines
from callboard_cli.input.stage import Stage
from callboard_cli.input.vocabulary import endings
from callboard_cli.ui.wording import key_word, label, said_of, token
from callboard_locales import LANGUAGES, Catalog
from callboard_locales import catalog as catalog_of
from callboard_scoring.fields import Choice, Name
from callboard_scoring.records import Record, parts_of, tables_of
from callboard_scoring.words import fold, join, spell

_FEW = 10
"""The most numbers that are told one by one."""
_DIGITS = tuple("123456789")
_LARGE = "99"
"""A number that fits where no few numbers are meant."""


def goes_on(stage: Stage, kind: Kind, said: Sequence[str], begun: str, catalog: Catalog) -> Iterator[str]:
    """Yield what can stand for a word that was begun, after these words of the same item, in the reader's words.

    The words said may be the beginning of a name of several: after “small”, “ti” is the “tiles” of “small tiles”.
    """
    pattern, vocabulary = _pattern(kind), vocabulary_of(stage, kind)
    for place in range(len(said) + 1):
        before = _canonical(stage, vocabulary, said[:place], catalog.language)
        if before is None:
            continue
        *_, last = ["", *before.split()]
        shown = (token(catalog, stage.game.id, one, kind.name, last) for one in _following(pattern, vocabulary, before))
        yield from endings(shown, said[place:], begun)


def vocabulary_of(stage: Stage, kind: Kind) -> tuple[str, ...]:
    """Return the game's own words of which a field's items are made."""
    known = stage.shorts.vocabulary(_pattern(kind))
    return tuple(name for name in stage.game.tokens if name in known)


def _pattern(kind: Kind) -> str:
    return kind.exact or (kind.typed.pattern if kind.typed else "")


def few_numbers(stage: Stage, kind: Kind) -> list[str]:
    """Return the numbers that a field may be, where they are few."""
    least, most = bounds_of(stage, kind)
    if least is None or most is None or most - least >= _FEW:
        return []
    return [str(number) for number in range(least, most + 1)]


def bounds_of(stage: Stage, kind: Kind) -> tuple[int | None, int | None]:
    """Return the least and the greatest number that a field may be; None where there is no such bound."""
    bounds = _made_of(stage.model, kind)
    least = next((int(str(part.ge)) for part in bounds if isinstance(part, Ge)), None)
    most = next((int(str(part.le)) for part in bounds if isinstance(part, Le)), None)
    return least, most


def choices_of(stage: Stage, kind: Kind) -> tuple[str, ...]:
    """Return the canonical words of which a field is one, or which a table counts; empty where it is no such field."""
    return next((part.options for part in _made_of(stage.model, kind) if isinstance(part, Choice)), ())


def most_of(stage: Stage, kind: Kind) -> float:
    """Return how many items a list may have."""
    info = _described(stage.model, kind)
    return (
        next((bound.max_length for bound in info.metadata if isinstance(bound, MaxLen)), math.inf) if info else math.inf
    )


def takes_names(stage: Stage, kind: Kind) -> bool:
    """Tell whether a field is a player's name, or several."""
    (name,) = Name.__metadata__  # type: ignore[attr-defined]  # what makes a text a name
    return name in _made_of(stage.model, kind)


@cache
def _described(model: type[Record], kind: Kind) -> FieldInfo | None:
    """Return the description of a kind's field, in whichever of the tables of a stage's model it is."""
    models = [model]
    for one in models:  # which grows as it goes
        models += [table for info in one.model_fields.values() for table in tables_of(info.annotation)]
        if kind in kinds_of(one):
            return one.model_fields[kind.name]
    return None


@cache
def _made_of(model: type[Record], kind: Kind) -> tuple[Any, ...]:
    """Return what the annotation of a kind's field is made of."""
    info = _described(model, kind)
    return () if info is None else tuple(parts_of(info))


def _canonical(stage: Stage, vocabulary: tuple[str, ...], words: Sequence[str], language: str) -> str | None:
    """Return words in canonical tokens, short forms too; None where any is not in the vocabulary, or several may be."""
    parts: list[str] = []
    for part in spell(" ".join(words), stage.words).split():
        if part in vocabulary or not part.isalpha():
            parts.append(part)
            continue
        meant = stage.shorts.whole(part, "|".join(map(re.escape, vocabulary)), language)
        if len(meant) != 1:
            return None
        parts += meant
    return join(parts)


@cache
def _following(pattern: str, vocabulary: tuple[str, ...], before: str) -> tuple[str, ...]:
    """Return the words and the few numbers with which an item may go on."""
    right = re.compile(pattern, re.ASCII)
    letters = [name for name in vocabulary if len(name) == 1]
    names = [name for name in vocabulary if name not in letters]
    rests = ["", *_rests((*names, *_DIGITS))]

    def may_follow(word: str) -> bool:
        text = f"{before} {word}".strip()
        return any(right.fullmatch(f"{text} {rest}".strip()) for rest in rests)

    found = [name for name in names if may_follow(name)]
    found += [name for name in letters if right.fullmatch(f"{before} {name}".strip())]
    for letter in letters if not before else []:
        found += _few([letter + digit for digit in _DIGITS], letter + _LARGE, may_follow)
    if before or not found:
        found += _few(list(_DIGITS), _LARGE, may_follow)
    return tuple(found)


@cache
def _rests(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return what may end an item: one of the words, or two."""
    return (*words, *map(" ".join, product(words, repeat=2)))


def _few(numbers: list[str], large: str, may_follow: Callable[[str], bool]) -> list[str]:
    """Return those numbers that may follow; none where a large one may too, since then any may."""
    return [] if may_follow(large) else [number for number in numbers if may_follow(number)]


_WORD = re.compile(r"[^\s,;]*\Z")
"""The word under the cursor."""
_NAMED = re.compile(r"([^\s,;=]+)=([^,;=]*)\Z")
"""The last field that is named in a line, and what is typed of its value."""


class Candidate(NamedTuple):
    """What can stand somewhere."""

    text: str
    """What stands there instead of what was begun."""
    meaning: str = ""


def candidates(stage: Stage, before: Sequence[str], begun: str, catalog: Catalog) -> list[Candidate]:
    """Return what can stand on a score's line after these words, in place of the one that was begun.

    A word may be a whole line in quotes, `Ada: C3 C`: its last item is completed, and the rest kept. Where no word of
    the reader's language begins so, those of the others are looked at. To more than anybody types nothing is added.
    """
    word = _begun(begun).rpartition(":")[2] if is_line(begun) else _begun(begun)
    kept = begun.removesuffix(word)

    def find(words: Catalog) -> Iterator[Candidate]:
        return _Candidates(stage, words, typed.read(before, stage, words.language)).argument(before, kept, word)

    found = _found((*before, begun), catalog, find)
    return [one._replace(text=kept + one.text) for one in found]


def value_candidates(stage: Stage, kind: Kind, before: str, begun: str, catalog: Catalog) -> list[Candidate]:
    """Return what can stand for a word of one field's value, after what is typed of it before.

    `begun` is the word under the cursor, behind the last space or comma; each text stands instead of it.
    """

    def find(words: Catalog) -> Iterator[Candidate]:
        typing = Typing(stage.game.id, stage.words, stage.shorts, words.language)
        return _Candidates(stage, words, typing).values(kind, before, begun)

    return _found((before, begun), catalog, find)


def _found(texts: Iterable[str], catalog: Catalog, find: Callable[[Catalog], Iterable[Candidate]]) -> list[Candidate]:
    """Return what is found in the reader's words; where nothing is, in those of another language."""
    if sum(map(len, texts)) > typed.MOST_TYPED:
        return []
    others = (catalog_of(language) for language in LANGUAGES if language != catalog.language)
    found = (list({one.text: one for one in find(words)}.values()) for words in (catalog, *others))
    return next(filter(None, found), [])


class _Candidates:
    """What can stand on one line of one stage, in one language."""

    def __init__(self, stage: Stage, catalog: Catalog, typing: Typing) -> None:
        """Take what was read of the words before."""
        self._stage = stage
        self._game = stage.game.id
        self._catalog = catalog
        self._typing = typing

    def argument(self, before: Sequence[str], kept: str, word: str) -> Iterator[Candidate]:
        """Yield what can stand for the last word of an argument; `kept` is what stands in it before."""
        begun = kept + word
        line = in_lines([*before, begun], self._stage)[-1]
        fields = {kind.name: kind for kind in self._stage.kinds}
        names = self._typing.names(list(fields))
        if is_line(line):
            name, rest = split_once(line, ":")
            kind = fields.get(names.get(fold(name), "")) or seated_kind(self._stage.kinds)
            yield from self._behind(kind, (rest or "").removesuffix(word), word)
            if not is_line(begun):  # words without quotation marks: another field may come
                yield from self._fields(word)
        elif "=" in begun:
            key, value = split_once(begun, "=")
            kind = fields.get(names.get(fold(key), ""))
            inner = _begun(value or "")
            said = (value or "").removesuffix(inner)
            lead = word.removesuffix(inner)
            if kind is not None:
                yield from (one._replace(text=lead + one.text) for one in self.values(kind, said, inner))
        else:
            yield from self._fields(word, kept.split())
            read_line(self._typing, (), self._typing.raw, Span.whole(kept), self._stage.kinds)
            yield from self._words(self._stage.kinds, kept, word)

    def line(self, kinds: Sequence[Kind], before: str, word: str) -> Iterator[Candidate]:
        """Yield what can stand for a word of a line, after what is typed of the line before."""
        typing = Typing(self._game, self._stage.words, self._stage.shorts, self._catalog.language)
        read_line(typing, (), typing.raw, Span.whole(before), kinds)
        own = _Candidates(self._stage, self._catalog, typing)
        named = _NAMED.search(before + word)
        kind = next((one for one in kinds if named and fold(named[1]) in typing.labels(one.name)), None)
        if named and kind is not None and (kind.takes_many or not re.search(r"\s", named[2].strip())):
            inner = _begun(named[2])
            found = own.values(kind, named[2].removesuffix(inner), inner)
            yield from (one._replace(text=word.removesuffix(inner) + one.text) for one in found)
            if kind.takes_many or "=" in word:
                return
        yield from own._words(kinds, before, word)
        group = re.split("[,;]", before)[-1]
        if _starts(group, Lexicon(typing, kinds))[-1] == len(group):
            yield from own._own_fields(kinds, word)

    def _own_fields(self, kinds: Iterable[Kind], word: str) -> Iterator[Candidate]:
        """Yield the fields of a line that are typed by their names and have no value yet."""
        for kind in kinds:
            if kind.name != "name" and self._is_named(kind) and not self._has(kind):
                yield from self._named(f"{key_word(self._catalog, self._game, kind.name)}=", kind, word)

    def _has(self, kind: Kind) -> bool:
        """Tell whether a field has its value, or its first one."""
        return any(at[:1] == (kind.name,) for at in (*self._typing.named, *self._typing.spans))

    def _behind(self, kind: Kind | None, before: str, word: str) -> Iterator[Candidate]:
        """Yield what can stand in a line behind a name: a player's, or a field's."""
        if isinstance(kind, (Line, Lines)):
            yield from self.line(kinds_of(kind.model), before, word)
        elif kind is not None and not isinstance(kind, Purses):
            yield from self.values(kind, before, word)

    def _fields(self, word: str, said: Sequence[str] = ()) -> Iterator[Candidate]:
        """Yield the fields of the record that have no value yet, and the names of those who have no line yet.

        A field's name of several words is one for a shell, `steal-from=`, unless the first ones were `said`.
        """
        for kind in self._stage.kinds:
            is_line = isinstance(kind, (Line, Lines))
            goes_on = isinstance(kind, Lines) and len(self._typing.raw.get(kind.name) or ()) < kind.most
            if (
                not isinstance(kind, Players)
                and (is_line or self._is_argument(kind))
                and (goes_on or not self._has(kind))
            ):
                name = label(self._catalog, self._game, kind.name) + (":" if is_line else "=")
                yield from self._named(name if said else "-".join(name.split()), kind, word, said)
        if isinstance(seated_kind(self._stage.kinds), Players):
            seated = {fold(name) for name in _names(self._typing.raw, Players, self._stage)}
            others = (name for name in self._names() if fold(name) not in seated and not re.search(r"\s", name))
            yield from map(Candidate, endings((f"{name}:" for name in others), said, word))

    def _named(self, name: str, kind: Kind, word: str, said: Sequence[str] = ()) -> Iterator[Candidate]:
        """Yield the name of a field where it begins so, with what the field means."""
        yield from (Candidate(text, self._meaning(kind)) for text in endings([name], said, word))

    def _meaning(self, kind: Kind) -> str:
        told = said_of(self._catalog, "help", self._game, self._stage.name, kind.name)
        return told or label(self._catalog, self._game, kind.name)

    def values(self, kind: Kind, before: str, word: str) -> Iterator[Candidate]:
        """Yield what can stand for a word of a field's value."""
        said = re.split("[,;]", before)[-1].split()
        if isinstance(kind, (Line, Lines)):
            yield from self.line(kinds_of(kind.model), before, word)
        elif isinstance(kind, Fields):
            names = [label(self._catalog, self._game, inner.name) for inner in kinds_of(kind.model)]
            since = [] if said and said[-1].isdecimal() else said
            yield from map(Candidate, endings((name for name in names if name not in before), since, word))
        elif isinstance(kind, Flag):
            words = [self._catalog.text(message) for message in ("result.yes", "result.no")]
            yield from map(Candidate, endings(words, said, word))
        elif isinstance(kind, Purses) or takes_names(self._stage, kind):
            yield from map(Candidate, endings(self._names(), said, word))
        elif isinstance(kind, Times):
            pass  # a number
        elif kind.takes_many or isinstance(kind, Counts):
            yield from self._words([kind], before, word, by_name=True)
        else:
            yield from map(Candidate, goes_on(self._stage, kind, before.split(), word, self._catalog))
        if kind.takes_many or not said:
            yield from map(Candidate, endings(few_numbers(self._stage, kind), (), word))

    def _words(self, kinds: Sequence[Kind], before: str, word: str, *, by_name: bool = False) -> Iterator[Candidate]:
        """Yield what can stand for a bare word: it goes on with the item before it, or begins one of a field."""
        group = re.split("[,;]", before)[-1]
        starts = _starts(group, Lexicon(self._typing, kinds))
        for start in starts:
            for kind in kinds:
                if by_name or (kind.typed is not None and self._is_open(kind, new=start == len(group))):
                    texts = goes_on(self._stage, kind, group[start:].split(), word, self._catalog)
                    given = self._counted(kind)
                    meaning = self._meaning(kind)
                    yield from (Candidate(text, meaning) for text in texts if self._spelled(text) not in given)

    def _is_open(self, kind: Kind, *, new: bool) -> bool:
        """Tell whether a field takes one more bare word, as a new item or in one that was begun."""
        if isinstance(kind, Players) or (isinstance(kind, Items) and kind.optional):
            return False
        if not new:
            return True
        if kind.takes_many and len(self._typing.raw.get(kind.name) or ()) >= most_of(self._stage, kind):
            return False
        if isinstance(kind, InTurn):
            return kind.is_due(self._typing, (kind.name,), self._typing.raw)
        return not (kind.takes_one and self._has(kind))

    def _is_named(self, kind: Kind) -> bool:
        """Tell whether a field of a line is typed by its name: one whose bare words are not all that it takes."""
        if kind.typed is None or isinstance(kind, Items):
            return self._is_argument(kind)
        bare = kind.typed.is_added or re.fullmatch(kind.typed.pattern, "1")
        return type(kind) is Kind and kind.numeric and not bare

    def _is_argument(self, kind: Kind) -> bool:
        """Tell whether a field of the record is typed by its name: any but a list whose words are its own."""
        if not isinstance(kind, Items) or kind.typed is None or kind.optional:
            return True
        return not kind.typed.is_added and not vocabulary_of(self._stage, kind)

    def _counted(self, kind: Kind) -> set[str]:
        """Return the things of which a line has said how many there are, where that can be said once."""
        once = isinstance(kind, Counts) and not kind.several
        return {self._spelled(name) for name in self._typing.raw.get(kind.name) or ()} if once else set()

    def _spelled(self, text: str) -> str:
        return spell(text, self._stage.words)

    def _names(self) -> list[str]:
        """Return the names that were typed: of those who play, and in other fields."""
        return list(_names(self._typing.raw, Kind, self._stage))


def _names(raw: dict[str, Any], of: type[Kind], stage: Stage) -> dict[str, None]:
    """Return the names in the fields of such kinds, in the order in which they stand there."""
    found: list[object] = []
    for kind in stage.kinds:
        value = raw.get(kind.name)
        if not isinstance(kind, of) or not value:
            continue
        if isinstance(kind, Players):
            found += [row["name"] for row in value]
        elif isinstance(kind, Purses):
            found += list(value)
        elif takes_names(stage, kind):
            found += value if isinstance(value, list) else [value]
    return dict.fromkeys(name.strip() for name in found if isinstance(name, str) and name.strip())


def _begun(text: str) -> str:
    """Return the word under the cursor."""
    return str(_WORD.search(text)[0])  # type: ignore[index]  # the empty one is found everywhere


def _starts(group: str, lexicon: Lexicon) -> list[int]:
    """Return where the item under the cursor may begin: behind the words before it, or with the last of them."""
    pieces = list(items(Span.whole(group), lexicon))
    known = len(pieces)
    while known and lexicon(pieces[known - 1].text) is None:
        known -= 1
    starts = [pieces[place].start for place in (known - 1, known) if 0 <= place < len(pieces)]
    if known == len(pieces) and all(_is_whole(lexicon.readings(piece.text)[0][1]) for piece in pieces[-1:]):
        starts.append(len(group))
    return starts


def _is_whole(reading: Match) -> bool:
    """Tell whether an item needs no more words."""
    return reading.weight != LOOSE and len(reading.texts) == 1
