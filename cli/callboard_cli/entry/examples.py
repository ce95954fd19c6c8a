"""Each stage's example record, in the reader's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from callboard_cli.entry.stage import Stage
from callboard_cli.speech.wording import token
from callboard_locales import Catalog
from callboard_scoring.records import field_names


def example_of(stage: Stage, words: Catalog) -> dict[str, Any]:
    """Return a stage's example with the names, drawn rows and tokens of the reader's language."""
    fields = set(field_names(stage.model))

    def told(value: Any, field: str) -> Any:
        if isinstance(value, Mapping):
            return {(key if key in fields else worded(key, field)): told(inner, key) for key, inner in value.items()}
        if isinstance(value, list):
            return [told(item, field) for item in value]
        return worded(value, field) if isinstance(value, str) else value

    def worded(text: str, field: str) -> str:
        message = f"{stage.game.id}/example.{text}"
        return words.text(message) if words.has(message) else token(words, stage.game.id, text, field)

    example: dict[str, Any] = told(stage.game.example(stage.name), "")
    return example
