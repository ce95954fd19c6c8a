"""`callboard night` as people and programs use it: what it answers, and what it says cannot be done."""

import json
import re
import sqlite3

import pytest

from callboard_cli.input.evening_stage import next_stage
from callboard_cli.input.prompts.dialog import Talk
from callboard_cli.input.prompts.draft import Sheet, sheet_of
from callboard_locales import catalog
from callboard_nights import commands
from callboard_nights.night import night_of
from callboard_nights.statistics import summary_of
from callboard_nights.storage.store import Store
from callboard_scoring.games import find_game
from conftest import LANGUAGES, ROOT, one_language, run_callboard

SEASON = ["season", "mood=comedy", "Ada: C3 C2 +4", "Ben: C2 T2"]
OTHER = ["season", "mood=tragedy", "Ada: T1", "Ben: T3"]
FINAL = ["final", "Ada: gained 7", "Ben: 20"]


@pytest.fixture
def night(tmp_path):
    """Run a command on evenings in a folder of its own."""

    def run(*words, **extra):
        return run_callboard("night", *words, CALLBOARD_HOME=str(tmp_path), **extra)

    run.home = tmp_path
    return run


@pytest.fixture
def histrio(night):
    """The same, with an evening of two that has begun."""
    assert night("start", "histrio", "Ada", "Ben").status == 0
    return night


def test_an_evening_is_played_from_its_start_to_the_winner(histrio):
    first = histrio("add", *SEASON, "--json").json()
    assert first["entry"] == 1
    assert first["result"]["players"][0]["total"] == 12
    assert first["standing"] == [{"name": "Ada", "total": 15, "rank": 1}, {"name": "Ben", "total": 4, "rank": 2}]
    assert first["next"] == ["callboard", "night", "add", "prepare"]
    assert histrio("add", *OTHER, "--json").json()["next"] == ["callboard", "night", "add", "final"]
    assert histrio("add", *FINAL, "--json").json()["result"]["winners"] == ["Ada"]
    whole = histrio("--json").json()
    assert whole == histrio("show", "--json").json()
    assert [entry["record"].get("season") for entry in whole["entries"]] == [1, 2, None]
    assert whole["winners"] == ["Ada"]
    assert whole["next"] == []


def test_the_stage_may_be_left_out_and_lines_come_in_any_order(histrio):
    first = histrio("add", "mood=comedy", "ben: C2 T2", "ADA: C3 C2 +4", "--json").json()
    assert [(one["name"], one["total"]) for one in first["standing"]] == [("Ada", 15), ("Ben", 4)]


def test_a_record_may_be_a_file_and_the_command_asks_nothing_of_a_program(histrio, tmp_path):
    record = {
        "mood": "comedy",
        "players": [{"name": name, "troupe": [], "chameleons": 0, "requests": []} for name in ("Ada", "Ben")],
    }
    (tmp_path / "season.json").write_text(json.dumps(record), encoding="utf-8")
    assert histrio("add", "season", str(tmp_path / "season.json"), "--json").json()["entry"] == 1
    assert histrio("add", "season", "-", "--json", stdin=json.dumps(record)).json()["entry"] == 2
    empty = histrio("undo").status, histrio("add", "season", "--json")
    assert (empty[0], empty[1].status) == (0, 1)
    assert {error["code"] for error in empty[1].json()["errors"]} == {"missing"}


def test_an_edit_changes_what_is_typed_and_leaves_the_rest(histrio):
    histrio("add", *SEASON)
    histrio("add", *OTHER)
    preview = histrio("edit", "1", "Ben: C2 C2 T2", "--dry-run", "--json").json()
    assert histrio("--json").json()["entries"][0]["entered"]["players"][1]["troupe"] == ["C2", "T2"]
    done = histrio("edit", "1", "Ben: C2 C2 T2", "--json").json()
    assert done == preview
    assert [(one["name"], one["before"], one["after"]) for one in done["changes"]] == [("Ben", 15, 19)]
    entered = histrio("--json").json()["entries"][0]["entered"]
    assert entered["players"][0]["requests"] == [4]
    assert entered["mood"] == "comedy"


def test_undo_and_redo_go_back_and_forth_and_anything_new_ends_redo(histrio):
    histrio("add", *SEASON)
    stood = histrio("--json").json()
    histrio("edit", "1", "Ben: C5")
    edited = histrio("--json").json()
    assert histrio("undo", "--json").json()["changes"]
    assert histrio("--json").json() == stood | {"entries": stood["entries"]}
    assert histrio("redo", "--json").json()["changes"]
    assert histrio("--json").json() == edited
    histrio("undo")
    histrio("add", *OTHER)
    assert histrio("redo").status == 1


def test_a_beginning_that_only_one_evening_has_names_it(histrio):
    first = histrio("--json").json()["night"]
    assert histrio("start", "intrigo", "Ada", "Ben", "Cleo").status == 0
    assert histrio("--json").json()["game"] == "intrigo"
    assert histrio("show", first[:3], "--json").json()["game"] == "histrio"
    assert histrio("resume", first[:3], "--json").json() == {"schema": 1, "night": first}
    assert histrio("--json").json()["game"] == "histrio"
    assert [one["game"] for one in histrio("list", "--json").json()["nights"]] in (
        ["intrigo", "histrio"],
        ["histrio", "intrigo"],
    )


