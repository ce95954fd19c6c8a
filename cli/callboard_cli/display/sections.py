"""A section of the rules for people: the text, its notes, and one quiet line about where it comes from."""

from __future__ import annotations

from collections.abc import Iterable

from callboard_cli.speech.face import Face
from callboard_rules import Section, load_rules

_FOUND = "black on yellow"
"""How the words of a question stand out in the text that answers it."""


def section_page(face: Face, section: Section, found: Iterable[str] = ()) -> str:
    """Lay a whole section out; the words found in it stand out."""
    notes = [(face.text(f"rules.note-{note.kind}"), note.text) for note in section.notes]
    title, quiet = title_of(face, section), [*_terms(face, section), _origin(face, section)]
    if face.plain:
        from callboard_rules.plain import plain_lines  # noqa: PLC0415  # a page needs none

        told = [f"{kind}: {' '.join(plain_lines(text))}" for kind, text in notes]
        return "\n".join([title, *plain_lines(section.body), *told, *quiet])
    from rich.padding import Padding  # noqa: PLC0415  # plain output needs none
    from rich.text import Text  # noqa: PLC0415  # as above

    from callboard_cli.display.markdown import Markdown  # noqa: PLC0415  # as above

    console = face.console()
    body = Text()
    for segment in console.render(Markdown(section.body)):
        body.append(segment.text, segment.style)
    body.highlight_regex(rf"(?i)\b(?:{'|'.join(found) or '(?!)'})\b", _FOUND)
    with console.capture() as page:
        console.print(Text(title, style="bold underline"))
        console.print()
        console.print(body, end="")
        for kind, text in notes:
            console.print()
            console.print(Padding(Markdown(f"**{kind}:** {text}"), (0, 2)))
        console.print()
        for line in quiet:
            console.print(Text(line, style="dim"))
    return page.get().removesuffix("\n")


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
    """Say where a section comes from: the places in the rulebooks, whose word it is, and its id."""
    books = load_rules(section.game, section.language).books
    places = [
        face.text(f"rules.book-{book}", title=books[book], place=place) for book, place in section.sources.items()
    ]
    return " · ".join([*places, face.text(f"rules.authority-{section.authority}"), f"§ {section.id}"])
