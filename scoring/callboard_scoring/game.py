"""The description of a game. Importing it loads none of the game's rules."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

if TYPE_CHECKING:
    from callboard_scoring.claimed_totals import Otherwise
    from callboard_scoring.draws import Draw
    from callboard_scoring.evening import Evening, Past
    from callboard_scoring.ledger import Alone, AnyResult, Outcome
    from callboard_scoring.pads import Paper
    from callboard_scoring.records import Record
    from callboard_scoring.setup import Setup
    from callboard_scoring.words import Words

SHAPES = ("card", "coin", "die", "gem", "seal", "tile")
"""The shapes in which pieces can be drawn."""
COLOURS = ("clear", "green", "orange", "purple", "red", "yellow")
"""The colours in which they can be."""


@dataclass(frozen=True)
class Leg:
    """A leg of a game's main path: a stage that is scored then, and the fields of its record that tell which leg it is.

    The path leads from the set-up to the end: what a table scores in any case, and in which order.
    """

    stage: str
    fields: Mapping[str, int] = field(default_factory=dict, hash=False)
    until_won: bool = False
    """Whether it is scored again and again until somebody has won."""
    preparation: str = ""
    """The stage in which a table prepares this leg, unless the set-up does: an evening may have an entry of it."""


@dataclass(frozen=True)
class Game:
    """One game: how many play it, what is scored of it, and the folder that holds its rules as code."""

    id: str
    package: str
    """The name of the folder as a package: `__name__`, where the folder describes itself."""
    players: tuple[int, int]
    """The fewest and the most players."""
    stages: tuple[str, ...]
    """What can be scored, in the order of play. Each is a module of the folder, with a function `score`."""
    tokens: tuple[str, ...]
    """Every word that its records' short tokens are made of, as results spell them."""
    letters: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The canonical letter of each token that records may hold in a drawing."""
    shapes: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What the pieces look like that tokens stand for, one of `SHAPES`: by the token, or by the field that holds them.
    Tokens without a shape are shown as words."""
    colours: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The colour of the piece that a token stands for, one of `COLOURS`; what no source tells is not here."""

    path: tuple[Leg, ...] = ()
    """The legs of its main path; none where it has no order of its own."""
    accent: tuple[str, str] | None = None
    """The colour by which its page is recognised, as `#rrggbb`: on bright paper, and on dark. None: it has no own."""

    @property
    def preparations(self) -> frozenset[str]:
        """The stages that prepare a leg of the path; they give nobody anything."""
        return frozenset(leg.preparation for leg in self.path if leg.preparation)

    @property
    def scored(self) -> tuple[str, ...]:
        """The stages that are scored: all but preparations."""
        return tuple(stage for stage in self.stages if stage not in self.preparations)

    def __hash__(self) -> int:
        """Hash the id alone: games are keys of many caches."""
        return hash(self.id)

    def first_leg(self, options: Mapping[str, object]) -> Leg | None:
        """Return the leg that follows a set-up with these options, such as one for the second season."""
        return next((leg for leg in self.path if leg.fields and _fits(leg, options)), next(iter(self.path), None))

    def leg_after(self, stage: str, record: Mapping[str, object], *, won: bool) -> Leg | None:
        """Return the leg that follows a record of this stage.

        None after the last leg, off the main path, and if the record does not tell which of several legs it is.
        """
        after = [
            (None if won else leg) if leg.until_won else following
            for leg, following in zip_longest(self.path, self.path[1:])
            if leg.stage == stage and _fits(leg, record)
        ]
        return after[0] if after and all(leg == after[0] for leg in after) else None

    @property
    def folder(self) -> Path:
        """The folder that holds the game's code; of an installed game, its texts and catalogs too."""
        return Path(str(import_module(self.package).__file__)).parent

    def load(self, module: str) -> Any:
        """Import a module of the game's folder: a stage's, or `setup`."""
        return import_module(f"{self.package}.{module}")

    def _load_if_there(self, module: str) -> Any | None:
        """Import an optional module; None if the game does not have it."""
        try:
            return self.load(module)
        except ModuleNotFoundError as error:
            if error.name != f"{self.package}.{module}":
                raise
            return None

    def scorer(self, stage: str) -> Callable[[Any], AnyResult]:
        """Return the function that scores a record of this stage."""
        score: Callable[[Any], AnyResult] = self.load(stage).score
        return score

    def score(self, stage: str, record: Record) -> AnyResult:
        """Score a record of this stage as entered, and add the doubts about it."""
        from callboard_scoring.records import doubts_in  # a description loads no rules

        result, doubts = self.scorer(stage)(record), tuple(doubts_in(record))
        return replace(result, doubts=doubts) if doubts else result

    def draw(self, stage: str) -> Callable[[Past, Draw], Mapping[str, Any]] | None:
        """Return what draws by lot all that is typed of a stage which prepares a leg; None at any other stage."""
        draw: Callable[[Past, Draw], Mapping[str, Any]] | None = getattr(self.load(stage), "drawn", None)
        return draw

    def otherwise(self, stage: str, record: Record) -> tuple[Otherwise, ...]:
        """Return what players would have, were one thing of a record of this stage decided another way.

        `otherwise` in the folder says it of those stages in which people decide something differently. What has the
        same cause and makes the same difference is told once.
        """
        module = self._load_if_there("otherwise")
        find: Callable[[Any], Iterable[Otherwise]] | None = module and module.OTHERWISE.get(stage)
        found: list[Otherwise] = []
        for one in find(record) if find else ():
            if one.points and one not in found:
                found.append(one)
        return tuple(found)

    def alone(
        self, stage: str, table: Mapping[str, Any], row: Mapping[str, Any], words: Words, players: int
    ) -> Alone | None:
        """Return what one of so many players has by the table's raw fields and a raw row, whatever the others have.

        `alone` in the folder says it of those stages in which anything does not depend on the others. None at any other
        stage, and while a field of the table that it depends on is not in. What lines lacked may depend on the others.

        :raises RefusedError: with what is wrong with the row, located in the row.
        """
        from callboard_scoring.records import UnreadFieldError, read_alone  # a description loads no rules

        module = self._load_if_there("alone")
        count: Callable[[Any, Any], Alone] | None = module and module.ALONE.get(stage)
        if count is None:
            return None
        record, own = read_alone(self.record(stage), table, row, words, players)
        try:
            found = count(own, record)
        except UnreadFieldError:
            return None
        lines, notes = (tuple(replace(line, missing=()) for line in each) for each in (found.lines, found.notes))
        return replace(found, lines=lines, notes=notes)

    def record(self, stage: str) -> type[Record]:
        """Return the model of this stage's record: what its scorer takes."""
        return _taken_by(self.scorer(stage))

    def outcome(self, stage: str) -> type[Outcome] | None:
        """Return the model of the scorer's outcome, besides points; None if it has none."""
        (model,) = get_args(get_type_hints(self.scorer(stage))["return"])
        return None if model is type(None) else model

    def example(self, stage: str) -> dict[str, Any]:
        """Return an example record of this stage, from `examples.toml` in the game's folder."""
        from importlib.resources import files  # only the example needs it

        text = files(self.package).joinpath("examples.toml").read_text(encoding="utf-8")
        record: dict[str, Any] = deepcopy(_tables_of(text)[stage])  # whoever asked may change it
        return record

    def evening(self) -> Evening:
        """Return what an evening carries over and adds up; an empty one if the folder declares none."""
        from callboard_scoring.evening import Evening  # a description loads no rules

        module = self._load_if_there("evening")
        evening: Evening = module.EVENING if module else Evening()
        return evening

    def paper(self) -> Paper:
        """Return the game's pads; an empty set if the folder declares none."""
        from callboard_scoring.pads import Paper  # a description loads no rules

        module = self._load_if_there("paper")
        paper: Paper = module.PAPER if module else Paper()
        return paper

    def setup(self) -> tuple[Callable[..., Setup], type[Record]]:
        """Return the function that sets the game up, and the model of its options."""
        module = self.load("setup")
        return module.setup, module.Options


@lru_cache(maxsize=32)
def _tables_of(text: str) -> dict[str, Any]:
    """Return the tables of a text in TOML."""
    import tomllib  # only the example needs it

    return tomllib.loads(text)


@cache
def _taken_by(score: Callable[[Any], AnyResult]) -> type[Record]:
    """Return the model of the record that a scorer takes."""
    (parameter,) = inspect.signature(score).parameters
    model: type[Record] = get_type_hints(score)[parameter]
    return model


def _fits(leg: Leg, given: Mapping[str, object]) -> bool:
    """Tell whether the given fields identify this leg."""
    return all(given.get(name) == value for name, value in leg.fields.items())
