"""An evening for people: where the table stands, and what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from callboard_cli.display.results import View, show_result
from callboard_cli.entry.evening import next_stage
from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.naming import title_of
from callboard_nights.night import Night


def show_start(face: Face, name: str, night: Night) -> None:
    """Say that an evening begins, and with what."""
    show_night(face, name, night)


def show_entry(face: Face, name: str, night: Night, view: View) -> None:
    """Show what came of the newest entry, and then where the table stands."""
    del name
    played = night.entries[-1].played
    assert played is not None  # noqa: S101  # for the type checkers: an entry that was taken fits
    show_result(face, night.game, played.stage, played.result, view)
    _standing(face, night)


def show_night(face: Face, name: str, night: Night, *, whole: bool = False) -> None:
    """Show where the table stands; `whole` with every entry."""
    del whole
    face.say(f"{title_of(face.catalog, night.game.id)} · {name}")
    _standing(face, night)


def show_brief(face: Face, name: str, night: Night) -> None:
    """Show what one pastes into a chat."""
    show_night(face, name, night)


def show_list(face: Face, tables: Iterable[Mapping[str, Any]], current: str | None) -> None:
    """Show all evenings."""
    for table in tables:
        face.say(f"{'*' if table['night'] == current else ' '} {table['night']}")


def show_end(face: Face, name: str, night: Night, *, is_done: bool) -> None:
    """Show how an evening ended."""
    del is_done
    show_night(face, name, night)


def _standing(face: Face, night: Night) -> None:
    face.say(" · ".join(f"{visible(one.name)} {one.total}" for one in night.standing))
    if night.next is not None:
        face.emit(next_stage(night, night.next.stage).command(face.catalog, ()))
