"""What people should know beside the points: notes of the rules texts that were met, and doubts about a record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from callboard_cli.ui.names import title_of
from callboard_cli.ui.output import UI, visible
from callboard_cli.ui.wording import fill, in_words, label, token
from callboard_locales import Catalog
from callboard_scoring.game import Game, Leg

if TYPE_CHECKING:
    from callboard_rules import Note, Rules, Section
    from callboard_scoring.ledger import Reading
    from callboard_scoring.problems import Doubt


def rulings(catalog: Catalog, game: Game, readings: Iterable[Reading]) -> list[tuple[Section, Note]]:
    """Return the notes that these readings name, each with its section, in the catalog's language."""
    names = [reading.id for reading in readings]
    if not names:
        return []
    from callboard_rules import find_rulings  # most scores and set-ups meet none

    return find_rulings(game.id, catalog.language, names)


def rules_of(ui: UI, game: Game) -> Rules:
    """Return the rules of a game in the reader's language."""
    from callboard_rules import load_rules  # only explanations need them

    return load_rules(game.id, ui.catalog.language)


def doubted(catalog: Catalog, game: Game, doubt: Doubt) -> str:
    """Say what cannot be, and of whom."""
    what = fill(catalog, game.id, doubt.code, _said(catalog, game, doubt.values))
    return f"{visible(doubt.whose)}: {what}" if doubt.whose else what


def legs_told(words: Catalog, game: Game, legs: Iterable[Leg]) -> str:
    """Name legs of a game's path: seasons or rounds, those of one stage together, and stages that have no number."""
    told: dict[tuple[str, ...], list[str]] = {}
    for leg in legs:
        prepares = leg.stage in game.preparations
        name = (title_of(words, game.id, leg.stage),) if prepares or not leg.fields else ()
        told.setdefault((*name, *(label(words, game.id, field) for field in leg.fields)), []).extend(
            str(value) for value in leg.fields.values()
        )
    return "; ".join(f"{', '.join(name)} {', '.join(numbers)}".strip() for name, numbers in told.items())


def _said(catalog: Catalog, game: Game, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the values of a doubt about a `field` with its name, and with what is in it in the reader's words."""
    if "legs" in values:
        return {**values, "legs": legs_told(catalog, game, values["legs"])}
    if "field" not in values:
        return values
    told = {name: in_words(catalog, game.id, value) for name, value in values.items() if name != "places"}
    if "places" in values:  # each with what lay there, where that is known
        pieces = ((place, piece and token(catalog, game.id, piece)) for place, piece in values["places"])
        told["places"] = ", ".join(f"{place} ({piece})" if piece else str(place) for place, piece in pieces)
    return {**told, "field": label(catalog, game.id, values["field"])}
