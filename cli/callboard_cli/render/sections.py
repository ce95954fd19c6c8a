"""Answers of the rules for people: the passage that answers, the section with its sources, and what to read next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import shorten
from typing import TYPE_CHECKING

from callboard_cli.input.vocabulary import Vocabulary
from callboard_cli.ui.output import UI
from callboard_locales import Catalog
from callboard_rules import Section, load_rules
from callboard_rules.markdown import plain_lines
from callboard_rules.words import plain_words

if TYPE_CHECKING:
    from callboard_rules import Section
    from callboard_rules.passages import Passage
    from callboard_rules.search import Answer


HITS = 5
"""How many sections are looked for."""
NEAR = 3
"""How many sections are named where none answers."""
_NEXT = 2
"""How many of the next best sections an answer names by title, before those related to it."""
_MORE = 3
"""How many further sections it names at the most."""
_FEW = 160
"""How many letters of a passage are told where it may answer."""


def read_as(question: str, answer: Answer) -> str:
    """Return the words as which a question was read, where the keyboard was in another layout; else nothing."""
    return answer.words if answer.words != plain_words(question) else ""


def excerpt(ui: UI, section: Section, passage: Passage) -> str:
    """Return the beginning of a passage that may answer."""
    return shorten(passage_of(ui, section, passage), _FEW, placeholder="…")


def read_next(sections: Mapping[str, Section], answer: Answer) -> list[Section]:
    """Return the sections to read after the one that answers: the next best, those related, and further ones."""
    first, *near = (hit.section.id for hit in answer.hits)
    more = dict.fromkeys(name for name in (*near[:_NEXT], *sections[first].related, *near[_NEXT:]) if name != first)
    return [sections[name] for name in more][:_MORE]


_BEGIN = 2
"""How many passages of a section are seen at once below its title."""


def section_named(words: Catalog, game: str, name: str) -> Section:
    """Return the section of this id, alone or behind the game's, or of this title, or the only one that begins so.

    :raises CommandLineError: there is none, or there are several.
    """
    sections = load_rules(game, words.language).sections

    def titles(spoken: Catalog) -> dict[str, list[str]]:
        return {one.id: [one.title] for one in load_rules(game, spoken.language).sections.values()}

    known = Vocabulary(words, list(sections), titles, lambda: {section: section for section in sections})
    return sections[known.read(name.strip().casefold().removeprefix(f"{game}/"), "usage.no-section", told=name)]


def section_page(
    ui: UI, section: Section, found: Iterable[str] = (), first: Sequence[tuple[Section, Passage]] = ()
) -> str:
    """Lay a whole section out; the passages that answer come first, and the words found in it stand out.

    Where these are those with which the section begins, they stand below its title, and only there.
    """
    notes = [(ui.text(f"rules.note-{note.heading}"), note.text) for note in section.notes]
    title, body = title_of(ui, section), body_of(ui.catalog, section)
    quiet = [*term_lines(ui, section), ui.fitted(origin_of(ui, section))]
    answers: list[str] = []
    if first:
        from callboard_rules.passages import marked  # only questions need it

        in_place = is_seen(section, first)
        if not in_place:
            answers = [f"{_sign(ui)} {_told(ui, section, *one)}" for one in first]
        if in_place or not ui.plain:
            body = marked(body, [passage for one, passage in first if one is section], _sign(ui))
    if ui.plain:
        shown = [f"{kind}: {' '.join(plain_lines(text))}" for kind, text in notes]
        return "\n".join([*answers, title, *plain_lines(body), *shown, *quiet])
    from callboard_cli.render.markdown import section_on_screen  # it brings Rich

    return section_on_screen(ui, answers, title, body, notes, quiet, found)


def is_seen(section: Section, first: Sequence[tuple[Section, Passage]]) -> bool:
    """Tell whether the passages that answer are those with which a section begins, so that they are seen anyway."""
    from callboard_rules.passages import passages_of  # only questions need it

    begin = passages_of(section)[:_BEGIN]
    return all(one is section and passage in begin for one, passage in first)


def _told(ui: UI, shown: Section, section: Section, passage: Passage) -> str:
    """Return a passage on one line; one of another section than is shown below it has that one's title before it."""
    rendered = passage_of(ui, section, passage)
    return rendered if section is shown else f"{title_of(ui, section)}: {rendered}"


def passage_of(ui: UI, section: Section, passage: Passage) -> str:
    """Return a passage on one line: a note with its kind, another with whose word it is if not the section's."""
    from callboard_rules.passages import passages_of  # only questions need it

    if passage.note:
        return f"{ui.text(f'rules.note-{passage.note.heading}')}: {passage.text}"
    shown = {one.line: one.whole for one in passages_of(section, body_of(ui.catalog, section)) if not one.note}
    return shown[passage.line]


def _sign(ui: UI) -> str:
    """Return what stands before a passage that answers: a word on plain lines."""
    return ui.text("rules.found") if ui.plain else "▶"


def body_of(words: Catalog, section: Section) -> str:
    """Return a section's text; a passage says whose word it is where that is another's than the section's."""
    return section.told(lambda authority: f" *({words.text(f'rules.authority-{authority}')})*")


def title_of(ui: UI, section: Section) -> str:
    """Return a section's title, at a mixed table in both languages."""
    return ui.beside(lambda words: load_rules(section.game, words.language).sections[section.id].title)


def more_lines(ui: UI, sections: Iterable[Section]) -> list[str]:
    """Name further sections on a line, for who wants to read on: a title is a question that finds its section."""
    titles = " · ".join(title_of(ui, section) for section in sections)
    return [ui.fitted(ui.text("rules.more", titles=titles))] if titles else []


def term_lines(ui: UI, section: Section) -> list[str]:
    """At a mixed table, say the words that a section explains in both languages."""
    if ui.also is None:
        return []
    from callboard_rules.glossary import load_glossary  # most tables speak one language

    terms = [term for term in load_glossary(section.game) if term.section == section.id]
    names = [ui.beside(lambda words, term=term: term.names[words.language][0]) for term in terms]
    return [ui.text("rules.terms", terms="; ".join(names))] if names else []


def origin_of(ui: UI, section: Section) -> str:
    """Say where a section comes from: the places in the rulebooks, whose word it is if not theirs, and its id.

    A place in a rulebook of another language has its translation behind it.
    """
    own = {book: f" ({place})" for book, place in section.places.items()}
    places = [ui.text(f"rules.book-{book}", place=place + own.get(book, "")) for book, place in section.sources.items()]
    shown = [] if places and section.authority == "rulebook" else [ui.text(f"rules.authority-{section.authority}")]
    return " · ".join([*places, *shown, f"§ {section.id}"])
