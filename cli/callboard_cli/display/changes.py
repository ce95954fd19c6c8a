"""What a change does to an evening, in the table's terms."""

from __future__ import annotations

from callboard_cli.speech.face import Face, visible
from callboard_nights.changes import Changes


def show_changes(face: Face, changes: Changes, *, is_done: bool) -> None:
    """Say what an undo, a redo or an edit changes."""
    del is_done
    for one in changes.players:
        face.say(f"{visible(one.name)} {one.before.total} → {one.after.total}")
