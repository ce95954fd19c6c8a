"""Questions on a real pseudo-terminal: a line at a time, edited where it was wrong, nothing lost.

Which question comes when is proved without one, in `test_asking.py`.
"""

import re
import shlex

import pytest

from callboard_locales import catalog
from conftest import LANGUAGES, sampled
from running import PROMPTED, answer, edit, interrupted, on_a_terminal, rest, run_callboard, spawn_callboard, uncoloured

pytest.importorskip("pexpect")

ENTER = ""
LATIN = ("Valère, Hippolyte", "C3 C3 C2 T2 T1 +4", "C2 C2 C1 C1 T2 T2 T1")
EVENINGS = {
    "ru": ("комедия", "Валера, Ипполит", "К3 К3 К2 Т2 Т1 +4", "К2 К2 К1 К1 Т2 Т2 Т1"),
    "en": ("comedy", *LATIN),
    "es": ("comedia", *LATIN),
}


def start(stage, language="en", columns=100, game="histrio", **extra):
    return spawn_callboard("score", game, stage, "--lang", language, lines=40, columns=columns, **extra)


def shown_to_the_end(child):
    shown = uncoloured(rest(child))
    assert child.exitstatus == 0, shown
    return shown


def repeated(shown):
    """What the command prints that a finished or an interrupted run leaves."""
    line = next(line for line in shown.splitlines() if "callboard score" in line)
    return run_callboard(*shlex.split(line[line.index("callboard") :])[1:])


@pytest.mark.parametrize(("language", "columns"), sampled(LANGUAGES, (40, 80, 120)))
def test_a_season_is_asked_a_line_a_player_looked_at_and_shown_with_its_reasons(language, columns):
    child = start("season", language, columns)
    answer(child, "1", *EVENINGS[language])
    child.expect(r"(?s)\n *1 .*\n *5 .*: $")
    child.sendline(ENTER)
    shown = shown_to_the_end(child)
    assert all(len(line) <= columns for line in shown.splitlines() if "callboard score" not in line)
    first, second = EVENINGS[language][1].split(", ")
    assert f"{first} 13 · {second} 7" in shown
    ran = repeated(shown)
    assert ran.status == 0
    assert f"{first} 13 · {second} 7" in ran.out


def test_a_wrong_word_is_pointed_at_and_the_line_is_edited():
    child = start("season")
    answer(child, "3")
    child.expect("at most 2")
    edit(child, "3", "1")
    answer(child, "comedy", "Ann, Bob", "C3 C8 T1")
    child.expect(r"\n  C3 C8 T1\r\n( +)\^\^\r\n")
    assert len(child.match[1]) == len("  C3 ")
    child.expect("level from 1 to 5")
    edit(child, "C3 C8 T1", "C3 C2 T1")
    answer(child, "-", ENTER)
    assert "5 − 1 = 4 in favour of comedy" in shown_to_the_end(child)


def test_what_is_typed_anew_behind_a_wrong_answer_replaces_it():
    child = start("season")
    answer(child, "3")
    child.expect("Ctrl.U clears it")
    child.expect_exact(": 3 ")
    child.sendline("1")
    answer(child, "comedy", "Ann")
    child.expect_exact(": Ann ")
    child.sendline("Ann, Bob")
    answer(child, "C3 C8 T1")
    child.expect_exact(": C3 C8 T1 ")
    child.sendline("C3 C2 T1")
    answer(child, "-", ENTER)
    shown = shown_to_the_end(child)
    assert "Ctrl+U" not in shown
    assert "5 − 1 = 4 in favour of comedy" in shown


def test_a_word_behind_a_wrong_answer_does_not_replace_the_rest_of_it():
    child = start("season")
    answer(child, "1", "comedy", "Ann, Bob", "C3 C2 Z T1")
    child.expect_exact(": C3 C2 Z T1 ")
    child.sendline("C1")  # the missing card, and Z stays wrong
    child.expect_exact("Z")
    child.expect_exact(": C3 C2 Z T1 C1 ")
    child.sendline("C3 C2 T1 C1")  # the whole line typed anew
    answer(child, "-", ENTER)
    assert "6 − 1 = 5 in favour of comedy" in shown_to_the_end(child)


