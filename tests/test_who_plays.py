"""Who plays, as people say it: “and” is nobody, a number alone is one, and where two readings are possible one is asked."""

import pytest

from callboard_cli.input.prompts.dialog import Talk
from callboard_cli.input.stage import Stage
from callboard_scoring.games import find_game
from conftest import LANGUAGES, run_callboard
from running import answer, rest, spawn_callboard

ANYA, ANA = ["Аня", "Боря", "Вера"], ["Ana", "Blas", "Clara"]
SAID = [
    (["Аня", "Боря", "и", "Вера"], ANYA),
    (["Аня,", "Боря", "и", "Вера"], ANYA),
    (["АНЯ", "БОРЯ", "И", "ВЕРА"], ["АНЯ", "БОРЯ", "ВЕРА"]),
    (["мы", "Аня,", "Боря", "и", "Вера"], ANYA),
    (["Нас:", "Аня,", "Боря", "и", "Вера"], ANYA),
    (["Аня,", "Боря", "и", "Вера", "играют"], ANYA),
    (["Ana", "Blas", "y", "Clara"], ANA),
    (["Ana, Blas y Clara"], ANA),
    (["Ana, Blas, y Clara"], ANA),
    (["somos", "Ana", "Clara", "e", "Inés"], ["Ana", "Clara", "Inés"]),
    (["we", "are", "Ann", "Bob", "and", "Cid"], ["Ann", "Bob", "Cid"]),
    (["Ann, Bob & Cid"], ["Ann", "Bob", "Cid"]),
    (["Ann", "&", "Bob", ",", "Cid"], ["Ann", "Bob", "Cid"]),
    (["A", "Y", "E"], ["A", "Y", "E"]),
    (["x", "y", "z"], ["x", "y", "z"]),
    (["Ana María", "Blas", "y", "Juan Luis"], ["Ana María", "Blas", "Juan Luis"]),
]


@pytest.mark.parametrize(("words", "names"), SAID, ids=[" ".join(words) for words, _ in SAID])
def test_what_joins_or_introduces_names_is_nobody(words, names, tmp_path):
    home = {"CALLBOARD_HOME": str(tmp_path)}
    started = run_callboard("night", "start", "histrio", *words, "--json", **home)
    assert started.json()["players"] == names
    made = run_callboard("setup", "histrio", *words, "seats=given", "--json")
    assert [seat["name"] for seat in made.json()["players"]] == names
    if ":" not in " ".join(words) and not any(" " in name for name in names):  # a colon stands before a line
        talk = Talk.start(Stage(find_game("histrio"), "final"), "en").answered(" ".join(words))
        assert list(talk.sheet.names) == names


def test_an_option_may_stand_between_commas_with_names():
    made = run_callboard("setup", "histrio", "Ana, Blas y Clara, seats=given", "--json").json()
    assert [seat["name"] for seat in made["players"]] == ANA


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("words", [["Ana", "Blas", "y"], ["Ann, Bob and"], ["и", "Аня", "Боря"]], ids=" ".join)
def test_an_and_that_joins_nobody_is_told(words, language):
    ran = run_callboard("setup", "histrio", *words, "--lang", language)
    assert ran.status == 2
    assert next(word for word in words[0].split() + words[-1:] if word in {"y", "and", "и"}) in ran.err


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "words", "readings"),
    [
        ("histrio", ["García, Luis", "Pérez, Ana"], ["García Luis Pérez Ana", "'Luis García' 'Ana Pérez'"]),
        ("histrio", ["García, Luis", "y", "Eva"], ["García Luis Eva", "'Luis García' Eva"]),
        ("magnificent", ["García, Luis"], ["García Luis", "'Luis García'"]),
        ("histrio", ["Ana Blas y Clara"], ["'Ana Blas' Clara", "Ana Blas Clara"]),
    ],
)
def test_names_that_may_be_meant_in_two_ways_are_refused_with_both(game, words, readings, language):
    ran = run_callboard("setup", game, *words, "--lang", language)
    assert ran.status == 2
    assert all(reading in ran.err for reading in readings)


def test_how_many_can_play_decides_which_way_names_are_meant():
    three = run_callboard("setup", "intrigo", "García, Luis", "Pérez, Ana", "--json").json()
    assert {seat["name"] for seat in three["players"]} == {"García", "Luis", "Pérez", "Ana"}
    alone = run_callboard("setup", "histrio", "García, Luis", "--json").json()
    assert {seat["name"] for seat in alone["players"]} == {"García", "Luis"}


