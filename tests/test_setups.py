"""Set-ups: what chance decides, and what the table decides instead. The pieces and steps are in golden/GAME/setup.toml."""

import re
import shlex
import tomllib

import pytest

import callboard
from callboard_cli.authoring.check import files_of
from callboard_cli.authoring.checks.setups import setups
from callboard_cli.authoring.draft import Draft
from callboard_locales import catalog
from callboard_scoring.draws import Seeded
from callboard_scoring.games import GAMES, find_game
from callboard_scoring.games.magnificent.pieces import KINDS
from callboard_scoring.options import SHARED
from callboard_scoring.problems import RefusedError
from conftest import GOLDEN, LANGUAGES, run_callboard

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")


def made(game, players, seed=1, **options):
    make, model = find_game(game).setup()
    return make(NAMES[:players], model(**options), Seeded(seed))


def ids(setup):
    return [step.reason.id.partition("/")[2] for step in setup.steps]


# --- As the rulebooks have them --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_set_up_is_what_its_case_says(game):
    """All pieces of every seat, of the table and of the box, and all steps with their values; each choice has a case."""
    draft = Draft(files_of(game))
    assert [finding.text(catalog("en")) for finding in setups(draft)] == []
    assert len(draft.setups) >= 8 * (game.players[1] - game.players[0] + 1)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_a_case_takes_and_leaves_is_the_same_box_for_every_number_of_players(game):
    for case in tomllib.loads((GOLDEN / game.id / "setup.toml").read_text(encoding="utf-8"))["case"]:
        for piece, row in case.get("pieces", {}).items():
            whole = {
                sum(numbers[place] if isinstance(numbers, list) else numbers for numbers in map(row.get, keys))
                for keys in [[key for key in ("take", "box") if key in row]]
                for place in range(len(case["players"]))
            }
            assert len(whole) == 1, piece


# --- What the table decides ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", [game for game in GAMES if "seats" in game.setup()[1].model_fields], ids=lambda g: g.id
)
def test_given_seats_are_those_of_the_names_and_everything_else_is_drawn_as_before(game):
    for players in range(max(2, game.players[0]), game.players[1] + 1):
        for seed in range(20):
            drawn, given = made(game.id, players, seed), made(game.id, players, seed, seats="given")
            names = [seat.name for seat in given.seats]
            first = names.index("Ann")
            assert [*names[first:], *names[:first]] == list(NAMES[:players])  # clockwise, from whoever begins
            for name, value in drawn.draws.items():
                if name in ("coin", "needle", "mood", "choosing", "dice", "palace", "removed"):
                    assert given.draws[name] == value
            assert "setup.seats" in ids(drawn)
            assert "setup.seats" not in ids(given)


@pytest.mark.parametrize(("game", "draw"), [("turandot", "puccini"), ("intrigo", "first"), ("magnificent", "first")])
def test_a_first_player_is_drawn_or_the_first_of_the_names(game, draw):
    for seats in ("drawn", "given"):
        drawn = {made(game, 3, seed, seats=seats).draws[draw] for seed in range(40)}
        assert drawn == set(NAMES[:3])
        assert {made(game, 3, seed, seats=seats, first="given").draws[draw] for seed in range(40)} == {"Ann"}
    assert len({str(made(game, 3, seed, first="given").draws["seats"]) for seed in range(40)}) > 1


def test_the_magnificent_s_first_player_sits_first():
    for seed in range(40):
        for seats in ("drawn", "given"):
            for first in ("drawn", "given"):
                setup = made("magnificent", 4, seed, seats=seats, first=first)
                assert setup.seats[0].name == setup.draws["first"] == setup.draws["seats"][0]


@pytest.mark.parametrize(
    ("language", "seats", "first", "wrong"),
    [("ru", "места=наши", "первый=Боря", "первый=Вова"), ("en", "seats=given", "first=Боря", "FIRST=Вова"), ("es", "Asientos=nuestros", "primero=БОРЯ", "primero=Вова")],
)  # fmt: skip
def test_the_table_s_own_seats_and_first_player_are_understood_in_each_language(language, seats, first, wrong):
    arguments = ("setup", "turandot", "Аня", "Боря", "Вера", "--lang", language)
    set_up = run_callboard(*arguments, seats, first, "--json").json()
    assert set_up["options"] == {"seats": "given", "first": "given"}
    assert [player["name"] for player in set_up["players"]] == ["Боря", "Вера", "Аня"]
    assert set_up["draws"]["puccini"] == "Боря"
    told = run_callboard(*arguments, first)
    command = told.out.splitlines()[-2]
    assert "turandot Боря Вера Аня --code turandot-3-f-" in command
    again = run_callboard(*shlex.split(command.partition("callboard ")[2]), "--lang", language)
    assert again.out == told.out
    refused = run_callboard(*arguments, wrong)
    assert refused.status == 2
    assert all(name in refused.err for name in ("Аня", "Боря", "Вера"))


def test_the_options_of_the_table_are_told_among_a_game_s_own():
    told = run_callboard("setup", "magnificent", "Ann", "Bob", "sides=yes", "first=Bob", "saets=given")
    assert (told.status, told.out) == (2, "")
    assert "seats, first, round, advanced, sides, draft" in told.err
    assert "given, drawn" in run_callboard("setup", "histrio", "Ann", "Bob", "seats=mine").err
    assert "There are: seats, season." in run_callboard("setup", "histrio", "Ann", "Bob", "first=Ann").err


