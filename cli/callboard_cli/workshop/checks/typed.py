"""Checks of what is typed at the table: patterns are such, and example lines are read as what they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from callboard_cli.entry.reading import typed
from callboard_cli.entry.reading.tables import Fields, Lines, Players, kinds_of
from callboard_cli.entry.stage import Stage
from callboard_cli.speech.wording import token
from callboard_cli.workshop.catalogs import OwnCatalog
from callboard_cli.workshop.draft import Draft
from callboard_cli.workshop.finding import Finding
from callboard_cli.workshop.telling import said
from callboard_locales import Catalog
from callboard_scoring.fields import Typed
from callboard_scoring.problems import Problem, RefusedError
from callboard_scoring.records import Record, read_record

_LINE = re.compile(r"(?<![^\s«“(\"])(?P<name>[^\W\d_]\w*): (?P<line>[^»”();:\"]+?)\.?(?=[»”();\"]|\. |$)")
"""A player's line in a sentence: a name, a colon, and words up to the end of it or of its quotation marks."""


def patterns(draft: Draft) -> Iterator[Finding]:
    """Look whether every pattern is a regular expression."""
    for name, stage in draft.stages.items():
        for field, one in typed_fields(stage.model):
            if (error := _error(one.pattern)) is not None:
                values = {"stage": name, "field": field, "pattern": one.pattern, "error": error}
                yield Finding(draft.files.code / f"{name}.py", "check.pattern", values)


def typed_fields(model: type[Record]) -> Iterator[tuple[str, Typed]]:
    """Yield how each field of a record and of the tables in it is typed, with the field's name."""
    for kind in kinds_of(model):
        if kind.typed is not None:
            yield kind.name, kind.typed
        if isinstance(kind, (Lines, Fields)):
            yield from typed_fields(kind.model)


def can_be_typed(model: type[Record]) -> bool:
    """Tell whether lines can be read at all: each pattern is a regular expression."""
    return all(_error(one.pattern) is None for _, one in typed_fields(model))


def _error(pattern: str) -> str | None:
    """Return what is wrong with a regular expression."""
    try:
        re.compile(pattern, re.ASCII)
    except (re.error, RecursionError, OverflowError) as error:
        return str(error)
    return None


def examples(draft: Draft) -> Iterator[Finding]:
    """Look whether each example, written as people of each language type it, is read back as the same record."""
    file = draft.files.code / "examples.toml"
    met = set()
    for stage in _stages(draft):
        example = draft.stages[stage.name].example
        for language, words in draft.spoken.items() if example is not None else ():
            worded = _worded(draft, words, example)
            unnamed = _Unnamed(language, draft.game.id, draft.catalogs[language])
            line = typed.write(worded, stage, unnamed)
            if any("{" in word for word in line) or not _is_right(stage, worded):
                continue  # a table that no word holds; an example that another check tells of
            code = _read_back(draft, stage, line, worded)
            if code is not None and (stage.name, code[0]) not in met:
                met.add((stage.name, code[0]))
                shown = " ".join(f'"{word}"' if " " in word else word for word in line)
                yield Finding(file, code[0], {"stage": stage.name, "line": shown, **code[1]})


def _is_right(stage: Stage, raw: dict[str, Any]) -> bool:
    """Tell whether a record can be read at all."""
    try:
        stage.record(raw)
    except Exception:  # noqa: BLE001  # whatever a game under construction does
        return False
    return True


def _read_back(
    draft: Draft, stage: Stage, line: list[str], raw: dict[str, Any]
) -> tuple[str, dict[str, object]] | None:
    """Return the code of what comes of a typed record that is not what was to be typed, and its values."""
    read = typed.read(line, stage)
    try:
        same = stage.record(read.raw, read.problems) == stage.record(raw)
    except RefusedError as error:
        return "check.typed-refused", {"problems": said(draft, stage.name, read.raw, error.problems)}
    return None if same else ("check.typed-other", {})


def lines(draft: Draft) -> Iterator[Finding]:
    """Look whether the players' lines that the words on typing give as examples can be typed."""
    for stage in _stages(draft):
        message = f"{draft.game.id}/typed.{stage.name}"
        for model in [kind.model for kind in stage.kinds if isinstance(kind, Players)]:
            for language, words in draft.spoken.items():
                for match in _LINE.finditer(words.text(message)):
                    problems = list(_line_problems(draft, stage, model, match))
                    if problems:
                        told = said(draft, stage.name, {}, problems)
                        values = {"id": message, "line": match.group(), "problems": told}
                        yield Finding(draft.files.catalogs[language], "check.typed-line", values)


def _line_problems(draft: Draft, stage: Stage, model: type[Record], match: re.Match[str]) -> Iterator[Problem]:
    """Yield what is wrong with a player's line."""
    name, line = match["name"], match["line"]
    if not name[0].isupper() or "=" in line or "…" in line:
        return  # a common word, a field by its name, which only an installed game reads, a part
    read = typed.read_table(line, model, stage)
    yield from read.problems
    try:
        read_record(model, {**read.raw, "name": name}, draft.words)
    except RefusedError as error:
        yield from error.problems


def _stages(draft: Draft) -> Iterator[Stage]:
    """Yield the stages whose lines can be read, with the words of the very files that are checked."""
    for name, code in draft.stages.items():
        if can_be_typed(code.model):
            stage = Stage(draft.game, name)
            vars(stage).update(words=draft.words, shorts=draft.shorts)
            yield stage


def _worded(draft: Draft, words: Catalog, value: Any) -> Any:
    """Return an example as people of a language have it: their names, and their words for tokens."""
    if isinstance(value, str):
        message = f"{draft.game.id}/example.{value}"
        return words.text(message) if words.has(message) else token(words, draft.game.id, value)
    if isinstance(value, list):
        return [_worded(draft, words, item) for item in value]
    if isinstance(value, dict):
        return {key: _worded(draft, words, item) for key, item in value.items()}
    return value


class _Unnamed(OwnCatalog):
    """A catalog that calls each field by its own name, which is read also before the game is installed."""

    def has(self, message: str) -> bool:
        """Tell whether there are words for this id."""
        return "/field." not in message and super().has(message)


CHECKS = (patterns, examples, lines)
