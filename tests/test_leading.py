"""What is typed beside the commands: help and version as people ask for them, a game alone, a value that is missing."""

import pytest

from conftest import LANGUAGES, run_callboard
from running import answer, interrupted, rest, spawn_callboard


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (["-h"], ["--help"]),
        (["help"], ["--help"]),
        (["ayuda"], ["--help"]),
        (["help", "score"], ["score", "--help"]),
        (["help", "score", "histrio", "season"], ["score", "histrio", "season", "--help"]),
        (["score", "-h"], ["score", "--help"]),
        (["-h", "score"], ["score", "--help"]),
        (["help", "night"], ["night", "--help"]),
        (["night", "help"], ["night", "--help"]),
        (["help", "night", "edit"], ["night", "edit", "--help"]),
        (["night", "help", "edit"], ["night", "edit", "--help"]),
        (["справка", "print", "pad"], ["print", "pad", "--help"]),
        (["version"], ["--version"]),
        (["versión"], ["--version"]),
        (["-V"], ["--version"]),
    ],
    ids=" ".join,
)
def test_help_and_the_version_may_be_asked_for_in_other_words(words, asked):
    told = run_callboard(*words)
    assert (told.status, told.err) == (0, "")
    assert told.out == run_callboard(*asked).out


def test_help_with_a_command_that_is_none_names_the_nearest():
    ran = run_callboard("help", "scoer")
    assert (ran.status, "“score”" in ran.err) == (2, True)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["histrio"], ["score histrio", "night start histrio", "setup histrio", "rules histrio"]),
        (["хистрио", "Ann: 3"], ["setup histrio"]),
        (["histrio", "final", "Ann: 3"], ["score histrio final 'Ann: 3'"]),
        (["night", "histrio", "Ann", "Bob"], ["night start histrio Ann Bob"]),
        (["print", "turandot"], ["print pad turandot", "print aid turandot", "print setup turandot"]),
        (["batch", "histrio", "final"], ["score histrio final"]),
        (["batch", "histrio"], ["score histrio "]),
    ],
    ids=str,
)
def test_a_game_where_none_belongs_is_told_what_can_be_done_with_it(words, offered, language):
    ran = run_callboard(*words, "--lang", language)
    assert ran.status == 2
    assert not ran.out
    assert all(f"\n  callboard {command}" in ran.err for command in offered)


def test_a_game_that_is_asked_about_shows_itself_and_its_commands():
    told = run_callboard("games", "turandot").out
    assert told.startswith("Turandot (turandot)")
    assert "  callboard setup turandot\n" in told
    assert "histrio" not in told
    assert [game["id"] for game in run_callboard("games", "turandot", "--json").json()["games"]] == ["turandot"]
    assert run_callboard("games", "turandott").status == 2


def test_a_game_alone_at_a_terminal_leads_on():
    child = spawn_callboard("histrio", "--lang", "en")
    child.expect_exact("Histrio: what")
    answer(child, "setup", "2")
    assert "callboard setup histrio" in rest(child)
    child = spawn_callboard()
    answer(child, "turandot", "score", "final")
    child.expect("callboard score turandot final")
    assert interrupted(child)


@pytest.mark.parametrize("words", [["rules"], ["example"], ["schema"]], ids=" ".join)
def test_a_missing_game_is_asked_for_at_a_terminal(words):
    child = spawn_callboard(*words, PAGER="cat")
    child.expect("Which game")
    answer(child, "turandot")
    if words != ["rules"]:
        answer(child, "final")
    assert "uran" in rest(child)


def test_words_that_begin_as_options_do_may_be_too_many():
    assert run_callboard("games", "--", "-x", "-y").status == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_amount_below_zero_outside_quotes_is_told_to_be_quoted(language):
    ran = run_callboard("score", "historia", "tally", "Ana:", "raid", "-14", "--lang", language)
    assert ran.status == 2
    assert "… -14'" in ran.err
    assert run_callboard("score", "historia", "tally", "Ana: raid -14").status == 0


@pytest.mark.parametrize(
    "line",
    [
        ["setup", "histrio", "Ann", "Bob", "--code", ""],
        ["setup", "histrio", "Ann", "Bob", "--keep", ""],
        ["setup", "histrio", "--players="],
        ["night", "start", "histrio", "Ann", "Bob", "--code="],
        ["rules", "histrio", "--section", ""],
    ],
    ids=str,
)
def test_an_option_with_an_empty_value_is_told_and_not_left_out(line):
    ran = run_callboard(*line)
    option = next(word for word in line if word.startswith("--")).rstrip("=")
    assert (ran.status, ran.out) == (2, "")
    assert f"“{option}” needs a value" in ran.err


@pytest.mark.parametrize(
    ("line", "idle"),
    [
        (["magnificent", "Ada", "draft=yes"], []),  # a step of the set-up says that there is none
        (["magnificent", "Ada", "sides=yes"], []),
        (["magnificent", "Ada", "Ben", "draft=yes", "first=Ben"], []),
        (["magnificent", "Ada", "Ben", "round=2", "advanced=yes"], ["advanced=yes"]),
        (["magnificent", "Ada", "Ben", "draft=no"], []),
        (["histrio", "Ada", "Ben", "seas=2"], []),
        (["histrio", "Ada", "Ben", "seats=given"], []),
    ],
    ids=str,
)
def test_an_option_that_changes_nothing_is_told(line, idle):
    ran = run_callboard("setup", *line)
    assert ran.status == 0
    assert [word for word in line if f" {word} " in ran.err] == idle
