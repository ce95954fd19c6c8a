"""`callboard report entry`: an entry of an evening whose score somebody holds wrong."""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from callboard_cli.commands.claimed import claimed_option, typed_claims
from callboard_cli.commands.night.answering import answering
from callboard_cli.commands.report.reporting import (
    deliver_score,
    look_counted,
    names_option,
    out_option,
    says_option,
)
from callboard_cli.entry.offering import counted, offers
from callboard_cli.speech.face import Face


def _entry_argument(face: Face) -> Any:
    """Describe the argument that names an entry."""
    metavar, told = face.text("night.entry-metavar"), face.text("night.entry")
    return typer.Argument(metavar=metavar, help=told, show_default=False, autocompletion=counted.entries(face))


def _night_option(face: Face) -> Any:
    """Describe the option that names an evening other than the current one."""
    metavar, told = face.text("night.id-metavar"), face.text("night.id")
    return typer.Option("--night", metavar=metavar, help=told, show_default=False, autocompletion=offers.nights(face))


def entry_command(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def command(  # noqa: PLR0913  # one parameter an option
        entry: Annotated[str, _entry_argument(face)] = "",
        *,
        night: Annotated[str, _night_option(face)] = "",
        claimed: Annotated[list[str], claimed_option(face)] = [],  # noqa: B006  # Typer never changes it
        says: Annotated[str, says_option(face)] = "",
        with_names: Annotated[bool, names_option(face)] = False,
        out: Annotated[str, out_option(face)] = "",
    ) -> None:
        """Write down an entry whose score is held wrong."""
        from callboard_cli.commands.night.retelling import scored_entry  # help needs none
        from callboard_cli.entry.nights import meant, opened
        from callboard_cli.entry.stage import Stage

        look_counted(face, says, claimed)
        with answering(face, as_json=False) as saved:
            stands = opened(saved, meant(saved, night))
            _, played = scored_entry(face, saved, stands, entry)
            stage = Stage(stands.game, played.stage)
            result = stage.score(played.record)  # by itself, without the doubts of its evening
            names = [score.name for score in result.players]
            totals = typed_claims(face, claimed, names, stands.seating.former, as_json=False) if claimed else {}
            deliver_score(face, stage, played.record, result, totals, says, out, with_names=with_names)

    return command


COMMANDS = {"entry": entry_command}
