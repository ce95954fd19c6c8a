"""Reading short tokens: any language's words, letters that look alike, any case, into one canonical spelling."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import filterfalse


@dataclass(frozen=True, eq=False)
class Words:
    """The names of a game's tokens and drawing letters in all languages; empty if only English is read."""

    tokens: Mapping[str, str] = field(default_factory=dict)
    """Folded words, each with its canonical token."""
    letters: Mapping[str, str] = field(default_factory=dict)
    """Folded letters and marks, each with the canonical letter of a drawing."""


NO_WORDS = Words()
"""For records that are in English already."""

_LOOK_ALIKE = str.maketrans("авекмнорстух", "abekmhopctyx")
"""Cyrillic small letters to the Latin ones they are mistaken for (as capitals)."""

_PARTS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*|\d+|[^\w\s]", re.UNICODE)
_DASH = re.compile(r"[-‐-―_]")
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
"""A hyphen between letters, as in face-down; never a sign."""
_LONGEST = 6
"""The most words in one token's name ("маленькие фрагменты одного цвета" is four)."""


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Fold differences that do not matter in typing: case, accents, ё, hyphens, look-alike letters.

    >>> fold("К3") == fold("k3"), fold("Палатка ё") == fold("ПАЛАТКА Е")
    (True, True)
    """
    bare = filterfalse(unicodedata.combining, unicodedata.normalize("NFKD", text.casefold()))
    return " ".join(_DASH.sub(" ", "".join(bare)).translate(_LOOK_ALIKE).split())


_JOINER = re.compile("(?<=[\u2600-\u27bf\ufe0f\U0001f000-\U0001faff])\u200d(?=[\u2190-\u27bf\U0001f000-\U0001faff])")
"""What joins emoji into one picture, such as a family."""


def unjoined(text: str) -> str:
    """Return a text without what joins emoji; any other character that cannot be seen stays."""
    return _JOINER.sub("", text)


@lru_cache(maxsize=4096)
def spell(text: str, words: Words) -> str:
    """Return a token's canonical spelling: a letter and its number together, all else with one space between.

    Words that are not known stay as they were typed, so that the token's pattern refuses them.

    >>> words = Words({"k": "C", "бohyc": "bonus", "comedy": "comedy", "six types": "six-types"})
    >>> spell("к 3", words), spell("БОНУС  2", words), spell("comedy1", words)
    ('C3', 'bonus 2', 'comedy 1')
    >>> spell("Six-Types", words), spell("Six-Types", NO_WORDS)
    ('six-types', 'six-types')
    """
    names = words.tokens
    parts = cut(text) if names else _PARTS.findall(text)
    spelled: list[str] = []
    place = 0
    while place < len(parts):
        for length in range(min(_LONGEST, len(parts) - place), 0, -1):
            name = " ".join(parts[place : place + length])
            known = names.get(fold(name)) if name.replace(" ", "").isalnum() else None
            if known is not None or length == 1:
                spelled.append(known or (parts[place] if names else _bare(parts[place])))
                place += length
                break
    return join(spelled)


def cut(text: str) -> list[str]:
    """Cut a text into its words, numbers and marks; a hyphen between letters only parts two words.

    >>> cut("face-down o5 +1")
    ['face', 'down', 'o', '5', '+', '1']
    """
    return _PARTS.findall(_HYPHEN.sub(" ", text))


def join(parts: Iterable[str]) -> str:
    """Join words as canonical tokens are written: a letter or sign together with its number, all else with spaces."""
    return re.sub(r"(\b[^\W\d_]|[+-]) (?=\d)", r"\1", " ".join(parts))


def _bare(part: str) -> str:
    """Without any words, take English as it is: single letters are capitals, words are small."""
    return part.upper() if len(part) == 1 else part.lower()


def draw(text: str, words: Words) -> str:
    """Return a row of a drawing in its canonical letters; letters that are not known stay as they were typed.

    >>> draw("нВ.*", Words(letters={"h": "O", "b": "G"}))
    'OG.*'
    """
    return "".join(words.letters.get(fold(letter) or letter, letter) for letter in text)
