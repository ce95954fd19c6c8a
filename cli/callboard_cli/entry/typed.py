"""Records as people type them at the table: `season=1 mood=comedy "Valère: C3 C3 X +4"`, and the other way round.

A word with `=` is a field of the record (in any of the languages), a word with `:` a player's line, and bare words go
to the field that knows them by their pattern. What cannot be placed is kept as it is, so that the record's own checks
say what would be right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from callboard_cli.entry.items import Span, is_line, split_once
from callboard_cli.entry.kinds import Kind
from callboard_cli.entry.line import Lexicon, read_line, read_own
from callboard_cli.entry.lists import InTurn, in_one_line
from callboard_cli.entry.raw import Typing
from callboard_cli.entry.seating import in_lines
from callboard_cli.entry.stage import Stage
from callboard_cli.entry.tables import Players, kinds_of, seated_kind
from callboard_locales import Catalog
from callboard_scoring.problems import Problem, RefusedError
from callboard_scoring.records import Record
from callboard_scoring.words import fold

MOST_TYPED = 5000
"""The most characters of all words together; a long final of five players has a thousand."""


def read(arguments: Sequence[str], stage: Stage, language: str = "en") -> Typing:
    """Read the words of a command line into raw data for this stage, short forms as this language has them.

    :raises RefusedError: when it is more than anybody types.
    """
    if sum(map(len, arguments)) > MOST_TYPED:
        raise RefusedError([Problem((), "error.typed-long", {"limit": MOST_TYPED})])
    typing = Typing(stage.game.id, stage.words, stage.shorts, language)
    for argument in sorted(in_lines(arguments, stage), key=_is_bare):  # a field that is named takes no bare word
        _read_argument(typing, argument, stage.kinds)
    for kind in stage.kinds:
        if kind.omitted() is not ...:
            typing.raw.setdefault(kind.name, kind.omitted())
    return typing


def read_answer(text: str, kind: Kind, stage: Stage, language: str = "en") -> Typing:
    """Read what is typed for a single field; its value is under the field's name."""
    typing = Typing(stage.game.id, stage.words, stage.shorts, language)
    kind.read(typing, (kind.name,), typing.raw, Span.whole(text))
    return typing


def read_table(text: str, model: type[Record], stage: Stage, language: str = "en") -> Typing:
    """Read what is typed for a table of this model as one line."""
    typing = Typing(stage.game.id, stage.words, stage.shorts, language)
    read_own(typing, (), typing.raw, Span.whole(text), kinds_of(model))
    return typing


def write(raw: Mapping[str, Any], stage: Stage, catalog: Catalog) -> list[str]:
    """Write raw data as words that `read` takes, as far as there is data: the other way round."""
    walked = _walked(raw, stage)
    return [
        argument
        for kind in stage.kinds
        if raw.get(kind.name) is not None
        for argument in (
            walked[kind.name] if kind.name in walked else kind.arguments(raw[kind.name], stage.game.id, catalog)
        )
    ]


def _walked(raw: Mapping[str, Any], stage: Stage) -> dict[str, list[str]]:
    """Return how two lists are written as one walks, one of these, one of those, where they are of one length."""
    written: dict[str, list[str]] = {}
    for kind in stage.kinds:
        if isinstance(kind, InTurn) and kind.name == kind.leads:
            leading, following = (raw.get(name) or () for name in (kind.leads, kind.follows))
            if leading and len(leading) == len(following):
                words = [str(item) for pair in zip(leading, following, strict=True) for item in pair]
                written |= {kind.leads: [in_one_line(words)], kind.follows: []}
    return written


def _is_bare(argument: str) -> bool:
    """Tell whether an argument is neither a field by its name nor a line behind one."""
    return "=" not in argument and ":" not in argument


def _read_argument(typing: Typing, argument: str, kinds: Sequence[Kind]) -> None:
    """Read one word of the command line: a named field, a player's line, or bare words."""
    whole = Span.whole(argument)
    fields = {kind.name: kind for kind in kinds}
    names = typing.names(list(fields))
    name, line = split_once(argument, ":")
    key, value = split_once(argument, "=")
    in_line = is_line(argument)
    if in_line and fold(name) in names:
        key, value, in_line = name, line, False  # `mood: comedy` is no player called mood
    if value is not None and not in_line:
        known = fields.get(names.get(fold(key), ""))
        if known is None:
            typing.complain((key.strip(),), "extra_forbidden", given=key.strip())
            typing.spans[(key.strip(),)] = whole.first(len(key))
        else:
            known.read(typing, (known.name,), typing.raw, whole.last(len(value)))
        return
    seated = seated_kind(kinds)
    if line is not None and seated is not None:
        seated.sit(typing, typing.raw, whole.first(len(name)), whole.last(len(line)))
    elif line is None and isinstance(seated, Players) and not any(kind.typed for kind in kinds):
        if not any(problem.code == "error.no-colon" for problem in typing.problems):  # the next words are of one line
            typing.complain((), "error.no-colon", given=argument, span=whole)
    elif isinstance(seated, Players) and _lacks_colon(typing, argument, seated, kinds):
        typing.complain((), "error.no-colon", given=argument, span=whole)
    else:
        read_line(typing, (), typing.raw, whole, kinds)


def _lacks_colon(typing: Typing, argument: str, seated: Players, kinds: Sequence[Kind]) -> bool:
    """Tell whether the first bare words are a player's line without its colon: only a player has what the second is."""
    if any(typing.raw.get(kind.name) for kind in kinds if kind.typed is not None):
        return False
    name, word, *_ = [*argument.replace(",", " ").split(), "", ""]
    known, own = Lexicon(typing, kinds), Lexicon(typing, kinds_of(seated.model))
    return bool(word) and known(name) is None and own(name) is None and own(word) is not None
