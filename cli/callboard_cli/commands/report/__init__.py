"""`callboard report`: a wrong score, or a question that failed, as a file that becomes a test."""

from collections.abc import Mapping, Sequence
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from callboard_cli.commands.grouped import Words, group_of
from callboard_cli.speech.face import Face

WORDS = Words("report", {"score": "scored", "entry": "entered", "question": "asked"})
"""What can be reported."""


def group(
    face: Face, arguments: Sequence[str], classes: tuple[type[TyperCommand], type[TyperGroup]], texts: Mapping[str, Any]
) -> typer.Typer:
    """Return the group of these commands, of which `texts` say what it is for."""
    return group_of(WORDS, face, arguments, classes, texts)
