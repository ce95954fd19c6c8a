"""`callboard report score`: a score that somebody holds wrong."""

import typer

from callboard_cli.commands.claimed import ClaimedOption, typed_claims
from callboard_cli.commands.given import besides, given
from callboard_cli.commands.options import GameArgument, RecordArgument, StageArgument
from callboard_cli.commands.report.reporting import (
    OutOption,
    SaysOption,
    WithNamesOption,
    deliver_score,
    look_counted,
)
from callboard_cli.entry.choosing import given_game, given_stage
from callboard_cli.entry.claims import ReportedStage
from callboard_cli.speech.face import Face


def score(
    ctx: typer.Context,
    game: GameArgument = "",
    stage: StageArgument = "",
    record: RecordArgument = [],
    *,
    claimed: ClaimedOption = [],
    says: SaysOption = "",
    with_names: WithNamesOption = False,
    out: OutOption = "",
) -> None:
    """Write down a score that is held wrong."""
    face: Face = ctx.obj
    chosen = given_game(face, game)
    name = given_stage(face, chosen, stage)
    look_counted(face, says, claimed)
    reported = ReportedStage(chosen, name, tuple(claimed), says, with_names, out, besides=besides(face))
    _report(face, reported, record)


def _report(face: Face, stage: ReportedStage, words: list[str]) -> None:
    read = given(face, stage, words, as_json=False)
    result = stage.score(read.record)
    names = [score.name for score in result.players]
    totals = typed_claims(face, stage.claimed, names, as_json=False, again=read.again) if stage.claimed else {}
    deliver_score(face, stage, read.record, result, totals, stage.says, stage.out, with_names=stage.with_names)
