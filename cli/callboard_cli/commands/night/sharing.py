"""`callboard night export`, `night import` and `replay`: an evening as a text, for another device or for a dispute."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from callboard_cli.commands.night.answering import answering, emit
from callboard_cli.commands.options import JsonOption, NightArgument, argument, option
from callboard_cli.commands.read_record import refuse
from callboard_cli.completion import offers
from callboard_cli.input.evenings import meant
from callboard_cli.input.files import UnreadableError, read_text
from callboard_cli.ui.output import UI, CommandLineError, carries_letters, own_version, to_json
from callboard_nights.night import night_of
from callboard_nights.statistics import summary_of
from callboard_scoring.problems import Problem, RefusedError

if TYPE_CHECKING:
    from callboard_nights.events import Log
    from callboard_nights.storage.store import Store


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
            shown = Replay(read.night, night_of(read.log), read.version, own_version())
        else:
            night = recounted(read)
            shown = Replay(read.night, night, read.version, own_version(), differences(read, night))
        if as_json:
            ui.emit(to_json(replay_data(ui.catalog, shown)))
        else:
            show_replay(ui, shown)


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


def export(
    ctx: typer.Context,
    night: NightArgument = "",
    *,
    dispute: Annotated[bool, option("--dispute", "night.dispute")] = False,
    receipt: Annotated[bool, option("--receipt", "night.receipt-text")] = False,
    as_json: JsonOption = False,
) -> None:
    """Write an evening as a text."""
    ui: UI = ctx.obj
    if dispute and receipt:
        raise CommandLineError("night.export-one")
    with answering(ui, as_json=as_json) as saved:
        name = meant(saved, night)
        text = _text(saved, name, dispute=dispute, receipt=receipt)
        if as_json:
            emit(ui, saved, {"night": name, "text": text})
        else:
            ui.emit(text.rstrip("\n"))


def _text(saved: "Store", name: str, *, dispute: bool, receipt: bool) -> str:
    """Return the text of an evening, in letters that the output can carry.

    :raises RefusedError: when there is nothing to write a receipt of.
    """
    from callboard_nights.serialization import texts  # help needs none
    from callboard_nights.serialization.envelope import in_ascii

    log = saved.read(name)
    if receipt:
        from callboard_nights.serialization.receipt import receipt as receipt_of

        made = receipt_of(night_of(log), own_version())
        if made is None:
            raise RefusedError([Problem((), "error.night.no-receipt")])
        return made
    if dispute:
        text = texts.dispute_text(name, night_of(log), own_version())
    else:
        text = texts.log_text(name, log, own_version())
    return text if carries_letters() else in_ascii(text)


def import_(
    ctx: typer.Context,
    file: Annotated[str, argument("replay.file-metavar", "night.import-file", offers.files(*offers.TEXTS))] = "",
    *,
    as_json: JsonOption = False,
) -> None:
    """Save an evening from a text."""
    ui: UI = ctx.obj
    if not file:
        raise CommandLineError("night.import-missing")
    text = given_text(ui, file, as_json=as_json)
    with answering(ui, as_json=as_json) as saved:
        from callboard_nights.serialization.receipt import is_receipt  # help needs none
        from callboard_nights.serialization.texts import Exported, read_text

        read = None if is_receipt(text) else read_text(text)
        if not isinstance(read, Exported):
            raise RefusedError([Problem((), "error.night.import-dispute")])
        night = night_of(read.log)
        known = _known(saved, read.night, read.log)
        name = known or saved.begin(read.log, summary_of(night), night=read.night, current=False)
        if as_json:
            other = {"was": read.night} if name != read.night else {}
            emit(ui, saved, {"night": name, **other, "imported": known is None})
            return
        if known is not None:
            message = "night.import-known"
        else:
            message = "night.imported" if name == read.night else "night.imported-other"
        ui.say(ui.text(message, night=name, was=read.night))


def _known(saved: "Store", night: str, log: "Log") -> str | None:
    """Return the ID under which the same evening is saved already: its own, or the one that it got last time."""
    began = [one.night for one in saved.summaries() if one.began == log[0].at]
    own_first = sorted(began, key=lambda name: name != night)
    return next((name for name in own_first if saved.read(name) == log), None)
