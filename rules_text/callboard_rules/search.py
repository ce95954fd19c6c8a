"""Finding the section that answers a question.

A question is compared with known ones, each written down beside the section that answers it, or among those that none
does. The nearest few speak for their section or for none, and so does all that is written about a section. Words count
by their stems, more the rarer and the longer they are, numbers as digits, two in a row more, and words that are only
alike (mistyped, or of another form) less. What makes no word may have been typed in another keyboard layout.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from typing import NamedTuple

from callboard_rules import ANY, Section, load_rules
from callboard_rules.index import NONE, Index, documents_with, stems_alike, stems_mistaken, times_about
from callboard_rules.loading import load_index
from callboard_rules.plain import plain_lines
from callboard_rules.shelf import kept
from callboard_rules.words import bounded, languages_of, matters, other_layouts, passage_like, plain_words, stem, stems

# What counts in comparing two questions, measured by a word that both have.
_LETTER = 0.2
"""What each letter of a word adds to it."""
_NUMBER = 2.0
"""What a number counts: an actor of level 3 is none of level 4."""
_PAIR = 0.4
"""What two words count besides, that follow each other in both."""
_ALIKE = 0.8
"""What a word counts that is only alike, if all its pieces were shared."""
_ALIKE_FROM = 0.4
"""How much of their pieces two words share at least to be alike."""
_MISTAKEN = 0.7
"""What a word counts that is a mistake or two away from a known one."""
_REPEATED, _LENGTH = 1.2, 0.75
"""BM25's k1 and b: how soon more of the same counts no more, and how much long documents are held back."""

# Who speaks, and how loud.
_NEAREST = 8
"""How many known questions speak for a section, or for none."""
_COMPARED = 150
"""How many known questions of an index are looked at."""
_NEXT = 0.7
"""What each of them counts, measured by the one before."""
_TEXT = 0.6
"""How loud all that is written about a section speaks where sections are told apart, beside the nearest question."""
_TEXT_ANSWERS = 0.2
"""The same, where it is told whether the section answers at all: its words are there even if the answer is not."""
_UNANSWERED = 0.98
"""How loud the questions that no section answers speak where the others are as many, and 100 for each section."""
_MANY = 100
_FEW = 0.2
"""How much more softly they speak where those are fewer: of few questions none may be near, though one is answered."""
_STRANGE = 0.5
"""How much of its voice a section loses that shares none of the question's words, only some like them."""
_NEAR = 0.75
"""How much of its pieces a word shares with some known one, where a question has to do with the game at all."""


@dataclass(frozen=True)
class Hit:
    """A section, how well it matches, and why."""

    section: Section
    score: float
    snippet: str
    asked: str
    """The known question nearest to this one."""
    words: tuple[str, ...]
    """The words of the question that the section's text or its known questions share, as they were typed."""


@dataclass(frozen=True)
class Answer:
    """What the rules say to a question."""

    hits: tuple[Hit, ...]
    """The nearest sections, best first; where none answers, only those that share a word with the question."""
    covered: bool
    """Whether they answer it."""
    unanswered: str
    """The known question that no section answers, where it is nearer than any that one does."""
    words: str
    """The question as it was read: with the keyboard in another layout, if that makes words."""


class KnownQuestion(NamedTuple):
    """A known question, and how near it is to the one asked."""

    score: float
    subject: str
    text: str