def test_where_lines_cannot_be_edited_the_wrong_word_alone_is_asked_for():
    child = start("season", NO_COLOR="1")
    answer(child, "1", "comedy", "Ann, Bob", "C3 C8 T1")
    child.expect("Instead of “C8”")
    answer(child, "C2", "-")
    child.expect("4 Ann: C3 C2 T1")
    answer(child, "4")
    child.expect(r"C3 C2 T1\r\nAnn .*: $")
    child.sendline(ENTER)  # it stays as it was
    answer(child, ENTER)
    assert "5 − 1 = 4 in favour of comedy" in shown_to_the_end(child)


def test_a_question_mark_helps_and_an_angle_goes_back():
    child = start("season")
    answer(child, "1", "?")
    child.expect("The King's mood: comedy or tragedy")
    answer(child, "comedy", "<")
    child.expect_exact(": comedy")
    child.sendline("<")  # behind what was answered
    edit(child, "1", "2")
    answer(child, "<")
    edit(child, "comedy", "tragedy")
    answer(child, "Ann, Bob", "T3", "?")
    child.expect("X for a Chameleon")
    answer(child, "-")
    child.expect("(?s)season: 2.*mood: tragedy")
    answer(child, "7")
    child.expect("“7” is none of these")
    answer(child, "mood=comedy")
    child.expect("mood: comedy")
    answer(child, ENTER)
    assert "0 − 3 = 3 in favour of tragedy" in shown_to_the_end(child).replace("3 − 0", "0 − 3")


def test_what_is_added_to_an_answer_is_a_word_of_its_own():
    child = start("city")
    answer(child, "Ann", "Ann 3, Bob 2", "supply 3")
    child.expect(": supply 3 ")
    child.sendline("theatre 0")
    child.expect("[Nn]eedle")  # the next question: the one before is answered
    assert "supply 3 theatre 0" in interrupted(child)


def test_a_colon_stays_with_the_last_word_of_a_question_as_wide_as_the_screen():
    child = start("season", "ru", columns=40)
    answer(child, "1")
    child.expect(r"Настроение Короля[^\n]*\r\n +трагедия\): $")
    child.sendintr()


def test_on_a_narrow_screen_a_question_leaves_room_for_its_answer():
    child = start("season", columns=40)
    answer(child, "1", "comedy")
    child.expect(r"\r\nPlayer names \(2–5, separated\r\n  by commas\): $")


def test_a_section_stays_beside_its_mark():
    people = ("Ann: Contarini 1", "Bob: Dandolo 1", "Cy: Morosini 1")
    child = spawn_callboard("score", "intrigo", "round", *people, "merchants t3", columns=40)
    child.expect(r"\(§ setup-three-players\)")


def test_help_and_complaints_are_about_the_question():
    child = start("round", game="intrigo")
    answer(child, "?")
    child.expect("such as Ada, Ben, Cleo\r\n")
    answer(child, "Ann, Bob, Cy", "nobody")
    child.expect(r"“nobody” isn't recognised. “\?” says what can be typed here.\r\n")
    edit(child, "nobody", "Contarini")
    answer(child, "?")
    child.expect("1 — Ducats before the awards.\r\nAnn · ducats")  # and nothing of the whole line


def test_nothing_counts_before_what_is_wrong_is_put_right():
    child = start("season")
    answer(child, "1", "comedy", "Ann, Bob", "C3", "Q3")
    child.expect("Bob: Q3")
    child.sendline(ENTER)
    answer(child, ENTER)
    child.expect("First correct what is wrong: type the number of its line")
    answer(child, "5")
    edit(child, "Q3", "T3")
    answer(child, ENTER)
    assert "Ann 7 · Bob 0 ecus" in shown_to_the_end(child)


def test_a_tab_completes_what_can_stand_there():
    child = start("round", game="intrigo")
    answer(child, "Ada Ben Cleo")
    child.expect(PROMPTED)
    child.send("Cont\t")
    child.expect_exact("Contarini ")
    child.send("1, mil\t")
    child.expect_exact("military ")
    child.sendline("2")
    answer(child, "Dandolo 0", "Gradenigo 2")
    assert "'Ada: Contarini 1, military 2'" in uncoloured(interrupted(child))


