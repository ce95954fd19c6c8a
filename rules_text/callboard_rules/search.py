"""Finding the section that answers a question, and the passages of it that answer first.

A question is compared with known ones, each written down beside the section that answers it, or among those that none
does. The nearest few speak for their section or for none, and so does all that is written about a section; of its
passages, those speak that share most with the question, with the known ones that they answer. What makes no word may
have been typed in another keyboard layout.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

from callboard_rules import Section, load_rules
from callboard_rules.index import NONE
from callboard_rules.known import Known, KnownQuestion, load_known
from callboard_rules.markdown import plain_lines
from callboard_rules.meaning import Meaning, meaning_of
from callboard_rules.passages import Passage, passages_of
from callboard_rules.words import agreement, asks_value, bounded, languages_of, other_layouts, passage_like, plain_words

# Weights of what speaks for a section.
_NEAREST = 8
"""How many of the nearest known questions count for a section, or for none."""
_NEXT = 0.7
"""The weight of each of them, relative to the one before."""
_TEXT = 0.6
"""The weight of a section's whole text in ranking sections; the nearest question weighs 1."""
_TEXT_ANSWERS = 0.2
"""The same in deciding whether the section answers at all: its words may be there without the answer."""
_UNANSWERED = 0.98
"""How loud the questions that no section answers speak where the others are as many, and 100 for each section."""
_MANY = 100
_FEW = 0.2
"""How much more softly they speak where those are fewer: of few questions none may be near, though one is answered."""
_BEST = 2
"""Of how many of the first sections the loudest says whether the question is answered at all."""
_STRANGE = 0.5
"""The share of its weight that a section loses if it only has words similar to the question's."""
_LACKING = 0.6
"""The share of its weight that a section keeps if the question names a thing that the game does not have."""
_MEANING = 1.0
"""How loud the table of meaning speaks for a section; the words speak as 1."""
_FARTHER = 4.0
"""How much softer the questions speak that no section answers, the farther the table has them than some section."""
_LIKE = 0.5
"""How much a passage gains by its meaning, relative to the nearest by its words."""
_VOTE = 0.4
"""The weight of the nearest known question for the passage that answers it."""
_VALUE = 3.0
"""How much louder the questions speak that are answered by "no source tells" where a value is asked for."""

# What is shown.
_AS_NEAR = 0.987
"""How near the second section must be, relative to the first, for either to be the answer."""
_BESIDE = 0.9
"""How near it is where its nearest passage is shown beside those of the first."""
_PASSAGES = 3
"""How many passages are shown before a section."""
_TRIED = 5
"""How many of the nearest may be those: a long one leaves its room to shorter ones behind it."""
_PASSAGE_NEAR = 0.1
"""How near they must be, relative to the nearest."""
_ROOM = 480
"""How many letters they have at most if they are several: a dozen lines of a narrow screen."""


@dataclass(frozen=True)
class Hit:
    """A section, how well it matches, and why."""

    section: Section
    score: float
    passages: tuple[Passage, ...]
    """The passages of the section that may answer, the nearest first."""
    asked: str
    """The known question nearest to this one."""
    words: tuple[str, ...]
    """The words of the question that the section's text or its known questions share, as they were typed."""
    question: str
    """The question as it was read."""

    @cached_property
    def snippet(self) -> str:
        """The sentences of the section that share most with the question, on one line."""
        return passage_like(self.question, plain_lines(self.section.body), self.section.language)


@dataclass(frozen=True)
class Answer:
    """What the rules answer to a question."""

    hits: tuple[Hit, ...]
    """The nearest sections, best first; where none answers, only those that share a word with the question."""
    covered: bool
    """Whether they answer it."""
    sure: bool
    """Whether the first answers it; if not, two are equally near and either may."""
    first: tuple[tuple[Section, Passage], ...]
    """What is shown first: a few passages, mostly of the first section; where that is not sure, one of each."""
    unanswered: str
    """The known question that no section answers, where it is nearer than any that one does."""
    words: str
    """The question as it was read: with the keyboard in another layout, if that makes words."""


class _Asked(NamedTuple):
    """A question, and how it is understood."""

    heard: Sequence[Known]
    words: str
    named: set[str]
    """The sections that it names or asks for word by word."""
    meaning: Meaning | None


