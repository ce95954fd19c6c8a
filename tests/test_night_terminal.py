"""Whole evenings of every game at a real pseudo-terminal: entered by questions, mended later, looked at in between."""

import json
import sys
import tomllib
from itertools import product
from pathlib import Path

import pytest

from callboard_cli.input.evening_stage import edited_stage, next_stage, reworded
from callboard_cli.input.parser import typed
from callboard_cli.input.prompts.dialog import Talk
from callboard_cli.input.prompts.draft import sheet_of
from callboard_locales import catalog
from callboard_nights import commands
from callboard_nights.night import night_of
from callboard_nights.storage.store import Store
from callboard_scoring.games import find_game
from conftest import LANGUAGES, one_language, run_callboard, sampled
from running import answer, edit, interrupted, on_a_terminal, rest, spawn_callboard, uncoloured

pytest.importorskip("pexpect")

EVENINGS = {
    evening["name"]: evening
    for file in sorted((Path(__file__).parent / "golden_evenings").glob("*.toml"))
    for evening in tomllib.loads(file.read_text(encoding="utf-8"))["evening"]
}
FIRST = list({evening["game"]: name for name, evening in reversed(EVENINGS.items())}.values())
"""The first evening of each game, which is its longest."""
OTHERS = [name for name in EVENINGS if name not in FIRST]
AT = "2026-11-22T20:00:00Z"


def worded(raw, stage, language):
    """What is entered, as words of a command line in a language."""
    words = catalog(language)
    return typed.write(reworded(raw, stage.model, stage.game, words), stage, words)


def answers(stage, raw, language):
    """What each question offers and what is typed there, in turn, and at the last look; None where that is not all.

    What is known or hardly anybody has is not asked, and can be typed all the same.
    """
    talk, whole = Talk.start(stage, language), sheet_of(worded(raw, stage, language), stage, language)
    given = {}
    while talk.question is not None and talk.question.place not in given:
        place = talk.question.place
        given[place] = (talk.question.text, whole.answers.get(place, ""))
        talk = talk.answered(given[place][1])
    is_all = talk.question is None and {place for place, text in whole.answers.items() if text} <= given.keys()
    return [*given.values(), ("", "")] if is_all else None


def entered(step, night, language, home):
    """Enter a record at a terminal: by answers to what is asked, or on one line."""
    stage = next_stage(night, step["stage"])
    asked = None if stage.can_be_drawn else answers(stage, step["typed"], language)  # what is drawn is not asked
    if not asked and [] in step["typed"].values():  # no line says that there are no posters at all
        given = run_callboard("night", "add", stage.name, "-", stdin=json.dumps(step["typed"]), CALLBOARD_HOME=home)
        assert given.status == 0, given.err
        return
    words = [stage.name, *([] if asked else worded(step["typed"], stage, language)), "--lang", language]
    child = spawn_callboard("night", "add", *words, columns=40, lines=24, CALLBOARD_HOME=home)
    for offered, text in asked or []:
        if offered:
            edit(child, offered, text)
        else:
            answer(child, text)
    shown = uncoloured(rest(child))
    assert child.exitstatus == 0, shown


