"""What closes whatever is shown of an evening: where the table stands, what does not fit, and the next command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from callboard_cli.display.answer import BETWEEN
from callboard_cli.display.evenings.entries import misfit
from callboard_cli.display.evenings.standing import (
    first_of,
    flow,
    has_points,
    holdings_of,
    leading,
    standing_of,
    table_of,
)
from callboard_cli.display.notations import lines_of
from callboard_cli.entry.evening import EveningStage, next_stage
from callboard_cli.entry.notation import notation
from callboard_cli.entry.reading import typed
from callboard_cli.entry.stage import example_of, stage_of
from callboard_cli.speech.face import Face, visible
from callboard_cli.speech.naming import shown_command
from callboard_cli.speech.shells import command_line
from callboard_locales import Catalog
from callboard_nights.names import spelled
from callboard_nights.night import Night

BOLD, DIM, ALARMING = "bold", "dim", "bold yellow"
_LONGEST = 70
"""The most characters of a word in an example; of a longer one the beginning shows how it goes."""


def tell(face: Face, text: str, style: str = "") -> None:
    """Tell a line; on a screen in this style."""
    if face.plain or not style:
        face.say(text)
        return
    from rich.text import Text  # plain output needs none

    face.console().print(Text(face.fitted(text), style=style), soft_wrap=True)


def alarm(face: Face, text: str) -> None:
    """Tell a line that is to be seen at once, if there is any."""
    if text:
        tell(face, text, ALARMING)


def show_standing(face: Face, night: Night, *, with_leaders: bool = False) -> None:
    """Tell the standing, who is first, and what lies on the table."""
    for line in stands(face, night, with_leaders=with_leaders, flows=True):
        tell(face, line, BOLD)


def stands(face: Face, night: Night, *, with_leaders: bool = False, flows: bool = False) -> Iterator[str]:
    """Yield the lines of the standing."""
    pieces = standing_of(face, night)
    yield from flow(face, pieces) if flows else filter(None, [BETWEEN.join(pieces)])
    holdings = [] if pieces else holdings_of(face, night)
    if holdings:
        yield f"{face.beside(Catalog.text, 'night/holds')}:"
        yield from (f"  {line}" for line in holdings)
    if night.entries and not holdings and not has_points(night):
        yield from ([face.beside(Catalog.text, "night/no-points")] if with_leaders and _counts(night) else [])
    first = (leading if with_leaders else first_of)(face, night)
    if first:
        yield first
    if night.entries and not night.is_won:
        yield from table_of(face, night, night.table)


def _counts(night: Night) -> bool:
    """Tell whether the game has points at all."""
    return bool(night.game.evening().adds or night.game.evening().sets)


def show_next(face: Face, night: Night, *, name: str = "", with_example: bool = False) -> None:
    """Tell the command that comes next, unbroken, to be copied; with an example, how that is typed."""
    command = next_command(face, night, name)
    if not command:
        return
    shown = example(face, night) if with_example and not name else ""
    if shown:
        face.say(face.text("night/example", line=visible(shown)))
    face.emit(f"{face.text('result.next')} {visible(command)}")


def show_misfits(face: Face, night: Night) -> None:
    """Tell which entries do not fit what stands before them, and why."""
    for entry in night.entries:
        if entry.stands and not entry.fits:
            for line in misfit(face, night, entry):
                alarm(face, line)


def next_command(face: Face, night: Night, name: str = "") -> str:
    """Return the command to go on with; by `name` where the evening is not the current one, which others are about.

    Empty where nothing is left to do.
    """
    if name or night.ended is not None:
        return "" if night.ended is not None and not name else shown_command(face, ["night", "resume", name])
    astray = next((entry.number for entry in night.entries if entry.stands and not entry.fits), None)
    if astray is not None:  # until it is put right nobody can win
        return shown_command(face, ["night", "edit", str(astray)])
    if night.next is None:
        return shown_command(face, ["night", "end"])
    stage = next_stage(night, night.next.stage, face.options)
    names = [f"{player}:" for player in night.players] if stage.seats is not None else []
    return stage.command(face.catalog, names)


def example(face: Face, night: Night) -> str:
    """Return what is typed of what comes next: the stage's example without what is known; empty after the end."""
    if night.next is None:
        return ""
    return command_line(map(_cut, _example_words(face, next_stage(night, night.next.stage))))


def about_entry(face: Face, night: Night, name: str) -> list[str]:
    """Return how an entry of a stage is typed: an example without what is known, and each field with its meaning."""
    stage = next_stage(night, name)
    return lines_of(
        face, stage, notation(stage, face.catalog), stage.command(face.catalog, _example_words(face, stage))
    )


def _example_words(face: Face, stage: EveningStage) -> list[str]:
    return typed.write(_unknown(stage, face), stage, face.catalog)


def _cut(word: str) -> str:
    return word if len(word) <= _LONGEST else f"{word[:_LONGEST].rpartition(' ')[0]} …"


def _unknown(stage: EveningStage, face: Face) -> dict[str, Any]:
    """Return the example of a stage for this table's first player, without what is known or told by the path."""
    night = stage.night
    raw = _at_this_table(example_of(stage_of(stage.game, stage.name), face.catalog), stage)
    known = night.known(stage.name)
    told = {key: value for key, value in raw.items() if key not in known}
    seats = stage.seats
    rows = told.get(seats) if seats is not None else None
    if isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows):
        first = {key: value for key, value in rows[0].items() if f"{seats}.{key}" not in known}
        told[str(seats)] = [{**first, "name": night.players[0]}]
    return told


def _at_this_table(raw: Mapping[str, Any], stage: EveningStage) -> dict[str, Any]:
    """Return an example in which those who play here stand in place of whoever plays in it."""
    players = stage.players
    seated: dict[str, str] = {}
    return dict(spelled(raw, stage.model, lambda name: seated.setdefault(name, players[len(seated) % len(players)])))
