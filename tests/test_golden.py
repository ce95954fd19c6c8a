"""Every situation under golden/ gives the result written beside it, for the reason written beside it."""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from itertools import chain, product

import pytest

from callboard_cli.entry.stage import stage_of
from callboard_scoring.draws import Draw, option_values
from callboard_scoring.games import GAMES
from callboard_scoring.ledger import Line
from conftest import GOLDEN, LANGUAGES, ROOT, run_callboard, with_nulls

KEYS = {"name", "source", "record", "totals", "ranks", "lines", "outcome", "texts", "notes", "winners", "ladder"}


def cases():
    for file in sorted(GOLDEN.glob("*/*.toml")):
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
            yield pytest.param(file.parent.name, file.stem, case, id=case["name"])


def test_there_are_cases_for_every_stage():
    found = {(file.parent.name, file.stem) for file in GOLDEN.glob("*/*.toml")}
    assert found == {(game.id, stage) for game in GAMES for stage in game.stages}


@pytest.fixture(scope="module")
def results():
    """Every record scored in every language, in three runs."""
    params = list(cases())
    records = [{"game": game, "stage": stage, **case["record"]} for game, stage, case in (p.values for p in params)]
    text = "".join(json.dumps(record) + "\n" for record in records)
    scored = {}
    for language in LANGUAGES:
        ran = run_callboard("batch", "--lang", language, stdin=text)
        assert ran.status == 0, ran.out
        lines = [json.loads(line) for line in ran.out.splitlines()]
        assert len(lines) == len(params)
        for param, result in zip(params, lines, strict=True):
            scored[param.id, language] = result
    return scored


@pytest.mark.parametrize(("game", "stage", "case"), list(cases()))
def test_golden(game, stage, case, results):
    assert set(case) <= KEYS
    assert case["source"]
    result = results[case["name"], "en"]
    assert (result["schema"], result["game"], result["stage"]) == (1, game, stage)
    players = {player["name"]: player for player in result.get("players", [])}
    # a case without totals is one of a stage that gives no points at all
    assert {name: player["total"] for name, player in players.items()} == case.get("totals", dict.fromkeys(players, 0))
    for player in players.values():
        assert player["start"] + sum(line["points"] for line in player["lines"]) == player["total"]
    for name, lines in case.get("lines", {}).items():
        points = {}
        for line in players[name]["lines"]:
            rule = line["rule"].removeprefix(f"{game}/")
            points[rule] = points.get(rule, 0) + line["points"]
        assert points == lines
    for name, rank in case.get("ranks", {}).items():
        assert players[name]["rank"] == rank
    assert result.get("winners") == case.get("winners")
    assert result.get("ladder", []) == case.get("ladder", [])
    if "outcome" in case:
        assert result["outcome"] == with_nulls(case["outcome"])
    for kind, where in (("texts", "lines"), ("notes", "notes")):
        for language, texts in case.get(kind, {}).items():
            told = results[case["name"], language]
            accounts = {player["name"]: player.get(where) for player in told.get("players", [])}
            for name, expected in texts.items():
                lines = accounts[name] if name else told[where]
                assert [line["text"] for line in lines] == expected


# --- Every reason ----------------------------------------------------------------------------------------------------


def reasons_told(told):
    """The ids of all reasons in a result or a set-up, however deep."""
    if isinstance(told, Line):
        yield told.reason.id
    if isinstance(told, Mapping):
        told = told.values()
    elif is_dataclass(told):
        told = [getattr(told, field.name) for field in fields(told)]
    if isinstance(told, Iterable) and not isinstance(told, str):
        for inner in told:
            yield from reasons_told(inner)


def golden_results(game):
    for name, stage, case in (param.values for param in cases()):
        if name == game.id:
            here = stage_of(game, stage)
            yield here.score(here.record(case["record"]))


def set_ups(game):
    """Set-ups for every number of players with every choice of options, a few draws of each."""
    make, model = game.setup()
    choices = [option_values(model, name) for name in model.model_fields]
    for number, options in product(range(game.players[0], game.players[1] + 1), product(*choices)):
        chosen = model(**dict(zip(model.model_fields, options, strict=True)))
        for seed in range(8):
            yield make(tuple(f"P{place}" for place in range(number)), chosen, Draw(seed))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_reason_is_reached_by_a_golden_case_or_a_set_up(game):
    source = "\n".join(path.read_text("utf-8") for path in ROOT.glob(f"scoring/callboard_scoring/games/{game.id}/*.py"))
    declared = set(re.findall(r'\breason\(\s*"([^"]+)"', source))
    assert len(declared) > 10
    reached = {name for made in chain(golden_results(game), set_ups(game)) for name in reasons_told(made)}
    assert declared - reached == set(), f"write a case in {GOLDEN.name}/{game.id}/ for each"
