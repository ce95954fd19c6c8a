"""All evenings, a line or two each: what is enough to type for one, game, day, players, how it ended."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from callboard_cli.display.answer import BETWEEN
from callboard_cli.display.when import day
from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.naming import title_of
from callboard_locales import Catalog
from callboard_scoring.games import find_game

_WIDE = 72
"""From this width on, in cells, an evening is one line."""
_GAP = 2
_NARROWEST = 10


def lines_of(face: Face, tables: Sequence[Mapping[str, Any]], current: str | None) -> Iterator[str]:
    """Yield the lines of these evenings; in plain mode one each, with what is enough to type for it behind its ID.

    On a screen that beginning stands out, and a narrow one has two lines each.
    """
    enough = beginnings([str(table["night"]) for table in tables])
    titles = cache(lambda game: _titled(face, game))
    rows = [
        (str(table["night"]), titles(str(table["game"])), day(face.catalog, str(table["began"])), _rest(face, table))
        for table in tables
    ]
    if face.plain:
        for name, title, when, rest in rows:
            told = f"{name} ({enough[name]})" if enough[name] != name else name
            yield BETWEEN.join([told, title, when, *rest, *_current(face, name, current)])
        return
    yield from _screen(face, rows, enough, current)


def beginnings(names: Sequence[str]) -> Mapping[str, str]:
    """Return for each ID the shortest beginning that no other has; the whole one where there is none."""
    ordered = sorted(names)
    pairs = zip(["", *ordered], ordered, [*ordered[1:], ""], strict=False)
    return {name: name[: max(_alike(name, before), _alike(name, after)) + 1] for before, name, after in pairs}


def _alike(one: str, other: str) -> int:
    """Return with how many letters both begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (letter, its) in pairs if letter != its), min(len(one), len(other)))


def _titled(face: Face, game: str) -> str:
    """Return a game's title; of one that is not here its ID."""
    return visible(game) if find_game(game) is None else face.beside(title_of, game)


def _rest(face: Face, table: Mapping[str, Any]) -> list[str]:
    """Return who plays, how it ended, and the note."""
    players = ", ".join(visible(str(name)) for name in table["players"])
    note = visible(str(table.get("note") or ""))
    return [players, _outcome(face, table), *([note] if note else [])]


def _outcome(face: Face, table: Mapping[str, Any]) -> str:
    """Say who was first; otherwise whether it goes on."""
    winners = table.get("winners")
    if winners:
        names = [visible(str(name)) for name in winners]
        return face.beside(lambda words: words.text("night/first") % {"names": words.list(names)})
    if winners is not None:
        return face.beside(Catalog.text, "night/nobody")
    return face.beside(Catalog.text, "night/over" if table.get("ended") else "night/going-on")


def _current(face: Face, name: str, current: str | None) -> list[str]:
    return [face.beside(Catalog.text, "night/current")] if name == current else []


def _screen(
    face: Face, rows: Sequence[tuple[str, str, str, list[str]]], enough: Mapping[str, str], current: str | None
) -> Iterator[str]:
    """Yield lines for a screen: columns where it is wide, and else two lines each."""
    from rich.cells import cell_len  # plain output needs none

    width = shutil.get_terminal_size().columns
    names = max(len(name) for name, *_ in rows)
    titles = max(cell_len(title) for _, title, _, _ in rows)
    days = max(cell_len(when) for _, _, when, _ in rows)
    before = names + titles + days + 3 * _GAP
    for name, title, when, rest in rows:
        shown = f"\x1b[1m{enough[name]}\x1b[0m{name[len(enough[name]) :]}"
        told = BETWEEN.join([*_current(face, name, current), *rest])
        if width >= _WIDE and before < width // 2 + names:
            columns = ((shown, len(name), names), (title, cell_len(title), titles), (when, cell_len(when), days))
            first = "".join(text + " " * (widest - own + _GAP) for text, own, widest in columns)
            indent = before
        else:
            first, indent = f"{shown} · {when}\n  ", 2
            told = f"{title}{BETWEEN}{told}"
        room = max(width - indent, _NARROWEST)
        wide = cell_len(told) - len(told)  # letters that take two cells each
        lines = textwrap.wrap(told, max(room - wide, room // 2)) if cell_len(told) > room else [told]
        yield first + f"\n{' ' * indent}".join(lines)
