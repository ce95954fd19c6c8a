"""`callboard example` and `callboard schema`: a record to start from, with comments, and the JSON Schema of a stage."""

from typing import Annotated

import typer

from callboard_cli.commands.options import GameArgument, StageArgument, option
from callboard_cli.display.reports import toml_lines
from callboard_cli.display.schemas import record_schema, result_schema
from callboard_cli.entry.choosing import chosen_game, chosen_stage
from callboard_cli.entry.stage import Stage, example_of
from callboard_cli.speech.face import Face
from callboard_cli.speech.naming import short_name, title_of
from callboard_cli.speech.streams import to_json
from callboard_cli.speech.wording import said_of


def example(
    ctx: typer.Context,
    game: GameArgument = "",
    stage: StageArgument = "",
) -> None:
    """Print a commented TOML record that `score` reads back."""
    face: Face = ctx.obj
    chosen = chosen_game(face, game)
    name = chosen_stage(face, chosen, stage)
    comment = face.text(
        "example.comment", command=f"callboard score {chosen.id} {short_name(face.catalog, chosen.id, name)} -"
    )
    face.emit(f"# {title_of(face.catalog, chosen.id)} · {title_of(face.catalog, chosen.id, name)}")
    face.emit(f"# {comment}")
    for line in toml_lines(example_of(Stage(chosen, name), face.catalog), _Meanings(face, chosen.id, name)):
        face.emit(line)


class _Meanings:
    """What fields mean, each where it first stands."""

    def __init__(self, face: Face, game: str, stage: str) -> None:
        self._about = face, game, stage
        self._told: set[str] = set()

    def __call__(self, key: str) -> list[str]:
        face, game, stage = self._about
        meaning = said_of(face.catalog, "help", game, stage, key)
        if key in self._told or not meaning:
            return []
        self._told.add(key)
        return [f"# {meaning}"]


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
