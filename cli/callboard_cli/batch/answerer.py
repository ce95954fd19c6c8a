"""A line of JSON into another: the result of the record that it is, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from callboard_cli.input.diagnostics.refusal import refused, unreadable
from callboard_cli.input.files import UnreadableError, parse_json
from callboard_cli.input.stage import Stage, said_about, stage_of
from callboard_cli.input.vocabulary import Vocabulary, games, named_game, stages
from callboard_cli.render.json_data import refusal_data, result_data
from callboard_cli.ui.output import to_json
from callboard_locales import DEFAULT, Catalog, catalog
from callboard_scoring.problems import Problem, RefusedError

Content = str | UnreadableError
"""What a line says, or why it says nothing."""


@dataclass(frozen=True)
class Answer:
    """The answer to a line."""

    text: str
    is_right: bool
    """Whether it is a result."""


@dataclass(frozen=True)
class Answerer:
    """What answers lines, each by itself: the same line has the same answer, wherever it is asked."""

    language: str | None
    """Whose sentences the answers have; without one they have no `text`."""
    letters: bool = True
    """Whether letters of all languages stay letters."""

    def answer(self, content: Content, number: int | None = None) -> Answer:
        """Answer a line; errors tell its number, where it has one."""
        words = catalog(self.language) if self.language else None
        data = _answer(content, words)
        is_right = "errors" not in data
        if not is_right and number is not None:
            data = {"schema": data["schema"], "line": number, "errors": data["errors"]}
        return Answer(to_json(data, letters=self.letters), is_right)


class LostError(Exception):
    """A process has died over its lines. `number` is that of the first line that has no answer."""

    def __init__(self, number: int) -> None:
        """Keep the number."""
        super().__init__(number)
        self.number = number


def _answer(content: Content, words: Catalog | None) -> Mapping[str, Any]:
    """Return the result of a line, or what is wrong with it."""
    stage = raw = None
    spoken = words or catalog(DEFAULT)  # a mistyped word is looked for among the names that somebody reads
    try:
        if isinstance(content, UnreadableError):
            raise content
        raw = parse_json(content)
        stage = _stage(spoken, raw)
        return result_data(words, stage.game, stage.name, stage.score(stage.record(raw)))
    except RefusedError as error:
        errors = refused(error, spoken, stage, raw).errors
    except UnreadableError as error:
        errors = unreadable(error, spoken).errors
    if words is None:
        errors = [{name: told for name, told in error.items() if name != "text"} for error in errors]
    return refusal_data(errors)


def _stage(words: Catalog, raw: object) -> Stage:
    """Return the stage that a record names.

    :raises RefusedError: when it names none that is here.
    """
    if not isinstance(raw, dict):
        raise RefusedError([Problem((), "error.no-table")])
    given, stage = said_about(raw, "game"), said_about(raw, "stage")
    game = named_game(given) if isinstance(given, str) else None
    name = stages(game).named(stage) if game and isinstance(stage, str) else None
    if game and name:
        return stage_of(game, name)
    problems = []
    if game is None:
        problems.append(_misnamed("game", given, games(words)))
    if stage is None:
        problems.append(Problem(("stage",), "missing"))
    elif game is not None:
        problems.append(_misnamed("stage", stage, stages(game, words)))
    raise RefusedError(problems)


def _misnamed(key: str, given: object, known: Vocabulary[Any]) -> Problem:
    """Return what is wrong with a name that is missing, or is none of the known ones."""
    if given is None:
        return Problem((key,), "missing")
    meant = known.nearest(given) if isinstance(given, str) else None
    values = {"options": known.listed(), "given": given}
    return Problem((key,), "error.choice-meant" if meant else "error.choice", {**values, "meant": meant})
