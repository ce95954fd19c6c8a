"""What the fields of a form offer: the words of their games, as Tab has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from pydantic import ValidationError

from callboard_cli.entry.evening import EveningStage
from callboard_cli.entry.offering.candidates import Candidate, value_candidates
from callboard_cli.entry.reading.kinds import InTurn, Kind
from callboard_cli.entry.reading.line import RIGHT, Typing
from callboard_cli.entry.stage import Stage, stage_of
from callboard_cli.phones.forms import Form
from callboard_locales import catalog
from callboard_scoring.game import Game
from callboard_scoring.records import field_type

_DEPTH = 3
"""The most words of one item in a ring."""


@dataclass(frozen=True)
class Option:
    """What can stand in a field."""

    text: str
    meaning: str = ""


@cache
def first_words(stage: Stage, kind: Kind, language: str) -> tuple[Option, ...]:
    """Return what an item of a field can begin with, in a language."""
    return options_of(value_candidates(stage, kind, "", "", catalog(language)))


def options_of(found: Sequence[Candidate]) -> tuple[Option, ...]:
    """Return what Tab offers, with what each means where they differ in that; else the field's help says it."""
    several = len({one.meaning for one in found} - {""}) > 1
    return tuple(Option(one.text, one.meaning if several else "") for one in found)


@cache
def items_of(game: Game, stage: str, field: str, language: str) -> tuple[str, ...]:
    """Return all that one item of a list can be, in a language: what Tab offers, word by word."""
    own = stage_of(game, stage)
    kind = next(one for one in own.kinds if one.name == field)
    typing = Typing(game.id, own.words, own.shorts, language)
    found: dict[str, None] = {}
    begun = [""]
    for _ in range(_DEPTH):
        texts = (
            f"{text} {one.text}".strip()
            for text in begun
            for one in value_candidates(own, kind, f"{text} " if text else "", "", catalog(language))
        )
        begun = [text for text in dict.fromkeys(texts) if text not in found]
        readings = ((text, kind.reading(typing, text)) for text in begun)
        found |= {text: None for text, reading in readings if reading is not None and reading.weight == RIGHT}
    canonical: dict[object, str] = {}
    for text in found:  # "face up" says nothing more of what lies so anyway
        canonical.setdefault(_read(own, field, text), text)
    return tuple(canonical.values())


def _read(stage: Stage, field: str, text: str) -> object:
    """Return what a list's item is in a record; itself where it cannot be told."""
    try:
        return field_type(stage.model, field).validate_python((text,), context=stage.words)
    except ValidationError:
        return text


def ring_size(stage: EveningStage) -> int | None:
    """Return how many places a ring has with so many players, as its record says; None where it is not known."""
    walk = next((kind for kind in stage.kinds if isinstance(kind, InTurn)), None)
    if walk is None:
        return None
    read = Form(stage, {}).whole
    limits = (problem.values.get("limit") for problem in read.problems if problem.location == (walk.leads,))
    return next((limit for limit in limits if isinstance(limit, int)), None)
