"""A result told line by line, one fact each, for pipes, screen readers and whoever wants no boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from callboard_cli.render.page import Account, Page
from callboard_cli.render.rows import LACKED, Cited, Drawing, Row
from callboard_cli.render.summary import BETWEEN, Answer, doubts_text
from callboard_cli.ui.output import UI
from callboard_scoring.game import Game

if TYPE_CHECKING:
    from callboard_rules import Rules

_MARK = "[%s]"


def tell(ui: UI, game: Game, page: Page, rules: Rules | None) -> None:
    """Tell a page; with rules, their texts and those of the notes under the lines that cite them."""
    telling = Telling(ui, page.cited, rules, why_not=page.why_not)
    reasons(ui, game, page, telling)
    _answer(ui, page.answer, telling)
    for line in page.commands(ui):
        ui.say(line)


def reasons(ui: UI, game: Game, page: Page, telling: Telling) -> None:
    """Tell what stands above the answer."""
    ui.say(page.title)
    for line in (*page.doubts, *(page.picture.words if page.picture else ())):
        ui.say(line)
    for account in page.accounts:
        _account(ui, account, telling)
    for row in page.rows:
        telling.line(row)
    for row in page.answer.rows:
        telling.explain(row)
    telling.references(game)


def _account(ui: UI, account: Account, telling: Telling) -> None:
    if account.start:
        ui.say(f"{account.name}: {ui.text('result.start', points=account.start)}")
    for row in (*account.rows, *account.notes):
        telling.line(row, f"{account.name}: ")
    for fact in account.facts:
        ui.say(f"{account.name}: {fact}")
    if account.total:
        ui.say(f"{account.name}: {ui.text('result.total', points=account.total)}")


def _answer(ui: UI, answer: Answer, telling: Telling) -> None:
    for line in filter(None, (BETWEEN.join(answer.totals), *answer.gains, answer.first)):
        ui.say(line)
    for row in answer.rows:
        telling.sentence(row)
    for line in filter(None, (*map(str, answer.facts), doubts_text(ui, answer.doubts), BETWEEN.join(answer.ways))):
        ui.say(line)


def tell_picture(ui: UI, picture: Drawing) -> None:
    """Tell the picture of a set-up in words."""
    ui.say(ui.text("picture.reading"))
    for stop in picture.words:
        ui.say(stop)


class Telling:
    """A page that is being told: rules and notes stand in it once each."""

    def __init__(self, ui: UI, cited: Cited, rules: Rules | None, *, why_not: bool = False) -> None:
        """Take what the lines cite, the rules where they are asked for, and whether it is asked what lines lacked."""
        self._ui = ui
        self._cited = cited
        self._rules = rules
        self._why_not = why_not
        self._told: set[str] = set()

    def line(self, row: Row, before: str = "") -> None:
        """Tell a line, whose it is before it, and its rules below it."""
        self.sentence(row, before)
        self.explain(row)

    def sentence(self, row: Row, before: str = "") -> None:
        """Tell a line's sentence, its items, the same in the second language, and what it lacked if that is asked."""
        ui = self._ui
        points = f"{row.points}; " if row.points else ""
        ui.say(f"{before}{points}{row.text}{self.mark(row.rule)}")
        for item in row.items:
            ui.say(f"{before}{item.whole}")
        if ui.also and row.also:
            ui.say(f"  {ui.also.language}: {row.also}")
        for lack in row.lacks if self._why_not else ():
            ui.say(f"{before}{LACKED} {lack.text}")
            if ui.also and lack.also:
                ui.say(f"  {ui.also.language}: {lack.also}")

    def mark(self, rule: str) -> str:
        """Return the small number of a section, as it stands behind what cites it; nothing of what cites none."""
        return f" {_MARK % self._cited.numbers[rule]}" if rule else ""

    def explain(self, row: Row) -> None:
        """Tell the rule that a line cites and the notes that decided it, each once."""
        for text in self._rule(row.rule):
            self._ui.say(f"  {text}")
        for note in self._cited.untold(row, self._told):
            self._ui.say(f"  {note.kind} {_MARK % self._cited.numbers[note.rule]}: {note.text}")

    def references(self, game: Game) -> None:
        """Tell what the numbers stand for, how to read it, and how many open points of the rules there were."""
        cited = self._cited
        for line in (*cited.names(_MARK), cited.how(self._ui, game), cited.open_points(self._ui, _MARK)):
            if line:
                self._ui.say(line)

    def _rule(self, rule: str) -> list[str]:
        if self._rules is None:
            return []
        from callboard_cli.render.sections import body_of  # only explanations need it
        from callboard_rules.markdown import plain_lines

        section = self._rules.sections.get(rule.partition("/")[2])
        if section is None or rule in self._told:
            return []  # a reason need not cite a section of its own, and its number tells where another's text is
        self._told.add(rule)
        return [f"{section.title}.", *plain_lines(body_of(self._ui.catalog, section))]
