"""Totals that people counted beside ours, for people: on a screen, or one fact a line; last what explains them."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from callboard_cli.display.answer import BETWEEN, Answer, Way, doubts_told
from callboard_cli.display.claims import Counted, Verdict, number_of, verdicts_of
from callboard_cli.display.page import Page, page_of
from callboard_cli.display.rows import cited_by
from callboard_cli.display.rulings import rules_of
from callboard_cli.entry.claims import OPTION, called
from callboard_cli.entry.stage import Stage
from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.naming import score_command
from callboard_cli.speech.shells import command_line
from callboard_scoring.counting import Checked
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult

if TYPE_CHECKING:
    from callboard_cli.display.plain import Telling
    from callboard_rules import Rules


_STREAM = ("-",)
"""A record that cannot be read a second time."""


def show_checked(  # noqa: PLR0913  # what was compared, how it was given, and how much is told
    face: Face,
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
    with_lines |= {called(face.catalog, game.id, whose) for whose in result.others()}

    def unexplained(one: Checked) -> str:
        if one.name in with_lines:
            return face.text("claim.nothing")
        return face.text("claim.no-lines", total=number_of(one.total))

    verdicts = verdicts_of(face, game, found, explain=explain, unexplained=unexplained)
    open_names = [one.name for one, verdict in zip(found, verdicts, strict=True) if verdict.is_open]
    page = page_of(face, game, stage.name, result, of=open_names, explain=explain)
    if not open_names:
        page = replace(page, picture=None, accounts=[], rows=[])
    differing = [one.name for one in found if not one.agrees]
    of = [part for name in differing for part in ("--of", name)] if len(differing) < len(result.players) else []
    whole = score_command(face, game.id, stage.name, words, of)
    command, way = _whole(face, tuple(words), whole, differing)
    alarms = list(filter(None, [doubts_told(face, len(result.doubts))]))
    again = f"{face.text('ask.again')} {again}" if again else ""
    show_counted(face, game, Counted(page, verdicts, alarms, way, command, again), explain=explain)


def _whole(face: Face, words: tuple[str, ...], whole: str, differing: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Return the command that tells the whole count, where a line holds it; else what to change in the one typed."""
    command = face.text("claim.whole", command=whole)
    if words == _STREAM:
        return "", ()
    if len(command) <= shutil.get_terminal_size().columns:
        return command, ()
    of = command_line(["--of", visible(differing[0])]) if differing else ""
    return "", ((face.text("claim.whole-way", option=of, claimed=OPTION),) if of else ())


def show_counted(face: Face, game: Game, counted: Counted, *, explain: bool) -> None:
    """Show what came of comparing totals; the answer last."""
    page = _citing(face, game, counted.page, counted.verdicts, explain=explain)
    rules = rules_of(face, game) if explain else None
    ways = [*([face.text(Way.EXPLAIN.value)] if page.cited.numbers and not explain else []), *counted.ways]
    ways[:1] = [f"{way[:1].upper()}{way[1:]}" for way in ways[:1]]  # they stand in one line
    counted = replace(counted, page=page, ways=tuple(ways))
    if face.plain:
        _tell(face, game, counted, rules)
    else:
        from callboard_cli.display.sheet import counted_on_screen  # it brings Rich

        counted_on_screen(face, game, counted, rules)


def _citing(face: Face, game: Game, page: Page, verdicts: Sequence[Verdict], *, explain: bool) -> Page:
    """Return a page of which all that the answer cites has a number, as what stands above has."""
    rows = [finding.row for verdict in verdicts for finding in verdict.findings if finding.row is not None]
    answer = Answer(totals=[], gains=[], first="", rows=[], facts=[], doubts=0, ways=[])
    return replace(page, cited=cited_by(face, game, [*page.above, *rows], explain=explain), answer=answer)


def _tell(face: Face, game: Game, counted: Counted, rules: Rules | None) -> None:
    """Tell one fact a line, each with whose it is; with rules, each text under an explanation that cites it."""
    from callboard_cli.display.plain import Telling, reasons  # a screen is laid out instead

    telling = Telling(face, counted.page.cited, rules, why_not=counted.page.why_not)
    if counted.again:
        face.say(counted.again)
    reasons(face, game, counted.page, telling)
    for name, finding in counted.to_explain if rules else ():
        face.say(f"{name}: {finding.text}{telling.mark(finding.rule)}")
        if finding.row is not None:
            telling.explain(finding.row)
    for verdict in counted.verdicts:
        _tell_verdict(face, verdict, telling)
    for line in filter(None, (*counted.alarms, BETWEEN.join(counted.ways), counted.command)):
        face.say(line)


def _tell_verdict(face: Face, verdict: Verdict, telling: Telling) -> None:
    for line in filter(None, (verdict.head, verdict.hint)):
        face.say(f"{verdict.name}: {line}")
    for lead, findings in verdict.parts:
        if lead:
            face.say(f"{verdict.name}: {lead}")
        for number, finding in findings:
            before = f"{number} " if number else ""
            face.say(f"{verdict.name}: {before}{finding.text}{telling.mark(finding.rule)}")
            if face.also and finding.also:
                face.say(f"  {face.also.language}: {finding.also}")
    if verdict.rest:
        face.say(f"{verdict.name}: {verdict.rest}")
