"""Checks of what is typed short: no letter, no beginning and no number beside a word is read as something else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from callboard_cli.entry.reading.kinds import Kind
from callboard_cli.entry.reading.line import Lexicon
from callboard_cli.entry.reading.raw import RIGHT, Typing
from callboard_cli.entry.reading.short import BEGINNING
from callboard_cli.entry.reading.tables import Fields, Lines, kinds_of
from callboard_cli.workshop.checks.tokens import own_words
from callboard_cli.workshop.checks.typed import can_be_typed
from callboard_cli.workshop.draft import Draft
from callboard_cli.workshop.finding import Finding
from callboard_scoring.records import Record
from callboard_scoring.words import fold, spell

_SHAPES = ("%s", "%s 2", "2 %s", "%s 2 3", "%s -2")
"""How a token may stand beside a number."""
_TOKEN = re.compile(r"[A-Za-z][A-Za-z-]*")


def short_forms(draft: Draft) -> Iterator[Finding]:
    """Look whether every short form of every word is read as that word, or refused with all that it may be.

    Each letter and each beginning of every word, in every language, beside numbers and beside the other words that
    records hold, at every stage; and whether a whole word is right for two fields of a table.
    """
    met = set()
    for stage, code in draft.stages.items():
        if can_be_typed(code.model):
            records = [code.example, *(case.case.get("record") for case in draft.golden if case.stage == stage)]
            for kinds, raws in _tables(code.model, [raw for raw in records if isinstance(raw, Mapping)]):
                patterns = tuple((kind.typed, kind.exact) for kind in kinds)
                if patterns not in met:  # what players have at several stages is looked at once
                    met.add(patterns)
                    yield from _read_otherwise(draft, stage, kinds, raws)


def _tables(model: type[Record], raws: Sequence[Any]) -> Iterator[tuple[Sequence[Kind], Sequence[Any]]]:
    """Yield the fields of each table that is typed as words, with raw tables of it."""
    kinds = kinds_of(model)
    yield kinds, raws
    for kind in kinds:
        if isinstance(kind, (Lines, Fields)):
            values = [raw.get(kind.name) for raw in raws]
            inner = [one for value in values for one in (value if isinstance(value, list) else [value])]
            yield from _tables(kind.model, [one for one in inner if isinstance(one, Mapping)])


def _read_otherwise(draft: Draft, stage: str, kinds: Sequence[Kind], raws: Sequence[Any]) -> Iterator[Finding]:
    """Yield what is typed for one thing and read as another."""
    file = draft.files.code / f"{stage}.py"
    met: set[tuple[str, ...]] = set()
    for language in draft.catalogs:
        lexicon = Lexicon(Typing(draft.game.id, draft.words, draft.shorts, language), kinds)
        for kind in kinds:
            for whole in _wholes(draft, kind, raws) if kind.typed is not None else ():
                worded = draft.shorts.shown(whole, language)
                for one, other in combinations([own for own, _ in _right(lexicon, worded)], 2):
                    if one.typed != other.typed and ("", one.name, other.name) not in met:
                        met.add(("", one.name, other.name))
                        values = {"stage": stage, "word": worded, "field": one.name, "other": other.name}
                        yield Finding(file, "check.two-fields", values)
                for short in _shortened(draft, whole, language):
                    read = [] if _right(lexicon, short) else lexicon.short_for(short)
                    is_other = len(read) == 1 and spell(read[0], draft.words) != spell(worded, draft.words)
                    if is_other and (short, whole) not in met:
                        met.add((short, whole))
                        values = {"stage": stage, "word": short, "token": worded, "read": read[0]}
                        yield Finding(file, "check.short-other", values)


def _right(lexicon: Lexicon, text: str) -> list[tuple[Kind, object]]:
    """Return the fields for which a text is right as it stands."""
    return [(kind, reading) for kind, reading in lexicon.readings(text) if reading.weight == RIGHT]


def _wholes(draft: Draft, kind: Kind, raws: Sequence[Any]) -> Iterator[str]:
    """Yield what is typed for a field, in whole canonical words: each of its tokens beside numbers, and its values."""
    assert kind.typed is not None  # noqa: S101  # for the type checkers: who calls has looked
    patterns = [pattern for pattern in (kind.exact, kind.typed.pattern) if pattern]
    tokens = draft.shorts.vocabulary("|".join(patterns))
    texts = [shape % token for token in sorted(tokens) for shape in _SHAPES]
    seen: dict[str, str] = {}
    for raw in raws:
        for word in own_words(kind, raw.get(kind.name)):
            seen.setdefault(re.sub(r"\d+", "#", str(word)), str(word))
    for text in dict.fromkeys([*texts, *seen.values()]):
        canonical = spell(text, draft.words)
        if re.fullmatch(patterns[0], canonical, re.ASCII):
            yield canonical


def _shortened(draft: Draft, whole: str, language: str) -> Iterator[str]:
    """Yield canonical words as people of a language type them with one of them short."""
    for place in _TOKEN.finditer(whole):
        for short in _shorts(draft, place.group(), language):
            before, after = (
                draft.shorts.shown(part, language) for part in (whole[: place.start()], whole[place.end() :])
            )
            yield f"{before}{short}{after}"


def _shorts(draft: Draft, token: str, language: str) -> Iterator[str]:
    """Yield the letters of a token and the beginnings of its words in a language."""
    spoken = draft.shorts.spoken[language]
    yield from (letter for own, letter in spoken.letters if own == token and letter.isalpha())
    words = [fold(word) for own, word in spoken.words if own == token]
    yield from dict.fromkeys(word[:length] for word in words for length in range(BEGINNING, len(word)))


CHECKS = (short_forms,)
