"""Checks of what is typed as words: a whole word is right for one field alone, whatever number stands beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from callboard_cli.entry.reading.kinds import Kind
from callboard_cli.entry.reading.line import Lexicon
from callboard_cli.entry.reading.raw import RIGHT, Typing
from callboard_cli.entry.reading.tables import Fields, Lines, kinds_of
from callboard_cli.workshop.checks.tokens import own_words
from callboard_cli.workshop.checks.typed import can_be_typed
from callboard_cli.workshop.draft import Draft
from callboard_cli.workshop.finding import Finding
from callboard_scoring.records import Record
from callboard_scoring.words import spell

_SHAPES = ("%s", "%s 2", "2 %s", "%s 2 3", "%s -2")
"""How a token may stand beside a number."""


def fields_apart(draft: Draft) -> Iterator[Finding]:
    """Look whether a whole word is right for two fields of a table: in every language, beside numbers, at every stage.

    A short form needs no look: it stands for every word that begins so, and where these are several it is refused.
    """
    met = set()
    for stage, code in draft.stages.items():
        if can_be_typed(code.model):
            records = [code.example, *(case.case.get("record") for case in draft.golden if case.stage == stage)]
            for kinds, raws in _tables(code.model, [raw for raw in records if isinstance(raw, Mapping)]):
                patterns = tuple((kind.typed, kind.exact) for kind in kinds)
                if patterns not in met:  # what players have at several stages is looked at once
                    met.add(patterns)
                    yield from _read_twice(draft, stage, kinds, raws)


def _tables(model: type[Record], raws: Sequence[Any]) -> Iterator[tuple[Sequence[Kind], Sequence[Any]]]:
    """Yield the fields of each table that is typed as words, with raw tables of it."""
    kinds = kinds_of(model)
    yield kinds, raws
    for kind in kinds:
        if isinstance(kind, (Lines, Fields)):
            values = [raw.get(kind.name) for raw in raws]
            inner = [one for value in values for one in (value if isinstance(value, list) else [value])]
            yield from _tables(kind.model, [one for one in inner if isinstance(one, Mapping)])


def _read_twice(draft: Draft, stage: str, kinds: Sequence[Kind], raws: Sequence[Any]) -> Iterator[Finding]:
    """Yield what is right for two fields as it stands."""
    file = draft.files.code / f"{stage}.py"
    met: set[tuple[str, ...]] = set()
    for language in draft.catalogs:
        lexicon = Lexicon(Typing(draft.game.id, draft.words, draft.shorts, language), kinds)
        for kind in kinds:
            for whole in _wholes(draft, kind, raws) if kind.typed is not None else ():
                worded = draft.shorts.shown(whole, language)
                for one, other in combinations([own for own, _ in _right(lexicon, worded)], 2):
                    if one.typed != other.typed and (one.name, other.name) not in met:
                        met.add((one.name, other.name))
                        values = {"stage": stage, "word": worded, "field": one.name, "other": other.name}
                        yield Finding(file, "check.two-fields", values)


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


CHECKS = (fields_apart,)
