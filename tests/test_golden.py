"""Every situation under golden/ gives the result written beside it, for the reason written beside it."""

import json
import tomllib

import pytest

from conftest import GOLDEN, LANGUAGES, run_callboard, with_nulls

KEYS = {"name", "source", "record", "totals", "ranks", "lines", "outcome", "texts", "notes", "winners", "ladder"}


def cases():
    for file in sorted(GOLDEN.glob("*/*.toml")):
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
            yield pytest.param(file.parent.name, file.stem, case, id=case["name"])


def test_there_are_cases_for_every_stage():
    from callboard_scoring.games import GAMES

    found = {(file.parent.name, file.stem) for file in GOLDEN.glob("*/*.toml")}
    assert found == {(game.id, stage) for game in GAMES for stage in game.stages}


@pytest.fixture(scope="module")
def results():
    """Every record scored in every language, by three processes in all."""
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
