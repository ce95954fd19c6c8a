"""Results, compared totals and set-ups for pages and paper: as a screen has them, with what their lines point to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from callboard_cli.render.claims import Finding, Verdict, number_of, verdicts_of
from callboard_cli.render.evenings.evening import entry_page
from callboard_cli.render.page import Page
from callboard_cli.render.results import View
from callboard_cli.render.rows import Link, SetupPage
from callboard_cli.render.setups import setup_in_words
from callboard_cli.ui.output import UI
from callboard_cli.views.lines import Addresses, Citing
from callboard_cli.views.standing import StandingView, standing_of_night
from callboard_nights.night import Night
from callboard_nights.totals import claims_checked
from callboard_scoring.claimed_totals import Checked
from callboard_scoring.constrained_draws import Made
from callboard_scoring.game import Game


@dataclass(frozen=True)
class EntryView:
    """An entry of an evening told again."""

    number: int
    result: Page
    standing: StandingView
    """The standing after it."""
    edit: str
    """Where it is given anew; empty for whoever must not."""


def entry_view(
    ui: UI, night: Night, number: int, addresses: Addresses, *, with_lacks: bool = False
) -> EntryView | None:
    """Tell an entry of an evening again, and where the table stood after it; None where it does not count."""
    then = night.until(number + 1)
    entry = next((one for one in then.entries if one.number == number), None)
    if entry is None or entry.played is None:
        return None
    page = entry_page(ui, then, entry, entry.played, View(), is_retold=True)
    return EntryView(
        number,
        linked_page(ui, night.game, page, addresses, with_lacks=with_lacks),
        standing_of_night(ui, then, addresses),
        addresses.edit(number) if addresses.edit else "",
    )


def linked_page(ui: UI, game: Game, page: Page, addresses: Addresses, *, with_lacks: bool = False) -> Page:
    """Return a result with what its lines point to; `with_lacks` also with what they lacked that gave nothing."""
    answer = page.answer
    citing = Citing(ui, game, [*page.above, *answer.rows], addresses)
    lines = partial(citing.lines, with_lacks=with_lacks)
    accounts = [replace(one, rows=lines(one.rows), notes=lines(one.notes)) for one in page.accounts]
    rows = lines(page.rows)
    shown = replace(answer, rows=citing.lines(answer.rows))
    return replace(page, accounts=accounts, rows=rows, answer=shown, links=citing.links)


@dataclass(frozen=True)
class Claims:
    """What came of comparing totals."""

    verdicts: Sequence[Verdict]
    links: Sequence[Link]
    """What is cited, by its numbers."""


def claims_of_entry(ui: UI, night: Night, number: int, claimed: Mapping[str, int], addresses: Addresses) -> Claims:
    """Compare totals, by the players' names, with those that an entry gives by itself."""
    found = claims_checked(night, number, claimed)
    entry = next((one for one in night.entries if one.number == number), None)
    scores = entry.played.result.players if entry is not None and entry.played is not None else ()
    with_lines = {score.name for score in scores if score.lines}

    def unexplained(one: Checked) -> str:
        if one.name in with_lines:
            return ui.text("phones/unexplained")
        return ui.text("claim.no-lines", total=number_of(one.total))

    verdicts = verdicts_of(ui, night.game, found, explain=False, unexplained=unexplained, others="phones/others")
    rows = [finding.row for verdict in verdicts for finding in verdict.findings if finding.row is not None]
    citing = Citing(ui, night.game, rows, addresses)

    def linked(finding: Finding) -> Finding:
        return finding if finding.row is None else replace(finding, row=citing.lines([finding.row])[0])

    return Claims([verdict.with_findings(linked) for verdict in verdicts], citing.links)


def setup_page(ui: UI, game: Game, made: Made, addresses: Addresses) -> SetupPage:
    """Return a set-up in words, with what its steps point to."""
    whole = setup_in_words(ui, game, made.options.model_dump(), made.setup)
    citing = Citing(ui, game, whole.steps, addresses)
    return replace(whole, steps=citing.lines(whole.steps), links=citing.links)
