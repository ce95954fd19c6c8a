"""`callboard print setup`: a set-up on one page, with the command that brings it back."""

from collections.abc import Callable
from typing import Annotated

from callboard_cli.commands.print.printing import deliver, format_option, out_option, paper_option, size_option, wanted
from callboard_cli.commands.setting_up import (
    code_option,
    keep_option,
    names_argument,
    not_like_last_option,
    players_option,
    set_up,
    without_option,
)
from callboard_cli.entry.choosing import game_argument, given_game
from callboard_cli.entry.options import Wishes
from callboard_cli.paper.setups import setup_sheet
from callboard_cli.speech.face import Face


def setup_command(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def command(  # noqa: PLR0913  # one parameter an option
        game: Annotated[str, game_argument(face)] = "",
        names: Annotated[list[str], names_argument(face)] = [],  # noqa: B006  # Typer takes it as it is and never changes it
        *,
        players: Annotated[str, players_option(face)] = "",
        code: Annotated[str, code_option(face)] = "",
        keep: Annotated[list[str], keep_option(face)] = [],  # noqa: B006  # as above
        without: Annotated[list[str], without_option(face)] = [],  # noqa: B006  # as above
        not_like_last: Annotated[bool, not_like_last_option(face)] = False,
        out: Annotated[str, out_option(face)] = "",
        form: Annotated[str, format_option(face)] = "",
        paper: Annotated[str, paper_option(face)] = "",
        size: Annotated[str, size_option(face)] = "",
    ) -> None:
        """Print a set-up."""
        chosen = given_game(face, game)
        how = wanted(out, form, paper, size)
        done = set_up(face, chosen, names, players, code, Wishes(keep, without, not_like_last))
        sheet = setup_sheet(face, chosen, done.made, done.again(chosen), done.wish.lines if done.wish else ())
        deliver(face, "setup", sheet, how, out, f"{done.made.code}-{face.catalog.language}")

    return command


COMMANDS = {"setup": setup_command}
