"""Every situation under golden/ gives the result written beside it, for the reason written beside it."""

import json
import tomllib

import pytest

from callboard_cli.authoring.checks.golden import differences
from callboard_cli.input.stage import stage_of
from callboard_cli.render.json_data import result_data
from callboard_cli.ui.output import to_json
from callboard_locales import catalog
from callboard_scoring.games import find_game
from conftest import GOLDEN, LANGUAGES, one_language, run_callboard


def cases():
    for file in sorted(GOLDEN.glob("*/*.toml")):
        if file.stem in ("refused", "setup"):
            continue
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
            yield pytest.param(file.parent.name, file.stem, case, id=f"{file.parent.name}: {case['name']}")


@pytest.mark.parametrize(("game", "stage", "case"), list(cases()))
def test_golden(game, stage, case):
    score = stage_of(find_game(game), stage)
    result = score.score(score.record(case["record"]))
    told = {language: result_data(catalog(language), score.game, stage, result) for language in LANGUAGES}
    for result in told.values():
        assert (result["schema"], result["game"], result["stage"]) == (1, game, stage)
    readings = [f"{ruling['rule']}.{ruling['case']}" for ruling in told["en"]["rulings"]]
    case = {key: expected for key, expected in case.items() if key != "lacks"}  # `batch` tells none, `game lint` does
    assert list(differences(case, told, readings)) == []


@one_language
def test_all_in_one_run_are_told_as_each_alone(language):
    params = [param.values for param in cases()][LANGUAGES.index(language) :: 3]
    records = [{"game": game, "stage": stage, **case["record"]} for game, stage, case in params]
    ran = run_callboard("batch", "--lang", language, stdin="".join(json.dumps(record) + "\n" for record in records))
    assert ran.status == 0, ran.out
    for (game, stage, case), line in zip(params, ran.out.splitlines(), strict=True):
        score = stage_of(find_game(game), stage)
        result = score.score(score.record(case["record"]))
        assert json.loads(line) == json.loads(to_json(result_data(catalog(language), score.game, stage, result)))


def test_what_a_case_expects_otherwise_is_told():
    """The comparison itself, which `callboard game lint` makes too: each thing that differs is one difference."""
    (_, _, case), *_ = (param.values for param in cases() if param.values[2].get("winners"))
    told = {}
    assert list(differences(case, told, [])) == []
    result = {"players": [], "winners": [], "ladder": [{}], "outcome": {"x": 1}}
    keys = {
        difference.key
        for difference in differences(
            {"totals": {"Ann": 1}, "outcome": {}, "ranks": {"Ann": 1}}, {"en": result}, ["owls/nest.full"]
        )
    }
    assert keys == {"readings", "totals", "ranks.Ann", "winners", "ladder", "outcome"}
