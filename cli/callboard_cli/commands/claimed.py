"""The totals that are compared with ours: typed as an option, or asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, NoReturn

import typer

from callboard_cli.commands.options import option
from callboard_cli.commands.read_record import refuse
from callboard_cli.completion import counted
from callboard_cli.input.choosing import is_asking
from callboard_cli.input.claims import OPTION, claims_in, misshapen
from callboard_cli.ui.output import UI
from callboard_scoring.problems import Problem, RefusedError

ClaimedOption = Annotated[list[str], option(OPTION, "check.claimed", "check.claimed-metavar", counted.claimed)]


def look_claimed(ui: UI, typed: Sequence[str], *, as_json: bool) -> None:
    """End the command with what to type, where no total was and nobody can be asked, or what was typed is none."""
    wrong = list(misshapen(typed))
    if wrong and len(wrong) == len(typed):  # as `--claimed Ann 84`; else all mistakes are told at once, with names
        refuse_claims(ui, wrong, as_json=as_json)
    if not typed and not is_asking(as_json=as_json):
        refuse_claims(ui, [Problem((), "error.claim-missing")], as_json=as_json)


def typed_claims(  # what was typed, who plays, and how to say what is wrong
    ui: UI,
    typed: Sequence[str],
    players: Sequence[str],
    former: Mapping[str, str] | None = None,
    *,
    as_json: bool,
    again: str = "",
) -> dict[str, int]:
    """Return each total that was counted, by the player's name; where one is wrong, that is told, and the command ends.

    What was answered before is not lost: `again` repeats it.
    """
    try:
        return claims_in(typed, players, former or {})
    except RefusedError as error:
        refuse_claims(ui, error.problems, as_json=as_json, again=again)


def asked_claims(ui: UI, players: Sequence[str], again: Callable[[Sequence[str]], str]) -> dict[str, int]:
    """Ask for the total of each player; who leaves half-way is told how to go on, and the command ends.

    `again` is the command that has these totals already.
    """
    from callboard_cli.input.prompts.keyboard import ask_totals  # most totals are typed

    claimed: dict[str, int] = {}
    try:
        ask_totals(ui, players, claimed)
    except (EOFError, KeyboardInterrupt):
        ui.say()
        ui.say(ui.text("ask.stopped"), err=True)
        ui.emit(f"  {again(as_typed(claimed))}", err=True)
        raise typer.Exit(1) from None
    if not claimed:
        ui.say(ui.text("claim.none"))
        raise typer.Exit(1)
    return claimed


def as_typed(claimed: Mapping[str, int]) -> list[str]:
    """Return totals as they are typed."""
    return [f"{name}={total}" for name, total in claimed.items()]


def refuse_claims(ui: UI, problems: Iterable[Problem], *, as_json: bool, again: str = "", status: int = 2) -> NoReturn:
    """Tell why totals cannot be compared, and end the command.

    :raises typer.Exit: always.
    """
    from callboard_cli.input.diagnostics.refusal import SHOWN, refused  # most totals can be read

    told = list(problems)
    refusal = refused(RefusedError(told), ui.catalog, None, {})
    if as_json:
        refuse(ui, refusal, as_json=True)
        raise typer.Exit(status) from None
    for one in refusal.errors[:SHOWN]:
        ui.say(one["text"], err=True)
    if len(told) > SHOWN:
        ui.say(ui.text("error.more", count=len(told) - SHOWN), err=True)
    if again:
        ui.emit(f"  {again}", err=True)
    raise typer.Exit(status) from None
