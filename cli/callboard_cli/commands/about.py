"""What the help of a command says beside its own words: of the game and the stage that are named there."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from callboard_cli.speech.face import Face

_ENTRY = "night add"
_TELLING = {
    _ENTRY: ("commands.night.helping", "about_add"),
    "check": ("display.counts.helping", "about_check"),
    "example": ("display.notations", "about_example"),
    "print setup": ("display.notations", "about_printed_setup"),
    "report score": ("display.notations", "about_reported"),
    "schema": ("display.notations", "about_schema"),
    "score": ("display.notations", "about_stage"),
    "setup": ("display.notations", "about_setup"),
}
"""The module and the function that tell it, by the command; each is imported where it is asked."""


def about(face: Face, command: str, words: Sequence[str]) -> list[str]:
    """Return what the help of a command says of what its words name; nothing where they name nothing.

    An entry of an evening is known without words.
    """
    if command not in _TELLING or not (words or command == _ENTRY):
        return []
    module, function = _TELLING[command]
    told: list[str] = getattr(import_module(f"callboard_cli.{module}"), function)(face, words)
    return told
