"""`callboard night`, `night show` and `night list`: what stands, and which evenings there are."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from callboard_cli.commands.night.answering import answering, emit
from callboard_cli.commands.options import JsonOption, NightArgument, option
from callboard_cli.display.evenings.machine import night_data
from callboard_cli.display.results import View
from callboard_cli.entry.drafts import going_on
from callboard_cli.entry.nights import meant, opened
from callboard_cli.entry.offering import counted
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.face import Face
from callboard_nights.seating import LogError
from callboard_nights.statistics import listed, summary_of

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
    entry: Annotated[str, option("--entry", "night.show-entry", "night.entry-metavar", counted.entries)] = "",
    explain: Annotated[bool, option("--explain", "night.show-explain")] = False,
    why_not: Annotated[bool, option("--why-not", "night.show-why-not")] = False,
    of: Annotated[list[str], option("--of", "night.show-of", "score.of-metavar")] = [],
    as_json: JsonOption = False,
) -> None:
    """Show an evening."""
    face: Face = ctx.obj
    if entry:
        from callboard_cli.commands.night.retelling import show_again  # most look at the whole

        view = View(explain=explain, why_not=why_not, brief=brief, of=of)
        show_again(face, night, entry, view, as_json=as_json)
    elif explain or why_not or of:
        option = "--explain" if explain else "--why-not" if why_not else "--of"
        raise CommandLineError("night.show-entry-only", option=option)
    elif receipt and not as_json:
        _show_receipt(face, night)
    else:
        show_night(face, night, brief=brief, whole=True, as_json=as_json)


def _show_receipt(face: Face, given: str) -> None:
    """Show the code of the record that ended the game."""
    from callboard_cli.display.evenings.receipt import show_receipt  # only the end of a game has one

    with answering(face, as_json=False) as saved:
        name = meant(saved, given)
        show_receipt(face, opened(saved, name), name)


def show_night(face: Face, given: str = "", *, brief: bool = False, whole: bool = False, as_json: bool) -> None:
    """Show where the table stands; `whole` with all entries."""
    with answering(face, as_json=as_json) as saved:
        name = meant(saved, given)
        stands = opened(saved, name)
        if as_json:
            emit(face, saved, night_data(face.catalog, name, stands))
            return
        from callboard_cli.display.evenings import evening as nights  # a program sees none

        if brief:
            nights.show_brief(face, stands)
        else:
            is_current = name == saved.current()
            half_way = going_on(face.catalog, saved, name, stands) if is_current else ""
            nights.show_night(face, name, stands, whole=whole, is_current=is_current, half_way=half_way)


def list_(ctx: typer.Context, *, as_json: JsonOption = False) -> None:
    """List the evenings, the newest first."""
    face: Face = ctx.obj
    with answering(face, as_json=as_json) as saved:
        tables = list(_tables(saved))
        if as_json:
            emit(face, saved, {"nights": tables})
            return
        from callboard_cli.display.evenings.evening import show_list

        show_list(face, tables, saved.current())


def _tables(saved: "Store") -> Iterator[dict[str, Any]]:
    """Yield what a list tells of each evening; where that was lost and cannot be worked out anew, it is noticed."""
    from callboard_nights.storage.errors import Notice  # help needs none

    for one in saved.summaries():
        try:
            table = one.table if one.table is not None else summary_of(opened(saved, one.night))
        except LogError as error:
            saved.notices.append(Notice(error.code, error.values))
        else:
            yield {"night": one.night, **listed(table)}
