"""Checks of what is typed: lines, patterns and tokens are read as what they say, and as no other field or token."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from callboard_cli.authoring.draft import Case, Draft, Finding, said
from callboard_cli.authoring.texts import OwnCatalog
from callboard_cli.input.parser import typed
from callboard_cli.input.parser.field_types import Counts, Flag, Kind, Lexicon, Times
from callboard_cli.input.parser.state import RIGHT, Typing
from callboard_cli.input.parser.tables import Fields, Lines, Players, kinds_of
from callboard_cli.input.stage import Stage
from callboard_cli.ui.wording import token as worded_token
from callboard_locales import Catalog
from callboard_scoring.fields import Typed
from callboard_scoring.problems import Problem, RefusedError
from callboard_scoring.records import Record, choices_of, read_record
from callboard_scoring.words import NO_WORDS, draw, fold, spell

_LINE = re.compile(r"(?<![^\s«“(\"])(?P<name>[^\W\d_]\w*): (?P<line>[^»”();:\"]+?)\.?(?=[»”();\"]|\. |$)")
"""A player's line in a sentence: a name, a colon, and words up to the end of it or of its quotation marks."""


def patterns(draft: Draft) -> Iterator[Finding]:
    """Look whether every pattern is a regular expression."""
    for name, stage in draft.stages.items():
        for field, one in _typed_fields(stage.model):
            if (error := _error(one.pattern)) is not None:
                values = {"stage": name, "field": field, "pattern": one.pattern, "error": error}
                yield Finding(draft.files.code / f"{name}.py", "check.pattern", values)


def _typed_fields(model: type[Record]) -> Iterator[tuple[str, Typed]]:
    """Yield how each field of a record and of the tables in it is typed, with the field's name."""
    return ((kind.name, kind.typed) for kinds, _ in _tables(model, ()) for kind in kinds if kind.typed is not None)


def _tables(model: type[Record], raws: Sequence[Any]) -> Iterator[tuple[Sequence[Kind], Sequence[Any]]]:
    """Yield the fields of a record, and of each table in it that is typed as words, with raw tables of it."""
    kinds = kinds_of(model)
    yield kinds, raws
    for kind in kinds:
        if isinstance(kind, (Lines, Fields)):
            values = [raw.get(kind.name) for raw in raws]
            inner = [one for value in values for one in (value if isinstance(value, list) else [value])]
            yield from _tables(kind.model, [one for one in inner if isinstance(one, Mapping)])


def _shown_tables(draft: Draft) -> Iterator[tuple[str, Sequence[Kind], Sequence[Any]]]:
    """Yield each table that can be typed, with its stage and what example and cases have of it."""
    for stage, code in draft.stages.items():
        if _can_be_typed(code.model):
            records = [code.example, *(case.case.get("record") for case in draft.golden if case.stage == stage)]
            for kinds, raws in _tables(code.model, [raw for raw in records if isinstance(raw, Mapping)]):
                yield stage, kinds, raws


def _can_be_typed(model: type[Record]) -> bool:
    """Tell whether lines can be read at all: each pattern is a regular expression."""
    return all(_error(one.pattern) is None for _, one in _typed_fields(model))


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
        if _can_be_typed(code.model):
            stage = Stage(draft.game, name)
            vars(stage).update(words=draft.words, shorts=draft.shorts)
            yield stage


def _worded(draft: Draft, words: Catalog, value: Any) -> Any:
    """Return an example as people of a language have it: their names, and their words for tokens."""
    if isinstance(value, str):
        message = f"{draft.game.id}/example.{value}"
        return words.text(message) if words.has(message) else worded_token(words, draft.game.id, value)
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
        typed = [one.pattern for _, one in _typed_fields(stage.model) if _WORDS.fullmatch(one.pattern)]
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
    for stage, kinds, raws in _shown_tables(draft):
        for word, owner, taker in _swallowed(draft, kinds, raws):
            if (stage, owner, taker) not in met:
                met.add((stage, owner, taker))
                values = {"stage": stage, "word": word, "field": owner, "other": taker}
                yield Finding(draft.files.code / f"{stage}.py", "check.swallowed", values)


