"""The fields of a form: from the same models as the prompts, each in a shape that fits a thumb."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pydantic import ValidationError

from callboard_cli.input.candidates import Candidate, bounds_of, choices_of, takes_names, value_candidates
from callboard_cli.input.evening_stage import EveningStage
from callboard_cli.input.parser.field_types import Counts, Flag, InTurn, Items, Kind
from callboard_cli.input.parser.state import Typing
from callboard_cli.input.parser.tables import Fields, Lines, Purses, kinds_of
from callboard_cli.input.stage import Stage, example_of, stage_of
from callboard_cli.phones.forms import LINE, Form, inner
from callboard_cli.phones.pieces import Piece, piece_of, piece_offered
from callboard_cli.phones.wording import texts_of
from callboard_cli.ui.output import visible
from callboard_cli.ui.wording import capital, drawn, in_words, label, of_evenings, said_of, token
from callboard_locales import Catalog, catalog
from callboard_scoring.game import Game
from callboard_scoring.records import field_type
from callboard_scoring.words import spell

_DEPTH = 3
"""The most words of one item in a ring."""


@dataclass(frozen=True)
class Option:
    """What can stand in a field."""

    text: str
    meaning: str = ""
    said: str = ""
    """How it is read out, where that tells more than its letters."""
    piece: Piece | None = None
    """What it is drawn as."""


@cache
def first_words(stage: Stage, kind: Kind, language: str) -> tuple[Option, ...]:
    """Return what an item of a field can begin with, in a language."""
    words = catalog(language)
    return options_of(value_candidates(stage, kind, "", "", words), stage, kind, words)


def options_of(
    found: Sequence[Candidate], stage: Stage, kind: Kind, words: Catalog, before: str = ""
) -> tuple[Option, ...]:
    """Return what Tab offers, with what each means where they differ in that; else the field's help says it."""
    several = len({one.meaning for one in found} - {""}) > 1

    def option(text: str, meaning: str) -> Option:
        piece = piece_offered(stage, kind.name, text, before, words)
        is_number = piece is not None and text.isdecimal()
        said = f"{before.split()[-1]} {text}" if is_number else _said(stage, text, words)  # noqa: PLC0207
        return Option(text, meaning if several else "", said, piece)

    return tuple(option(one.text, one.meaning) for one in found)


def _said(stage: Stage, text: str, words: Catalog) -> str:
    """Return a letter with a number, as it is read out: `C1` with the word that the letter stands for."""
    found = re.fullmatch(r"([^\W\d_])(\d+)", spell(text, stage.words))
    message = f"{stage.game.id}/token.{found[1]}" if found else ""
    _, *others = words.text(message).split("|") if found and words.has(message) else [""]
    return f"{text}, {others[0]} {found[2]}" if found and others else ""


@cache
def items_of(game: Game, stage: str, field: str, language: str) -> tuple[str, ...]:
    """Return all that one item of a list can be, in a language: what Tab offers, word by word."""
    own = stage_of(game, stage)
    kind = next(one for one in own.kinds if one.name == field)
    typing = Typing(game.id, own.words, own.shorts, language)
    pattern = kind.exact or (kind.typed.pattern if kind.typed is not None else "")
    found: dict[str, None] = {}
    begun = [""]
    for _ in range(_DEPTH):
        texts = (
            f"{text} {one.text}".strip()
            for text in begun
            for one in value_candidates(own, kind, f"{text} " if text else "", "", catalog(language))
        )
        begun = [text for text in dict.fromkeys(texts) if text not in found]
        found |= {text: None for text in begun if typing.is_like(text, pattern)}
    canonical: dict[object, str] = {}
    for text in found:  # "face up" says nothing more of what lies so anyway
        canonical.setdefault(_read(own, field, text), text)
    return tuple(canonical.values())


def _read(stage: Stage, field: str, text: str) -> object:
    """Return what a list's item is in a record; itself where it cannot be told."""
    try:
        return field_type(stage.model, field).validate_python((text,), context=stage.words)
    except ValidationError:
        return text


