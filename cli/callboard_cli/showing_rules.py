"""A section of the rules for people: the text, its notes, and one quiet line about where it comes from."""

from __future__ import annotations

from callboard_cli.face import Face
from callboard_rules import Section, load_rules
from callboard_scoring.game import Game


def show_section(face: Face, game: Game, section: Section) -> None:
    """Show a whole section."""
    notes = [(face.text(f"rules.note-{note.kind}"), note.text) for note in section.notes]
    origin = _origin(face, game, section)
    if face.plain:
        from callboard_rules.plain import plain_lines  # noqa: PLC0415  # a page needs none

        for line in [section.title, *plain_lines(section.body)]:
            face.say(line)
        for kind, text in notes:
            face.say(f"{kind}: {' '.join(plain_lines(text))}")
        face.say(origin)
        return
    from rich.markdown import Markdown  # noqa: PLC0415  # plain output needs none
    from rich.padding import Padding  # noqa: PLC0415  # as above
    from rich.text import Text  # noqa: PLC0415  # as above

    console = face.console()
    console.print(Text(section.title, style="bold underline"))
    console.print()
    console.print(Markdown(section.body))
    for kind, text in notes:
        console.print()
        console.print(Padding(Markdown(f"**{kind}:** {text}"), (0, 2)))
    console.print()
    console.print(Text(origin, style="dim"))


def _origin(face: Face, game: Game, section: Section) -> str:
    """Say where a section comes from: the places in the rulebooks, whose word it is, and its id."""
    books = load_rules(game.id, section.language).books
    places = [
        face.text(f"rules.book-{book}", title=books[book], place=place) for book, place in section.sources.items()
    ]
    return " · ".join([*places, face.text(f"rules.authority-{section.authority}"), f"§ {section.id}"])
