"""`callboard night undo` and `redo`; and how any change of an evening is told."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from callboard_cli.commands.night.answering import answering, emit
from callboard_cli.display.evenings.machine import changes_data
from callboard_cli.entry.choosing import json_option
from callboard_cli.entry.nights import Act, done, meant, now, previewed
from callboard_cli.speech.face import Face
from callboard_nights import acts
from callboard_nights.changes import changes
from callboard_nights.events import Event
from callboard_nights.night import Night

if TYPE_CHECKING:
    from callboard_nights.storage.store import Store


def dry_option(face: Face) -> Any:
    """Describe the option that only shows what would change."""
    return typer.Option("--dry-run", help=face.text("night.dry-run"), show_default=False)


def told_change(  # noqa: PLR0913  # what is done, to what, and how it is told
    face: Face, saved: "Store", name: str, act: Act, number: Callable[[Night], int], *, dry: bool, as_json: bool
) -> None:
    """Do something to an evening and say what that changed, or only say what it would change."""
    before, after = (previewed if dry else done)(saved, name, act)
    told = changes(before, after, number(before))
    if as_json:
        emit(face, saved, changes_data(name, told))
        return
    from callboard_cli.display.evenings.changes import show_changes  # a program sees none

    show_changes(face, told, is_done=not dry)


def undo(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""
    return _step(face, acts.undo, lambda night: night.done[-1].entry)


def redo(face: Face) -> Callable[..., None]:
    """Return the command in the face's language."""
    return _step(face, acts.redo, lambda night: night.undone[-1].entry)


def _step(face: Face, act: Callable[[Night, str], Event], number: Callable[[Night], int]) -> Callable[..., None]:
    def command(
        *, dry: Annotated[bool, dry_option(face)] = False, as_json: Annotated[bool, json_option(face)] = False
    ) -> None:
        """Take a change back, or let it stand again."""
        with answering(face, as_json=as_json, beside={"changes": []}) as saved:
            at = now()
            told_change(face, saved, meant(saved), lambda night: act(night, at), number, dry=dry, as_json=as_json)

    return command


COMMANDS = {"undo": undo, "redo": redo}
