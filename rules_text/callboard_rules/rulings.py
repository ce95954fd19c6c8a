"""Rulings: the notes of the rules texts that concern what was scored, found by the cases that its lines tell."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from callboard_rules import Note, Section, load_rules


@cache
def load_rulings(game: str) -> Mapping[str, tuple[tuple[str, int], ...]]:
    """Return by reason (`season-pleasing-show.level`) the notes that concern it: section, and place in it from 1."""
    text = (files("callboard_rules") / game / "rulings.toml").read_text(encoding="utf-8")
    return {
        f"{section}.{case}": tuple(notes.items())
        for section, cases in tomllib.loads(text).items()
        for case, notes in cases.items()
    }


def find_rulings(game: str, language: str, reasons: Iterable[str]) -> list[tuple[Section, Note]]:
    """Return the notes that concern these reasons (`histrio/season-pleasing-show.level`), each once, in their order."""
    known = load_rulings(game)
    notes = dict.fromkeys(note for reason in reasons for note in known.get(reason.partition("/")[2], ()))
    if not notes:
        return []  # most scores meet no ruling, and need no texts
    sections = load_rules(game, language).sections
    return [(sections[name], sections[name].notes[place - 1]) for name, place in notes]