def ring_size(stage: EveningStage) -> int | None:
    """Return how many places a ring has with so many players, as its record says; None where it is not known."""
    walk = next((kind for kind in stage.kinds if isinstance(kind, InTurn)), None)
    if walk is None:
        return None
    read = Form(stage, {}).whole
    limits = (problem.values.get("limit") for problem in read.problems if problem.location == (walk.leads,))
    return next((limit for limit in limits if isinstance(limit, int)), None)


_FEW = 9
"""The most words to choose from that each have a chip of their own; of more they are typed, word by word."""
_SPARE = 1
"""How many empty rows a table has for more, where nothing can add them."""
_LETTERS = 14
"""How many letters of long words fit into a line of a field on a narrow screen."""
_MOST_LINES = 5
"""The most lines of such a field."""


@dataclass(frozen=True)
class Control:
    """One field of a form."""

    name: str
    """The key of the record under which it is sent, `players.0.troupe`."""
    label: str
    kind: str
    """Its shape: `number`, `numbers`, `choice`, `tokens`, `grid` or `text`."""
    text: str = ""
    typed: str = ""
    """What was typed, where that is spelled otherwise: `o5` of `orange 5`."""
    help: str = ""
    example: str = ""
    options: tuple[Option, ...] = ()
    words: str = ""
    """The name of a list of what can stand in it, where several fields share one."""
    least: int | None = None
    most: int | None = None
    is_laid: bool = False
    """Whether it is a list of pieces."""
    sums: bool = False
    """Whether it may be several numbers that add up."""
    none: str = ""
    """How it is called that there is none; empty where that cannot be said."""
    letters: tuple[Option, ...] = ()
    known: str = ""
    """What it is if nothing is typed; empty where that is not known."""
    before: str = ""
    """What it was before."""
    is_left: bool = False
    """Whether that is the most that it can be."""
    is_nought: bool = False
    """Whether it is a 0 if nothing is typed."""
    problem: str = ""
    written: str = ""
    """Who wrote it last, and when."""

    @property
    def is_known(self) -> bool:
        """Whether nothing has to be typed, and nothing was."""
        return bool(self.known) and not self.text and not self.problem

    @property
    def lines(self) -> int:
        """How many lines of a narrow screen it has, whatever stands in it: as many as its example takes, but a few."""
        return min(max(math.ceil(len(self.example) / _LETTERS), 2), _MOST_LINES)

    @property
    def choices(self) -> list[Choice]:
        """What can be chosen, nothing first, and what was typed where it is none of these."""
        texts = [one.text for one in self.options]
        typed = [] if self.text in texts or not self.text else [self.text]
        pieces = {one.text: one.piece for one in self.options}
        return [
            Choice("", "–", chosen=not self.text),
            *(Choice(one, visible(one), one == self.text, pieces.get(one)) for one in (*texts, *typed)),
        ]


@dataclass(frozen=True)
class Choice:
    """What can be chosen."""

    text: str
    shown: str
    chosen: bool
    piece: Piece | None = None


@dataclass(frozen=True)
class Group:
    """Fields that belong together under one name."""

    name: str
    label: str
    kind: str
    """`table` of named numbers, `rows` of a table, `ring` of two lists that are walked in turn."""
    help: str = ""
    rows: tuple[tuple[Control | Group, ...], ...] = ()
    labels: tuple[str, ...] = ()
    lists: Mapping[str, tuple[Option, ...]] = field(default_factory=dict)
    """What can stand in the fields of a ring, by the names of the lists."""
    problem: str = ""

    @property
    def is_known(self) -> bool:
        """Whether nothing has to be typed in any of them, and nothing was."""
        return not self.problem and all(one.is_known for row in self.rows for one in row)

    @property
    def known(self) -> str:
        """What they are if nothing is typed; noughts are left out."""
        shown = [one for row in self.rows for one in row if isinstance(one, Control) and one.known not in ("", "0")]
        return ", ".join(f"{one.label} {one.known}" for one in shown)


