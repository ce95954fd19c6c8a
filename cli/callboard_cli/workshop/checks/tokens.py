"""Checks of the short words of a game: none is read as another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from callboard_cli.entry.reading.kinds import Counts, Flag, Kind, Times
from callboard_cli.entry.reading.raw import Typing
from callboard_cli.entry.reading.tables import Fields, Lines, kinds_of
from callboard_cli.workshop.checks.typed import can_be_typed, typed_fields
from callboard_cli.workshop.draft import Case, Draft
from callboard_cli.workshop.finding import Finding
from callboard_cli.workshop.telling import said
from callboard_scoring.problems import RefusedError
from callboard_scoring.records import Record, choices_of, read_record
from callboard_scoring.words import NO_WORDS, draw, fold, spell

_WORD = re.compile(r"[A-Za-z][A-Za-z-]*")
_WORDS = re.compile(r"[A-Za-z][A-Za-z -]*")
"""A pattern that is words as they stand."""


def same_words(draft: Draft) -> Iterator[Finding]:
    """Look for tokens that share a word, in one language or in two."""
    owners: dict[str, str] = {}
    for token in draft.game.tokens:
        owners.setdefault(fold(token), token)
    for token in draft.game.tokens:
        for language, word in draft.said(f"{draft.game.id}/token.{token}"):
            other = owners.setdefault(fold(word), token)
            if other != token:
                values = {"word": word, "token": token, "other": other}
                yield Finding(draft.files.catalogs[language], "check.same-word", values)


def missing(draft: Draft) -> Iterator[Finding]:
    """Look for words that records are typed with and that are no tokens of the game."""
    for name, stage in draft.stages.items():
        typed = [one.pattern for _, one in typed_fields(stage.model) if _WORDS.fullmatch(one.pattern)]
        typed += [option for one in choices_of(stage.model) for option in one.options]
        for word in dict.fromkeys(word for words in typed for word in _WORD.findall(words)):
            if word not in draft.game.tokens:
                yield Finding(draft.files.code / "__init__.py", "check.token-missing", {"token": word, "stage": name})


def read_back(draft: Draft) -> Iterator[Finding]:
    """Look whether each word of a token, and each letter of a drawing, is read back as itself."""
    game = draft.game
    known = {fold(token) for token in game.tokens}
    for token in game.tokens:
        for language, word in draft.said(f"{game.id}/token.{token}"):
            read = next((got for form in (word, word.upper()) if (got := spell(form, draft.words)) != token), None)
            shared = draft.words.tokens.get(fold(word)) != token or (fold(word) in known and fold(word) != fold(token))
            if read is not None and not shared:
                values = {"word": word, "token": token, "read": read}
                yield Finding(draft.files.catalogs[language], "check.read-back", values)
    for token, letter in game.letters.items():
        for language, word in draft.said(f"{game.id}/token.{token}.letter"):
            read = draw(word, draft.words)
            if read != letter:
                values = {"word": word, "token": token, "read": read}
                yield Finding(draft.files.catalogs[language], "check.read-back", values)


def saved(draft: Draft) -> Iterator[Finding]:
    """Look whether tokens stay as they are when a saved evening, which is read without any words, is read again."""
    file = draft.files.code / "__init__.py"
    options = (option for stage in draft.stages.values() for one in choices_of(stage.model) for option in one.options)
    for token in dict.fromkeys([*draft.game.tokens, *options]):
        read = spell(token, NO_WORDS)
        if read != token:
            yield Finding(file, "check.token-spelling", {"token": token, "read": read})
    for token, letter in draft.game.letters.items():
        read = draw(letter, draft.words)
        if read != letter:
            yield Finding(file, "check.read-back", {"word": letter, "token": token, "read": read})
    for case in draft.golden:
        if case.played.record is not None:
            yield from _saved_case(draft, case, case.played.record)


def _saved_case(draft: Draft, case: Case, record: Record) -> Iterator[Finding]:
    """Look whether a case's record is read again as it is saved."""
    raw = record.model_dump(mode="json", by_alias=True)
    values: dict[str, object] = {"name": case.name}
    try:
        again = read_record(type(record), raw, NO_WORDS)
    except RefusedError as error:
        yield Finding(case.file, "check.case-saved", {**values, "read": said(draft, case.stage, raw, error.problems)})
        return
    if again != record:
        yield Finding(case.file, "check.case-saved", {**values, "read": again.model_dump(mode="json", by_alias=True)})


def swallowed(draft: Draft) -> Iterator[Finding]:
    """Look whether what a line holds for one field is taken by a field that is tried before it."""
    met = set()
    for name, stage in draft.stages.items():
        if not can_be_typed(stage.model):
            continue
        records = [stage.example, *(case.case.get("record") for case in draft.golden if case.stage == name)]
        for raw in records:
            for word, owner, taker in _swallowed(draft, stage.model, raw):
                if (name, owner, taker) not in met:
                    met.add((name, owner, taker))
                    values = {"stage": name, "word": word, "field": owner, "other": taker}
                    yield Finding(draft.files.code / f"{name}.py", "check.swallowed", values)


def _swallowed(draft: Draft, model: type[Record], raw: object) -> Iterator[tuple[str, str, str]]:
    """Yield each word of a raw table that an earlier field takes: the word, whose it is, who takes it."""
    if not isinstance(raw, Mapping):
        return
    typing = Typing(draft.game.id, draft.words, draft.shorts)
    kinds = kinds_of(model)
    for place, kind in enumerate(kinds):
        value = raw.get(kind.name)
        if isinstance(kind, (Lines, Fields)):
            for item in value if isinstance(value, list) else [value]:
                yield from _swallowed(draft, kind.model, item)
        elif kind.typed is not None:
            for word in own_words(kind, value):
                before = (one for one in kinds[:place] if one.typed and not (one.takes_one and one.typed == kind.typed))
                taker = next((one for one in before if one.typed and typing.is_like(word, one.typed.pattern)), None)
                if taker is not None and typing.is_like(word, kind.typed.pattern):
                    yield word, kind.name, taker.name


def own_words(kind: Kind, value: Any) -> Iterator[str]:
    """Yield the bare words by which a value is typed."""
    assert kind.typed is not None  # noqa: S101  # for the type checkers: who calls has looked
    if value is None or value == kind.typed.absent:
        return
    if isinstance(kind, (Flag, Times)):
        yield from [kind.typed.pattern] if value and kind.typed.pattern.isalpha() else []
    elif isinstance(kind, Counts):
        entries = value.items() if isinstance(value, Mapping) else ()
        yield from (f"{key} {one}" for key, of in entries for one in (of if isinstance(of, list) else [of]))
    else:
        plus = "+" if kind.typed.is_added else ""
        yield from (f"{plus}{item}" for item in (value if isinstance(value, list) else [value]))


CHECKS = (missing, same_words, read_back, saved, swallowed)
