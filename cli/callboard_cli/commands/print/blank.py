"""`callboard print pad` and `print aid`: a pad to score on by hand, and what one needs in mid-game."""

from typing import Annotated

import typer

from callboard_cli.commands.options import GameArgument, argument, option
from callboard_cli.commands.print.printing import (
    FormatOption,
    OutOption,
    PaperOption,
    SizeOption,
    deliver,
    wanted,
)
from callboard_cli.entry.choosing import chosen_stage, given_game
from callboard_cli.entry.offering import offers
from callboard_cli.entry.vocabulary import stages
from callboard_cli.paper.pads import pad_view
from callboard_cli.paper.press import Wanted
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.naming import title_of
from callboard_scoring.game import Game


def pad(
    ctx: typer.Context,
    game: GameArgument = "",
    stage: Annotated[str, argument("[help.stage-metavar]", "print.stage", offers.pad_stages)] = "",
    *,
    players: Annotated[
        str, option("--players", "print.players", "setup.players-metavar", offers.numbers_of_players)
    ] = "",
    out: OutOption = "",
    form: FormatOption = "",
    paper: PaperOption = "",
    size: SizeOption = "",
) -> None:
    """Print a pad."""
    face: Face = ctx.obj
    chosen = given_game(face, game)
    leg = chosen_stage(face, chosen, stage) if stage else ""
    how = wanted(out, form, paper, size)
    sheet = pad_view(face, chosen, _number(chosen, players), leg)
    if sheet is None:
        known = ", ".join(stages(chosen, face.catalog).listed(chosen.paper().pads))
        raise CommandLineError(
            "print.no-pad-stage" if leg and known else "print.no-pad", given=visible(stage), known=known
        )
    name = "-".join(filter(None, (chosen.id, "pad", leg, players, face.catalog.language)))
    deliver(face, "pad", sheet, how, out, name)
    _tell_of_two(face, how)


def aid(
    ctx: typer.Context,
    game: GameArgument = "",
    *,
    out: OutOption = "",
    form: FormatOption = "",
    paper: PaperOption = "",
    size: SizeOption = "",
) -> None:
    """Print a player aid."""
    from callboard_cli.paper.aids import aid_view  # a pad needs no rules

    face: Face = ctx.obj
    chosen = given_game(face, game)
    how = wanted(out, form, paper, size)
    sheet = aid_view(face, chosen)
    if sheet is None:
        raise CommandLineError("print.no-aid", game=title_of(face.catalog, chosen.id))
    deliver(face, "aid", sheet, how, out, f"{chosen.id}-aid-{face.catalog.language}")
    _tell_of_two(face, how)


def _tell_of_two(face: Face, how: Wanted) -> None:
    """Say that letters are no larger than usual where two languages share a page."""
    if face.also and how.size == "large":
        face.say(face.text("print.two-share"), err=True)


def _number(game: Game, players: str) -> int:
    """Return for how many a pad is: as many as the game is for, where that is not said.

    :raises CommandLineError: when the game is not for so many.
    """
    least, most = game.players
    if not players:
        return most
    if not (players.isascii() and players.isdecimal() and len(players) < 3 and least <= int(players) <= most):  # noqa: PLR2004  # digits of a number of players
        raise CommandLineError("usage.players", given=visible(players), least=least, most=most)
    return int(players)
