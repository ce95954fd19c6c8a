"""A game's rules and catalogs as they are written, read with all their mistakes instead of up to the first."""

from __future__ import annotations

import gettext
import io
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from callboard_locales import Catalog
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


PLACE = re.compile(r"%\(([^)]+)\)s")
"""A place in a message that a value goes to."""
_COUNTED = 125
"""Beyond as many things plurals go as before, in every language that we know."""
_MSGID = re.compile(r'^msgid "(.+)"$', re.MULTILINE)


class NoCatalogError(ValueError):
    """A file that is no catalog; the text says why."""


@dataclass(frozen=True)
class Message:
    """One message of a catalog."""

    id: str
    forms: tuple[str, ...]
    """Its text; of a message with a number, the text of each plural form."""
    plural: bool
    fuzzy: bool
    comment: str
    """What translators are told."""

    @property
    def places(self) -> frozenset[str]:
        """The places that any of the forms has."""
        return frozenset(place for form in self.forms for place in PLACE.findall(form))


@dataclass(frozen=True)
class PoFile:
    """A catalog: its messages in their order, and what is wrong with it as a whole."""

    path: Path
    messages: Mapping[str, Message]
    twice: tuple[str, ...]
    """Ids that stand in it more than once."""
    obsolete: tuple[str, ...]
    """Messages that were struck out, with `#~`."""
    plurals: int
    compiled: bytes


def read_catalog(path: Path, text: str) -> PoFile:
    """Read a catalog.

    :raises NoCatalogError: when it is none.
    """
    try:
        catalog = read_po(io.BytesIO(text.encode()), abort_invalid=True)
        messages = {}
        for message in catalog:
            if message.id:
                name = message.id if isinstance(message.id, str) else message.id[0]
                forms = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
                comment = " ".join([*message.auto_comments, *message.user_comments])
                plural = not isinstance(message.id, str)
                messages[name] = Message(name, tuple(map(str, forms)), plural, message.fuzzy, comment)
        compiled = io.BytesIO()
        write_mo(compiled, catalog)
        _speak(compiled.getvalue())
    except (
        PoFileError,
        ValueError,
        TypeError,
        LookupError,
        AttributeError,
        ArithmeticError,
    ) as error:
        raise NoCatalogError(str(error)) from error
    ids = _MSGID.findall(text)
    twice = tuple(name for name in dict.fromkeys(ids) if ids.count(name) > 1)
    obsolete = tuple(name if isinstance(name, str) else name[0] for name in map(_id_of, catalog.obsolete.values()))
    return PoFile(path, messages, twice, obsolete, catalog.num_plurals, compiled.getvalue())


def _speak(compiled: bytes) -> None:
    """Have a catalog speak of so many things, as it will have to: its rule for plurals is whatever the file says."""
    spoken = gettext.GNUTranslations(io.BytesIO(compiled))
    for number in range(_COUNTED):
        spoken.ngettext("", "", number)


def _id_of(message: object) -> str | tuple[str, ...]:
    name: str | tuple[str, ...] = message.id  # type: ignore[attr-defined]  # Babel's
    return name


class OwnCatalog(Catalog):
    """All messages in one language, with one domain from a file that may lie anywhere."""

    def __init__(self, language: str, domain: str, po: PoFile) -> None:
        """Take the language, and the domain's messages."""
        super().__init__(language)
        self._domains[domain] = gettext.GNUTranslations(io.BytesIO(po.compiled))