def search(
    game: str, question: str, language: str, limit: int = 5, known_in: Callable[[str, str], Known] | None = None
) -> Answer:
    """Look up which sections answer a question, asked in any of the languages; they come in the reader's.

    Of a question of more than some hundred letters the beginning is read. What is known of a game in a language comes
    from `load_known`, or wherever else the caller has it.
    """
    asked = bounded(question)
    sections = load_rules(game, language).sections
    load = partial(known_in or load_known, game)
    typed = plain_words(asked)
    words, heard = typed, _heard(load, typed, language)
    if _spoken(words, heard) < len(words.split()):  # else no other layout can make more words
        others = map(plain_words, other_layouts(asked.lower()))
        readings = [(words, heard), *((other, _heard(load, other, language)) for other in others)]
        words, heard = max(readings, key=lambda reading: _spoken(*reading))
    named = {subject for known in heard for subject in known.subjects_named(words)}
    named |= {name for known in heard for name in known.ids_meant(words, sections)}
    if named or any(known.is_near(word) for known in heard for word in words.split()):
        return _answer(heard, words, named, sections, limit)
    return Answer(hits=(), covered=False, unanswered="", words=typed)


def _spoken(words: str, heard: Sequence[Known]) -> int:
    """Count the words that occur at all in what is known; none, unless they are the greater part."""
    number = sum(any(known.has(word) for known in heard) for word in words.split())
    return number if number > len(words.split()) / 2 else 0


def _heard(load: Callable[[str], Known], words: str, language: str) -> list[Known]:
    """Return what is known in the languages that the words may be of: the reader's, where it has them all."""
    languages = languages_of(words)
    if language in languages and all(load(language).has(word) for word in words.split()):
        languages = (language,)
    return [load(spoken) for spoken in languages]


def _answer(heard: Sequence[Known], words: str, named: set[str], sections: Mapping[str, Section], limit: int) -> Answer:
    """Let the nearest known questions speak for their sections or for none, and each section's own text for itself.

    What is known word for word, as each section's title and id and each name in the glossary is, needs nobody else to
    speak.
    """
    nearest: dict[str, list[KnownQuestion]] = defaultdict(list)
    voices: dict[str, float] = defaultdict(float)
    about: dict[str, float] = defaultdict(float)
    for known in heard:
        questions, texts = known.compare(words.split())
        for subject, score in texts.items():
            about[subject] += score
        for question in questions:
            nearest[question.subject].append(question)
    for subject, questions in nearest.items():
        questions.sort(key=lambda question: -question.score)
        voices[subject] += sum(question.score * _NEXT**place for place, question in enumerate(questions[:_NEAREST]))
    none = voices.pop(NONE, 0.0) * _loudness(heard)
    scores = {subject: voices[subject] + _TEXT * about[subject] for subject in {*voices, *about, *named}}
    ranked = sorted(scores, key=lambda subject: (subject not in named, -scores[subject], subject))
    matter = [word for word in words.split() if any(known.has(word, matter=True) for known in heard)]
    hits = tuple(
        Hit(
            section=sections[subject],
            score=round(scores[subject], 3),
            snippet=passage_like(words, plain_lines(sections[subject].body), sections[subject].language),
            asked=nearest[subject][0].text if subject in nearest else "",
            words=tuple(word for word in matter if any(known.has_about(word, subject) for known in heard)),
        )
        for subject in ranked[:limit]
    )
    shared = len(hits[0].words) / len(matter) if hits and matter else 1.0
    voice = sum(voices[best] + _TEXT_ANSWERS * about[best] for best in ranked[:1]) * (1 - _STRANGE * (1 - shared))
    if none > voice and not named:
        near = tuple(hit for hit in hits if hit.words)
        return Answer(near, covered=False, unanswered=nearest[NONE][0].text, words=words)
    return Answer(hits, covered=bool(hits), unanswered="", words=words)


def _loudness(heard: Sequence[Known]) -> float:
    """Return how loud the questions that no section answers speak, by how many the others are."""
    answered, sections, all_known = (sum(numbers) for numbers in zip(*(known.sizes for known in heard), strict=True))
    as_many = min(1.0, answered / max(1, all_known - answered))
    return _UNANSWERED * float((as_many * answered / max(1, sections) / _MANY) ** _FEW)


