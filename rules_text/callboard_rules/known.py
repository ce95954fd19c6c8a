"""What is known in one language, and how near it is to a question.

Words count by their stems, more the rarer and the longer they are, numbers as digits, two in a row more, and words that
are only alike (mistyped, or of another form) less.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import compress, pairwise
from operator import mul
from typing import NamedTuple

from callboard_rules import ANY
from callboard_rules.index import (
    NONE,
    DamagedError,
    Index,
    documents_with,
    stems_alike,
    stems_mistaken,
    times_about,
    unpack,
)
from callboard_rules.languages import ARTICLES
from callboard_rules.loader import RulesFormatError, folder_of, kept
from callboard_rules.passages import Passage, nearness
from callboard_rules.words import matters, stem, stems, telling


@kept
def load_index(game: str, language: str) -> Index:
    """Return a game's index, or that of the questions about ANY: the one built ahead, or else one built now.

    :raises RulesFormatError: when it is damaged and cannot be built anew, or a text breaks the format.
    """
    folder = folder_of(game)
    ahead = folder / file_of(game, language)
    try:
        return unpack(ahead.read_bytes())
    except (OSError, DamagedError) as error:
        lists = [folder / name / f"{language}.toml" for name in ("asked", "answered", "unanswered")]
        if ahead.is_file() and not any(file.is_file() for file in lists):
            raise RulesFormatError(f"{ahead}: {error}; install Callboard anew") from error
    from callboard_rules.building import build_index  # where all is built ahead, nothing is

    return build_index(game, language)


def file_of(game: str, language: str) -> str:
    """Return where, in the folder of a game, its index lies that was built ahead."""
    return f"{language}.index" if game else f"unanswered/{language}.index"


# What counts in comparing two questions, measured by a word that both have.
_LETTER = 0.2
"""What each letter adds to the weight of a word."""
_NUMBER = 2.0
"""The weight of a number: an actor of level 3 is not one of level 4."""
_PAIR = 0.4
"""The extra weight of two words that follow each other in both questions."""
_ALIKE = 0.8
"""The weight of a word that is only similar, if all its pieces are shared."""
_MISTAKEN = 0.7
"""The weight of a word that is a mistake or two away from a known one."""
_REPEATED, _LENGTH = 1.2, 0.75
"""BM25's k1 and b: how soon more of the same counts no more, and how much long documents are held back."""
_COMPARED = 150
"""The most known questions of an index that are compared."""
_NAMES = (1, 2)
"""Of how many words the name of a thing is that a game may not have."""
_REMEMBERED = 10_000
"""How many words are kept with what they count in an index."""
_NEAR = 0.75
"""How much of its pieces a word shares with some known one, where a question has to do with the game at all."""


class KnownQuestion(NamedTuple):
    """A known question, and how near it is to the one asked."""

    score: float
    subject: str
    passage: int
    """Which passage of its section answers it, counted from 0."""
    text: str


