"""The rules texts: one Markdown file for each game and language, one section for each id."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

NOTE_KINDS = ("disagreement", "inference", "unknown")
"""What a note tells: rulebooks that disagree, a reading of ours, a thing that no source gives."""
AUTHORITIES = ("rulebook", "designer", "other", "inference")
"""Who says what a section says, best first: a rulebook, the designer's answer, another source, our inference."""

_HEADING = re.compile(r"## (?P<title>\S.*\S) \{#(?P<id>[a-z0-9-]+)\}")
_NOTE = re.compile(r"> \[!(?P<kind>[a-z]+)\] (?P<text>.+)")


class RulesFormatError(ValueError):
    """A rules text that breaks the format; only an editor of the texts should ever see it."""


@dataclass(frozen=True)
class Note:
    """A remark at the end of a section, of one of NOTE_KINDS."""

    kind: str
    text: str


@dataclass(frozen=True)
class Section:
    """One section in one language, and where it comes from."""

    game: str
    id: str
    language: str
    title: str
    body: str
    notes: tuple[Note, ...]
    authority: str
    sources: Mapping[str, str]
    """The place in each rulebook, by the rulebook's language; a rulebook that is silent is left out."""
    related: tuple[str, ...]

    @property
    def rule(self) -> str:
        """The id that lines, steps and answers cite: `histrio/season-best-show`."""
        return f"{self.game}/{self.id}"


@dataclass(frozen=True)
class Rules:
    """A game's rules in one language, in the order of the text."""

    title: str
    books: Mapping[str, str]
    """The title of each rulebook that sections cite, by its language."""
    sections: Mapping[str, Section]


@cache
def load_rules(game: str, language: str) -> Rules:
    """Read a game's rules in a language.

    :raises RulesFormatError: when the text breaks the format.
    """
    folder = files(__name__) / game
    origin = tomllib.loads((folder / "sources.toml").read_text(encoding="utf-8"))
    text = (folder / f"{language}.md").read_text(encoding="utf-8")
    _, front, body = text.split("+++\n", 2)
    sections: dict[str, Section] = {}
    for title, name, lines in _split(body):
        if name in sections or name not in origin["sections"]:
            raise RulesFormatError(f"{game}/{language}: {name} is there twice, or has no source")
        source = origin["sections"][name]
        if source["authority"] not in AUTHORITIES:
            raise RulesFormatError(f"{game}: {name} has no such authority: {source['authority']}")
        paragraphs = re.split(r"\n{2,}", "\n".join(lines).strip())
        notes = tuple(note for note in map(_note, paragraphs) if note)
        sections[name] = Section(
            game=game,
            id=name,
            language=language,
            title=title,
            body="\n\n".join(paragraph for paragraph in paragraphs if not paragraph.startswith("> [!")),
            notes=notes,
            authority=source["authority"],
            sources={book: source[book] for book in origin["books"] if source.get(book)},
            related=tuple(source["related"]),
        )
    books = {book: about["title"] for book, about in origin["books"].items()}
    return Rules(tomllib.loads(front)["title"], books, sections)


def load_asked(game: str, language: str) -> Mapping[str, list[str]]:
    """Return how players ask for each section."""
    return _phrases(f"{game}/asked/{language}.toml")


def load_unanswered(game: str, language: str) -> list[str]:
    """Return what players ask that no section answers: of this game, and of any."""
    files = (f"unanswered/{language}.toml", f"{game}/unanswered/{language}.toml")
    return [question for file in files for questions in _phrases(file).values() for question in questions]


def _phrases(path: str) -> dict[str, list[str]]:
    phrases: dict[str, list[str]] = tomllib.loads(files(__name__).joinpath(path).read_text(encoding="utf-8"))
    return phrases


def _split(body: str) -> list[tuple[str, str, list[str]]]:
    """Split a text into headings and the lines below each."""
    sections: list[tuple[str, str, list[str]]] = []
    for line in body.splitlines():
        heading = _HEADING.fullmatch(line)
        if heading:
            sections.append((heading["title"], heading["id"], []))
        elif sections:
            sections[-1][2].append(line)
        elif line.strip():
            raise RulesFormatError(f"text before the first heading: {line}")
    return sections


def _note(paragraph: str) -> Note | None:
    match = _NOTE.fullmatch(paragraph.replace("\n> ", " "))
    if match is None:
        return None
    if match["kind"] not in NOTE_KINDS:
        raise RulesFormatError(f"no such kind of note: {match['kind']}")
    return Note(match["kind"], match["text"])
