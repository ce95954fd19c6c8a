"""Finding the section that answers a question. Tantivy does the work, with its stemmers for each language.

A question is compared with thousands of known ones, each written down beside the section that answers it, or among
those that none does. The nearest few speak for their section or for none, and so does each section's own text.
Words count by their stems, two in a row count more, and so do pieces of words, which find what was mistyped and forms
that a stemmer splits ("певец", "певица"). What makes no word may have been typed in another keyboard layout.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import tantivy

from callboard_rules import Section, load_asked, load_rules, load_unanswered
from callboard_rules.plain import plain_lines
from callboard_rules.words import (
    folded,
    languages_of,
    matter_analyzer,
    mistyped,
    most_pieces_query,
    other_layouts,
    piece_analyzer,
    pieces_query,
    plain_letters,
    plain_words,
    stem_analyzer,
)

_PAIRS = 0.4
"""What two words count that follow each other in both questions, beside what each of them counts."""
_PIECES = 0.3
"""What a shared piece of a word counts; only together do they weigh."""
_NUMBER = 2.0
"""What a number counts, where a word counts 1: an actor of level 3 is none of level 4."""
_NEAREST = 8
"""How many known questions speak for a section, or for none."""
_NEXT = 0.7
"""What each of them counts, measured by the one before."""
_KNOWN = 150
"""How many known questions are looked at."""
_UNANSWERED = 0.88
"""How loud the questions that no section answers speak, beside those of a section."""
_NONE = ""
"""Whom they speak for."""
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
    readings = [plain_words(typed) for typed in (question.lower(), *other_layouts(question.lower()))]
    for words, mistaken in (*((words, False) for words in readings), (readings[0], True)):
        heard = _heard(game, words, language)
        if any(known.has(word, mistaken=mistaken) for word in words.split() for known in heard):
            return _answer(heard, words, language, limit)
    return Answer(hits=(), covered=False, unanswered="", words=readings[0])


def _heard(game: str, words: str, language: str) -> list[_Known]:
    """Return what is known in the languages that the words may be of: the reader's, where it has them all."""
    languages = languages_of(words)
    if language in languages and all(_known(game, language).speaks(word) for word in words.split()):
        languages = (language,)
    return [_known(game, spoken) for spoken in languages]


def _answer(heard: list[_Known], words: str, language: str, limit: int) -> Answer:
    """Let the nearest known questions speak for their sections or for none, and each section's own text for itself."""
    nearest: dict[str, list[_Speaker]] = defaultdict(list)
    asked = [speaker for known in heard for speaker in known.find(words, "asked", _KNOWN)]
    for speaker in sorted(asked, key=lambda speaker: -speaker.score):
        nearest[speaker.subject].append(speaker)
    scores = {
        subject: sum(speaker.score * _NEXT**place for place, speaker in enumerate(speakers[:_NEAREST]))
        for subject, speakers in nearest.items()
    }
    sections = load_rules(heard[0].game, language).sections
    none = _UNANSWERED * scores.pop(_NONE, 0.0)
    for known in heard:
        for speaker in known.find(words, "text", len(sections)):
            scores[speaker.subject] = scores.get(speaker.subject, 0.0) + speaker.score
    ranked = sorted(scores, key=lambda subject: -scores[subject])
    hits = tuple(
        Hit(
            section=sections[subject],
            score=round(scores[subject], 3),
            snippet=_snippet(sections[subject], words),
            asked=nearest[subject][0].text if subject in nearest else "",
            words=tuple(word for word in words.split() if any(known.has(word, subject) for known in heard)),
        )
        for subject in ranked[:limit]
    )
    matter = [word for word in words.split() if any(known.has(word) for known in heard)]
    # A section that shares none of the words that matter, only pieces of them, speaks with half its voice.
    voice = hits[0].score * (1 + len(hits[0].words) / len(matter) if matter else 2) / 2 if hits else 0.0
    if none > voice:
        near = tuple(hit for hit in hits if hit.words)
        return Answer(near, covered=False, unanswered=nearest[_NONE][0].text, words=words)
    return Answer(hits, covered=bool(hits), unanswered="", words=words)


@dataclass(frozen=True)
class _Speaker:
    """A known question, or a section's own text, as near as it is to what is asked."""

    score: float
    subject: str
    """The section, or none."""
    text: str


