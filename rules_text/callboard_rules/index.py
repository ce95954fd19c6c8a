"""The index of what is known in one language, of one game or of any: questions, sections' passages, and their words.

The wheel brings each index as a file, written by the hook that compiles the catalogs, and read where it lies. Where
there is none (a checkout, a game in a package of its own), or it is damaged, one is built in memory.

In the file, a format name and a checksum come first, then the parts, each with its length before it: lists of texts,
one text a line, and lists of numbers of two or four bytes, the lowest byte first. It is the same on every machine.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from itertools import chain, repeat
from typing import Any

from callboard_rules.words import mistaken, mistakes_allowed, pieces_of

_FORMAT = b"Callboard index 2\n"
_SIZE = 4
"""How many bytes tell a part's length, and how many the sum."""
_SIGNED, _SHORT, _LONG = "b", "H", "I"
"""Kinds of arrays: numbers of two bytes, and of four."""


class DamagedError(ValueError):
    """A file that is damaged, or that another version wrote."""


def packed(texts: Iterable[Sequence[str]], numbers: Iterable[Sequence[int]]) -> bytes:
    """Return lists of texts, without line breaks in them, and lists of numbers as the bytes of a file."""
    parts = [*map(_lines, texts), *map(_array, numbers)]
    body = b"".join(_count(len(part)) + part for part in parts)
    return _FORMAT + _count(zlib.crc32(body)) + body


def unpacked(file: bytes, texts: int) -> tuple[list[list[str]], list[Sequence[int]]]:
    """Return so many lists of texts, and the lists of numbers that follow.

    :raises DamagedError: when the file is damaged, or of another version.
    """
    start = len(_FORMAT) + _SIZE
    if not file.startswith(_FORMAT) or file[len(_FORMAT) : start] != _count(zlib.crc32(file[start:])):
        raise DamagedError("damaged, or of another version")
    parts: list[bytes] = []
    while start < len(file):
        end = start + _SIZE + int.from_bytes(file[start : start + _SIZE], "little")
        parts.append(file[start + _SIZE : end])
        start = end
    return [part.decode().split("\n")[:-1] for part in parts[:texts]], [_numbers(part) for part in parts[texts:]]


def _count(number: int) -> bytes:
    return number.to_bytes(_SIZE, "little")


def _lines(texts: Sequence[str]) -> bytes:
    return "".join(f"{text}\n" for text in texts).encode()


def _array(numbers: Sequence[int]) -> bytes:
    """Return the kind of the array, and its bytes; small numbers with a sign stay what they are."""
    if isinstance(numbers, array) and numbers.typecode == _SIGNED:
        return _SIGNED.encode() + numbers.tobytes()
    kind = _SHORT if max(numbers, default=0) < 2**16 else _LONG
    return kind.encode() + _little(array(kind, numbers)).tobytes()


def _numbers(part: bytes) -> Sequence[int]:
    return _little(array(part[:1].decode(), part[1:]))


