"""What can be typed of a stage in an evening: the record's fields, of which those that are carried over may lack."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cache
from typing import Annotated, Any

from pydantic import create_model
from pydantic.fields import FieldInfo

from callboard_nights.entries import GAINED, MOST_GAINED, WHOSE
from callboard_scoring.evening import Evening
from callboard_scoring.fields import Name, Typed, count
from callboard_scoring.game import Game
from callboard_scoring.records import Record, Seat, item_model, seats_field


@cache
def entry_model(game: Game, stage: str, known: frozenset[str]) -> type[Record]:
    """Return the model of what is typed of a stage in an evening: of its record, the known fields may lack.

    Those of players are named as in `players.coins`.
    """
    evening, model = game.evening(), game.record(stage)
    fields: dict[str, Any] = {}
    for name, info in model.model_fields.items():
        item = item_model(info)
        if item is not None and issubclass(item, Seat) and name == seats_field(model):
            annotation: Any = tuple[_seat_model(evening, item, known), ...]  # type: ignore[misc]
            fields[name] = (Annotated[annotation, *info.metadata], None)
        else:
            fields[name] = _field(info, is_known=name in known)
    if stage in evening.asks_whose:
        fields[WHOSE] = (Name, ...)
    made: type[Record] = create_model(model.__name__, __base__=Record, __module__=model.__module__, **fields)
    made.applies = model.applies  # type: ignore[method-assign]
    return made


def _seat_model(evening: Evening, item: type[Seat], known: Collection[str]) -> type[Seat]:
    """Return the model of a player's line, in which what was gained may stand for what there is by now."""
    fields: dict[str, Any] = {
        name: _field(info, is_known=f"players.{name}" in known)
        for name, info in item.model_fields.items()
        if name != "name"
    }
    if evening.total in item.model_fields:
        fields[GAINED] = (Annotated[int, count(-MOST_GAINED, MOST_GAINED), Typed(r"[+-]?\d+", named=True)], None)
    made: type[Seat] = create_model(item.__name__, __base__=Seat, __module__=item.__module__, **fields)
    made.whole = item
    return made


def _field(info: FieldInfo, *, is_known: bool) -> Any:
    """Describe a field as the record has it; one that may be known already may lack, and silence says nothing of it."""
    if not is_known:
        return info.annotation, info
    metadata = [replace(one, known=True) if isinstance(one, Typed) else one for one in info.metadata]
    return (Annotated[info.annotation, *metadata] if metadata else info.annotation), None