def test_an_evening_is_ended_opened_again_noted_and_removed(histrio):
    histrio("add", *SEASON)
    name = histrio("end", "--json").json()["night"]
    assert histrio("list", "--json").json()["nights"][0]["ended"]
    assert histrio("undo", "--json").json()["changes"] == []
    assert histrio("--json").json()["ended"] is None
    histrio("end")
    assert histrio("resume").status == 0
    assert histrio("note", "at", "Eva's", "--json").json()["night"] == name
    assert histrio("rename", "ben", "Bo").status == 0
    whole = histrio("--json").json()
    assert (whole["note"], whole["players"], whole["ended"]) == ("at Eva's", ["Ada", "Bo"], None)
    asked = histrio("remove", name, "--json")
    assert (asked.status, asked.json()["needs"]) == (1, "yes")
    assert histrio("--json").status == 0
    assert histrio("remove", name, "--yes", "--json").json()["night"] == name
    assert histrio("list", "--json").json() == {"schema": 1, "nights": []}


def test_a_set_up_begins_an_evening_and_its_draws_are_known(tmp_path):
    home = str(tmp_path)
    made = run_callboard("setup", "turandot", "Ada", "Ben", "Cleo", "--night", "--json", CALLBOARD_HOME=home).json()
    whole = run_callboard("night", "--json", CALLBOARD_HOME=home).json()
    assert (whole["night"], whole["setup"]) == (made["night"], made["code"])
    assert whole["players"] == [player["name"] for player in made["players"]]
    lines = [f"{name}: {number}" for number, name in enumerate(whole["players"], 1)]
    added = run_callboard("night", "add", *lines, "--json", CALLBOARD_HOME=home)
    assert "doubts" not in added.json()["result"]
    record = run_callboard("night", "--json", CALLBOARD_HOME=home).json()["entries"][0]["record"]
    assert (record["round"], record["puccini"]) == (1, made["draws"]["puccini"])


@pytest.mark.parametrize("name", ["A:b", "A=b", "A;b", "–", "Players"])
def test_a_name_that_no_line_can_begin_with_is_refused_wherever_it_is_given(name, histrio):
    for words in (["rename", "Ada", name], ["start", "histrio", name, "Ben"]):
        ran = histrio(*words, "--lang", "en")
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(f"“{name}” ")
    assert histrio("--json").json()["players"] == ["Ada", "Ben"]
    assert histrio("rename", "Ada", "Ada, B").status == 2


def test_an_evening_of_before_with_such_names_is_read_and_they_can_be_mended(night):
    names = ["A:b", "B=c", "–"]
    log = commands.begin(find_game("histrio"), names, "2026-11-22T19:30:00Z")
    Store(night.home).begin(log, summary_of(night_of(log)), night="old-histrio")
    assert night("--json").json()["players"] == names
    for old, new in zip(names, ("Ada", "Ben", "Cleo"), strict=True):
        assert night("rename", old, new).status == 0
    assert night("--json").json()["players"] == ["Ada", "Ben", "Cleo"]


@pytest.mark.parametrize(
    "words",
    [
        ["edit", "1", "stray"],
        ["edit", "1", "stray", "Ben: C2"],
        ["edit", "1", "Ben: C2", "stray=1"],
        ["add", "season", "stray", "mood=comedy", "Ben: C2", "Ada: C3"],  # not in the order in which they sit
    ],
    ids=" ".join,
)
def test_a_word_that_has_no_place_is_told_and_not_left_out(words, histrio):
    histrio("add", *SEASON)
    stood = histrio("--json").out
    ran = histrio(*words, "--lang", "en")
    assert (ran.status, ran.out) == (1, "")
    assert "stray" in ran.err
    assert histrio("--json").out == stood


@pytest.mark.parametrize(("word", "code"), [("ben:", "line-missing"), ("mood=", "missing")])
def test_what_is_given_anew_as_nothing_is_told_and_not_left_as_it_was(word, code, histrio):
    histrio("add", *SEASON)
    stood = histrio("--json").out
    ran = histrio("edit", "1", word, "Ada: C3", "--json")
    assert (ran.status, [error["code"] for error in ran.json()["errors"]]) == (1, [code])
    assert histrio("--json").out == stood


def test_an_edit_points_at_what_was_typed_and_not_at_what_it_left_as_it_was(histrio):
    histrio("add", *SEASON)
    told = histrio("edit", "1", "mood=foo", "--lang", "ru").err.splitlines()
    assert told[-2:] == ["  mood=foo", "       ^^^"]
    told = histrio("edit", "1", "ben: T9", "--lang", "en").err.splitlines()
    assert told[-3].startswith("- Ben · troupe · 1: ")
    assert told[-2:] == ["  ben: T9", "       ^^"]


