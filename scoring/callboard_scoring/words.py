"""Reading short tokens: any language's words, letters that look alike, any case, into one canonical spelling."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

Words = Mapping[str, str]
"""Folded words of the three languages, each with its canonical token."""

_LOOK_ALIKE = str.maketrans("авекмнорстух", "abekmhopctyx")
"""Cyrillic small letters to the Latin ones they are mistaken for (as capitals)."""

_PARTS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*|\d+|[^\w\s]", re.UNICODE)
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
"""A hyphen between letters, as in face-down; never a sign."""
_LONGEST = 6
"""The most words in one token's name ("маленькие фрагменты одного цвета" is four)."""


def fold(text: str) -> str:
    """Fold what people do not tell apart when they type: case, accents, ё, hyphens, look-alike letters.

    >>> fold("К3") == fold("k3"), fold("Палатка ё") == fold("ПАЛАТКА Е")
    (True, True)
    """
    text = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[-‐-―_]", " ", text).translate(_LOOK_ALIKE).split())


def spell(text: str, words: Words) -> str:
    """Return a token's canonical spelling: a letter and its number together, all else with one space between.

    Words that are not known stay as they were typed, so that the token's pattern refuses them.

    >>> spell("к 3", {"k": "C"}), spell("БОНУС  2", {"бohyc": "bonus"}), spell("comedy1", {"comedy": "comedy"})
    ('C3', 'bonus 2', 'comedy 1')
    >>> spell("Six-Types", {"six types": "six-types"}), spell("Six-Types", {})
    ('six-types', 'six-types')
    """
    parts = _PARTS.findall(_HYPHEN.sub(" ", text) if words else text)
    spelled: list[str] = []
    while parts:
        for length in range(min(_LONGEST, len(parts)), 0, -1):
            name = " ".join(parts[:length])
            known = words.get(fold(name)) if name.replace(" ", "").isalnum() else None
            if known is not None or length == 1:
                spelled.append(known or (parts[0] if words else _bare(parts[0])))
                del parts[:length]
                break
    return re.sub(r"(\b[^\W\d_]|\+) (?=\d)", r"\1", " ".join(spelled))


def _bare(part: str) -> str:
    """Without any words, take English as it is: single letters are capitals, words are small."""
    return part.upper() if len(part) == 1 else part.lower()
