"""What all kinds of reports have in common: what is said of it, and where the file goes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from callboard_cli.commands.claimed import refuse_claims
from callboard_cli.commands.delivering import STDOUT, place_of
from callboard_cli.commands.options import option
from callboard_cli.commands.placing import put_down
from callboard_cli.entry.claims import misshapen
from callboard_cli.entry.stage import Stage
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.face import Face, visible
from callboard_scoring.ledger import AnyResult
from callboard_scoring.records import Record

LIMIT = 2_000
"""The most characters that may be said of what is wrong."""


SaysOption = Annotated[str, option("--says", "report.says", "report.says-metavar")]
WithNamesOption = Annotated[bool, option("--with-names", "report.with-names")]
OutOption = Annotated[str, option("--out", "report.out", "print.out-metavar")]


def look_said(says: str) -> None:
    """Look whether what is said can be kept.

    :raises CommandLineError: when it is too long.
    """
    if len(says) > LIMIT:
        raise CommandLineError("report.too-long", count=len(says), limit=LIMIT)


def look_counted(face: Face, says: str, claimed: Sequence[str]) -> None:
    """Look whether what is said of a score, and the totals that were counted, can be kept, whatever the score is.

    :raises CommandLineError: as `look_said`.
    :raises typer.Exit: when a total is none, once that is told.
    """
    look_said(says)
    wrong = list(misshapen(claimed))
    if wrong:
        refuse_claims(face, wrong, as_json=False)


def deliver_score(  # what was scored, and what is said of it
    face: Face,
    stage: Stage,
    record: Record,
    result: AnyResult,
    claimed: Mapping[str, int],
    says: str,
    out: str,
    *,
    with_names: bool,
) -> None:
    """Put the report of a score where it is wanted: with letters for names, unless they are wanted or change it.

    :raises CommandLineError: as `deliver`.
    """
    from callboard_cli.display.reports import renamed, score_report  # help needs none

    other = None if with_names else renamed(stage, record)
    if other is None:
        text = score_report(face, stage, record, result, claimed, says)
    else:
        counted = {other.names[name]: total for name, total in claimed.items()}
        text = score_report(face, stage, other.record, other.result, counted, says)
    held = ["report.holds-record", "report.holds-named" if other is None else "report.holds-unnamed"]
    deliver(face, text, out, f"{stage.game.id}-{stage.name}-report", held if result.players else held[:1])


def deliver(face: Face, text: str, out: str, name: str, held: Iterable[str]) -> None:
    """Put a report where it is wanted, and say what is in it.

    :raises CommandLineError: when the place cannot be written.
    """
    with place_of(out):
        if out == STDOUT:
            face.emit(text.removesuffix("\n"))
            return
        (path,) = put_down([text.encode()], "toml", out, name)
    face.say(face.text("report.written", path=visible(str(path))))
    for message in (*held, "report.holds-answer", "report.holds-machine", "report.not-sent"):
        face.say(face.text(message))
