"""`callboard check`: totals that people counted beside ours, and what makes the difference."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import typer

from callboard_cli.commands.claimed import (
    ClaimedOption,
    as_typed,
    asked_claims,
    look_claimed,
    refuse_claims,
    typed_claims,
)
from callboard_cli.commands.options import GameArgument, JsonOption, RecordArgument, StageArgument, option
from callboard_cli.commands.read_record import besides, given
from callboard_cli.input.choosing import (
    given_game,
    given_stage,
)
from callboard_cli.input.claims import CheckedStage, called, no_totals, others_by_names, with_totals
from callboard_cli.ui.output import SCHEMA, UI, to_json
from callboard_scoring.claimed_totals import Sum, compared, sums_of, sums_of_others
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult


def check(
    ctx: typer.Context,
    game: GameArgument = "",
    stage: StageArgument = "",
    record: RecordArgument = [],
    *,
    claimed: ClaimedOption = [],
    explain: Annotated[bool, option("--explain", "check.explain")] = False,
    as_json: JsonOption = False,
) -> None:
    """Compare totals with ours, and say what makes the difference."""
    ui: UI = ctx.obj
    chosen = given_game(ui, game, as_json=as_json)
    name = given_stage(ui, chosen, stage, with_totals, as_json=as_json)
    look_claimed(ui, claimed, as_json=as_json)
    checked = CheckedStage(chosen, name, tuple(claimed), besides=besides(ui, explain=explain))
    _check(ui, checked, record, explain=explain, as_json=as_json)


def _check(ui: UI, stage: CheckedStage, words: list[str], *, explain: bool, as_json: bool) -> None:
    game = stage.game
    if not words and not as_json:  # before anything is asked
        _sums(ui, game, stage.score(stage.record(game.example(stage.name))), as_json=as_json)
    read = given(ui, stage, words, as_json=as_json)
    result = stage.score(read.record)
    sums = _sums(ui, game, result, as_json=as_json)
    others = {whose: whose if as_json else called(ui.catalog, game.id, whose) for whose in result.others()}
    sums += (replace(one, name=others[one.name]) for one in sums_of_others(result))
    names = [one.name for one in sums]

    def again(claimed: Sequence[str]) -> str:
        return replace(stage, claimed=tuple(claimed)).command(ui.catalog, read.words)

    if stage.claimed:
        also = {name: others[whose] for name, whose in others_by_names(game.id, result).items()}
        claimed = typed_claims(ui, stage.claimed, names, also, as_json=as_json, again=read.again)
    else:
        claimed = asked_claims(ui, names, again)
    found = compared(sums, claimed, lambda: game.otherwise(stage.name, read.record))
    if as_json:
        from callboard_cli.render.json_data import checked_data, doubts_data  # people are told in words

        data: dict[str, object] = {"schema": SCHEMA, "players": checked_data(ui.catalog, game, found)}
        if result.doubts:
            data["doubts"] = doubts_data(ui.catalog, game, result)
        ui.emit(to_json(data))
        return
    from callboard_cli.render.claims_shown import show_checked  # a program sees none

    asked = bool(read.again) or not stage.claimed
    show_checked(ui, stage, result, found, read.words, explain=explain, again=again(as_typed(claimed)) if asked else "")


def _sums(ui: UI, game: Game, result: AnyResult, *, as_json: bool) -> list[Sum]:
    """Return what each player's total is made of; where there are no totals, that is told, and the command ends."""
    sums = sums_of(result)
    if not sums:
        refuse_claims(ui, [no_totals(ui.catalog, game)], as_json=as_json, status=1)
    return sums
