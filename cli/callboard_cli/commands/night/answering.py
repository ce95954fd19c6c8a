"""How a command on evenings answers: what went wrong in words or as JSON, never as a traceback."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

from callboard_cli.ui.output import SCHEMA, UI, to_json, visible
from callboard_nights.seating import LogError
from callboard_scoring.draws import CodeError
from callboard_scoring.problems import RefusedError

if TYPE_CHECKING:
    from callboard_nights.storage.store import Store


@contextmanager
def answering(ui: UI, *, as_json: bool, beside: Mapping[str, Any] | None = None) -> Iterator[Store]:
    """Give the store to a command, and say what cannot be done; to programs with what else they look for `beside` it.

    :raises typer.Exit: with the status 1, where something cannot be done.
    """
    from callboard_cli.input.evenings import as_refused, store  # help needs none
    from callboard_nights.storage.files import StoreError

    saved = store()
    try:
        yield saved
    except (RefusedError, LogError, CodeError, StoreError) as error:
        errors = _told(ui, as_refused(error))
        if as_json:
            emit(ui, saved, {**(beside or {}), "errors": errors})
        else:
            _warn(ui, saved)
            for one in errors:
                ui.say(one["text"], err=True)
        raise typer.Exit(1) from None
    if not as_json:
        _warn(ui, saved)


def _told(ui: UI, error: RefusedError) -> list[dict[str, str]]:
    """Return what is wrong in words."""
    from callboard_cli.input.diagnostics.refusal import refused  # most things can be done

    return refused(error, ui.catalog, None, {}).errors


def _warn(ui: UI, saved: Store) -> None:
    for text in warnings(ui, saved):
        ui.say(text, err=True)


def warnings(ui: UI, saved: Store) -> list[str]:
    """Return what people are to be told of what the store did."""
    return [_warning(ui, notice.code, notice.values) for notice in saved.notices]


def _warning(ui: UI, code: str, told: Mapping[str, str | int]) -> str:
    """Return what people are to be told; of a damaged file also what is lost, where anything is."""
    values = {key: visible(str(value)) for key, value in told.items()}
    messages = [code, "store.lost"] if told.get("lost_nights") else [code]
    return " ".join(ui.text(message, **values) for message in messages)


def emit(ui: UI, saved: Store, data: dict[str, Any]) -> None:
    """Print an answer for programs, with what the store had to do beside it."""
    shown = warnings(ui, saved)
    ui.emit(to_json({"schema": SCHEMA, **data, **({"warnings": shown} if shown else {})}))
