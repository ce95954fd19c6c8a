"""Words as the look-up knows them: stems, pieces, words mistyped, and what other keys would have typed."""

from __future__ import annotations

import math
import re
import unicodedata
from functools import cache

import tantivy

STEMMERS = {"ru": "russian", "en": "english", "es": "spanish"}
_WORD = r"[^\W_]+"
_POSSESSIVE = r"(?<=\w)['’]s\b"
_NUMBERS = {
    "ru": {
        "1": "единица единичка первый",
        "2": "два две двух двум двумя двое двоих двойка второй",
        "3": "три трёх трём тремя трое троих тройка третий третья третьего третьем",
        "4": "четыре четырёх четырьмя четверо четверых четвёрка четвёртый",
        "5": "пять пятеро пятерых пятёрка пятый",
        "6": "шесть шестеро шестёрка шестой",
    },
    "en": {
        "1": "one first",
        "2": "two second",
        "3": "three third",
        "4": "four fourth",
        "5": "five fifth",
        "6": "six sixth",
    },
    "es": {
        "1": "uno primero primer",
        "2": "dos segundo",
        "3": "tres tercero tercer",
        "4": "cuatro cuarto",
        "5": "cinco quinto",
        "6": "seis sexto",
    },
}
"""Small numbers as people say them; larger ones are mostly typed in digits."""
_LONG = 4
"""How long a word has to be to stand out where it is found: shorter ones are everywhere."""
_PIECE = 3
"""How many letters a piece of a word has."""
_MOST = 0.85
"""How many of a word's pieces make up most of it."""
_MISTAKES = {4: 1, 8: 2}
"""How many mistakes a word may have, by its length at least; shorter words have to be right."""


def analyzer(*filters: tantivy.Filter) -> tantivy.TextAnalyzer:
    """Cut a text into words in small letters, and pass them through these filters."""
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple()).filter(tantivy.Filter.lowercase())
    for one in filters:
        builder = builder.filter(one)
    return builder.build()


@cache
def stem_analyzer(language: str) -> tantivy.TextAnalyzer:
    """Cut a text into the stems of its words."""
    return analyzer(tantivy.Filter.stemmer(STEMMERS[language]))


@cache
def matter_analyzer(language: str) -> tantivy.TextAnalyzer:
    """Cut a text into the stems of the words that matter: no "the", "в", "de"."""
    return analyzer(tantivy.Filter.stopword(STEMMERS[language]), tantivy.Filter.stemmer(STEMMERS[language]))


def languages_of(text: str) -> tuple[str, ...]:
    """Return the languages that the letters of a text may be in; all where there is no letter."""
    cyrillic = {"а" <= letter <= "я" for letter in text.lower() if letter.isalpha()}
    return tuple(language for language in STEMMERS if not cyrillic or (language == "ru") in cyrillic)


def plain_letters(text: str) -> str:
    """Return the words of a text in small letters without accents, with a space around each."""
    plain = re.sub(r"[\u0300-\u036f]+", "", unicodedata.normalize("NFKD", text.lower()))
    return f" {' '.join(re.findall(_WORD, re.sub(_POSSESSIVE, '', plain)))} "


@cache
def _digits(language: str) -> dict[str, str]:
    """Return the digit that the stem of each number stands for."""
    analyze = stem_analyzer(language).analyze
    return {stem: digit for digit, names in _NUMBERS[language].items() for stem in analyze(folded(names))}


def numbered(words: str, language: str) -> str:
    """Return plain words with small numbers in digits, so that "level three" is "level 3"."""
    analyze, digits = stem_analyzer(language).analyze, _digits(language)
    return " ".join(digits.get(stem, word) for word in words.split() for stem in analyze(word))


def words_like(asked: str, text: str, language: str) -> list[str]:
    """Return the longer words of a text that are forms of the words asked for, each once, as the text has them."""
    analyze = matter_analyzer(language).analyze
    stems = set(analyze(folded(asked)))
    words = dict.fromkeys(word for word in re.findall(_WORD, text) if len(word) >= _LONG)
    return [word for word in words if stems.intersection(analyze(folded(word)))]


def folded(text: str) -> str:
    """Write ё as е, as many people type it."""
    return text.replace("ё", "е").replace("Ё", "Е")


def plain_words(text: str) -> str:
    """Return the words of a text in small letters, with accents but without ё, as stemmers know them."""
    return " ".join(re.findall(_WORD, re.sub(_POSSESSIVE, "", folded(text.lower()))))


def pieces_of(words: str) -> set[str]:
    """Return the pieces of the words, as the index has them; a space marks where a word begins and ends."""
    return {
        padded[start : start + _PIECE]
        for word in plain_letters(words).split()
        for padded in [f" {word} "]
        for start in range(len(padded) - _PIECE + 1)
    }


def mistyped(schema: tantivy.Schema, field: str, word: str) -> list[tantivy.Query]:
    """Ask for words that differ from this one by a mistake or two; for none where it is too short for mistakes."""
    mistakes = max((number for length, number in _MISTAKES.items() if len(word) >= length), default=0)
    return [tantivy.Query.fuzzy_term_query(schema, field, word, mistakes)] if mistakes else []


_LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
_CYRILLIC_KEYS = "ёйцукенгшщзхъфывапролджэячсмитьбю"


def other_layouts(text: str) -> tuple[str, ...]:
    """Return what the same keys type in the other layout: "gtdtw" is "певец"."""
    pairs = ((_LATIN_KEYS, _CYRILLIC_KEYS), (_CYRILLIC_KEYS, _LATIN_KEYS))
    typed = (text.translate(str.maketrans(keys, others)) for keys, others in pairs)
    return tuple(other for other in typed if other != text)


def piece_analyzer() -> tantivy.TextAnalyzer:
    """Cut a text of plain letters into its pieces."""
    return tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.ngram(_PIECE, _PIECE, prefix_only=False)).build()


def pieces_query(schema: tantivy.Schema, field: str, words: str, weight: float) -> tantivy.Query:
    """Ask for the pieces of the words, which count only together."""
    pieces = [
        (tantivy.Occur.Should, tantivy.Query.term_query(schema, field, piece)) for piece in sorted(pieces_of(words))
    ]
    return tantivy.Query.boost_query(tantivy.Query.boolean_query(pieces), weight)


def most_pieces_query(schema: tantivy.Schema, field: str, word: str) -> tantivy.Query:
    """Ask for most of the pieces of a word."""
    pieces = [(tantivy.Occur.Should, tantivy.Query.term_query(schema, field, piece)) for piece in pieces_of(word)]
    return tantivy.Query.boolean_query(pieces, minimum_number_should_match=math.ceil(len(pieces) * _MOST))
