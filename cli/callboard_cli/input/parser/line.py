"""Reading a line of bare words: to which field each word goes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from callboard_cli.input.parser.field_types import Kind, Lexicon
from callboard_cli.input.parser.state import LOOSE, SHORT, Match, Typing, unclear
from callboard_cli.input.parser.tokenizer import NOTHING, Span, items, split_once
from callboard_cli.ui.wording import is_empty
from callboard_scoring.problems import Location
from callboard_scoring.words import fold


def read_own(typing: Typing, at: Location, table: dict[str, Any], span: Span, kinds: Sequence[Kind]) -> None:
    """Read a whole line of a table; fields that it leaves out, such as chameleons, get their defaults."""
    table.update(unsaid(kinds))
    if not is_empty(span.text) or Lexicon(typing, kinds)(span.text) is not None:
        read_line(typing, at, table, span, kinds)


def unsaid(kinds: Iterable[Kind]) -> dict[str, Any]:
    """Return the defaults of those fields that a line may leave out."""
    return {kind.name: kind.absent() for kind in kinds if kind.absent() is not ...}


def fill_omitted(raw: dict[str, Any], kinds: Iterable[Kind]) -> None:
    """Add the defaults of those fields that a whole record may leave out, where it has none of them."""
    for kind in kinds:
        if kind.omitted() is not ...:
            raw.setdefault(kind.name, kind.omitted())


def read_line(typing: Typing, at: Location, table: dict[str, Any], span: Span, kinds: Sequence[Kind]) -> None:
    """Give each word to the first field that knows it best, and each `key=value` to its field."""
    fields = {kind.name: kind for kind in kinds}
    names = typing.names(list(fields))
    lists = {word for word, name in names.items() if fields[name].takes_many}
    lexicon = Lexicon(typing, kinds, at)
    span = _with_marks(typing, span, kinds)
    for item in items(span, lexicon, lists, together=True, unclear=lambda span: unclear(typing, at, span)):
        key, value = split_once(item.text, "=")
        kind = fields.get(names.get(fold(key), "")) if value is not None else None
        if kind is not None and value is not None:
            kind.read(typing, (*at, kind.name), table, item.last(len(value)))
        elif not any(_says_nothing(typing, at, table, item, kind) for kind in kinds):
            _give(typing, at, table, item, lexicon)


def _with_marks(typing: Typing, span: Span, kinds: Sequence[Kind]) -> Span:
    """Return a line with `=` behind each name of a field that is followed by its numbers: `plots 0 0 1`."""
    own = [kind for kind in kinds if kind.typed is None and kind.numeric]
    text = span.line
    for named in (
        re.finditer(r"(?<![\w-])(?<![^\W\d_] )([^\W\d_]+)([: ])(?= ?\d)", text[span.start : span.end]) if own else ()
    ):
        if any(typing.is_label(named[1], kind.name) for kind in own):
            place = span.start + named.start(2)
            text = f"{text[:place]}={text[place + 1 :]}"
    return replace(span, line=text)


def _says_nothing(typing: Typing, at: Location, table: dict[str, Any], item: Span, kind: Kind) -> bool:
    """Note that a field is empty, where an item says so and nothing was read for it yet; return whether it does."""
    where = (*at, kind.name)
    may_be_none = kind.optional or (kind.silence() in ([], {}) and not table.get(kind.name))
    if kind.typed is None or not may_be_none or item.text not in NOTHING or where in typing.named:
        return False
    typing.named.add(where)
    table.setdefault(kind.name, kind.silence())
    return True


def _give(typing: Typing, at: Location, table: dict[str, Any], item: Span, lexicon: Lexicon) -> None:
    """Give an item to the first field that takes it; complain of one that none takes, or that is too short."""
    readings = lexicon.readings(item.text)
    due = [(kind, reading) for kind, reading in readings if kind.is_due(typing, (*at, kind.name), table)]
    texts = lexicon.short_for(item.text)
    if len(texts) > 1 and not any(len(reading.texts) == 1 for _, reading in due):
        typing.settled(at, item, Match(SHORT, tuple(texts), either=readings[0][1].either))
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
    readings: Sequence[tuple[Kind, Match]],
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
        typing.settled(where, item, Match(LOOSE, tuple(options)))
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
