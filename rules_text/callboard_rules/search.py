"""Finding the section that answers a question. Tantivy does the work, with its stemmers for each language.

A question is compared with thousands of known ones, each written down beside the section that answers it, or among
those that none does. The nearest few speak for their section or for none, and so does each section's own text.
Words count by their stems, numbers as digits, two in a row count more, and so do pieces of words, which find what was
mistyped and forms that a stemmer splits ("певец", "певица"). What makes no word may have been typed in another
keyboard layout.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass

from callboard_rules import Section, load_rules
from callboard_rules.known import NONE, Known, Speaker, load_known
from callboard_rules.plain import plain_lines
from callboard_rules.words import folded, languages_of, matter_analyzer, other_layouts, plain_words

_NEAREST = 8
"""How many known questions speak for a section, or for none."""
_NEXT = 0.7
"""What each of them counts, measured by the one before."""
_KNOWN = 150
"""How many known questions are looked at."""
_UNANSWERED = 0.94
"""How loud the questions that no section answers speak, beside those of a section."""
_SNIPPET = 160


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


def search(game: str, question: str, language: str, limit: int = 5) -> Answer:
    """Look up which sections answer a question, asked in any of the languages; they come in the reader's."""
    typed = plain_words(question.lower())
    words, heard = typed, _heard(game, typed, language)
    if _spoken(words, heard) < len(words.split()):  # else no other layout can make more words
        others = [plain_words(other) for other in other_layouts(question.lower())]
        readings = [(words, heard), *((other, _heard(game, other, language)) for other in others)]
        words, heard = max(readings, key=lambda reading: _spoken(*reading))
    near = any(known.has(word, mistaken=True) for known in heard for word in words.split())
    if near or any(known.named(words) for known in heard):
        return _answer(heard, words, language, limit)
    return Answer(hits=(), covered=False, unanswered="", words=typed)


def _spoken(words: str, heard: list[Known]) -> int:
    """Count the words that occur at all in what is known; none, unless they are the greater part."""
    number = sum(any(known.speaks(word) for known in heard) for word in words.split())
    return number if number > len(words.split()) / 2 else 0


def _heard(game: str, words: str, language: str) -> list[Known]:
    """Return what is known in the languages that the words may be of: the reader's, where it has them all."""
    languages = languages_of(words)
    if language in languages and all(load_known(game, language).speaks(word) for word in words.split()):
        languages = (language,)
    return [load_known(game, spoken) for spoken in languages]


def _answer(heard: list[Known], words: str, language: str, limit: int) -> Answer:
    """Let the nearest known questions speak for their sections or for none, and each section's own text for itself.

    What is known word for word, as each section's title and id and each name in the glossary is, needs nobody else to
    speak.
    """
    nearest: dict[str, list[Speaker]] = defaultdict(list)
    asked = [speaker for known in heard for speaker in known.find(words, "asked", _KNOWN)]
    for speaker in sorted(asked, key=lambda speaker: -speaker.score):
        nearest[speaker.subject].append(speaker)
    scores = {
        subject: sum(speaker.score * _NEXT**place for place, speaker in enumerate(speakers[:_NEAREST]))
        for subject, speakers in nearest.items()
    }
    sections = load_rules(heard[0].game, language).sections
    none = _UNANSWERED * scores.pop(NONE, 0.0)
    for known in heard:
        for speaker in known.find(words, "text", len(sections)):
            scores[speaker.subject] = scores.get(speaker.subject, 0.0) + speaker.score
    named = {subject for known in heard for subject in known.named(words)}
    ranked = sorted({*scores, *named}, key=lambda subject: (subject not in named, -scores.get(subject, 0.0)))
    hits = tuple(
        Hit(
            section=sections[subject],
            score=round(scores.get(subject, 0.0), 3),
            snippet=_snippet(sections[subject], words),
            asked=nearest[subject][0].text if subject in nearest else "",
            words=tuple(word for word in words.split() if any(known.has(word, subject) for known in heard)),
        )
        for subject in ranked[:limit]
    )
    matter = [word for word in words.split() if any(known.has(word) for known in heard)]
    # A section that shares none of the words that matter, only pieces of them, speaks with half its voice.
    voice = hits[0].score * (1 + len(hits[0].words) / len(matter) if matter else 2) / 2 if hits else 0.0
    if none > voice and not named:
        near = tuple(hit for hit in hits if hit.words)
        return Answer(near, covered=False, unanswered=nearest[NONE][0].text, words=words)
    return Answer(hits, covered=bool(hits), unanswered="", words=words)


def _snippet(section: Section, words: str) -> str:
    """Return the passage of a section that shares most with the words, on one line, cut at a word."""
    analyze = matter_analyzer(section.language).analyze
    stems = set(analyze(words))
    sentences = re.split(r"(?<=[^\W\d][.!?…]) ", " ".join(plain_lines(section.body)))
    passages = [" ".join(sentences[start:]) for start in range(len(sentences))]
    best = max(passages, key=lambda passage: len(stems.intersection(analyze(folded(passage[:_SNIPPET])))))
    return best if len(best) <= _SNIPPET else best[:_SNIPPET].rpartition(" ")[0] + "…"
