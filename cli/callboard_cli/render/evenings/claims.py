"""Totals that people counted beside the standing of an evening, for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from callboard_cli.input.claims import with_totals
from callboard_cli.render.claims import Counted, Verdict, number_of, points_of, verdicts_of
from callboard_cli.render.claims_shown import show_counted
from callboard_cli.render.evenings.standing import count_doubts, count_misfits, doubts, misfit, what
from callboard_cli.render.page import Account, Page
from callboard_cli.render.rows import Cited, rows_of
from callboard_cli.render.summary import Answer, Fact, doubts_text
from callboard_cli.ui.names import shown_command, title_of
from callboard_cli.ui.output import UI, visible
from callboard_nights.night import Night
from callboard_scoring.claimed_totals import Checked, Sum, TotalPart
from callboard_scoring.records import field_names


def show_night_checked(  # noqa: PLR0913  # what was compared with what, and how much is told
    ui: UI,
    name: str,
    night: Night,
    sums: Sequence[Sum],
    found: Sequence[Checked],
    *,
    explain: bool,
) -> None:
    """Show what came of comparing totals with the standing; `name` is the evening's where it is not the current one."""
    verdicts = verdicts_of_night(ui, night, sums, found, explain=explain)
    open_names = {one.name for one, verdict in zip(found, verdicts, strict=True) if verdict.is_open}
    page = Page(
        title=ui.beside(title_of, night.game.id),
        doubts=[*_doubts(ui, night)],
        picture=None,
        accounts=[account for own in sums if own.name in open_names for account in _accounts(ui, night, own)],
        rows=[],
        cited=Cited({}, (), {}),
        answer=Answer([], [], "", [], [], 0, []),
        why_not=explain,
    )
    alarms = list(filter(None, [doubts_text(ui, count_doubts(night)), count_misfits(ui, night)]))
    about = {finding.entry for verdict in verdicts for finding in verdict.findings if finding.entry}
    command = _again(ui, name, *about) if len(about) == 1 else ""
    show_counted(ui, night.game, Counted(page, verdicts, alarms, command=command), explain=explain)


def verdicts_of_night(  # noqa: PLR0913  # what was compared with what, and how it is told
    ui: UI,
    night: Night,
    sums: Sequence[Sum],
    found: Sequence[Checked],
    *,
    explain: bool,
    nothing: str = "claim.nothing",
    others: str = "claim.others",
) -> list[Verdict]:
    """Put into words what came of comparing totals with the standing.

    `nothing` is the message of a difference that no line explains, `others` that there are more explanations.
    """
    numbers = {own.name: sorted({part.entry for part in own.parts if part.entry}) for own in sums}
    entries = sorted({number for own in numbers.values() for number in own})

    def what_of(number: int) -> tuple[str, int]:
        entry = next(one for one in night.entries if one.number == number)
        before = [one for one in entries if one < number]
        return ui.beside(what(night, entry)), before[-1] if before else 0

    def unexplained(one: Checked) -> str:
        return _unexplained(ui, night, next(own for own in sums if own.name == one.name), nothing)

    return verdicts_of(
        ui,
        night.game,
        found,
        explain=explain,
        unexplained=unexplained,
        hint=lambda one: _hint(ui, night, one, entries),
        what=what_of,
        others=others,
    )


def _unexplained(ui: UI, night: Night, own: Sum, nothing: str) -> str:
    """Say what to do where nothing explains a difference: compare lines, where there are any."""
    if any(part.line is not None for part in own.parts):
        return ui.text(nothing)
    if any(part.entry for part in own.parts):
        return ui.text("claim.no-lines", total=number_of(own.total))
    stages = [title_of(ui.catalog, night.game.id, stage) for stage in with_totals(night.game)]
    return ui.text("claim.not-yet", stages=", ".join(stages))


def _hint(ui: UI, night: Night, one: Checked, entries: Sequence[int]) -> str:
    """Say that more than the standing may have been gained since the last entry, where one to come takes that."""
    total, path = night.game.evening().total, night.game.path
    if not (total and night.leg and one.claimed > one.total):
        return ""
    coming = path[path.index(night.leg) :] if night.leg in path else (night.leg,)
    if not any(total in field_names(night.game.record(leg.stage)) for leg in coming):
        return ""
    message = "claim.gained" if entries else "claim.gained-first"
    return ui.text(message, points=f"+{one.claimed - one.total}", **({"number": entries[-1]} if entries else {}))


def _entry(ui: UI, night: Night, number: int) -> str:
    """Name an entry: "season 1, entry 2"."""
    entry = next(one for one in night.entries if one.number == number)
    return f"{ui.beside(what(night, entry))}, {ui.text('night/number', number=number)}"


def _doubts(ui: UI, night: Night) -> Iterator[str]:
    """Yield what was scored as typed though it cannot be, and which entries count nothing."""
    for entry in night.entries:
        shown = [f"{_entry(ui, night, entry.number)}: {doubt}" for doubt in doubts(ui, night, entry)]
        yield from shown
        if entry.stands and not entry.fits:
            yield from misfit(ui, night, entry)


def _accounts(ui: UI, night: Night, own: Sum) -> Iterator[Account]:
    """Yield a player's lines, entry by entry, as they add up."""
    for number, parts in groupby((part for part in own.parts if not part.alone), key=lambda part: part.entry):
        account = _account(ui, night, own.name, number, list(parts))
        if not account.is_blank:
            yield account


def _account(ui: UI, night: Night, name: str, number: int, parts: Sequence[TotalPart]) -> Account:
    points = sum(part.points for part in parts)
    before = [points_of(ui, night.game, part.points) for part in parts if part.line is None and part.points]
    return Account(
        name=f"{visible(name)} · {_entry(ui, night, number)}" if number else visible(name),
        won=False,
        rows=rows_of(ui, night.game, [part.line for part in parts if part.line is not None]),
        start="" if number else "".join(before),
        notes=[],
        facts=[Fact(ui.text("claim.before-entry"), shown) for shown in before] if number else [],
        total=points_of(ui, night.game, points) if number else "",
    )


def _again(ui: UI, name: str, number: int) -> str:
    """Say how to have an entry told again."""
    command = shown_command(ui, ["night", "show", *filter(None, [name]), "--entry", str(number)])
    return ui.text("claim.entry", command=command)
