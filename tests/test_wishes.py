"""`callboard setup` with wishes: --keep, --without, --not-like-last, and who begins by the rulebook's own rule."""

import re
import shlex

import pytest

from callboard_cli.render.setups import clashing
from callboard_cli.ui.output import UI
from callboard_locales import catalog
from callboard_scoring.constrained_draws import Clash, ClashError, Demand, Shape
from callboard_scoring.games import find_game
from conftest import LANGUAGES, one_language_each, run_callboard

THREE = ("Ann", "Ben", "Cleo")


@pytest.fixture
def home(tmp_path):
    """Run a command with saved evenings of its own."""

    def run(*words, **extra):
        return run_callboard(*words, **{"CALLBOARD_HOME": str(tmp_path), "CALLBOARD_LANG": "en", **extra})

    return run


@pytest.fixture
def intrigo(home):
    """The same, with an evening of Intrigo that was set up."""
    home.first = home("setup", "intrigo", *THREE, "--night", "--json").json()
    return home


def test_parts_of_a_code_are_kept_and_a_new_code_brings_the_outcome_back(home):
    first = home("setup", "intrigo", *THREE, "--json").json()
    kept = home("setup", "intrigo", *THREE, "--code", first["code"], "--keep", "families,palace", "--json").json()
    assert {name: kept["draws"][name] for name in ("families", "palace")} == {
        name: first["draws"][name] for name in ("families", "palace")
    }
    assert kept["demands"] == {"keep": {"parts": ["families", "palace"], "code": first["code"]}}
    again = home("setup", "intrigo", *THREE, "--code", kept["code"], "--json").json()
    assert again == {key: value for key, value in kept.items() if key != "demands"}


@one_language_each
@pytest.mark.parametrize("options", [("intrigo",), ("turandot",), ("histrio",), ("historia",), ("magnificent",), ("magnificent", "round=2")])  # fmt: skip
def test_a_step_is_true_of_what_was_kept_as_of_what_was_drawn(home, options, language):
    """A code does not carry how its lots came about: that they were drawn or rolled no step may say."""
    first = home("setup", options[0], *THREE, *options[1:], "--json", CALLBOARD_LANG=language).json()
    parts = {"historia": "order", "magnificent": "dice"}.get(options[0], "seats")
    line = ("setup", options[0], *THREE, *options[1:], "--code", first["code"], "--keep", parts)
    told = " ".join(step["text"] for step in home(*line, "--json", CALLBOARD_LANG=language).json()["steps"])
    came = {
        "en": r"drawn (by lot|at random)|as rolled|rolled:|by lot, as|falls on|By lot, unless",
        "ru": r"как выпали|выпало|по жребию,|предлагаем (такие|такой|жребий:)|игрок — по жребию|хода по жребию",
        "es": r"sacado a|han salido|por sorteo, (como|salvo)|le toca|, al azar:|de turno, por",
    }
    assert not re.search(came[language], told)


def test_parts_of_a_code_of_version_1_are_kept(home):
    first = home("setup", "histrio", *THREE, "Dee", "--code", "histrio-4-0-000c1s-16", "--json").json()
    base = ("setup", "histrio", *THREE, "Dee", "--code", "histrio-4-0-000c1s-16")
    kept = home(*base, "--keep", "coin", "--keep", "seats", "--json").json()
    assert [kept["draws"][name] for name in ("coin", "needle", "seats")] == [
        first["draws"][name] for name in ("coin", "needle", "seats")
    ]
    assert kept["code"].rpartition("-")[2].startswith("2")


def test_without_a_code_parts_are_kept_from_the_last_evening_that_was_set_up(intrigo):
    intrigo("night", "start", "intrigo", *THREE)  # of this one nobody knows how it was set up
    for _ in range(6):
        kept = intrigo(
            "setup", "intrigo", "cleo", "ANN", "Ben", "--keep", "families", "--not-like-last", "--json"
        ).json()
        was = {name.casefold(): family for name, family in intrigo.first["draws"]["families"].items()}
        assert {name.casefold(): family for name, family in kept["draws"]["families"].items()} == was
        assert kept["draws"]["first"].casefold() != intrigo.first["draws"]["first"].casefold()
        night = intrigo.first["night"]
        assert kept["demands"] == {
            "keep": {"parts": ["families"], "code": intrigo.first["code"], "night": night},
            "unlike": {"night": night, "parts": ["seats", "first"]},
        }


