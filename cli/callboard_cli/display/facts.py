"""What came out that is no points, in words: the fields of an outcome for which the catalogs have a name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.wording import label, token
from callboard_locales import Catalog
from callboard_scoring.game import Game


@dataclass(frozen=True)
class Fact:
    """A field of an outcome and what came out under it, in words."""

    name: str
    value: str

    def __str__(self) -> str:
        """Tell it on a line of its own."""
        return f"{self.name}: {self.value}"

    @property
    def brief(self) -> str:
        """Tell it among others of the same player."""
        return f"{self.name} {self.value}".rstrip()


def facts_of(face: Face, game: Game, outcome: Mapping[str, Any], names: Collection[str]) -> list[Fact]:
    """Say what came out that is no points; what the totals of these players say already is left out."""
    return [
        Fact(face.beside(label, game.id, key), _value(face, game, key, value, names))
        for key, value in outcome.items()
        if face.catalog.has(f"{game.id}/field.{key}")
        and not (value and isinstance(value, Mapping) and set(value) <= set(names))
        and not (isinstance(value, list) and value == list(names) and len(value) == 1)  # who plays alone is no news
    ]


def gains_of(face: Face, game: Game, stage: str, outcome: Mapping[str, Any], names: Collection[str]) -> list[Fact]:
    """Say in short what a player has at a stage without points: not what did not come, and of a yes only the name.

    Where a field is called otherwise at this stage, the catalogs have `field.round-staging`.
    """
    own = {
        f"{stage}-{key}" if face.catalog.has(f"{game.id}/field.{stage}-{key}") else key: value
        for key, value in outcome.items()
        if value not in (None, [], {}) and value is not False
    }
    return [
        Fact(fact.name, "" if value is True else fact.value)
        for (key, value) in own.items()
        for fact in facts_of(face, game, {key: value}, names)
    ]


def _value(face: Face, game: Game, field: str, value: Any, names: Collection[str]) -> str:
    """Say what came out under a field; tokens have the form that the field asks for."""
    if isinstance(value, bool):
        return face.beside(Catalog.text, "result.yes" if value else "result.no")
    if value in (None, [], {}):
        return "—"
    if isinstance(value, Mapping):
        told = ((_key(face, game, field, key), _value(face, game, key, inner, names)) for key, inner in value.items())
        return ", ".join(f"{key} {inner}" for key, inner in told)
    if isinstance(value, (list, tuple)):
        return ", ".join(_value(face, game, field, item, names) for item in value)
    if isinstance(value, str):
        return visible(value) if value in names else face.beside(token, game.id, value, field)
    return str(value).replace("-", "−")


def _key(face: Face, game: Game, field: str, key: str) -> str:
    """Name what a number belongs to: a field, or a piece."""
    if face.catalog.has(f"{game.id}/field.{key}"):
        return face.beside(label, game.id, key)
    return face.beside(token, game.id, key, field)