def test_the_command_that_another_one_prints_as_next_asks_for_the_rest():
    child = spawn_callboard("score", "histrio", "season", "season=2", "Ada:", "Ben:")
    child.expect("season: 2")
    answer(child, "comedy", "C3", "-", ENTER)
    shown = shown_to_the_end(child)
    assert "callboard score histrio season season=2 mood=comedy 'Ada: C3' 'Ben: -'" in shown


def test_in_a_pipe_a_half_typed_line_is_refused_and_a_forgotten_line_is_no_zero():
    ran = run_callboard("score", "histrio", "season", "season=2", "mood=comedy", "Ada: C3", "Ben:", "--json")
    assert [(error["path"], error["code"]) for error in ran.json()["errors"]] == [("players[1]", "line-missing")]
    told = run_callboard("score", "histrio", "season", "season=2", "mood=comedy", "Ada: C3", "Ben:").err
    assert "nothing is entered for this player; “-” says that there is nothing" in told
    assert run_callboard("score", "histrio", "season", "season=2", "mood=c", "Ada: C3", "Ben: -").status == 0


def test_what_is_wrong_in_a_typed_line_is_told_and_asked_again_with_what_was_typed():
    child = spawn_callboard("score", "histrio", "season", "season=1", "mood=comdy", "Ann: C3", "Bob: T1")
    child.expect("“comdy”")
    child.expect("King's mood .*tragedy\\)")
    edit(child, "comdy", "comedy")
    answer(child, ENTER)
    assert "in favour of comedy" in shown_to_the_end(child)


def test_stopping_leaves_a_command_that_goes_on_from_there():
    child = start("season", "ru", columns=400)
    answer(child, "1", "комедия", "Валера Ада", "К3 Т1")
    shown = uncoloured(interrupted(child))
    assert child.exitstatus == 1
    line = next(line.strip() for line in shown.splitlines() if "callboard score" in line)
    assert line == "callboard score histrio сезон сезон=1 настроение=комедия 'Валера: К3 Т1' Ада: --lang ru"
    going_on = spawn_callboard(*shlex.split(line)[1:])
    answer(going_on, "Т3", ENTER)
    assert "Валера" in shown_to_the_end(going_on)


def test_the_end_of_input_stops_too():
    child = start("final")
    child.expect(PROMPTED)
    child.sendeof()
    shown = rest(child)
    assert child.exitstatus == 1
    assert "  callboard score histrio final --lang en" in shown or "  callboard score histrio final\n" in shown


@pytest.mark.parametrize("extra", [{"NO_COLOR": "1"}, {"ACCESSIBLE": "1"}, {"TERM": "dumb"}])
def test_plain_surroundings_get_plain_lines(extra):
    child = start("final", **extra)
    answer(child, "Ann Bob", "31", "31", ENTER)
    shown = rest(child)
    assert "\x1b[" not in shown
    assert not re.search("[─-╿]", shown)
    assert "Ann" in shown
    assert "Shared victory: Ann and Bob" in shown


WALKS = {
    "ru": (
        "Контарини, 1, духовенство 1",
        "военные, Контарини 4, дукат, Дандоло 2, купечество, вор, дукат, вор, пусто, стражник, дукат, Дандоло 4",
        "рабочие лицом вниз, Градениго 4 лицом вниз, дукат, убийца, пусто, Градениго 2, дукат, Градениго 3",
        "пусто, Контарини 2, дукат",
        "Дандоло 3",
    ),
    "es": (
        "Contarini, 1, clero 1",
        "militares, Contarini 4, ducado, Dandolo 2, mercaderes, ladrón, ducado, ladrón, vacío, guardia, ducado, Dandolo 4",
        "obreros boca abajo, Gradenigo 4 boca abajo, ducado, asesino, vacío, Gradenigo 2, ducado, Gradenigo 3",
        "vacío, Contarini 2, ducado",
        "Dandolo 3",
    ),
}


@pytest.mark.parametrize("language", WALKS)
def test_a_palace_is_asked_as_one_walks_and_drawn(language):
    lord, *walk = WALKS[language]
    child = start("round", language, game="intrigo")
    answer(child, "Ada Ben Cleo", lord, "Dandolo 0", "Gradenigo 2")
    for word, count in zip(walk, (0, 6, 10, 12), strict=True):
        child.expect(rf": {count} \w+ 12")
        answer(child, word)
    answer(child, ENTER)
    shown = shown_to_the_end(child)
    assert "╔1═" in shown
    assert "▼" in shown


