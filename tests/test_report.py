"""A wrong score, or a question that failed, becomes a file that holds a test and nothing that nobody asked for."""

import tomllib

import pytest

from callboard_cli.authoring.checks.golden import GOLDEN_KEYS, differences
from callboard_cli.input.stage import example_of, stage_of
from callboard_cli.render.json_data import result_data
from callboard_cli.render.reports import LETTERS, renamed, score_report
from callboard_cli.ui.output import UI
from callboard_locales import catalog
from callboard_scoring.games import GAMES, find_game
from conftest import GOLDEN, LANGUAGES, ROOT, one_language, run_callboard

FACE = UI(catalog("en"), plain=True)
STAGES = [(game.id, stage) for game in GAMES for stage in game.stages]
SEASON = ["histrio", "season", "season=1", "mood=comedy", "Ann: C3 C2 T1", "Bob: T2 C1"]


def reported(*words, **how):
    ran = run_callboard("report", *words, "--out", "-", **how)
    assert (ran.status, ran.err) == (0, "")
    return tomllib.loads(ran.out)


def differing(game, stage, case):
    """What a golden case expects and does not come of its record."""
    score = stage_of(find_game(game), stage)
    told = result_data(catalog("en"), score.game, stage, score.score(score.record(case["record"])))
    readings = [f"{ruling['rule']}.{ruling['case']}" for ruling in told["rulings"]]
    return [(one.key, one.expected, one.given) for one in differences(case, {"en": told}, readings)]


@one_language
@pytest.mark.parametrize(("game", "stage"), STAGES)
def test_a_report_of_any_stage_is_a_golden_case(game, stage, language, tmp_path):
    file = tmp_path / "record.toml"
    file.write_text(run_callboard("example", game, stage).out, encoding="utf-8")
    report = reported("score", game, stage, str(file), "--lang", language)
    (case,) = report["case"]
    assert set(case) <= GOLDEN_KEYS
    assert differing(game, stage, case) == []
    names = [seat["name"] for seat in example_of(stage_of(find_game(game), stage), catalog("en")).get("players", [])]
    assert list(case["totals"]) == list("ABCDEF"[: len(case["totals"])])
    assert not [name for name in names if f'"{name}"' in str(report)]


@pytest.mark.parametrize("each", [9, pytest.param(1, marks=pytest.mark.long)], ids=["some", "all"])
@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_a_report_of_each_golden_case_is_that_case(game, each):
    for file in sorted((GOLDEN / game).glob("*.toml")):
        if file.stem in ("refused", "setup"):
            continue
        stage = stage_of(find_game(game), file.stem)
        for case in tomllib.loads(file.read_text("utf-8"))["case"][::each]:
            record = stage.record(case["record"])
            result = stage.score(record)
            text = score_report(FACE, stage, record, result, {}, "")
            (again,) = tomllib.loads(text)["case"]
            assert stage.record(again["record"]) == record, case["name"]
            assert differing(game, file.stem, again) == [], case["name"]
            other = renamed(stage, record)
            if other is not None:
                assert not set(other.names) & set(other.names.values()) - set(LETTERS), case["name"]
                assert [score.total for score in other.result.players] == [score.total for score in result.players]


def test_a_total_that_was_counted_is_what_the_case_expects():
    report = reported("score", *SEASON, "--claimed", "Ann=9", "--says", "the show pleases the King")
    (case,) = report["case"]
    assert differing("histrio", "season", case) == [("totals", {"A": 9, "B": 1}, {"A": 8, "B": 1})]
    assert case["name"] == report["says"] == "the show pleases the King"
    assert report["callboard"]["totals"] == {"A": 8, "B": 1}
    assert report["callboard"]["players"][0]["reasons"][0] == "2: 2 comedians, 2 ecus: C3, C2"


def test_names_are_in_it_only_where_they_are_wanted():
    assert "Ann" not in str(reported("score", *SEASON, "--claimed", "Ann=9"))
    named = reported("score", *SEASON, "--with-names")
    assert named["case"][0]["totals"] == {"Ann": 8, "Bob": 1}


