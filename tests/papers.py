"""What tests of pads share: the records of a game that are scored on paper, and the row on which each line stands."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from callboard_cli.authoring.checks.paper import placed
from callboard_cli.ui.wording import token_words
from callboard_scoring.game import Game
from callboard_scoring.games import find_game
from callboard_scoring.ledger import AnyResult
from callboard_scoring.pads import PadPart, Row
from callboard_scoring.records import read_record
from conftest import GOLDEN


@dataclass(frozen=True)
class Written:
    """A record that is scored on paper, the part of a pad on which it is written down, and what comes of it."""

    name: str
    stage: str
    raw: dict[str, Any]
    part: PadPart
    result: AnyResult

    def rows_of(self, lines) -> list[Row]:
        """Return the row of each line, in the order of the pad, as `callboard game lint` finds them.

        :raises AssertionError: when a line has no row, or comes before the line of a row above it.
        """
        rows = placed(self.part, lines)
        assert len(rows) == len(lines), f"{self.name}: {lines[len(rows)].reason.id} has no row left"
        return rows


@cache
def records(game_id: str, *stages: str) -> list[Written]:
    """Return every record of these stages, or all, that is written down: those of golden cases and the examples."""
    game = find_game(game_id)
    return [
        Written(name, stage, raw, _part_of(game, stage, raw), game.score(stage, _read(game, stage, raw)))
        for stage in stages or game.paper().pads
        for name, raw in _raw(game, stage)
    ]


def _raw(game: Game, stage: str):
    yield f"the example of {stage}", game.example(stage)
    for case in tomllib.loads((GOLDEN / game.id / f"{stage}.toml").read_text(encoding="utf-8"))["case"]:
        yield case["name"], case["record"]


def _read(game: Game, stage: str, raw: dict[str, Any]):
    """Read a record in whatever language its tokens are."""
    return read_record(game.record(stage), raw, token_words(game))


def _part_of(game: Game, stage: str, raw: dict[str, Any]) -> PadPart:
    """Return the part of a pad on which such a record is written down."""
    parts = game.paper().parts(len(raw["players"]), stage)
    (found,) = (part for part in parts if all(raw[name] == value for name, value in part.fields.items()))
    return found


def of_players(result: AnyResult):
    """Yield each player's lines."""
    return (score.lines for score in result.players)


def unmet_rows(game_id: str, of=of_players) -> set[str]:
    """Return the rows of all parts, for any number of players, that are lines of the scorer and no record meets."""
    met = {(one.stage, row.name) for one in records(game_id) for lines in of(one.result) for row in one.rows_of(lines)}
    game = find_game(game_id)
    parts = [part for players in range(game.players[0], game.players[1] + 1) for part in game.paper().parts(players)]
    return {row.name for part in parts for row in part.rows if not row.ours and (part.stage, row.name) not in met}
