"""What an undo, a redo or a correction would change, for the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from callboard_cli.display.evenings.changes import changed_in, heading_of
from callboard_cli.speech.face import Face
from callboard_cli.telling.lines import Addresses, without_commands
from callboard_cli.telling.standing import StandingView, standing_of_night
from callboard_nights.changes import Changes


@dataclass(frozen=True)
class ChangesView:
    """What a change does."""

    heading: str
    """What would be taken back, given back or given anew; after it is done, what was."""
    lines: Sequence[str]
    """What is another thing then, as `Ann 16 → 20`."""
    standing: StandingView
    """The standing after it."""
    unreached: str
    """That later entries keep what was typed there; empty where none does."""
    edits: Sequence[tuple[int, str]]
    """The numbers of these entries, and where each is given anew."""


def changes_view(face: Face, changes: Changes, addresses: Addresses, *, is_done: bool = False) -> ChangesView:
    """Tell what a change does, or has done."""
    lines = list(filter(None, map(without_commands, changed_in(face, changes, with_commands=False))))
    numbers = changes.unreached
    unreached = face.catalog.plural("phones/unreached", len(numbers)) if numbers else ""
    return ChangesView(
        heading_of(face, changes, is_done=is_done),
        lines or ([] if numbers else [face.text("night/no-change")]),
        standing_of_night(face, changes.after, addresses),
        unreached % {"numbers": face.catalog.list([str(number) for number in numbers])},
        [(number, addresses.edit(number)) for number in numbers] if addresses.edit else [],
    )
