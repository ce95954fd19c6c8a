"""What has been read so far of typed words: raw data, where each piece of it stood, and what fits nowhere."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from callboard_cli.entry.items import Span
from callboard_cli.speech.wording import field_words
from callboard_scoring.fields import Typed
from callboard_scoring.problems import Location, Problem
from callboard_scoring.words import Words, draw, spell


@dataclass
class Typing:
    """Raw data in the making, and how the words it is made of are read."""

    game: str
    words: Words
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
    _spellings: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def span(self, location: Location) -> Span | None:
        """Return where the nearest piece around a location was typed."""
        while location and location not in self.spans:
            location = location[:-1]
        return self.spans.get(location)

    def complain(self, location: Location, code: str, **values: object) -> None:
        """Keep a problem of the typing itself."""
        self.problems.append(Problem(location, code, values))

    def names(self, fields: list[str]) -> Mapping[str, str]:
        """Return what these fields are called in all languages, folded, each with the field's own name."""
        return field_words(self.game, fields)

    def is_like(self, text: str, typed: Typed) -> bool:
        """Tell whether a text is what a field takes: as typed, spelled as its tokens are, or as a row of a drawing."""
        if text not in self._spellings:
            self._spellings[text] = (text.strip(), spell(text, self.words), draw(text, self.words))
        return any(re.fullmatch(typed.pattern, spelling, re.ASCII) for spelling in self._spellings[text])
