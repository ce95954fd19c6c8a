"""`callboard setup` with wishes: --keep, --without, --not-like-last, and who begins by the rulebook's own rule."""

import shlex

import pytest

from callboard_locales import catalog
from conftest import LANGUAGES, run_callboard

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
    assert f"Nothing here has to be other than on the evening {night}." in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_parts_and_things_are_typed_and_told_in_each_language(intrigo, language):
    words = catalog(language)
    family = words.text("intrigo/token.morosini").partition("|")[0]
    part, first = words.text("intrigo/part.palace").partition("|")[0], words.text("setup.first").partition("|")[0]
    line = ("setup", "intrigo", *THREE, "--keep", f"{part},{first}", "--without", family, "--not-like-last")
    told = intrigo(*line, CALLBOARD_LANG=language).out.splitlines()
    shown = {name: words.list([part, first]) for name in ("parts",)}
    seats, families = words.text("setup.seats").partition("|")[0], words.text("intrigo/part.families").partition("|")[0]
    values = {"night": intrigo.first["night"]}
    assert words.text("setup.kept-of-night") % {**values, **shown} in told
    assert words.text("setup.left-out") % {"things": family} in told
    assert words.text("setup.unlike") % {**values, "parts": words.list([seats, families])} in told
    command = next(one for one in told if "--code" in one).partition("callboard ")[2]
    again = intrigo(*shlex.split(command), CALLBOARD_LANG=language).out.splitlines()
    assert [one for one in told if one in again] == again


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (("--keep", "famlies"), "no part “famlies”. Did you mean “families”? All: seats, families, palace, first."),
        (("--keep", "coins"), "no part “coins”. There are: seats, families, palace, first."),
        (("--without", "moro"), "nobody “moro”. Did you mean “Morosini”? All: Contarini, Dandolo, Gradenigo, Morosini."),
        (("--without", "Tiepolo"), "nobody “Tiepolo”. It deals: Contarini, Dandolo, Gradenigo, Morosini."),
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
