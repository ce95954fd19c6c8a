"""A result in words, before it is laid out for a screen or told line by line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from callboard_cli.input.claims import called
from callboard_cli.render.json_data import outcome_data
from callboard_cli.render.rows import (
    Cited,
    Drawing,
    Link,
    Row,
    cited_by,
    doubted,
    drawing_of,
    notes_of,
    owner_of,
    rows_of,
)
from callboard_cli.render.summary import Answer, Fact, Way, answer_of, facts_of
from callboard_cli.ui.names import title_of
from callboard_cli.ui.output import UI, visible
from callboard_cli.ui.wording import unit_of
from callboard_locales import Catalog
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult, Line


@dataclass(frozen=True)
class Account:
    """One player's part of a result, in words."""

    name: str
    won: bool
    rows: list[Row]
    start: str
    notes: list[Row]
    facts: list[Fact]
    total: str
    """Empty where totals mean nothing."""

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing to tell of the player but the total, which the answer tells."""
        return not (self.start or self.rows or self.notes or self.facts)


@dataclass(frozen=True)
class Page:
    """A whole result, in words, from top to bottom."""

    title: str
    doubts: list[str]
    """What cannot occur in play, and was scored as typed."""
    picture: Drawing | None
    accounts: list[Account]
    rows: list[Row]
    """What is nobody's, such as who gets which token."""
    cited: Cited
    answer: Answer
    links: list[Link] = field(default_factory=list)
    """What is cited, on a page."""
    why_not: bool = False
    """Whether it is told what lines lacked that gave nothing."""
    again: str = ""
    """The command that scores the same again; empty where it was just typed."""
    next: str = ""
    """The command to go on with; empty where there is none."""

    @property
    def above(self) -> list[Row]:
        """The reasons, which stand above the answer: each player's, then those that are nobody's."""
        return [row for account in self.accounts for row in (*account.rows, *account.notes)] + self.rows

    def commands(self, ui: UI) -> list[str]:
        """Return the lines that tell these commands, last of all and unbroken, to be copied."""
        shown = {"ask.again": self.again, "result.next": self.next}
        return [f"{ui.text(message)} {command}" for message, command in shown.items() if command]


def page_of(  # noqa: PLR0913  # what to put into words, and how much of it
    ui: UI,
    game: Game,
    stage: str,
    result: AnyResult,
    *,
    of: Collection[str] = (),
    explain: bool = False,
    why_not: bool = False,
) -> Page:
    """Put a result into words, at a mixed table in two languages.

    With `of`, the names of players as the record has them, and of who is no player as told, their reasons alone are
    told, and the answer whole; with `why_not`, what lines lacked that gave nothing; with `explain`, that and the texts
    of the notes too that decided something.
    """
    why_not = why_not or explain
    outcome = outcome_data(result)
    doubts = [ui.text("result.doubt", text=doubted(ui.catalog, game, doubt)) for doubt in result.doubts]
    lines = [line for line in (*result.steps, *result.lines) if not (line.whose or line.reason.answer)]
    accounts = [*_accounts(ui, game, result, outcome, of), *_others(ui, game, result, of)]
    rows = notes_of(ui, game, (line for line in lines if _concerns(line, result, of)))
    above = [row for account in accounts for row in (*account.rows, *account.notes)] + rows
    ways = _ways(result, above, of, explain=explain, why_not=why_not)
    answer = answer_of(ui, game, stage, result, outcome, ways)
    return Page(
        title=ui.beside(_title, game.id, stage),
        doubts=doubts,
        picture=drawing_of(ui, game, result.picture),
        accounts=accounts,
        rows=rows,
        cited=cited_by(ui, game, [*above, *answer.rows], explain=explain),
        answer=answer,
        why_not=why_not,
    )


def _ways(result: AnyResult, above: list[Row], of: Collection[str], *, explain: bool, why_not: bool) -> list[Way]:
    """Return the ways from the answer to the reasons, if there are any, to fewer of them, and to more."""
    several = len(result.players) > 1
    lacking = any(row.lacks for row in above)
    offered = {Way.ABOVE: True, Way.OF: several and not of, Way.EXPLAIN: not explain, Way.WHY_NOT: lacking > why_not}
    return [way for way, is_open in offered.items() if is_open and above]


def _title(words: Catalog, game: str, stage: str) -> str:
    return f"{title_of(words, game)} · {title_of(words, game, stage)}"


def _accounts(
    ui: UI, game: Game, result: AnyResult, outcome: Mapping[str, Any], of: Collection[str]
) -> Iterator[Account]:
    """Yield what there is to tell of each player; what somebody has where there are no totals is in the answer."""
    names = [score.name for score in result.players]
    for score in result.players:
        own = outcome.get("players", {}).get(score.name, {}) if result.scored and not score.notes else {}
        account = Account(
            name=visible(score.name),
            won=result.decided and score.name in (result.winners or ()),
            rows=rows_of(ui, game, score.lines),
            start=ui.beside(unit_of, f"{game.id}/unit.points", score.start) if score.start and score.lines else "",
            notes=notes_of(ui, game, score.notes),
            facts=facts_of(ui, game, own, names),
            total=ui.beside(unit_of, f"{game.id}/unit.points", score.total) if result.scored else "",
        )
        if not account.is_blank and (not of or score.name in of):
            yield account


def _others(ui: UI, game: Game, result: AnyResult, of: Collection[str]) -> Iterator[Account]:
    """Yield what there is to tell of who is no player and yet has points."""
    for whose, lines in result.others().items():
        if of and called(ui.catalog, game.id, whose) not in of:
            continue
        rows = rows_of(ui, game, lines)
        yield Account(
            name=owner_of(ui, game, lines[0]),
            won=False,
            rows=[row for row in rows if not row.items],
            start="",
            notes=[replace(row, points="") for row in rows if row.items],
            facts=[],
            total=ui.beside(unit_of, f"{game.id}/unit.points", sum(line.points for line in lines)),
        )


def _concerns(line: Line, result: AnyResult, of: Collection[str]) -> bool:
    """Tell whether a line that is nobody's is to be told of these players: it names one of them, or no player."""
    shown = [one for value in line.values.values() for one in (value if isinstance(value, (list, tuple)) else [value])]
    named = {score.name for score in result.players if score.name in shown}
    return not of or not named or not named.isdisjoint(of)
