"""`callboard night undo` and `redo`; and how any change of an evening is told."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from callboard_cli.commands.night.answering import answering, emit
from callboard_cli.commands.options import JsonOption, option
from callboard_cli.display.evenings.machine import changes_data
from callboard_cli.entry.nights import Act, done, meant, now, previewed
from callboard_cli.speech.face import Face
from callboard_nights import acts
from callboard_nights.changes import changes
from callboard_nights.events import Event
from callboard_nights.night import Night

if TYPE_CHECKING:
    from callboard_nights.storage.store import Store


DryOption = Annotated[bool, option("--dry-run", "night.dry-run")]


def told_change(  # what is done, to what, and how it is told
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


def undo(ctx: typer.Context, *, dry: DryOption = False, as_json: JsonOption = False) -> None:
    """Take the last change back."""
    _step(ctx.obj, acts.undo, lambda night: night.done[-1].entry, dry=dry, as_json=as_json)


def redo(ctx: typer.Context, *, dry: DryOption = False, as_json: JsonOption = False) -> None:
    """Let what was taken back stand again."""
    _step(ctx.obj, acts.redo, lambda night: night.undone[-1].entry, dry=dry, as_json=as_json)


def _step(
    face: Face, act: Callable[[Night, str], Event], number: Callable[[Night], int], *, dry: bool, as_json: bool
) -> None:
    with answering(face, as_json=as_json, beside={"changes": []}) as saved:
        at = now()
        told_change(face, saved, meant(saved), lambda night: act(night, at), number, dry=dry, as_json=as_json)
