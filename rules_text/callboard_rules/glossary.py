"""The games' words in three languages, found by any of their names in any form."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import tantivy

from callboard_rules.words import (
    STEMMERS,
    matter_analyzer,
    mistyped,
    other_layouts,
    piece_analyzer,
    pieces_query,
    plain_letters,
    plain_words,
    stem_analyzer,
)

_MOST = 3
"""How many terms a word that is nobody's name may bring."""
_PIECES = 0.4
_MISTYPED = 0.5


@dataclass(frozen=True)
class Term:
    """A thing of a game, with its names: in each language first the one the rules texts use, then the others."""

    game: str
    names: Mapping[str, tuple[str, ...]]
    section: str
    """The section that explains it."""


@cache
def load_glossary(game: str) -> tuple[Term, ...]:
    """Read a game's terms, in the order of the file."""
    text = (files("callboard_rules") / game / "glossary.toml").read_text(encoding="utf-8")
    return tuple(
        Term(game, {language: tuple(term[language]) for language in STEMMERS}, term["section"])
        for term in tomllib.loads(text)["term"]
    )


def find_terms(word: str, games: Iterable[str]) -> list[Term]:
    """Return the terms of this name in any language; else those whose names are like it, best first."""
    terms = [term for game in games for term in load_glossary(game)]
    named = [term for term in terms if plain_letters(word) in _all_names(term)]
    if named or any(not matter_analyzer(language).analyze(plain_words(word)) for language in STEMMERS):
        return named  # names that share no more than "the" are not alike
    schema, index = _index(terms)
    searcher = index.searcher()
    best: list[tuple[float, tantivy.DocAddress]] = []
    for typed in (word.lower(), *other_layouts(word.lower())):
        words = plain_words(typed)
        if not words:
            continue
        stems, _ = index.parse_query_lenient(words, [f"names_{language}" for language in STEMMERS])
        near = [
            (tantivy.Occur.Should, tantivy.Query.boost_query(query, _MISTYPED))
            for language in STEMMERS
            for stem in stem_analyzer(language).analyze(words)
            for query in mistyped(schema, f"names_{language}", stem)
        ]
        known = tantivy.Query.boolean_query([(tantivy.Occur.Should, stems), *near])
        alike = pieces_query(schema, "pieces", words, _PIECES)
        query = tantivy.Query.boolean_query([(tantivy.Occur.Must, known), (tantivy.Occur.Should, alike)])
        found = searcher.search(query, _MOST).hits
        if found and (not best or found[0][0] > best[0][0]):
            best = found
    return [terms[searcher.doc(address)["number"][0]] for _, address in best]


def _all_names(term: Term) -> set[str]:
    return {plain_letters(name) for names in term.names.values() for name in names}


def _index(terms: list[Term]) -> tuple[tantivy.Schema, tantivy.Index]:
    """Build an index of the names in memory."""
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("number", stored=True)
    builder.add_text_field("pieces", tokenizer_name="pieces")
    for language in STEMMERS:
        builder.add_text_field(f"names_{language}", tokenizer_name=language)
    schema = builder.build()
    index = tantivy.Index(schema)
    for language in STEMMERS:
        index.register_tokenizer(language, stem_analyzer(language))
    index.register_tokenizer("pieces", piece_analyzer())
    writer = index.writer(15_000_000, 1)
    for number, term in enumerate(terms):
        document = tantivy.Document()
        document.add_unsigned("number", number)
        for language, names in term.names.items():
            document.add_text(f"names_{language}", "\n".join(map(plain_words, names)))
            document.add_text("pieces", "\n".join(map(plain_letters, names)))
        writer.add_document(document)
    writer.commit()
    index.reload()
    return schema, index
