"""Rulings: the notes of the rules texts that concern what was scored, found by the cases that its lines tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from callboard_rules import Note, RulesFormatError, Section, load_rules
from callboard_rules.shelf import kept, read_table


@kept
def load_rulings(game: str) -> Mapping[str, tuple[tuple[str, int], ...]]:
    """Return by reason (`season-pleasing-show.level`) the notes that concern it: section, and place in it from 1.

    :raises RulesFormatError: when the file breaks the format.
    """
    file = f"{game}/rulings.toml"
    rulings: dict[str, tuple[tuple[str, int], ...]] = {}
    for section, cases in read_table(game, "rulings.toml").items():
        for case, notes in cases.items() if isinstance(cases, dict) else [("", None)]:
            if not isinstance(notes, dict) or not all(type(place) is int and place > 0 for place in notes.values()):
                raise RulesFormatError(f"{file}: {section}: a case = {{ section = 1 }}, its notes counted from 1")
            rulings[f"{section}.{case}"] = tuple(notes.items())
    return rulings


def find_rulings(game: str, language: str, reasons: Iterable[str]) -> list[tuple[Section, Note]]:
    """Return the notes that concern these reasons (`histrio/season-pleasing-show.level`), each once, in their order.

    :raises RulesFormatError: when a ruling names a note that is not there, or a text breaks the format.
    """
    known = load_rulings(game)
    notes = dict.fromkeys(note for reason in reasons for note in known.get(reason.partition("/")[2], ()))
    if not notes:
        return []  # most scores meet no ruling, and need no texts
    sections = load_rules(game, language).sections
    for name, place in notes:
        if name not in sections or place > len(sections[name].notes):
            raise RulesFormatError(f"{game}/rulings.toml: there is no note {place} in {name}")
    return [(sections[name], sections[name].notes[place - 1]) for name, place in notes]
