"""The look-up of the rules for the page: the section that answers, or what may, or that none does."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from callboard_cli.render.sections import (
    HITS,
    NEAR,
    body_of,
    excerpt,
    is_seen,
    origin_of,
    passage_of,
    read_as,
    read_next,
    term_lines,
    title_of,
)
from callboard_cli.ui.output import UI, visible
from callboard_cli.views.lines import Addresses
from callboard_rules import Section, load_rules
from callboard_rules.markdown import Block, Run, blocks, runs
from callboard_rules.passages import Passage
from callboard_rules.search import search
from callboard_scoring.game import Game

LONGEST = 200
"""The most characters of a question: of a longer one the beginning is looked up."""
_SHORT = 700
"""How many letters of a section are read at once on a phone, so that what answers is marked there alone."""


@dataclass(frozen=True)
class Offer:
    """A section by its title, and what of it may answer."""

    title: str
    address: str
    text: str = ""


@dataclass(frozen=True)
class Remark:
    """A note of a section."""

    kind: str
    runs: Sequence[Run]
    found: bool
    """Whether it answers the question."""


@dataclass(frozen=True)
class SectionView:
    """A section, whole."""

    title: str
    blocks: Sequence[Block]
    found: Collection[int]
    """The lines, from 0, on which the passages begin that answer the question."""
    remarks: Sequence[Remark]
    terms: Sequence[str]
    """At a mixed table, the words that it explains in both languages."""
    origin: str
    """Where it comes from."""


@dataclass(frozen=True)
class RulesView:
    """What the rules say to a question."""

    question: str
    """As it was looked up; empty where nothing was asked."""
    is_cut: bool = False
    """Whether only its beginning was."""
    read: str = ""
    """As what it was read, where the keyboard was in another layout."""
    answers: Sequence[Offer] = ()
    """What answers, where that is not seen below the title anyway."""
    section: SectionView | None = None
    offers: Sequence[Offer] = ()
    """The sections of which each may answer, where none surely does."""
    is_refused: bool = False
    """Whether none answers."""
    nearest: Sequence[Offer] = ()
    """Then those that are nearest."""
    more: Sequence[Offer] = ()
    """What to read next."""
    contents: Sequence[Offer] = ()
    """All sections, where nothing was asked, or nothing was found."""

    @property
    def most(self) -> int:
        """The most characters of a question."""
        return LONGEST


def rules_view(ui: UI, game: Game, question: str, addresses: Addresses) -> RulesView:
    """Look a question up; a section's id, or the id that lines cite, is a question that finds it."""
    sections = load_rules(game.id, ui.catalog.language).sections
    asked = " ".join(question[:LONGEST].split())
    known = sections.get(asked.casefold().removeprefix(f"{game.id}/"))
    shown, is_cut = visible(asked), len(question.strip()) > LONGEST
    if not asked:
        return RulesView("", contents=_offers(ui, sections.values(), addresses))
    if known is not None:
        related = [sections[name] for name in known.related]
        return RulesView(known.title, section=_section(ui, known, ()), more=_offers(ui, related, addresses))
    answer = search(game.id, asked, ui.catalog.language, HITS)
    read = visible(read_as(asked, answer))
    if not answer.covered:
        near = _offers(ui, [hit.section for hit in answer.hits[:NEAR]], addresses)
        every = () if near else _offers(ui, sections.values(), addresses)
        return RulesView(shown, is_cut, read, is_refused=True, nearest=near, contents=every)
    if not answer.sure:
        offers = [
            Offer(title_of(ui, one), addresses.rule(one.rule), excerpt(ui, one, passage))
            for one, passage in answer.first
        ]
        return RulesView(shown, is_cut, read, offers=offers)
    best = answer.hits[0].section
    is_read = len(best.body) <= _SHORT and all(one is best for one, _ in answer.first)
    seen = is_read or is_seen(best, answer.first)
    answers = [] if seen else [_answer(ui, best, *one, addresses) for one in answer.first]
    more = _offers(ui, read_next(sections, answer), addresses)
    return RulesView(shown, is_cut, read, answers, _section(ui, best, answer.first), more=more)


def _offers(ui: UI, sections: Iterable[Section], addresses: Addresses) -> list[Offer]:
    return [Offer(title_of(ui, one), addresses.rule(one.rule)) for one in sections]


def _answer(ui: UI, shown: Section, section: Section, passage: Passage, addresses: Addresses) -> Offer:
    """Return a passage that answers; of another section than is shown, with that one's title."""
    rendered = passage_of(ui, section, passage)
    return (
        Offer("", "", rendered)
        if section is shown
        else Offer(title_of(ui, section), addresses.rule(section.rule), rendered)
    )


def _section(ui: UI, section: Section, first: Iterable[tuple[Section, Passage]]) -> SectionView:
    found = [passage for one, passage in first if one is section]
    noted = [passage.note for passage in found if passage.note is not None]
    remarks = [Remark(ui.text(f"rules.note-{note.heading}"), runs(note.text), note in noted) for note in section.notes]
    return SectionView(
        title_of(ui, section),
        blocks(body_of(ui.catalog, section)),
        {passage.line for passage in found if passage.note is None},
        remarks,
        term_lines(ui, section),
        origin_of(ui, section),
    )
