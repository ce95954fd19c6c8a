"""What can stand where totals are compared or an entry is told again: players with a total, and entries that count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

from callboard_cli.completion.offers import Offered  # Typer looks at what a function returns
from callboard_cli.input.vocabulary import endings, stages, told_game
from callboard_cli.ui.output import UI
from callboard_scoring.words import fold

if TYPE_CHECKING:
    from callboard_nights.night import Night


def claimed(ctx: typer.Context, incomplete: str) -> Offered:
    """Offer the players whose total may be given: those of the record's words so far, or of the evening."""
    ui: UI = ctx.obj
    names = _record_names(ui, ctx) if "stage" in ctx.params else _night(ctx).players
    given = {fold(text.rpartition("=" if "=" in text else ":")[0]) for text in ctx.params.get("claimed") or ()}
    left = (f"{name}=" for name in names if fold(name) not in given)
    return [(text, "") for text in endings(left, (), incomplete)]


def entries(ctx: typer.Context, incomplete: str) -> Offered:
    """Offer the entries that count, by their numbers, with what was entered; the newest first."""
    from callboard_cli.render.evenings.standing import what  # only Tab needs it

    ui: UI = ctx.obj
    night = _night(ctx)
    counted = [entry for entry in reversed(night.entries) if entry.fits]
    told = ((str(entry.number), what(night, entry)(ui.catalog)) for entry in counted)
    return [(number, meaning) for number, meaning in told if number.startswith(incomplete)]


def _record_names(ui: UI, ctx: typer.Context) -> Iterator[str]:
    """Yield the players of the words of a record."""
    from callboard_cli.input.parser import typed
    from callboard_cli.input.stage import Stage

    game = told_game(ctx.params.get("game") or "", ui.catalog)
    name = stages(game, ui.catalog).find(ctx.params.get("stage") or "") if game else None
    if game is None or name is None:
        return
    stage = Stage(game, name)
    read = typed.read(ctx.params.get("record") or [], stage, ui.catalog.language)
    rows = read.raw.get(stage.seats or "") or ()
    yield from (row["name"] for row in rows if isinstance(row, dict) and isinstance(row.get("name"), str))


def _night(ctx: typer.Context) -> Night:
    """Return the evening that is named, or else the current one."""
    from callboard_cli.input.evenings import meant, opened, store

    saved = store()
    return opened(saved, meant(saved, ctx.params.get("night") or ""))
