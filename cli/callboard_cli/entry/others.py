"""Who is no player and yet has points, such as an imaginary player of a game for two: what such a one is called."""

from __future__ import annotations

from callboard_cli.speech.naming import said_in_all
from callboard_cli.speech.wording import capital, label
from callboard_locales import Catalog
from callboard_scoring.checks import same_name
from callboard_scoring.ledger import AnyResult


def called(words: Catalog, game: str, whose: str) -> str:
    """Return the reader's name for who is this field of a record."""
    return capital(label(words, game, whose))


def others_by_names(game: str, result: AnyResult) -> dict[str, str]:
    """Return each who is no player and has lines here, as a field, by every name in any language."""
    return {
        same_name(name): whose for whose in result.others() for name in (whose, *said_in_all(f"{game}/field.{whose}"))
    }