@dataclass(frozen=True, eq=False)
class Known:
    """What is known in one language: of the game, and of any."""

    language: str
    indexes: tuple[Index, ...]

    @cached_property
    def sizes(self) -> tuple[int, int, int]:
        """How many known questions a section answers, how many sections there are, and how many questions none does."""
        return (
            sum(index.answered for index in self.indexes),
            sum(len(index.words_about) for index in self.indexes),
            sum(len(index.documents_about.get(NONE, ())) for index in self.indexes),
        )

    @cached_property
    def _brevity(self) -> list[list[float]]:
        """By index and known question: what a word counts in it, the more the fewer words it has."""
        counts = [
            {length: _saturated(1, length, index.average) for length in set(index.lengths)} for index in self.indexes
        ]
        return [
            [count[length] for length in index.lengths[: len(index.questions)]]
            for index, count in zip(self.indexes, counts, strict=True)
        ]

    def has(self, word: str, *, matter: bool = False) -> bool:
        """Tell whether a word occurs at all, be it as small as "the"; or one that matters."""
        own = stem(word, self.language)
        return any(index.has(own) for index in self.indexes) and (not matter or matters(word, self.language))

    def has_about(self, word: str, subject: str) -> bool:
        """Tell whether a word that matters occurs in what is known of a section."""
        own = stem(word, self.language)
        return matters(word, self.language) and any(subject in times_about(index, own) for index in self.indexes)

    def is_near(self, word: str) -> bool:
        """Tell whether a word matters, and occurs, or is a mistake or two away from one that does, or much like it."""
        own = stem(word, self.language)
        return matters(word, self.language) and any(
            index.has(own)
            or stems_mistaken(index, word)
            or any(share >= _NEAR for share in stems_alike(index, word).values())
            for index in self.indexes
        )

    def lacks(self, words: Sequence[str]) -> bool:
        """Tell whether the words name a thing that the game has not: a known question that no section answers, whole.

        It has a word or two, and nothing that is known of any section has them.
        """
        stemmed = [stem(word, self.language) for word in words]
        named = [stemmed[start : start + length] for length in _NAMES for start in range(len(stemmed) - length + 1)]
        alone = [name for name in named if any(index.is_unanswered(name) for index in self.indexes)]
        return any(not any(index.subjects_with(name) - {NONE} for index in self.indexes) for name in alone)

    def subjects_named(self, words: str) -> set[str]:
        """Return the sections of which this is the title, a name or a known question, in whatever forms or mistyped.

        An article before a name is ignored.
        """
        read = zip(self.indexes, self.meant(words), strict=True)
        named = {subject for index, meant in read for subject in index.subjects_named(meant)}
        article, _, rest = words.partition(" ")
        return named or (self.subjects_named(rest) if rest and article in ARTICLES[self.language].split() else named)

    def is_called(self, words: str, title: str, name: str) -> bool:
        """Tell whether these words are a section's title, but for small words, or its id."""
        asked, titled, named = (telling(one, self.language) for one in (words, title, name.replace("-", " ")))
        return bool(asked) and asked in {titled, named}

    def meant(self, words: str) -> list[tuple[str, ...]]:
        """Return by index the stems of words; of one that nobody knows, the stem it must be a mistake or two from."""
        return [tuple(self._stem_meant(index, word) for word in words.split()) for index in self.indexes]

    def ids_meant(self, words: str, names: Iterable[str]) -> set[str]:
        """Return the sections' ids among these names that the words are, however mistyped."""
        meant = set(self.meant(words))
        return {name for name in names if stems(name.replace("-", " "), self.language) in meant}

    def _stem_meant(self, index: Index, word: str) -> str:
        instead = () if self.has(word) else stems_mistaken(index, word)
        return next(iter(instead)) if len(instead) == 1 else stem(word, self.language)

    def compare(self, words: Sequence[str]) -> tuple[list[KnownQuestion], dict[str, float]]:
        """Return how near each known question is to these words, and all that is written about each section (BM25)."""
        found: list[KnownQuestion] = []
        about: dict[str, float] = defaultdict(float)
        for index, brevity in zip(self.indexes, self._brevity, strict=True):
            near = [0.0] * len(index.lengths)
            for word in words:
                documents, texts = _occurrences(self, index, word)
                for score, having in documents:
                    for document in having:
                        near[document] += score
                for subject, score in texts.items():
                    about[subject] += score
            for first, second in pairwise(stem(word, self.language) for word in words):
                score = _PAIR * (_rarity(self, first) + _rarity(self, second))
                for document in index.documents_with_pair(first, second):
                    near[document] += score
            asked = list(map(mul, near, brevity))  # the passages that follow are no questions
            some = reversed(list(compress(range(len(asked)), asked)))
            found += [
                KnownQuestion(
                    asked[one], index.subjects[index.subject_of[one]], index.passage_of[one], index.questions[one]
                )
                for one in sorted(some, key=asked.__getitem__, reverse=True)[:_COMPARED]
            ]
        return found, about

    def near_passages(self, words: str, subject: str, passages: Sequence[Passage]) -> list[float]:
        """Return how near each passage of a section is to a question, together with the known ones that it answers."""
        index = self.indexes[0]
        weighed = []
        for word in dict.fromkeys(word for word in words.split() if matters(word, self.language)):
            times = [0.0] * len(passages)
            for meant, likeness in _meanings(self, index, word).items():
                own = index.in_passages(subject, meant, len(passages))
                times = [max(time, likeness * other) for time, other in zip(times, own, strict=True)]
            weighed.append((_rarity(self, stem(word, self.language)), times))
        return nearness(passages, weighed, index.passage_lengths(subject, len(passages)))


@kept
def load_known(game: str, language: str) -> Known:
    """Return what is known in a language of a game, and of any.

    :raises RulesFormatError: when the game's rules are missing or break the format.
    """
    return Known(language, (load_index(game, language), load_index(ANY, language)))


@lru_cache(_REMEMBERED)
def _occurrences(known: Known, index: Index, word: str) -> tuple[list[tuple[float, list[int]]], dict[str, float]]:
    """Return what a word counts in which documents, or the best of the words like it; and what it does by section."""
    weight = _NUMBER if stem(word, known.language).isdigit() else 1 + _LETTER * len(word)
    documents: list[tuple[float, list[int]]] = []
    counted: set[int] = set()
    texts: dict[str, float] = {}
    meanings = _meanings(known, index, word).items()
    weighed = [(weight * sure * _rarity(known, meant), meant) for meant, sure in meanings]
    for score, meant in sorted(weighed, reverse=True):
        having = documents_with(index, meant)
        documents.append((score, [one for one in having if one not in counted] if counted else having))
        counted.update(having)  # the best has come first, and stays
        for subject, times in times_about(index, meant).items():
            text = score * _saturated(times, index.words_about[subject], index.average_about)
            texts[subject] = max(text, texts.get(subject, 0.0))
    return documents, texts


@lru_cache(_REMEMBERED)
def _meanings(known: Known, index: Index, word: str) -> dict[str, float]:
    """Return the stems that a word may stand for, and how sure that is: 1 for its own."""
    own = stem(word, known.language)
    meanings: dict[str, float] = {}
    if not own.isdigit():
        shares = stems_alike(index, word).items()
        meanings |= {meant: _ALIKE * share for meant, share in shares if not meant.isdigit()}
        if not known.has(word):
            meanings |= {meant: max(_MISTAKEN, meanings.get(meant, 0.0)) for meant in stems_mistaken(index, word)}
    return meanings | {own: 1.0} if index.has(own) else meanings


@lru_cache(_REMEMBERED)
def _rarity(known: Known, word_stem: str) -> float:
    """Return the rarity of a stem: higher, the fewer known questions have it (BM25's inverse document frequency)."""
    number = sum(len(index.questions) for index in known.indexes)
    having = sum(index.frequency(word_stem) for index in known.indexes)
    return math.log(1 + (number - having + 0.5) / (having + 0.5))


def _saturated(times: int, length: int, average: float) -> float:
    """Return what occurring so many times counts in a document of this length (BM25)."""
    return times * (_REPEATED + 1) / (times + _REPEATED * (1 - _LENGTH + _LENGTH * length / average))
