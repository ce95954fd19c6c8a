"""Words as the look-up knows them: stems, pieces, words mistyped, and what other keys would have typed."""

from __future__ import annotations

import unicodedata

import tantivy

STEMMERS = {"ru": "russian", "en": "english", "es": "spanish"}
_PIECE_LENGTHS = (3, 4)
_MISTAKES = {4: 1, 8: 2}
"""How many mistakes a word may have, by its length at least; shorter words have to be right."""


def analyzer(*filters: tantivy.Filter) -> tantivy.TextAnalyzer:
    """Cut a text into words in small letters, and pass them through these filters."""
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple()).filter(tantivy.Filter.lowercase())
    for one in filters:
        builder = builder.filter(one)
    return builder.build()


def plain_letters(text: str) -> str:
    """Return the words of a text in small letters without accents, with a space around each."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(c))
    return f" {' '.join(''.join(c if c.isalnum() else ' ' for c in plain).split())} "


def plain_words(text: str) -> str:
    """Return the words of a text in small letters, with accents but without ё, as stemmers know them."""
    plain = text.lower().replace("ё", "е")
    return " ".join("".join(c if c.isalnum() else " " for c in plain).split())


def pieces_of(words: str) -> set[str]:
    """Return the pieces of the words, as the index has them; a space marks where a word begins and ends."""
    return {
        padded[start : start + length]
        for word in plain_letters(words).split()
        for padded in [f" {word} "]
        for length in _PIECE_LENGTHS
        for start in range(len(padded) - length + 1)
    }


def mistyped(schema: tantivy.Schema, words: str) -> list[tantivy.Query]:
    """Ask for each word that is long enough as if it were mistyped."""
    queries: list[tantivy.Query] = []
    for word in words.split():
        mistakes = max((number for length, number in _MISTAKES.items() if len(word) >= length), default=0)
        if mistakes:
            queries.append(tantivy.Query.fuzzy_term_query(schema, "words", word, mistakes))
    return queries


_LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
_CYRILLIC_KEYS = "ёйцукенгшщзхъфывапролджэячсмитьбю"


def other_layouts(text: str) -> tuple[str, ...]:
    """Return what the same keys type in the other layout: "gtdtw" is "певец"."""
    pairs = ((_LATIN_KEYS, _CYRILLIC_KEYS), (_CYRILLIC_KEYS, _LATIN_KEYS))
    typed = (text.translate(str.maketrans(keys, others)) for keys, others in pairs)
    return tuple(other for other in typed if other != text)


def piece_analyzer() -> tantivy.TextAnalyzer:
    """Cut a text of plain letters into its pieces."""
    return tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.ngram(*_PIECE_LENGTHS, prefix_only=False)).build()


def pieces_query(schema: tantivy.Schema, field: str, words: str, weight: float) -> tantivy.Query:
    """Ask for the pieces of the words, which count only together."""
    pieces = [
        (tantivy.Occur.Should, tantivy.Query.term_query(schema, field, piece)) for piece in sorted(pieces_of(words))
    ]
    return tantivy.Query.boost_query(tantivy.Query.boolean_query(pieces), weight)
