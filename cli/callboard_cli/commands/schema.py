"""`callboard schema`: the JSON Schema of a stage's record, or of its result."""

from collections.abc import Callable
from typing import Annotated

import typer

from callboard_cli.display.schemas import record_schema, result_schema
from callboard_cli.entry.choosing import chosen_game, chosen_stage, game_argument, stage_argument
from callboard_cli.speech.data import to_json
from callboard_cli.speech.face import Face


def command(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def schema(
        game: Annotated[str, game_argument(face)] = "",
        stage: Annotated[str, stage_argument(face)] = "",
        *,
        result: Annotated[bool, typer.Option("--result", help=face.text("schema.result"), show_default=False)] = False,
    ) -> None:
        """Print what a record may hold, or what comes back, described in the reader's language."""
        chosen = chosen_game(face, game)
        name = chosen_stage(face, chosen, stage, ["--result"] if result else [])
        described = (result_schema if result else record_schema)(face.catalog, chosen, name)
        face.emit(to_json(described, indent=2))

    return schema
