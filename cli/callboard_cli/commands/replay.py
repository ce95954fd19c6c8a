"""`callboard replay`: an evening from a text, counted again and saved nowhere."""

from pathlib import Path
from typing import Annotated

import typer

from callboard_cli.commands.night.answering import answering
from callboard_cli.commands.options import JsonOption, argument
from callboard_cli.commands.read_record import refuse
from callboard_cli.completion import offers
from callboard_cli.input.files import UnreadableError, read_text
from callboard_cli.ui.output import UI, CommandLineError, own_version, to_json

_TYPED = "callboard replay "
"""What may stand before a receipt: the command with which it is shown."""


def replay(
    ctx: typer.Context,
    file: Annotated[str, argument("replay.file-metavar", "replay.file", offers.files(*offers.TEXTS))] = "",
    *,
    as_json: JsonOption = False,
) -> None:
    """Count an evening of a text again."""
    ui: UI = ctx.obj
    if not file:
        raise CommandLineError("replay.file-missing")
    text = given_text(ui, file, as_json=as_json)
    with answering(ui, as_json=as_json):
        from callboard_cli.render.evenings.json_data import Replay, replay_data, show_replay  # help needs none
        from callboard_nights.night import night_of
        from callboard_nights.serialization.receipt import is_receipt, read_receipt
        from callboard_nights.serialization.replaying import differences, recounted
        from callboard_nights.serialization.texts import Exported, read_text

        read = read_receipt(text) if is_receipt(text) else read_text(text)
        if isinstance(read, Exported):
            told = Replay(read.night, night_of(read.log), read.version, own_version())
        else:
            night = recounted(read)
            told = Replay(read.night, night, read.version, own_version(), differences(read, night))
        if as_json:
            ui.emit(to_json(replay_data(ui.catalog, told)))
        else:
            show_replay(ui, told)


def given_text(ui: UI, given: str, *, as_json: bool) -> str:
    """Return the text of a file or of standard input; a receipt is itself.

    :raises UnreadableError: when it cannot be read; for programs that is told, and the command ends.
    """
    from callboard_nights.serialization.envelope import LIMIT  # help needs none
    from callboard_nights.serialization.receipt import is_receipt

    receipt = given.strip().removeprefix(_TYPED)
    if is_receipt(receipt) and not _is_file(given):
        return receipt
    ui.say_waiting(given)
    try:
        return read_text(given, LIMIT).removeprefix(_TYPED)
    except UnreadableError as error:
        if not as_json:
            raise
        from callboard_cli.input.diagnostics.refusal import unreadable  # most texts can be read

        refuse(ui, unreadable(error, ui.catalog), as_json=True)
        raise typer.Exit(2 if error.usage else 1) from None


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False
