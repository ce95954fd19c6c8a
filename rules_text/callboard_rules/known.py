"""What is known of a game in one language: questions, whom they speak for, and the sections' own texts, in an index.

The index is built ahead, into the wheel, by the hook that compiles the catalogs; a checkout builds it in memory each
time, which takes a tenth of a second, and so does an installation whose tantivy cannot read what another one wrote.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import tantivy

from callboard_rules import load_asked, load_rules, load_unanswered
from callboard_rules.glossary import load_glossary
from callboard_rules.words import (
    matter_analyzer,
    mistyped,
    most_pieces_query,
    numbered,
    piece_analyzer,
    pieces_query,
    plain_letters,
    plain_words,
    stem_analyzer,
)

AHEAD = "index"
"""The folder, in a game's, that holds the index of each language where it was built ahead."""
NONE = ""
"""Whom the questions speak for that no section answers."""
_PAIRS = 0.4
"""What two words count that follow each other in both questions, beside what each of them counts."""
_PIECES = 0.4
"""What a shared piece of a word counts; only together do they weigh."""
_MISTYPED = 7.0
"""What a word counts that is a mistake or two away, which tantivy does not weigh by how rare it is."""
_NUMBER = 2.0
"""What a number counts, where a word counts 1: an actor of level 3 is none of level 4."""
_SAME = 10
"""How many known questions may be the same but for the forms of their words; a few are."""


@dataclass(frozen=True)
class Speaker:
    """A known question, or a section's own text, as near as it is to what is asked."""

    score: float
    subject: str
    """The section, or none."""
    text: str


@dataclass(frozen=True)
class Known:
    """What is known of a game in one language, and the index of it."""

    game: str
    language: str
    schema: tantivy.Schema
    searcher: tantivy.Searcher
    folder: TemporaryDirectory[str] | None
    """Where the index lies that was built ahead."""

    def find(self, words: str, kind: str, limit: int) -> list[Speaker]:
        """Return the nearest documents of a kind, nearest first."""
        stems = _all_stems(words, self.language)
        pairs = [tantivy.Query.phrase_query(self.schema, "stems", [*pair]) for pair in pairwise(stems)]
        parts = [
            *(
                tantivy.Query.boost_query(self._term("stems", stem), _NUMBER if stem.isdigit() else 1.0)
                for stem in stems
            ),
            *(tantivy.Query.boost_query(pair, _PAIRS) for pair in pairs),
            pieces_query(self.schema, "pieces", words, _PIECES),
        ]
        parts += [
            tantivy.Query.boost_query(query, _MISTYPED)
            for word in words.split()
            if not self.has(word)
            for query in self._mistyped(word)
        ]
        nearest = tantivy.Query.boolean_query([(tantivy.Occur.Should, part) for part in parts])
        found = self.searcher.search(_both(self._term("kind", kind), nearest), limit)
        documents = [(score, self.searcher.doc(address)) for score, address in found.hits]
        return [
            Speaker(score, document["subject"][0], bytes(document["text"][0]).decode()) for score, document in documents
        ]

    def named(self, words: str) -> set[str]:
        """Return the sections of which this is the id, the title, a name or a known question, in whatever forms."""
        found = self.searcher.search(self._term("whole", _whole(words, self.language)), _SAME)
        return {self.searcher.doc(address)["subject"][0] for _, address in found.hits}

    def speaks(self, word: str) -> bool:
        """Tell whether a word occurs at all, be it as small as "the"."""
        return all(self.searcher.doc_freq("stems", stem) for stem in _all_stems(word, self.language))

    def has(self, word: str, subject: str = "", *, mistaken: bool = False) -> bool:
        """Tell whether a word that matters occurs at all, or in what is known of a subject; or one that is near it."""
        queries = [self._term("stems", stem) for stem in self._stems(word)]
        if mistaken:
            queries += self._near(word)
        if subject:
            queries = [_both(self._term("subject", subject), query) for query in queries]
        return any(self.searcher.search(query, 1).hits for query in queries)

    def _near(self, word: str) -> list[tantivy.Query]:
        """Ask for words that differ from this one by a mistake or two, or share most of its pieces; if it matters."""
        if not self._stems(word):
            return []
        return [*self._mistyped(word), most_pieces_query(self.schema, "pieces", word)]

    def _mistyped(self, word: str) -> list[tantivy.Query]:
        """Ask for words that differ from this one by a mistake or two."""
        return [query for stem in self._stems(word) for query in mistyped(self.schema, "stems", stem)]

    def _stems(self, word: str) -> list[str]:
        """Return the stem of a word that matters."""
        return matter_analyzer(self.language).analyze(numbered(word, self.language))

    def _term(self, field: str, value: str) -> tantivy.Query:
        return tantivy.Query.term_query(self.schema, field, value)