def test_a_performance_is_asked_poster_by_poster():
    child = start("perform", game="magnificent")
    answer(child, "11 +2, orange large, orange gem, tent +2", "20 +5 gren large")
    edit(child, "20 +5 gren large", "20 +5 green large")
    answer(child, ENTER, "orange large 1", "orange 1", "2", ENTER)
    shown = re.sub(r"\s+", " ", shown_to_the_end(child))
    assert "poster 1: completed, 11 points and 4 coins with its tent" in shown
    assert "poster 2: no tent below it" in shown


# --- Which game, which stage, and who plays ---------------------------------------------------------------------------


def test_callboard_alone_leads_to_a_score_and_says_the_command():
    child = spawn_callboard("--lang", "es", columns=40)
    answer(child, "puntuar", "histr", "4")
    child.expect("callboard score histrio final --lang es")
    answer(child, "Ana, Beto", "31", "27", ENTER)
    shown = shown_to_the_end(child)
    assert "Ana" in shown


def test_callboard_alone_leads_to_a_set_up_and_to_a_rule():
    child = spawn_callboard()
    answer(child, "2", "turandot", "Ada")
    child.expect("2–5 players")
    edit(child, "Ada", "Ada, Ben")
    assert "callboard setup turandot" in shown_to_the_end(child)
    child = spawn_callboard(PAGER="cat")
    answer(child, "rule", "?", "1", "chameleon")
    assert "callboard rules histrio chameleon" in shown_to_the_end(child)


def test_callboard_alone_is_left_quietly_and_prints_its_help_in_a_pipe():
    child = spawn_callboard()
    assert "rror" not in interrupted(child)
    assert child.exitstatus == 0
    assert "callboard" in run_callboard().out
    assert run_callboard().status == 0


def test_a_game_and_a_stage_that_are_not_named_are_asked_for():
    child = spawn_callboard("score")
    answer(child, "hist")
    child.expect("Histrio, Historia")
    answer(child, "hystrio")
    child.expect_exact("did you mean 1, Histrio?")
    answer(child, "zzz")
    child.expect("number from 1 to")
    answer(child, "histrio", "fin", "Ada: 3 Ben: 4", ENTER)
    assert "Ben" in shown_to_the_end(child)
    child = spawn_callboard("score", "turandot")
    assert interrupted(child)
    assert child.exitstatus == 1


def test_only_stages_with_totals_are_offered_to_who_compares_totals():
    child = spawn_callboard("check", "histrio")
    child.expect("3 final")
    assert "court" not in child.before
    assert interrupted(child)
    child = spawn_callboard("check", "turandot")  # of one alone nobody is asked
    child.expect("Player names")
    assert interrupted(child)


def test_a_report_that_is_left_half_way_goes_on_as_the_report_that_it_is(tmp_path):
    said = ("--claimed", "Ada=3", "--says", "too few", "--with-names", "--out", str(tmp_path))
    child = spawn_callboard("report", "score", "histrio", "final", *said)
    answer(child, "Ada: 3 Ben: 4")
    told = interrupted(child)
    assert "callboard report score histrio final 'Ada: 3' 'Ben: 4' --claimed Ada=3 --says 'too few'" in told
    assert f"--with-names --out {tmp_path}" in told
    assert not list(tmp_path.iterdir())


SHOWN = [
    (("score", "histrio", "season"), ("--explain", "--why-not", "--brief", "--of", "Ada B", "--also", "es")),
    (("check", "histrio", "season"), ("--explain", "--plain")),
    (("report", "score", "histrio", "season"), ("--says", "too few", "--also", "es", "--plain")),
]


@pytest.mark.parametrize(("command", "options"), SHOWN, ids=lambda words: words[0])
def test_a_command_that_goes_on_shows_what_comes_as_it_was_asked_for(command, options, tmp_path):
    child = spawn_callboard(*command, *options, CALLBOARD_HOME=str(tmp_path))
    answer(child, "1")
    told = interrupted(child)
    assert f"  {shlex.join(['callboard', *command, 'season=1', *options])}\n" in told


