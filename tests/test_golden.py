"""Every situation under golden/ gives the result written beside it, for the reason written beside it."""

import json
import tomllib

import pytest

from callboard_cli.workshop.cases import differences
from conftest import GOLDEN, LANGUAGES, run_callboard


def cases():
    for file in sorted(GOLDEN.glob("*/*.toml")):
        if file.stem in ("refused", "setup"):
            continue
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
            yield pytest.param(file.parent.name, file.stem, case, id=case["name"])


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
    told = {language: results[case["name"], language] for language in LANGUAGES}
    for result in told.values():
        assert (result["schema"], result["game"], result["stage"]) == (1, game, stage)
    readings = [f"{ruling['rule']}.{ruling['case']}" for ruling in told["en"]["rulings"]]
    case = {key: expected for key, expected in case.items() if key != "lacks"}  # `batch` tells none, `game check` does
    assert list(differences(case, told, readings)) == []


def test_what_a_case_expects_otherwise_is_told():
    """The comparison itself, which `callboard game check` makes too: each thing that differs is one difference."""
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
