"""How a command on evenings answers: what went wrong in words or as JSON, never as a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

from callboard_cli.commands.given import refuse
from callboard_cli.speech.data import SCHEMA, to_json
from callboard_cli.speech.face import Face, visible
from callboard_nights.seating import LogError
from callboard_scoring.draws import CodeError
from callboard_scoring.problems import Problem, RefusedError

if TYPE_CHECKING:
    from callboard_nights.keeping.store import Store


@contextmanager
def answering(face: Face, *, as_json: bool) -> Iterator[Store]:
    """Give the store to a command, and say what cannot be done.

    :raises typer.Exit: with the status 1, where something cannot be done.
    """
    from callboard_cli.entry.nights import store  # noqa: PLC0415  # help needs none
    from callboard_nights.keeping.trouble import StoreError  # noqa: PLC0415

    saved = store()
    try:
        yield saved
    except RefusedError as error:
        _refused(face, error, as_json=as_json)
    except (LogError, CodeError) as error:
        code = error.problem if isinstance(error, CodeError) else error.code
        _refused(face, RefusedError([Problem((), code, error.values)]), as_json=as_json)
    except StoreError as error:
        values = {"path": str(error.path), **error.values}
        _refused(face, RefusedError([Problem((), f"error.{error.code}", values)]), as_json=as_json)
    if not as_json:
        for text in warnings(face, saved):
            face.say(text, err=True)


def warnings(face: Face, saved: Store) -> list[str]:
    """Return what people are to be told of what the store did."""
    return [
        face.text(notice.code, **{key: visible(str(value)) for key, value in notice.values.items()})
        for notice in saved.notices
    ]


def emit(face: Face, saved: Store, data: dict[str, Any]) -> None:
    """Print an answer for programs, with what the store had to do beside it."""
    told = warnings(face, saved)
    face.emit(to_json({"schema": SCHEMA, **data, **({"warnings": told} if told else {})}))


def _refused(face: Face, error: RefusedError, *, as_json: bool) -> None:
    """Say what cannot be done, and end the command."""
    from callboard_cli.entry.refusing.refusal import refused  # noqa: PLC0415  # most things can be done

    refusal = refused(error, face.catalog, None, {})
    if as_json:
        refuse(face, refusal, as_json=True)
    else:
        for cause in refusal.messages:
            face.say(cause.text, err=True)
    raise typer.Exit(1) from None
