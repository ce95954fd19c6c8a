"""A rules text read with all its mistakes: the same format as `callboard_rules` reads, which stops at the first."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass

from callboard_rules import Note, read_note
from callboard_rules.markdown import AID, attributes_of, with_attributes

_HEADING = re.compile(r"## (?P<title>\S.*\S) \{#(?P<id>[a-z0-9-]+)\}")


@dataclass(frozen=True)
class SectionText:
    """A section as it is written in one language."""

    id: str
    title: str
    body: str
    notes: tuple[Note, ...]
    broken: tuple[str, ...]
    """Notes that are not written as notes are."""
    authorities: tuple[str, ...] = ()
    """Who says each passage that another says than the section's own authority."""
    aid: tuple[int, ...] = ()
    """How many passages go on a player aid, of each paragraph with any."""

    @property
    def texts(self) -> tuple[str, ...]:
        """All that it says."""
        return (self.title, self.body, *(note.text for note in self.notes))


@dataclass(frozen=True)
class RulesText:
    """A rules text in one language."""

    title: str | None
    """None where the top of the file does not give it."""
    sections: tuple[SectionText, ...]
    stray: tuple[str, ...]
    """Lines that belong to no section: before the first heading, or headings that are not written as they are."""


def read_rules_text(text: str) -> RulesText:
    """Read a rules text, whatever it is like."""
    title, body = _front(text)
    found: list[tuple[str, str, list[str]]] = []
    stray = []
    for line in body.splitlines():
        heading = _HEADING.fullmatch(line)
        if heading:
            found.append((heading["id"], heading["title"], []))
        elif line.startswith("## ") or (not found and line.strip()):
            stray.append(line)
        elif found:
            found[-1][2].append(line)
    return RulesText(title, tuple(_section(*parts) for parts in found), tuple(stray))


def _front(text: str) -> tuple[str | None, str]:
    parts = text.split("+++\n", 2)
    if len(parts) < 3 or parts[0].strip():  # noqa: PLR2004  # nothing, the front, the text
        return None, text
    try:
        title = tomllib.loads(parts[1]).get("title")
    except ValueError:
        title = None
    return title if isinstance(title, str) and title.strip() else None, parts[2]


def _section(name: str, title: str, lines: list[str]) -> SectionText:
    paragraphs = [paragraph for paragraph in re.split(r"\n{2,}", "\n".join(lines).strip()) if paragraph]
    marked = [paragraph for paragraph in paragraphs if paragraph.startswith("> [!")]
    notes = [(read_note(paragraph), paragraph) for paragraph in marked]
    written = "\n\n".join(paragraph for paragraph in paragraphs if paragraph not in marked)
    return SectionText(
        id=name,
        title=title,
        body=with_attributes(written, lambda _: ""),
        authorities=tuple(one for one in attributes_of(written) if one != AID),
        aid=tuple(filter(None, (attributes_of(paragraph).count(AID) for paragraph in paragraphs))),
        notes=tuple(note for note, _ in notes if note),
        broken=tuple(paragraph for note, paragraph in notes if not note),
    )