@dataclass(frozen=True)
class _Known:
    """What is known of a game in one language, and the index of it."""

    game: str
    language: str
    schema: tantivy.Schema
    searcher: tantivy.Searcher
    documents: tuple[tuple[str, str], ...]
    """The subject and the text of each."""

    def find(self, words: str, kind: str, limit: int) -> list[_Speaker]:
        """Return the nearest documents of a kind, nearest first."""
        stems = stem_analyzer(self.language).analyze(words)
        pairs = [tantivy.Query.phrase_query(self.schema, "stems", [*pair]) for pair in pairwise(stems)]
        parts = [
            *(
                tantivy.Query.boost_query(self._term("stems", stem), _NUMBER if stem.isdigit() else 1.0)
                for stem in stems
            ),
            *(tantivy.Query.boost_query(pair, _PAIRS) for pair in pairs),
            pieces_query(self.schema, "pieces", words, _PIECES),
        ]
        parts += [query for word in words.split() if not self.has(word) for query in self._near(word)]
        nearest = tantivy.Query.boolean_query([(tantivy.Occur.Should, part) for part in parts])
        found = self.searcher.search(_both(self._term("kind", kind), nearest), limit)
        return [
            _Speaker(score, *self.documents[self.searcher.doc(address)["place"][0]]) for score, address in found.hits
        ]

    def speaks(self, word: str) -> bool:
        """Tell whether a word occurs at all, be it as small as "the"."""
        return all(self.searcher.doc_freq("stems", stem) for stem in stem_analyzer(self.language).analyze(word))

    def has(self, word: str, subject: str = "", *, mistaken: bool = False) -> bool:
        """Tell whether a word that matters occurs at all, or in what is known of a subject; or one that is near it."""
        stems = matter_analyzer(self.language).analyze(word)
        queries = self._near(word) if mistaken else [self._term("stems", stem) for stem in stems]
        if subject:
            queries = [_both(self._term("subject", subject), query) for query in queries]
        return any(self.searcher.search(query, 1).hits for query in queries)

    def _near(self, word: str) -> list[tantivy.Query]:
        """Ask for words that differ from this one by a mistake or two, or share most of its pieces."""
        stems = matter_analyzer(self.language).analyze(word)
        queries = [query for stem in stems for query in mistyped(self.schema, "stems", stem)]
        return [*queries, most_pieces_query(self.schema, "pieces", word)] if stems else []

    def _term(self, field: str, value: str) -> tantivy.Query:
        return tantivy.Query.term_query(self.schema, field, value)


def _both(condition: tantivy.Query, query: tantivy.Query) -> tantivy.Query:
    """Ask for what meets a condition and a query, as much as it meets the query."""
    silent = tantivy.Query.const_score_query(condition, 0.0)
    return tantivy.Query.boolean_query([(tantivy.Occur.Must, silent), (tantivy.Occur.Must, query)])


@cache
def _known(game: str, language: str) -> _Known:
    """Build the index in memory: some three thousand short texts take about a tenth of a second."""
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("place", stored=True)
    builder.add_text_field("kind", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("subject", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("stems", tokenizer_name="stems")
    builder.add_text_field("pieces", tokenizer_name="pieces", index_option="freq")
    schema = builder.build()
    index = tantivy.Index(schema)
    index.register_tokenizer("stems", stem_analyzer(language))
    index.register_tokenizer("pieces", piece_analyzer())
    sections, asked = load_rules(game, language).sections.values(), load_asked(game, language)
    documents = [("asked", section.id, text) for section in sections for text in (section.title, *asked[section.id])]
    documents += [("asked", _NONE, text) for text in load_unanswered(game, language)]
    documents += [
        ("text", section.id, "\n".join([section.title, *asked[section.id], section.body])) for section in sections
    ]
    writer = index.writer(15_000_000, 1)  # the least memory it takes, and one thread
    for place, (kind, subject, text) in enumerate(documents):
        document = tantivy.Document(
            place=place, kind=kind, subject=subject, stems=plain_words(text), pieces=plain_letters(text)
        )
        writer.add_document(document)
    writer.commit()
    index.reload()
    return _Known(game, language, schema, index.searcher(), tuple((subject, text) for _, subject, text in documents))


def _snippet(section: Section, words: str) -> str:
    """Return the passage of a section that shares most with the words, on one line, cut at a word."""
    analyze = matter_analyzer(section.language).analyze
    stems = set(analyze(words))
    sentences = re.split(r"(?<=[^\W\d][.!?…]) ", " ".join(plain_lines(section.body)))
    passages = [" ".join(sentences[start:]) for start in range(len(sentences))]
    best = max(passages, key=lambda passage: len(stems.intersection(analyze(folded(passage[:_SNIPPET])))))
    return best if len(best) <= _SNIPPET else best[:_SNIPPET].rpartition(" ")[0] + "…"