def search(
    game: str, question: str, language: str, limit: int = 5, known_in: Callable[[str, str], Known] | None = None
) -> Answer:
    """Look up which sections answer a question, asked in any of the languages; they come in the reader's.

    Of a question of more than some hundred letters the beginning is read. What is known of a game in a language comes
    from `load_known`, or wherever else the caller has it: of that, the
    table of meaning knows nothing.
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
        meaning = meaning_of(game, words) if known_in is None else None
        return _answer(_Asked(heard, words, named, meaning), sections, limit)
    return Answer(hits=(), covered=False, sure=False, first=(), unanswered="", words=typed)


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


def _answer(asked: _Asked, sections: Mapping[str, Section], limit: int) -> Answer:
    """Let the nearest known questions speak for their sections or for none, and each section's own text for itself.

    What is known word for word, as each section's title and id and each name in the glossary is, needs nobody else to
    speak.
    """
    heard, words, named, meaning = asked
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
    lacking = any(known.lacks(words.split()) for known in heard)
    if meaning and scores:
        scores = _with_meaning(scores, meaning, sections)
    if meaning and scores:
        none *= math.exp(_FARTHER * min(0.0, meaning.none - max(meaning.near.values())))
    ranked = sorted(scores, key=lambda subject: (subject not in named, -scores[subject], subject))
    matter = [word for word in words.split() if any(known.has(word, matter=True) for known in heard)]
    hits = tuple(
        Hit(
            section=sections[subject],
            score=round(scores[subject], 3),
            passages=_passages(asked, sections[subject], nearest[subject][:_NEAREST]),
            asked=nearest[subject][0].text if nearest[subject] else "",
            words=tuple(word for word in matter if any(known.has_about(word, subject) for known in heard)),
            question=words,
        )
        for subject in ranked[:limit]
    )
    shared = len(hits[0].words) / len(matter) if hits and matter else 1.0
    loudest = max((voices[subject] + _TEXT_ANSWERS * about[subject] for subject in ranked[:_BEST]), default=0.0)
    voice = loudest * (1 - _STRANGE * (1 - shared))
    if lacking:
        voice *= _LACKING
    if none > voice and not named:
        near = tuple(hit for hit in hits if hit.words)
        return Answer(near, covered=False, sure=False, first=(), unanswered=nearest[NONE][0].text, words=words)
    if not hits:  # none of its words is near any of ours
        return Answer((), covered=False, sure=False, first=(), unanswered="", words=words)
    sure = bool(named) or len(hits) == 1 or hits[1].score <= _AS_NEAR * hits[0].score
    first = _first(hits, sure=sure, named=bool(named))
    return Answer(hits, covered=True, sure=sure, first=first, unanswered="", words=words)


def _with_meaning(scores: Mapping[str, float], meaning: Meaning, known: Collection[str]) -> dict[str, float]:
    """Let what the question means speak as loud as its words: for the nearest of both as for the other."""
    loudest = max(scores.values(), default=0.0) or 1.0
    share = _MEANING * loudest / (max(meaning.near.values()) or 1.0)
    both = {*scores, *(name for name in meaning.near if name in known)}
    return {subject: scores.get(subject, 0.0) + share * meaning.near.get(subject, 0.0) for subject in both}


def _passages(asked: _Asked, section: Section, nearest: Sequence[KnownQuestion]) -> tuple[Passage, ...]:
    """Return the passages of a section that may answer a question, the nearest first; to its title, its first one.

    A section has the same passages in all languages; they are compared in those that the question may be of. The known
    questions nearest to it speak for the passages that answer them.
    """
    heard, words, _, meaning = asked
    passages = passages_of(section)
    if any(known.is_called(words, section.title, section.id) for known in heard):
        return tuple(passages[:1])
    scores = [0.0] * len(passages)
    for known in heard:
        spoken = passages_of(load_rules(section.game, known.language).sections[section.id])
        near = known.near_passages(words, section.id, spoken)
        if len(near) == len(scores):
            scores = [score + more for score, more in zip(scores, near, strict=True)]
    like = meaning.of_passages(section.id) if meaning else []
    if len(like) == len(scores):
        top = max(scores, default=0.0)
        scores = [score + _LIKE * top * one for score, one in zip(scores, like, strict=True)]
    language = max(heard, key=lambda known: sum(known.has(word) for word in words.split())).language
    spoken = passages_of(load_rules(section.game, language).sections[section.id])
    if len(spoken) == len(scores):
        scores = [score * agreement(words, one.whole, language) for score, one in zip(scores, spoken, strict=True)]
    loudest = _VOTE * max(scores, default=0.0)
    louder = _VALUE if any(asks_value(words, known.language) for known in heard) else 1.0
    for place, question in enumerate(nearest):
        if question.passage < len(passages):
            voice = loudest * (question.score / nearest[0].score) ** 2 * _NEXT**place
            scores[question.passage] += voice * (louder if passages[question.passage].untold else 1.0)
    known_so = [one for one in nearest if any(known.is_called(words, one.text, section.id) for known in heard)]
    told = [one.passage for one in known_so if one.passage < len(passages) and not passages[one.passage].untold]
    if told:
        scores = [0.0 if passage.untold else score for passage, score in zip(passages, scores, strict=True)]
    ranked = sorted(range(len(passages)), key=lambda number: (number not in told[:1], -scores[number], number))
    return tuple(passages[number] for number in ranked if scores[number] >= _PASSAGE_NEAR * max(scores))


def _first(hits: Sequence[Hit], *, sure: bool, named: bool) -> tuple[tuple[Section, Passage], ...]:
    """Return the passages that are shown first; all but the nearest only as long as there is room."""
    if not sure:
        return tuple((hit.section, passage) for hit in hits[:_PASSAGES] for passage in hit.passages[:1])
    near = [(hits[0].section, passage) for passage in hits[0].passages]
    if len(hits) > 1 and not named and hits[1].score > _BESIDE * hits[0].score:
        near[_PASSAGES - 1 :] = [(hits[1].section, passage) for passage in hits[1].passages[:1]]
    shown, room = near[:1], _ROOM - len(near[0][1].whole)
    for one in near[1:_TRIED]:
        is_told = any(one[1].text in passage.table for _, passage in shown)
        if len(shown) < _PASSAGES and len(one[1].whole) <= room and not is_told:
            shown.append(one)
            room -= len(one[1].whole)
    return tuple(shown)


def _loudness(heard: Sequence[Known]) -> float:
    """Return how loud the questions that no section answers speak, by how many the others are."""
    answered, sections, unanswered = (sum(numbers) for numbers in zip(*(known.sizes for known in heard), strict=True))
    as_many = min(1.0, answered / max(1, unanswered))
    return _UNANSWERED * float((as_many * answered / max(1, sections) / _MANY) ** _FEW)
