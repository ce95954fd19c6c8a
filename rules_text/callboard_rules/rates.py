"""How well the look-up answers for a game: the rates over questions of players, by all that is known or a part of it.

Questions come from files of `[[question]]` tables: `text`; `sections`, any of which answers, or none; `answer`, words
of the passages that do; `kind`, of which `cross` is asked in another language than the answer is read in, and `unknown`
asks for what no source gives; and `half`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from callboard_rules import ANY, RulesFormatError, load_asked, load_unanswered
from callboard_rules.building import index_of, known_of, spread
from callboard_rules.known import Known, load_index
from callboard_rules.loader import kept
from callboard_rules.passages import Passage
from callboard_rules.search import Answer, search
from callboard_rules.words import plain_words

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

UNKNOWN = "unknown"
"""The kind of question that asks for what no source gives, near a section that says so."""


@dataclass(frozen=True)
class Question:
    """A question of a player, and the sections that answer it: any of them; none where the rules do not."""

    text: str
    sections: tuple[str, ...]
    kind: str = ""
    half: str = ""
    answer: tuple[str, ...] = ()
    """Words of the passages that answer: any of them."""

    def answered_by(self, passage: Passage) -> bool:
        """Tell whether a passage has the words of one that answers; of a row of a table, those of each cell."""
        text = plain_words(passage.whole)
        return any(all(plain_words(cell) in text for cell in words.split("|")) for words in self.answer)


@dataclass
class Rates:
    """The results of a set of questions, yes or no for each."""

    first: list[bool] = field(default_factory=list)
    """Answered by the first section found."""
    three: list[bool] = field(default_factory=list)
    """Answered by one of the first three."""
    cross: list[bool] = field(default_factory=list)
    """The same, of those asked in another language than they are read in."""
    refused: list[bool] = field(default_factory=list)
    """Said to be not covered, of those that the rules answer."""
    recognised: list[bool] = field(default_factory=list)
    """Said to be not covered, or that no source tells, of those that they do not answer."""
    passage: list[bool] = field(default_factory=list)
    """Answered by one of the passages that are shown first, of those of which that passage is known."""
    offered: list[bool] = field(default_factory=list)
    """Only offered among others though the first section answers, of those that it answers."""

    def add(self, other: Rates) -> None:
        """Add the results of other questions."""
        for name, answers in vars(other).items():
            vars(self)[name] += answers

    @property
    def number(self) -> int:
        """How many questions there were."""
        return len(self.first) + len(self.recognised)


def share(answers: list[bool]) -> float:
    """Return the share of yes, from 0 to 1; 0 for an empty list."""
    return sum(answers) / max(1, len(answers))


def read_questions(file: Traversable) -> list[Question]:
    """Read questions of players.

    :raises RulesFormatError: when the file is missing or breaks the format.
    """
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8")).get("question", [])
        return [_question(one) for one in tables]
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise RulesFormatError(f"{file.name}: not a list of [[question]] with text and sections: {error}") from error


def _question(table: Mapping[str, Any]) -> Question:
    """Return the question in a TOML table.

    :raises LookupError, TypeError: if the table holds no question.
    """
    sections, answer = tuple(table["sections"]), _words(table.get("answer", []))
    texts = table["text"], table.get("kind", ""), table.get("half", "")
    if not all(isinstance(text, str) for text in (*texts, *sections, *answer)):
        raise TypeError("no text")
    text, kind, half = texts
    return Question(text, sections, kind, half, answer)


def _words(answer: str | list[str]) -> tuple[str, ...]:
    """Return the words that mark a passage, or several."""
    return (answer,) if isinstance(answer, str) else tuple(answer)


def rates(game: str, language: str, questions: Iterable[Question], most: int | None = None) -> Rates:
    """Ask a game's questions of a reader of a language, with at most so many known questions a section.

    :raises RulesFormatError: when the game's rules are missing or break the format.
    """
    found = Rates()
    known_in = partial(_thin_known, most) if most else None
    for question in questions:
        answer = search(game, question.text, language, limit=3, known_in=known_in)
        if not question.sections or question.kind == UNKNOWN:
            found.recognised.append(not answer.covered or _tells_unknown(answer, question))
            continue
        right = [hit.section.id in question.sections for hit in answer.hits]
        found.first.append(any(right[:1]))
        found.three.append(any(right[:3]))
        found.refused.append(not answer.covered)
        if question.answer:
            found.passage.append(any(question.answered_by(passage) for _, passage in answer.first))
        if answer.covered and found.first[-1]:
            found.offered.append(not answer.sure)
        if question.kind == "cross":
            found.cross.append(found.three[-1])
    return found


def _tells_unknown(answer: Answer, question: Question) -> bool:
    """Tell whether the first that is shown is that no source tells, or is marked as the answer."""
    first = [passage for _, passage in answer.first[:1]]
    return any((one.note and one.note.kind == "unknown") or question.answered_by(one) for one in first)


@kept
def _thin_known(most: int, game: str, language: str) -> Known:
    """Return what would be known of a game with at most so many questions a section, and unanswered ones in proportion.

    Kept are those that lie evenly over each list. What is known of any game stays.
    """
    asked, unanswered = load_asked(game, language), load_unanswered(game, language)
    few = {section: spread(questions, most) for section, questions in asked.items()}
    part = sum(map(len, few.values())) / max(1, sum(map(len, asked.values())))
    known = known_of(game, language, few, spread(unanswered, round(part * len(unanswered))), {})
    return Known(language, (index_of(language, *known), load_index(ANY, language)))