def test_names_that_look_like_options_bring_the_same_set_up_back():
    told = run_callboard("setup", "intrigo", "--lang", "en", "--", "Ann", "--night", "-Bob").out
    (command,) = re.findall("The same set-up again: callboard (.*)", told)
    assert command.startswith("setup intrigo ")
    before, _, names = command.partition(" -- ")
    assert run_callboard(*shlex.split(f"{before} --lang en -- {names}")).out == told


def test_a_code_decides_and_options_that_differ_from_it_are_refused():
    code = run_callboard("setup", "turandot", "Ann", "Bob", "seats=given", "--json").json()["code"]
    again = ("setup", "turandot", "Ann", "Bob", "--code", code)
    assert run_callboard(*again, "seats=given").status == 0
    for other in ("seats=drawn", "first=Ann"):
        refused = run_callboard(*again, other)
        assert refused.status == 2
        assert "Leave one of them out, or say with --keep which parts stay as in the code" in refused.err


def test_names_that_lead_and_seats_that_are_given_are_options_of_programs_too():
    made_up = callboard.set_up("intrigo", NAMES[:4], seats="given", first="Cleo")
    assert [seat.name for seat in made_up.setup.seats] == ["Cleo", "Dan", "Ann", "Bob"]
    assert made_up.setup.draws["first"] == "Cleo"
    names = [seat.name for seat in made_up.setup.seats]
    assert callboard.set_up("intrigo", names, code=made_up.code) == made_up
    with pytest.raises(RefusedError):
        callboard.set_up("intrigo", NAMES[:4], first="Eve")
    drawn = callboard.set_up("intrigo", NAMES[:4])
    assert callboard.set_up("intrigo", NAMES[:4], code=drawn.code, first="Dan") == drawn  # the code decides


def test_the_rulebook_s_rule_is_an_option_of_programs_where_there_is_one():
    made_up = callboard.set_up("turandot", NAMES[:4], first="rule")
    assert made_up.setup.draws["puccini"] is None
    assert callboard.set_up("turandot", NAMES[:4], code=made_up.code) == made_up
    assert callboard.set_up("magnificent", NAMES[:4], first="rule").setup.draws["first"] in NAMES
    assert callboard.set_up("turandot", ("rule", "Ann"), first="rule").setup.draws["puccini"] == "rule"
    for game in ("histrio", "historia"):
        with pytest.raises(RefusedError):
            callboard.set_up(game, NAMES[:4], first="rule")


# --- What the advanced set-up is made of -----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_advanced_is_both_of_its_parts_and_each_is_there_alone(players):
    both = made("magnificent", players, advanced=True)
    assert made("magnificent", players, sides=True, draft=True) == both
    assert made("magnificent", players, advanced=True, draft=False) == made("magnificent", players, sides=True)
    assert made("magnificent", players, advanced=True, sides=False) == made("magnificent", players, draft=True)
    options = find_game("magnificent").setup()[1]
    assert [options(**{name: True}).advanced for name in ("sides", "draft", "advanced")] == [False, False, True]
    alone = {case for name in ("sides", "draft") for case in ids(made("magnificent", players, **{name: True}))}
    assert {"setup-advanced.sides"} <= alone
    assert ("setup-advanced.draft" in alone) is (players > 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_parts_of_the_advanced_set_up_are_named_in_each_language(language):
    words = catalog(language)
    sides, draft = (words.text(f"magnificent/field.{name}") for name in ("sides", "draft"))
    told = run_callboard("setup", "magnificent", "Ann", "Bob", f"{sides}=1", "--lang", language)
    assert told.status == 2  # yes and no are words
    yes = words.text("result.yes")
    options = run_callboard(
        "setup", "magnificent", "Ann", "Bob", f"{sides}={yes}", f"{draft}={yes}", "--lang", language, "--json"
    ).json()["options"]
    assert {name: value for name, value in options.items() if name not in SHARED} == {
        "round": 1,
        "advanced": True,
        "sides": True,
        "draft": True,
    }


# --- What chance decides ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("season", [1, 2])
def test_heads_begins_with_comedy_and_tails_with_tragedy(season):
    starts = {"heads": ("comedy 1", "comedy"), "tails": ("tragedy 1", "tragedy")}
    seen = set()
    for seed in range(20):
        draws = made("histrio", 2, seed, season=season).draws
        assert (draws["needle"], draws["mood"]) == starts[draws["coin"]]
        seen.add(draws["coin"])
    assert seen == set(starts)


@pytest.mark.parametrize("players", [3, 4])
def test_each_player_of_intrigo_leads_another_family(players):
    for seed in range(40):
        draws = made("intrigo", players, seed).draws
        led = [*draws["families"].values(), *([draws["removed"]] if players == 3 else [])]
        assert sorted(led) == ["contarini", "dandolo", "gradenigo", "morosini"]
        assert draws["palace"][1::2] == ["ducat"] * (2 * players)
        assert max(map(draws["palace"][::2].count, draws["palace"][::2])) <= 3


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_set_up_of_the_magnificent_rolls_the_right_dice(players):
    rolled = {1: (1, 1, 1, 2), 2: (3, 3, 3, 2), 3: (4, 4, 4, 3), 4: (5, 5, 5, 4)}[players]
    faces = set()
    for seed in range(300):
        for number in (1, 2, 3):
            dice = made("magnificent", players, seed, round=number).draws["dice"]
            assert tuple(sum(die.startswith(kind) for die in dice) for kind in KINDS) == rolled
            faces |= {die[-1] for die in dice}
        first = made("magnificent", players, seed).draws
        assert len(set(first["boards"].values())) == players
        assert list(first["coins"].values()) == {1: [6], 2: [5, 7], 3: [5, 6, 7], 4: [5, 6, 6, 7]}[players]
    assert faces == set("123456")
    assert "coins" not in made("magnificent", players, sides=True).draws
