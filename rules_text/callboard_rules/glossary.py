"""The games' words in three languages, found by any of their names in any form."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from importlib.resources import files

import tantivy

from callboard_rules.words import (
    STEMMERS,
    matter_analyzer,
    mistyped,
    other_layouts,
    plain_letters,
    stem_analyzer,
)

_MOST = 3
"""How many terms a word that is nobody's name may bring."""


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
    """Return the terms of this name in any language; else those whose names have it in them; else those like it.

    The nearest comes first. What is no word may have been typed in another keyboard layout.
    """
    terms = [term for game in games for term in load_glossary(game)]
    named = [term for term in terms if plain_letters(word) in _all_names(term)]
    if named or any(not matter_analyzer(language).analyze(plain_letters(word)) for language in STEMMERS):
        return named  # names that share no more than "the" are not alike
    index = _index(terms)
    typed = map(plain_letters, (word, *other_layouts(word.lower())))
    words, places = next(((reading, places) for reading in typed if (places := _alike(reading, index))), ("", []))
    alike = [terms[place] for place in places]
    alike.sort(key=lambda term: -_likeness(words, term))
    return [term for term in alike if _has(words, term)] or alike[:_MOST]


def _alike(words: str, index: tantivy.Index) -> list[int]:
    """Return where the terms are whose names share a word with these, in any form, or have one mistyped."""
    stems, _ = index.parse_query_lenient(words, [f"names_{language}" for language in STEMMERS])
    near = [
        (tantivy.Occur.Should, query)
        for language in STEMMERS
        for stem in stem_analyzer(language).analyze(words)
        for query in mistyped(index.schema, f"names_{language}", stem)
    ]
    searcher = index.searcher()
    query = tantivy.Query.boolean_query([(tantivy.Occur.Should, stems), *near])
    return [searcher.doc(address)["number"][0] for _, address in searcher.search(query, searcher.num_docs).hits]


def _has(words: str, term: Term) -> bool:
    """Tell whether one of a term's names has all these words, in any form."""
    return any(
        set(stem_analyzer(language).analyze(words)) <= set(stem_analyzer(language).analyze(plain_letters(name)))
        for language, names in term.names.items()
        for name in names
    )


def _likeness(words: str, term: Term) -> float:
    """Return how like the words the nearest of a term's names is: 1 where they are the same, 0 where nothing is."""
    return max(SequenceMatcher(None, words, name).ratio() for name in _all_names(term))


def _all_names(term: Term) -> set[str]:
    return {plain_letters(name) for names in term.names.values() for name in names}


def _index(terms: list[Term]) -> tantivy.Index:
    """Build an index of the names in memory."""
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("number", stored=True)
    for language in STEMMERS:
        builder.add_text_field(f"names_{language}", tokenizer_name=language)
    index = tantivy.Index(builder.build())
    for language in STEMMERS:
        index.register_tokenizer(language, stem_analyzer(language))
    writer = index.writer(15_000_000, 1)
    for number, term in enumerate(terms):
        document = tantivy.Document()
        document.add_unsigned("number", number)
        for language, names in term.names.items():
            document.add_text(f"names_{language}", "\n".join(map(plain_letters, names)))
        writer.add_document(document)
    writer.commit()
    index.reload()
    return index
