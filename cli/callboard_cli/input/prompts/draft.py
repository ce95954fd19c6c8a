"""A record in the making, as it is typed: an answer for each place of the command line, and what they make together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from callboard_cli.input.parser.field_types import InTurn, Kind
from callboard_cli.input.parser.line import fill_omitted, read_line
from callboard_cli.input.parser.state import Typing
from callboard_cli.input.parser.tables import Line, Lines, Players, Purses, seated_kind
from callboard_cli.input.parser.tokenizer import Span, is_line, split_once
from callboard_cli.input.parser.typed import in_lines
from callboard_cli.input.stage import Stage
from callboard_cli.ui.wording import field_words, label
from callboard_locales import Catalog, catalog
from callboard_scoring.problems import Location, Problem, RefusedError
from callboard_scoring.records import Record
from callboard_scoring.words import fold

Place = Location
"""Where an answer goes: a field by its name, a line by its field and its number."""
WORDS: Place = ()
"""The place of the words that go to their fields without a name, such as the cards of a city."""
LACKING = ("missing", "too_short", "error.line-missing", "error.line-required")
"""Problems of what was not typed yet."""


@dataclass(frozen=True)
class Read:
    """What the answers of a sheet make together."""

    raw: dict[str, Any]
    typing: Typing
    problems: tuple[Problem, ...]
    record: Record | None
    """None as long as anything is missing or wrong."""


@dataclass(frozen=True)
class Sheet:
    """Answers, each at its place. Nothing is changed in it: each answer makes another sheet."""

    stage: Stage
    language: str = "en"
    """Whose letters come first."""
    names: tuple[str, ...] = ()
    """Those who play, where each has a line."""
    answers: Mapping[Place, str] = field(default_factory=dict)
    loose: str = ""
    """Words of the command line that have no place, such as a line without its colon: to be put right."""

    @cached_property
    def fields(self) -> Mapping[str, Kind]:
        """The fields of the record, by their names."""
        return {kind.name: kind for kind in self.stage.kinds}

    @cached_property
    def seats(self) -> Players | None:
        """The field that tells who plays, where each has a line."""
        seated = seated_kind(self.stage.kinds)
        return seated if isinstance(seated, Players) else None

    @cached_property
    def bare(self) -> tuple[Kind, ...]:
        """The fields whose words need no name; what is known to lie on the table is asked for by its own."""
        kinds = (kind for kind in self.stage.kinds if kind.typed is not None and not isinstance(kind, Purses))
        return tuple(kind for kind in kinds if not (kind.typed and kind.typed.lies and kind.typed.known))

    @cached_property
    def walk(self) -> InTurn | None:
        """The list that is typed in turn with another, if the record has one: the first of the two."""
        turns = (kind for kind in self.bare if isinstance(kind, InTurn))
        return next((kind for kind in turns if kind.name == kind.leads), None)

    def kind(self, place: Place) -> Kind | None:
        """Return the field that a place is in; None for words without a name."""
        return self.fields[str(place[0])] if place else None

    def filled(self, place: Place, text: str) -> Sheet:
        """Return the sheet with another answer at a place."""
        return replace(self, answers={**self.answers, place: text})

    def seating(self, names: Sequence[str]) -> Sheet:
        """Return the sheet with other players; who stays, or only goes by another name, keeps the line."""
        assert self.seats is not None  # noqa: S101  # for the type checkers: who calls has looked
        lines: dict[Place, str] = {(self.seats.name, seat): name for seat, name in enumerate(self.names)}
        kept: dict[Place, str] = {place: text for place, text in self.answers.items() if place not in lines}
        for seat, name in enumerate(names):
            own: Place = (self.seats.name, seat)
            before = next((place for place, known in lines.items() if known == name), own)
            if before in self.answers and (before != own or lines[own] == name or lines[own] not in names):
                kept[own] = self.answers[before]
        return replace(self, names=tuple(names), answers=kept)

    def rows(self, name: str) -> int:
        """Return how many lines of a table without names there are, such as posters."""
        return sum(1 for place, text in self.answers.items() if place[:1] == (name,) and len(place) > 1 and text)

    def place_of(self, problem: Problem) -> Place | None:
        """Return the place of the answer that a problem is about; None where it is about several or about none."""
        location = problem.location
        kind = self.fields.get(str(location[0])) if location else None
        if kind is None:
            return WORDS if not location and self.bare else None
        if kind is self.seats and len(location) == 1:
            return location if problem.code in LACKING or problem.code == "too_long" else None
        if isinstance(kind, Lines):
            return location[:1] if len(location) == 1 or location[2:3] == ("name",) else location[:2]
        is_said = location[:1] in self.answers or (problem.code == "missing" and WORDS in self.answers)
        return WORDS if kind in self.bare and not is_said else location[:1]

    def problems_at(self, place: Place) -> tuple[Problem, ...]:
        """Return what is missing or wrong at a place."""
        return tuple(problem for problem in self.read.problems if self.place_of(problem) == place)

    @cached_property
    def read(self) -> Read:
        """What the answers make together."""
        typing = Typing(self.stage.game.id, self.stage.words, self.stage.shorts, self.language)
        for place, text in sorted(self._told(), key=lambda told: told[0] == WORDS):  # a named field takes no bare word
            self._enter(typing, place, text)
        fill_omitted(typing.raw, self.stage.kinds)
        try:
            return Read(typing.raw, typing, (), self.stage.record(typing.raw, typing.problems))
        except RefusedError as error:
            return Read(typing.raw, typing, tuple(error.problems), None)

    def _told(self) -> Iterator[tuple[Place, str]]:
        """Yield each answer, and for those who play an empty one as long as they have none."""
        if self.seats is not None:
            for seat in range(len(self.names)):
                yield (self.seats.name, seat), self.answers.get((self.seats.name, seat), "")
        for place, text in self.answers.items():
            if text and (self.seats is None or place[:1] != (self.seats.name,)):
                yield place, text

    def _enter(self, typing: Typing, place: Place, text: str) -> None:
        kind = self.kind(place)
        if kind is None:
            read_line(typing, (), typing.raw, Span.whole(text), self.stage.kinds)
        elif isinstance(kind, Players):
            kind.sit(typing, typing.raw, Span.whole(self.names[int(place[1])]), Span.whole(text))
        else:
            kind.read(typing, (kind.name,), typing.raw, _unnamed(typing, kind.name, Span.whole(text)))

    def arguments(self, catalog: Catalog) -> list[str]:
        """Return the words of a command line with all these answers, fields by their names in the reader's language."""
        game = self.stage.game.id
        words: list[str] = []
        for kind in self.stage.kinds:
            name = label(catalog, game, kind.name)
            own = [(place, text) for place, text in self.answers.items() if place[:1] == (kind.name,) and text]
            if kind is self.seats:
                lines = [self.answers.get((kind.name, seat), "") for seat in range(len(self.names))]
                words += [f"{who}: {line}".rstrip() for who, line in zip(self.names, lines, strict=True)]
            elif isinstance(kind, (Line, Lines)):
                words += [f"{name}: {text}" for _, text in own]
            else:
                words += [f"{name}={text}" for _, text in own]
            if kind in self.bare[:1] and self.answers.get(WORDS):
                words.append(self.answers[WORDS])
        return [*words, self.loose] if self.loose and not self.names else words


