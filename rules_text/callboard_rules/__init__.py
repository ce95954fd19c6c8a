"""The rules texts: one Markdown file for each game and language, one section for each id."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from callboard_rules.loader import RulesFormatError, kept, read_table, read_text
from callboard_rules.markdown import AID, Block, on_aid, with_attributes

__all__ = [
    "ANY",
    "AUTHORITIES",
    "DISAGREEING",
    "NOTE_KINDS",
    "Note",
    "Rules",
    "RulesFormatError",
    "Section",
    "load_answered",
    "load_asked",
    "load_everyday",
    "load_rules",
    "load_unanswered",
    "read_note",
]

NOTE_KINDS = ("disagreement", "inference", "unknown")
"""What a note tells: sources that disagree, a reading of ours, a thing that no source gives."""
DISAGREEING = ("editions", "book", "designer", "sources")
"""Who disagrees: the rulebooks of two editions, a rulebook with itself, it and the designer, any other sources."""
AUTHORITIES = ("rulebook", "designer", "other", "inference")
"""Who says what a section says, best first: a rulebook, the designer's answer, another source, our inference."""

ANY = ""
"""Used in place of a game's id for questions about any game."""

_HEADING = re.compile(r"## (?P<title>\S.*\S) \{#(?P<id>[a-z0-9-]+)\}")
_NOTE = re.compile(
    r"> \[!(?P<kind>[a-z]+)\]( \{(?=[#.])(#(?P<name>[a-z0-9-]+))?( ?\.(?P<between>[a-z]+))?\})? (?P<text>.+)"
)


@dataclass(frozen=True)
class Note:
    """A remark at the end of a section, of one of NOTE_KINDS."""

    kind: str
    text: str
    name: str = ""
    """Its name in the section, by which a score or a set-up that meets it cites it; empty where none does."""
    between: str = ""
    """Of a disagreement, who disagrees: one of DISAGREEING."""
    on_aid: bool = False
    """Whether it goes on a player aid."""

    @property
    def heading(self) -> str:
        """The key of its heading: who disagrees, or its kind."""
        return self.between or self.kind


@dataclass(frozen=True)
class Section:
    """One section in one language, and where it comes from."""

    game: str
    id: str
    language: str
    title: str
    written: str
    """The text as it is written, with the attributes of its passages."""
    notes: tuple[Note, ...]
    authority: str
    sources: Mapping[str, str]
    """The place in each rulebook, by the rulebook's language; a rulebook that is silent is left out."""
    places: Mapping[str, str]
    """The same in the section's language, of the rulebooks that are in another and whose place has a translation."""
    related: tuple[str, ...]

    @property
    def body(self) -> str:
        """The text by itself."""
        return self.told(lambda _: "")

    @property
    def aid(self) -> list[Block]:
        """What of the text goes on a player aid."""
        return on_aid(self.written)

    def told(self, by: Callable[[str], str]) -> str:
        """Return the text; passages with an authority of their own end with what `by` returns for it."""
        return with_attributes(self.written, lambda name: "" if name == AID else by(name))

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


@kept
def load_rules(game: str, language: str) -> Rules:
    """Read a game's rules in a language.

    :raises RulesFormatError: when a text or its sources are missing or break the format.
    """
    file = f"{game}/{language}.md"
    origin = read_table(game, "sources.toml", needed=True)
    books = _of_kind(origin.get("books", {}), dict, f"{game}/sources.toml", "books")
    sources = _of_kind(origin.get("sections", {}), dict, f"{game}/sources.toml", "sections")
    places = {book: _own_places(game, language, book, origin) for book in books}
    title, body = _front(file, read_text(game, f"{language}.md"))
    sections: dict[str, Section] = {}
    for heading, name, lines in _split(file, body):
        if name in sections or name not in sources:
            raise RulesFormatError(f"{file}: {name} is there twice, or has no source")
        sections[name] = _section(game, language, (heading, name, lines), sources[name], places)
    return Rules(title, {book: _title(game, book, about) for book, about in books.items()}, sections)


@kept
def load_asked(game: str, language: str) -> Mapping[str, list[str]]:
    """Return how players ask for each section; empty if the game has no such file.

    :raises RulesFormatError: when the file breaks the format.
    """
    return _questions(game, f"asked/{language}.toml")


@kept
def load_answered(game: str, language: str) -> Mapping[str, Mapping[str, list[str]]]:
    """Return by section what one passage of it answers, under words that stand in that; nothing where nobody wrote it.

    :raises RulesFormatError: when the file breaks the format.
    """
    name = f"answered/{language}.toml"
    tables = read_table(game, name)
    return {
        key: _lists(_of_kind(table, dict, f"{game}/{name}", key), f"{game}/{name}") for key, table in tables.items()
    }


