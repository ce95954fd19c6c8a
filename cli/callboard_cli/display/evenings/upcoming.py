"""What comes next in an evening, as a command that is ready to run, and how that is typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from callboard_cli.display.notations import lines_of
from callboard_cli.entry.evening import EveningStage, next_stage
from callboard_cli.entry.notation import notation
from callboard_cli.entry.reading import typed
from callboard_cli.entry.stage import example_of, stage_of
from callboard_cli.speech.face import Face
from callboard_cli.speech.naming import shown_command
from callboard_cli.speech.shells import command_line
from callboard_nights.names import spelled
from callboard_nights.night import Night

_LONGEST = 70
"""The most characters of a word in an example; of a longer one the beginning shows how it goes."""


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