def test_a_renamed_player_keeps_what_was_hers(intrigo):
    assert intrigo("night", "rename", "Ann", "Anna").status == 0
    kept = intrigo("setup", "intrigo", "Anna", "Ben", "Cleo", "--keep", "families", "--json").json()
    assert kept["draws"]["families"]["Anna"] == intrigo.first["draws"]["families"]["Ann"]


def test_an_evening_begins_with_what_was_wished(intrigo, tmp_path):
    begun = intrigo("setup", "intrigo", *THREE, "--without", "dandolo", "--not-like-last", "--night", "--json").json()
    assert "dandolo" not in begun["draws"]["families"].values()
    night = intrigo("night", "--json").json()
    assert night["night"] == begun["night"]
    assert night["setup"] == begun["code"]
    (tmp_path / "night.txt").write_text(intrigo("night", "export").out, encoding="utf-8")
    assert intrigo("replay", str(tmp_path / "night.txt"), "--json").json()["setup"] == begun["code"]
    assert intrigo("night", "import", str(tmp_path / "night.txt")).status == 0
    started = intrigo("night", "start", "intrigo", *THREE, "--code", begun["code"], "--json").json()
    assert started["players"] == [player["name"] for player in begun["players"]]


@pytest.mark.parametrize(("code", "seats"), [("histrio-4-0-000c1s-16", "Dee Cleo Ann Ben"), ("histrio-4-0-7-2f", "Ben Cleo Ann Dee")])  # fmt: skip
def test_evenings_are_begun_and_kept_with_codes_of_both_versions(home, tmp_path, code, seats):
    begun = home("night", "start", "histrio", *THREE, "Dee", "--code", code, "--json").json()
    assert begun["players"] == seats.split()
    for how in (["--dispute"], []):
        (tmp_path / "night.txt").write_text(home("night", "export", *how).out, encoding="utf-8")
        told = home("replay", str(tmp_path / "night.txt"), "--json").json()
        assert (told["setup"], told["players"]) == (code, seats.split())
    other = {"CALLBOARD_HOME": str(tmp_path / "other")}
    assert home("night", "import", str(tmp_path / "night.txt"), **other).status == 0
    (saved,) = home("night", "list", "--json", **other).json()["nights"]
    assert home("night", "show", saved["night"], "--json", **other).json()["setup"] == code
    kept = home("setup", "histrio", *THREE, "Dee", "--keep", "seats,colours", "--json").json()
    assert [player["name"] for player in kept["players"]] == seats.split()


def test_nobody_who_is_new_has_to_differ(home):
    night = home("setup", "turandot", *THREE, "--night", "--json").json()["night"]
    told = home("setup", "turandot", "Dan", "Eve", "Fay", "--not-like-last").out.splitlines()
    assert f"Nothing here can differ from the evening {night}." in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_parts_and_things_are_typed_and_told_in_each_language(intrigo, language):
    words = catalog(language)
    family = words.text("intrigo/token.morosini").partition("|")[0]
    part, first = words.text("intrigo/part.palace").partition("|")[0], words.text("setup.first").partition("|")[0]
    line = ("setup", "intrigo", *THREE, "--keep", f"{part},{first}", "--without", family, "--not-like-last")
    told = intrigo(*line, CALLBOARD_LANG=language).out.splitlines()
    kept, begins = words.text("setup.kept-of-night"), words.text("setup.first-told")
    seats, families = words.text("setup.seats").partition("|")[0], words.text("intrigo/part.families").partition("|")[0]
    values = {"night": intrigo.first["night"]}
    rolled = words.text("setup.rolled") % {"parts": words.list([seats, families])}
    assert f"{kept % {**values, 'parts': words.list([part, begins])}} {rolled}" in told
    assert words.text("setup.left-out") % {"things": f"{words.text('intrigo/kind.families')} {family}"} in told
    assert words.text("setup.unlike") % {**values, "parts": words.list([seats, families])} in told
    command = next(one for one in told if "--code" in one).partition("callboard ")[2]
    again = intrigo(*shlex.split(command), CALLBOARD_LANG=language).out.splitlines()
    assert [one for one in told if one in again] == again


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (("--keep", "famlies"), "no part “famlies”. Did you mean “families”? All: seats, families, palace, first."),
        (("--keep", "coins"), "no part “coins”. There are: seats, families, palace, first."),
        (("--without", "mrosi"), "nobody “mrosi”. Did you mean “Morosini”? All: families Contarini, Dandolo, Gradenigo and Morosini."),
        (("--without", "Tiepolo"), "nobody “Tiepolo”. It deals: families Contarini, Dandolo, Gradenigo and Morosini."),

        (("--keep", "seats"), "--keep: no evening of this game was saved with its set-up."),
    ],
)  # fmt: skip
def test_what_there_is_not_is_told_with_what_there_is(home, wish, said):
    refused = home("setup", "intrigo", *THREE, *wish)
    assert (refused.status, refused.out) == (2, "")
    assert said in refused.err


