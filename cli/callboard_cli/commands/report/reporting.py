"""What both kinds of reports have in common: what is said of it, and where the file goes."""

from collections.abc import Iterable
from typing import Any

import typer

from callboard_cli.commands.delivering import STDOUT, place_of
from callboard_cli.commands.placing import put_down
from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.face import Face, visible

LIMIT = 2_000
"""The most characters that may be said of what is wrong."""


def says_option(face: Face) -> Any:  # noqa: ANN401  # Typer's own
    """Describe the option for what is wrong, in somebody's own words."""
    return typer.Option(
        "--says", metavar=face.text("report.says-metavar"), help=face.text("report.says"), show_default=False
    )


def out_option(face: Face) -> Any:  # noqa: ANN401  # as above
    """Describe the option for where the file goes."""
    return typer.Option(metavar=face.text("print.out-metavar"), help=face.text("report.out"), show_default=False)


def look_said(says: str) -> None:
    """Look whether what is said can be kept.

    :raises CommandLineError: when it is too long.
    """
    if len(says) > LIMIT:
        raise CommandLineError("report.too-long", count=len(says), limit=LIMIT)


def deliver(face: Face, text: str, out: str, name: str, held: Iterable[str]) -> None:
    """Put a report where it is wanted, and say what is in it.

    :raises CommandLineError: when the place cannot be written.
    """
    with place_of(out):
        if out == STDOUT:
            face.emit(text.removesuffix("\n"))
            return
        (path,) = put_down([text.encode()], "toml", out, name)
    face.say(face.text("report.written", path=visible(str(path))))
    for message in (*held, "report.holds-answer", "report.holds-machine", "report.not-sent"):
        face.say(face.text(message))
