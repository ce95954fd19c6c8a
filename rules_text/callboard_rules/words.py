"""Words as the look-up knows them: stems, words alike, words mistyped, and what other keys would have typed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

from callboard_rules.languages import DENIALS, ENDINGS, LANGUAGES, NUMBERS, OPPOSITES, SMALL_WORDS, VALUES

_WORD = re.compile(r"[^\W_]+")
_WITHOUT_ACCENTS = str.maketrans("áéíóúü", "aeiouu")
_POSSESSIVE = re.compile(r"(?<=\w)['’]s\b")
_INSIDE = re.compile(r"(?<=\w)['’](?=\w)")
"""An apostrophe inside a word: who types fast writes "cant"."""
_SHORTEST = 3
"""The fewest letters of a word that remain when its endings are taken off."""
_LONG = 4
"""How long a word has to be to stand out where it is found: shorter ones are everywhere."""
_PIECE = 3
"""How many letters a piece of a word has."""
_MISTAKES = {4: 1, 8: 2}
"""How many mistakes a word of at least this length may have; shorter words must be right."""
_REMEMBERED = 20_000
"""How many words are kept with what was found out about them."""
_PASSAGE = 160
"""The most letters of a passage."""
_SAME, _OPPOSITE, _DENIED = 1.5, 0.7, 2.0
"""The weight of a passage that takes the side asked about, that takes only the other one, and that denies, too."""
_LONGEST = 300
"""The most letters of a question that are read: each costs time."""


def bounded(text: str) -> str:
    """Return as much of a question as is read: whole words, where it is too long."""
    return text if len(text) <= _LONGEST else text[:_LONGEST].rpartition(" ")[0] or text[:_LONGEST]


def languages_of(text: str) -> tuple[str, ...]:
    """Return the languages that the letters of a text may be in; all where there is no letter."""
    cyrillic = {"а" <= letter <= "я" for letter in text.lower() if letter.isalpha()}
    return tuple(language for language in LANGUAGES if not cyrillic or (language == "ru") in cyrillic)


def folded(text: str) -> str:
    """Write ё as е, as many people type it."""
    return text.replace("ё", "е").replace("Ё", "Е")


def plain_words(text: str) -> str:
    """Return the words of a text in small letters, with accents but without ё."""
    plain = folded(text.lower())
    if "'" in plain or "’" in plain:
        plain = _INSIDE.sub("", _POSSESSIVE.sub("", plain))
    return " ".join(_WORD.findall(plain))


def plain_letters(text: str) -> str:
    """Return the words of a text in small letters without accents, with a space around each."""
    plain = re.sub(r"[\u0300-\u036f]+", "", unicodedata.normalize("NFKD", text.lower()))
    return f" {' '.join(_WORD.findall(_POSSESSIVE.sub('', plain)))} "


@lru_cache(_REMEMBERED)
def stem(word: str, language: str) -> str:
    """Return what all forms of a plain word have in common; for a number in words, its digit."""
    bare = _bare(word, language)
    return _digits(language).get(bare, bare)


@lru_cache(_REMEMBERED)
def stems(text: str, language: str) -> tuple[str, ...]:
    """Return the stem of each word of a text, stop words included."""
    return tuple(stem(word, language) for word in plain_words(text).split())


@lru_cache(_REMEMBERED)
def telling(text: str, language: str) -> tuple[str, ...]:
    """Return the stem of each word of a text that matters."""
    return tuple(stem(word, language) for word in plain_words(text).split() if matters(word, language))


def matters(word: str, language: str) -> bool:
    """Tell whether a plain word is no stop word, such as "the", "в" or "de"."""
    return word not in _small_words(language)


def asks_value(words: str, language: str) -> bool:
    """Tell whether plain words ask for a number, a name, a text or a list."""
    return not _value_words(language).isdisjoint(words.split())


def words_like(asked: str, text: str, language: str) -> list[str]:
    """Return the longer words of a text that are forms of the words asked for, each once, as the text has them."""
    wanted = {stem(word, language) for word in plain_words(asked).split() if matters(word, language)}
    words = dict.fromkeys(word for word in _WORD.findall(text) if len(word) >= _LONG)
    return [word for word in words if wanted.intersection(stems(word, language))]


def passage_like(asked: str, lines: Iterable[str], language: str) -> str:
    """Return the passage of a text that shares most with the words asked for, on one line, cut at a word."""
    wanted = {stem(word, language) for word in asked.split() if matters(word, language)}
    sentences = re.split(r"(?<=[^\W\d][.!?…]) ", " ".join(lines))
    passages = [" ".join(sentences[start:]) for start in range(len(sentences))]
    best = max(passages, key=lambda passage: len(wanted.intersection(stems(passage[:_PASSAGE], language))))
    return best if len(best) <= _PASSAGE else best[:_PASSAGE].rpartition(" ")[0] + "…"


@lru_cache(_REMEMBERED)
def pieces_of(word: str) -> frozenset[str]:
    """Return each three letters in a row of a plain word; a space marks where it begins and ends."""
    padded = plain_letters(word)
    return frozenset(padded[start : start + _PIECE] for start in range(len(padded) - _PIECE + 1))


@lru_cache(_REMEMBERED)
def mistakes_allowed(word: str) -> int:
    """Return how many mistakes a word of this length may have."""
    return max((number for length, number in _MISTAKES.items() if len(word) >= length), default=0)


def mistaken(typed: str, meant: str, most: int) -> bool:
    """Tell whether a word may be another one with at most so many letters wrong, too many, missing, or swapped."""
    if abs(len(typed) - len(meant)) > most:
        return False
    before: list[int] = []
    row = list(range(len(meant) + 1))
    for place, letter in enumerate(typed, 1):
        last, before, row = before, row, [place]
        for other_place, other in enumerate(meant, 1):
            wrong = before[other_place - 1] + (letter != other)
            cost = min(wrong, before[other_place] + 1, row[-1] + 1)  # or one too many, or one missing
            if last and other_place > 1 and letter == meant[other_place - 2] and typed[place - 2] == other:
                cost = min(cost, last[other_place - 2] + 1)  # swapped
            row.append(cost)
        if min(row) > most:
            return False
    return row[-1] <= most


_LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
_CYRILLIC_KEYS = "ёйцукенгшщзхъфывапролджэячсмитьбю"


def other_layouts(text: str) -> tuple[str, ...]:
    """Return what the same keys type in the other layout: "gtdtw" is "певец"."""
    pairs = ((_LATIN_KEYS, _CYRILLIC_KEYS), (_CYRILLIC_KEYS, _LATIN_KEYS))
    typed = (text.translate(str.maketrans(keys, others)) for keys, others in pairs)
    return tuple(other for other in typed if other != text)


def _bare(word: str, language: str) -> str:
    """Return a word without its endings, and without the accents that come and go with them (carbón, carbones)."""
    word = word.translate(_WITHOUT_ACCENTS)
    endings, longest = _endings(language)
    size = longest
    while size:
        rest = len(word) - size
        if rest >= _SHORTEST and word[rest:] in endings:
            word, size = word[:rest], longest
        else:
            size -= 1
    return word


@cache
def _endings(language: str) -> tuple[frozenset[str], int]:
    """Return the endings of a language, and how long the longest is."""
    endings = ENDINGS[language].split()
    return frozenset(endings), max(map(len, endings))


@cache
def _digits(language: str) -> dict[str, str]:
    """Return the digit that the stem of each number stands for."""
    names = {digit: folded(words).split() for digit, words in NUMBERS[language].items()}
    return {_bare(name, language): digit for digit, words in names.items() for name in words}


@cache
def _value_words(language: str) -> frozenset[str]:
    return frozenset(folded(VALUES[language]).split())


@cache
def _small_words(language: str) -> frozenset[str]:
    return frozenset(folded(SMALL_WORDS[language]).split())


@lru_cache(_REMEMBERED)
def sides(text: str, language: str) -> tuple[frozenset[int], bool]:
    """Return which sides of the opposites a text takes, as place × 2 and place × 2 + 1, and whether it denies."""
    words = plain_words(text).split()
    taken = frozenset(
        2 * place + side
        for place, opposites in enumerate(_opposites(language))
        for side, begins in enumerate(opposites)
        if any(word.startswith(begins) for word in words)
    )
    return taken, not _denials(language).isdisjoint(words)


def agreement(asked: str, told: str, language: str) -> float:
    """Return how well a text agrees with a question in what has an opposite: 1 where neither takes sides."""
    (wanted, is_denied), (taken, denies) = sides(asked, language), sides(told, language)
    share = 1.0
    for side in wanted:
        if side ^ 1 in wanted:
            continue  # both are asked about
        if side in taken:
            share *= _SAME
        elif side ^ 1 in taken:
            share *= _OPPOSITE
    return share * (_DENIED if is_denied and denies else 1.0)


@cache
def _opposites(language: str) -> tuple[tuple[tuple[str, ...], ...], ...]:
    return tuple(tuple(tuple(folded(side).split()) for side in opposites) for opposites in OPPOSITES[language])


@cache
def _denials(language: str) -> frozenset[str]:
    return frozenset(folded(DENIALS[language]).split())
