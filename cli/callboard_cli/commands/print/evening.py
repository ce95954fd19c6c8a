"""`callboard print night`: a saved evening with all its reasons, and a code to count it again."""

from collections.abc import Callable
from typing import Annotated

from callboard_cli.commands.night.answering import answering
from callboard_cli.commands.night.showing import night_argument
from callboard_cli.commands.print.printing import deliver, format_option, out_option, paper_option, size_option, wanted
from callboard_cli.entry.nights import meant, opened
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.face import Face


def night_command(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def command(
        night: Annotated[str, night_argument(face)] = "",
        *,
        out: Annotated[str, out_option(face)] = "",
        form: Annotated[str, format_option(face)] = "",
        paper: Annotated[str, paper_option(face)] = "",
        size: Annotated[str, size_option(face)] = "",
    ) -> None:
        """Print an evening."""
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

    return command


COMMANDS = {"night": night_command}
