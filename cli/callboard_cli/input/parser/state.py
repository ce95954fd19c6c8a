"""What has been read so far of typed words: raw data in the making, where each piece stood, and what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from callboard_cli.input.parser.abbreviations import BEGINNING, Shorts, fits
from callboard_cli.input.parser.spoken import stems
from callboard_cli.input.parser.tokenizer import Span
from callboard_cli.ui.wording import field_words, token
from callboard_locales import LANGUAGES, catalog
from callboard_scoring.fields import Typed
from callboard_scoring.problems import Location, Problem
from callboard_scoring.words import Words, draw, fold, spell

RIGHT, SHORT, FREE, LOOSE = range(4)
"""How well a text fits a field: as it stands, by its short forms, without the words that people say around it, or
nearly, so that the field says what is wrong."""


@dataclass(frozen=True)
class Match:
    """How a field can read a text."""

    weight: int
    """RIGHT, SHORT, FREE or LOOSE."""
    texts: tuple[str, ...]
    """The text in whole words; several where a short form may stand for each of them."""
    either: bool = False
    """Whether several texts are all that is typed, put in two ways, and not what a short form stands for."""


@dataclass
class Typing:
    """Raw data in the making, and how the words it is made of are read."""

    game: str
    words: Words
    shorts: Shorts
    language: str = "en"
    """The language whose letters are tried first for short forms."""
    raw: dict[str, Any] = field(default_factory=dict)
    spans: dict[Location, Span] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    named: set[Location] = field(default_factory=set)
    """The fields that have their value; a second one would be lost."""
    added: set[Location] = field(default_factory=set)
    """The fields typed as +1; typing them again adds."""
    listed: set[Location] = field(default_factory=set)
    """The tables whose lists come one after the other instead of in turn."""
    out_of_turn: set[Location] = field(default_factory=set)
    """The tables of which it was said already that a word in them is out of turn."""
    lines: Sequence[str] = ()
    """What was typed, a word of the command line each."""
    has_bare: bool = False
    """Whether there were words for the record's own fields without the fields' names."""
    _spellings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _labels: dict[str, frozenset[str]] = field(default_factory=dict)
    _names: dict[tuple[str, ...], Mapping[str, str]] = field(default_factory=dict)

    def span(self, location: Location) -> Span | None:
        """Return where the nearest piece around a location was typed."""
        while location and location not in self.spans:
            location = location[:-1]
        return self.spans.get(location)

    def complain(self, location: Location, code: str, **values: object) -> None:
        """Keep a problem of the typing itself."""
        self.problems.append(Problem(location, code, values))

    def labels(self, field: str) -> frozenset[str]:
        """Return what a field is called in all languages, folded."""
        if field not in self._labels:
            self._labels[field] = frozenset(self.names([field]))
        return self._labels[field]

    def is_label(self, word: str, field: str) -> bool:
        """Tell whether a word is what a field is called, in any number or case; a token's word in another is not."""
        name = fold(word)
        if name in self.labels(field) or name in self.words.tokens:
            return name in self.labels(field)
        return bool(stems(name) & frozenset[str]().union(*map(stems, self.labels(field))))

    def names(self, fields: list[str]) -> Mapping[str, str]:
        """Return what these fields are called in all languages, folded, each with the field's own name."""
        asked = tuple(fields)
        if asked not in self._names:
            self._names[asked] = field_words(self.game, fields)
        return self._names[asked]

    def is_like(self, text: str, pattern: str) -> bool:
        """Tell whether a text is what a field takes: as typed, spelled as its tokens are, or as a row of a drawing."""
        if text not in self._spellings:
            spelled = (text.strip(), spell(text, self.words), draw(text, self.words))
            self._spellings[text] = tuple(dict.fromkeys(spelled))  # mostly one or two
        return any(map(fits(pattern), self._spellings[text]))

    def reading(self, text: str, typed: Typed | None, exact: str, least: int = BEGINNING) -> Match | None:
        """Return how a field can read a text: as right by the pattern `exact`, or nearly by that of how it is typed."""
        patterns = [pattern for pattern in (exact, typed.pattern if typed else "") if pattern]
        for right, short, pattern in zip((RIGHT, LOOSE), (SHORT, LOOSE), patterns, strict=False):
            if self.is_like(text, pattern):
                return Match(right, (text,))
            several = self.shorts.whole(text, pattern, self.language, least, inflected=short == SHORT)
            if texts := self._agreeing(text, several):
                return Match(short, tuple(self.shorts.shown(whole, self.language) for whole in texts))
        return None

    def _agreeing(self, text: str, several: tuple[str, ...]) -> tuple[str, ...]:
        """Return of several tokens those whose words agree as they are typed: in «2 m clásica» the m is a woman."""
        if len(several) < 2:  # noqa: PLR2004
            return several
        typed = {word for word in fold(text).split() if len(word) > 1}
        for language in LANGUAGES:
            told = {one: set(fold(token(catalog(language), self.game, one)).split()) for one in several}
            marked = typed & frozenset[str]().union(*told.values()) - self.shorts.unmarked(language)
            agreeing = tuple(one for one in several if marked <= told[one])
            if agreeing and len(agreeing) < len(several):
                return agreeing
        return several

    def settled(self, at: Location, item: Span, reading: Match | None) -> Span:
        """Return an item with its short forms written out; complain where they may stand for several words."""
        if reading is None or reading.texts == (item.text,):
            return item
        if len(reading.texts) == 1:
            return item.saying(reading.texts[0])
        code = "error.typed-either" if reading.either else "error.typed-short"
        self.complain(at, code, given=item.text, options=list(reading.texts), span=item)
        return item


def unclear(typing: Typing, at: Location, span: Span) -> None:
    """Complain of words that can be cut in two ways."""
    typing.complain(at, "error.typed-order", given=span.text, span=span)
