"""The languages of Callboard: which one to speak, and what to say in it."""

from __future__ import annotations

import gettext
import io
import os
import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

_P = ParamSpec("_P")
_T = TypeVar("_T")

LANGUAGES = ("ru", "en", "es")
DEFAULT = "en"

_HERE = Path(__file__).parent

_REMEMBERED = 64
"""How many compiled catalogs are kept: a few more than the built-in games have."""
_MADE = 8_192
"""The most that is kept of what one function makes of words: a game has a few hundred sentences, and many pieces."""
_forgetting: list[Callable[[], None]] = []


def kept(make: Callable[_P, _T]) -> Callable[_P, _T]:
    """Keep what a function has made of the words of catalogs, until any of these are read anew."""
    cached = lru_cache(_MADE)(make)
    _forgetting.append(cached.cache_clear)
    return cast("Callable[_P, _T]", cached)


def forget() -> None:
    """Forget all that functions made of the words of catalogs, which keeps those catalogs in memory, too."""
    for clear in _forgetting:
        clear()


class UnknownLanguageError(ValueError):
    """A language was asked for by name and is none of LANGUAGES; `asked` is the name as typed."""

    def __init__(self, asked: str) -> None:
        """Keep the name as typed."""
        super().__init__(asked)
        self.asked = asked


def choose_language(asked: str | None = None, environ: Mapping[str, str] = os.environ) -> str:
    """Return the language to speak: `asked` (--lang), else CALLBOARD_LANG, else the system's, else English.

    :raises UnknownLanguageError: `asked` or CALLBOARD_LANG names a language that is not here.
    """
    for explicit in (asked, environ.get("CALLBOARD_LANG") or None):
        if explicit is not None:
            language = _negotiate(explicit)
            if language is None:
                raise UnknownLanguageError(explicit)
            return language
    return system_language(environ)


def system_language(environ: Mapping[str, str] = os.environ) -> str:
    """Return what LC_ALL, LC_MESSAGES or LANG ask for, the first that is set, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(variable):
            return _negotiate(environ[variable]) or DEFAULT
    return DEFAULT


def _negotiate(wanted: str) -> str | None:
    """Find the language of a locale's name such as `ru`, `es_MX.UTF-8` or `en-GB`: what stands before its territory."""
    name = wanted.strip().lower().partition(".")[0].partition("@")[0]
    language = name.replace("-", "_").partition("_")[0]
    return language if language in LANGUAGES else None


class Catalog:
    """All messages in one language. An id's domain is its part before `/`; ids without one are in `callboard`."""

    def __init__(self, language: str) -> None:
        """Take one of LANGUAGES."""
        self.language = language
        self._domains: dict[str, gettext.NullTranslations] = {}

    def forget(self, domain: str) -> None:
        """Read a domain again when it is next asked for."""
        self._domains.pop(domain, None)
        forget()

    def has(self, message: str) -> bool:
        """Tell whether there are words for this id."""
        return self.text(message) != message

    def text(self, message: str) -> str:
        """Return the words for an id, or the id itself where there are none."""
        return self._domain(message).gettext(message)

    def plural(self, message: str, count: int) -> str:
        """Return the form for this count of a message that has plural forms."""
        return self._domain(message).ngettext(message, message, abs(count))

    def list(self, items: list[str]) -> str:
        """Join names as a sentence does: "Ann, Bob and Cid"."""
        if len(items) < 2:  # noqa: PLR2004  # one item needs no "and"
            return "".join(items)
        *others, last = items
        joined = self.text("list.and-before-i" if self.language == "es" and _sounds_i(last) else "list.and")
        return joined % {"others": ", ".join(others), "last": last}

    def _domain(self, message: str) -> gettext.NullTranslations:
        name = message.partition("/")[0] if "/" in message else "callboard"
        if name not in self._domains:
            self._domains[name] = _load(self.language, name)
        return self._domains[name]


def _sounds_i(word: str) -> bool:
    """Tell whether Spanish says "e" before a word for "and": the numeral IV has not that sound, "III y IV"."""
    return bool(re.match(r"h?[ií](?![aeo])", word.casefold())) and not re.fullmatch("[IVX]+", word)


@cache
def catalog(language: str) -> Catalog:
    """Return the catalog of one of LANGUAGES."""
    return Catalog(language)


def _load(language: str, domain: str) -> gettext.NullTranslations:
    """Read a compiled catalog; where it is missing or older than its source (a checkout), compile in memory."""
    source = _HERE / language / "LC_MESSAGES" / f"{domain}.po"
    compiled = source.with_suffix(".mo")
    if not source.exists() and not compiled.exists() and (game := _installed_folder(domain)):
        source = game / "locales" / f"{language}.po"
        compiled = source.with_suffix(".mo")
    if compiled.exists() and not (source.exists() and source.stat().st_mtime > compiled.stat().st_mtime):
        with compiled.open("rb") as file:
            return gettext.GNUTranslations(file)
    if not source.exists():
        return gettext.NullTranslations()
    return _compiled(source.read_bytes())


@kept
def _installed_folder(domain: str) -> Path | None:
    """Return the folder of the game of this id that a package brings: its entry point leads to what knows it."""
    from importlib.metadata import entry_points  # most runs play what is built in

    for point in entry_points(group="callboard.games"):
        if point.name.casefold() == domain:
            folder: Path = point.load().folder
            return folder
    return None


@lru_cache(_REMEMBERED)
def _compiled(source: bytes) -> gettext.NullTranslations:
    """Load a catalog that is not compiled; one that was forgotten and has not changed is not compiled again."""
    return gettext.GNUTranslations(io.BytesIO(compile_catalog(source)))


def compile_catalog(source: bytes) -> bytes:
    """Compile a catalog, the text of a .po file, into the bytes of a .mo file; the same text gives the same bytes.

    :raises ValueError: when the text is no catalog.
    """
    from datetime import UTC, datetime  # an installed Callboard never comes here

    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    parsed = read_po(io.BytesIO(source), abort_invalid=True)
    # Babel fills in what the header leaves out: the time, and addresses that nobody has.
    parsed.creation_date = datetime.fromtimestamp(0, UTC)
    parsed.msgid_bugs_address = parsed.last_translator = parsed.language_team = ""
    buffer = io.BytesIO()
    write_mo(buffer, parsed)
    return buffer.getvalue()
