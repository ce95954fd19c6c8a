"""An entry of an evening told again, for people."""

from __future__ import annotations

from callboard_cli.display.answer import brief_of, doubts_told
from callboard_cli.display.entries import doubts
from callboard_cli.display.nights import entry_page, stands, tell
from callboard_cli.display.results import View, show_page
from callboard_cli.speech.face import Face
from callboard_nights.night import Night


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
        tell(face, line, "bold")
    if played.result.doubts:
        tell(face, doubts_told(face, len(played.result.doubts)), "bold yellow")
