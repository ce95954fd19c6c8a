"""A stage at the table: raw records, typed lines and prompts in, results or refusals out."""

from __future__ import annotations

from dataclasses import dataclass

from callboard_cli.entry import typed as notation
from callboard_cli.entry.files import UnreadableError
from callboard_cli.entry.problems import described
from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.help import nearest
from callboard_cli.speech.wording import field_words, label, token_words
from callboard_scoring.game import Game
from callboard_scoring.ledger import Result
from callboard_scoring.records import Problem, Record, RefusedError, field_names, read_record
from callboard_scoring.words import Words, fold


class Refusal(Exception):  # noqa: N818  # it is a refusal
    """A record that cannot be scored: path, code and text of each problem, and a pointer where it was typed."""

    def __init__(self, errors: list[dict[str, str]], pointers: list[str]) -> None:
        """Keep the problems; `pointers` has one for each, empty where there is no line to point at."""
        super().__init__("; ".join(error["text"] for error in errors))
        self.errors = errors
        self.pointers = pointers

    def show(self, face: Face, *, as_json: bool) -> None:
        """Tell all problems: people on standard error, machines on standard output."""
        if as_json:
            from callboard_cli.display.machine import SCHEMA, to_json  # noqa: PLC0415  # people read no JSON

            face.emit(to_json({"schema": SCHEMA, "errors": self.errors}))
            return
        face.say(face.catalog.plural("error.heading", len(self.errors)) % {"count": len(self.errors)}, err=True)
        for error, pointer in zip(self.errors, self.pointers, strict=True):
            face.say(f"- {error['text']}", err=True)
            if pointer:
                face.emit(pointer, err=True)


def unreadable(error: UnreadableError, face: Face) -> Refusal:
    """Return the refusal for bytes that are no record."""
    values = {key: visible(str(value)) for key, value in error.values.items()}
    text = face.text(error.code, **values)
    return Refusal([{"path": "", "code": error.code.rpartition("error.")[2], "text": text}], [""])


@dataclass
class Table:
    """One stage of one game, ready to read records of it in any language."""

    face: Face
    game: Game
    stage: str

    def __post_init__(self) -> None:
        """Load the stage's model and the words of its tokens."""
        self.model: type[Record] = self.game.record(self.stage)
        self.words: Words = token_words(self.game)

    def record(self, raw: object) -> Record:
        """Read a raw record.

        :raises RefusedError: with all that is wrong with it.
        """
        if not isinstance(raw, dict):
            raise RefusedError([Problem((), "error.no-table")])
        problems: list[Problem] = []
        for key, expected in (("game", self.game.id), ("stage", self.stage)):
            given = raw.get(key, expected)
            if not isinstance(given, str) or given.strip().casefold() != expected:
                problems.append(Problem((key,), "error.other-stage", {"given": given, "expected": expected}))
        content = {key: value for key, value in raw.items() if key not in ("game", "stage")}
        try:
            record = read_record(self.model, content, self.words)
        except RefusedError as error:
            raise RefusedError([*problems, *error.problems]) from None
        if problems:
            raise RefusedError(problems)
        return record

    def score(self, raw: object, typing: notation.Typing | None = None) -> Result:
        """Score a raw record.

        :raises Refusal: when it cannot be scored.
        """
        try:
            record = self.record(raw)
        except RefusedError as error:
            typed = typing.problems if typing else ()
            raise self.refusal((*typed, *error.problems), raw, typing) from None
        if typing and typing.problems:
            raise self.refusal(typing.problems, raw, typing)
        return self.game.scorer(self.stage)(record)

    def score_typed(self, words: list[str]) -> Result:
        """Score what was typed on the command line.

        :raises Refusal: when it cannot be scored.
        """
        typing = notation.read(words, self.model, self.game.id, self.words)
        return self.score(typing.raw, typing)

    def ask(self) -> Result:
        """Ask for the record field by field, and score it."""
        from callboard_cli.entry.asked import ask  # noqa: PLC0415  # only a person at a terminal is asked

        return ask(self)

    def refusal(
        self, problems: tuple[Problem, ...] | list[Problem], raw: object, typing: notation.Typing | None
    ) -> Refusal:
        """Put problems into words, with a pointer into the typed line where there is one."""
        errors = [described(self.hinted(problem), self.face, self.game.id, raw) for problem in problems]
        pointers = [self._pointer(problem, typing) for problem in problems]
        return Refusal(errors, pointers)

    def hinted(self, problem: Problem) -> Problem:
        """Add to a problem of typing what could have been typed: the fields' names, or the words a line takes."""
        if problem.code == "error.key-twice":
            key = label(self.face.catalog, self.game.id, problem.values["key"])
            return Problem(problem.location, problem.code, {**problem.values, "key": key})
        if problem.code in ("error.typed-word", "error.out-of-turn", "error.no-colon"):
            hint = self.face.text(f"{self.game.id}/typed.{self.stage}")
            return Problem(problem.location, problem.code, {**problem.values, "hint": hint})
        if problem.code == "extra_forbidden" and isinstance(problem.location[-1], str):
            fields = list(field_names(self.model))
            names = field_words(self.game.id, fields)
            meant = nearest(fold(problem.location[-1]), list(names))
            if meant and meant != fold(problem.location[-1]):
                return Problem(
                    problem.location,
                    "error.extra-meant",
                    {**problem.values, "meant": label(self.face.catalog, self.game.id, names[meant])},
                )
        return problem

    def _pointer(self, problem: Problem, typing: notation.Typing | None) -> str:
        span = problem.values.get("span") or (typing.span(problem.location) if typing else None)
        if span is None:
            return ""
        from callboard_cli.entry.pointing import pointed  # noqa: PLC0415  # only a mistake needs it

        return pointed(span)