def counted(night):
    """The records that count, of whom it does not matter who was named first."""
    records = [entry.played.record.model_dump() for entry in night.entries if entry.fits]
    return [
        {key: sorted(value, key=lambda row: row["name"]) if key == "players" else value for key, value in one.items()}
        for one in records
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
@pytest.mark.parametrize(
    ("name", "language"),
    [
        *sampled(FIRST, LANGUAGES, every=2),
        *(pytest.param(*each, marks=pytest.mark.long) for each in product(OTHERS, LANGUAGES)),
    ],
)
def test_an_evening_at_a_terminal_is_the_evening_on_paper(name, language, tmp_path):
    evening = EVENINGS[name]
    home, game = str(tmp_path), find_game(evening["game"])
    code = ["--code", evening["code"]] if evening.get("code") else []
    status, _ = on_a_terminal("night", "start", game.id, *evening["players"], *code, CALLBOARD_HOME=home)
    assert status == 0
    log = commands.begin(game, evening["players"], AT, evening.get("code", ""))
    for step in evening["step"]:
        if "refused" in step:
            continue
        night = night_of(log)
        if step["do"] == "add":
            entered(step, night, language, home)
            log = (*log, commands.add(night, step["stage"], step["typed"], AT))
        elif step["do"] == "edit":
            stage = edited_stage(night, commands.standing_entry(night, step["entry"]))
            old = commands.standing_entry(night, step["entry"]).entered
            lying = (step["typed"].get(one.name) for one in game.evening().lies)
            # Words leave what they do not mention, also of a palace's places; a file does not.
            whole = not old.keys() <= step["typed"].keys() or any(isinstance(one, dict) for one in lying)
            words = ["-"] if whole else worded(step["typed"], stage, language)
            words += ["--lang", language]
            typed_in = json.dumps(step["typed"]) if whole else ""
            ran = run_callboard("night", "edit", str(step["entry"]), *words, stdin=typed_in, CALLBOARD_HOME=home)
            assert ran.status == 0, ran.err
            log = (*log, commands.change(night, step["entry"], step["typed"], AT))
        elif step["do"] == "rename":
            assert run_callboard("night", "rename", step["old"], step["new"], CALLBOARD_HOME=home).status == 0
            log = (*log, commands.rename(night, step["old"], step["new"], AT))
        else:
            assert run_callboard("night", step["do"], CALLBOARD_HOME=home).status == 0
            log = (*log, getattr(commands, step["do"])(night, AT))
        store = Store(tmp_path)
        stands, paper = night_of(store.read(store.current())), night_of(log)
        assert counted(stands) == counted(paper)
        assert [(one.stands, one.fits) for one in stands.entries] == [(one.stands, one.fits) for one in paper.entries]
        assert (stands.standing, stands.winners, stands.table) == (paper.standing, paper.winners, paper.table)
    for words in ([], ["show"], ["list"]):
        status, shown = on_a_terminal("night", *words, "--lang", language, columns=40, CALLBOARD_HOME=home)
        assert status == 0
        assert "%(" not in shown


@one_language
def test_a_closed_laptop_leaves_the_evening_as_it_was_and_a_second_terminal_may_go_on(language, tmp_path):
    home = str(tmp_path)
    run_callboard("night", "start", "histrio", "Ada", "Ben", CALLBOARD_HOME=home)
    child = spawn_callboard("night", "add", "season", "--lang", language, CALLBOARD_HOME=home)
    answer(child, "comedy", "C3")
    child.expect("Ben.*: $")
    other = run_callboard("night", "add", "season", "mood=tragedy", "Ada: T1", "Ben: T2", "--json", CALLBOARD_HOME=home)
    assert other.json()["entry"] == 1
    child.close(force=True)  # as when the lid goes down
    stands = run_callboard("night", "--json", CALLBOARD_HOME=home).json()
    assert [entry["record"]["mood"] for entry in stands["entries"]] == ["tragedy"]
    child = spawn_callboard("night", "add", "season", "--lang", language, CALLBOARD_HOME=home)
    answer(child, "comedy", "C3")
    child.expect("Ben.*: $")
    run_callboard("night", "undo", CALLBOARD_HOME=home)
    child.sendline("C1")
    answer(child, "")
    rest(child)
    stands = run_callboard("night", "--json", CALLBOARD_HOME=home).json()
    assert [(entry["stands"], entry["record"] and entry["record"]["season"]) for entry in stands["entries"]] == [
        (False, None),
        (True, 2),  # as it was asked for; that the first is missing is doubted
    ]


def test_who_leaves_half_way_has_a_command_that_goes_on_and_nothing_was_saved(tmp_path):
    home = str(tmp_path)
    run_callboard("night", "start", "magnificent", "Ada", "Ben", CALLBOARD_HOME=home)
    child = spawn_callboard("night", "add", "--lang", "en", columns=200, CALLBOARD_HOME=home)
    answer(child, "30 +9 o5 o3 g2 c3 tents 3/12")
    child.expect("Ben: $")
    child.sendintr()
    shown = uncoloured(rest(child))
    assert "callboard night add round 'Ada: 30 +9 o5 o3 g2 c3 tents 3/12' Ben:" in shown
    assert run_callboard("night", "--json", CALLBOARD_HOME=home).json()["entries"] == []


@one_language
def test_the_answers_of_a_window_that_was_closed_are_there_when_one_comes_back(language, tmp_path):
    home = str(tmp_path)
    run_callboard("night", "start", "histrio", "Ada", "Ben", CALLBOARD_HOME=home)
    child = spawn_callboard("night", "add", "--lang", language, CALLBOARD_HOME=home)
    answer(child, "comedy", "C3 +4")
    child.expect("Ben.*: $")
    child.close(force=True)
    command = {"en": "night add season", "ru": "night add сезон", "es": "night add temporada"}[language]
    assert f"callboard {command}" in run_callboard("night", "--lang", language, CALLBOARD_HOME=home).out
    child = spawn_callboard("night", "add", "--lang", language, CALLBOARD_HOME=home)
    child.expect(r"Ada: C3 \+4\r\n")
    answer(child, "T2", "")
    rest(child)
    (entry,) = run_callboard("night", "--json", CALLBOARD_HOME=home).json()["entries"]
    assert [player["troupe"] for player in entry["record"]["players"]] == [["C3"], ["T2"]]
    assert entry["record"]["mood"] == "comedy"
    child = spawn_callboard("night", "add", "season", "--lang", language, CALLBOARD_HOME=home)
    answer(child, "tragedy")
    child.expect("Ada.*: $")  # what was entered is not offered once more
    child.close(force=True)
    child = spawn_callboard("night", "add", "--lang", language, CALLBOARD_HOME=home)
    child.expect("Ada.*: $")  # nor is a toss made in its place
    child.close(force=True)


def test_a_draft_that_cannot_be_read_is_none(tmp_path):
    home = str(tmp_path)
    run_callboard("night", "start", "histrio", "Ada", "Ben", CALLBOARD_HOME=home)
    for text in ('{"night": 1}', "[[" * 9999, '{"night": "', "null", "x" * 200_000):
        (tmp_path / "draft.json").write_text(text, encoding="utf-8")
        shown = run_callboard("night", "--lang", "en", CALLBOARD_HOME=home)
        assert shown.status == 0
        assert "half-way" not in shown.out


def test_what_is_left_half_way_is_shown_later_as_it_was_asked_for(tmp_path):
    home = str(tmp_path)
    run_callboard("night", "start", "histrio", "Ada", "Ben", CALLBOARD_HOME=home)
    child = spawn_callboard("night", "add", "--brief", "--why-not", "--lang", "en", columns=200, CALLBOARD_HOME=home)
    answer(child, "comedy", "C3 +4")
    told = uncoloured(interrupted(child))
    assert "  callboard night add season mood=comedy 'Ada: C3 +4' Ben: --why-not --brief\n" in told
    child = spawn_callboard("night", "check", "--explain", "--lang", "en", columns=200, CALLBOARD_HOME=home)
    answer(child, "7")
    assert "  callboard night check --claimed Ada=7 --explain\n" in uncoloured(interrupted(child))


def test_a_look_at_an_edit_that_is_left_half_way_stays_a_look(tmp_path):
    home = str(tmp_path)
    run_callboard("night", "start", "histrio", "Ada", "Ben", CALLBOARD_HOME=home)
    run_callboard("night", "add", "season", "mood=comedy", "Ada: C3", "Ben: T2", CALLBOARD_HOME=home)
    child = spawn_callboard("night", "edit", "1", "--dry-run", "--lang", "en", columns=200, CALLBOARD_HOME=home)
    told = uncoloured(interrupted(child))
    assert "  callboard night edit 1 mood=comedy 'Ada: C3' 'Ben: T2' --dry-run\n" in told


def test_an_edit_of_what_was_taken_back_meanwhile_is_not_lost(tmp_path):
    home = str(tmp_path)
    run_callboard("night", "start", "histrio", "Ada", "Ben", CALLBOARD_HOME=home)
    run_callboard("night", "add", "season", "mood=comedy", "Ada: C3", "Ben: T2", CALLBOARD_HOME=home)
    child = spawn_callboard("night", "edit", "1", "--lang", "en", columns=200, CALLBOARD_HOME=home)
    answer(child, "4")
    edit(child, "T2", "C2 +4")
    child.expect(": $")
    run_callboard("night", "undo", CALLBOARD_HOME=home)
    child.sendline("")
    told = uncoloured(rest(child))
    assert child.exitstatus == 1
    assert "Entry 1 was undone." in told
    assert "  callboard night edit 1 mood=comedy 'Ada: C3' 'Ben: C2 +4'\n" in told


def test_an_edit_begins_with_what_was_entered(tmp_path):
    home = str(tmp_path)
    run_callboard("night", "start", "histrio", "Ada", "Ben", CALLBOARD_HOME=home)
    run_callboard("night", "add", "season", "mood=comedy", "Ada: C3", "Ben: T2", CALLBOARD_HOME=home)
    child = spawn_callboard("night", "edit", "1", "--lang", "en", CALLBOARD_HOME=home)
    child.expect("Ben: T2\r\n")
    answer(child, "4")
    child.expect_exact("Ben: T2")
    child.sendline("\x15C2 +4")
    answer(child, "")
    shown = uncoloured(rest(child))
    assert "Ben 3 → 11" in shown
    record = run_callboard("night", "--json", CALLBOARD_HOME=home).json()["entries"][0]["record"]
    assert record["players"][1] == {"name": "Ben", "troupe": ["C2"], "chameleons": 0, "requests": [4]}


def test_an_edit_whose_words_are_wrong_asks_for_these_and_keeps_the_rest_of_the_entry(tmp_path):
    home = str(tmp_path)
    run_callboard("night", "start", "histrio", "Ada", "Ben", CALLBOARD_HOME=home)
    run_callboard("night", "add", "season", "mood=comedy", "Ada: C3", "Ben: T2", CALLBOARD_HOME=home)
    child = spawn_callboard("night", "edit", "1", "ben: C9", "--lang", "en", CALLBOARD_HOME=home)
    child.expect_exact("+4\r\n")  # how a player's line is typed, just before it is asked for
    child.expect_exact("Ben: C9 ")
    child.sendline("\x15C2 +4")
    child.expect_exact("3 Ada: C3")
    answer(child, "")
    assert "Ben 3 → 11" in uncoloured(rest(child))
    (entry,) = run_callboard("night", "--json", CALLBOARD_HOME=home).json()["entries"]
    assert [row["troupe"] for row in entry["record"]["players"]] == [["C3"], ["C2"]]


@pytest.mark.parametrize(("language", "row"), [("ru", "ООЗ.Ф*"), ("es", "NNV.M*"), ("en", "OOG.P*")])
def test_a_camp_comes_back_in_an_edit_in_the_letters_of_ones_own_language(language, row):
    entered = {"players": [{"name": "Ann", "grid": ["OOG.P*"], "cards": ["rows"]}]}
    stage = next_stage(night_of(commands.begin(find_game("magnificent"), ["Ann"], AT)), "final")
    told = reworded(entered, stage.model, stage.game, catalog(language))
    assert told["players"][0]["grid"] == [row]