def test_other_set_ups_of_a_game_have_other_parts(home):
    assert "There are: coin." in home("setup", "histrio", *THREE, "season=2", "--keep", "seats").err
    assert "There are: dice." in home("setup", "magnificent", *THREE, "round=2", "--keep", "boards").err
    code = home("setup", "turandot", *THREE, "first=rule", "--json").json()["code"]
    assert "It can keep: seats, colours." in home("setup", "turandot", *THREE, "--code", code, "--keep", "first").err
    differ = home("setup", "turandot", "Ann", "Ben", "--code", code, "--keep", "seats")
    assert "disagree on how many play: 2, 3" in differ.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_nothing_is_dealt_nothing_can_be_left_out(home, language):
    words = catalog(language)
    for game in ("histrio", "turandot", "historia"):
        refused = home("setup", game, *THREE, "--without", "Contarini", CALLBOARD_LANG=language)
        assert (refused.status, refused.out) == (2, "")
        assert refused.err.splitlines()[0] == words.text("usage.setup-deals-nothing")
    later = home("setup", "magnificent", *THREE, "round=2", "--without", "I", CALLBOARD_LANG=language)
    assert later.err.splitlines()[0] == words.text("usage.setup-deals-nothing-here")


@pytest.mark.parametrize(("typed", "said"), [("1", "Dealt to nobody: board I."), ("ii,4", "Dealt to nobody: boards II and IV.")])  # fmt: skip
def test_boards_are_left_out_by_number_and_told_as_boards(home, typed, said):
    names = THREE[:2]
    told = home("setup", "magnificent", *names, "--without", typed)
    assert said in told.out.splitlines()
    assert "It deals: boards I, II, III and IV." in home("setup", "magnificent", *names, "--without", "5").err
    spanish = home("setup", "magnificent", *names, "--without", "5", CALLBOARD_LANG="es").err
    assert "Reparte: tableros I, II, III y IV." in spanish
    mixed = home("setup", "magnificent", *names, "--without", typed, "--also", "ru").out
    assert f"{said} / Не участвует: планшет" in mixed


# --- A code with wishes ----------------------------------------------------------------------------------------------


def test_what_meets_the_wishes_stays_as_the_code_has_it(home):
    first = home("setup", "intrigo", *THREE, "--json").json()
    dealt = first["draws"]["families"]
    out = next(iter(dealt.values()))
    line = ("setup", "intrigo", *THREE, "--code", first["code"], "--without", out)
    for _ in range(5):
        made = home(*line, "--json").json()
        assert {key: made["draws"][key] for key in ("seats", "palace", "first")} == {
            key: first["draws"][key] for key in ("seats", "palace", "first")
        }
        assert out not in made["draws"]["families"].values()
        assert made["demands"]["keep"] == {"parts": ["seats", "palace", "first"], "code": first["code"]}
    told = home(*line).out.splitlines()
    assert f"Kept as in {first['code']}: seats, palace and who begins. Drawn again: families." in told


@pytest.mark.parametrize("code", ["intrigo-3-x-8ta4x98q26-2w", "intrigo-3-x-000007-1z"])
def test_where_nothing_has_to_change_it_is_the_same_code(home, code):
    first = home("setup", "intrigo", *THREE, "--code", code, "--json").json()
    (out,) = {"contarini", "dandolo", "gradenigo", "morosini"} - set(first["draws"]["families"].values())
    line = ("setup", "intrigo", *THREE, "--code", code, "--without", out)
    assert home(*line, "--json").json()["code"] == code
    assert f"Nothing had to change: all is as in {code}." in home(*line).out.splitlines()


