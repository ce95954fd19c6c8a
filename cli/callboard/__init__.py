"""Callboard for programs: read a record, score it, tell it in a language, set a game up, and ask the rules.

A record is raw data (tables, lists, words and numbers, as JSON and TOML have them) of one stage of one game; once read
it is a frozen model, which lives with its scorer: a game's folder has a module for each stage.

>>> import callboard
>>> game = callboard.games()[0]
>>> record = callboard.read(game.id, "final", game.example("final"))
>>> winners = callboard.score(record).winners
>>> callboard.tell(record, "en")["winners"] == list(winners)
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from callboard_cli.batch.answerer import Answerer
from callboard_cli.input.diagnostics.refusal import refused
from callboard_cli.input.files import read_line
from callboard_cli.input.parser import typed
from callboard_cli.input.parser.state import Typing
from callboard_cli.input.stage import Stage, stage_of
from callboard_cli.input.vocabulary import named_game, stages
from callboard_cli.render.json_data import ResultData, result_data
from callboard_locales import LANGUAGES, catalog
from callboard_rules.search import Answer, Hit, search
from callboard_scoring.constrained_draws import bring_back, options_of, roll
from callboard_scoring.draws import Code, CodeError
from callboard_scoring.fields import Name, names_taken
from callboard_scoring.game import Game
from callboard_scoring.games import all_games, known_games
from callboard_scoring.ledger import AnyResult, Line, Outcome, Reason, Result, Score
from callboard_scoring.options import by_rule, led_by
from callboard_scoring.problems import Check, Problem, RefusedError
from callboard_scoring.records import Record, Seat, problems_in, read_record
from callboard_scoring.setup import Setup
from callboard_scoring.words import NO_WORDS

__all__ = [
    "LANGUAGES",
    "Answer",
    "CodeError",
    "Game",
    "Hit",
    "Line",
    "Outcome",
    "Problem",
    "Reason",
    "Record",
    "RecordError",
    "RefusedError",
    "Result",
    "ResultData",
    "Score",
    "Seat",
    "SetUp",
    "Setup",
    "UnknownNameError",
    "ask",
    "game",
    "games",
    "read",
    "read_typed",
    "score",
    "score_line",
    "set_up",
    "tell",
]


class UnknownNameError(LookupError):
    """There is no such game, stage or language; `known` has those that there are."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        """Keep the names."""
        super().__init__(f"{name!r} is none of: {', '.join(known)}")
        self.name = name
        self.known = tuple(known)


class RecordError(RefusedError):
    """A record that cannot be scored: `problems` has all that is wrong with it, by places and codes."""

    def __init__(self, error: RefusedError, stage: Stage, raw: object, typing: Typing | None = None) -> None:
        """Keep the problems, and what they are about."""
        super().__init__(error.problems)
        self._error = error
        self._about = (stage, raw, typing)

    def tell(self, language: str) -> list[dict[str, str]]:
        """Return path, code and text of each problem, as the command line tells them in this language."""
        return refused(self._error, catalog(_language(language)), *self._about).errors


def games() -> tuple[Game, ...]:
    """Return all games that are here: the built-in ones, and those in packages of their own."""
    return all_games()


def game(name: str) -> Game:
    """Return the game of this id (or name, in any language), built in or installed in a package of its own.

    :raises UnknownNameError: when there is none.
    """
    found = named_game(name)
    if found is None:
        raise UnknownNameError(name, known_games())
    return found


def read(game_id: str, stage: str, raw: object) -> Record:
    """Read raw data as a record of a game's stage; words of all languages are understood.

    :raises UnknownNameError: when there is no such game or stage.
    :raises RecordError: when the record is refused.
    """
    here = _stage(game_id, stage)
    try:
        return here.record(raw)
    except RefusedError as error:
        raise RecordError(error, here, raw) from None


def read_typed(game_id: str, stage: str, *words: str, language: str = "en") -> Record:
    """Read words as people type them at the table: `season=1`, `mood=comedy`, `Ada: C3 C2 +4`.

    Words of all languages are understood; `language` tells whose letters come first where two have the same.

    :raises UnknownNameError: when there is no such game or stage.
    :raises RecordError: when the record is refused.
    """
    here = _stage(game_id, stage)
    typing = None
    try:
        typing = typed.read(words, here, language)
        return here.record(typing.raw, typing.problems)
    except RefusedError as error:
        raise RecordError(error, here, typing.raw if typing else {}, typing) from None


def score(record: Record) -> AnyResult:
    """Score a record: lines with their reasons, winners, and an outcome that is a model of the stage's own.

    :raises RefusedError: when a record that was made of its models, and not read, cannot be.
    """
    problems = list(problems_in(record))
    if problems:
        raise RefusedError(problems)
    found, stage = _scored_by(record)
    return found.score(stage, record)


def tell(record: Record, language: str) -> ResultData:
    """Score a record, and tell the result as the machine interface has it, with its sentences in this language.

    :raises UnknownNameError: when the language is not here.
    :raises RefusedError: as `score`.
    """
    found, stage = _scored_by(record)
    return result_data(catalog(_language(language)), found, stage, score(record))


def score_line(line: str | bytes, language: str | None) -> str:
    """Answer a line of JSON with a line of JSON, as `callboard batch` does: a result, or what is wrong with the record.

    Without a language the answer has no sentences. It depends on nothing but the line, and touches nothing, so that it
    may be asked of any number of machines at a time.

    :raises UnknownNameError: when the language is not here.
    """
    content = read_line(line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line)
    return Answerer(language and _language(language)).answer(content).text


@dataclass(frozen=True)
class SetUp:
    """A set-up, and the code that brings it back on any machine."""

    code: str
    setup: Setup


def set_up(game_id: str, names: Sequence[str], *, code: str = "", **options: Any) -> SetUp:
    """Set a game up for these players, with the game's options; a code brings back what it was made for.

    Where seats are drawn, `seats="given"` keeps the names in clockwise order; where a first player is, `first` may be
    a name, and the other names follow from there; or "rule", where the rulebook tells by what the table finds out.

    :raises UnknownNameError: when there is no such game.
    :raises RefusedError: when a name or an option is not possible, or there are too many players or too few.
    :raises CodeError: when the code brings nothing back.
    """
    found = game(game_id)
    known = Code.read(code, found.id) if code else None
    kept = options_of(found, known).model_dump() if known else {}
    seated = read_record(_Names, {"names": list(names)}, NO_WORDS).names
    model = found.setup()[1]
    if "first" in options and kept.get("first", "given") == "given":
        first = options["first"]
        seated, options["first"] = led_by(seated, first if first in seated else by_rule(model, first))
    chosen = read_record(model, {**options, **kept}, NO_WORDS)
    least, most = found.players
    number = known.players if known else len(seated)
    if len(seated) != number or not least <= number <= most:
        raise RefusedError([Problem(("names",), "usage.players", {"given": len(seated), "least": least, "most": most})])
    made = bring_back(found, seated, known) if known else roll(found, seated, chosen)
    return SetUp(str(made.code), made.setup)


class _Names(Record):
    """The names of those who play."""

    names: tuple[Name, ...]

    def checks(self) -> tuple[Check, ...]:
        """Look whether two are the same."""
        return (lambda: names_taken((("names", place), name) for place, name in enumerate(self.names)),)


def ask(game_id: str, question: str, language: str, limit: int = 5) -> Answer:
    """Ask the rules of a game, in any language; the sections that answer come in this one, best first.

    :raises UnknownNameError: when there is no such game or language.
    """
    return search(game(game_id).id, question, _language(language), limit)


def _scored_by(record: Record) -> tuple[Game, str]:
    """Return the game and the stage of a record: a stage is a module of the game's folder."""
    package, _, stage = type(record).__module__.rpartition(".")
    found: Game = import_module(package).GAME
    return found, stage


def _stage(game_id: str, name: str) -> Stage:
    found = game(game_id)
    stage = stages(found).named(name)
    if stage is None:
        raise UnknownNameError(name, found.stages)
    return stage_of(found, stage)


def _language(name: str) -> str:
    if name not in LANGUAGES:
        raise UnknownNameError(name, LANGUAGES)
    return name
