"""What a game is to the rest of Callboard. Importing a game's description loads none of its rules."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, get_type_hints

if TYPE_CHECKING:
    from callboard_scoring.ledger import Result
    from callboard_scoring.records import Record
    from callboard_scoring.setup import Setup


@dataclass(frozen=True)
class Game:
    """One game: its folder's name, how many play, and where its stages and its set-up are."""

    id: str
    players: tuple[int, int]
    """The fewest and the most players."""
    stages: Mapping[str, str]
    """For each stage the module of the game's folder that scores it, in a function of the stage's name."""
    tokens: tuple[str, ...]
    """Every word that its records' short tokens are made of, as results spell them."""

    def load(self, module: str) -> Any:  # noqa: ANN401  # a module has no type of its own
        """Import a module of the game's folder: `records`, `rounds`, `final` or `setup`."""
        return resolve_name(f"callboard_scoring.games.{self.id}.{module}")

    def scorer(self, stage: str) -> Callable[[Any], Result]:
        """Return the function that scores a record of this stage."""
        score: Callable[[Any], Result] = getattr(self.load(self.stages[stage]), stage)
        return score

    def record(self, stage: str) -> type[Record]:
        """Return the model of this stage's record: what its scorer takes."""
        score = self.scorer(stage)
        (parameter,) = inspect.signature(score).parameters
        model: type[Record] = get_type_hints(score)[parameter]
        return model

    def example(self, stage: str) -> dict[str, Any]:
        """Return an example record of this stage, from `examples.toml` in the game's folder."""
        import tomllib  # noqa: PLC0415  # only the example needs it
        from importlib.resources import files  # noqa: PLC0415

        text = files(f"callboard_scoring.games.{self.id}").joinpath("examples.toml").read_text(encoding="utf-8")
        record: dict[str, Any] = tomllib.loads(text)[stage]
        return record

    def setup(self) -> tuple[Callable[..., Setup], type[Record]]:
        """Return the function that sets the game up, and the model of its options."""
        module = self.load("setup")
        return module.setup, module.Options