def _little(numbers: array[int]) -> array[int]:
    """Swap the bytes of each number on big-endian machines."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


NONE = ""
"""The subject of questions that no section answers."""
NOWHERE = 2**16 - 1
"""The passage number of questions that no single passage answers."""
ANSWERED = 0.3
"""The weight of a known question for the passage that answers it; the passage itself weighs 1."""
_TEXTS = 5
"""How many parts of an index are texts; the others are numbers."""
ALIKE_FROM = 0.5
"""How much of their pieces two words share at least to be alike."""
_REMEMBERED = 20_000
"""How many words are kept with those that are like them."""


@dataclass(frozen=True, eq=False)
class Index:
    """Known questions, then the sections' passages ("documents"), and where each word of them is.

    A place is a number too: the words of all documents are counted through, with a gap of one after each document.
    """

    questions: list[str]
    """The known questions, as they were written down."""
    subjects: list[str]
    """The sections that documents belong to, and NONE, each once."""
    stems: list[str]
    forms: list[str]
    """The words that the stems come from."""
    pieces: list[str]
    """Three letters in a row of a word, each once."""
    subject_of: Sequence[int]
    """By document: where its subject is among the subjects."""
    passage_of: Sequence[int]
    """By document: which passage of its subject it is, counted from 0, or which one answers it, or NOWHERE."""
    lengths: Sequence[int]
    """By document: how many words it has."""
    stem_of: Sequence[int]
    """By form: where its stem is among the stems."""
    places_end: Sequence[int]
    """By stem: where its places end among all places, which are in the order of the stems."""
    places: Sequence[int]
    forms_end: Sequence[int]
    """By piece: where its forms end among all that have a piece, which are in the order of the pieces."""
    forms_with: Sequence[int]

    @cached_property
    def average(self) -> float:
        """How many words a known question has."""
        return sum(self.lengths[: len(self.questions)]) / max(1, len(self.questions)) or 1.0

    @cached_property
    def answered(self) -> int:
        """How many known questions sections answer, each as many as the one in the middle: one may have many more."""
        number = len(self.questions)
        counts = sorted(
            bisect_left(documents, number) for subject, documents in self.documents_about.items() if subject != NONE
        )
        return counts[len(counts) // 2] * len(counts) if counts else 0

    @cached_property
    def average_about(self) -> float:
        """How many words the documents of a section have."""
        return sum(self.words_about.values()) / max(1, len(self.words_about)) or 1.0

    @cached_property
    def words_about(self) -> dict[str, int]:
        """How many words the documents of each section have."""
        words = [0] * len(self.subjects)
        for subject, length in zip(self.subject_of, self.lengths, strict=True):
            words[subject] += length
        return {subject: number for subject, number in zip(self.subjects, words, strict=True) if subject != NONE}

    @cached_property
    def documents_about(self) -> dict[str, list[int]]:
        """By section: its documents."""
        documents: dict[str, list[int]] = {subject: [] for subject in self.subjects}
        for document, subject in enumerate(self.subject_of):
            documents[self.subjects[subject]].append(document)
        return documents

    def in_passages(self, subject: str, word_stem: str, number: int) -> list[float]:
        """Return how often a stem is in each of so many passages of a section and the questions that it answers."""
        times = times_in_passages(self, word_stem).get(subject, {})
        return [times.get(passage, 0.0) for passage in range(number)]

    def passage_lengths(self, subject: str, number: int) -> list[float]:
        """Return how many words each of so many passages of a section has, and the questions that it answers."""
        lengths = lengths_of_passages(self, subject)
        return [lengths.get(passage, 0.0) for passage in range(number)]

    def voice(self, document: int) -> float:
        """Return the weight of a document for its passage."""
        return ANSWERED if document < len(self.questions) else 1.0

    def frequency(self, word_stem: str) -> int:
        """Return how many known questions a stem is in."""
        return bisect_left(documents_with(self, word_stem), len(self.questions))

    def documents_with_pair(self, first: str, second: str) -> set[int]:
        """Return the documents in which one stem follows another."""
        return {self.document_at[place] for place in self._in_a_row((first, second))}

    def subjects_named(self, stems: Sequence[str]) -> set[str]:
        """Return the sections that have a known question of just these stems."""
        return {self.subjects[self.subject_of[document]] for document in self._asking(stems)} - {NONE}

    def is_unanswered(self, stems: Sequence[str]) -> bool:
        """Tell whether just these stems are a known question that no section answers."""
        return any(self.subjects[self.subject_of[document]] == NONE for document in self._asking(stems))

    def subjects_with(self, stems: Sequence[str]) -> set[str]:
        """Return the subjects of the documents that have these stems in a row."""
        documents = {self.document_at[place] for place in self._in_a_row(stems)}
        return {self.subjects[self.subject_of[document]] for document in documents}

    def _asking(self, stems: Sequence[str]) -> set[int]:
        begins = self._questions_of_length.get(len(stems))
        return {self.document_at[place] for place in self._in_a_row(stems, begins)} if begins else set()

    def _in_a_row(self, stems: Sequence[str], begins: AbstractSet[int] | None = None) -> AbstractSet[int]:
        """Return the places where these stems begin in a row, or which of these do; the rarest is looked at first."""
        found = begins
        for rarest, step in sorted((len(self.places_of(word_stem)), step) for step, word_stem in enumerate(stems)):
            if not rarest:
                return frozenset()
            places = places_with(self, stems[step])
            if found is None:
                found = {place - step for place in places} if step else places
            elif len(found) < rarest:
                found = {place for place in found if place + step in places}
            else:
                found = {place - step for place in places if place - step in found}
        return found or frozenset()

    @cached_property
    def _questions_of_length(self) -> dict[int, set[int]]:
        """By number of words: the places where the known questions of so many begin."""
        begins: dict[int, set[int]] = defaultdict(set)
        place = 0
        for length in self.lengths[: len(self.questions)]:
            begins[length].add(place)
            place += length + 1  # with the gap
        return begins

    def has(self, word_stem: str) -> bool:
        """Tell whether a stem is in any document."""
        return word_stem in self._number

    def places_of(self, word_stem: str) -> Sequence[int]:
        """Return the places of a stem, in order."""
        number = self._number.get(word_stem)
        return () if number is None else _part(self.places, self.places_end, number)

    def forms_with_piece(self, piece: str) -> Sequence[int]:
        """Return where the words that have a piece are among the forms."""
        number = self._piece_number.get(piece)
        return () if number is None else _part(self.forms_with, self.forms_end, number)

    @cached_property
    def forms_of_length(self) -> dict[int, list[int]]:
        """By number of letters: where the words of so many are among the forms."""
        numbers: dict[int, list[int]] = defaultdict(list)
        for number, form in enumerate(self.forms):
            numbers[len(form)].append(number)
        return numbers

    @cached_property
    def _number(self) -> dict[str, int]:
        return {word_stem: number for number, word_stem in enumerate(self.stems)}

    @cached_property
    def _piece_number(self) -> dict[str, int]:
        return {piece: number for number, piece in enumerate(self.pieces)}

    @cached_property
    def document_at(self) -> list[int]:
        """By place: its document."""
        taken = map((1).__add__, self.lengths)  # with the gap
        return list(chain.from_iterable(map(repeat, range(len(self.lengths)), taken)))


@lru_cache(_REMEMBERED)
def documents_with(index: Index, word_stem: str) -> list[int]:
    """Return the documents that a stem is in, in order."""
    return sorted(set(map(index.document_at.__getitem__, index.places_of(word_stem))))


@lru_cache(_REMEMBERED)
def places_with(index: Index, word_stem: str) -> frozenset[int]:
    """Return the places of a stem."""
    return frozenset(index.places_of(word_stem))


@lru_cache(_REMEMBERED)
def times_in_passages(index: Index, word_stem: str) -> dict[str, dict[int, float]]:
    """Return by section and passage how many times a stem is there and in the questions that it answers."""
    times: dict[str, dict[int, float]] = {}
    for document in map(index.document_at.__getitem__, index.places_of(word_stem)):
        passages = times.setdefault(index.subjects[index.subject_of[document]], {})
        passage = index.passage_of[document]
        passages[passage] = passages.get(passage, 0.0) + index.voice(document)
    return times


@lru_cache(_REMEMBERED)
def lengths_of_passages(index: Index, subject: str) -> dict[int, float]:
    """Return by passage of a section how many words it and the questions that it answers have."""
    lengths: dict[int, float] = defaultdict(float)
    for document in index.documents_about.get(subject, ()):
        lengths[index.passage_of[document]] += index.voice(document) * index.lengths[document]
    return dict(lengths)


@lru_cache(_REMEMBERED)
def times_about(index: Index, word_stem: str) -> dict[str, int]:
    """Return how many times a stem is in the documents of each section."""
    documents = map(index.document_at.__getitem__, index.places_of(word_stem))
    times = Counter(map(index.subject_of.__getitem__, documents))
    return {index.subjects[subject]: number for subject, number in times.items() if index.subjects[subject] != NONE}


@lru_cache(_REMEMBERED)
def stems_alike(index: Index, word: str) -> dict[str, float]:
    """Return the stems with a form that shares enough pieces with a plain word to be alike, and how much: 1 is all."""
    shared = Counter(chain.from_iterable(map(index.forms_with_piece, pieces_of(word))))
    alike: dict[str, float] = {}
    fewest = ALIKE_FROM * len(word) / 2
    for form, number in shared.items():
        if number < fewest:
            continue
        share = 2 * number / (len(word) + len(index.forms[form]))  # a word has as many pieces as letters
        if share >= ALIKE_FROM:
            word_stem = index.stems[index.stem_of[form]]
            alike[word_stem] = max(share, alike.get(word_stem, 0.0))
    return alike


@lru_cache(_REMEMBERED)
def stems_mistaken(index: Index, word: str) -> frozenset[str]:
    """Return the stems of what a plain word may be with a mistake, or else with two; none where it is too short."""
    most = mistakes_allowed(word)
    if not most:
        return frozenset()
    letters = set(word)
    as_long = chain.from_iterable(index.forms_of_length.get(len(word) + more, ()) for more in range(-most, most + 1))
    near = [(number, index.forms[number]) for number in as_long]
    if most == 1:  # cannot be at both ends
        near = [(number, form) for number, form in near if form[0] == word[0] or form[-1] == word[-1]]
    near = [(number, form) for number, form in near if len(letters.difference(form)) <= most]
    near = [(number, form) for number, form in near if len(set(form) - letters) <= most]
    for mistakes in range(1, most + 1):  # whoever typed it made as few as can be
        meant = [number for number, form in near if mistaken(word, form, mistakes)]
        if meant:
            return frozenset(index.stems[index.stem_of[number]] for number in meant)
    return frozenset()


def pack(index: Index) -> bytes:
    """Return an index as the bytes of a file, the same for the same index on every machine."""
    parts = [getattr(index, one.name) for one in fields(index)]
    return packed(parts[:_TEXTS], parts[_TEXTS:])


def unpack(file: bytes) -> Index:
    """Read the bytes of an index.

    :raises DamagedError: when they are damaged, or of another version.
    """
    texts, numbers = unpacked(file, _TEXTS)
    parts: list[Any] = [*texts, *numbers]
    return Index(*parts)


def _part(numbers: Sequence[int], ends: Sequence[int], place: int) -> Sequence[int]:
    """Return one of several lists that are stored in a row."""
    return numbers[ends[place - 1] if place else 0 : ends[place]]
