"""What help says of an entry of the current evening."""

from __future__ import annotations

from collections.abc import Sequence

from callboard_cli.display.evenings.closing import about_entry
from callboard_cli.entry.nights import current
from callboard_cli.entry.vocabulary import stages
from callboard_cli.speech.face import Face


def about_add(face: Face, words: Sequence[str]) -> list[str]:
    """Return how the stage that is named is typed, or else the one that comes next; nothing without an evening."""
    night = current()
    if night is None:
        return []
    following = night.next.stage if night.next is not None else None
    stage = stages(night.game, face.catalog).find(words[0]) if words else None
    stage = stage or following
    return [] if stage is None else about_entry(face, night, stage)
