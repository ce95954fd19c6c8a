"""`callboard report question`: a question that the rules should have answered otherwise."""

from typing import Annotated

import typer

from callboard_cli.commands.options import GameArgument, argument, option
from callboard_cli.commands.report.reporting import OutOption, SaysOption, deliver, look_said
from callboard_cli.entry.choosing import given_game
from callboard_cli.entry.offering import offers
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.face import Face


def question(
    ctx: typer.Context,
    game: GameArgument = "",
    question: Annotated[list[str], argument("rules.question-metavar", "report.of")] = [],
    *,
    section: Annotated[str, option("--section", "report.section", "rules.section-metavar", offers.sections)] = "",
    says: SaysOption = "",
    out: OutOption = "",
) -> None:
    """Write down a question that failed."""
    face: Face = ctx.obj
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
