"""Why something cannot be done, in words: whoever found it."""

from __future__ import annotations

from callboard_cli.entry.nights import as_refused
from callboard_cli.entry.refusing.refusal import refused
from callboard_cli.speech.face import Face
from callboard_cli.telling.lines import without_commands


def why(face: Face, error: Exception) -> list[str]:
    """Say why something cannot be done."""
    return [without_commands(one["text"]) for one in refused(as_refused(error), face.catalog, None, {}).errors]