@kept
def load_everyday(game: str, language: str) -> Mapping[str, list[str]]:
    """Return by section how people ask of it what they ask of any game; by "" what no section of this game answers.

    `everyday/` has the questions in each language, and a game's `everyday.toml` the section for each.

    :raises RulesFormatError: when a file breaks the format, or the game names a question that is none of them.
    """
    asked, file = _questions(ANY, f"everyday/{language}.toml"), f"{game}/everyday.toml"
    found: dict[str, list[str]] = {}
    for name, section in read_table(game, "everyday.toml").items():
        if name not in asked or not isinstance(section, str):
            raise RulesFormatError(f"{file}: {name} is no question of any game with a section in quotation marks")
        found.setdefault(section, []).extend(asked[name])
    return found


@kept
def load_unanswered(game: str, language: str) -> list[str]:
    """Return what players ask of a game that no section answers, or of any game where it is `ANY`.

    :raises RulesFormatError: when the file breaks the format.
    """
    groups = _questions(game, f"unanswered/{language}.toml")
    return [question for questions in groups.values() for question in questions]


def _questions(game: str, name: str) -> dict[str, list[str]]:
    """Read lists of questions, each under the name of a section or a group."""
    return _lists(read_table(game, name), f"{game}/{name}")


def _lists(lists: dict[str, Any], file: str) -> dict[str, list[str]]:
    """Return the value as lists of questions by key."""
    for key, questions in lists.items():
        if not isinstance(questions, list) or not all(isinstance(one, str) for one in questions):
            raise RulesFormatError(f"{file}: {key} is no list of questions in quotation marks")
    return lists


def _section(
    game: str,
    language: str,
    found: tuple[str, str, list[str]],
    source: Any,
    places: Mapping[str, Mapping[str, str]],
) -> Section:
    """Make a section of what its text and its source say; `places` has each rulebook's in the reader's language."""
    title, name, lines = found
    place = f"{game}/sources.toml"
    _of_kind(source, dict, place, name)
    if source.get("authority") not in AUTHORITIES:
        raise RulesFormatError(f"{place}: {name} has no such authority: {source.get('authority')}")
    related = _of_kind(source.get("related", []), list, place, f"{name}.related")
    cited = {book: str(source[book]) for book in places if source.get(book)}
    paragraphs = re.split(r"\n{2,}", "\n".join(lines).strip())
    notes = tuple(note for note in map(read_note, paragraphs) if note)
    for note in notes:
        if note.kind not in NOTE_KINDS:
            raise RulesFormatError(f"{game}/{language}.md: no such kind of note: {note.kind}")
    return Section(
        game=game,
        id=name,
        language=language,
        title=title,
        written="\n\n".join(paragraph for paragraph in paragraphs if not paragraph.startswith("> [!")),
        notes=notes,
        authority=source["authority"],
        sources=cited,
        places={book: places[book][one] for book, one in cited.items() if one in places[book]},
        related=tuple(map(str, related)),
    )


def _own_places(game: str, language: str, book: str, origin: Mapping[str, Any]) -> dict[str, str]:
    """Return the places of a rulebook that have a translation into the reader's language, each with it."""
    file = f"{game}/sources.toml"
    places = _of_kind(origin.get("places", {}), dict, file, "places")
    own = {
        place: _of_kind(words, dict, file, f"places.{book}: {place}").get(language)
        for place, words in _of_kind(places.get(book, {}), dict, file, f"places.{book}").items()
    }
    return {place: str(words) for place, words in own.items() if words}


def _of_kind(value: Any, kind: type, file: str, name: str) -> Any:
    """Return what a file says under a name, if it is of the kind that belongs there."""
    if not isinstance(value, kind):
        raise RulesFormatError(f"{file}: {name} is no {'table' if kind is dict else kind.__name__}")
    return value


def _title(game: str, book: str, about: Any) -> str:
    """Return the title of a rulebook."""
    title = _of_kind(about, dict, f"{game}/sources.toml", f"books.{book}").get("title")
    if not isinstance(title, str):
        raise RulesFormatError(f"{game}/sources.toml: books.{book} has no title")
    return title


def _front(file: str, text: str) -> tuple[str, str]:
    """Split a text into the title from its front matter, between two lines of `+++`, and the rest."""
    try:
        _, front, body = text.split("+++\n", 2)
        title = tomllib.loads(front)["title"]
    except (ValueError, KeyError) as error:
        raise RulesFormatError(f'{file}: no title = "…" between two lines of +++ at its top') from error
    return str(title), body


def _split(file: str, body: str) -> list[tuple[str, str, list[str]]]:
    """Split a text into headings and the lines below each."""
    sections: list[tuple[str, str, list[str]]] = []
    for line in body.splitlines():
        heading = _HEADING.fullmatch(line)
        if heading:
            sections.append((heading["title"], heading["id"], []))
        elif sections:
            sections[-1][2].append(line)
        elif line.strip():
            raise RulesFormatError(f"{file}: text before the first heading: {line}")
    return sections


def read_note(paragraph: str) -> Note | None:
    """Read a paragraph that is a note: `> [!inference] {#level} text`, `> [!disagreement] {#tie .designer} text`."""
    whole = paragraph.removesuffix(f" {{.{AID}}}")
    match = _NOTE.fullmatch(whole.replace("\n> ", " "))
    if match is None:
        return None
    return Note(match["kind"], match["text"], match["name"] or "", match["between"] or "", on_aid=whole != paragraph)


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
