"""One stage of one game, ready to read records of it in any language and to score them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, reduce
from operator import getitem
from typing import Any, ClassVar, get_origin

from callboard_cli.input.parser.abbreviations import Shorts, shorts_of
from callboard_cli.input.parser.field_types import Kind
from callboard_cli.input.parser.tables import Line, kinds_of
from callboard_cli.input.vocabulary import games, stages
from callboard_cli.ui.names import own_command, said_in_all, short_name, title_of
from callboard_cli.ui.output import nearest
from callboard_cli.ui.wording import field_words, label, token, token_words
from callboard_locales import Catalog
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult
from callboard_scoring.problems import Location, Problem, RefusedError
from callboard_scoring.records import Record, field_names, read_record, seats_field, tables_of
from callboard_scoring.words import Words, fold


@dataclass(frozen=True)
class Stage:
    """A game's stage: what its records are made of, and the words they are read by."""

    verb: ClassVar[tuple[str, ...]] = ("score",)
    """The command that takes its records."""

    game: Game
    name: str
    besides: tuple[str, ...] = field(default=(), kw_only=True)
    """The options for showing the result, as they are typed."""

    @property
    def about(self) -> tuple[str, ...]:
        """The arguments with which the command's help tells how its records are typed."""
        return self.game.id, self.name

    @property
    def options(self) -> tuple[str, ...]:
        """The options that the command is given, as they are typed after the record."""
        return self.besides

    @cached_property
    def model(self) -> type[Record]:
        """The model of its record."""
        return self.game.record(self.name)

    @cached_property
    def words(self) -> Words:
        """The words of its tokens, in all languages."""
        return token_words(self.game)

    @cached_property
    def shorts(self) -> Shorts:
        """The short forms of its words, in all languages."""
        return shorts_of(self.game)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kind of each field of its record."""
        return kinds_of(self.model)

    @property
    def players(self) -> tuple[str, ...]:
        """Those who play, where that is known before anything is typed; each has a line then."""
        return ()

    def called(self, name: str) -> str:
        """Return a player's name as it is known to be spelled; any other name as it is."""
        return name

    def title(self, words: Catalog) -> str:
        """Return what the stage is called, in the reader's words."""
        return title_of(words, self.game.id, self.name)

    def reworded(self, raw: Mapping[str, Any], words: Catalog) -> Mapping[str, Any]:
        """Return raw data in canonical tokens with the reader's words in place of them."""
        del words
        return raw

    def knows(self, field: str) -> bool:
        """Tell whether a field need not be asked for, since it is known."""
        del field
        return False

    def before(self, who: str = "") -> Mapping[str, Any]:
        """Return what fields of the record held before, or those of a player: for who is asked, to be told it."""
        del who
        return {}

    @property
    def seats(self) -> str | None:
        """The field that tells who plays, if its record has one."""
        return seats_field(self.model)

    def record(self, raw: object, typed: Iterable[Problem] = ()) -> Record:
        """Read a raw record, which may say what it is for; `typed` is what was wrong with how it was typed.

        :raises RefusedError: with all that is wrong with it.
        """
        if not isinstance(raw, dict):
            raise RefusedError([Problem((), "error.no-table")])
        typed = list(typed)
        table, twice = own_keys(raw, self.model, self.game.id)
        problems = [*typed, *twice, *self._other(table)]
        try:
            record = self.read(_content(table))
            if not problems:
                return record
        except RefusedError as error:
            told = {problem.location for problem in twice}
            others = [problem for problem in error.problems if problem.location not in told]
            others = [problem for problem in others if not any(_follows(problem, one, raw) for one in typed)]
            problems += [problem for problem in others if not _is_wordless(problem, others)]
        raise RefusedError(guessed(problems, self.model, self.game.id))

    def content(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """Return a raw record's fields under their own names, without what it says it is for."""
        table, _ = own_keys(raw, self.model, self.game.id)
        return _content(table)

    def read(self, content: Mapping[str, Any]) -> Record:
        """Read the fields of a record.

        :raises RefusedError: with all that is wrong with them.
        """
        return read_record(self.model, content, self.words)

    def lines(self, names: Sequence[str], catalog: Catalog) -> list[str]:
        """Return the lines of a record, with nothing in them yet: each player's, and those of tables such as a line."""
        if self.seats is None:
            return []
        given = {self.seats: [{"name": name} for name in names]}
        tables = (kind for kind in self.kinds if isinstance(kind, Line) and self.model.applies(kind.name, given))
        return [f"{name}:" for name in (*names, *(label(catalog, self.game.id, kind.name) for kind in tables))]

    def command(self, catalog: Catalog, words: Iterable[str]) -> str:
        """Return the command that takes these words as a record."""
        name = short_name(catalog, self.game.id, self.name)
        return own_command(catalog, [*self.verb, self.game.id, name], words, self.options)

    def _other(self, raw: dict[str, Any]) -> Iterator[Problem]:
        """Yield a problem where a record says to be for another game or stage."""
        game, stage = raw.get("game", self.game.id), raw.get("stage", self.name)
        if not isinstance(game, str) or games(only=[self.game]).named(game) is None:
            yield Problem(("game",), "error.other-stage", {"given": game, "expected": self.game.id})
        if not isinstance(stage, str) or stages(self.game).named(stage) != self.name:
            yield Problem(("stage",), "error.other-stage", {"given": stage, "expected": self.name})

    def score(self, record: Record) -> AnyResult:
        """Score a record of this stage."""
        return self.game.score(self.name, record)


def _content(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a record's table, without what it says it is for."""
    return {key: value for key, value in table.items() if key not in ABOUT}


def _follows(problem: Problem, typed: Problem, raw: object) -> bool:
    """Tell whether a problem only comes of a word that was not understood: what it meant is missing, or too short."""
    at, within = problem.location, len(typed.location)
    if typed.code in {"error.typed-short", "error.typed-either"} and at == typed.location:
        return True
    if typed.values.get("inside") and at[-1:] == typed.location:
        return True
    if typed.code in {
        "error.no-colon",
        "error.two-names",
    }:  # how many play is not known, so that what a table has to have is not
        is_whole = "given" not in problem.values and not any(isinstance(step, int) for step in at)
        return problem.code in _LACKING or is_whole
    if typed.code in _LOST and at and at[:-1] == typed.location:  # what was lost may have been one of a list
        lists = {kind.name for kind in typed.values.get("kinds", ()) if kind.takes_many}
        if at[-1] in lists and problem.values.get("given", _LIST) == _LIST:
            return True
    own = at[:within] == typed.location and all(isinstance(step, str) for step in at[within:])
    lacks = problem.code in _LACKING or (len(at) > within and _held_at(raw, at) is None)
    return typed.code in _LOST and lacks and own


def _is_wordless(problem: Problem, others: Iterable[Problem]) -> bool:
    """Tell whether a thing without its number is also no thing of the game, which another problem tells."""
    at = problem.location
    lacks = problem.code == "int_type" and bool(at) and problem.values.get("given") == at[-1]
    return lacks and any(other.location == at and other is not problem for other in others)


def _held_at(raw: Any, location: Location) -> Any:
    """Return what lies at a place of raw data; None where nothing does."""
    try:
        return reduce(getitem, location, raw)
    except (KeyError, IndexError, TypeError):
        return None


_LOST = (
    "error.typed-word",
    "error.typed-short",
    "error.typed-either",
    "error.typed-order",
    "error.line-missing",
    "error.line-required",
)
"""Problems of words that reach no field, or were forgotten."""
_LIST = "[…]"
"""What problems of a whole list write for what was given."""
_LACKING = ("missing", "too_short")

stage_of = cache(Stage)
"""Return a game's stage; the same one each time, for many records."""


# --- Keys of raw tables: a field may be named in any language, and goes by its own name from then on ------------------

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


# --- The example ------------------------------------------------------------------------------------------------------


def example_of(stage: Stage, words: Catalog) -> dict[str, Any]:
    """Return a stage's example with the names, drawn rows and tokens of the reader's language.

    Where it is known who plays, their names are those of the example; of fewer than it has, some come again.
    """
    fields = set(field_names(stage.model))

    def told(value: Any, field: str) -> Any:
        if isinstance(value, Mapping):
            return {(key if key in fields else worded(key, field)): told(inner, key) for key, inner in value.items()}
        if isinstance(value, list):
            return [told(item, field) for item in value]
        return worded(value, field) if isinstance(value, str) else value

    def worded(text: str, field: str) -> str:
        message = f"{stage.game.id}/example.{text}"
        return words.text(message) if words.has(message) else token(words, stage.game.id, text, field)

    example: dict[str, Any] = told(stage.game.example(stage.name), "")
    if not stage.players:
        return example
    from callboard_nights.player_names import spelled  # only in an evening

    seated: dict[str, str] = {}

    def here(name: str) -> str:
        return seated.setdefault(name, stage.players[len(seated) % len(stage.players)])

    return dict(spelled(example, stage.model, here))
