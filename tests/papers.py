"""What tests of pads share: the records of a game that are scored on paper, and the row on which each line stands."""

from __future__ import annotations

import tomllib

import pytest

from callboard_cli.speech.wording import token_words
from callboard_scoring.records import read_record
from conftest import GOLDEN


def records(game):
    """Every record of what is scored on paper that is written down: those of golden cases and the examples."""
    for stage in game.paper().pads:
        yield pytest.param(stage, game.example(stage), id=f"the example of {stage}")
        for case in tomllib.loads((GOLDEN / game.id / f"{stage}.toml").read_text(encoding="utf-8"))["case"]:
            yield pytest.param(stage, case["record"], id=case["name"])


def scored(game, stage, raw):
    """Score a record in whatever language its tokens are."""
    return game.score(stage, read_record(game.record(stage), raw, token_words(game)))


def part_of(game, stage, raw):
    """Return the part of a pad on which such a record is written down."""
    parts = game.paper().parts(len(raw["players"]), stage)
    (found,) = (part for part in parts if all(raw[name] == value for name, value in part.fields.items()))
    return found


def rows_of(part, lines):
    """Return the row of each line, in the order of the pad; a row stands there as often as it says.

    Of several rows of one rule a line takes the one whose case it names, among its values or as its own.

    :raises AssertionError: when a line has no row, or comes before the line of a row above it.
    """
    places = [row for row in part.rows if not row.ours for _ in range(row.times)]
    found = []
    for line in lines:
        named = {line.reason.case, *(value for value in line.values.values() if isinstance(value, str))}
        same = [row for row in places if row.rule == line.reason.rule]
        fitting = [row for row in same if row.case in named] or same
        place = next((place for place, row in enumerate(places) if row in fitting), None)
        assert place is not None, f"{line.reason.id} has no row left"
        found.append(places[place])
        del places[: place + 1]
    return found


def met_rows(game):
    """Return the rows, by stage, that some record writes something on: points, or that there are none."""
    met = {}
    for stage, raw in (param.values for param in records(game)):
        part = part_of(game, stage, raw)
        for score in scored(game, stage, raw).players:
            met.setdefault(stage, set()).update(row.name for row in rows_of(part, score.lines))
    return met


def unmet_rows(game):
    """Return the rows of all parts, for any number of players, that are lines of the scorer and no record meets."""
    met = met_rows(game)
    fewest, most = game.players
    parts = [part for players in range(fewest, most + 1) for part in game.paper().parts(players)]
    return {row.name for part in parts for row in part.rows if not row.ours and row.name not in met.get(part.stage, ())}
