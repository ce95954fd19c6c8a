"""Totals that people counted beside ours, for people: on a screen, or one fact a line; last what explains them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from callboard_cli.display.answer import Answer, Way, doubts_told
from callboard_cli.display.cited import cited_by
from callboard_cli.display.counts.verdicts import Counted, verdicts_of
from callboard_cli.display.page import Page, page_of
from callboard_cli.display.rows import Row
from callboard_cli.display.rulings import rules_of
from callboard_cli.entry.stage import Stage
from callboard_cli.speech.face import Face
from callboard_cli.speech.naming import score_command
from callboard_scoring.counting import Checked
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult

if TYPE_CHECKING:
    from callboard_rules import Rules


def show_checked(  # noqa: PLR0913  # what was compared, how it was given, and how much is told
    face: Face,
    stage: Stage,
    result: AnyResult,
    found: Sequence[Checked],
    words: Iterable[str],
    *,
    explain: bool,
    again: str = "",
) -> None:
    """Show what came of comparing totals with those of a record, which these words give."""
    game = stage.game
    verdicts = verdicts_of(face, game, found, explain=explain)
    unexplained = [one.name for one, verdict in zip(found, verdicts, strict=True) if verdict.is_open]
    page = page_of(face, game, stage.name, result, of=unexplained, explain=explain)
    if not unexplained:
        page = replace(page, picture=None, accounts=[], rows=[])
    differing = [one.name for one in found if not one.agrees]
    of = differing if len(differing) < len(result.players) else []
    line = [*words, *(part for name in of for part in ("--of", name))]
    whole = face.text("claim.whole", command=score_command(face.catalog, game.id, stage.name, line))
    show_counted(
        face,
        game,
        Counted(
            page,
            verdicts,
            alarms=list(filter(None, [doubts_told(face, len(result.doubts))])),
            commands=[*([f"{face.text('ask.again')} {again}"] if again else []), whole],
        ),
        explain=explain,
    )


def show_counted(face: Face, game: Game, counted: Counted, *, explain: bool) -> None:
    """Show what came of comparing totals; the answer last."""
    cites = [finding.row for verdict in counted.verdicts for finding in verdict.findings if finding.row is not None]
    page = _citing(face, game, counted.page, cites, explain=explain)
    rules = rules_of(face, game) if explain else None
    if page.cited.numbers and not explain:
        counted = replace(counted, ways=(face.text(Way.EXPLAIN.value),))
    if face.plain:
        _tell(face, game, replace(counted, page=page), rules)
    else:
        from callboard_cli.display.counts.sheet import show  # noqa: PLC0415  # it brings Rich

        show(face, game, replace(counted, page=page), rules)


def _citing(face: Face, game: Game, page: Page, rows: list[Row], *, explain: bool) -> Page:
    """Return a page that has these lines for its answer: what they cite has a number, and is explained above."""
    above = [row for account in page.accounts for row in (*account.rows, *account.notes)] + page.rows
    answer = Answer(totals=[], gains=[], first="", rows=rows, facts=[], doubts=0, ways=[])
    return replace(page, cited=cited_by(face, game, [*above, *rows], explain=explain), answer=answer)


def _tell(face: Face, game: Game, counted: Counted, rules: Rules | None) -> None:
    """Tell one fact a line, each with whose it is."""
    from callboard_cli.display.plain import Telling, reasons  # noqa: PLC0415  # a screen is laid out instead

    telling = Telling(face, counted.page.cited, rules, why_not=counted.page.why_not)
    reasons(face, game, counted.page, telling)
    for verdict in counted.verdicts:
        face.say(f"{verdict.name}: {verdict.head}")
        if verdict.lead:
            face.say(f"{verdict.name}: {verdict.lead}")
        for number, finding in verdict.numbered:
            before = f"{number} " if number else ""
            face.say(f"{verdict.name}: {before}{finding.text}{telling.mark(finding.rule)}")
            if face.also and finding.also:
                face.say(f"  {face.also.language}: {finding.also}")
        if verdict.rest:
            face.say(f"{verdict.name}: {verdict.rest}")
    for line in (*counted.alarms, *counted.ways, *counted.commands):
        face.say(line)
