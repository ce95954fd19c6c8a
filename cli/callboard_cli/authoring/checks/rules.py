"""Checks of the rules texts: the same sections and facts in the three languages, each with a source and relatives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from callboard_cli.authoring.checks.catalogs import marks
from callboard_cli.authoring.draft import TO_WRITE, Draft, Finding
from callboard_cli.authoring.texts import SectionText
from callboard_locales import LANGUAGES, catalog
from callboard_rules import AUTHORITIES, DISAGREEING, NOTE_KINDS, Note

LONGEST_TITLE = 40
SHORTEST_BODY = 40
MOST_RELATED = 4
"""How many sections one may lead to."""
_SILENT = ("other", "inference")
"""Who may say something without a rulebook."""


def sections(draft: Draft) -> Iterator[Finding]:
    """Look whether every language has the same sections in the same order, each once."""
    order = _order(draft)
    for language, text in draft.rules.items():
        file = draft.files.rules / f"{language}.md"
        ids = [section.id for section in text.sections]
        if text.title is None:
            yield Finding(file, "check.no-title")
        for line in text.stray:
            yield Finding(file, "check.stray", {"line": line})
        for name in dict.fromkeys(name for name in ids if ids.count(name) > 1):
            yield Finding(file, "check.section-twice", {"id": name})
        for name in draft.sections:
            if name not in ids:
                yield Finding(file, "check.section-missing", {"id": name})
        if set(ids) == set(order) and len(ids) == len(order) and ids != order:
            moved = next(name for name, other in zip(ids, order, strict=True) if name != other)
            yield Finding(file, "check.section-order", {"id": moved})


def _order(draft: Draft) -> list[str]:
    """Return the order of the sections: the English text's, or of another where there is none."""
    text = draft.rules.get("en") or next(iter(draft.rules.values()), None)
    return [section.id for section in text.sections] if text else []


def cited(draft: Draft) -> Iterator[Finding]:
    """Look whether every section that a line or step cites is there, and whether anything leads to each section."""
    reasons = {name.partition("/")[2].partition(".")[0]: path for name, path in draft.reasons.items()}
    if not draft.rules:
        return
    for section, path in reasons.items():
        if section not in draft.sections:
            yield Finding(path, "check.no-section", {"id": section})
    if "setup" not in draft.sections and "setup" not in reasons:
        yield Finding(draft.files.rules / "en.md", "check.section-missing", {"id": "setup"})
    led_to = {name for about in _sections(draft).values() for name in _list(about.get("related"))}
    for name in draft.sections[1:]:  # the first is where one begins to read
        if name not in reasons and name not in led_to:
            yield Finding(draft.files.rules / "sources.toml", "check.uncited", {"id": name})


def texts(draft: Draft) -> Iterator[Finding]:
    """Look at the words of each section: their length and their marks."""
    for language, text in draft.rules.items():
        file = draft.files.rules / f"{language}.md"
        for section in text.sections:
            where: dict[str, object] = {"id": section.id}
            if len(section.title) > LONGEST_TITLE:
                yield Finding(file, "check.title-long", {**where, "limit": LONGEST_TITLE})
            if len(section.body) <= SHORTEST_BODY:
                yield Finding(file, "check.body-short", {**where, "limit": SHORTEST_BODY})
            if any(TO_WRITE in one for one in section.texts):
                yield Finding(file, "check.placeholder", where)
            broken = dict.fromkeys(mark for one in section.texts for mark in marks(language, one))
            yield from (Finding(file, f"check.{mark}", where) for mark in broken)


def notes(draft: Draft) -> Iterator[Finding]:
    """Look at the notes of each section, and at who says its passages."""
    for language, text in draft.rules.items():
        file = draft.files.rules / f"{language}.md"
        for section in text.sections:
            where: dict[str, object] = {"id": section.id}
            for note in section.notes:
                if note.kind not in NOTE_KINDS:
                    yield Finding(file, "check.note-kind", {**where, "kind": note.kind, "known": NOTE_KINDS})
                elif note.between not in (DISAGREEING if note.kind == "disagreement" else ("",)):
                    values = {**where, "between": note.between or "—", "known": DISAGREEING}
                    yield Finding(file, "check.note-between", values)
            for authority in set(section.authorities) - set(AUTHORITIES):
                yield Finding(file, "check.passage", {**where, "authority": authority, "known": AUTHORITIES})
            for broken in section.broken:
                yield Finding(file, "check.note-broken", {**where, "note": broken})


def alike(draft: Draft) -> Iterator[Finding]:
    """Look whether each section says the same in all languages: numbers, notes, and whose word a passage is."""
    english = {section.id: section for section in draft.rules["en"].sections} if "en" in draft.rules else {}
    for language, text in draft.rules.items():
        file = draft.files.rules / f"{language}.md"
        for section in text.sections:
            other = english.get(section.id, section)
            if _numbers(section) != _numbers(other):
                values = {"id": section.id, "here": _numbers(section), "english": _numbers(other)}
                yield Finding(file, "check.digits", values)
            if _kinds(section) != _kinds(other):
                values = {"id": section.id, "here": _kinds(section), "english": _kinds(other)}
                yield Finding(file, "check.notes-differ", values)
            if (here := list(section.authorities)) != (there := list(other.authorities)):
                values = {"id": section.id, "here": here or "—", "english": there or "—"}
                yield Finding(file, "check.passages-differ", values)
            if section.aid != other.aid:
                values = {"id": section.id, "here": str(sum(section.aid)), "english": str(sum(other.aid))}
                yield Finding(file, "check.aid-differs", values)