def test_what_looks_calm_by_itself_is_not_asked_to():
    child = spawn_callboard("score", "histrio", "season", NO_COLOR="1")
    answer(child, "1")
    assert "  callboard score histrio season season=1\n" in interrupted(child)


def test_an_answer_with_one_wrong_word_in_it_is_not_lost_to_who_leaves_to_look_it_up():
    child = spawn_callboard("score", "histrio", "season", "season=1", "mood=comedy")
    answer(child, "Ada, Ben", "C3 C2 C9 +4")
    child.expect(r"(?s)such as C3\W.*Ada: C3 C2 C9 \+4 $")
    child.sendintr()
    (line,) = re.findall("  (callboard .*)", uncoloured(rest(child)))
    assert line == "callboard score histrio season season=1 mood=comedy 'Ada: C3 C2 C9 +4' Ben:"
    child = spawn_callboard(*shlex.split(line)[1:])
    answer(child, "T2")
    edit(child, "C3 C2 C9 +4", "C3 C2 C1 +4")
    answer(child, ENTER)
    assert "§" in shown_to_the_end(child)


def test_a_walk_is_left_before_its_first_wrong_card():
    child = spawn_callboard("score", "intrigo", "round", "Ada: Contarini 2", "Ben: Dandolo 1", "Cleo: Gradenigo 3")
    answer(child, "merchants, Contarini 4, ducat, foo")
    child.expect("Card in the gap after it: foo $")
    child.sendintr()
    assert "'Cleo: Gradenigo 3' 'merchants, Contarini 4, ducat'\n" in uncoloured(rest(child))


def test_a_name_that_looks_like_an_option_is_none_in_a_command_that_goes_on():
    child = spawn_callboard("score", "histrio", "final", "--brief", "--lang", "es", CALLBOARD_LANG="en")
    answer(child, "Ben, -Ann, --json", "4", "3")
    (line,) = re.findall(r"  (callboard .*)", interrupted(child))
    assert line == "callboard score histrio final 'Ben: 4' --brief --lang es -- '-Ann: 3' --json:"
    child = spawn_callboard(*shlex.split(line)[1:])
    answer(child, "2", ENTER)
    assert "Ben 4 · -Ann 3 · --json 2 ecus" in shown_to_the_end(child)


def test_who_asks_for_a_player_who_does_not_play_loses_no_answers():
    child = spawn_callboard("score", "histrio", "final", "--of", "Zed", "--brief")
    answer(child, "Ada: 3 Ben: 4", ENTER)
    told = uncoloured(rest(child))
    assert "No player “Zed” in this record. There are: Ada, Ben.\n" in told
    assert "  callboard score histrio final 'Ada: 3' 'Ben: 4' --brief\n" in told
    assert child.exitstatus == 2


@pytest.mark.parametrize("command", [("setup", "intrigo"), ("night", "start", "intrigo"), ("table", "intrigo")])
@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_asked_for_those_who_play_gets_help_and_room(command, language, tmp_path):
    child = spawn_callboard(*command, "--lang", language, columns=40, CALLBOARD_HOME=str(tmp_path))
    answer(child, "?")
    child.expect(PROMPTED)
    shown = uncoloured(child.before).replace("\r\n", "\n")
    helped = catalog(language).text("ask.names-help")
    assert helped in " ".join(shown.split())
    assert all(len(line) <= 40 for line in shown.splitlines())
    child.sendintr()
    rest(child)
    assert child.exitstatus == 1


WAITING = [("score", "histrio", "final", "-"), ("batch",), ("batch", "-"), ("replay", "-"), ("night", "import", "-")]


@pytest.mark.parametrize("command", WAITING, ids=" ".join)
def test_who_waits_for_a_command_that_waits_for_the_keyboard_is_told(command, tmp_path):
    child = spawn_callboard(*command, CALLBOARD_HOME=str(tmp_path))
    child.expect_exact("type or paste the text, then press Ctrl+D")
    child.sendeof()
    rest(child)


def test_a_program_is_asked_nothing():
    for arguments in (("score", "--json"), ("score", "histrio", "--json"), ("setup", "histrio", "--json")):
        status, shown = on_a_terminal(*arguments)
        assert status == 2, shown
    status, shown = on_a_terminal("score", "histrio", "final", "Ada: 3", "Ben:", "--json")
    assert status == 1
    assert "line-required" in shown