def _swallowed(draft: Draft, kinds: Sequence[Kind], raws: Sequence[Any]) -> Iterator[tuple[str, str, str]]:
    """Yield each word of raw tables that an earlier field takes: the word, whose it is, who takes it."""
    typing = Typing(draft.game.id, draft.words, draft.shorts)
    for place, kind in enumerate(kinds):
        if kind.typed is None or isinstance(kind, (Lines, Fields)):
            continue
        before = [one for one in kinds[:place] if one.typed and not (one.takes_one and one.typed == kind.typed)]
        for word in (word for raw in raws for word in _own_words(kind, raw.get(kind.name))):
            taker = next((one for one in before if one.typed and typing.is_like(word, one.typed.pattern)), None)
            if taker is not None and typing.is_like(word, kind.typed.pattern):
                yield word, kind.name, taker.name


def _own_words(kind: Kind, value: Any) -> Iterator[str]:
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


_SHAPES = ("%s", "%s 2", "2 %s", "%s 2 3", "%s -2")
"""How a token may stand beside a number."""


def fields_apart(draft: Draft) -> Iterator[Finding]:
    """Look whether a whole word is right for two fields of a table: in every language, beside numbers, at every stage.

    A short form needs no look: it stands for every word that begins so, and where these are several it is refused.
    """
    met = set()
    for stage, kinds, raws in _shown_tables(draft):
        patterns = tuple((kind.typed, kind.exact) for kind in kinds)
        if patterns not in met:  # what players have at several stages is looked at once
            met.add(patterns)
            yield from _read_twice(draft, stage, kinds, raws)


def _read_twice(draft: Draft, stage: str, kinds: Sequence[Kind], raws: Sequence[Any]) -> Iterator[Finding]:
    """Yield what is right for two fields as it stands."""
    file = draft.files.code / f"{stage}.py"
    met: set[tuple[str, ...]] = set()
    for language in draft.catalogs:
        lexicon = Lexicon(Typing(draft.game.id, draft.words, draft.shorts, language), kinds)
        for kind in kinds:
            for whole in _wholes(draft, kind, raws) if kind.typed is not None else ():
                worded = draft.shorts.shown(whole, language)
                for one, other in combinations([own for own, _ in _right(lexicon, worded)], 2):
                    if one.typed != other.typed and (one.name, other.name) not in met:
                        met.add((one.name, other.name))
                        values = {"stage": stage, "word": worded, "field": one.name, "other": other.name}
                        yield Finding(file, "check.two-fields", values)


def _right(lexicon: Lexicon, text: str) -> list[tuple[Kind, object]]:
    """Return the fields for which a text is right as it stands."""
    return [(kind, reading) for kind, reading in lexicon.readings(text) if reading.weight == RIGHT]


def _wholes(draft: Draft, kind: Kind, raws: Sequence[Any]) -> Iterator[str]:
    """Yield what is typed for a field, in whole canonical words: each of its tokens beside numbers, and its values."""
    assert kind.typed is not None  # noqa: S101  # for the type checkers: who calls has looked
    patterns = [pattern for pattern in (kind.exact, kind.typed.pattern) if pattern]
    tokens = draft.shorts.vocabulary("|".join(patterns))
    texts = [shape % token for token in sorted(tokens) for shape in _SHAPES]
    seen: dict[str, str] = {}
    for raw in raws:
        for word in _own_words(kind, raw.get(kind.name)):
            seen.setdefault(re.sub(r"\d+", "#", str(word)), str(word))
    for text in dict.fromkeys([*texts, *seen.values()]):
        canonical = spell(text, draft.words)
        if re.fullmatch(patterns[0], canonical, re.ASCII):
            yield canonical


CHECKS = (missing, same_words, read_back, saved, swallowed, patterns, examples, lines, fields_apart)
