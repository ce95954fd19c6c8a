"""`callboard night start`: an evening begins, by itself or with a set-up."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from callboard_cli.commands.night.answering import answering, emit
from callboard_cli.commands.options import GameArgument, JsonOption, argument, option
from callboard_cli.commands.setting_up import asked_names, number_of_players
from callboard_cli.input.choosing import given_game, is_asking
from callboard_cli.input.evenings import now
from callboard_cli.input.players import between_commas, look_apart
from callboard_cli.ui.output import UI, CommandLineError, visible
from callboard_nights.commands import begin
from callboard_nights.night import Night, night_of
from callboard_nights.statistics import summary_of
from callboard_nights.storage.ids import new_id
from callboard_scoring.draws import Code, CodeError
from callboard_scoring.game import Game

if TYPE_CHECKING:
    from callboard_nights.storage.store import Store


@dataclass(frozen=True)
class Begun:
    """An evening that was begun, and is the current one now."""

    name: str
    night: Night
    saved: "Store"

    def show(self, ui: UI) -> None:
        """Say that it begins, and what comes next."""
        from callboard_cli.render.evenings.evening import show_start  # a program sees none

        show_start(ui, self.name, self.night)


def begin_evening(ui: UI, game: Game, names: Sequence[str], code: str, *, as_json: bool) -> Begun:
    """Save a new evening of these players, with the code of its set-up if there was one.

    :raises CommandLineError: when a name cannot be typed in this game.
    :raises typer.Exit: when it cannot be saved, which is told.
    """
    look_apart(game, names)
    with answering(ui, as_json=as_json) as saved:
        log = begin(game, names, now(), code)
        night = night_of(log)
        name = saved.begin(log, summary_of(night), night=new_id(game.id))
    return Begun(name, night, saved)


def start(
    ctx: typer.Context,
    game: GameArgument = "",
    names: Annotated[list[str], argument("setup.names-metavar", "night.names")] = [],
    *,
    code: Annotated[str, option("--code", "night.code", "setup.code-metavar")] = "",
    as_json: JsonOption = False,
) -> None:
    """Begin an evening."""
    ui: UI = ctx.obj
    is_asked = is_asking(as_json=as_json)
    chosen = given_game(ui, game, as_json=as_json)
    given = list(between_commas(names))
    if not given and is_asked:
        given, number = asked_names(ui, chosen)
        given = given or [ui.text("setup.player-name", number=place + 1) for place in range(int(number))]
    if not given:
        fewest, most = chosen.players
        raise CommandLineError("night.players-missing", least=fewest, most=most)
    try:
        number_of_players(chosen, given, "", Code.read(code, chosen.id).players if code else None)
    except CodeError as error:
        values = {key: visible(str(value)) for key, value in error.values.items()}
        raise CommandLineError(error.problem, **values) from None
    begun = begin_evening(ui, chosen, given, code, as_json=as_json)
    if as_json:
        emit(ui, begun.saved, {"night": begun.name, "game": chosen.id, "players": list(begun.night.players)})
    else:
        begun.show(ui)
