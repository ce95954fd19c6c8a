"""Reading a line of bare words into the fields of a table: each word goes to the first field that knows it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from callboard_cli.entry.reading.items import NOTHING, Span, items, split_once
from callboard_cli.entry.reading.raw import LOOSE, SHORT, Reading, Typing
from callboard_cli.speech.wording import is_empty
from callboard_scoring.problems import Location
from callboard_scoring.words import fold

if TYPE_CHECKING:
    from callboard_cli.entry.reading.kinds import Kind


class Lexicon:
    """What texts can be for these fields."""

    def __init__(self, typing: Typing, kinds: Sequence[Kind]) -> None:
        """Take the fields that know words."""
        self._typing = typing
        self.kinds = [kind for kind in kinds if kind.typed is not None]
        """The fields that know words."""
        self._known: dict[str, list[tuple[Kind, Reading]]] = {}

    def readings(self, text: str) -> list[tuple[Kind, Reading]]:
        """Return each field that knows a text, with what it is there: the best first, else in the fields' order."""
        if text not in self._known:
            readings = [(kind, kind.reading(self._typing, text)) for kind in self.kinds]
            known = [(kind, reading) for kind, reading in readings if reading is not None]
            self._known[text] = sorted(known, key=lambda one: one[1].weight)
        return self._known[text]

    def short_for(self, text: str) -> list[str]:
        """Return what a short form stands for; nothing where the text is no short form."""
        readings = self.readings(text)
        if not readings or readings[0][1].weight != SHORT:
            return []
        shorts = [reading for _, reading in readings if reading.weight == SHORT]
        return list(dict.fromkeys(whole for reading in shorts for whole in reading.texts))

    def __call__(self, text: str) -> int | None:
        """Return how good an item a text is for any of the fields; None where it is none."""
        readings = self.readings(text)
        return int(readings[0][1].weight == LOOSE) if readings else None

    def crowded(self, texts: Iterable[str]) -> int:
        """Return how many of these items find no field that has not its only one already."""
        full: set[str] = set()
        crowded = 0
        for text in texts:
            takers = [kind for kind, _ in self.readings(text)]
            taker = next((kind for kind in takers if kind.name not in full), None)
            crowded += bool(takers) and taker is None
            if taker is not None and taker.takes_one:
                full.add(taker.name)
        return crowded


def read_own(typing: Typing, at: Location, table: dict[str, Any], span: Span, kinds: Sequence[Kind]) -> None:
    """Read what somebody has; what the line does not mention, such as chameleons, there is none of."""
    table.update(unsaid(kinds))
    if not is_empty(span.text) or Lexicon(typing, kinds)(span.text) is not None:
        read_line(typing, at, table, span, kinds)


def unsaid(kinds: Iterable[Kind]) -> dict[str, Any]:
    """Return what silence says of these fields, of those of which it says anything."""
    return {kind.name: kind.absent() for kind in kinds if kind.absent() is not ...}


def read_line(typing: Typing, at: Location, table: dict[str, Any], span: Span, kinds: Sequence[Kind]) -> None:
    """Give each word to the first field that knows it best, and each `key=value` to its field."""
    fields = {kind.name: kind for kind in kinds}
    names = typing.names(list(fields))
    lists = {word for word, name in names.items() if fields[name].takes_many}
    lexicon = Lexicon(typing, kinds)
    for item in items(span, lexicon, lists, together=True, unclear=lambda span: unclear(typing, at, span)):
        key, value = split_once(item.text, "=")
        kind = fields.get(names.get(fold(key), "")) if value is not None else None
        if kind is not None and value is not None:
            kind.read(typing, (*at, kind.name), table, item.last(len(value)))
        elif not any(_says_nothing(typing, at, table, item, kind) for kind in kinds):
            _give(typing, at, table, item, lexicon)


def unclear(typing: Typing, at: Location, span: Span) -> None:
    """Complain of words that can be cut in two ways."""
    typing.complain(at, "error.typed-order", given=span.text, span=span)


def _says_nothing(typing: Typing, at: Location, table: dict[str, Any], item: Span, kind: Kind) -> bool:
    """Tell whether an item says that there is none of what a field would have, and has not yet."""
    where = (*at, kind.name)
    may_be_none = kind.optional or (kind.silence() in ([], {}) and not table.get(kind.name))
    if kind.typed is None or not may_be_none or item.text not in NOTHING or where in typing.named:
        return False
    typing.named.add(where)
    table.setdefault(kind.name, kind.silence())
    return True


def _give(typing: Typing, at: Location, table: dict[str, Any], item: Span, lexicon: Lexicon) -> None:
    """Give an item to the first field that takes it; complain of one that is nobody's, or too short to tell whose."""
    readings = lexicon.readings(item.text)
    due = [(kind, reading) for kind, reading in readings if kind.is_due(typing, (*at, kind.name), table)]
    texts = lexicon.short_for(item.text)
    if len(texts) > 1 and not any(len(reading.texts) == 1 for _, reading in due):
        typing.settled(at, item, Reading(SHORT, tuple(texts)))
        return
    if any(_is_either(typing, (*at, kind.name), table, item, kind, readings) for kind in lexicon.kinds):
        return
    for kind, reading in (*due, *readings):
        where = (*at, kind.name)
        if kind.take(typing, where, table, typing.settled(where, item, reading)):
            typing.spans[where] = item  # of a list the last item: behind it one is lacking, or it is one too many
            return
    if not any(kind.keep(typing, (*at, kind.name), table, item) for kind in lexicon.kinds):
        _nowhere(typing, at, item, lexicon)


def _is_either(  # noqa: PLR0913, PLR0917  # an item, where it stood, and what it may be
    typing: Typing,
    at: Location,
    table: dict[str, Any],
    item: Span,
    kind: Kind,
    readings: Sequence[tuple[Kind, Reading]],
) -> bool:
    """Tell whether a letter is nearly one field's word, and as well the beginning of one that is due; say so if it is.

    The `d` of a family that lacks its number stands where a ducat would: nobody knows which was left unfinished.
    """
    if len(item.text) > 1 or not readings or readings[0][1].weight != LOOSE or not kind.is_due(typing, at, table):
        return False
    nearly = [text for _, reading in readings for text in reading.texts]
    named = [typing.shorts.shown(one, typing.language) for one in typing.shorts.named(item.text, kind.exact)]
    options = list(dict.fromkeys([*nearly, *named]))
    if len(options) > 1:
        where = (*at, len(table.get(kind.name) or ()))
        typing.settled(where, item, Reading(LOOSE, tuple(options)))
        kind.take(typing, at, table, item)
    return len(options) > 1


def _nowhere(typing: Typing, at: Location, item: Span, lexicon: Lexicon) -> None:
    """Complain of an item that fits nowhere; together with the one before it, if that does not either.

    The problem keeps which fields could have had it, so that what was meant can be guessed.
    """
    last = typing.problems[-1] if typing.problems else None
    if last is not None and last.code == "error.typed-word" and last.location == at:
        before: Span = last.values["span"]
        is_next = before.line == item.line and not item.line[before.end : item.start].strip()
        if is_next and not re.search(r"\d", before.text):
            typing.problems.pop()
            item = Span(item.line, before.start, item.end)
    typing.complain(at, "error.typed-word", given=item.text, span=item, kinds=lexicon.kinds)
