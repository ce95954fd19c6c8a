"""An answer of the rules in its parts, before it is laid out: how it was read, what is offered, what to read next."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import shorten
from typing import TYPE_CHECKING

from callboard_cli.display.sections import passage_of
from callboard_cli.speech.face import Face
from callboard_rules.words import plain_words

if TYPE_CHECKING:
    from callboard_rules import Section
    from callboard_rules.passages import Passage
    from callboard_rules.search import Answer

HITS = 5
"""How many sections are looked for."""
NEAR = 3
"""How many sections are named where none answers."""
_NEXT = 2
"""How many of the next best sections an answer names by title, before those related to it."""
_MORE = 3
"""How many further sections it names at the most."""
_FEW = 160
"""How many letters of a passage are told where it may answer."""


def read_as(question: str, answer: Answer) -> str:
    """Return the words as which a question was read, where the keyboard was in another layout; else nothing."""
    return answer.words if answer.words != plain_words(question) else ""


def excerpt(face: Face, section: Section, passage: Passage) -> str:
    """Return the beginning of a passage that may answer."""
    return shorten(passage_of(face, section, passage), _FEW, placeholder="…")


def read_next(sections: Mapping[str, Section], answer: Answer) -> list[Section]:
    """Return the sections to read after the one that answers: the next best, those related, and further ones."""
    first, *near = (hit.section.id for hit in answer.hits)
    more = dict.fromkeys(name for name in (*near[:_NEXT], *sections[first].related, *near[_NEXT:]) if name != first)
    return [sections[name] for name in more][:_MORE]
