"""JSON Schemas of what goes in and of what comes out, described in the reader's words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import TypeAdapter

from callboard_cli.render.json_data import ResultData
from callboard_cli.ui.names import title_of
from callboard_cli.ui.wording import said_of
from callboard_locales import Catalog
from callboard_scoring.game import Game

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]


def record_schema(catalog: Catalog, game: Game, stage: str) -> Schema:
    """Return the schema of a stage's record."""

    def said(name: str) -> str:
        return said_of(catalog, "help", game.id, stage, name)

    schema = _described(game.record(stage).model_json_schema(), said)
    title = _title(catalog, game, stage)
    what = {name: {"const": only, "description": title} for name, only in (("game", game.id), ("stage", stage))}
    return {
        "$schema": _DIALECT,
        "title": title,
        "description": catalog.text("schema.tokens"),
        **{key: value for key, value in schema.items() if key not in ("title", "description")},
        "properties": {**what, **schema["properties"]},  # a record may say what it is for
    }


def result_schema(catalog: Catalog, game: Game, stage: str) -> Schema:
    """Return the schema of a stage's result."""
    schema = _described(TypeAdapter(ResultData).json_schema(), lambda name: catalog.text(f"schema.{name}"))
    model = game.outcome(stage)
    outcome: Schema = {"type": "object", "additionalProperties": False}
    if model is not None:
        outcome = _described(model.model_json_schema(mode="serialization"), lambda name: _outcome(catalog, game, name))
    definitions = {**schema.pop("$defs", {}), **outcome.pop("$defs", {})}
    description = schema["properties"]["outcome"]["description"]
    schema["properties"] |= {
        "outcome": {**outcome, "description": description},
        "game": {"const": game.id, "description": catalog.text("schema.game")},
        "stage": {"const": stage, "description": catalog.text("schema.stage")},
    }
    return {"$schema": _DIALECT, "title": _title(catalog, game, stage), **schema, "$defs": definitions}


def _title(catalog: Catalog, game: Game, stage: str) -> str:
    return f"{title_of(catalog, game.id)} · {title_of(catalog, game.id, stage)}"


def _outcome(catalog: Catalog, game: Game, name: str) -> str:
    """Say what a field of an outcome is, where the catalogs have a name for it."""
    message = f"{game.id}/field.{name}"
    return catalog.text(message).partition("|")[0] if catalog.has(message) else ""


def _described(schema: Any, said: Callable[[str], str]) -> Any:
    """Take pydantic's English titles and descriptions away, and describe each field in the reader's words."""
    if isinstance(schema, list):
        return [_described(item, said) for item in schema]
    if not isinstance(schema, dict):
        return schema
    clean = {
        key: _described(value, said)
        for key, value in schema.items()
        if not (key in ("title", "description") and isinstance(value, str))
    }
    for name, field in clean.get("properties", {}).items():
        if said(name):
            field["description"] = said(name)
    return clean
