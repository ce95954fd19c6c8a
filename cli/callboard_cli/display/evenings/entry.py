"""An entry of an evening for people: as it was entered just now, or told again."""

from __future__ import annotations

from dataclasses import replace

from callboard_cli.display.answer import brief_of, doubts_told
from callboard_cli.display.evenings.closing import (
    ALARMING,
    BOLD,
    alarm,
    show_misfits,
    show_next,
    show_standing,
    stands,
    tell,
)
from callboard_cli.display.evenings.entries import doubts, is_held, what
from callboard_cli.display.page import Page, page_of
from callboard_cli.display.results import View, show_page
from callboard_cli.speech.face import Face
from callboard_nights.night import Entry, Night
from callboard_scoring.evening import Played, totals_of


def show_entry(face: Face, night: Night, view: View) -> None:
    """Show what came of the newest entry, and then where the table stands."""
    entry = night.entries[-1]
    played = entry.played
    assert played is not None  # noqa: S101  # for the type checkers: an entry that was taken fits
    page = entry_page(face, night, entry, played, view)
    if view.brief:
        for line in brief_of(face, page.title, page.answer):
            face.emit(line)
        for line in stands(face, night):
            face.emit(line)
        for doubt in doubts(face, night, entry):
            face.emit(doubt)
        return
    show_page(face, night.game, page, view)
    show_standing(face, night)
    alarm(face, doubts_told(face, len(played.result.doubts)))
    show_misfits(face, night)
    before = night.until(entry.number).next
    following = night.next
    is_new = following is not None and (before is None or before.stage != following.stage)
    show_next(face, night, with_example=is_new)


def show_retold(face: Face, night: Night, view: View) -> None:
    """Show what came of the newest entry of an evening as it was then, and where the table stood."""
    entry = night.entries[-1]
    played = entry.played
    assert played is not None  # noqa: S101  # for the type checkers: only what counts is told again
    page = entry_page(face, night, entry, played, view, is_retold=True)
    told = list(stands(face, night, flows=not view.brief))
    if view.brief:
        for line in (*brief_of(face, page.title, page.answer), *told, *doubts(face, night, entry)):
            face.emit(line)
        return
    show_page(face, night.game, page, view)
    if told:
        tell(face, face.text("night/after", number=entry.number))
    for line in told:
        tell(face, line, BOLD)
    if played.result.doubts:
        tell(face, doubts_told(face, len(played.result.doubts)), ALARMING)


def entry_page(  # noqa: PLR0913  # what is told, and how much of it
    face: Face, night: Night, entry: Entry, played: Played, view: View, *, is_retold: bool = False
) -> Page:
    """Put what came of an entry into words, without what the standing below it says.

    A new one cannot be entered once more to be explained: for that it is told again.
    """
    page = page_of(face, night.game, entry.stage, played.result, of=view.of, explain=view.explain, why_not=view.why_not)
    evening = night.game.evening()
    ways = page.answer.ways
    if ways and not is_retold:
        more = [] if view.explain else [face.text("night/more", number=entry.number)]
        ways = [*ways[:1], *more]
    answer = replace(page.answer, doubts=0, ways=ways)
    if entry.stage in (*evening.adds, *evening.sets):
        answer = replace(answer, first="")
        if not played.result.decided:
            answer = replace(answer, rows=[])  # who is level by this record alone says nothing of the evening
        if totals_of(played) == night.totals:
            answer = replace(answer, totals=[])
        elif answer.totals:
            first, *others = answer.totals
            answer = replace(answer, totals=[f"{face.beside(what(night, entry))}: {first}", *others])
    elif night.is_won:
        answer = replace(answer, first="")
    if is_held(night, played):
        answer = replace(answer, gains=[])
    number = face.text("night/number", number=entry.number)
    cited = page.cited if is_retold else replace(page.cited, open_text="night/readings")
    which = face.beside(what(night, entry))
    title = page.title if which in page.title else f"{page.title} · {which}"
    return replace(page, title=f"{title} · {number}", answer=answer, cited=cited, again=view.again)
