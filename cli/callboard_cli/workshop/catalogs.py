"""A game's catalogs as they are written, and spoken from the very files that are checked."""

from __future__ import annotations

import gettext
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from callboard_locales import Catalog

PLACE = re.compile(r"%\(([^)]+)\)s")
"""A place in a message that a value goes to."""
_COUNTED = 125
"""Beyond as many things plurals go as before, in every language that we know."""
_MSGID = re.compile(r'^msgid "(.+)"$', re.MULTILINE)


class NoCatalogError(ValueError):
    """A file that is no catalog; the text says why."""


@dataclass(frozen=True)
class Words:
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
    messages: Mapping[str, Words]
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
                messages[name] = Words(name, tuple(map(str, forms)), plural, message.fuzzy, comment)
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
