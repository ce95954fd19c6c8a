"""Totals that people counted beside the standing of an evening, for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from callboard_cli.display.answer import Answer, doubts_told
from callboard_cli.display.cited import Cited
from callboard_cli.display.counts.telling import show_counted
from callboard_cli.display.counts.verdicts import Counted, points_of, verdicts_of
from callboard_cli.display.evenings.entries import count_doubts, count_misfits, doubts, misfit, what
from callboard_cli.display.facts import Fact
from callboard_cli.display.page import Account, Page
from callboard_cli.display.rows import rows_of
from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.naming import own_command, title_of
from callboard_nights.night import Night
from callboard_scoring.counting import Checked, Part, Sum


def show_night_checked(  # noqa: PLR0913  # what was compared with what, and how much is told
    face: Face, name: str, night: Night, sums: Iterable[Sum], found: Sequence[Checked], *, explain: bool
) -> None:
    """Show what came of comparing totals with the standing; `name` is the evening's where it is not the current one."""

    def where(number: int) -> str:
        return _entry(face, night, number) if number else ""

    verdicts = verdicts_of(face, night.game, found, explain=explain, where=where)
    unexplained = {one.name for one, verdict in zip(found, verdicts, strict=True) if verdict.is_open}
    page = Page(
        title=face.beside(title_of, night.game.id),
        doubts=[*_doubts(face, night)],
        picture=None,
        accounts=[account for own in sums if own.name in unexplained for account in _accounts(face, night, own)],
        rows=[],
        cited=Cited({}, (), {}),
        answer=Answer([], [], "", [], [], 0, []),
        why_not=explain,
    )
    alarms = [doubts_told(face, count_doubts(night)), count_misfits(face, night)]
    numbers = [slip.part.entry for one in found for slips in one.explanations[:1] for slip in slips if slip.part.entry]
    show_counted(
        face,
        night.game,
        Counted(page, verdicts, list(filter(None, alarms)), list(_again(face, name, night, numbers))),
        explain=explain,
    )


def _entry(face: Face, night: Night, number: int) -> str:
    """Name an entry: "season 1, entry 2"."""
    entry = next(one for one in night.entries if one.number == number)
    return f"{face.beside(what(night, entry))}, {face.text('night/number', number=number)}"


def _doubts(face: Face, night: Night) -> Iterator[str]:
    """Yield what was scored as typed though it cannot be, and which entries count nothing."""
    for entry in night.entries:
        told = [f"{_entry(face, night, entry.number)}: {doubt}" for doubt in doubts(face, night, entry)]
        yield from told
        if entry.stands and not entry.fits:
            yield from misfit(face, night, entry)


def _accounts(face: Face, night: Night, own: Sum) -> Iterator[Account]:
    """Yield a player's lines, entry by entry, as they add up."""
    for number, parts in groupby((part for part in own.parts if not part.alone), key=lambda part: part.entry):
        account = _account(face, night, own.name, number, list(parts))
        if not account.is_blank:
            yield account


def _account(face: Face, night: Night, name: str, number: int, parts: Sequence[Part]) -> Account:
    points = sum(part.points for part in parts)
    before = [points_of(face, night.game, part.points) for part in parts if part.line is None and part.points]
    return Account(
        name=f"{visible(name)} · {_entry(face, night, number)}" if number else visible(name),
        won=False,
        rows=rows_of(face, night.game, [part.line for part in parts if part.line is not None]),
        start="" if number else "".join(before),
        notes=[],
        facts=[Fact(face.text("claim.before-entry"), told) for told in before] if number else [],
        total=points_of(face, night.game, points) if number else "",
    )


def _again(face: Face, name: str, night: Night, numbers: Sequence[int]) -> Iterator[str]:
    """Yield how to have an entry told again: the first that explains a difference, or else the newest that counts."""
    counted = [entry.number for entry in night.entries if entry.fits]
    for number in (numbers or counted[-1:])[:1]:
        command = own_command(face.catalog, ["night", "show", *filter(None, [name]), "--entry", str(number)])
        yield face.text("claim.entry", command=command)
