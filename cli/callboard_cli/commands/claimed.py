"""The totals that are compared with ours: typed as an option, or asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, NoReturn

import typer

from callboard_cli.commands.given import refuse
from callboard_cli.commands.options import option
from callboard_cli.entry.choosing import is_asking
from callboard_cli.entry.claims import OPTION, claims_in, misshapen
from callboard_cli.entry.offering import counted
from callboard_cli.speech.face import Face
from callboard_scoring.problems import Problem, RefusedError

ClaimedOption = Annotated[list[str], option(OPTION, "check.claimed", "check.claimed-metavar", counted.claimed)]


def look_claimed(face: Face, typed: Sequence[str], *, as_json: bool) -> None:
    """End the command with what to type, where no total was and nobody can be asked, or what was typed is none."""
    wrong = list(misshapen(typed))
    if wrong and len(wrong) == len(typed):  # as `--claimed Ann 84`; else all mistakes are told at once, with names
        refuse_claims(face, wrong, as_json=as_json)
    if not typed and not is_asking(as_json=as_json):
        refuse_claims(face, [Problem((), "error.claim-missing")], as_json=as_json)


def typed_claims(  # what was typed, who plays, and how to say what is wrong
    face: Face,
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
        refuse_claims(face, error.problems, as_json=as_json, again=again)


def asked_claims(face: Face, players: Sequence[str], again: Callable[[Sequence[str]], str]) -> dict[str, int]:
    """Ask for the total of each player; who leaves half-way is told how to go on, and the command ends.

    `again` is the command that has these totals already.
    """
    from callboard_cli.entry.asking.keyboard import ask_totals  # most totals are typed

    claimed: dict[str, int] = {}
    try:
        ask_totals(face, players, claimed)
    except (EOFError, KeyboardInterrupt):
        face.say()
        face.say(face.text("ask.stopped"), err=True)
        face.emit(f"  {again(as_typed(claimed))}", err=True)
        raise typer.Exit(1) from None
    if not claimed:
        face.say(face.text("claim.none"))
        raise typer.Exit(1)
    return claimed


def as_typed(claimed: Mapping[str, int]) -> list[str]:
    """Return totals as they are typed."""
    return [f"{name}={total}" for name, total in claimed.items()]


def refuse_claims(
    face: Face, problems: Iterable[Problem], *, as_json: bool, again: str = "", status: int = 2
) -> NoReturn:
    """Tell why totals cannot be compared, and end the command.

    :raises typer.Exit: always.
    """
    from callboard_cli.entry.refusing.refusal import SHOWN, refused  # most totals can be read

    told = list(problems)
    refusal = refused(RefusedError(told), face.catalog, None, {})
    if as_json:
        refuse(face, refusal, as_json=True)
        raise typer.Exit(status) from None
    for one in refusal.errors[:SHOWN]:
        face.say(one["text"], err=True)
    if len(told) > SHOWN:
        face.say(face.text("error.more", count=len(told) - SHOWN), err=True)
    if again:
        face.emit(f"  {again}", err=True)
    raise typer.Exit(status) from None
