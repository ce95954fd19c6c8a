"""`callboard check`: totals that people counted, typed or asked for, beside ours, and what makes the difference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, NoReturn

import typer

from callboard_cli.commands.options import GameArgument, JsonOption, RecordArgument, StageArgument, option
from callboard_cli.commands.read_record import besides, given, refuse
from callboard_cli.completion import offers
from callboard_cli.input.choosing import (
    given_game,
    given_stage,
    is_asking,
)
from callboard_cli.input.claims import (
    OPTION,
    CheckedStage,
    called,
    claims_in,
    misshapen,
    no_totals,
    others_by_names,
    with_totals,
)
from callboard_cli.ui.output import SCHEMA, UI, to_json
from callboard_scoring.claimed_totals import Sum, compared, sums_of, sums_of_others
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult
from callboard_scoring.problems import Problem, RefusedError

ClaimedOption = Annotated[list[str], option(OPTION, "check.claimed", "check.claimed-metavar", offers.claimed)]


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
