"""A player aid as plain data: of each section of the rules what is marked for it, with the section's id."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from callboard_cli.paper.sheets import Sheet, on_sheet
from callboard_cli.ui.output import UI
from callboard_locales import Catalog
from callboard_rules import Section, load_rules
from callboard_rules.markdown import Block, Run, runs
from callboard_scoring.game import Game


@dataclass(frozen=True)
class NoteOnAid:
    """A note of a section: a reading that matters."""

    kind: str
    runs: Sequence[Run]


@dataclass(frozen=True)
class SectionOnAid:
    """What of a section is on the aid."""

    id: str
    title: str
    blocks: Sequence[Block]
    notes: Sequence[NoteOnAid]


@dataclass(frozen=True)
class AidView(Sheet):
    """A whole aid."""

    languages: Sequence[Sequence[SectionOnAid]]
    """The sections in the order of the rules; at a mixed table the same again in the second language."""


def aid_view(ui: UI, game: Game) -> AidView | None:
    """Return the aid of a game; None where nothing of its rules is marked for one."""
    languages = [list(_sections(words, game)) for words in ui.catalogs]
    if not languages[0]:
        return None
    return AidView(**on_sheet(ui, game, ui.beside(Catalog.text, "paper/aid")), languages=languages)


def _sections(words: Catalog, game: Game) -> Iterator[SectionOnAid]:
    for section in load_rules(game.id, words.language).sections.values():
        notes = list(_notes(words, section))
        if (aid := section.aid) or notes:
            yield SectionOnAid(section.id, section.title, aid, notes)


def _notes(words: Catalog, section: Section) -> Iterator[NoteOnAid]:
    for note in section.notes:
        if note.on_aid:
            yield NoteOnAid(words.text(f"rules.note-{note.heading}"), runs(note.text))
