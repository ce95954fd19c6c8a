"""`callboard report entry`: an entry of an evening whose score somebody holds wrong."""

from typing import Annotated

import typer

from callboard_cli.commands.claimed import ClaimedOption, typed_claims
from callboard_cli.commands.night.answering import answering
from callboard_cli.commands.options import argument, option
from callboard_cli.commands.report.reporting import (
    OutOption,
    SaysOption,
    WithNamesOption,
    deliver_score,
    look_counted,
)
from callboard_cli.entry.offering import counted, offers
from callboard_cli.speech.face import Face


def entry(
    ctx: typer.Context,
    entry: Annotated[str, argument("night.entry-metavar", "night.entry", counted.entries)] = "",
    *,
    night: Annotated[str, option("--night", "night.id", "night.id-metavar", offers.nights)] = "",
    claimed: ClaimedOption = [],
    says: SaysOption = "",
    with_names: WithNamesOption = False,
    out: OutOption = "",
) -> None:
    """Write down an entry whose score is held wrong."""
    face: Face = ctx.obj
    from callboard_cli.commands.night.retelling import scored_entry  # help needs none
    from callboard_cli.entry.nights import meant, opened
    from callboard_cli.entry.stage import Stage

    look_counted(face, says, claimed)
    with answering(face, as_json=False) as saved:
        stands = opened(saved, meant(saved, night))
        _, played = scored_entry(face, saved, stands, entry)
        stage = Stage(stands.game, played.stage)
        result = stage.score(played.record)  # by itself, without the doubts of its evening
        names = [score.name for score in result.players]
        totals = typed_claims(face, claimed, names, stands.seating.former, as_json=False) if claimed else {}
        deliver_score(face, stage, played.record, result, totals, says, out, with_names=with_names)
