"""The notes of the rules texts that concern what was scored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from callboard_locales import Catalog
from callboard_rules.rulings import find_rulings
from callboard_scoring.game import Game
from callboard_scoring.ledger import AnyResult

if TYPE_CHECKING:
    from callboard_rules import Note, Section


def rulings(catalog: Catalog, game: Game, result: AnyResult) -> list[tuple[Section, Note]]:
    """Return the notes that concern what a result tells, each with its section, in the catalog's language."""
    return find_rulings(game.id, catalog.language, (line.reason.id for line in result.told()))
