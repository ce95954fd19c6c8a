"""Which question comes next, after the answers so far. Nothing here shows anything, or knows a language's sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from pydantic import TypeAdapter, ValidationError

from callboard_cli.input.parser import typed
from callboard_cli.input.parser.field_types import Kind, Lexicon
from callboard_cli.input.parser.tables import Line, Lines, Players, kinds_of
from callboard_cli.input.parser.tokenizer import is_line, split_once
from callboard_cli.input.parser.typed import in_lines
from callboard_cli.input.players import alike, is_seen, means_more, told_in
from callboard_cli.input.prompts.draft import LACKING, WORDS, Place, Sheet, merged, placed_at, said_before, sheet_of
from callboard_cli.input.prompts.keyboard import HELP
from callboard_cli.input.stage import Stage
from callboard_cli.ui.output import CommandLineError
from callboard_cli.ui.wording import field_words, key_word
from callboard_locales import catalog
from callboard_scoring.fields import Name, Typed, names_taken
from callboard_scoring.problems import Problem
from callboard_scoring.records import problems_of
from callboard_scoring.words import fold


@dataclass(frozen=True)
class Turns:
    """How far two lists that are typed in turn have come."""

    count: int
    limit: int
    last: tuple[str, ...]
    """The last few words."""


@dataclass(frozen=True)
class Question:
    """What is asked for."""

    place: Place
    within: str = ""
    """The one field that a line lacks; empty where the whole line is asked for."""
    text: str = ""
    """What was answered before, to be put right."""
    problems: tuple[Problem, ...] = ()
    """Why it is asked again."""
    optional: bool = False
    """Whether an empty answer is taken."""
    ring: Turns | None = None
    """How far the two lists typed in turn have come, where the answer adds to them; else None."""


@dataclass(frozen=True)
class Refused:
    """An answer that was not taken, and why."""

    text: str
    sheet: Sheet
    """The answers with this one among them, where it could be read at all."""
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Step:
    """An answer that one may come back to."""

    place: Place
    before: str | None = None
    """What was typed there before, where the answer was added to it."""
    text: str = ""


def is_open(problem: Problem, question: Question, sheet: Sheet) -> bool:
    """Tell whether a problem of an answer is only what will be asked next, such as another field of the line."""
    kind = sheet.kind(question.place)
    if question.ring is not None or (question.place == WORDS and sheet.walk is not None):
        return len(problem.location) == 1 and is_short(problem)
    if not isinstance(kind, (Line, Lines)) or len(problem.location) <= len(question.place):
        return False
    return problem.location[len(question.place)] != question.within and is_unsaid(problem, question.place, sheet)


def is_unsaid(problem: Problem, place: Place, sheet: Sheet) -> bool:
    """Tell whether a problem is that a line gives a field no value, or a list no item."""
    if len(problem.location) != len(place) + 1:
        return False
    row: Any = sheet.read.raw
    for step in place:
        row = row[step]
    return problem.code == "missing" or row.get(problem.location[-1]) in (None, [], {})


def is_short(problem: Problem) -> bool:
    """Tell whether a problem is that something has too few items."""
    return bool(problem.values.get("count", 0) < problem.values.get("limit", 0))


_LAST = 3
"""How many of the last words of a walk are told."""

_UNTOLD = ("missing", "too_short")
"""Codes of problems that tell no more of an empty answer than that it is empty."""


@dataclass(frozen=True)
class Talk:
    """A conversation about a record: the answers so far, and the question that is open.

    It is never changed: `answered`, `back`, `edited` and `typed` return another one. Where `question` is None
    everything is answered, and waits for a last look.
    """

    sheet: Sheet
    thorough: bool = True
    """Whether to ask for what may be left out, too."""
    refused: Refused | None = None
    """The last answer, where it was not taken."""
    at: Place | None = None
    """The place that somebody has come back to."""
    begun: str | None = None
    """What was typed there before, where it was added to a walk."""
    trail: tuple[Step, ...] = ()
    """The answers that one may come back to, the last one last."""
    ahead: tuple[Step, ...] = ()
    """The answer that one has come back to, and those given after it."""
    settled: frozenset[tuple[Place, str]] = frozenset()
    """Answers that stand though something is wrong with them: others may be the ones to put right."""

    @classmethod
    def start(cls, stage: Stage, language: str) -> Talk:
        """Return a conversation in which everything is asked for that is not known."""
        return cls(sheet_of((), stage, language))

    @classmethod
    def resumed(
        cls, stage: Stage, language: str, arguments: Sequence[str] = (), onto: Mapping[str, Any] | None = None
    ) -> Talk:
        """Return a conversation about what the words of a command line lack; `onto` is a raw record they changed."""
        sheet = sheet_of(arguments, stage, language)
        if onto is not None:
            words = catalog(language)
            sheet = merged(sheet_of(typed.write(stage.reworded(onto, words), stage, words), stage, language), sheet)
        return cls(sheet, thorough=False)

    # --- The question ------------------------------------------------------------------------------------------------

    @cached_property
    def question(self) -> Question | None:
        """The question that is open; None where there is none left."""
        if self.at is None:
            return next(self._open(), None)
        if self.begun is not None:
            return replace(self._question(self.at), text=self.begun)
        return self._question(self.at, again=True)

    def _open(self) -> Iterator[Question]:
        """Yield what is missing, in the order of the fields, and then what is wrong."""
        for place in self._places():
            if question := self._lacking(place):
                yield question
        for problem in self.sheet.read.problems:
            again = self.sheet.place_of(problem)
            if again is not None and (again, self._text(again)) not in self.settled:
                yield self._question(again, again=True)

    def _places(self) -> Iterator[Place]:
        """Yield each place of the record that can be asked for, in order."""
        sheet = self.sheet
        for kind in sheet.stage.kinds:
            if kind is sheet.seats:
                yield (kind.name,)
                yield from ((kind.name, seat) for seat in range(len(sheet.names)))
            elif isinstance(kind, Lines):
                yield from ((kind.name, row) for row in range(min(sheet.rows(kind.name) + 1, kind.most)))
            else:
                if kind in sheet.bare[:1]:
                    yield WORDS
                yield (kind.name,)

    def _lacking(self, place: Place) -> Question | None:
        """Return the question for a place where something is missing; None where nothing is."""
        sheet, kind = self.sheet, self.sheet.kind(place)
        problems = sheet.problems_at(place)
        is_missing = any(problem.code in LACKING for problem in problems)
        if place == WORDS and self._ring() is not None:
            return self._question(place)
        if place in sheet.answers:
            return self._lacking_within(place, kind, problems)
        if isinstance(kind, Lines) and kind is not sheet.seats:
            return self._row(kind, place)
        if is_missing:
            return self._question(place)
        if place == WORDS or (kind is not None and kind not in sheet.bare and kind is not sheet.seats):
            is_asked = self.thorough and self._is_worth_asking(kind)
            return Question(place, optional=not problems) if is_asked else None  # this table may need it
        return None

    def _lacking_within(self, place: Place, kind: Kind | None, problems: Sequence[Problem]) -> Question | None:
        """Return the question for a field that a line lacks, if nothing else is wrong with the line."""
        if not isinstance(kind, (Line, Lines)):
            return None
        missing = [problem for problem in problems if is_unsaid(problem, place, self.sheet)]
        if not missing or len(missing) < len(problems):
            return None
        lacking = {problem.location[len(place)] for problem in missing}
        return Question(place, next(name for name in kind.model.model_fields if name in lacking))

    def _row(self, kind: Lines, place: Place) -> Question | None:
        """Return the question for the first of several lines, or for one more behind the one just typed."""
        *_, row = place
        if row:
            follows = any(step.place == (kind.name, int(row) - 1) for step in self.trail)
        else:
            follows = self.thorough or bool(self.sheet.problems_at((kind.name,)))
        return Question(place, optional=bool(row)) if follows else None

    def _is_worth_asking(self, kind: Kind | None) -> bool:
        """Tell whether a field that may be left out is worth asking for; words that nothing needs are."""
        stage = self.sheet.stage
        return kind is None or (
            self._is_optional(kind)
            and not stage.knows(kind.name)
            and stage.model.applies(kind.name, self.sheet.read.raw)
        )

    def _is_optional(self, kind: Kind) -> bool:
        return not self.sheet.stage.model.model_fields[kind.name].is_required()

    def _question(self, place: Place, *, again: bool = False) -> Question:
        """Return the question for a place; `again` with what was answered there, and what is wrong with that."""
        kind = self.sheet.kind(place)
        problems = self.sheet.problems_at(place) if again else ()
        ring = self._ring() if place == WORDS and not again else None
        optional = kind is not None and self._is_optional(kind) and not self.sheet.problems_at(place)
        return Question(place, "", "" if ring else self._offered(place), problems, optional, ring)

    def _text(self, place: Place) -> str:
        """Return what was answered at a place."""
        seats = self.sheet.seats
        if seats is not None and place == (seats.name,):
            return ", ".join(self.sheet.names) or self.sheet.loose
        return self.sheet.answers.get(place, "")

    def _offered(self, place: Place) -> str:
        """Return what was answered at a place, or what may be as it was before."""
        text = self._text(place)
        if text or len(place) != 1 or place in self.sheet.answers or self.sheet.kind(place) is self.sheet.seats:
            return text
        return said_before(self.sheet, str(place[0]))

    def _ring(self) -> Turns | None:
        """Return how far the walk has come, as long as it is too short and no longer than that."""
        walk = self.sheet.walk
        if walk is None:
            return None
        lists = [
            problem for problem in self.sheet.read.problems if problem.location in ((walk.leads,), (walk.follows,))
        ]
        if not lists or not all(map(is_short, lists)):
            return None
        spans = self.sheet.read.typing.spans
        walked = [span for place, span in spans.items() if len(place) > 1 and place[0] in (walk.leads, walk.follows)]
        words = [span.text for span in sorted(walked, key=lambda span: span.start)]
        count, limit = len(self.sheet.read.raw.get(walk.leads) or ()), int(lists[0].values["limit"])
        return Turns(count, limit, tuple(words[-_LAST:]))

    def mistakes(self, problems: Iterable[Problem]) -> list[Problem]:
        """Return those of the problems of the record that are mistakes; that something is missing is none."""
        is_walking = self._ring() is not None
        return [
            problem
            for problem in problems
            if problem.code not in LACKING and not (is_walking and len(problem.location) == 1 and is_short(problem))
        ]

    @property
    def said(self) -> Sheet:
        """Everything that was answered, also what was refused: who leaves at that may mend it later.

        Of a walk there is what is right of it: nobody walks on from a wrong card.
        """
        if self.refused is None or self._ring() is not None:
            return self.sheet
        return self.refused.sheet

    # --- The answer --------------------------------------------------------------------------------------------------

    def answered(self, text: str) -> Talk:
        """Take an answer to the open question; one that is wrong by itself is kept as `refused`, and asked for again.

        Who gives the same answer again means it: then it stands, and the last look tells what is wrong with it.
        """
        question = self.question
        assert question is not None  # noqa: S101  # for the type checkers: who calls has looked
        text, place = text.strip(), question.place
        seats = self.sheet.seats
        if sum(map(len, self.sheet.answers.values())) + len(text) > typed.MOST_TYPED:
            return self._refuse(text, self.sheet, [Problem((), "error.typed-long", {"limit": typed.MOST_TYPED})])
        if not text and not question.optional:
            return self._refuse(text, self.sheet, self._forgotten(place))
        if seats is not None and place == (seats.name,):
            return self._seated(text)
        before = self.sheet.answers.get(place, "")
        line = self._line(question, text, before)
        sheet = self.sheet.filled(place, line)
        wrong = [problem for problem in sheet.problems_at(place) if not is_open(problem, question, sheet)]
        insists = (self.refused is not None and self.refused.text == text) or (
            bool(question.problems) and line == before
        )
        if wrong and text and not insists:
            if question.ring is None:
                return self._refuse(text, sheet, wrong)
            return self._walked(before, line, wrong, sheet)
        settled = self.settled | {(place, line)} if wrong else self.settled
        step = Step(place, before, text) if question.ring is not None else Step(place)
        return self._stepped(sheet, step, settled)

    def _forgotten(self, place: Place) -> list[Problem]:
        """Return why an empty answer will not do: how a line says that there is nothing, or what this table needs."""
        shown = [problem for problem in self.sheet.problems_at(place) if problem.code not in _UNTOLD]
        why = [problem for problem in shown if problem.code in LACKING or place not in self.sheet.answers]
        return why or [Problem(place, "ask.empty", {"help": HELP})]

    def _walked(self, before: str, line: str, wrong: Sequence[Problem], sheet: Sheet) -> Talk:
        """Keep of an answer to a walk the words before the first that is wrong, and ask for the others again."""
        spans = (problem.values.get("span") or sheet.read.typing.span(problem.location) for problem in wrong)
        start = min((span.start for span in spans if span is not None and span.line == line), default=0)
        good = line[: max(start, len(before))].rstrip(" ,;")
        refused = Refused(line[len(good) :].strip(" ,;"), sheet, tuple(wrong))
        if good == before:
            return replace(self, refused=refused)
        step = Step(WORDS, before, good[len(before) :].strip(" ,;"))
        return replace(self._stepped(self.sheet.filled(WORDS, good), step, self.settled), refused=refused)

    def _line(self, question: Question, text: str, before: str) -> str:
        """Return what an answer makes of the line that it belongs to."""
        kind = self.sheet.kind(question.place)
        if question.within and isinstance(kind, (Line, Lines)):
            inner = next(one for one in kinds_of(kind.model) if one.name == question.within)
            if "=" not in text and (inner.typed is None or not _is_own(text, inner.typed)):
                text = f"{key_word(catalog(self.sheet.language), self.sheet.stage.game.id, inner.name)}={text}"
            return ", ".join(filter(None, (before.rstrip(" ,;"), text)))
        if question.ring is not None:
            return ", ".join(filter(None, (before, text)))
        if kind is not None and kind is self.sheet.seats:
            return text.removeprefix(f"{self.sheet.names[int(question.place[1])]}:").strip() or text
        return text

    def _seated(self, text: str) -> Talk:
        """Take the names of those who play, or their lines."""
        seats = self.sheet.seats
        assert seats is not None  # noqa: S101  # for the type checkers: who calls has looked
        try:
            lines = lines_in(text, self.sheet, seats)
        except CommandLineError as error:
            return self._refuse(text, self.sheet, [Problem((seats.name,), error.message, error.values)])
        names = [name for name, _ in lines]
        item = item_among(text, self.sheet, seats)
        problems = list(names_problems(names, self.sheet, seats))
        if item:
            return self._refuse(text, self.sheet, [Problem((seats.name,), "ask.item", {"given": item})])
        known = self.sheet.stage.players
        strangers = [name for name in names if known and self.sheet.stage.called(name) not in known]
        if strangers:
            values = {"given": strangers[0], "names": list(known)}
            problems = [Problem((seats.name,), "error.night.unknown-player", values)]
        if problems:
            return self._refuse(text, self.sheet, problems)
        sheet = self.sheet.seating(names)
        for seat, (_, line) in enumerate(lines):
            sheet = sheet.filled((seats.name, seat), line) if line else sheet
        return self._stepped(sheet, Step((seats.name,)), self.settled)

    def _refuse(self, text: str, sheet: Sheet, problems: Sequence[Problem]) -> Talk:
        return replace(self, refused=Refused(text, sheet, tuple(problems)))

    def _stepped(self, sheet: Sheet, step: Step, settled: frozenset[tuple[Place, str]]) -> Talk:
        given = tuple(one for one in self.ahead[1:] if one.before is None)  # a walk was taken back
        trail = (*self.trail, step, *given)
        return replace(self, sheet=sheet, refused=None, at=None, begun=None, trail=trail, ahead=(), settled=settled)

    # --- Other ways --------------------------------------------------------------------------------------------------

    def back(self) -> Talk:
        """Return to the question before, with its answer; what was answered after it stays."""
        if not self.trail:
            return replace(self, refused=None)
        *trail, step = self.trail
        ahead = (step, *self.ahead)
        here = replace(self, refused=None, at=step.place, begun=None, trail=tuple(trail), ahead=ahead)
        if step.before is None:
            return here
        return replace(here, sheet=self.sheet.filled(step.place, step.before), begun=step.text)

    def edited(self, place: Place) -> Talk:
        """Go to a place that was answered, to put it right."""
        return replace(self, refused=None, at=place, begun=None, ahead=())

    def typed(self, argument: str) -> Talk | None:
        """Take a field by its name as on the command line, `dial=6`, or a player's line; None where it is neither."""
        who, line = split_once(argument, ":" if is_line(argument) else "=")
        called = self.sheet.stage.called(who.strip())
        if line is not None and self.sheet.seats is not None and called in self.sheet.names:
            return self.edited((self.sheet.seats.name, self.sheet.names.index(called))).answered(line)
        placed = placed_at(argument, self.sheet) if "=" in argument or is_line(argument) else None
        if placed is None or not placed[0] or isinstance(self.sheet.kind(placed[0]), Lines):
            return None
        return self.edited(placed[0]).answered(placed[1])


