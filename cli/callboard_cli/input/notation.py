"""How a stage is typed: its example as a line, and each of its fields in words, for help, questions and refusals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from callboard_cli.input.parser import typed
from callboard_cli.input.parser.field_types import Flag, Kind, Times, in_one_line
from callboard_cli.input.parser.tables import Fields, Lines, Players, kinds_of
from callboard_cli.input.stage import Stage, example_of
from callboard_cli.ui.names import short_name, title_of
from callboard_cli.ui.wording import key_word, label, of_evenings, said_of, token
from callboard_locales import Catalog
from callboard_scoring.fields import Choice, Seats
from callboard_scoring.records import Record, choices_of, parts_of, seats_of
from callboard_scoring.words import fold

_SHOWN = 3
"""The most items of a list that a field's own example shows."""
_FEW = 5
"""So many choices are told by the field's own words."""


@dataclass(frozen=True)
class Entry:
    """A field as it is typed, and what it means."""

    name: str
    """The field's own name."""
    typed: str
    """What is typed for it in the example: `mood=comedy`, `C3 C3 C2`."""
    meaning: str
    within: bool = False
    """Whether it is typed within a line: a player's, or a poster's."""
    options: tuple[str, ...] = ()
    """All that can be typed for it, where those are words to choose from and its meaning does not list them."""

    def whole(self, catalog: Catalog) -> str:
        """Return what it means, and all that it may be."""
        options = {"options": ", ".join(self.options)}
        return f"{self.meaning} {catalog.text('notation.options') % options}" if self.options else self.meaning


@dataclass(frozen=True)
class Notation:
    """A stage's line as people type it."""

    words: tuple[str, ...]
    """The example, as words of a command line."""
    entries: tuple[Entry, ...]
    line: str
    """What a line takes, in a sentence."""

    def entry(self, name: str) -> Entry | None:
        """Return how a field is typed, by its own name."""
        return next((entry for entry in self.entries if entry.name == name), None)


def notation(stage: Stage, catalog: Catalog) -> Notation:
    """Return how a stage is typed, in the catalog's language."""
    example = example_of(stage, catalog)
    return Notation(
        tuple(typed.write(example, stage, catalog)),
        tuple(_entries(stage, catalog, stage.model, [example], within=False)),
        catalog.text(f"{stage.game.id}/typed.{stage.name}"),
    )


def stage_lines(stage: Stage, catalog: Catalog) -> list[str]:
    """Return the name of a stage and what it is for, and below it its example as a command."""
    game = stage.game.id
    title = f"{short_name(catalog, game, stage.name)}: {title_of(catalog, game, stage.name)}"
    return [title, f"  {stage.command(catalog, notation(stage, catalog).words)}"]


def _entries(
    stage: Stage, catalog: Catalog, model: type[Record], rows: list[dict[str, Any]], *, within: bool
) -> Iterator[Entry]:
    """Yield the fields of a table; `rows` are examples of it."""
    for kind in kinds_of(model):
        values = [row[kind.name] for row in rows if row.get(kind.name)]
        if isinstance(kind, Players):
            yield Entry(kind.name, f"{_named(values)}: …", _players(catalog, model, kind.name))
            yield from _entries(stage, catalog, kind.model, [row for value in values for row in value], within=True)
        elif isinstance(kind, Lines):
            yield Entry(kind.name, f"{label(catalog, stage.game.id, kind.name)}: …", _meaning(stage, catalog, kind))
            yield from _entries(stage, catalog, kind.model, [row for value in values for row in value], within=True)
        elif not (within and kind.name == "name"):
            options = _options(stage, catalog, model, kind)
            meaning = _meaning(stage, catalog, kind)
            shown = () if not options or fold(options[0]) in fold(meaning) else tuple(options)
            yield Entry(kind.name, _typed(stage, catalog, kind, values, within=within), meaning, within, shown)


def _named(players: list[list[dict[str, Any]]]) -> str:
    return str(players[0][0]["name"]) if players else ""


def _players(catalog: Catalog, model: type[Record], name: str) -> str:
    """Say how many lines of players there are."""
    seats = seats_of(model.model_fields[name]) or Seats(1, 1)
    return catalog.text("notation.players") % {"fewest": seats.fewest, "most": seats.most}


def _meaning(stage: Stage, catalog: Catalog, kind: Kind) -> str:
    game = stage.game.id
    own = said_of(catalog, "help", game, stage.name, kind.name) or of_evenings(catalog, kind.name)
    own = own or label(catalog, game, kind.name)
    if isinstance(kind, Fields):
        inner = (said_of(catalog, "help", game, stage.name, each.name) for each in kinds_of(kind.model))
        return " ".join([own, *filter(None, inner)]) if not any(each.typed for each in kinds_of(kind.model)) else own
    return own


def _typed(stage: Stage, catalog: Catalog, kind: Kind, values: list[Any], *, within: bool) -> str:
    """Write what a field takes: as the example has it, or a word that it would take."""
    game = stage.game.id
    if not values:
        return _imagined(game, catalog, kind, within=within)
    value = next((value for value in values if not _is_short(value)), values[0])
    if kind.typed is None and isinstance(value, (list, Mapping)) and not within:
        return kind.arguments(_cut(value), game, catalog)[0]
    words = kind.words(_cut(value), game, catalog) if within else kind.arguments(_cut(value), game, catalog)
    return in_one_line(words) + (" …" if _cut(value) != value else "")


def _imagined(game: str, catalog: Catalog, kind: Kind, *, within: bool) -> str:
    """Write a field that the example does not have."""
    if isinstance(kind, Times) and kind.typed is not None and kind.typed.pattern.isalpha():
        word = token(catalog, game, kind.typed.pattern)
        return f"{word} {word}"  # typed as often as there are
    if isinstance(kind, Flag) and kind.typed is not None:
        return token(catalog, game, kind.typed.pattern)
    if kind.typed is not None and kind.typed.is_added:
        return "+1"
    if kind.typed is not None and kind.numeric and within:
        return f"{key_word(catalog, game, kind.name)} 1"
    return f"{(key_word if within else label)(catalog, game, kind.name)}=…"


def _is_short(value: Any) -> bool:
    """Tell whether another player's value shows more of what a list holds."""
    return isinstance(value, (list, Mapping)) and len(value) < _SHOWN


def _cut(value: Any) -> Any:
    """Return the first few items of a list or a table."""
    if isinstance(value, list):
        return value[:_SHOWN]
    return dict(list(value.items())[:_SHOWN]) if isinstance(value, Mapping) else value


def _options(stage: Stage, catalog: Catalog, model: type[Record], kind: Kind) -> list[str]:
    """Return the words to choose from, where they are more than a few."""
    info = model.model_fields[kind.name]
    of = choices_of(info) if kind.typed is not None else (part for part in parts_of(info) if isinstance(part, Choice))
    options = next((choice.options for choice in of), ())
    return [token(catalog, stage.game.id, option) for option in options] if len(options) > _FEW else []