Field = Control | Group


@dataclass(frozen=True)
class Shown:
    """What stands in a form, beside its fields: texts, what is wrong, who wrote it, what is known of it."""

    texts: Mapping[str, str]
    problems: Mapping[str, str] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)
    """Those that were typed otherwise, as they were typed."""
    written: Mapping[str, str] = field(default_factory=dict)
    known: Mapping[str, Any] = field(default_factory=dict)
    before: Mapping[str, Any] = field(default_factory=dict)


def all_controls(fields: Sequence[Field]) -> Iterator[Control]:
    """Yield each field of a form, those within groups too."""
    for one in fields:
        if isinstance(one, Group):
            for row in one.rows:
                yield from all_controls(row)
        else:
            yield one


class Controls:
    """The fields of a stage's forms, in a language."""

    def __init__(self, stage: EveningStage, words: Catalog) -> None:
        """Take the stage and the words."""
        self._stage = stage
        self._game = stage.game
        self._words = words
        evening = stage.game.evening()
        most, least = (evening.known(bounds, stage.name) for bounds in (evening.at_most, evening.at_least))
        self._left = {one.name for one in most} - {one.name for one in least}  # of both bounds the least is shown
        self._example: Mapping[str, Any] = example_of(stage_of(stage.game, stage.name), words)

    def of(
        self, kinds: Sequence[Kind], start: str, shown: Shown, example: Mapping[str, Any] | None = None
    ) -> list[Field]:
        """Return the fields of these kinds, whose names begin with `start`."""
        example = self._example if example is None else example
        return [
            self._field(kind, start, shown, example.get(kind.name))
            for kind in kinds
            if kind.name != "name" and not _follows(kind)
        ]

    def row_example(self, rows: str) -> Mapping[str, Any]:
        """Return what the example says of one player."""
        return next(iter(self._example.get(rows) or ()), {})

    def _field(self, kind: Kind, start: str, shown: Shown, example: Any) -> Field:
        name = f"{start}{kind.name}"
        if isinstance(kind, InTurn):
            return self._ring(kind, start, shown)
        if isinstance(kind, Lines):
            return self._rows(kind, name, shown, example)
        if isinstance(kind, Fields):
            row = self.of(kinds_of(kind.model), f"{name}.", shown, example if isinstance(example, Mapping) else {})
            return Group(
                name,
                self._label(kind.name),
                "table",
                self._help(kind.name),
                (tuple(row),),
                problem=shown.problems.get(name, ""),
            )
        if isinstance(kind, Purses):
            return self._numbers(kind, name, shown, [(who, who) for who in self._stage.players])
        if isinstance(kind, Counts) and (keys := self._keys(kind)):
            return self._numbers(kind, name, shown, keys)
        return self._control(kind, start, shown, example)

    def _control(self, kind: Kind, start: str, shown: Shown, example: Any) -> Control:
        name = f"{start}{kind.name}"
        options = self._options(kind)
        least, most = bounds_of(self._stage, kind)
        letters = self._letters(kind)
        text = _text(kind, name, shown.texts, is_drawn=bool(letters))
        several = kind.takes_many or isinstance(kind, Counts)
        if letters:
            shape = "grid"
        elif kind.numeric and not several:
            shape = "number"
        elif options and not several:
            shape = "choice"
        else:
            options = self._first_words(kind)
            if takes_names(self._stage, kind):  # a dash is nobody
                options = (*self._seated(), Option("-"))
            elif options and isinstance(kind, Items):
                options = (*options, Option("-", self._words.text("phones/none")))
            shape = "tokens" if options else "numbers" if kind.numeric and isinstance(kind, Items) else "text"
        rendered = (
            dict(texts_of(kind, example, self._game.id, self._words)).get(LINE, "")
            if example not in (None, "", [], {})
            else ""
        )
        return Control(
            name,
            self._label(kind.name),
            shape,
            text,
            shown.typed.get(name, ""),
            self._help(kind.name),
            rendered if shape in ("tokens", "text") and not takes_names(self._stage, kind) else "",
            options,
            least=least,
            most=most,
            is_laid=isinstance(kind, Items) and (kind.name in self._game.shapes or any(one.piece for one in options)),
            none=self._words.text("phones/none") if kind.optional or shape == "numbers" else "",
            letters=letters,
            known=self._told(shown.known, kind.name),
            before=self._told(shown.before, kind.name),
            is_left=kind.name in self._left,
            is_nought=_is_nought(kind, start),
            problem=shown.problems.get(name, ""),
            written=shown.written.get(name, ""),
        )

    def _numbers(self, kind: Kind, name: str, shown: Shown, keys: Sequence[tuple[str, str]]) -> Group:
        """Return a number for each of several things: seals of a faction, ecus of a player."""
        least, most = bounds_of(self._stage, kind)
        known, before = (values.get(kind.name) for values in (shown.known, shown.before))
        row = tuple(
            Control(
                f"{name}.{key}",
                said,
                "number",
                shown.texts.get(f"{name}.{key}", ""),
                least=None if getattr(kind, "several", False) else least,
                most=None if getattr(kind, "several", False) else most,
                sums=getattr(kind, "several", False),
                known=str(known.get(key, 0)) if isinstance(known, Mapping) else "",
                before=str(before[key]) if isinstance(before, Mapping) and key in before else "",
                is_nought=_is_nought(kind, name.removesuffix(kind.name)),
                problem=shown.problems.get(f"{name}.{key}", ""),
                written=shown.written.get(f"{name}.{key}", ""),
            )
            for key, said in keys
        )
        return Group(
            name, self._label(kind.name), "table", self._help(kind.name), (row,), problem=shown.problems.get(name, "")
        )

    def _rows(self, kind: Lines, name: str, shown: Shown, example: Any) -> Group:
        """Return the rows of a table, such as posters, and one more."""
        numbers = [
            int(key.removeprefix(f"{name}.").partition(".")[0])
            for key, text in shown.texts.items()
            if key.startswith(f"{name}.")
            and text.strip()
            and key.removeprefix(f"{name}.").partition(".")[0].isdecimal()
        ]
        count = min(max(numbers, default=-1) + 1 + _SPARE, kind.most)
        first: Mapping[str, Any] = next(iter(example or ()), {})
        rows = tuple(tuple(self.of(kinds_of(kind.model), f"{name}.{number}.", shown, first)) for number in range(count))
        title = self._label(kind.name)
        labels = tuple(f"{title} {number + 1}" for number in range(count))
        return Group(name, title, "rows", self._help(kind.name), rows, labels, problem=shown.problems.get(name, ""))

    def _ring(self, kind: InTurn, start: str, shown: Shown) -> Group:
        """Return the places of a ring, each with one of either list."""
        count = ring_size(self._stage) or max(
            (int(key.rpartition(".")[2]) + 1 for key in shown.texts if key.rpartition(".")[2].isdecimal()), default=1
        )
        pair = [one for one in self._stage.kinds if isinstance(one, InTurn)]
        lying = {one.name: dict(enumerate(shown.known.get(one.name) or ())) for one in pair}
        rows = tuple(
            tuple(
                Control(
                    f"{start}{one.name}.{place}",
                    f"{self._place(one.name)} {place + 1}",
                    "text",
                    shown.texts.get(f"{start}{one.name}.{place}", ""),
                    words=f"{one.name}-words",
                    before=token(self._words, self._game.id, lying[one.name].get(place) or ""),
                    problem=shown.problems.get(f"{start}{one.name}.{place}", ""),
                    written=shown.written.get(f"{start}{one.name}.{place}", ""),
                )
                for one in pair
            )
            for place in range(count)
        )
        lists = {
            f"{one.name}-words": tuple(
                Option(item, piece=self._piece(one, item))
                for item in items_of(self._game, self._stage.name, one.name, self._words.language)
            )
            for one in pair
        }
        problem = "\n".join(filter(None, (shown.problems.get(f"{start}{one.name}", "") for one in pair)))
        return Group(
            kind.name,
            self._label(kind.name),
            "ring",
            " ".join(filter(None, (self._help(one.name) for one in pair))),
            rows,
            tuple(str(place + 1) for place in range(count)),
            lists,
            problem,
        )

    def _keys(self, kind: Counts) -> list[tuple[str, str]]:
        """Return the things that a table counts, each with its name; empty where they are not a few known ones."""
        return [
            (one, capital(token(self._words, self._game.id, one, kind.name))) for one in choices_of(self._stage, kind)
        ]

    def _options(self, kind: Kind) -> tuple[Option, ...]:
        """Return what a field can be, where that are a few words."""
        if isinstance(kind, Flag):
            return tuple(Option(self._words.text(one)) for one in ("result.yes", "result.no"))
        if takes_names(self._stage, kind):
            return self._seated()
        choices = choices_of(self._stage, kind)
        if len(choices) > _FEW:
            return ()
        return tuple(
            Option(token(self._words, self._game.id, one, kind.name), piece=self._piece(kind, one)) for one in choices
        )

    def _first_words(self, kind: Kind) -> tuple[Option, ...]:
        """Return what an item of a field can begin with."""
        return first_words(stage_of(self._game, self._stage.name), kind, self._words.language)

    def _seated(self) -> tuple[Option, ...]:
        return tuple(Option(name) for name in self._stage.players)

    def _letters(self, kind: Kind) -> tuple[Option, ...]:
        """Return the letters of a field that is drawn, each with what it stands for; empty where it is no drawing."""
        if not (isinstance(kind, Items) and kind.typed is not None and self._game.letters):
            return ()
        shown = [(name, letter) for name, letter in self._game.letters.items()]
        if not all(re.fullmatch(kind.typed.pattern, letter * 2) for _, letter in shown):
            return ()
        return tuple(
            Option(
                drawn(self._words, self._game, letter),
                token(self._words, self._game.id, name),
                piece=self._piece(kind, name),
            )
            for name, letter in shown
        )

    def _piece(self, kind: Kind, name: str) -> Piece | None:
        return piece_of(self._stage, kind.name, name, self._words)

    def _label(self, name: str) -> str:
        return capital(label(self._words, self._game.id, name))

    def _place(self, name: str) -> str:
        """Return what lies at a place of a ring: a token, a card."""
        return said_of(self._words, "place", self._game.id, self._stage.name, name) or self._label(name)

    def _help(self, name: str) -> str:
        return said_of(self._words, "help", self._game.id, self._stage.name, name) or of_evenings(self._words, name)

    def _told(self, values: Mapping[str, Any], name: str) -> str:
        if name not in values:
            return ""
        value = values[name]
        if isinstance(value, str) and value in self._stage.players:
            return value
        return str(in_words(self._words, self._game.id, value))


def _text(kind: Kind, name: str, texts: Mapping[str, str], *, is_drawn: bool) -> str:
    """Return what stands in a field; a drawing has a line a row, and a table without fields of its own is a list."""
    own = inner(texts, name)
    text = own.get(LINE) or ", ".join(
        f"{key} {text}" if isinstance(kind, Counts) else text for key, text in own.items()
    )
    return "\n".join(text.split()) if is_drawn else text


def _is_nought(kind: Kind, start: str) -> bool:
    """Tell whether a number, or each of several, counts as 0 if it is left empty: in a row, or in the whole record."""
    return kind.numeric and (kind.absent() if start else kind.omitted()) in (0, {})


def _follows(kind: Kind) -> bool:
    """Tell whether a field is the second of two that are walked in turn: it stands beside the first."""
    return isinstance(kind, InTurn) and kind.name == kind.follows
