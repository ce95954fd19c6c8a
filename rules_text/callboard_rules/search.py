"""Finding the section that answers a question. Tantivy does the work: stemming and stop words for each language.

Beside words, pieces of words are looked for: they find what was mistyped, and forms that a stemmer splits ("певец",
"певица"). What was typed with the keyboard in the wrong layout is read in the other one where that fits better.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import tantivy

from callboard_rules import Section, load_asked, load_rules
from callboard_rules.words import (
    STEMMERS,
    analyzer,
    mistyped,
    other_layouts,
    piece_analyzer,
    pieces_query,
    plain_letters,
    plain_words,
)

_MATTER = {"head": 2.0, "body": 1.0}
"""Fields without stop words ("the", "в", "de"): a question must share a word with one of them to be answered."""
_PHRASE = {"title": 1.5, "asked": 1.5}
"""Fields with them: where small words tell sections apart ("один в городе"), they do so here."""
_PIECES = 0.4
"""What a shared piece of a word in a title or a known question counts; only together do they weigh."""
_MISTYPED = 0.5
"""What a word counts that differs from one of a section's by a mistake or two."""
_READER_WEIGHT = 2.0
"""A match in the reader's language counts for more than the same word in another."""
_SNIPPET = 160


@dataclass(frozen=True)
class Hit:
    """A section, how well it matches, and the passage that does."""

    section: Section
    score: float
    snippet: str


def search(game: str, question: str, language: str, limit: int = 5) -> list[Hit]:
    """Return the sections that match a question, best first, in the reader's language; none if no word matches.

    The question may be in any of the languages: a match in one shows the section in the reader's.
    """
    sections = list(load_rules(game, language).sections.values())
    schema, index = _index(game)
    searcher = index.searcher()
    best: tuple[list[tuple[float, tantivy.DocAddress]], tantivy.Query] | None = None
    for typed in (question.lower(), *other_layouts(question.lower())):
        words = plain_words(typed)
        if not words:
            continue
        query = _whole_query(schema, index, words, language)
        found = searcher.search(query, limit).hits
        known = tantivy.Query.boolean_query(
            [
                (tantivy.Occur.Should, _query(index, words, _MATTER, language)),
                *((tantivy.Occur.Should, mistyped) for mistyped in mistyped(schema, words)),
            ]
        )
        if searcher.search(known, 1).hits and (best is None or found[0][0] > best[0][0][0]):
            best = found, query
    if best is None:
        return []
    found, query = best
    excerpt = tantivy.SnippetGenerator.create(searcher, query, schema, f"body_{language}")
    excerpt.set_max_num_chars(_SNIPPET)
    hits: list[Hit] = []
    for score, address in found:
        document = searcher.doc(address)
        section = sections[document["number"][0]]
        passage = excerpt.snippet_from_doc(document).fragment()
        start = max(0, _folded(section.body).find(passage))  # the section's own spelling, ё and all
        hits.append(Hit(section, round(score, 3), _one_line(section.body[start : start + len(passage) or None])))
    return hits


def _whole_query(schema: tantivy.Schema, index: tantivy.Index, words: str, language: str) -> tantivy.Query:
    """Ask for the words, for the phrase they make, and for their pieces."""
    parts = [
        _query(index, words, _MATTER, language),
        _query(index, words, _PHRASE, language),
        _query(index, f'"{words}"', _PHRASE, language),
    ]
    for spoken in STEMMERS:
        weight = _PIECES * (_READER_WEIGHT if spoken == language else 1.0)
        parts.append(pieces_query(schema, f"pieces_{spoken}", words, weight))
    parts += [tantivy.Query.boost_query(mistyped, _MISTYPED) for mistyped in mistyped(schema, words)]
    return tantivy.Query.boolean_query([(tantivy.Occur.Should, part) for part in parts])


def _query(index: tantivy.Index, words: str, fields: dict[str, float], language: str) -> tantivy.Query:
    """Ask for these words in these fields of all languages."""
    weights = {
        f"{field}_{spoken}": weight * (_READER_WEIGHT if spoken == language else 1.0)
        for field, weight in fields.items()
        for spoken in STEMMERS
    }
    query, _ = index.parse_query_lenient(words, list(weights), weights)
    return query


@cache
def _index(game: str) -> tuple[tantivy.Schema, tantivy.Index]:
    """Build the index in memory: some thirty sections take it about ten milliseconds."""
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("number", stored=True)
    for language in STEMMERS:
        builder.add_text_field(f"title_{language}", tokenizer_name=f"{language}-phrase")
        builder.add_text_field(f"asked_{language}", tokenizer_name=f"{language}-phrase")
        builder.add_text_field(f"head_{language}", tokenizer_name=language)
        builder.add_text_field(f"body_{language}", stored=True, tokenizer_name=language)
        builder.add_text_field(f"pieces_{language}", tokenizer_name="pieces")
    builder.add_text_field("words", tokenizer_name="words")
    schema = builder.build()
    index = tantivy.Index(schema)
    for language, name in STEMMERS.items():
        index.register_tokenizer(f"{language}-phrase", analyzer(tantivy.Filter.stemmer(name)))
        index.register_tokenizer(language, analyzer(tantivy.Filter.stopword(name), tantivy.Filter.stemmer(name)))
    index.register_tokenizer("words", analyzer())
    index.register_tokenizer("pieces", piece_analyzer())
    writer = index.writer(15_000_000, 1)  # the least memory it takes, and one thread
    for number, name in enumerate(load_rules(game, "en").sections):  # in the same order in all languages
        document = tantivy.Document()
        document.add_unsigned("number", number)
        for language in STEMMERS:
            section = load_rules(game, language).sections[name]
            title, asked = _folded(section.title), _folded("\n".join(load_asked(game)[name][language]))
            document.add_text(f"title_{language}", title)
            document.add_text(f"asked_{language}", asked)
            document.add_text(f"head_{language}", f"{title}\n{asked}")
            document.add_text(f"body_{language}", _folded(section.body))
            document.add_text(f"pieces_{language}", plain_letters(f"{title}\n{asked}"))
            document.add_text("words", f"{title}\n{asked}\n{_folded(section.body)}")
        writer.add_document(document)
    writer.commit()
    index.reload()
    return schema, index


def _folded(text: str) -> str:
    """Write ё as е, as many people type it; letters stay in their places."""
    return text.replace("ё", "е").replace("Ё", "Е")


def _one_line(text: str) -> str:
    """Make one line of a passage, cut at a word."""
    line = " ".join(text.replace("**", "").split())
    return line if len(line) <= _SNIPPET else line[:_SNIPPET].rpartition(" ")[0] + "…"