def test_of_two_lines_of_one_player_an_edit_loses_none_unsaid(histrio):
    histrio("add", *SEASON)
    stood = histrio("--json").out
    ran = histrio("edit", "1", "Ben: C2", "ben: T1", "--json")
    assert (ran.status, [error["code"] for error in ran.json()["errors"]]) == (1, ["name-taken"])
    assert histrio("--json").out == stood


def test_an_edit_changes_one_purse_and_leaves_the_others(histrio):
    table = ["player=Ben", "managers=supply 3, theatre 0", "needle=comedy 1", "bonus 2, T3", "send_to_court=T3"]
    assert histrio("add", "city", *table, "Ada: 16", "Ben: 10").status == 0
    assert histrio("edit", "1", "ada: 12").status == 0
    entry = histrio("--json").json()["entries"][0]
    assert entry["record"]["ecus"] == {"Ada": 12, "Ben": 10}
    assert list(entry["entered"]) == ["player", "ecus", "managers", "needle", "cards", "send_to_court"]


def test_names_may_stand_between_commas(night):
    assert night("start", "histrio", "Ada,", "Ben,Ana María", "--json").json()["players"] == ["Ada", "Ben", "Ana María"]


def test_what_only_reads_leaves_no_file(tmp_path):
    home = tmp_path / "none"
    for words in ([], ["list"], ["show"], ["undo"], ["export"]):
        run_callboard("night", *words, "--json", CALLBOARD_HOME=str(home))
    assert not home.exists()


WON = [["add", *SEASON], ["add", *OTHER], ["add", *FINAL]]
CASES = {
    "night.unknown": ([], ["show", "nobody"]),
    "night.several": ([["start", "histrio", "Ada", "Ben"]] * 40, ["show", ""]),
    "night.over": (WON, ["add", *SEASON]),
    "night.ended": ([["end"]], ["add", *SEASON]),
    "night.no-entry": ([], ["edit", "7", "Ada: C1"]),
    "night.no-entries": ([["add", *SEASON], ["undo"]], ["edit"]),
    "night.taken-back": ([["add", *SEASON], ["undo"]], ["edit", "1", "Ada: C1"]),
    "night.nothing-to-undo": ([], ["undo"]),
    "night.nothing-to-redo": ([], ["redo"]),
    "night.note-long": ([], ["note", "x" * 501]),
    "night.note-characters": ([], ["note", "a\u202eb"]),
    "night.unknown-player": ([], ["rename", "Zoe", "Ann"]),
    "night.missing-player": ([], ["add", *SEASON[:-1]]),
    "night.gained-and-total": (WON[:2], ["add", "final", "Ada: 20 gained 7", "Ben: 20"]),
    "store.too-large": ([], None),
}
"""For each refusal what is done before, and what is refused."""


@pytest.mark.parametrize("code", [code for code, (_, words) in CASES.items() if words and code != "night.several"])
def test_what_cannot_be_done_is_told_in_every_language_and_changes_nothing(code, histrio):
    before, words = CASES[code]
    for line in before:
        assert histrio(*line).status == 0
    stood = histrio("--json").out
    told = set()
    for language in LANGUAGES:
        ran = histrio(*words, "--json", "--lang", language)
        assert ran.status == 1
        (error,) = [error for error in ran.json()["errors"] if error["code"] == code]
        told.add(error["text"])
        people = histrio(*words, "--lang", language)
        assert (people.status, people.out) == (1, "")
        assert error["text"] in people.err
    assert len(told) == len(LANGUAGES)
    assert histrio("--json").out == stood


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_an_evening_the_way_to_one_is_told(language, night):
    for words in ([], ["show"], ["add", "season"], ["undo"], ["end"]):
        ran = night(*words, "--lang", language)
        assert (ran.status, ran.err.strip()) == (1, catalog(language).text("error.night.none"))
    assert night("--json").json()["errors"][0]["code"] == "night.none"


def test_what_a_program_asks_of_evenings_holds_for_the_command_behind_it(histrio):
    assert histrio("--json", "list").json() == histrio("list", "--json").json()
    assert histrio("--json", "show").json() == histrio("--json").json()
    ran = histrio("--json", "add", "season", "mood=comedy")
    assert (ran.status, ran.err) == (1, "")
    assert ran.json()["errors"]
    assert histrio("--lang", "en", "list").out.startswith(histrio("--json").json()["night"])


@pytest.mark.parametrize("word", ["season", "сезон", "Temporada"])
def test_a_stage_is_one_though_a_file_beside_it_is_called_so(word, histrio, tmp_path, monkeypatch):
    (tmp_path / "here" / word).mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    assert histrio("add", word, *SEASON[1:]).status == 0
    assert "mood" in histrio("add", word, "--json").out
    assert histrio("add", f"./{word}").status == 2  # who means the folder says so


def test_a_beginning_that_several_have_names_them(night):
    from callboard_nights.storage.store import Store

    store = Store(night.home)
    log = run_callboard("night", "start", "histrio", "Ada", "Ben", "--json", CALLBOARD_HOME=str(night.home)).json()
    events = store.read(log["night"])
    for name in ("bada-x", "badu-x"):
        store.begin(events, {"game": "histrio", "players": ["Ada", "Ben"]}, night=name)
    ran = night("show", "bad", "--json")
    assert ran.status == 1
    assert ran.json()["errors"][0]["code"] == "night.several"
    assert "bada-x" in ran.json()["errors"][0]["text"]


