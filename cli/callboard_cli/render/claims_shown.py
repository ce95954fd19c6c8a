"""Totals that people counted beside ours, for people: on a screen, or one fact a line; last what explains them."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from callboard_cli.input.claims import OPTION, called
from callboard_cli.input.stage import Stage
from callboard_cli.render.claims import Counted, Verdict, number_of, verdicts_of
from callboard_cli.render.page import Page, page_of
from callboard_cli.render.rows import cited_by, rules_of
from callboard_cli.render.summary import BETWEEN, Answer, Way, doubts_text
from callboard_cli.ui.names import command_line, score_command
from callboard_cli.ui.output import UI, visible
from callboard_scoring.claimed_totals import Checked
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult

if TYPE_CHECKING:
    from callboard_cli.render.plain import Telling
    from callboard_rules import Rules


_STREAM = ("-",)
"""A record that cannot be read a second time."""


def show_checked(  # noqa: PLR0913  # what was compared, how it was given, and how much is told
    ui: UI,
    stage: Stage,
    result: AnyResult,
    found: Sequence[Checked],
    words: Sequence[str],
    *,
    explain: bool,
    again: str = "",
) -> None:
    """Show what came of comparing totals with those of a record, which these words give."""
    game = stage.game
    with_lines = {score.name for score in result.players if score.lines}
    with_lines |= {called(ui.catalog, game.id, whose) for whose in result.others()}

    def unexplained(one: Checked) -> str:
        if one.name in with_lines:
            return ui.text("claim.nothing")
        return ui.text("claim.no-lines", total=number_of(one.total))

    verdicts = verdicts_of(ui, game, found, explain=explain, unexplained=unexplained)
    open_names = [one.name for one, verdict in zip(found, verdicts, strict=True) if verdict.is_open]
    page = page_of(ui, game, stage.name, result, of=open_names, explain=explain)
    if not open_names:
        page = replace(page, picture=None, accounts=[], rows=[])
    differing = [one.name for one in found if not one.agrees]
    of = [part for name in differing for part in ("--of", name)] if len(differing) < len(result.players) else []
    whole = score_command(ui, game.id, stage.name, words, of)
    command, way = _whole(ui, tuple(words), whole, differing)
    alarms = list(filter(None, [doubts_text(ui, len(result.doubts))]))
    again = f"{ui.text('ask.again')} {again}" if again else ""
    show_counted(ui, game, Counted(page, verdicts, alarms, way, command, again), explain=explain)


def _whole(ui: UI, words: tuple[str, ...], whole: str, differing: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return the command that tells the whole count, where a line holds it; else what to change in the one typed."""
    command = ui.text("claim.whole", command=whole)
    if words == _STREAM:
        return "", ()
    if len(command) <= shutil.get_terminal_size().columns:
        return command, ()
    of = command_line(["--of", visible(differing[0])]) if differing else ""
    return "", ((ui.text("claim.whole-way", option=of, claimed=OPTION),) if of else ())


def show_counted(ui: UI, game: Game, counted: Counted, *, explain: bool) -> None:
    """Show what came of comparing totals; the answer last."""
    page = _citing(ui, game, counted.page, counted.verdicts, explain=explain)
    rules = rules_of(ui, game) if explain else None
    ways = [*([ui.text(Way.EXPLAIN.value)] if page.cited.numbers and not explain else []), *counted.ways]
    ways[:1] = [f"{way[:1].upper()}{way[1:]}" for way in ways[:1]]  # they stand in one line
    counted = replace(counted, page=page, ways=tuple(ways))
    if ui.plain:
        _tell(ui, game, counted, rules)
    else:
        from callboard_cli.render.rich_lines import counted_on_screen  # it brings Rich

        counted_on_screen(ui, game, counted, rules)


def _citing(ui: UI, game: Game, page: Page, verdicts: Sequence[Verdict], *, explain: bool) -> Page:
    """Return a page of which all that the answer cites has a number, as what stands above has."""
    rows = [finding.row for verdict in verdicts for finding in verdict.findings if finding.row is not None]
    answer = Answer(totals=[], gains=[], first="", rows=[], facts=[], doubts=0, ways=[])
    return replace(page, cited=cited_by(ui, game, [*page.above, *rows], explain=explain), answer=answer)


def _tell(ui: UI, game: Game, counted: Counted, rules: Rules | None) -> None:
    """Tell one fact a line, each with whose it is; with rules, each text under an explanation that cites it."""
    from callboard_cli.render.plain import Telling, reasons  # a screen is laid out instead

    telling = Telling(ui, counted.page.cited, rules, why_not=counted.page.why_not)
    if counted.again:
        ui.say(counted.again)
    reasons(ui, game, counted.page, telling)
    for name, finding in counted.to_explain if rules else ():
        ui.say(f"{name}: {finding.text}{telling.mark(finding.rule)}")
        if finding.row is not None:
            telling.explain(finding.row)
    for verdict in counted.verdicts:
        _tell_verdict(ui, verdict, telling)
    for line in filter(None, (*counted.alarms, BETWEEN.join(counted.ways), counted.command)):
        ui.say(line)


def _tell_verdict(ui: UI, verdict: Verdict, telling: Telling) -> None:
    for line in filter(None, (verdict.head, verdict.hint)):
        ui.say(f"{verdict.name}: {line}")
    for lead, findings in verdict.parts:
        if lead:
            ui.say(f"{verdict.name}: {lead}")
        for number, finding in findings:
            before = f"{number} " if number else ""
            ui.say(f"{verdict.name}: {before}{finding.text}{telling.mark(finding.rule)}")
            if ui.also and finding.also:
                ui.say(f"  {ui.also.language}: {finding.also}")
    if verdict.rest:
        ui.say(f"{verdict.name}: {verdict.rest}")
