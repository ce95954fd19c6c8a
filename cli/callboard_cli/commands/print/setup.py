"""`callboard print setup`: a set-up on one page, with the command that brings it back."""

import typer

from callboard_cli.commands.options import GameArgument
from callboard_cli.commands.print.printing import (
    FormatOption,
    OutOption,
    PaperOption,
    SizeOption,
    deliver,
    wanted,
)
from callboard_cli.commands.setting_up import (
    CodeOption,
    KeepOption,
    NamesArgument,
    NotLikeLastOption,
    PlayersOption,
    WithoutOption,
    set_up,
)
from callboard_cli.entry.choosing import given_game
from callboard_cli.entry.options import Wishes
from callboard_cli.paper.setups import setup_sheet
from callboard_cli.speech.face import Face


def setup(
    ctx: typer.Context,
    game: GameArgument = "",
    names: NamesArgument = [],
    *,
    players: PlayersOption = "",
    code: CodeOption = "",
    keep: KeepOption = [],
    without: WithoutOption = [],
    not_like_last: NotLikeLastOption = False,
    out: OutOption = "",
    form: FormatOption = "",
    paper: PaperOption = "",
    size: SizeOption = "",
) -> None:
    """Print a set-up."""
    face: Face = ctx.obj
    chosen = given_game(face, game)
    how = wanted(out, form, paper, size)
    done = set_up(face, chosen, names, players, code, Wishes(keep, without, not_like_last))
    sheet = setup_sheet(face, chosen, done.made, done.again(chosen), done.wish.lines if done.wish else ())
    deliver(face, "setup", sheet, how, out, f"{done.made.code}-{face.catalog.language}")