def readings(draft: Draft) -> Iterator[Finding]:
    """Look whether each reading that the code cites is a note, and each note with a name is cited."""
    for language, text in draft.rules.items():
        file = draft.files.rules / f"{language}.md"
        named = [f"{draft.game.id}/{section.id}.{note.name}" for section in text.sections for note in section.notes]
        named = [name for name in named if not name.endswith(".")]
        for name in dict.fromkeys(name for name in named if named.count(name) > 1):
            yield Finding(file, "check.note-twice", {"id": name})
        for name in draft.readings:
            if name not in named:
                yield Finding(file, "check.reading-note", {"id": name, "note": name.rpartition(".")[2]})
        for name in dict.fromkeys(named):
            if name not in draft.readings:
                yield Finding(file, "check.note-uncited", {"id": name})


def titles(draft: Draft) -> Iterator[Finding]:
    """Look whether each section has a title of its own, in each language."""
    spoken: dict[str, list[str]] = {}
    for language, text in draft.rules.items():
        folded = [section.title.casefold() for section in text.sections]
        for section in text.sections:
            spoken.setdefault(section.id, []).append(section.title)
            if folded.count(section.title.casefold()) > 1:
                values = {"id": section.id, "title": section.title}
                yield Finding(draft.files.rules / f"{language}.md", "check.title-twice", values)
    for name, said in spoken.items():
        if len(said) == len(LANGUAGES) and len(set(said)) == 1:
            yield Finding(draft.files.rules / "ru.md", "check.title-same", {"id": name})


def books(draft: Draft) -> Iterator[Finding]:
    """Look whether each rulebook has a title, and a language that has words for it."""
    file = draft.files.rules / "sources.toml"
    for book, told in _books(draft).items():
        if not catalog("en").has(f"rules.book-{book}"):
            yield Finding(file, "check.book", {"book": book, "known": LANGUAGES})
        if not (isinstance(told, dict) and isinstance(told.get("title"), str)):
            yield Finding(file, "check.book-title", {"book": book})


def sources(draft: Draft) -> Iterator[Finding]:
    """Look whether each section says who says it and where, and nothing else is said to be a section."""
    file = draft.files.rules / "sources.toml"
    about = _sections(draft)
    for name in about:
        if name not in draft.sections and draft.rules:
            yield Finding(file, "check.source-unused", {"id": name})
    for name in draft.sections if draft.sources else ():
        source = about.get(name)
        if source is None:
            yield Finding(file, "check.no-source", {"id": name})
            continue
        authority = source.get("authority")
        where: dict[str, object] = {"id": name, "authority": authority}
        if authority not in AUTHORITIES:
            yield Finding(file, "check.authority", {**where, "known": AUTHORITIES})
        elif authority not in _SILENT and not any(source.get(book) for book in _books(draft)):
            yield Finding(file, "check.no-place", {**where, "books": list(_books(draft)) or "—"})


def places(draft: Draft) -> Iterator[Finding]:
    """Look whether every place in a rulebook is told in the other languages too, and nothing else is."""
    file = draft.files.rules / "sources.toml"
    told = _table(draft.sources.get("places"))
    for book in dict.fromkeys([*_books(draft), *told]):
        cited = dict.fromkeys(str(source[book]) for source in _sections(draft).values() if source.get(book))
        known = _table(told.get(book))
        for place in cited:
            words = _table(known.get(place))
            missing = [language for language in LANGUAGES if language != book and not words.get(language)]
            if missing:
                yield Finding(file, "check.place-untranslated", {"book": book, "place": place, "languages": missing})
        for place in known:
            if place not in cited:
                yield Finding(file, "check.place-unused", {"book": book, "place": place})


def related(draft: Draft) -> Iterator[Finding]:
    """Look whether each section leads to a few others."""
    file = draft.files.rules / "sources.toml"
    for name, source in _sections(draft).items():
        others = _list(source.get("related"))
        if not 1 <= len(others) <= MOST_RELATED:
            yield Finding(file, "check.related", {"id": name, "count": len(others), "limit": MOST_RELATED})
        for other in others:
            if (other not in draft.sections and draft.rules) or other == name:
                yield Finding(file, "check.related-unknown", {"id": name, "other": other})


def _books(draft: Draft) -> dict[str, object]:
    """Return what is said of each rulebook, by its language."""
    return _table(draft.sources.get("books"))


def _sections(draft: Draft) -> dict[str, dict[str, object]]:
    """Return what is said about where each section comes from."""
    return {name: _table(told) for name, told in _table(draft.sources.get("sections")).items()}


def _table(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[str]:
    return list(map(str, value)) if isinstance(value, list) else []


def _numbers(section: SectionText) -> list[str]:
    return re.findall(r"\d+", "\n".join(section.texts))


def _kinds(section: SectionText) -> str:
    return ", ".join(map(_marked, section.notes)) or "—"


def _marked(note: Note) -> str:
    """Write a note's kind, its name and who disagrees."""
    return note.kind + (f" #{note.name}" if note.name else "") + (f" .{note.between}" if note.between else "")


CHECKS = (sections, cited, texts, notes, alike, readings, titles, books, sources, places, related)
