"""What has been read so far of typed words: raw data, where each piece of it stood, and what fits nowhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from callboard_cli.entry.reading.items import Span
from callboard_cli.entry.reading.short import BEGINNING, Shorts, fits
from callboard_cli.speech.wording import field_words
from callboard_scoring.fields import Typed
from callboard_scoring.problems import Location, Problem
from callboard_scoring.words import Words, draw, spell

RIGHT, SHORT, LOOSE = range(3)
"""How a text is what a field takes: as it stands, by short forms, or nearly, so that the field says what is wrong."""


@dataclass(frozen=True)
class Reading:
    """What a text is for a field."""

    weight: int
    """RIGHT, SHORT or LOOSE."""
    texts: tuple[str, ...]
    """The text in whole words; several where it is a beginning of each."""


@dataclass
class Typing:
    """Raw data in the making, and how the words it is made of are read."""

    game: str
    words: Words
    shorts: Shorts
    language: str = "en"
    """Whose letters come first."""
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

    def reading(self, text: str, typed: Typed | None, exact: str, least: int = BEGINNING) -> Reading | None:
        """Return what a text is for a field: `exact` is what is right for it, and how it is typed what is nearly so."""
        patterns = [pattern for pattern in (exact, typed.pattern if typed else "") if pattern]
        for right, short, pattern in zip((RIGHT, LOOSE), (SHORT, LOOSE), patterns, strict=False):
            if self.is_like(text, pattern):
                return Reading(right, (text,))
            if texts := self.shorts.whole(text, pattern, self.language, least):
                return Reading(short, tuple(self.shorts.shown(whole, self.language) for whole in texts))
        return None

    def settled(self, at: Location, item: Span, reading: Reading | None) -> Span:
        """Return an item in whole words; complain where it is too short to tell which ones."""
        if reading is None or reading.texts == (item.text,):
            return item
        if len(reading.texts) == 1:
            return item.saying(reading.texts[0])
        self.complain(at, "error.typed-short", given=item.text, options=list(reading.texts), span=item)
        return item
