"""`callboard night check`: totals that people counted beside the standing of an evening."""

from collections.abc import Sequence
from typing import Annotated

import typer

from callboard_cli.commands.claimed import (
    ClaimedOption,
    asked_claims,
    look_claimed,
    refuse_claims,
    typed_claims,
)
from callboard_cli.commands.night.answering import answering, emit
from callboard_cli.commands.options import JsonOption, NightArgument, option
from callboard_cli.commands.read_record import besides
from callboard_cli.input.claims import claims_as_options
from callboard_cli.input.evenings import meant, opened
from callboard_cli.ui.names import own_command
from callboard_cli.ui.output import UI
from callboard_nights.totals import otherwise_of, sums_of
from callboard_scoring.claimed_totals import compared
from callboard_scoring.problems import Problem, RefusedError


def check(
    ctx: typer.Context,
    night: NightArgument = "",
    *,
    claimed: ClaimedOption = [],
    explain: Annotated[bool, option("--explain", "check.explain")] = False,
    as_json: JsonOption = False,
) -> None:
    """Compare totals with the standing, and say what makes the difference."""
    ui: UI = ctx.obj
    if "=" in night:  # a total, and no evening's name
        refuse_claims(ui, [Problem((), "error.claim-missing")], as_json=as_json)
    with answering(ui, as_json=as_json) as saved:
        name = meant(saved, night)
        stands = opened(saved, name)
        sums = sums_of(stands)
        if not sums:
            raise RefusedError([Problem((), "error.night.no-points", {"more": ["claim.night-instead"]})])
        look_claimed(ui, claimed, as_json=as_json)

        def again(told: Sequence[str]) -> str:
            which = [name] if night else []
            options = [*claims_as_options(told), *besides(ui, explain=explain)]
            return own_command(ui.catalog, ["night", "check", *which, *options])

        if claimed:
            totals = typed_claims(ui, claimed, stands.players, stands.seating.former, as_json=as_json)
        else:
            totals = asked_claims(ui, stands.players, again)
        found = compared(sums, totals, lambda: otherwise_of(stands))
        if as_json:
            from callboard_cli.render.json_data import checked_data

            emit(ui, saved, {"night": name, "players": checked_data(ui.catalog, stands.game, found)})
            return
        from callboard_cli.render.evenings.claims import show_night_checked  # a program sees none

        show_night_checked(ui, name if night else "", stands, sums, found, explain=explain)
