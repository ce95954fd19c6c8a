"""A section of the rules for people: the text, its notes, and one quiet line about where it comes from."""

from __future__ import annotations

from collections.abc import Iterable

from callboard_cli.speech.face import Face
from callboard_locales import Catalog
from callboard_rules import Section, load_rules
from callboard_rules.plain import plain_lines


def section_page(face: Face, section: Section, found: Iterable[str] = ()) -> str:
    """Lay a whole section out; the words found in it stand out."""
    notes = [(face.text(f"rules.note-{note.heading}"), note.text) for note in section.notes]
    title, quiet = title_of(face, section), [*_terms(face, section), _origin(face, section)]
    body = body_of(face.catalog, section)
    if face.plain:
        told = [f"{kind}: {' '.join(plain_lines(text))}" for kind, text in notes]
        return "\n".join([title, *plain_lines(body), *told, *quiet])
    from callboard_cli.display.markdown import section_on_screen  # noqa: PLC0415  # it brings Rich

    return section_on_screen(face, title, body, notes, quiet, found)


def body_of(words: Catalog, section: Section) -> str:
    """Return a section's text; a passage says whose word it is where that is another's than the section's."""
    return section.told(lambda authority: f" *({words.text(f'rules.authority-{authority}')})*")


def title_of(face: Face, section: Section) -> str:
    """Return a section's title, at a mixed table in both languages."""
    return face.beside(lambda words: load_rules(section.game, words.language).sections[section.id].title)


def more_lines(face: Face, sections: Iterable[Section]) -> list[str]:
    """Name further sections, for who wants to read on."""
    named = [(title_of(face, section), section.id) for section in sections]
    return [face.fitted(face.text("rules.more", title=title, id=name)) for title, name in named]


def _terms(face: Face, section: Section) -> list[str]:
    """At a mixed table, say the words that a section explains in both languages."""
    if face.also is None:
        return []
    from callboard_rules.glossary import load_glossary  # noqa: PLC0415  # most tables speak one language

    terms = [term for term in load_glossary(section.game) if term.section == section.id]
    names = [face.beside(lambda words, term=term: term.names[words.language][0]) for term in terms]
    return [face.text("rules.terms", terms="; ".join(names))] if names else []


def _origin(face: Face, section: Section) -> str:
    """Say where a section comes from: the places in the rulebooks, whose word it is, and its id.

    A place in a rulebook of another language has its translation behind it.
    """
    books = load_rules(section.game, section.language).books
    own = {book: f" ({place})" for book, place in section.places.items()}
    places = [
        face.text(f"rules.book-{book}", title=books[book], place=place + own.get(book, ""))
        for book, place in section.sources.items()
    ]
    return " · ".join([*places, face.text(f"rules.authority-{section.authority}"), f"§ {section.id}"])
