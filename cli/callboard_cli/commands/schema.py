"""`callboard schema`: the JSON Schema of a stage's record."""

from collections.abc import Callable
from typing import Annotated, Any

from callboard_cli.entry.choosing import chosen_game, chosen_stage, game_argument, stage_argument
from callboard_cli.speech.face import Face


def command(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def schema(
        game: Annotated[str, game_argument(face)] = "",
        stage: Annotated[str, stage_argument(face)] = "",
    ) -> None:
        """Print what a record may hold, described in the reader's language."""
        from callboard_cli.display.machine import to_json  # noqa: PLC0415  # help needs none

        chosen = chosen_game(game)
        name = chosen_stage(chosen, stage)
        described = _described(chosen.record(name).model_json_schema(), face, chosen.id, name)
        described["title"] = f"{face.text(f'{chosen.id}/game')} · {face.text(f'{chosen.id}/stage.{name}')}"
        for key, only in (("game", chosen.id), ("stage", name)):  # a record may say what it is for
            field = {"const": only, "description": described["title"]}
            described["properties"] = {key: field, **described["properties"]}
        described["description"] = face.text("schema.tokens")
        described = {"$schema": "https://json-schema.org/draft/2020-12/schema", **described}
        face.emit(to_json(described, indent=2))

    return schema


def _described(schema: Any, face: Face, game: str, stage: str) -> Any:  # noqa: ANN401  # JSON
    """Take pydantic's English titles and descriptions away, and describe each field in the reader's words."""
    from callboard_cli.speech.wording import said_of  # noqa: PLC0415  # help needs none

    if isinstance(schema, list):
        return [_described(item, face, game, stage) for item in schema]
    if not isinstance(schema, dict):
        return schema
    clean = {
        key: _described(value, face, game, stage)
        for key, value in schema.items()
        if not (key in ("title", "description") and isinstance(value, str))
    }
    for name, field in clean.get("properties", {}).items():
        field["description"] = said_of(face.catalog, "help", game, stage, name)
    return clean