def test_of_a_code_only_what_is_as_last_time_is_rolled_anew(intrigo):
    first = intrigo.first
    for _ in range(5):
        made = intrigo("setup", "intrigo", *THREE, "--code", first["code"], "--not-like-last", "--json").json()
        assert made["draws"]["palace"] == first["draws"]["palace"]
        assert made["draws"]["first"] != first["draws"]["first"]
        assert all(made["draws"]["families"][name] != family for name, family in first["draws"]["families"].items())
        again = intrigo("setup", "intrigo", *THREE, "--code", made["code"], "--not-like-last", "--json").json()
        assert again["code"] == made["code"]


def test_of_others_who_play_now_it_is_said_whose_parts_were_kept(home):
    four = ("Ann", "Ben", "Vera", "Dan")
    night = home("setup", "intrigo", *four, "--night", "--json").json()["night"]
    told = home("setup", "intrigo", "Vera", "Fay", "Gus", "--keep", "families").out.splitlines()
    assert f"Kept as on the evening {night}: families (Vera alone). Drawn again: seats, palace and who begins." in told
    two = home("setup", "intrigo", "Vera", "Ann", "Fay", "Gus", "--keep", "seats,families").out.splitlines()
    assert "Nothing to keep of “seats”: too few of those who played then are here (Vera and Ann)." in two
    assert any("families (Vera and Ann alone)" in line for line in two)
    data = home("setup", "intrigo", "Vera", "Ann", "Fay", "Gus", "--keep", "seats,families", "--json").json()
    assert data["demands"]["keep"] == {
        "parts": ["families"],
        "code": data["demands"]["keep"]["code"],
        "night": night,
        "players": ["Vera", "Ann"],
    }


@pytest.mark.parametrize(("language", "other", "free"), [("en", "seats, families and who begins", "palace"), ("ru", "места, семьи и кто начинает", "дворец"), ("es", "asientos, familias y quién empieza", "palacio")])  # fmt: skip
def test_what_cannot_be_other_than_last_time_is_said_to_be_rolled_freely(intrigo, language, other, free):
    words = catalog(language)
    told = intrigo("setup", "intrigo", *THREE, "--not-like-last", CALLBOARD_LANG=language).out.splitlines()
    unlike = words.text("setup.unlike") % {"parts": other, "night": intrigo.first["night"]}
    assert f"{unlike} {words.text('setup.free') % {'parts': free}}" in told
    helped = intrigo("setup", "intrigo", "--help", CALLBOARD_LANG=language).out
    assert (
        f"{words.text('setup.not-like-last-here') % {'parts': other}} {words.text('setup.free') % {'parts': free}}"
        in helped
    )


def test_options_beside_a_code_are_refused_with_the_way_to_have_them(home):
    code = home("setup", "turandot", *THREE, "first=Ann", "--json").json()["code"]
    refused = home("setup", "turandot", *THREE, "--code", code, "seats=given")
    assert refused.status == 2
    assert "--keep" in refused.err
    assert home("setup", "turandot", *THREE, "--code", code, "--keep", "colours", "seats=given").status == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_clashes_break_no_option_on_a_narrow_screen(monkeypatch, language):
    monkeypatch.setenv("COLUMNS", "40")
    demands = (Demand("without", "dandolo"), Demand("without", "contarini"), Demand("without", "morosini"))
    error = ClashError([Clash("families", Shape.DEALT, demands, left=1)])
    (told,) = clashing(UI(catalog(language), plain=False), find_game("intrigo"), error, 3).lines
    assert told.count("--without") == 3
    assert max(map(len, told.splitlines())) <= 40


def test_clashes_are_named_all_at_once_and_in_the_reader_s_words(intrigo):
    first = intrigo.first["draws"]["first"]
    other = next(name for name in THREE if name != first)
    told = intrigo("setup", "intrigo", *THREE, f"first={other}", "--keep", "first", "--without", "dandolo,contarini")
    assert (told.status, told.out) == (2, "")
    assert told.err.splitlines()[:3] == [
        "These wishes cannot be met together:",
        "  --without Dandolo; --without Contarini: left to deal: 2; players: 3.",
        f"  --keep first keeps {first}, but first={other}.",
    ]
    gone = intrigo("setup", "intrigo", "Dan", "Eve", "Fay", "--keep", "first", CALLBOARD_LANG="ru").err
    assert f"  --keep первый (прежнее: {first}): с теми, кто играет сейчас, это невозможно." in gone.splitlines()


