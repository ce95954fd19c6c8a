"""`callboard example` and `callboard schema`: a record to start from, with comments, and the JSON Schema of a stage."""

from typing import Annotated

import typer

from callboard_cli.commands.options import GameArgument, StageArgument, option
from callboard_cli.input.choosing import given_game, given_stage
from callboard_cli.input.stage import Stage, example_of
from callboard_cli.render.reports import toml_lines
from callboard_cli.render.schemas import record_schema, result_schema
from callboard_cli.ui.names import short_name, title_of
from callboard_cli.ui.output import UI, to_json
from callboard_cli.ui.wording import said_of


def example(
    ctx: typer.Context,
    game: GameArgument = "",
    stage: StageArgument = "",
) -> None:
    """Print a commented TOML record that `score` reads back."""
    ui: UI = ctx.obj
    chosen = given_game(ui, game)
    name = given_stage(ui, chosen, stage)
    comment = ui.text(
        "example.comment", command=f"callboard score {chosen.id} {short_name(ui.catalog, chosen.id, name)} -"
    )
    ui.emit(f"# {title_of(ui.catalog, chosen.id)} · {title_of(ui.catalog, chosen.id, name)}")
    ui.emit(f"# {comment}")
    for line in toml_lines(example_of(Stage(chosen, name), ui.catalog), _Meanings(ui, chosen.id, name)):
        ui.emit(line)


class _Meanings:
    """What fields mean, each where it first stands."""

    def __init__(self, ui: UI, game: str, stage: str) -> None:
        self._about = ui, game, stage
        self._told: set[str] = set()

    def __call__(self, key: str) -> list[str]:
        ui, game, stage = self._about
        meaning = said_of(ui.catalog, "help", game, stage, key)
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
    ui: UI = ctx.obj
    chosen = given_game(ui, game)
    name = given_stage(ui, chosen, stage, options=["--result"] if result else [])
    described = (result_schema if result else record_schema)(ui.catalog, chosen, name)
    ui.emit(to_json(described, indent=2))
