"""The keys of raw tables: a field may be named in any language, and goes by its own name from then on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, get_origin

from callboard_cli.speech.complaints import nearest
from callboard_cli.speech.naming import said_in_all
from callboard_cli.speech.wording import field_words
from callboard_scoring.problems import Location, Problem
from callboard_scoring.records import Record, field_names, tables_of
from callboard_scoring.words import fold

ABOUT = {"game": "field.game", "stage": "field.stage"}
"""The keys that say what a record is for, with the messages that have their names."""
_GUESSES = 100
"""The most unknown keys of one record that are compared with the names of fields."""


@cache
def about_words() -> Mapping[str, str]:
    """Return what the keys of ABOUT are called in all languages, folded, each with its own name."""
    words = {fold(word): name for name, message in ABOUT.items() for word in said_in_all(message)}
    return words | {fold(name): name for name in ABOUT}


def said_about(raw: Mapping[str, Any], name: str) -> Any:
    """Return what a record says under one of the keys of ABOUT, in whatever language; None where it does not."""
    if name in raw:
        return raw[name]
    return next((value for key, value in raw.items() if about_words().get(fold(key)) == name), None)


def own_keys(raw: Mapping[str, Any], model: type[Record], game: str) -> tuple[dict[str, Any], list[Problem]]:
    """Return a raw record with each field under its own name, and a problem for each field that two keys name.

    Keys that name no field stay as they are; of the tables in a table, those keyed by tokens or by names too.
    """
    problems: list[Problem] = []
    return _table(raw, (model, game), (), problems), problems


def _table(
    raw: Mapping[str, Any], about: tuple[type[Record], str], at: Location, problems: list[Problem]
) -> dict[str, Any]:
    model, game = about
    own = _fields(model)
    if raw.keys() <= own.keys():  # as nearly always
        table = dict(raw)
        for name, held in _tables(model):
            if name in table:
                table[name] = _value(table[name], (held, game), (*at, name), problems)
        return table
    table = {}
    given: dict[str, str] = {}  # the keys that are not the fields' own names
    for key, value in raw.items():
        name = key
        if key not in own and isinstance(key, str):  # a program's table may have other keys
            name = _names(game, model, whole=not at).get(fold(key), key)
        if name in table:
            problems.append(Problem((*at, name), "error.name-twice", {"key": given.get(name, name), "other": key}))
            continue
        if name != key:
            given[name] = key
        inner = own.get(name)
        table[name] = value if inner is None else _value(value, (inner, game), (*at, name), problems)
    return table


def _value(value: Any, about: tuple[type[Record], str], at: Location, problems: list[Problem]) -> Any:
    """Return a table, or a list of tables, with the fields' own names; anything else as it is."""
    if isinstance(value, dict):
        return _table(value, about, at, problems)
    if isinstance(value, (list, tuple)):
        return [
            _table(item, about, (*at, place), problems) if isinstance(item, dict) else item
            for place, item in enumerate(value)
        ]
    return value


@cache
def _fields(model: type[Record]) -> Mapping[str, type[Record] | None]:
    """Return the fields of a model, each with the model of the tables that it holds, if it holds any."""
    return {
        name: None if get_origin(info.annotation) is dict else next(tables_of(info.annotation), None)
        for name, info in model.model_fields.items()  # the keys of a dict are no fields
    }


@cache
def _tables(model: type[Record]) -> tuple[tuple[str, type[Record]], ...]:
    """Return those fields of a model that hold tables, each with the model of these."""
    return tuple((name, inner) for name, inner in _fields(model).items() if inner is not None)


@cache
def _names(game: str, model: type[Record], *, whole: bool) -> Mapping[str, str]:
    """Return what may stand for a model's fields as keys, folded; a word for two of them is left out."""
    found: dict[str, set[str]] = defaultdict(set)
    for name in model.model_fields:
        for word in field_words(game, [name]):
            found[word].add(name)
    for word, name in about_words().items() if whole else ():
        found[word].add(name)
    return {word: next(iter(names)) for word, names in found.items() if len(names) == 1}


def guessed(problems: Iterable[Problem], model: type[Record], game: str) -> list[Problem]:
    """Say of an unknown key which field it was probably meant to be, and not beside it that this field lacks."""
    told = list(problems)
    missing = defaultdict(list)
    for problem in told:
        if problem.code == "missing":
            missing[problem.location[:-1]].append(str(problem.location[-1]))
    places = [place for place, problem in enumerate(told) if _is_unknown_key(problem)]
    found = set()
    for place in places[:_GUESSES]:
        *holder, key = told[place].location
        at = tuple(holder)
        meant = _meant(str(key), missing[at], game) or _meant(str(key), sorted(field_names(model)), game)
        if meant is not None:
            values = {**told[place].values, "meant": meant}
            told[place] = Problem(told[place].location, "error.extra-meant", values)
            found.add((*at, meant))
    return [problem for problem in told if problem.location not in found]


def _is_unknown_key(problem: Problem) -> bool:
    return problem.code == "extra_forbidden" and bool(problem.location) and isinstance(problem.location[-1], str)


def _meant(key: str, fields: list[str], game: str) -> str | None:
    """Return the field that a key nearly names."""
    given, names = fold(key), field_words(game, fields)
    meant = nearest(given, list(names))
    return names[meant] if meant and meant != given else None