def test_a_name_that_is_a_piece_too_stays_and_changes_no_score(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = [*SEASON[:4], "comedy: C3 C2 T1", "Bob: T2 C1"]
    ran = run_callboard("report", "score", *words, "--lang", "en")
    report = tomllib.loads((tmp_path / "histrio-season-report.toml").read_text("utf-8"))
    assert report["case"][0]["totals"] == {"comedy": 8, "Bob": 1}
    assert "The players' names are in it." in ran.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_is_written_and_what_is_in_it_is_said(language, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = run_callboard("report", "score", *SEASON, "--lang", language)
    (file,) = tmp_path.iterdir()
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[0].endswith(file.name)
    assert len(ran.out.splitlines()) == 6
    written = file.read_text("utf-8")
    again = run_callboard("report", "score", *SEASON, "--lang", language, "--says", "“other”\n[\x1b")
    assert again.status == 0
    assert "\x1b" not in again.out
    assert file.read_text("utf-8") == written  # what is there is left alone
    other = next(path for path in tmp_path.iterdir() if path != file)
    assert tomllib.loads(other.read_text("utf-8"))["says"] == "“other”\n[\x1b"
    assert "\x1b" not in other.read_text("utf-8")


def test_an_entry_of_an_evening_is_reported_as_its_record_is(tmp_path):
    home = {"CALLBOARD_HOME": str(tmp_path)}
    for words in (
        ["start", "histrio", "Ann", "Bob"],
        ["add", *SEASON[1:2], *SEASON[3:]],
        ["add", *SEASON[1:2], *SEASON[3:]],
    ):
        assert run_callboard("night", *words, **home).status == 0
    report = reported("entry", "1", "--claimed", "Ann=9", "--says", "she pleases", **home)
    typed = reported("score", *SEASON, "--claimed", "Ann=9", "--says", "she pleases")
    assert report == typed
    named = reported("entry", "2", "--with-names", **home)
    assert named["case"][0]["totals"] == {"Ann": 12, "Bob": 1}
    first = run_callboard("night", "--json", **home).json()["night"]
    assert run_callboard("night", "start", "histrio", "Cid", "Dan", **home).status == 0
    assert reported("entry", "1", "--night", first, "--claimed", "Ann=9", "--says", "she pleases", **home) == typed


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        ([], 2, "1"),
        (["7"], 1, "7"),
        (["1", "--claimed", "Zoe=3"], 2, "Zoe"),
        (["1", "--claimed", "Ann"], 2, "Ann"),
        (["1", "--says", "x" * 2_001], 2, "2000"),
        (["1", "--night", "elsewhere"], 1, "elsewhere"),
    ],
)
def test_of_an_entry_too_it_is_said_what_is_wrong(words, status, told, tmp_path, monkeypatch):
    home = {"CALLBOARD_HOME": str(tmp_path / "home")}
    assert run_callboard("night", "start", "histrio", "Ann", "Bob", **home).status == 0
    assert run_callboard("night", "add", *SEASON[1:2], *SEASON[3:], **home).status == 0
    monkeypatch.chdir(tmp_path)
    ran = run_callboard("report", "entry", *words, "--lang", "en", **home)
    assert (ran.status, ran.out) == (status, "")
    assert told in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_a_question_becomes_one_of_those_that_the_look_up_is_measured_by():
    report = reported("question", "histrio", "what", "does", "a lone Chameleon do", "--section", "chameleon")
    known = tomllib.loads((ROOT / "tests/questions/histrio.en.toml").read_text("utf-8"))["question"]
    (asked,) = report["question"]
    assert set(asked) <= set().union(*known)
    assert asked["text"] == "what does a lone Chameleon do"
    assert asked["sections"] == ["chameleon"]
    assert report["callboard"]["sections"][0] == "chameleon"
    assert report["callboard"]["passages"]
    titled = reported("question", "histrio", "who am I", "--section", "histrio/chameleon", "--lang", "ru")
    assert titled["question"][0]["sections"] == ["chameleon"]
    assert reported("question", "histrio", "who am I")["question"][0]["sections"] == []


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["question", "histrio"], 2, "Which question failed? Add it: “callboard report question histrio …”"),
        (["question", "histrio", "who", "--section", "chamelion"], 2, "chameleon"),
        (["score", "histrio"], 2, "Which stage?"),
        (["score", "histrio", "season"], 2, "Nothing to score"),
        (["score", *SEASON, "--claimed", "Ann"], 2, "Ann"),
        (["score", *SEASON, "--claimed", "Zoe=3"], 2, "Zoe"),
        (["score", *SEASON, "--says", "x" * 2_001], 2, "2000"),
        (["score", *SEASON[:-1], "Bob: T9"], 1, "T9"),
        (["score", *SEASON, "--out", "/nowhere/x.toml"], 2, "/nowhere"),
    ],
)
def test_what_is_wrong_is_said_and_no_file_is_written(words, status, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = run_callboard("report", *words, "--lang", "en")
    assert (ran.status, ran.out) == (status, "")
    assert told in ran.err
    assert list(tmp_path.iterdir()) == []


def test_without_words_it_shows_what_can_be_reported():
    ran = run_callboard("report", "--lang", "en")
    assert ran.status == 0
    assert "score" in ran.out
    assert "question" in ran.out
