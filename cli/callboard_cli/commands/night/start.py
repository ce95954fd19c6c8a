"""`callboard night start`: an evening begins."""

from collections.abc import Callable
from typing import Annotated

import typer

from callboard_cli.commands.night.answering import answering, emit
from callboard_cli.display.machine_nights import summary_data
from callboard_cli.entry.choosing import asked_for_game, chosen_game, game_argument, is_asking, json_option
from callboard_cli.entry.nights import now
from callboard_cli.speech.face import Face
from callboard_nights.acts import begin
from callboard_nights.night import night_of
from callboard_scoring.game import Game


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
        asks = is_asking(as_json=as_json)
        chosen = asked_for_game(face) if not game and asks else chosen_game(face, game)
        started(face, chosen, names, code, as_json=as_json)

    return command


def started(face: Face, game: Game, names: list[str], code: str = "", *, as_json: bool) -> None:
    """Save a new evening, and say what comes next."""
    from callboard_nights.ids import new_id  # noqa: PLC0415  # only a new one

    with answering(face, as_json=as_json) as saved:
        if not names and is_asking(as_json=as_json):
            from callboard_cli.commands.setup import asked_names  # noqa: PLC0415  # most lines have the names

            names, number = asked_names(face, game)
            names = names or [face.text("setup.player-name", number=place + 1) for place in range(int(number))]
        log = begin(game, names, now(), code)
        night = night_of(log)
        name = saved.begin(log, summary_data(night), night=new_id(game.id))
        if as_json:
            emit(face, saved, {"night": name, "game": game.id, "players": list(night.players)})
        else:
            from callboard_cli.display.nights import show_start  # noqa: PLC0415  # a program sees none

            show_start(face, name, night)


COMMANDS = {"start": start}
