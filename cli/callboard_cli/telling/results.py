"""Results for the page: what came out first, and below it each player's lines with their reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from callboard_cli.display.answer import BETWEEN
from callboard_cli.display.drawing import draw
from callboard_cli.display.evenings.entry import entry_page
from callboard_cli.display.facts import Fact
from callboard_cli.display.page import Account, Page, page_of
from callboard_cli.display.results import View
from callboard_cli.display.spoken import spoken
from callboard_cli.speech.face import Face
from callboard_cli.telling.lines import Addresses, Citing, LineView, Rule
from callboard_cli.telling.standing import StandingView, standing_of_night
from callboard_nights.night import Night
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult
from callboard_scoring.pictures import Picture

_NARROW, _WIDE = 44, 100
"""How many letters a picture may be wide: those of a phone held upright, or those to which it is moved sideways."""


@dataclass(frozen=True)
class PictureView:
    """A picture in letters, and the same in words."""

    rows: Sequence[str]
    words: Sequence[str]
    """Empty where lines beside it say the same."""


@dataclass(frozen=True)
class AccountView:
    """One player's part of a result."""

    name: str
    won: bool
    start: str
    lines: Sequence[LineView]
    facts: Sequence[Fact]
    total: str
    """Empty where totals mean nothing."""


@dataclass(frozen=True)
class AnswerView:
    """What came out."""

    totals: Sequence[str]
    """Who has how much, the most first, in one line; where there are no totals, a line for what each player has."""
    first: str
    """Who won, or leads; empty where nobody does."""
    lines: Sequence[LineView]
    """The steps of the tie-break that were needed, and what else is of the whole."""
    facts: Sequence[Fact]

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing to tell."""
        return not (self.totals or self.first or self.lines or self.facts)


@dataclass(frozen=True)
class ResultView:
    """A whole result."""

    title: str
    doubts: Sequence[str]
    """What cannot occur in play, and was scored as typed."""
    answer: AnswerView
    accounts: Sequence[AccountView]
    lines: Sequence[LineView]
    """What is nobody's, such as who gets which token."""
    picture: PictureView | None
    rules: Sequence[Rule]
    """What is cited, by its numbers."""


@dataclass(frozen=True)
class EntryView:
    """An entry of an evening told again."""

    number: int
    result: ResultView
    standing: StandingView
    """The standing after it."""
    edit: str
    """Where it is given anew; empty for whoever must not."""


def result_view(  # noqa: PLR0913  # what to tell, and how much of it
    face: Face, game: Game, stage: str, result: AnyResult, addresses: Addresses, *, with_lacks: bool = False
) -> ResultView:
    """Tell a result; `with_lacks` also what lines lacked that gave nothing."""
    return told_page(face, game, page_of(face, game, stage, result), addresses, with_lacks=with_lacks)


def entry_view(
    face: Face, night: Night, number: int, addresses: Addresses, *, with_lacks: bool = False
) -> EntryView | None:
    """Tell an entry of an evening again, and where the table stood after it; None where it does not count."""
    then = night.until(number + 1)
    entry = next((one for one in then.entries if one.number == number), None)
    if entry is None or entry.played is None:
        return None
    page = entry_page(face, then, entry, entry.played, View(), is_retold=True)
    return EntryView(
        number,
        told_page(face, night.game, page, addresses, with_lacks=with_lacks),
        standing_of_night(face, then, addresses),
        addresses.edit(number) if addresses.edit else "",
    )


def picture_view(face: Face, game: Game, picture: Picture | None) -> PictureView | None:
    """Draw a picture, as narrow as may be, and say it; None where there is none."""
    if picture is None:
        return None
    drawn = draw(face, game, picture, _NARROW) or draw(face, game, picture, _WIDE) or ()
    return PictureView([line.plain.rstrip() for line in drawn], spoken(face, game, picture))


def told_page(face: Face, game: Game, page: Page, addresses: Addresses, *, with_lacks: bool = False) -> ResultView:
    """Tell a result that is put into words already."""
    answer = page.answer
    totals = [BETWEEN.join(answer.totals)] if answer.totals else []
    citing = Citing(face, game, [*page.above, *answer.rows], addresses)
    accounts = list(_accounts(page.accounts, citing, with_lacks=with_lacks))
    lines = citing.lines(page.rows, with_lacks=with_lacks)
    told = AnswerView(totals or answer.gains, answer.first, citing.lines(answer.rows), answer.facts)
    return ResultView(
        page.title, page.doubts, told, accounts, lines, picture_view(face, game, page.picture), citing.rules
    )


def _accounts(accounts: Sequence[Account], citing: Citing, *, with_lacks: bool) -> Iterator[AccountView]:
    for one in accounts:
        lines = citing.lines([*one.rows, *one.notes], with_lacks=with_lacks)
        yield AccountView(one.name, one.won, one.start, lines, one.facts, one.total)