def _unnamed(typing: Typing, field: str, answer: Span) -> Span:
    """Return an answer without the field's own name before it, as the command line has it: `palace=3:clergy`."""
    name, value = split_once(answer.text, "=")
    return answer.last(len(value)) if value is not None and typing.is_label(name.strip(), field) else answer


def sheet_of(arguments: Iterable[str], stage: Stage, language: str = "en") -> Sheet:
    """Put the words of a command line in their places; what has none is kept loose."""
    sheet = Sheet(stage, language)
    names: list[str] = []
    answers: dict[Place, list[str]] = {}
    loose: list[str] = []
    for argument in in_lines(list(arguments), stage):
        placed = placed_at(argument, sheet)
        if placed is None:
            loose += [argument] * ("=" not in argument)
            continue
        place, text = placed
        kind = sheet.kind(place)
        if isinstance(kind, Players):
            place = (kind.name, len(names))
            names.append(str(split_once(argument, ":")[0]).strip())
        elif isinstance(kind, Lines):
            place = (kind.name, sum(1 for known in answers if known[:1] == (kind.name,)))
        answers.setdefault(place, []).append(text)
    shown = {place: ", ".join(filter(None, texts)) for place, texts in answers.items()}
    shown = {place: text for place, text in shown.items() if text}
    return _with_players(Sheet(stage, language, tuple(names), shown, " ".join(loose)))


def _with_players(sheet: Sheet) -> Sheet:
    """Return the sheet with a line for everybody of whom it is known that they play, in the order in which they sit."""
    if sheet.seats is None or not sheet.stage.players:
        return sheet
    lines = {sheet.stage.called(name): (sheet.seats.name, seat) for seat, name in enumerate(sheet.names)}
    names = tuple(dict.fromkeys([*sheet.stage.players, *lines]))
    answers = {place: text for place, text in sheet.answers.items() if place not in lines.values()}
    for seat, name in enumerate(names):
        text = sheet.answers.get(lines[name], "") if name in lines else ""
        if text:
            answers[sheet.seats.name, seat] = text
    return replace(sheet, names=names, answers=answers)


def merged(older: Sheet, newer: Sheet) -> Sheet:
    """Return a sheet with the newer answers, and the older ones where there are none; bare words replace all such."""
    answers = dict(older.answers)
    if WORDS in newer.answers:
        bare = {kind.name for kind in newer.bare}
        answers = {place: text for place, text in answers.items() if place and place[0] not in bare}
    return replace(newer, answers={**answers, **newer.answers}, loose=newer.loose)


def placed_at(argument: str, sheet: Sheet) -> tuple[Place, str] | None:
    """Return the place of one word of the command line, and what goes there; None where it has none."""
    names = field_words(sheet.stage.game.id, list(sheet.fields))
    name, line = split_once(argument, ":")
    key, value = split_once(argument, "=")
    if is_line(argument) and fold(name) in names:
        return (names[fold(name)],), (line or "").strip()
    if value is not None and not is_line(argument):
        return ((names[fold(key)],), value.strip()) if fold(key) in names else None
    seated = seated_kind(sheet.stage.kinds)
    if line is not None and seated is not None:
        return (seated.name,), (line if seated is sheet.seats else argument).strip()
    return (WORDS, argument.strip()) if sheet.bare else None


def said_before(sheet: Sheet, name: str) -> str:
    """Return what a field of the record held before, as it is typed; empty where nothing is known."""
    stage, words = sheet.stage, catalog(sheet.language)
    held = stage.before()
    if name not in held:
        return ""
    shown = stage.reworded({name: held[name]}, words)
    arguments = sheet.fields[name].arguments(shown[name], stage.game.id, words)
    return " ".join(argument.partition("=")[2] or argument for argument in arguments)
