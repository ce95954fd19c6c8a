"""`callboard night start`: an evening begins."""

from collections.abc import Callable
from typing import Annotated

import typer

from callboard_cli.commands.night.answering import emit
from callboard_cli.commands.night.beginning import begin_evening
from callboard_cli.commands.setting_up import asked_names, number_of_players
from callboard_cli.entry.choosing import game_argument, given_game, is_asking, json_option
from callboard_cli.entry.players import between_commas
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.face import Face, visible
from callboard_scoring.draws import Code, CodeError


def start(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def command(
        game: Annotated[str, game_argument(face)] = "",
        names: Annotated[
            list[str],
            typer.Argument(metavar=face.text("setup.names-metavar"), help=face.text("night.names"), show_default=False),
        ] = [],  # noqa: B006  # Typer takes the default as it is and never changes it
        *,
        code: Annotated[
            str,
            typer.Option(metavar=face.text("setup.code-metavar"), help=face.text("night.code"), show_default=False),
        ] = "",
        as_json: Annotated[bool, json_option(face)] = False,
    ) -> None:
        """Begin an evening."""
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

    return command


COMMANDS = {"start": start}
