"""How well the look-up answers for a game: the rates over questions of players, by all that is known or a part of it.

Questions come from files of `[[question]]` tables: `text`; `sections`, any of which answers, or none; `kind`, of which
`cross` is asked in another language than the answer is read in; and `half`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from callboard_rules import ANY, RulesFormatError, load_asked, load_unanswered
from callboard_rules.building import index_of, known_of
from callboard_rules.loading import load_index
from callboard_rules.search import Known, search
from callboard_rules.shelf import kept

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_T = TypeVar("_T")


@dataclass(frozen=True)
class Question:
    """A question of a player, and the sections that answer it: any of them; none where the rules do not."""

    text: str
    sections: tuple[str, ...]
    kind: str = ""
    half: str = ""


@dataclass
class Rates:
    """What came of a set of questions, as yes or no for each."""

    first: list[bool] = field(default_factory=list)
    """Answered by the first section found."""
    three: list[bool] = field(default_factory=list)
    """Answered by one of the first three."""
    cross: list[bool] = field(default_factory=list)
    """The same, of those asked in another language than they are read in."""
    refused: list[bool] = field(default_factory=list)
    """Said to be not covered, of those that the rules answer."""
    recognised: list[bool] = field(default_factory=list)
    """Said to be not covered, of those that they do not answer."""

    def add(self, other: Rates) -> None:
        """Add what came of other questions."""
        for name, answers in vars(other).items():
            vars(self)[name] += answers

    @property
    def number(self) -> int:
        """How many questions there were."""
        return len(self.first) + len(self.recognised)


def share(answers: list[bool]) -> float:
    """Return how many are yes, from 0 to 1; 0 where there are none."""
    return sum(answers) / max(1, len(answers))


def read_questions(file: Traversable) -> list[Question]:
    """Read questions of players.

    :raises RulesFormatError: when the file is missing or breaks the format.
    """
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8")).get("question", [])
        return [
            Question(one["text"], tuple(one["sections"]), one.get("kind", ""), one.get("half", "")) for one in tables
        ]
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise RulesFormatError(f"{file.name}: not a list of [[question]] with text and sections: {error}") from error


def rates(game: str, language: str, questions: Iterable[Question], most: int | None = None) -> Rates:
    """Ask a game's questions of a reader of a language, with at most so many known questions a section.

    :raises RulesFormatError: when the game's rules are missing or break the format.
    """
    found = Rates()
    known_in = partial(_thin_known, most) if most else None
    for question in questions:
        answer = search(game, question.text, language, limit=3, known_in=known_in)
        if not question.sections:
            found.recognised.append(not answer.covered)
            continue
        right = [hit.section.id in question.sections for hit in answer.hits]
        found.first.append(any(right[:1]))
        found.three.append(any(right[:3]))
        found.refused.append(not answer.covered)
        if question.kind == "cross":
            found.cross.append(found.three[-1])
    return found


@kept
def _thin_known(most: int, game: str, language: str) -> Known:
    """Return what would be known of a game with at most so many questions a section, and unanswered ones in proportion.

    Kept are those that lie evenly over each list. What is known of any game stays.
    """
    asked, unanswered = load_asked(game, language), load_unanswered(game, language)
    few = {section: _spread(questions, most) for section, questions in asked.items()}
    part = sum(map(len, few.values())) / max(1, sum(map(len, asked.values())))
    known = known_of(game, language, few, _spread(unanswered, round(part * len(unanswered))))
    return Known(language, (index_of(language, *known), load_index(ANY, language)))


def _spread(items: list[_T], most: int) -> list[_T]:
    """Return at most so many items, evenly spread."""
    return items if len(items) <= most else [items[place * len(items) // most] for place in range(most)]
