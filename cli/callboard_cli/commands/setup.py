"""`callboard setup`: a fair set-up that a code brings back."""

from typing import TYPE_CHECKING, Annotated

import typer

from callboard_cli.commands.options import ExplainOption, GameArgument, JsonOption, option
from callboard_cli.commands.setting_up import (
    CodeOption,
    KeepOption,
    NamesArgument,
    NotLikeLastOption,
    PlayersOption,
    WithoutOption,
    set_up,
)
from callboard_cli.input.choosing import given_game
from callboard_cli.input.next_command import after_setup
from callboard_cli.input.options import Wishes
from callboard_cli.render.json_data import setup_data
from callboard_cli.render.setups import show_setup
from callboard_cli.ui.output import UI, to_json
from callboard_scoring.game import Game

if TYPE_CHECKING:
    from callboard_cli.commands.night.beginning import Begun


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
    night: Annotated[bool, option("--night", "setup.night")] = False,
    explain: ExplainOption = False,
    as_json: JsonOption = False,
) -> None:
    """Set a game up: seats, draws, pieces, steps."""
    ui: UI = ctx.obj
    chosen = given_game(ui, game, as_json=as_json)
    wishes = Wishes(keep, without, not_like_last)
    _setup(ui, chosen, names, players, code, wishes, night=night, explain=explain, as_json=as_json)


def _setup(  # the command's own arguments
    ui: UI,
    game: Game,
    words: list[str],
    players: str,
    code: str,
    wishes: Wishes,
    *,
    night: bool,
    explain: bool,
    as_json: bool,
) -> None:
    done = set_up(ui, game, words, players, code, wishes, as_json=as_json)
    made, options, wish = done.made, done.options.model_dump(), done.wish
    begun: Begun | None = None
    if night:
        from callboard_cli.commands.night.beginning import begin_evening  # most set-ups are not saved

        begun = begin_evening(ui, game, done.seated, str(made.code), as_json=as_json)
    if as_json:
        data = setup_data(ui.catalog, game, str(made.code), options, made.setup)
        more = {**(wish.data if wish else {}), **({"night": begun.name} if begun else {})}
        ui.emit(to_json({**data, **more}))
        return
    seats = [seat.name for seat in made.setup.seats] if done.names else ()
    following = after_setup(ui, game, options, seats, made.draws) if begun is None else ""
    told = wish.lines if wish else ()
    show_setup(ui, game, options, done.again(game), made.setup, told=told, following=following, explain=explain)
    if begun is not None:
        begun.show(ui)
