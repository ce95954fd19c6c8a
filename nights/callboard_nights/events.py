"""The log of an evening: what was done, one event after the other, only ever added to. And the ID of an evening."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal[
    "began",
    "entered",
    "changed",
    "took-back",
    "gave-back",
    "seated",
    "noted",
    "ended",
    "resumed",
    "typed",
    "claimed",
    "sealed",
    "locked",
    "opened",
    "revealed",
    "ticked",
]
"""What an event is.

=========== ==================================================================== ===================================
began       the first of all: a game, its players in seat order, the set-up      game, players, setup
entered     a record, as far as somebody typed it, at a stage                    stage, entered
changed     an entry given anew                                                  entry, entered
took-back   the newest change that stands is taken back (undo)
gave-back   the one taken back last stands again (redo)
seated      a player goes by another name                                        old, new
noted       a few words about the evening, in place of those before              note
ended       nothing more is expected
resumed     it goes on after all
typed       a part of a count as it is typed by now, by the place of each text   stage, whose, typed
claimed     the total that a player counted; none any more                       stage, whose, total
sealed      a player is done, or not any more; of nobody, it is a sealed count   stage, whose, sealed
locked      only the host writes a part, or not any more                         stage, whose, locked
opened      the host reads a part that is hidden, which everybody is told of     stage, whose
revealed    so many steps of a sealed entry are shown; none: all                 entry, shown
ticked      a step of the set-up of this code is done, or not any more           code, step, ticked
=========== ==================================================================== ===================================

The last seven are what phones do together: a count before it is entered, by everybody on their own, and the set-up.
None of them counts anything, and neither what stands nor what can be taken back notices them. `counts` says what they
come to.
"""


MOST_NOTED = 500
"""The most characters of a note."""


@dataclass(frozen=True)
class Event:
    """One thing that was done: what, when and by whom, and its data as plain tables."""

    kind: Kind
    at: str
    """When, in UTC, as ISO 8601 has it: `2026-11-22T19:30:00Z`."""
    by: str = ""
    """Whose link did it; empty where it was the host, or nobody said."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """What belongs to an event of its kind, in what JSON has: tables, lists, words, numbers."""


Log = tuple[Event, ...]
"""All events of an evening, in the order in which they were done."""


LONGEST_ID = 32
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
    return f"{_word()}-{tail}"[:LONGEST_ID].rstrip("-")


def another_id(night: str) -> str:
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
