"""`callboard report score`: a score that somebody holds wrong."""

from collections.abc import Callable
from typing import Annotated

from callboard_cli.commands.claimed import claimed_option, typed_claims
from callboard_cli.commands.given import besides, given, record_argument
from callboard_cli.commands.report.reporting import (
    deliver_score,
    look_counted,
    names_option,
    out_option,
    says_option,
)
from callboard_cli.entry.choosing import game_argument, given_game, given_stage, stage_argument
from callboard_cli.entry.claims import ReportedStage
from callboard_cli.speech.face import Face


def score_command(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def command(  # noqa: PLR0913  # one parameter an option
        game: Annotated[str, game_argument(face)] = "",
        stage: Annotated[str, stage_argument(face)] = "",
        record: Annotated[list[str], record_argument(face)] = [],  # noqa: B006  # Typer takes the default as it is and never changes it
        *,
        claimed: Annotated[list[str], claimed_option(face)] = [],  # noqa: B006  # as above
        says: Annotated[str, says_option(face)] = "",
        with_names: Annotated[bool, names_option(face)] = False,
        out: Annotated[str, out_option(face)] = "",
    ) -> None:
        """Write down a score that is held wrong."""
        chosen = given_game(face, game)
        name = given_stage(face, chosen, stage)
        look_counted(face, says, claimed)
        reported = ReportedStage(chosen, name, tuple(claimed), says, with_names, out, besides=besides(face))
        _report(face, reported, record)

    return command


def _report(face: Face, stage: ReportedStage, words: list[str]) -> None:
    read = given(face, stage, words, as_json=False)
    result = stage.score(read.record)
    names = [score.name for score in result.players]
    totals = typed_claims(face, stage.claimed, names, as_json=False, again=read.again) if stage.claimed else {}
    deliver_score(face, stage, read.record, result, totals, stage.says, stage.out, with_names=stage.with_names)


COMMANDS = {"score": score_command}
