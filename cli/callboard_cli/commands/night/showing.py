"""`callboard night`, `night show`, `night list` and `night check`: what stands, and counted totals beside it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from callboard_cli.commands.check import (
    ClaimedOption,
    asked_claims,
    look_claimed,
    refuse_claims,
    typed_claims,
)
from callboard_cli.commands.night.answering import answering, emit
from callboard_cli.commands.night.entering import entry_number
from callboard_cli.commands.options import JsonOption, NightArgument, option
from callboard_cli.commands.read_record import besides
from callboard_cli.commands.score import named_players
from callboard_cli.completion import offers
from callboard_cli.input.claims import claims_as_options
from callboard_cli.input.evenings import going_on, meant, opened
from callboard_cli.render.evenings.json_data import errors_data, night_data, standing_data
from callboard_cli.render.json_data import result_data
from callboard_cli.render.results import View
from callboard_cli.ui.names import own_command
from callboard_cli.ui.output import UI, CommandLineError
from callboard_nights import commands
from callboard_nights.night import Entry, Night
from callboard_nights.player_names import meant as meant_player
from callboard_nights.seating import LogError
from callboard_nights.statistics import listed, summary_of
from callboard_nights.totals import otherwise_of, sums_of
from callboard_scoring.claimed_totals import compared
from callboard_scoring.evening import Played
from callboard_scoring.problems import Problem, RefusedError

if TYPE_CHECKING:
    from callboard_nights.storage.store import Store


def night(ctx: typer.Context, *, as_json: JsonOption = False) -> None:
    """Show where the table stands, where nothing else is asked for."""
    if ctx.invoked_subcommand is None:
        show_night(ctx.obj, as_json=as_json)
    elif as_json:  # as the command behind it is asked to answer
        ctx.default_map = {ctx.invoked_subcommand: {"as_json": True}}


def show(
    ctx: typer.Context,
    night: NightArgument = "",
    *,
    brief: Annotated[bool, option("--brief", "night.brief")] = False,
    receipt: Annotated[bool, option("--receipt", "night.show-receipt")] = False,
    entry: Annotated[str, option("--entry", "night.show-entry", "night.entry-metavar", offers.entries)] = "",
    explain: Annotated[bool, option("--explain", "night.show-explain")] = False,
    why_not: Annotated[bool, option("--why-not", "night.show-why-not")] = False,
    of: Annotated[list[str], option("--of", "night.show-of", "score.of-metavar")] = [],
    as_json: JsonOption = False,
) -> None:
    """Show an evening."""
    ui: UI = ctx.obj
    if entry:
        view = View(explain=explain, why_not=why_not, brief=brief, of=of)
        show_again(ui, night, entry, view, as_json=as_json)
    elif explain or why_not or of:
        option = "--explain" if explain else "--why-not" if why_not else "--of"
        raise CommandLineError("night.show-entry-only", option=option)
    elif receipt and not as_json:
        _show_receipt(ui, night)
    else:
        show_night(ui, night, brief=brief, whole=True, as_json=as_json)


def _show_receipt(ui: UI, given: str) -> None:
    """Show the code of the record that ended the game."""
    from callboard_cli.render.evenings.receipt import show_receipt  # only the end of a game has one

    with answering(ui, as_json=False) as saved:
        name = meant(saved, given)
        show_receipt(ui, opened(saved, name), name)


def show_night(ui: UI, given: str = "", *, brief: bool = False, whole: bool = False, as_json: bool) -> None:
    """Show where the table stands; `whole` with all entries."""
    with answering(ui, as_json=as_json) as saved:
        name = meant(saved, given)
        stands = opened(saved, name)
        if as_json:
            emit(ui, saved, night_data(ui.catalog, name, stands))
            return
        from callboard_cli.render.evenings import evening as nights  # a program sees none

        if brief:
            nights.show_brief(ui, stands)
        else:
            is_current = name == saved.current()
            half_way = going_on(ui.catalog, saved, name, stands) if is_current else ""
            nights.show_night(ui, name, stands, whole=whole, is_current=is_current, half_way=half_way)


def list_(ctx: typer.Context, *, as_json: JsonOption = False) -> None:
    """List the evenings, the newest first."""
    ui: UI = ctx.obj
    with answering(ui, as_json=as_json) as saved:
        tables = list(_tables(saved))
        if as_json:
            emit(ui, saved, {"nights": tables})
            return
        from callboard_cli.render.evenings.evening import show_list

        show_list(ui, tables, saved.current())


def _tables(saved: "Store") -> Iterator[dict[str, Any]]:
    """Yield what a list tells of each evening; where that was lost and cannot be worked out anew, it is noticed."""
    from callboard_nights.storage.files import Notice  # help needs none

    for one in saved.summaries():
        try:
            table = one.table if one.table is not None else summary_of(opened(saved, one.night))
        except LogError as error:
            saved.notices.append(Notice(error.code, error.values))
        else:
            yield {"night": one.night, **listed(table)}


def show_again(ui: UI, given: str, number: str, view: View, *, as_json: bool) -> None:
    """Show what came of an entry, and where the table stood after it; of one that does not fit, why."""
    with answering(ui, as_json=as_json) as saved:
        name = meant(saved, given)
        night = opened(saved, name)
        entry, played = scored_entry(ui, saved, night, number, as_json=as_json)
        result, then = played.result, night.until(entry.number + 1)
        asked = [meant_player(one, night.players, night.seating.former) or one for one in view.of]
        of = named_players(ui, night.game, asked, result)
        if as_json:
            data = {
                "night": name,
                "entry": entry.number,
                "result": result_data(
                    ui.catalog, night.game, entry.stage, result, why_not=view.why_not or view.explain
                ),
                "standing": standing_data(then.standing),
            }
            emit(ui, saved, data)
            return
        from callboard_cli.render.evenings.evening import show_retold  # a program sees none

        show_retold(ui, then, replace(view, of=of))


def scored_entry(ui: UI, saved: "Store", night: Night, number: str, *, as_json: bool = False) -> tuple[Entry, Played]:
    """Return an entry with what came of it; of one that does not fit say why, and end the command.

    :raises typer.Exit: as said.
    :raises RefusedError: when there is no such entry.
    :raises CommandLineError: when none was named.
    """
    entry = commands.standing_entry(night, entry_number(number, night))
    if entry.played is None:
        _refuse(ui, saved, night, entry, as_json=as_json)
        raise typer.Exit(1)
    return entry, entry.played


def _refuse(ui: UI, saved: "Store", night: Night, entry: Entry, *, as_json: bool) -> None:
    """Say why an entry does not fit, and how to mend it."""
    if as_json:
        emit(ui, saved, {"errors": errors_data(ui.catalog, night, entry)})
        return
    from callboard_cli.render.evenings.standing import misfit

    for line in misfit(ui, night, entry):
        ui.say(line, err=True)


def check_night(
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