def test_at_a_terminal_it_is_asked_which_way_names_are_meant():
    child = spawn_callboard("setup", "histrio", "García, Luis", "Pérez, Ana", "--plain")
    answer(child, "2")
    told = rest(child)
    assert "Luis García" in told
    assert "Ana Pérez" in told


def test_a_prompt_takes_an_and_and_asks_again_where_it_joins_nobody():
    child = spawn_callboard("setup", "histrio", "--plain")
    answer(child, "Ana, Blas y")
    child.expect("one of them is missing")
    answer(child, "Ana Blas y Clara")
    told = rest(child)
    assert "callboard setup histrio Ana Blas Clara --code" in told
    talk = Talk.start(Stage(find_game("histrio"), "final"), "en").answered("Ana, Blas y")
    assert [problem.code for problem in talk.refused.problems] == ["usage.and-nobody"]


@pytest.mark.parametrize("words", [["3"], ["3", "players"], ["на", "3", "игроков"], ["para 3 jugadores"]], ids=" ".join)
def test_a_number_alone_is_how_many_play(words, tmp_path):
    assert len(run_callboard("setup", "histrio", *words, "--json").json()["players"]) == 3
    started = run_callboard("night", "start", "histrio", *words, "--json", CALLBOARD_HOME=str(tmp_path))
    assert started.json()["players"] == ["Player 1", "Player 2", "Player 3"]
    assert run_callboard("setup", "histrio", *words, "--players", "3").status == 0
    assert "3, 4" in run_callboard("setup", "histrio", *words, "--players", "4").err


def test_a_number_that_cannot_play_is_refused():
    for words in (["setup", "histrio", "9"], ["night", "start", "histrio", "9"], ["table", "histrio", "9"]):
        ran = run_callboard(*words)
        assert (ran.status, "“9”" in ran.err) == (2, True), words


def test_a_prompt_takes_a_number_with_its_word():
    child = spawn_callboard("setup", "histrio", "--plain")
    answer(child, "3 players")
    assert "Player 3" in rest(child)


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\u115f", "\uffa0", "A\u3164da", "\ufe0f", "\u0301", "Ad\u200da"])
def test_a_name_that_cannot_be_seen_is_refused(name, tmp_path):
    ran = run_callboard("night", "start", "histrio", name, "Ben", CALLBOARD_HOME=str(tmp_path))
    assert ran.status == 2
    assert ascii(name[-1 if len(name) == 1 else 1])[1:-1] in ran.err or "\\u200d" in ran.err
    talk = Talk.start(Stage(find_game("histrio"), "final"), "en").answered(f"{name}, Ben")
    assert talk.refused is not None


@pytest.mark.parametrize("names", [("Ada", "Ada\ufe0f"), ("Ada", "\u0410da"), ("Сёма", "Сема"), ("Мила", "Mилa")])
def test_names_that_look_the_same_are_not_two_players(names, tmp_path):
    home = {"CALLBOARD_HOME": str(tmp_path)}
    ran = run_callboard("night", "start", "histrio", *names, **home)
    assert (ran.status, "looks like" in ran.err) == (2, True)
    talk = Talk.start(Stage(find_game("histrio"), "final"), "en").answered(", ".join(names))
    assert [problem.code for problem in talk.refused.problems] == ["usage.name-alike"]
    assert run_callboard("night", "start", "histrio", names[0], "Ben", **home).status == 0
    assert "looks like" in run_callboard("night", "rename", "Ben", names[1], **home).err
    assert run_callboard("night", "rename", names[0], names[1], **home).status == 0


def test_a_family_of_joined_emoji_is_a_name_and_is_shown_as_it_is(tmp_path):
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    home = {"CALLBOARD_HOME": str(tmp_path)}
    assert family in run_callboard("night", "start", "histrio", family, "Ben", **home).out
    assert family in run_callboard("night", "add", "final", f"{family}: 3", "Ben: 4", **home).out


@pytest.mark.parametrize(("name", "typed"), [("Сёма", "Сема"), ("M.ª", "Mª"), ("Mª", "M.ª"), ("И.П.", "и. п.")])
def test_who_is_renamed_is_found_as_in_records(name, typed, tmp_path):
    home = {"CALLBOARD_HOME": str(tmp_path)}
    assert run_callboard("night", "start", "histrio", name, "Ben", **home).status == 0
    assert "Zoe" in run_callboard("night", "rename", typed, "Zoe", **home).out