def _all_stems(words: str, language: str) -> list[str]:
    """Return the stems of all words, be they as small as "the"; numbers are digits."""
    return stem_analyzer(language).analyze(numbered(words, language))


def _whole(words: str, language: str) -> str:
    """Return plain words as the index has what it knows word for word: only their forms may differ."""
    return " ".join(_all_stems(words, language))


def _both(condition: tantivy.Query, query: tantivy.Query) -> tantivy.Query:
    """Ask for what meets a condition and a query, as much as it meets the query."""
    silent = tantivy.Query.const_score_query(condition, 0.0)
    return tantivy.Query.boolean_query([(tantivy.Occur.Must, silent), (tantivy.Occur.Must, query)])


@cache
def load_known(game: str, language: str) -> Known:
    """Return what is known, from the index that was built ahead, or else from one built now."""
    ahead = Path(__file__).parent / game / AHEAD / language
    if ahead.is_dir():
        # Tantivy locks what it reads, and may not be allowed to write where Callboard is installed.
        folder = TemporaryDirectory(prefix="callboard-", ignore_cleanup_errors=True)
        try:
            shutil.copytree(ahead, folder.name, dirs_exist_ok=True)
            index = _speaking(tantivy.Index.open(folder.name), language)
            return Known(game, language, index.schema, index.searcher(), folder)
        except (OSError, ValueError):
            folder.cleanup()
    index = build_index(game, language)
    return Known(game, language, index.schema, index.searcher(), None)


def build_index(game: str, language: str, folder: str | None = None) -> tantivy.Index:
    """Build the index of what is known, in memory or in an empty folder.

    :raises OSError: when the folder cannot be written.
    """
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("kind", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("subject", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_bytes_field("text", stored=True)
    builder.add_text_field("stems", tokenizer_name="stems")
    builder.add_text_field("whole", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("pieces", tokenizer_name="pieces", index_option="freq")
    index = _speaking(tantivy.Index(builder.build(), path=folder), language)
    sections, asked = load_rules(game, language).sections.values(), load_asked(game, language)
    named = {section.id: [section.title, *asked[section.id]] for section in sections}
    for term in load_glossary(game):
        named[term.section] += term.names[language]
    documents = [("asked", subject, name) for subject, names in named.items() for name in names]
    documents += [("asked", NONE, text) for text in load_unanswered(game, language)]
    documents += [
        ("text", section.id, "\n".join([section.title, *asked[section.id], section.body])) for section in sections
    ]
    writer = index.writer(50_000_000, 1)  # enough memory for one segment, and one thread
    for kind, subject, text in documents:
        document = tantivy.Document(
            kind=kind,
            subject=subject,
            text=text.encode() if kind == "asked" else b"",
            stems=numbered(plain_words(text), language),
            pieces=plain_letters(text),
        )
        for name in (subject, *named[subject]) if kind == "text" else ():
            document.add_text("whole", _whole(plain_words(name), language))
        writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    return index


def _speaking(index: tantivy.Index, language: str) -> tantivy.Index:
    """Give an index the language's ways to cut a text."""
    index.register_tokenizer("stems", stem_analyzer(language))
    index.register_tokenizer("pieces", piece_analyzer())
    return index
