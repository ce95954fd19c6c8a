"""The passages of a section, and the one that answers: a paragraph, an item of a list, a row of a table, or a note."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from callboard_rules import Note, Section
from callboard_rules.languages import EXAMPLES
from callboard_rules.markdown import MARKER, Block, blocks, named_cells, plain_lines

_BEGIN = re.compile(rf"{MARKER.pattern}|\| *")
"""What stands before the words of an item, a step, or a row."""
_BESIDE = 0.4
"""The weight of an example, and of a note on how the rule is read; the rule itself weighs 1."""
_FIRST = 1.0
"""What is in favour of the first passage of a section, and less of each after it: mostly it says what the thing is."""
_REPEATED, _LENGTH = 1.2, 0.3
"""BM25's k1 and b: how soon more of the same counts no more, and how much long passages are held back."""
_ONCE = 0.3
"""The least count of a word in a passage that matters."""
_SHORT = 160
"""How many letters the rows of a table have at most that stand behind the sentence which announces it."""
_REMEMBERED = 1_000
"""How many texts are kept with their passages: all sections of a few games."""


class Passage(NamedTuple):
    """A part of a section that may answer by itself."""

    text: str
    """What it says, without marks, on one line; of a row of a table, each cell with the name of its column."""
    line: int
    """Where it begins, counted in the lines of the section's text; of a note, after them."""
    note: Note | None = None
    """The note that it is, if it is one."""
    lead: str = ""
    """The sentence before the list that it is an item of, where that is left open."""
    loudness: float = 1.0
    """Its weight, from 0 to 1: examples and notes weigh less than the rule."""
    table: str = ""
    """The rows of the table that it announces, where that is short."""

    @property
    def whole(self) -> str:
        """Its text, complete enough to be understood alone."""
        return " ".join(filter(None, (self.lead, self.text, self.table)))

    @property
    def untold(self) -> bool:
        """Whether it is a note that the sources are silent."""
        return self.note is not None and self.note.kind == "unknown"


def passages_of(section: Section, text: str = "") -> list[Passage]:
    """Return the passages of a section in their order: those of its text, or of another with the same lines; notes."""
    return list(_passages_of(text or section.body, section.notes, section.language))


@lru_cache(_REMEMBERED)
def _passages_of(text: str, notes: tuple[Note, ...], language: str) -> tuple[Passage, ...]:
    passages: list[Passage] = []
    lead = ""
    for block in blocks(text):
        if block.kind == "table":
            rows = _rows(block)
            told = "; ".join(row.text for row in rows)
            if lead and len(told) <= _SHORT:
                passages[-1] = passages[-1]._replace(table=f"{told}.")
            passages += rows
        elif block.kind == "paragraph":
            (whole,) = block.lines()
            is_example = whole.startswith(EXAMPLES[language])
            passages.append(Passage(whole, block.pieces[0].line, loudness=_BESIDE if is_example else 1.0))
        elif lead and not any(item.endswith((".", "!", "?")) for item in block.lines()[:-1]):
            before = passages.pop()  # a sentence that is written as a list
            passages.append(before._replace(text=" ".join([before.text, *block.lines()])))
        else:
            passages += [Passage(item.text, item.line, lead=lead) for item in block.pieces]
        last = passages[-1].text
        lead = re.split(r"(?<=[.!?…]) ", last)[-1] if last[-1] == ":" or last[-1].isalpha() else ""
    behind = text.count("\n") + 1
    for note in notes:
        loudness = 1.0 if note.kind == "unknown" else _BESIDE
        passages.append(Passage(" ".join(plain_lines(note.text)), behind, note, loudness=loudness))
    return tuple(passages)


def _rows(table: Block) -> list[Passage]:
    """Return the rows of a table below its first, each cell with the name of its column."""
    head, *body = table.pieces
    texts = named_cells(head.texts, [row.texts for row in body])
    return [Passage(text, row.line) for text, row in zip(texts, body, strict=True)]


def place_of(words: str, passages: Sequence[Passage]) -> int | None:
    """Return which of the passages these words stand in, counted from 0; None unless it is one of them alone."""
    places = [place for place, passage in enumerate(passages) if words in passage.text]
    return places[0] if len(places) == 1 else None


def marked(text: str, passages: Iterable[Passage], sign: str) -> str:
    """Return a section's text with a sign before passages of it."""
    rows = text.split("\n")
    for passage in passages:
        if passage.note is None:
            row = rows[passage.line]
            begin = match.end() if (match := _BEGIN.match(row)) else 0
            rows[passage.line] = f"{row[:begin]}{sign} {row[begin:]}"
    return "\n".join(rows)


def nearness(
    passages: Sequence[Passage], words: Iterable[tuple[float, Sequence[float]]], lengths: Sequence[float]
) -> list[float]:
    """Return how near each passage is to a question (BM25 within the section).

    Of each word of the question comes what it counts in the whole game, and how often it is in each passage; here it
    counts the more, the fewer passages have it. With each passage go the known questions that it answers.
    """
    average = sum(lengths) / max(1, len(lengths)) or 1.0
    scores = [_FIRST / (1 + number) for number in range(len(passages))]
    held_back = [_REPEATED * (1 - _LENGTH + _LENGTH * length / average) for length in lengths]
    for weight, times in words:
        having = sum(time >= _ONCE for time in times)
        rarity = math.log(1 + (len(passages) - having + 0.5) / (having + 0.5))
        for number, time in enumerate(times):
            if time:
                scores[number] += weight * rarity * time * (_REPEATED + 1) / (time + held_back[number])
    return [score * passage.loudness for score, passage in zip(scores, passages, strict=True)]
