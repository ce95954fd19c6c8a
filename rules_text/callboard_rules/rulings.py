"""Rulings: the notes of the rules texts that concern what was scored or set up, found by the readings it cites."""

from __future__ import annotations

from collections.abc import Iterable

from callboard_rules import Note, RulesFormatError, Section, load_rules
from callboard_rules.shelf import kept


def find_rulings(game: str, language: str, readings: Iterable[str]) -> list[tuple[Section, Note]]:
    """Return the notes that these readings name (`histrio/season-pleasing-show.level`), in their order.

    :raises RulesFormatError: when a reading names a note that is not there, or a text breaks the format.
    """
    return [_find(game, language, reading) for reading in readings]  # most scores meet none, and need no texts


@kept
def _find(game: str, language: str, reading: str) -> tuple[Section, Note]:
    """Return the note that a reading names, with its section."""
    name, _, note_name = reading.partition("/")[2].partition(".")
    section = load_rules(game, language).sections.get(name)
    note = next((note for note in section.notes if note.name == note_name), None) if section else None
    if section is None or note is None:
        raise RulesFormatError(f"{game}/{language}.md: there is no note {{#{note_name}}} in {name}")
    return section, note
