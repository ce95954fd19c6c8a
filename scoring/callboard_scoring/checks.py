"""Checks that tables of several games share."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

from callboard_scoring.problems import Location, Problem

T = TypeVar("T")


class Named(Protocol):
    """Whoever has a name."""

    @property
    def name(self) -> str:
        """The name."""
        ...


def same_name(name: str) -> str:
    """Return what two spellings of one name share: case and composed letters do not count."""
    return unicodedata.normalize("NFC", name).casefold()


def taken(pieces: Iterable[tuple[Location, T, str]], code: str) -> Iterator[Problem]:
    """Yield a problem for each piece that somebody before has already; its words name that `other` one.

    A piece comes with its place in the record and the name of whose it is.
    """
    owners: dict[T, str] = {}
    for location, piece, owner in pieces:
        if piece in owners:
            yield Problem(location, code, {"given": piece, "other": owners[piece]})
        owners.setdefault(piece, owner)


def names_taken(names: Iterable[tuple[Location, str]]) -> Iterator[Problem]:
    """Yield a problem for each name that an earlier one already is, without regard to case."""
    return taken(((location, same_name(name), name) for location, name in names), "error.name-taken")


def above(limit: int, total: int, location: Location, code: str) -> Iterator[Problem]:
    """Yield a problem where a sum over the whole table is more than the box holds."""
    if total > limit:
        yield Problem(location, code, {"count": total, "limit": limit})


def player_named(given: str, players: Iterable[Named], location: Location, code: str) -> Iterator[Problem]:
    """Yield a problem where a name is no player's; its words may list the `names`."""
    names = [player.name for player in players]
    if not any(same_name(given) == same_name(name) for name in names):
        yield Problem(location, code, {"given": given, "names": names})
