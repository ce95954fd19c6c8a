"""The games' words in three languages, found by any of their names in any form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache

from callboard_rules.languages import LANGUAGES
from callboard_rules.loader import RulesFormatError, kept, read_table
from callboard_rules.words import (
    bounded,
    matters,
    mistaken,
    mistakes_allowed,
    other_layouts,
    plain_letters,
    plain_words,
    stems,
)

_MOST = 3
"""The most terms returned for words that are not the name of any."""


@dataclass(frozen=True)
class Term:
    """A thing of a game, with its names: in each language first the one the rules texts use, then the others."""

    game: str
    names: Mapping[str, tuple[str, ...]]
    section: str
    """The section that explains it."""


@kept
def load_glossary(game: str) -> tuple[Term, ...]:
    """Read a game's terms, in the order of the file; none where it has none.

    :raises RulesFormatError: when the file breaks the format.
    """
    file = f"{game}/glossary.toml"
    terms = read_table(game, "glossary.toml").get("term", [])
    if not isinstance(terms, list):
        raise RulesFormatError(f"{file}: a term begins with [[term]]")
    for number, term in enumerate(terms, 1):
        names = {language: term.get(language) for language in LANGUAGES} if isinstance(term, dict) else {}
        for language in LANGUAGES:
            own = names.get(language)
            if not isinstance(own, list) or not own or not all(isinstance(name, str) for name in own):
                raise RulesFormatError(f'{file}: term {number} needs {language} = ["…"], a list of its names')
        if not isinstance(term.get("section"), str):
            raise RulesFormatError(f'{file}: term {number} needs section = "…"')
    return tuple(
        Term(game, {language: tuple(term[language]) for language in LANGUAGES}, term["section"]) for term in terms
    )


def find_terms(word: str, games: Iterable[str]) -> list[Term]:
    """Return the terms of this name in any language; else those whose names have it in them; else those like it.

    The nearest comes first. What is no word may have been typed in another keyboard layout. Of more than some hundred
    letters the beginning is read.
    """
    terms = [term for game in games for term in load_glossary(game)]
    asked = bounded(word)
    plain = plain_letters(asked)
    named = [term for term in terms if plain in _all_names(term)]
    typed = plain_words(asked).split()
    if named or any(not any(matters(one, language) for one in typed) for language in LANGUAGES):
        return named  # names that share no more than "the" are not alike
    readings = (plain, *map(plain_letters, other_layouts(asked.lower())))
    words, alike = next(((read, found) for read in readings if (found := _alike(read, terms))), ("", []))
    whole = [term for term in alike if _has(words, term)]
    nearest = sorted(whole or alike, key=lambda term: -_likeness(words, term))
    return nearest if whole else nearest[:_MOST]


def _alike(words: str, terms: list[Term]) -> list[Term]:
    """Return the terms whose names share a word with these, in any form, or have one mistyped."""
    named = {
        language: [frozenset().union(*(_stems(name, language) for name in term.names[language])) for term in terms]
        for language in LANGUAGES
    }
    near = {
        language: _near(set(stems(words, language)), frozenset().union(*known)) for language, known in named.items()
    }
    return [
        term
        for place, term in enumerate(terms)
        if any(not near[language].isdisjoint(named[language][place]) for language in LANGUAGES)
    ]


def _near(typed: set[str], known: frozenset[str]) -> set[str]:
    """Return the known stems that are one of those typed, but for a mistake or two."""
    near = typed & known
    for one in typed:
        most, letters = mistakes_allowed(one), set(one)
        likely = (other for other in known if abs(len(one) - len(other)) <= most) if most else ()
        near |= {other for other in likely if len(letters.difference(other)) <= most and mistaken(one, other, most)}
    return near


def _has(words: str, term: Term) -> bool:
    """Tell whether one of a term's names has all these words, in any form."""
    return any(
        _stems(name, language).issuperset(stems(words, language))
        for language, names in term.names.items()
        for name in names
    )


def _likeness(words: str, term: Term) -> float:
    """Return the similarity of the words to the nearest of a term's names, from 0 (nothing shared) to 1 (the same)."""
    return max(SequenceMatcher(None, words, name).ratio() for name in _all_names(term))


def _all_names(term: Term) -> set[str]:
    return {_plain(name) for names in term.names.values() for name in names}


@cache
def _plain(name: str) -> str:
    return plain_letters(name)


@cache
def _stems(name: str, language: str) -> frozenset[str]:
    return frozenset(stems(_plain(name), language))
