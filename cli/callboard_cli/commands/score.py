"""`callboard score`: a record in, an explained result out."""

from collections.abc import Collection
from dataclasses import replace
from typing import Annotated

import typer

from callboard_cli.commands.options import (
    BriefOption,
    ExplainOption,
    GameArgument,
    JsonOption,
    RecordArgument,
    StageArgument,
    WhyNotOption,
    option,
)
from callboard_cli.commands.read_record import Given, besides, given, is_file
from callboard_cli.input.choosing import (
    given_game,
    given_stage,
)
from callboard_cli.input.claims import called, others_by_names
from callboard_cli.input.next_command import after_score
from callboard_cli.input.parser.typed import write
from callboard_cli.input.stage import Stage
from callboard_cli.render.json_data import result_data
from callboard_cli.render.results import View, show_result
from callboard_cli.ui.names import command_line
from callboard_cli.ui.output import UI, CommandLineError, missed, nearest_name, to_json, visible
from callboard_scoring.fields import same_name
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult


def score(
    ctx: typer.Context,
    game: GameArgument = "",
    stage: StageArgument = "",
    record: RecordArgument = [],
    *,
    explain: ExplainOption = False,
    why_not: WhyNotOption = False,
    brief: BriefOption = False,
    of: Annotated[list[str], option("--of", "score.of", "score.of-metavar")] = [],
    as_json: JsonOption = False,
) -> None:
    """Score a record and say why."""
    ui: UI = ctx.obj
    chosen = given_game(ui, game, as_json=as_json)
    name = given_stage(ui, chosen, stage, as_json=as_json)
    view = View(explain=explain, why_not=why_not, brief=brief, of=of)
    _score(ui, chosen, name, record, view, as_json=as_json)


def _score(  # the command's own arguments
    ui: UI, game: Game, name: str, words: list[str], view: View, *, as_json: bool
) -> None:
    stage = Stage(game, name, besides=_shown(ui, view))
    read = given(ui, stage, words, as_json=as_json)
    result = stage.score(read.record)
    names = _named(ui, stage, read, view, result)
    if as_json:
        ui.emit(to_json(result_data(ui.catalog, game, name, result, why_not=view.why_not or view.explain)))
        return
    following = after_score(ui, game, name, read.record, result)
    show_result(ui, game, name, result, replace(view, of=names, again=read.again, next=following))
    if view.brief and words and not is_file(words):
        from callboard_cli.input.evening_stage import reworded  # most answers are told whole

        shown = reworded(read.record.model_dump(mode="json", by_alias=True), stage.model, game, ui.catalog)
        ui.emit(ui.text("night/read", line=visible(command_line(write(shown, stage, ui.catalog)))))


def _named(ui: UI, stage: Stage, read: Given, view: View, result: AnyResult) -> list[str]:
    """Return the players who are asked for; where one does not play, what was answered before is not lost."""
    try:
        return named_players(ui, stage.game, view.of, result)
    except CommandLineError as error:
        if read.again:
            every = replace(stage, besides=_shown(ui, replace(view, of=())))
            error.lines = [f"  {every.command(ui.catalog, read.words)}"]
        raise


def _shown(ui: UI, view: View) -> tuple[str, ...]:
    return besides(ui, of=view.of, explain=view.explain, why_not=view.why_not, brief=view.brief)


def named_players(ui: UI, game: Game, asked: Collection[str], result: AnyResult) -> list[str]:
    """Return the players who are asked for, as the record names them; who is no player and has points, as told.

    :raises CommandLineError: when there is no such player.
    """
    if not asked:
        return []
    others = {whose: called(ui.catalog, game.id, whose) for whose in result.others()}
    names = [*(score.name for score in result.players), *others.values()]
    also = {name: others[whose] for name, whose in others_by_names(game.id, result).items()}
    known = also | {same_name(name): name for name in names}
    for name in asked:
        if not names:
            raise CommandLineError("usage.no-players")
        if same_name(name) not in known:
            raise missed("usage.no-player", name, list(map(visible, names)), visible(nearest_name(name, names)) or None)
    return [known[same_name(name)] for name in asked]
