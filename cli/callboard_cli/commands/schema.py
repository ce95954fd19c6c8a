"""`callboard schema`: the JSON Schema of a stage's record, or of its result."""

from typing import Annotated

import typer

from callboard_cli.commands.options import GameArgument, StageArgument, option
from callboard_cli.display.schemas import record_schema, result_schema
from callboard_cli.entry.choosing import chosen_game, chosen_stage
from callboard_cli.speech.data import to_json
from callboard_cli.speech.face import Face


def schema(
    ctx: typer.Context,
    game: GameArgument = "",
    stage: StageArgument = "",
    *,
    result: Annotated[bool, option("--result", "schema.result")] = False,
) -> None:
    """Print what a record may hold, or what comes back, described in the reader's language."""
    face: Face = ctx.obj
    chosen = chosen_game(face, game)
    name = chosen_stage(face, chosen, stage, ["--result"] if result else [])
    described = (result_schema if result else record_schema)(face.catalog, chosen, name)
    face.emit(to_json(described, indent=2))
