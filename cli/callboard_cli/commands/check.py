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
from callboard_cli.commands.given import besides, given
from callboard_cli.commands.options import GameArgument, JsonOption, RecordArgument, StageArgument, option
from callboard_cli.entry.choosing import (
    given_game,
    given_stage,
)
from callboard_cli.entry.claims import CheckedStage, called, no_totals, others_by_names, with_totals
from callboard_cli.speech.face import Face
from callboard_cli.speech.streams import SCHEMA, to_json
from callboard_scoring.counting import Sum, compared, sums_of, sums_of_others
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
    face: Face = ctx.obj
    chosen = given_game(face, game, as_json=as_json)
    name = given_stage(face, chosen, stage, with_totals, as_json=as_json)
    look_claimed(face, claimed, as_json=as_json)
    checked = CheckedStage(chosen, name, tuple(claimed), besides=besides(face, explain=explain))
    _check(face, checked, record, explain=explain, as_json=as_json)


def _check(face: Face, stage: CheckedStage, words: list[str], *, explain: bool, as_json: bool) -> None:
    game = stage.game
    if not words and not as_json:  # before anything is asked
        _sums(face, game, stage.score(stage.record(game.example(stage.name))), as_json=as_json)
    read = given(face, stage, words, as_json=as_json)
    result = stage.score(read.record)
    sums = _sums(face, game, result, as_json=as_json)
    others = {whose: whose if as_json else called(face.catalog, game.id, whose) for whose in result.others()}
    sums += (replace(one, name=others[one.name]) for one in sums_of_others(result))
    names = [one.name for one in sums]

    def again(claimed: Sequence[str]) -> str:
        return replace(stage, claimed=tuple(claimed)).command(face.catalog, read.words)

    if stage.claimed:
        also = {name: others[whose] for name, whose in others_by_names(game.id, result).items()}
        claimed = typed_claims(face, stage.claimed, names, also, as_json=as_json, again=read.again)
    else:
        claimed = asked_claims(face, names, again)
    found = compared(sums, claimed, lambda: game.otherwise(stage.name, read.record))
    if as_json:
        from callboard_cli.display.machine import checked_data, doubts_data  # people are told in words

        data: dict[str, object] = {"schema": SCHEMA, "players": checked_data(face.catalog, game, found)}
        if result.doubts:
            data["doubts"] = doubts_data(face.catalog, game, result)
        face.emit(to_json(data))
        return
    from callboard_cli.display.claims_shown import show_checked  # a program sees none

    asked = bool(read.again) or not stage.claimed
    show_checked(
        face, stage, result, found, read.words, explain=explain, again=again(as_typed(claimed)) if asked else ""
    )


def _sums(face: Face, game: Game, result: AnyResult, *, as_json: bool) -> list[Sum]:
    """Return what each player's total is made of; where there are no totals, that is told, and the command ends."""
    sums = sums_of(result)
    if not sums:
        refuse_claims(face, [no_totals(face.catalog, game)], as_json=as_json, status=1)
    return sums
