"""IDs of evenings: a word that can be said and typed, and the game."""

from __future__ import annotations

import os
import re

LONGEST = 32
"""The most characters of an ID."""
_ID = re.compile(r"[a-z0-9-]{1,32}")
_CONSONANTS = "bdfgkmnprstz"  # no l, which is like 1, and no v, which is like u
_VOWELS = "aeiou"
_RUDE = (  # how words begin, or go on, that nobody wants to read out at a table, in any of the three languages
    *("bab", "bit", "bob", "deb", "dib", "dik", "dur", "fag", "fak", "fok", "fuk", "gom", "gop", "kak", "kik", "kul"),
    *("kun", "kur", "mam", "mar", "mud", "naz", "neg", "nig", "pak", "ped", "pen", "per", "pid", "pin", "pis", "pit"),
    *("piz", "pop", "pun", "pus", "put", "rab", "rap", "ret", "sek", "sem", "ser", "sid", "sis", "sos", "sra", "suk"),
    *("tat", "tet", "tit", "ton", "tup", "zad", "zop"),
)


def is_id(text: str) -> bool:
    """Tell whether a text can be the ID of an evening.

    >>> is_id("tomak-histrio"), is_id("Tomak")
    (True, False)
    """
    return _ID.fullmatch(text) is not None


def new_id(game: str) -> str:
    """Make up an ID: five letters by chance, of which two or three are mostly enough to type, and the game's id.

    >>> len(new_id("histrio"))
    13
    """
    tail = re.sub(r"[^a-z0-9-]", "", game.lower())
    return f"{_word()}-{tail}"[:LONGEST].rstrip("-")


def another(night: str) -> str:
    """Make up an ID in place of one that is taken, of the same game."""
    word, hyphen, game = night.partition("-")
    return new_id(game if hyphen else word)


def _word() -> str:
    """Make up a word of five letters, in turn of either kind, so that it can be said."""
    while True:
        chance = int.from_bytes(os.urandom(8))
        word = ""
        for letters in (_CONSONANTS, _VOWELS, _CONSONANTS, _VOWELS, _CONSONANTS):
            chance, place = divmod(chance, len(letters))
            word += letters[place]
        if not any(rude in word for rude in _RUDE):
            return word
