"""What a field still expects: the words that go on with what is typed of an item, and the few numbers it may be.

Found by trial: a pattern tells of a whole item whether it is right, so a beginning is right if a few more of the game's
own words make such an item of it. A game says no more for this than what its fields are.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

from annotated_types import Ge, Le, MaxLen
from pydantic.fields import FieldInfo

from callboard_cli.completion.begun import endings
from callboard_cli.input.parser.field_types import Kind
from callboard_cli.input.parser.tables import kinds_of
from callboard_cli.input.stage import Stage
from callboard_cli.ui.wording import token
from callboard_locales import Catalog
from callboard_scoring.fields import Choice, Name
from callboard_scoring.records import Record, parts_of, tables_of
from callboard_scoring.words import join, spell

_FEW = 10
"""The most numbers that are told one by one."""
_DIGITS = tuple("123456789")
_LARGE = "99"
"""A number that fits where no few numbers are meant."""


def goes_on(stage: Stage, kind: Kind, said: Sequence[str], begun: str, catalog: Catalog) -> Iterator[str]:
    """Yield what can stand for a word that was begun, after these words of the same item, in the reader's words.

    The words said may be the beginning of a name of several: after “small”, “ti” is the “tiles” of “small tiles”.
    """
    pattern, vocabulary = _pattern(kind), vocabulary_of(stage, kind)
    for place in range(len(said) + 1):
        before = _canonical(stage, vocabulary, said[:place], catalog.language)
        if before is None:
            continue
        *_, last = ["", *before.split()]
        shown = (token(catalog, stage.game.id, one, kind.name, last) for one in _following(pattern, vocabulary, before))
        yield from endings(shown, said[place:], begun)


def vocabulary_of(stage: Stage, kind: Kind) -> tuple[str, ...]:
    """Return the game's own words of which a field's items are made."""
    known = stage.shorts.vocabulary(_pattern(kind))
    return tuple(name for name in stage.game.tokens if name in known)


def _pattern(kind: Kind) -> str:
    return kind.exact or (kind.typed.pattern if kind.typed else "")


def few_numbers(stage: Stage, kind: Kind) -> list[str]:
    """Return the numbers that a field may be, where they are few."""
    least, most = bounds_of(stage, kind)
    if least is None or most is None or most - least >= _FEW:
        return []
    return [str(number) for number in range(least, most + 1)]


def bounds_of(stage: Stage, kind: Kind) -> tuple[int | None, int | None]:
    """Return the least and the greatest number that a field may be; None where there is no such bound."""
    bounds = _made_of(stage.model, kind)
    least = next((int(str(part.ge)) for part in bounds if isinstance(part, Ge)), None)
    most = next((int(str(part.le)) for part in bounds if isinstance(part, Le)), None)
    return least, most


def choices_of(stage: Stage, kind: Kind) -> tuple[str, ...]:
    """Return the canonical words of which a field is one, or which a table counts; empty where it is no such field."""
    return next((part.options for part in _made_of(stage.model, kind) if isinstance(part, Choice)), ())


def most_of(stage: Stage, kind: Kind) -> float:
    """Return how many items a list may have."""
    info = _described(stage.model, kind)
    return (
        next((bound.max_length for bound in info.metadata if isinstance(bound, MaxLen)), math.inf) if info else math.inf
    )


def takes_names(stage: Stage, kind: Kind) -> bool:
    """Tell whether a field is a player's name, or several."""
    (name,) = Name.__metadata__  # type: ignore[attr-defined]  # what makes a text a name
    return name in _made_of(stage.model, kind)


@cache
def _described(model: type[Record], kind: Kind) -> FieldInfo | None:
    """Return the description of a kind's field, in whichever of the tables of a stage's model it is."""
    models = [model]
    for one in models:  # which grows as it goes
        models += [table for info in one.model_fields.values() for table in tables_of(info.annotation)]
        if kind in kinds_of(one):
            return one.model_fields[kind.name]
    return None


@cache
def _made_of(model: type[Record], kind: Kind) -> tuple[Any, ...]:
    """Return what the annotation of a kind's field is made of."""
    info = _described(model, kind)
    return () if info is None else tuple(parts_of(info))


def _canonical(stage: Stage, vocabulary: tuple[str, ...], words: Sequence[str], language: str) -> str | None:
    """Return words in canonical tokens, short forms too; None where any is not in the vocabulary, or several may be."""
    parts: list[str] = []
    for part in spell(" ".join(words), stage.words).split():
        if part in vocabulary or not part.isalpha():
            parts.append(part)
            continue
        meant = stage.shorts.whole(part, "|".join(map(re.escape, vocabulary)), language)
        if len(meant) != 1:
            return None
        parts += meant
    return join(parts)


@cache
def _following(pattern: str, vocabulary: tuple[str, ...], before: str) -> tuple[str, ...]:
    """Return the words and the few numbers with which an item may go on."""
    right = re.compile(pattern, re.ASCII)
    letters = [name for name in vocabulary if len(name) == 1]
    names = [name for name in vocabulary if name not in letters]
    rests = ["", *_rests((*names, *_DIGITS))]

    def may_follow(word: str) -> bool:
        text = f"{before} {word}".strip()
        return any(right.fullmatch(f"{text} {rest}".strip()) for rest in rests)

    found = [name for name in names if may_follow(name)]
    found += [name for name in letters if right.fullmatch(f"{before} {name}".strip())]
    for letter in letters if not before else []:
        found += _few([letter + digit for digit in _DIGITS], letter + _LARGE, may_follow)
    if before or not found:
        found += _few(list(_DIGITS), _LARGE, may_follow)
    return tuple(found)


@cache
def _rests(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return what may end an item: one of the words, or two."""
    return (*words, *map(" ".join, product(words, repeat=2)))


def _few(numbers: list[str], large: str, may_follow: Callable[[str], bool]) -> list[str]:
    """Return those numbers that may follow; none where a large one may too, since then any may."""
    return [] if may_follow(large) else [number for number in numbers if may_follow(number)]
