"""`callboard setup`: a fair set-up that a code brings back."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from callboard_cli.commands.setting_up import (
    code_option,
    keep_option,
    names_argument,
    not_like_last_option,
    players_option,
    set_up,
    without_option,
)
from callboard_cli.display.machine import setup_data
from callboard_cli.display.setups import show_setup
from callboard_cli.entry.choosing import game_argument, given_game, json_option
from callboard_cli.entry.following import after_setup
from callboard_cli.entry.options import Wishes
from callboard_cli.speech.data import to_json
from callboard_cli.speech.face import Face
from callboard_scoring.game import Game

if TYPE_CHECKING:
    from callboard_cli.commands.night.beginning import Begun


def command(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def setup(  # noqa: PLR0913  # one parameter an option
        game: Annotated[str, game_argument(face)] = "",
        names: Annotated[list[str], names_argument(face)] = [],  # noqa: B006  # Typer takes the default as it is and never changes it
        *,
        players: Annotated[str, players_option(face)] = "",
        code: Annotated[str, code_option(face)] = "",
        keep: Annotated[list[str], keep_option(face)] = [],  # noqa: B006  # as above
        without: Annotated[list[str], without_option(face)] = [],  # noqa: B006  # as above
        not_like_last: Annotated[bool, not_like_last_option(face)] = False,
        night: Annotated[bool, typer.Option("--night", help=face.text("setup.night"), show_default=False)] = False,
        explain: Annotated[
            bool, typer.Option("--explain", help=face.text("score.explain"), show_default=False)
        ] = False,
        as_json: Annotated[bool, json_option(face)] = False,
    ) -> None:
        """Set a game up: seats, draws, pieces, steps."""
        chosen = given_game(face, game, as_json=as_json)
        wishes = Wishes(keep, without, not_like_last)
        _setup(face, chosen, names, players, code, wishes, night=night, explain=explain, as_json=as_json)

    return setup


def _setup(  # noqa: PLR0913, PLR0917  # the command's own arguments
    face: Face,
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
    done = set_up(face, game, words, players, code, wishes, as_json=as_json)
    made, options, wish = done.made, done.options.model_dump(), done.wish
    begun: Begun | None = None
    if night:
        from callboard_cli.commands.night.beginning import begin_evening  # most set-ups are not saved

        begun = begin_evening(face, game, done.seated, str(made.code), as_json=as_json)
    if as_json:
        data = setup_data(face.catalog, game, str(made.code), options, made.setup)
        more = {**(wish.data if wish else {}), **({"night": begun.name} if begun else {})}
        face.emit(to_json({**data, **more}))
        return
    seats = [seat.name for seat in made.setup.seats] if done.names else ()
    following = after_setup(face, game, options, seats, made.draws) if begun is None else ""
    told = wish.lines if wish else ()
    show_setup(face, game, options, done.again(game), made.setup, told=told, following=following, explain=explain)
    if begun is not None:
        begun.show(face)
