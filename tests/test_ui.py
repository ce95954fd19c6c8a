"""Callboard for programs: what its page shows runs, and answers as the command line does."""

import json
import re

import pytest

import callboard
from callboard_scoring.games import GAMES
from callboard_scoring.games.histrio.final import Final, Purse
from conftest import LANGUAGES, ROOT, run_callboard

PAGES = sorted((ROOT / "docs").rglob("programs.md"))
STAGES = [(game.id, stage) for game in GAMES for stage in game.stages]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_the_examples_of_the_page_run(page, capsys):
    examples = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert examples
    shared = {}
    for example in examples:
        exec(example, shared)  # noqa: S102  # it is what programs are told to write
    printed = capsys.readouterr().out.splitlines()
    shown = [line.partition("  # ")[2] for example in examples for line in example.splitlines() if "print(" in line]
    assert printed == shown


@pytest.mark.parametrize(("game", "stage"), STAGES)
def test_a_program_is_told_what_the_command_line_tells(game, stage):
    raw = callboard.game(game).example(stage)
    record = callboard.read(game, stage, raw)
    for language in LANGUAGES:
        shown = run_callboard("score", game, stage, "-", "--json", "--lang", language, stdin=json.dumps(raw)).json()
        assert json.loads(json.dumps(callboard.tell(record, language))) == shown


def test_a_record_made_of_its_models_is_looked_at_before_it_is_scored():
    pair = [Purse(name=name, ecus=3) for name in ("Ann", "Bob")]
    assert callboard.score(Final(players=tuple(pair))).winners == ("Ann", "Bob")
    with pytest.raises(callboard.RefusedError):
        callboard.score(Final(players=(*pair, Purse(name="ann", ecus=1))))


def test_typed_words_are_read_as_at_the_table():
    record = callboard.read_typed("histrio", "season", "season=1", "mood=comedy", "Ann: C3 C3 C2 T2 T1 +4", "Bob: -")
    assert [score.total for score in callboard.score(record).players] == [13, 0]


def test_a_refusal_tells_all_problems_in_any_language():
    with pytest.raises(callboard.RecordError) as refused:
        callboard.read_typed("histrio", "season", "season=3", "mood=comedy", "Ann: C9", "what")
    codes = [problem.code.rpartition("error.")[2] for problem in refused.value.problems]
    assert {"less_than_equal", "actor", "no-colon"} <= set(codes)
    texts = {language: refused.value.tell(language) for language in LANGUAGES}
    assert all([error["code"] for error in told] == codes for told in texts.values())
    assert len({told[0]["text"] for told in texts.values()}) == len(LANGUAGES)
    with pytest.raises(callboard.RecordError):
        callboard.read("histrio", "season", [])


def test_a_set_up_comes_back_by_its_code():
    first = callboard.set_up("histrio", ["Ann", "Bob"], season=1)
    again = callboard.set_up("histrio", ["Ann", "Bob"], code=first.code)
    assert again == first
    for names, options in ((["Ann"], {}), (["Ann", "ann"], {}), (["Ann", "Bob"], {"season": 3}), (["Ann", ""], {})):
        with pytest.raises(callboard.RefusedError):
            callboard.set_up("histrio", names, **options)
    with pytest.raises(callboard.CodeError):
        callboard.set_up("histrio", ["Ann", "Bob"], code="rubbish")


def test_the_rules_answer_in_the_language_asked_for():
    for language in LANGUAGES:
        answer = callboard.ask("histrio", "chameleon", language)
        assert answer.covered
        assert (answer.hits[0].section.id, answer.hits[0].section.language) == ("chameleon", language)


@pytest.mark.parametrize(
    "call",
    [
        lambda: callboard.game("chess"),
        lambda: callboard.read("histrio", "coda", {}),
        lambda: callboard.ask("histrio", "x", "de"),
        lambda: callboard.tell(callboard.read("histrio", "final", callboard.game("histrio").example("final")), "de"),
    ],
)
def test_a_name_that_is_not_here_is_told_with_those_that_are(call):
    with pytest.raises(callboard.UnknownNameError) as unknown:
        call()
    assert unknown.value.known


@pytest.mark.parametrize(("game", "stage"), STAGES)
def test_the_schema_of_a_result_describes_what_comes_out(game, stage):
    schema = run_callboard("schema", game, stage, "--result", "--lang", "ru").json()
    told = callboard.tell(callboard.read(game, stage, callboard.game(game).example(stage)), "en")
    assert set(told) <= set(schema["properties"])
    assert set(schema["required"]) <= set(told)
    outcome = schema["properties"]["outcome"]
    assert set(told["outcome"]) <= set(outcome.get("properties", {}))
    model = callboard.game(game).outcome(stage)
    assert (model is None) == (told["outcome"] == {})
    if model is not None:
        assert model.model_validate(told["outcome"]).model_dump(mode="json") == told["outcome"]
    line = schema["$defs"]["LineData"]
    assert {"rule", "case", "points", "text", "values", "lacks"} == set(line["properties"])
    assert all(re.search("[а-я]", field["description"]) for field in line["properties"].values())
