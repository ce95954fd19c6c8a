"""Whole evenings, from the set-up to the result, typed at the table in each language."""

import re
import tomllib

import pytest

from callboard_rules import load_rules
from conftest import EVENINGS, LANGUAGES, run_callboard, sampled, with_nulls

FILES = sorted(EVENINGS.glob("*.toml"))


@pytest.mark.parametrize(("file", "language"), sampled(FILES, LANGUAGES), ids=lambda one: getattr(one, "stem", one))
def test_an_evening_from_set_up_to_result(file, language):
    evening = tomllib.loads(file.read_text(encoding="utf-8"))
    game = evening["game"]
    sections = {f"{game}/{name}" for name in load_rules(game, language).sections}
    for names, code in ((setup["names"], setup["code"]) for setup in evening["setup"]):
        made = run_callboard("setup", game, *names, "--code", code, "--json", "--lang", language)
        assert made.status == 0, made.err
        assert {step["rule"] for step in made.json()["steps"]} <= sections
    for step in evening["step"]:
        ran = run_callboard("score", game, step["stage"], *step[language], "--json", "--lang", language)
        assert ran.status == 0, ran.out
        result = ran.json()
        assert "doubts" not in result
        outcome = with_nulls(step.get("outcome", {}))
        for name, expected in outcome.pop("players", {}).items():
            assert result["outcome"]["players"][name] == expected
        assert {key: result["outcome"][key] for key in outcome} == outcome
        if "takes" in step:
            assert [award["winner"] for award in result["outcome"]["awards"]] == with_nulls(step["takes"])
        players = result.get("players", [])
        totals = step.get("totals", {player["name"]: 0 for player in players})
        assert {player["name"]: player["total"] for player in players} == totals
        assert result.get("winners") == step.get("winners")
        told = [*result.get("lines", []), *(line for player in players for line in player["lines"])]
        told += [line for player in players for line in player.get("notes", [])]
        assert told
        assert {line["rule"] for line in told} <= sections
        shown = run_callboard("score", game, step["stage"], *step[language], "--lang", language)
        castings = [line["text"] for line in told if "cast" in line["values"]]  # these have a role a line
        assert all(part in shown.out for text in castings for part in re.split("[:,] ", text))
        assert all(line["text"] in shown.out for line in told if line["text"] not in castings)