def test_without_an_earlier_evening_anything_goes_and_that_is_said(home):
    told = home("setup", "turandot", *THREE, "--not-like-last")
    assert told.status == 0
    assert "No earlier evening of this game was saved with its set-up: anything goes." in told.out.splitlines()
    data = home("setup", "turandot", *THREE, "--not-like-last", "--json").json()
    assert data["demands"] == {"unlike": {"night": None, "parts": []}}


def test_two_players_can_sit_in_one_way_only_and_only_the_rest_is_another(home):
    first = home("setup", "turandot", "Ann", "Ben", "--night", "--json").json()
    for _ in range(6):
        made = home("setup", "turandot", "Ann", "Ben", "--not-like-last", "--json").json()
        assert made["demands"]["unlike"]["parts"] == ["choosing", "puccini"]
        assert made["draws"]["puccini"] != first["draws"]["puccini"]


# --- By the rulebook's rule ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "part", "step"), [("turandot", "puccini", "turandot/setup"), ("intrigo", "first", "intrigo/setup")])  # fmt: skip
@pytest.mark.parametrize("language", LANGUAGES)
def test_by_the_rulebook_s_rule_nobody_is_drawn(home, game, part, step, language):
    words = catalog(language)
    option = f"{words.text('setup.first').partition('|')[0]}={words.text('setup.rule').partition('|')[0]}"
    made = home("setup", game, *THREE, option, "--json", CALLBOARD_LANG=language).json()
    assert made["options"]["first"] == "rule"
    assert made["draws"][part] is None
    name = {"turandot": "turandot/setup.puccini-by-rule", "intrigo": "intrigo/setup.first-by-rule"}[game]
    assert {"rule": step, "text": words.text(name)}.items() <= next(
        one for one in made["steps"] if one["text"] == words.text(name)
    ).items()
    assert all(
        not {"puccini", "first-player-card"} & {piece["piece"] for piece in one["take"]} for one in made["players"]
    )
    again = home("setup", game, *THREE, "--code", made["code"], "--json", CALLBOARD_LANG=language).json()
    assert again == made


def test_an_evening_of_turandot_asks_who_sings_best(home):
    assert home("setup", "turandot", *THREE, "first=rule", "--night").status == 0
    bids = ("Ann: 1", "Ben: 2", "Cleo: 3")
    refused = home("night", "add", "round", *bids, "--json").json()
    assert [(one["path"], one["code"]) for one in refused["errors"]] == [("puccini", "missing")]
    assert home("night", "add", "round", *bids, "puccini=Ben").status == 0


def test_where_the_rulebook_s_rule_is_chance_it_is_drawn(home):
    made = home("setup", "magnificent", *THREE, "first=rule", "--json").json()
    assert made["options"]["first"] == "drawn"
    assert made["draws"]["first"] in THREE


@pytest.mark.parametrize("game", ["histrio", "historia"])
@pytest.mark.parametrize(
    ("language", "option"), [("en", "first=rule"), ("ru", "первый=правила"), ("es", "primero=regla")]
)
def test_where_the_sources_name_no_rule_that_is_said(home, game, language, option):
    refused = home("setup", game, *THREE, option, CALLBOARD_LANG=language)
    assert (refused.status, refused.out) == (2, "")
    assert catalog(language).text("usage.no-first-rule") in refused.err.splitlines()


# --- Help and Tab ----------------------------------------------------------------------------------------------------


def test_help_of_a_game_s_set_up_lists_its_parts_and_things(home):
    told = home("setup", "intrigo", "--help").out
    assert "--keep seats|families|palace|first — " in told
    assert "--without Contarini|Dandolo|Gradenigo|Morosini — " in told
    assert "first=NAME|rule — " in told
    assert "--without" not in home("setup", "turandot", "--help").out.partition("\nOptions:")[0]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("callboard setup intrigo Ann Ben Cleo --keep ", ["seats", "families", "palace", "first"]),
        ("callboard setup intrigo Ann Ben Cleo --keep seats,f", ["seats,families", "seats,first"]),
        ("callboard setup intrigo --without g", ["gradenigo"]),
        ("callboard setup magnificent Ann --without=II", ["--without=II", "--without=III"]),
        ("callboard setup turandot Ann Ben first=", ["first=Ann", "first=Ben", "first=drawn", "first=rule"]),
    ],
)
def test_tab_offers_parts_and_things(home, line, offered):
    told = home(_CALLBOARD_COMPLETE="fish", _CALLBOARD_LINE=line).out.splitlines()
    assert [one.partition("\t")[0] for one in told] == offered
