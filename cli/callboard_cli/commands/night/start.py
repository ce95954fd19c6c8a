"""`callboard night start`: an evening begins."""

from typing import Annotated

import typer

from callboard_cli.commands.night.answering import emit
from callboard_cli.commands.night.beginning import begin_evening
from callboard_cli.commands.options import GameArgument, JsonOption, argument, option
from callboard_cli.commands.setting_up import asked_names, number_of_players
from callboard_cli.entry.choosing import given_game, is_asking
from callboard_cli.entry.players import between_commas
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.face import Face, visible
from callboard_scoring.draws import Code, CodeError


def start(
    ctx: typer.Context,
    game: GameArgument = "",
    names: Annotated[list[str], argument("setup.names-metavar", "night.names")] = [],
    *,
    code: Annotated[str, option("--code", "night.code", "setup.code-metavar")] = "",
    as_json: JsonOption = False,
) -> None:
    """Begin an evening."""
    face: Face = ctx.obj
    is_asked = is_asking(as_json=as_json)
    chosen = given_game(face, game, as_json=as_json)
    given = list(between_commas(names))
    if not given and is_asked:
        given, number = asked_names(face, chosen)
        given = given or [face.text("setup.player-name", number=place + 1) for place in range(int(number))]
    if not given:
        fewest, most = chosen.players
        raise CommandLineError("night.players-missing", least=fewest, most=most)
    try:
        number_of_players(chosen, given, "", Code.read(code, chosen.id).players if code else None)
    except CodeError as error:
        values = {key: visible(str(value)) for key, value in error.values.items()}
        raise CommandLineError(error.problem, **values) from None
    begun = begin_evening(face, chosen, given, code, as_json=as_json)
    if as_json:
        emit(face, begun.saved, {"night": begun.name, "game": chosen.id, "players": list(begun.night.players)})
    else:
        begun.show(face)