def _is_own(text: str, typed_as: Typed) -> bool:
    """Tell whether a field knows an answer without its name; a number alone may be another's in the line."""
    return not text.isdecimal() or re.fullmatch(typed_as.pattern, text, re.ASCII) is not None


# --- Who plays, on one line: `Ada, Ben, Cleo`, or each with a line, `Ada: C3 C2 Ben: T1` -----------------------------


def lines_in(text: str, sheet: Sheet, seats: Players) -> list[tuple[str, str]]:
    """Return each name with what is typed behind it: nothing where only names are.

    :raises CommandLineError: nobody stands before an “and”, or behind it.
    """
    if ":" not in text:
        told = told_in([text], seats.fewest, seats.most, parted=False)
        return [(name, "") for name in told.names or filter(None, [told.number])]
    placed = ((argument, placed_at(argument, sheet)) for argument in in_lines([text], sheet.stage))
    return [(line.partition(":")[0].strip(), one[1]) for line, one in placed if one and one[0] == (seats.name,)]


def names_problems(names: Sequence[str], sheet: Sheet, seats: Players) -> Iterator[Problem]:
    """Yield what is wrong with names: how many there are, how one is written, and two that are one."""
    if not seats.fewest <= len(names) <= seats.most:
        values = {"given": len(names), "fewest": seats.fewest, "most": seats.most}
        yield Problem((seats.name,), "ask.seats", values)
        return
    for seat, name in enumerate(names):
        at = (seats.name, seat, "name")
        try:
            TypeAdapter(Name).validate_python(name)
        except ValidationError as error:
            yield from (replace(problem, location=at) for problem in problems_of(error))
        else:
            if not (is_seen(name) and _can_be_typed(name, sheet, seats)):
                yield Problem(at, "ask.no-name", {"given": name})
    yield from names_taken(((seats.name, seat, "name"), name) for seat, name in enumerate(names))
    for name, other in alike(names):
        yield Problem((seats.name,), "usage.name-alike", {"given": name, "other": other})


def item_among(text: str, sheet: Sheet, seats: Players) -> str:
    """Return the first of words without commas that is no name but an item of a player's line, `Ada C3 +4`, or ""."""
    lexicon = Lexicon(sheet.read.typing, kinds_of(seats.model))
    words = [] if "," in text or ":" in text else text.split()[1:]
    return next((word for word in words if not word.isalpha() and lexicon(word) == 0), "")


def _can_be_typed(name: str, sheet: Sheet, seats: Players) -> bool:
    """Tell whether a line behind this name is a player's: no mark of the notation in it, and no field of that name."""
    line = f"{name}: -"
    is_field = fold(name) in field_words(sheet.stage.game.id, list(sheet.fields))
    return (
        not (is_field or means_more(name))
        and in_lines([line], sheet.stage) == [line]
        and placed_at(line, sheet) == ((seats.name,), "-")
    )
