"""`callboard print night`: a saved evening with all its reasons, and a code to count it again."""

import typer

from callboard_cli.commands.night.answering import answering
from callboard_cli.commands.options import NightArgument
from callboard_cli.commands.print.printing import (
    FormatOption,
    OutOption,
    PaperOption,
    SizeOption,
    deliver,
    wanted,
)
from callboard_cli.entry.nights import meant, opened
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.face import Face


def night(
    ctx: typer.Context,
    night: NightArgument = "",
    *,
    out: OutOption = "",
    form: FormatOption = "",
    paper: PaperOption = "",
    size: SizeOption = "",
) -> None:
    """Print an evening."""
    face: Face = ctx.obj
    how = wanted(out, form, paper, size)
    with answering(face, as_json=False) as saved:
        from callboard_cli.paper.evenings import MOST, evening_sheet  # help needs none

        name = meant(saved, night)
        evening = opened(saved, name)
        standing = sum(entry.stands for entry in evening.entries)
        if standing > MOST:
            raise CommandLineError("print.too-long", count=standing, limit=MOST, night=name)
        sheet = evening_sheet(face, evening, name, with_file=how.format == "pdf")
    deliver(face, "night", sheet, how, out, f"{name}-{face.catalog.language}")
