"""A result told line by line, one fact each, for pipes, screen readers and whoever wants no boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from callboard_cli.display.answer import BETWEEN, Answer, doubts_told
from callboard_cli.display.page import Account, Page
from callboard_cli.display.pictures import Drawing
from callboard_cli.display.rows import LACKED, Cited, Row
from callboard_cli.speech.face import Face
from callboard_scoring.game import Game

if TYPE_CHECKING:
    from callboard_rules import Rules

_MARK = "[%s]"


def tell(face: Face, game: Game, page: Page, rules: Rules | None) -> None:
    """Tell a page; with rules, their texts and those of the notes under the lines that cite them."""
    telling = Telling(face, page.cited, rules, why_not=page.why_not)
    reasons(face, game, page, telling)
    _answer(face, page.answer, telling)
    for line in page.commands(face):
        face.say(line)


def reasons(face: Face, game: Game, page: Page, telling: Telling) -> None:
    """Tell what stands above the answer."""
    face.say(page.title)
    for line in (*page.doubts, *(page.picture.words if page.picture else ())):
        face.say(line)
    for account in page.accounts:
        _account(face, account, telling)
    for row in page.rows:
        telling.line(row)
    for row in page.answer.rows:
        telling.explain(row)
    telling.references(game)


def _account(face: Face, account: Account, telling: Telling) -> None:
    if account.start:
        face.say(f"{account.name}: {face.text('result.start', points=account.start)}")
    for row in (*account.rows, *account.notes):
        telling.line(row, f"{account.name}: ")
    for fact in account.facts:
        face.say(f"{account.name}: {fact}")
    if account.total:
        face.say(f"{account.name}: {face.text('result.total', points=account.total)}")


def _answer(face: Face, answer: Answer, telling: Telling) -> None:
    for line in filter(None, (BETWEEN.join(answer.totals), *answer.gains, answer.first)):
        face.say(line)
    for row in answer.rows:
        telling.sentence(row)
    for line in filter(None, (*map(str, answer.facts), doubts_told(face, answer.doubts), BETWEEN.join(answer.ways))):
        face.say(line)


def tell_picture(face: Face, picture: Drawing) -> None:
    """Tell the picture of a set-up in words."""
    face.say(face.text("picture.reading"))
    for stop in picture.words:
        face.say(stop)


class Telling:
    """A page that is being told: rules and notes stand in it once each."""

    def __init__(self, face: Face, cited: Cited, rules: Rules | None, *, why_not: bool = False) -> None:
        """Take what the lines cite, the rules where they are asked for, and whether it is asked what lines lacked."""
        self._face = face
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
        face = self._face
        points = f"{row.points}; " if row.points else ""
        face.say(f"{before}{points}{row.text}{self.mark(row.rule)}")
        for item in row.items:
            face.say(f"{before}{item.whole}")
        if face.also and row.also:
            face.say(f"  {face.also.language}: {row.also}")
        for lack in row.lacks if self._why_not else ():
            face.say(f"{before}{LACKED} {lack.text}")
            if face.also and lack.also:
                face.say(f"  {face.also.language}: {lack.also}")

    def mark(self, rule: str) -> str:
        """Return the small number of a section, as it stands behind what cites it; nothing of what cites none."""
        return f" {_MARK % self._cited.numbers[rule]}" if rule else ""

    def explain(self, row: Row) -> None:
        """Tell the rule that a line cites and the notes that decided it, each once."""
        for text in self._rule(row.rule):
            self._face.say(f"  {text}")
        for note in self._cited.untold(row, self._told):
            self._face.say(f"  {note.kind} {_MARK % self._cited.numbers[note.rule]}: {note.text}")

    def references(self, game: Game) -> None:
        """Tell what the numbers stand for, how to read it, and how many open points of the rules there were."""
        cited = self._cited
        for line in (*cited.names(_MARK), cited.how(self._face, game), cited.open_points(self._face, _MARK)):
            if line:
                self._face.say(line)

    def _rule(self, rule: str) -> list[str]:
        if self._rules is None:
            return []
        from callboard_cli.display.sections import body_of  # only explanations need it
        from callboard_rules.markdown import plain_lines

        section = self._rules.sections.get(rule.partition("/")[2])
        if section is None or rule in self._told:
            return []  # a reason need not cite a section of its own, and its number tells where another's text is
        self._told.add(rule)
        return [f"{section.title}.", *plain_lines(body_of(self._face.catalog, section))]
