"""`callboard report`: a wrong score, or a question that failed, as a file that becomes a test."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

import typer

from callboard_cli.commands.check import ClaimedOption, refuse_claims, typed_claims
from callboard_cli.commands.night.answering import answering
from callboard_cli.commands.options import GameArgument, RecordArgument, StageArgument, argument, option
from callboard_cli.commands.output_files import STDOUT, place_of, put_down
from callboard_cli.commands.read_record import besides, given
from callboard_cli.completion import offers
from callboard_cli.input.choosing import given_game, given_stage
from callboard_cli.input.claims import ReportedStage, misshapen
from callboard_cli.input.stage import Stage
from callboard_cli.ui.output import UI, CommandLineError
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


def look_counted(ui: UI, says: str, claimed: Sequence[str]) -> None:
    """Look whether what is said of a score, and the totals that were counted, can be kept, whatever the score is.

    :raises CommandLineError: as `look_said`.
    :raises typer.Exit: when a total is none, once that is told.
    """
    look_said(says)
    wrong = list(misshapen(claimed))
    if wrong:
        refuse_claims(ui, wrong, as_json=False)


def deliver_score(  # what was scored, and what is said of it
    ui: UI,
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
    from callboard_cli.render.reports import renamed, score_report  # help needs none

    other = None if with_names else renamed(stage, record)
    if other is None:
        text = score_report(ui, stage, record, result, claimed, says)
    else:
        counted = {other.names[name]: total for name, total in claimed.items()}
        text = score_report(ui, stage, other.record, other.result, counted, says)
    held = ["report.holds-record", "report.holds-named" if other is None else "report.holds-unnamed"]
    deliver(ui, text, out, f"{stage.game.id}-{stage.name}-report", held if result.players else held[:1])


def deliver(ui: UI, text: str, out: str, name: str, held: Iterable[str]) -> None:
    """Put a report where it is wanted, and say what is in it.

    :raises CommandLineError: when the place cannot be written.
    """
    with place_of(out):
        if out == STDOUT:
            ui.emit(text.removesuffix("\n"))
            return
        (written,) = put_down([text.encode()], "toml", out, name)
    ui.say(written.told(ui, "report.written"))
    for message in (*held, "report.holds-answer", "report.holds-machine", "report.not-sent"):
        ui.say(ui.text(message))


def score(
    ctx: typer.Context,
    game: GameArgument = "",
    stage: StageArgument = "",
    record: RecordArgument = [],
    *,
    claimed: ClaimedOption = [],
    says: SaysOption = "",
    with_names: WithNamesOption = False,
    out: OutOption = "",
) -> None:
    """Write down a score that is held wrong."""
    ui: UI = ctx.obj
    chosen = given_game(ui, game)
    name = given_stage(ui, chosen, stage)
    look_counted(ui, says, claimed)
    reported = ReportedStage(chosen, name, tuple(claimed), says, with_names, out, besides=besides(ui))
    _report(ui, reported, record)


def _report(ui: UI, stage: ReportedStage, words: list[str]) -> None:
    read = given(ui, stage, words, as_json=False)
    result = stage.score(read.record)
    names = [score.name for score in result.players]
    totals = typed_claims(ui, stage.claimed, names, as_json=False, again=read.again) if stage.claimed else {}
    deliver_score(ui, stage, read.record, result, totals, stage.says, stage.out, with_names=stage.with_names)


def entry(
    ctx: typer.Context,
    entry: Annotated[str, argument("night.entry-metavar", "night.entry", offers.entries)] = "",
    *,
    night: Annotated[str, option("--night", "night.id", "night.id-metavar", offers.nights)] = "",
    claimed: ClaimedOption = [],
    says: SaysOption = "",
    with_names: WithNamesOption = False,
    out: OutOption = "",
) -> None:
    """Write down an entry whose score is held wrong."""
    ui: UI = ctx.obj
    from callboard_cli.commands.night.showing import scored_entry  # help needs none
    from callboard_cli.input.evenings import meant, opened
    from callboard_cli.input.stage import Stage

    look_counted(ui, says, claimed)
    with answering(ui, as_json=False) as saved:
        stands = opened(saved, meant(saved, night))
        _, played = scored_entry(ui, saved, stands, entry)
        stage = Stage(stands.game, played.stage)
        result = stage.score(played.record)  # by itself, without the doubts of its evening
        names = [score.name for score in result.players]
        totals = typed_claims(ui, claimed, names, stands.seating.former, as_json=False) if claimed else {}
        deliver_score(ui, stage, played.record, result, totals, says, out, with_names=with_names)


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
    ui: UI = ctx.obj
    chosen = given_game(ui, game)
    asked = " ".join(question).strip()
    if not asked:
        raise CommandLineError("report.no-question", command=f"callboard report question {chosen.id}")
    look_said(says)
    from callboard_cli.render.reports import question_report
    from callboard_cli.render.sections import (
        HITS,  # help needs none
        section_named,
    )
    from callboard_rules.search import search

    meant = section_named(ui.catalog, chosen.id, section) if section.strip() else None
    answer = search(chosen.id, asked, ui.catalog.language, HITS)
    text = question_report(ui, chosen.id, asked, answer, meant.id if meant else "", says)
    deliver(ui, text, out, f"{chosen.id}-question-report", ["report.holds-question"])
