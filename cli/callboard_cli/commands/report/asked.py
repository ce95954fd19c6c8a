"""`callboard report question`: a question that the rules should have answered otherwise."""

from collections.abc import Callable
from typing import Annotated

import typer

from callboard_cli.commands.report.reporting import deliver, look_said, out_option, says_option
from callboard_cli.entry.choosing import game_argument, given_game
from callboard_cli.entry.offering import offers
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.face import Face


def question_command(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""

    def command(
        game: Annotated[str, game_argument(face)] = "",
        question: Annotated[
            list[str],
            typer.Argument(
                metavar=face.text("rules.question-metavar"), help=face.text("report.of"), show_default=False
            ),
        ] = [],  # noqa: B006  # Typer takes the default as it is and never changes it
        *,
        section: Annotated[
            str,
            typer.Option(
                metavar=face.text("rules.section-metavar"),
                help=face.text("report.section"),
                show_default=False,
                autocompletion=offers.sections(face),
            ),
        ] = "",
        says: Annotated[str, says_option(face)] = "",
        out: Annotated[str, out_option(face)] = "",
    ) -> None:
        """Write down a question that failed."""
        chosen = given_game(face, game)
        asked = " ".join(question).strip()
        if not asked:
            raise CommandLineError("report.no-question", command=f"callboard report question {chosen.id}")
        look_said(says)
        from callboard_cli.display.lookup import HITS  # help needs none
        from callboard_cli.display.reports import question_report
        from callboard_cli.display.sections import section_named
        from callboard_rules.search import search

        meant = section_named(face.catalog, chosen.id, section) if section.strip() else None
        answer = search(chosen.id, asked, face.catalog.language, HITS)
        text = question_report(face, chosen.id, asked, answer, meant.id if meant else "", says)
        deliver(face, text, out, f"{chosen.id}-question-report", ["report.holds-question"])

    return command


COMMANDS = {"question": question_command}