@dataclass(frozen=True, eq=False)
class Known:
    """What is known in one language: of the game, and of any."""

    language: str
    indexes: tuple[Index, ...]

    @cached_property
    def sizes(self) -> tuple[int, int, int]:
        """How many known questions a section answers, how many sections there are, and how many known questions."""
        return (
            sum(index.answered for index in self.indexes),
            sum(len(index.words_about) for index in self.indexes),
            sum(len(index.questions) for index in self.indexes),
        )

    @cached_property
    def _brevity(self) -> list[dict[int, float]]:
        """By index and number of words: what a word counts in a known question of so many, the more the fewer."""
        return [
            {length: _saturated(1, length, index.average) for length in set(index.lengths)} for index in self.indexes
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

    def subjects_named(self, words: str) -> set[str]:
        """Return the sections of which this is the title, a name or a known question, in whatever forms or mistyped."""
        read = zip(self.indexes, self.meant(words), strict=True)
        return {subject for index, meant in read for subject in index.subjects_named(meant)}

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
            near: dict[int, float] = defaultdict(float)
            for word in words:
                documents, texts = self._occurrences(index, word)
                for document, score in documents.items():
                    near[document] += score
                for subject, score in texts.items():
                    about[subject] += score
            for first, second in pairwise(stem(word, self.language) for word in words):
                score = _PAIR * (self._rarity(first) + self._rarity(second))
                for document in index.documents_with_pair(first, second):
                    near[document] += score
            number = len(index.questions)
            asked = [(score * brevity[index.lengths[one]], one) for one, score in near.items() if one < number]
            found += [
                KnownQuestion(score, index.subjects[index.subject_of[document]], index.questions[document])
                for score, document in sorted(asked, reverse=True)[:_COMPARED]
            ]
        return found, about

    def _occurrences(self, index: Index, word: str) -> tuple[dict[int, float], dict[str, float]]:
        """Return what a word counts in each document that has it, or the best of the words like it; and by section."""
        weight = _NUMBER if stem(word, self.language).isdigit() else 1 + _LETTER * len(word)
        documents: dict[int, float] = {}
        texts: dict[str, float] = {}
        meanings = self._meanings(index, word).items()
        counted = sorted((weight * likeness * self._rarity(meant), meant) for meant, likeness in meanings)
        for score, meant in counted:  # the best comes last, and stays
            documents.update(dict.fromkeys(documents_with(index, meant), score))
            for subject, times in times_about(index, meant).items():
                text = score * _saturated(times, index.words_about[subject], index.average_about)
                texts[subject] = max(text, texts.get(subject, 0.0))
        return documents, texts

    def _meanings(self, index: Index, word: str) -> dict[str, float]:
        """Return the stems that a word may stand for, and how sure that is: 1 for its own."""
        own = stem(word, self.language)
        meanings: dict[str, float] = {}
        if not own.isdigit():
            shares = stems_alike(index, word).items()
            meanings |= {
                meant: _ALIKE * share for meant, share in shares if share >= _ALIKE_FROM and not meant.isdigit()
            }
            if not self.has(word):
                meanings |= {meant: max(_MISTAKEN, meanings.get(meant, 0.0)) for meant in stems_mistaken(index, word)}
        return meanings | {own: 1.0} if index.has(own) else meanings

    def _rarity(self, word_stem: str) -> float:
        """Return how much a stem tells: the more, the fewer known questions have it (BM25's inverse frequency)."""
        number = sum(len(index.questions) for index in self.indexes)
        having = sum(index.frequency(word_stem) for index in self.indexes)
        return math.log(1 + (number - having + 0.5) / (having + 0.5))


@kept
def load_known(game: str, language: str) -> Known:
    """Return what is known in a language of a game, and of any.

    :raises RulesFormatError: when the game's rules are missing or break the format.
    """
    return Known(language, (load_index(game, language), load_index(ANY, language)))


def _saturated(times: int, length: int, average: float) -> float:
    """Return what occurring so many times counts in a document of this length (BM25)."""
    return times * (_REPEATED + 1) / (times + _REPEATED * (1 - _LENGTH + _LENGTH * length / average))