def test_an_evening_of_a_game_that_is_not_here_says_so(histrio):
    with sqlite3.connect(next(histrio.home.glob("*.sqlite3"))) as _:
        pass
    from callboard_nights.events import Event
    from callboard_nights.storage.store import Store

    began = Event("began", "2026-11-22T19:00:00Z", "", {"game": "chess", "players": ["Ada", "Ben"], "setup": None})
    Store(histrio.home).begin((began,), {"game": "chess", "players": ["Ada", "Ben"]}, night="chess")
    ran = histrio("show", "chess", "--json")
    assert (ran.status, ran.json()["errors"][0]["code"]) == (1, "night.no-game")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_folder_where_nothing_can_be_kept_is_told(language, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    ran = run_callboard(
        "night", "start", "histrio", "Ada", "Ben", "--lang", language, CALLBOARD_HOME=str(tmp_path / "file")
    )
    assert (ran.status, ran.out) == (1, "")
    assert str(tmp_path / "file") in ran.err
    assert (tmp_path / "file").read_text(encoding="utf-8") == ""


def test_every_refusal_of_an_evening_has_words_in_all_languages():
    for language in LANGUAGES:
        path = ROOT / "locales" / "callboard_locales" / language / "LC_MESSAGES" / "callboard.po"
        names = re.findall(r'^msgid "(error\.(?:night|store)\.\S+)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
        assert len(names) > 25
        for name in names:
            assert catalog(language).text(name)[:1].strip()


def test_help_of_an_entry_shows_the_line_of_the_stage_that_comes_next(histrio):
    for words in (["add", "--help"], ["add", "season", "--help"], ["--help", "add", "season"]):
        page = histrio(*words, "--lang", "en").out
        assert "the end of a season" in page
        assert "callboard night add season" in page
    assert "callboard night add final" in histrio("add", "final", "--help", "--lang", "en").out


def test_a_program_finds_no_changes_where_there_is_nothing_to_take_back(histrio):
    for step in ("undo", "redo"):
        ran = histrio(step, "--json")
        assert (ran.status, ran.json()["changes"]) == (1, [])
        assert ran.json()["errors"][0]["code"] == f"night.nothing-to-{step}"


def test_a_program_that_edits_with_nothing_is_told_what_is_missing(histrio):
    histrio("add", *SEASON)
    ran = histrio("edit", "1", "--json")
    assert ran.status == 1
    assert {error["code"] for error in ran.json()["errors"]} == {"missing"}


def test_what_was_taken_back_is_no_entry_that_does_not_fit(histrio):
    histrio("add", *SEASON)
    histrio("undo")
    (entry,) = histrio("--json").json()["entries"]
    assert (entry["stands"], entry["fits"], entry["record"]) == (False, True, None)


def test_a_field_that_is_none_is_refused_in_an_edit_too(histrio):
    histrio("add", *SEASON)
    ran = histrio("edit", "1", "weather=fine", "--json")
    assert (ran.status, [error["path"] for error in ran.json()["errors"]]) == (1, ["weather"])


def test_an_edit_tells_what_came_of_the_entry_where_the_standing_does_not(night):
    night("start", "turandot", "Ada", "Ben", "Cid")
    night("add", "puccini=Ada", "Ada: 1", "Ben: 2 +1", "Cid: 2")
    night("add", "Ada: 1", "Ben: 2", "Cid: 3 +3")
    night("add", "Ada: 1", "Ben: 2", "Cid: 3")
    told = night("edit", "1", "Cid: 2 +2", "--lang", "en").out
    assert "entry 1, round 1: Ada: hires no. 1 · Ben: understudy · Cid: hires no. 2" in told
    assert "entry 2, round 2: Check this: Cid: money cards: 3" in told
    assert "there can be at most 1" in told


def test_of_several_lines_an_edit_asks_which(night):
    night("start", "magnificent", "Ada")
    poster = "11 +2, orange large, orange gem, tent +2"
    lines = [f"poster: {poster}", f"poster: {poster}", "orange large 1", "orange gem 2", "limit=2"]
    assert night("add", "perform", *lines).status == 0
    ran = night("edit", "1", f"poster: {poster}", "--json")
    assert (ran.status, ran.json()["errors"][0]["code"]) == (1, "night.rows")


def test_a_damaged_file_is_told_of_where_nothing_is_found_in_it(histrio):
    (file,) = histrio.home.glob("*.sqlite3")
    file.write_bytes(b"no database at all" * 100)
    ran = histrio("--json")
    assert ran.status == 1
    assert ran.json()["errors"][0]["code"] == "night.none"
    assert len(ran.json()["warnings"]) == 1


def test_a_receipt_of_several_records_that_add_up_is_none(night):
    night("start", "historia", "Ada", "Ben")
    night("add", "tally", "Ada: territories 40", "Ben: territories 30")
    assert night("export", "--receipt").status == 0
    night("add", "tally", "Ada: territories 2", "Ben: territories 3")
    assert night("export", "--receipt").status == 1


def completed(line, home):
    """What Tab offers for the last word of a line."""
    ran = run_callboard(_CALLBOARD_COMPLETE="fish", _CALLBOARD_LINE=line, CALLBOARD_LANG="en", CALLBOARD_HOME=home)
    return [told.partition("\t")[0] for told in ran.out.splitlines()]


def test_tab_knows_the_words_the_stages_the_players_and_the_evenings(histrio):
    home = str(histrio.home)
    name = histrio("--json").json()["night"]
    assert completed("callboard night a", home) == ["add"]
    assert completed("callboard night add ", home)[0] == "season"
    assert completed("callboard night add season mo", home) == ["mood="]
    assert completed("callboard night add season mood=", home) == ["mood=comedy", "mood=tragedy"]
    assert "Ben:" in completed("callboard night add season 'Ada: C3' B", home)
    assert "Ada:" not in completed("callboard night add season 'Ada: C3' A", home)
    assert completed("callboard night resume ", home) == [name]
    assert "--dry-run" in completed("callboard night undo --", home)


# --- What prepares the next season or round --------------------------------------------------------------------------


def test_a_preparation_is_drawn_where_nothing_is_typed_and_tells_what_to_do(histrio):
    histrio("add", *SEASON)
    prepared = histrio("add", "prepare", "--json").json()
    needle = prepared["result"]["draws"]["needle"]
    assert needle in ("comedy 1", "tragedy 1")
    assert [step["rule"] for step in prepared["result"]["steps"]] == ["histrio/second-season"] * 7
    assert "players" not in prepared["result"]
    assert [one["total"] for one in prepared["standing"]] == [15, 4]
    assert prepared["next"] == ["callboard", "night", "add", "season"]
    assert histrio("--json").json()["entries"][1]["record"] == {"needle": needle}


def test_what_was_drawn_by_hand_is_entered_and_a_preparation_may_be_left_out(histrio):
    histrio("add", *SEASON)
    by_hand = histrio("add", "prepare", "needle=tragedy 1").out
    assert "needle: tragedy 1" in by_hand
    assert "by lot" not in by_hand
    histrio("undo")
    drawn = histrio("add", "prepare").out.splitlines()
    told = drawn.index("Drawn by lot. If you drew at the table, enter that instead, for example:")
    assert re.fullmatch(r"  callboard night edit 3 'needle=(comedy|tragedy) 1'", drawn[told + 1])
    histrio("undo")
    assert histrio("add", *OTHER[1:], "--json").json()["next"] == ["callboard", "night", "add", "final"]


def test_a_set_up_of_the_second_season_is_entered_in_the_evening_that_comes_to_it(histrio):
    histrio("add", *SEASON)
    drawn = run_callboard("setup", "histrio", "ben", "Ada", "season=2", "--night", CALLBOARD_HOME=str(histrio.home))
    needle = re.search("needle: (.*)", drawn.out)[1]
    assert "Standing (cities as entered): Ada 15 · Ben 4 ecus" in drawn.out
    entry = histrio("--json").json()["entries"][1]
    assert (entry["stage"], entry["record"]) == ("prepare", {"needle": needle})
    assert len(histrio("list", "--json").json()["nights"]) == 1


@pytest.mark.parametrize("names", [["Ada", "Cleo"], ["Ada", "Ben", "Cleo"]])
def test_a_set_up_of_the_second_season_for_others_begins_an_evening_of_theirs(histrio, names):
    histrio("add", *SEASON)
    other = ["setup", "histrio", *names, "season=2", "--night", "--json"]
    begun = run_callboard(*other, CALLBOARD_HOME=str(histrio.home)).json()
    assert "entry" not in begun
    assert len(histrio("list", "--json").json()["nights"]) == 2


def test_a_set_up_of_the_second_season_before_the_first_was_scored_begins_an_evening(histrio):
    other = ["setup", "histrio", "Ada", "Ben", "season=2", "--night", "--json"]
    begun = run_callboard(*other, CALLBOARD_HOME=str(histrio.home)).json()
    assert "entry" not in begun
    assert len(histrio("list", "--json").json()["nights"]) == 2


def test_the_dice_of_a_set_up_for_the_next_round_are_entered_with_its_code(night):
    run = {"CALLBOARD_HOME": str(night.home)}
    run_callboard("setup", "magnificent", "Ada", "Ben", "--night", **run)
    round_ = ["round", "Ada: 0, +9, orange 5, orange 3, green 2, clear 3, tents 3 max 12"]
    night("add", *round_, "Ben: 0, +9, orange 4, purple 2, purple 3, clear 1, tents 1 max 12")
    drawn = run_callboard("setup", "magnificent", "Ada", "Ben", "round=2", "--night", "--json", **run).json()
    entry = night("--json").json()["entries"][drawn["entry"] - 1]
    assert (entry["stage"], entry["record"]["dice"]) == ("prepare", drawn["draws"]["dice"])


def test_a_season_behind_the_last_one_is_said_to_be_entered(histrio):
    histrio("add", *SEASON)
    histrio("add", *OTHER)
    refused = histrio("add", "season", "mood=comedy", "Ada: C3", "Ben: C2")
    assert "season: all are entered already; to correct one: callboard night edit" in refused.err
    assert "season=1" not in refused.err


# --- What an evening says of another, and of what is missing ----------------------------------------------------------


def test_who_begins_an_evening_is_told_of_the_one_that_is_still_open(histrio):
    open_ = histrio("--json").json()["night"]
    said = histrio("start", "turandot", "Ada", "Ben").out.splitlines()[-1]
    assert said == f"{open_} is still open; to go back to it: callboard night resume {open_}"
    histrio("end")
    assert "still open" not in histrio("start", "histrio", "Ada", "Ben").out


def test_the_end_says_what_was_never_entered(histrio):
    histrio("add", *SEASON)
    assert "Ended early; still to enter: season 2; the end of the game" in histrio("end").out
    histrio("resume")
    histrio("add", *OTHER)
    histrio("add", *FINAL)
    assert "Ended early" not in histrio("end").out


GAPS = "gaps=contarini 4, dandolo 4, morosini 2, morosini 4, dandolo 3, contarini 3, contarini 2, {}, gradenigo 3, morosini 3, gradenigo 4, dandolo 2"
SEATS = ["Ada: 1", "Ben: 1", "Cleo: 1"]
LAID_OUT = [
    "military",
    "ducat",
    "merchants",
    "ducat",
    "merchants",
    "ducat",
    "farmers",
    "ducat",
    "farmers",
    "ducat",
    "workers",
    "ducat",
]


@pytest.fixture
def intrigo(night):
    def run(*words, language="en", **how):
        return night(*words, "--lang", language, **how)

    begun = ["setup", "intrigo", "Ada", "Ben", "Cleo", "--code", "intrigo-3-x-000007-1z", "--night"]
    assert run_callboard(*begun, CALLBOARD_HOME=str(night.home)).status == 0
    return run


def palace_of(run, entry):
    return run("--json").json()["entries"][entry - 1]["record"]["palace"]


def test_a_palace_that_nothing_can_have_changed_is_left_out_and_shown_with_its_places(intrigo):
    assert "palace: 1 military, 2 ducat, 3 merchants, 4 ducat," in intrigo().out.replace("\n  ", " ")
    assert intrigo("add", "round", *SEATS, GAPS.format("gradenigo 2"), "--json").json()["result"].get("doubts") is None
    assert palace_of(intrigo, 1) == LAID_OUT


@one_language
def test_who_skipped_the_preparation_is_told_of_it_and_not_of_a_palace_of_none(intrigo, language):
    assert intrigo("add", "round", GAPS.format("gradenigo 2")).status == 0
    refused = intrigo("add", "round", GAPS.format("gradenigo 2"), "--json", language=language).json()["errors"]
    assert [(one["path"], one["code"]) for one in refused] == [("palace", "night.places-unprepared")]
    preparation = {"en": "preparation", "ru": "подготовку", "es": "preparación"}[language]
    assert preparation in refused[0]["text"]


@pytest.mark.parametrize(
    "typed",
    [["9:farmers face down"], ["9:", "farmers face down"], ["palace 9: farmers face down"], ["9:", "face down"]],
)
def test_a_place_needs_no_name_of_its_field(intrigo, typed):
    assert intrigo("add", "round", *SEATS, GAPS.format("thief"), *typed, "--json").json()["entry"] == 1
    assert palace_of(intrigo, 1)[8] == "farmers face-down"


def test_a_line_of_which_all_is_known_may_be_empty_as_the_next_command_has_it(intrigo):
    following = intrigo().out.splitlines()[-1]
    assert following == "next: callboard night add round Ben: Cleo: Ada:"
    assert intrigo("add", "round", "Ben:", "Cleo:", "Ada:", GAPS.format("gradenigo 2"), "--json").json()["entry"] == 1


def test_who_has_nothing_to_say_needs_no_line_beside_those_who_have(intrigo):
    added = intrigo("add", "round", "Ada: 1", GAPS.format("gradenigo 2"), "--json").json()
    assert added["entry"] == 1
    edited = intrigo("edit", "1", "Ben: 1", "--json").json()
    assert "errors" not in edited
    assert [one["name"] for one in intrigo("--json").json()["entries"][0]["record"]["players"]] == [
        "Ben",
        "Ada",
        "Cleo",
    ]


def test_before_it_is_filled_the_palace_shows_what_stayed_alone(intrigo):
    intrigo("add", "round", GAPS.format("gradenigo 2"))
    told = intrigo().out.replace("\n  ", " ")
    stayed = re.search(r"^palace: (.*)$", told, re.MULTILINE)[1].split(", ")
    awards = intrigo("show", "--entry", "1").out
    assert {one.split()[0] for one in stayed} == set(
        re.search(r"next round: (.*) \[", awards)[1].replace(" and ", ", ").split(", ")
    )


@one_language
def test_what_cannot_be_prepared_yet_is_told_so_and_not_what_it_would_need(night, language):
    night("start", "intrigo", "Ada", "Ben", "Cleo")
    told = night("add", "prepare", "clergy", "--json", "--lang", language).json()["errors"]
    assert [(one["path"], one["code"]) for one in told] == [("", "night.nothing-to-prepare")]


def test_words_that_are_like_no_stage_are_the_record_of_what_comes_next(histrio):
    assert histrio("add", "comedy", "Ada: C3", "Ben: T1", "--json").json()["entry"] == 1
    assert "Type: Ada: C3" in histrio("add", "Ada C3", "Ben T1").err
    assert "seson" in histrio("add", "seson", "Ada: C3", "Ben: T1").err


def test_an_example_of_other_lots_is_of_others(histrio):
    histrio("add", *SEASON)
    drawn = histrio("add", "prepare")
    needle = histrio("--json").json()["entries"][-1]["record"]["needle"]
    assert f"needle={'tragedy 1' if needle == 'comedy 1' else 'comedy 1'}" in drawn.out


@pytest.mark.parametrize(
    "answer", ["9:farmers face down", "palace=9:farmers face down", "palacio = 9:farmers face down"]
)
def test_an_answer_may_have_the_name_of_its_field_before_it(answer):
    code = "intrigo-3-x-000007-1z"
    log = commands.begin(find_game("intrigo"), ("Ada", "Ben", "Cleo"), "2026-11-22T19:30:00Z", code)
    sheet = Sheet(next_stage(night_of(log), "round"), names=("Ada", "Ben", "Cleo"))
    assert sheet.filled(("palace",), answer).read.raw["palace"] == {"9": "farmers face down"}


def test_two_places_are_two_changes_of_one_field(intrigo):
    added = intrigo("add", "round", *SEATS, GAPS.format("trader"), "1: merchants", "palace=3:military", "--json").json()
    assert added["entry"] == 1
    assert [palace_of(intrigo, 1)[place] for place in (0, 2)] == ["merchants", "military"]


def test_ducats_are_typed_only_where_a_card_may_have_cost_some(intrigo):
    bought = intrigo("add", "round", GAPS.format("courtesan"))
    assert bought.err.count("\n- ") == 1
    assert "Ben · ducats, Cleo · ducats, Ada · ducats: something played in this entry may have changed" in bought.err
    one = intrigo("add", "round", "Ada: 1", "Ben: -", "Cleo: 1", GAPS.format("courtesan"), "--json").json()
    assert [(error["path"], error["code"]) for error in one["errors"]] == [
        ("players[0].ducats", "night.number-may-have-changed")
    ]
    assert intrigo("add", "round", GAPS.format("gradenigo 2"), "--json").json()["entry"] == 1
    record = intrigo("--json").json()["entries"][0]["record"]
    assert [player["ducats"] for player in record["players"]] == [1, 1, 1]


def test_only_what_lies_otherwise_is_typed_by_its_place(intrigo):
    left_out = intrigo("add", "round", *SEATS, GAPS.format("thief"), "--json").json()
    assert [(one["path"], one["code"]) for one in left_out["errors"]] == [("palace", "night.may-have-changed")]
    added = intrigo("add", "round", *SEATS, GAPS.format("thief"), "palace=9:farmers face down", "--json").json()
    assert added["entry"] == 1
    assert palace_of(intrigo, 1) == [*LAID_OUT[:8], "farmers face-down", *LAID_OUT[9:]]


def test_behind_what_lies_at_places_a_card_is_a_card_though_a_token_is_called_alike(intrigo):
    cards = GAPS.format("mercader").removeprefix("gaps=")  # in Spanish a trader, and the merchants' seal
    added = intrigo("add", "round", "Ada: 0", *SEATS[1:], "palace=9:farmers", cards, "--json", language="es").json()
    assert (added["entry"], palace_of(intrigo, 1)) == (1, LAID_OUT)
    more = intrigo("edit", "1", "palace=9:farmers", f"clergy, {cards}", "--json")
    assert (more.status, {error["code"] for error in more.json()["errors"]}) == (1, {"typed-word"})


def test_a_place_that_there_is_not_is_told(intrigo):
    wrong = intrigo("add", "round", *SEATS, GAPS.format("thief"), "palace=13:farmers", "--json").json()
    assert [(one["path"], one["code"]) for one in wrong["errors"]] == [("palace", "night.no-place")]


def test_without_a_preparation_the_new_seals_alone_are_typed(intrigo):
    intrigo("add", "round", *SEATS, GAPS.format("gradenigo 2"))
    wrong = intrigo("add", "round", *SEATS, GAPS.format("gradenigo 2"), "palace=1:clergy", "--json").json()
    assert [(one["code"], "3, 5" in one["text"]) for one in wrong["errors"]] == [("night.places-missing", True)]
    seals = "palace=1:clergy, 3:military, 5:workers, 7:clergy"
    assert intrigo("add", "round", *SEATS, GAPS.format("gradenigo 2"), seals, "--json").json()["entry"] == 2
    laid_out = ["clergy", "ducat", "military", "ducat", "workers", "ducat", "clergy", *LAID_OUT[7:]]
    assert palace_of(intrigo, 2) == laid_out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_copied", [True, False])
def test_of_a_damaged_file_only_what_is_lost_is_told_to_be(is_copied, language, night):
    for line in (["start", "histrio", "Ada", "Ben"], ["note", "rain"], ["note", "sun"]):
        assert night(*line).status == 0
    file = night.home / "nights.sqlite3"
    file.write_bytes(file.read_bytes().replace(b"began2", b"BEGAN2"))
    copy = file.with_name("nights.good.sqlite3")
    if not is_copied:
        copy.unlink()
    shown = night("show", "--lang", language).err
    assert file.name in shown
    lost = catalog(language).text("store.lost") % {"lost_events": 3, "lost_nights": 1}
    assert (lost in shown) is not is_copied


def test_a_correction_of_one_building_keeps_what_was_typed_of_the_others(intrigo):
    thief = GAPS.format("thief")
    intrigo("add", "round", *SEATS, thief, "palace=9:farmers face down")
    intrigo("edit", "1", "palace=5:workers")
    assert palace_of(intrigo, 1)[4:9] == ["workers", *LAID_OUT[5:8], "farmers face-down"]


def test_a_correction_of_what_is_counted_replaces_it(night):
    run_callboard("setup", "magnificent", "Ada", "Ben", "--night", CALLBOARD_HOME=str(night.home))
    poster = "poster: 12, +2, orange large 1, tent +2"
    assert night("add", "perform", "player=Ada", poster, "camp=orange large 1", "gems=-", "limit=2").status == 0
    corrected = night("edit", "1", "camp=оранжевый большой 2")
    assert corrected.status == 0, corrected.err
    assert night("--json").json()["entries"][0]["record"]["camp"] == {"orange large": 2}


def test_a_side_alone_turns_the_token_that_lies_there(intrigo):
    added = intrigo("add", "round", *SEATS, GAPS.format("thief"), "palace=9:face down", "--json").json()
    assert added["entry"] == 1
    assert palace_of(intrigo, 1)[8] == f"{LAID_OUT[8]} face-down"
    intrigo("edit", "1", "palace=9:face up")
    assert palace_of(intrigo, 1)[8] == LAID_OUT[8]


def test_an_edit_shows_each_line_as_it_was_read_and_the_one_in_whose_place_it_stands(histrio):
    histrio("add", *SEASON)
    told = histrio("edit", "1", "Ada: +3").out.splitlines()
    assert told[1] == "Ada: C3 C2 +4 → Ada: +3"


def test_a_brief_answer_ends_with_what_was_read(histrio):
    brief = histrio("add", "season", "mood=com", "Ada: C3 x2 +4", "Ben: comedian 2", "--brief")
    assert brief.status == 1  # X may be a Chameleon
    brief = histrio("add", "season", "mood=com", "Ada: C3 ×2 +4", "Ben: comedian 2", "--brief").out.splitlines()
    assert brief[-1] == "read as: mood=comedy 'Ada: C3 C3 +4' 'Ben: C2'"


def test_cards_alone_are_corrected_where_the_palace_was_typed(intrigo):
    intrigo("add", "round", *SEATS, GAPS.format("thief"), "palace=9:farmers face down")
    corrected = intrigo("edit", "1", GAPS.format("gradenigo 2").removeprefix("gaps="), "palace=9:face up")
    assert corrected.status == 0, corrected.err
    intrigo("edit", "1", f"{' '.join(LAID_OUT)} {GAPS.format('thief').removeprefix('gaps=')}".replace(",", ""))
    again = intrigo("edit", "1", GAPS.format("gradenigo 2").removeprefix("gaps="))
    assert again.status == 0, again.err


# --- Answers of a prompt -----------------------------------------------------------------------------------------------


def talk_of(game, stage):
    log = commands.begin(find_game(game), ("Ada", "Ben", "Cleo"), "2026-11-22T19:30:00Z")
    return Talk(sheet_of(["mood=comedy", "Ada: C3", "Ben: T1", "Cleo: C1"], next_stage(night_of(log), stage)))


def test_nobody_joins_an_evening_by_being_named_at_a_prompt():
    talk = talk_of("histrio", "season").edited(("players",)).answered("Ada, Ben, Cleo, Dan")
    assert talk.sheet.names == ("Ada", "Ben", "Cleo")
    assert [problem.code for problem in talk.refused.problems] == ["error.night.unknown-player"]
    assert talk.answered("Ben, Ada, Cleo").refused is None


@pytest.mark.parametrize("change", ["Ada: C3 C2", "Ada=C3 C2", "ada: C3 C2"])
def test_a_players_line_may_be_changed_by_the_name(change):
    talk = talk_of("histrio", "season").typed(change)
    assert talk.sheet.read.raw["players"][0]["troupe"] == ["C3", "C2"]
    assert talk_of("histrio", "season").typed("Zoe: C3") is None
