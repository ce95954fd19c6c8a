"""The Magnificent on paper: the rows of its pads are the lines of the scorer, in its order."""

import tomllib
from itertools import groupby

import pytest

from callboard_cli.speech.wording import token_words
from callboard_scoring.games import find_game
from callboard_scoring.records import read_record
from conftest import GOLDEN

GAME = find_game("magnificent")
FEWEST, MOST = GAME.players


def records():
    """Every record of what is scored on paper that is written down: those of golden cases and the examples."""
    for stage in GAME.paper().pads:
        yield pytest.param(stage, GAME.example(stage), id=f"the example of {stage}")
        for case in tomllib.loads((GOLDEN / GAME.id / f"{stage}.toml").read_text(encoding="utf-8"))["case"]:
            yield pytest.param(stage, case["record"], id=case["name"])


def scored(stage, raw):
    return GAME.score(stage, read_record(GAME.record(stage), raw, token_words(GAME)))


def part_of(stage, raw):
    """The part of a pad on which such a record is written down."""
    parts = GAME.paper().parts(len(raw["players"]), stage)
    (found,) = (part for part in parts if part.fields.items() <= raw.items())
    return found


def told(lines):
    """The rules of lines as they follow each other, each with how often."""
    return [(rule, len(list(same))) for rule, same in groupby(line.reason.rule for line in lines)]


@pytest.mark.parametrize(("stage", "raw"), list(records()))
def test_each_line_has_its_row_and_the_rows_have_its_numbers(stage, raw):
    part = part_of(stage, raw)
    rows = [row for row in part.rows if not row.ours]
    for score in scored(stage, raw).players:
        assert [rule for rule, _ in told(score.lines)] == [row.rule for row in rows]
        assert all(number <= row.times for (_, number), row in zip(told(score.lines), rows, strict=True))
        for row in rows:
            for line in score.lines:
                if line.reason.rule == row.rule:
                    assert all(line.values.get(name, number) == number for name, number in row.values.items())
        assert score.start == next(player["points"] for player in raw["players"] if player["name"] == score.name)
        assert part.start
        assert part.total


@pytest.mark.parametrize(("stage", "raw"), list(records()))
def test_what_looks_at_the_totals_has_its_row_below_them(stage, raw):
    below = {row.rule for row in part_of(stage, raw).below}
    result = scored(stage, raw)
    assert {line.reason.rule for line in (*result.lines, *result.ladder)} <= below


@pytest.mark.parametrize("players", range(FEWEST, MOST + 1))
def test_some_case_meets_each_row_of_every_part(players):
    met = {}
    for stage, raw in (param.values for param in records()):
        result = scored(stage, raw)
        rules = [line.reason.rule for score in result.players for line in score.lines]
        met.setdefault(stage, set()).update(rules, (line.reason.rule for line in (*result.lines, *result.ladder)))
    for part in GAME.paper().parts(players):
        assert {row.rule for row in part.all_rows if not row.ours} <= met[part.stage]
