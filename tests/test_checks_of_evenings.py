"""`callboard night check` and `night show --entry`: an evening's totals compared, and an old entry told again."""

import json
import shutil
import sys

import pytest

from callboard_locales import catalog
from conftest import LANGUAGES, run_callboard, sampled
from running import answer, interrupted, on_a_terminal, rest, spawn_callboard, uncoloured

FIRST = ["season", "mood=comedy", "Ada: C3 C2 +4", "Ben: C2 T2"]
"""Ada has 2 + 3 + 3 + 4 = 12, Ben 1."""
SECOND = ["season", "mood=tragedy", "Ada: T1", "Ben: T3"]
"""Ada has 1 + 5 = 6, Ben 1 + 5 + 5 = 11."""
FINAL = ["final", "Ada: gained 7", "Ben: 20"]
"""Ada 3 + 12 + 6 + 7 = 28; Ben 3 + 1 + 11 = 15, and five more."""


def nights_in(folder):
    """Return how a command is run on the evenings of a folder."""

    def run(*words, **extra):
        return run_callboard("night", *words, CALLBOARD_HOME=str(folder), **extra)

    run.home = str(folder)
    return run


def entered(folder, *entries):
    """Begin an evening of two in a folder, with these entries."""
    night = nights_in(folder)
    for words in (["start", "histrio", "Ada", "Ben"], *(["add", *words] for words in entries)):
        assert night(*words).status == 0
    return night


@pytest.fixture
def night(tmp_path):
    """Run a command on an evening of two that has begun."""
    return entered(tmp_path)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The folder of an evening with two seasons and the end."""
    folder = tmp_path_factory.mktemp("whole")
    entered(folder, FIRST, SECOND, FINAL)
    return folder


@pytest.fixture
def played(whole, tmp_path):
    """Run a command on such an evening of one's own."""
    shutil.copytree(whole, tmp_path, dirs_exist_ok=True)
    return nights_in(tmp_path)


def compared(night, **claimed):
    ran = night("check", *(word for name, of in claimed.items() for word in ("--claimed", f"{name}={of}")), "--json")
    assert (ran.status, ran.err) == (0, ""), ran
    return {
        one["name"]: (
            one["total"],
            [
                [(slip["rule"], slip["case"], slip["points"], slip["change"]) for slip in way]
                for way in one["explanations"]
            ],
        )
        for one in ran.json()["players"]
    }


# --- Totals of an evening --------------------------------------------------------------------------------------------


def test_the_standing_is_compared_and_its_lines_are_those_of_all_entries(played):
    data = played("check", "--claimed", "ben=20", "--claimed", "ADA=24", "--json").json()
    assert list(data) == ["schema", "night", "players"]
    assert [(one["name"], one["total"], one["claimed"], one["agrees"]) for one in data["players"]] == [
        ("Ada", 28, 24, False),
        ("Ben", 20, 20, True),
    ]
    assert data["players"][0]["explanations"] == [
        [{"rule": "histrio/season-secret-request", "case": "paid", "points": 4, "change": "left-out"}]
    ]


def test_the_ecus_of_the_set_up_and_what_was_gained_can_be_forgotten(night):
    night("add", *FIRST)
    assert compared(night, Ada=12, Ben=1) == {
        "Ada": (15, [[(None, "start", 3, "left-out")], [("histrio/season-pleasing-show", "pleases", 3, "left-out")],
                     [("histrio/season-best-show", "only", 3, "left-out")]]),
        "Ben": (4, [[(None, "start", 3, "left-out")]]),
    }  # fmt: skip
    night("add", *SECOND)
    night("add", *FINAL)
    assert compared(night, Ada=21) == {"Ada": (28, [[(None, "start", 7, "left-out")]])}
    assert compared(night, Ben=35) == {"Ben": (20, [])}


def test_what_was_taken_back_or_given_anew_counts_as_it_stands(played):
    played("edit", "1", "Ada: C3 C2 +6")
    assert compared(played, Ada=24) == {"Ada": (30, [[("histrio/season-secret-request", "paid", 6, "left-out")]])}
    played("undo")
    played("undo")
    assert compared(played, Ada=17, Ben=15) == {
        "Ada": (21, [[("histrio/season-secret-request", "paid", 4, "left-out")]]),
        "Ben": (15, []),
    }


DICE = ["orange 5", "orange 1", "green 2", "clear 3"]
ROUND = {"round": 3, "players": [{"name": "Ada", "points": 150, "coins": 10, "dice": DICE, "card": "flat"}]}
END = {"name": "Ada", "cards": ["flat", "tents 1", "rows 1", "clear-dice"], "plots": [0] * 9, "gems": 0, "hat_place": 1}


@pytest.fixture
def misfit(night):
    """An evening of The Magnificent whose end does not fit any more: round 3 was round 2, after all."""
    assert night("start", "magnificent", "Ada").status == 0
    assert night("add", "round", "-", stdin=json.dumps(ROUND)).status == 0
    assert night("add", "final", "-", stdin=json.dumps({"players": [END]})).status == 0
    assert night("check", "--claimed", "Ada=205", "--json").json()["players"][0]["agrees"]
    assert night("edit", "1", "-", stdin=json.dumps({**ROUND, "round": 2})).status == 0
    return night


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_entry_that_does_not_fit_counts_nothing_and_is_told(misfit, language):
    words = catalog(language)
    assert compared(misfit, Ada=8) == {"Ada": (158, [[(None, "start", 150, "left-out")]])}
    told = misfit("check", "--claimed", "Ada=205", "--lang", language).out
    alarm = words.plural("night/misfits", 1) % {"numbers": 2}
    assert f"\n{words.text('night/misfit').partition('%')[0]}" in told
    assert alarm in told.splitlines()[-4:]
    assert "callboard night edit 2" in told


def test_an_entry_that_does_not_fit_is_not_told_again_but_why(misfit):
    people, program = misfit("show", "--entry", "2"), misfit("show", "--entry", "2", "--json")
    assert (people.status, people.out) == (1, "")
    assert people.err.startswith("Does not fit the earlier entries")
    assert "callboard night edit 2" in people.err
    entries = misfit("--json").json()["entries"]
    assert (program.status, program.json()) == (1, {"schema": 1, "errors": entries[1]["errors"]})


def test_all_that_there_was_before_an_entry_can_be_forgotten(night):
    assert night("start", "magnificent", "Ada").status == 0
    for number, points in ((2, 40), (3, 90)):
        raw = {"round": number, "players": [{**ROUND["players"][0], "points": points, "card": "dice-sum"}]}
        assert night("add", "round", "-", stdin=json.dumps(raw)).status == 0
    total = night("--json").json()["standing"][0]["total"]
    told = night("check", "--claimed", f"Ada={total - 90}")
    assert "all that there was before entry 2 (90 points)" in told.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_are_told_from_which_entry_a_line_comes_and_how_to_see_it(played, language):
    words = catalog(language)
    told = played("check", "--claimed", "Ada=24", "--lang", language).out.splitlines()
    line = next(line for line in told if line.startswith(f"Ada: {words.text('claim.left-out').partition('%')[0]}"))
    assert line.endswith(f", {words.text('night/number') % {'number': 1}}) [1]")
    assert "callboard night show --entry 1" in told[-1]
    gained = played("check", "--claimed", "Ada=21", "--lang", language).out
    between = words.text("claim.since") % {"before": 2, "number": 3, "points": "7"}
    assert between.partition("7")[0] in gained
    start = played("check", "--claimed", "Ada=25", "--lang", language).out
    assert words.text("claim.beginning").partition("%")[0] in start


def test_where_nothing_explains_it_all_lines_stand_above_entry_by_entry(played):
    told = played("check", "--claimed", "Ada=500").out.splitlines()
    assert told[1] == "Ada: before: 3 ecus"
    assert told[2] == "Ada · season 1, entry 1: +2; 2 comedians, 2 ecus: C3, C2 [1]"
    assert "Ada · season 1, entry 1: total 12 ecus" in told
    assert "Ada · season 2, entry 2: total 6 ecus" in told
    assert "Ada · the end of the game, entry 3: came in just before: 7 ecus" in told
    assert not any(line.startswith("Ben") for line in told)
    assert told[-1] == "With the rules: --explain"


def test_doubts_are_told_with_their_entry(night):
    night("add", "season", "season=2", *FIRST[1:])
    told = night("check", "--claimed", "Ada=3").out
    doubted = night("show").out
    assert "Check this:" in doubted
    assert "season 2, entry 1: Check this: " in told


def test_another_evening_is_named_by_its_beginning_and_stays_so_in_commands(played):
    name = played("--json").json()["night"]
    assert played("start", "historia", "Ada", "Ben").status == 0
    assert played("check", "--claimed", "Ada=0", "--json").json()["players"][0]["agrees"]
    told = played("check", name[:3], "--claimed", "Ada=24")
    assert f"callboard night show {name} --entry 1" in told.out


def test_who_was_renamed_is_known_by_both_names(played):
    played("rename", "ada", "Eva")
    assert list(compared(played, Ada=28)) == ["Eva"]
    assert played("check", "--claimed", "Ada=28", "--claimed", "Eva=28", "--json").status == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_without_points_has_nothing_to_compare(night, language):
    assert night("start", "intrigo", "Ada", "Ben", "Cleo").status == 0
    people = night("check", "--claimed", "Ada=3", "--lang", language)
    program = night("check", "--claimed", "Ada=3", "--json", "--lang", language)
    assert (people.status, people.out) == (1, "")
    assert (program.status, [one["code"] for one in program.json()["errors"]]) == (1, ["night.no-points"])
    assert program.json()["errors"][0]["text"] == people.err.strip()


def test_an_unknown_evening_or_player_is_told(night, tmp_path):
    for status, code, words in (
        (1, "night.unknown", ["zzz", "--claimed", "Ada=3"]),
        (2, "claim-unknown", ["--claimed", "Zoe=3"]),
        (2, "claim-missing", []),
        (2, "claim-missing", ["Ada=3"]),
    ):
        program = night("check", *words, "--json")
        assert (program.status, [one["code"] for one in program.json()["errors"]]) == (status, [code])
        assert night("check", *words).status == status
    none = run_callboard("night", "check", "--claimed", "Ada=3", "--json", CALLBOARD_HOME=str(tmp_path / "none"))
    assert (none.status, none.json()["errors"][0]["code"]) == (1, "night.none")


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_totals_of_an_evening_are_asked_for(played):
    child = spawn_callboard("night", "check", "--lang", "en", CALLBOARD_HOME=played.home)
    answer(child, "", "20")
    assert "Ben: 20 agrees." in uncoloured(rest(child))
    child = spawn_callboard("night", "check", "--lang", "en", CALLBOARD_HOME=played.home)
    answer(child, "24")
    assert "callboard night check --claimed Ada=24" in interrupted(child)


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
@pytest.mark.parametrize(("language", "columns"), sampled(LANGUAGES, (40, 80, 120)))
def test_on_a_screen_only_commands_are_wider(played, language, columns):
    words = ["night", "check", "--claimed", "Ada=20", "--claimed", "Ben=500", "--lang", language]
    status, shown = on_a_terminal(*words, columns=columns, CALLBOARD_HOME=played.home)
    lines = uncoloured(shown).splitlines()
    assert status == 0
    assert max(len(line) for line in lines if "callboard night" not in line) <= columns
    assert any("╭" in line and "Ben · " in line for line in lines)
    assert not any("╭" in line and "Ada · " in line for line in lines)


# --- An entry told again ---------------------------------------------------------------------------------------------


def test_an_entry_is_told_again_as_it_was_when_it_was_entered(night):
    first = night("add", *FIRST).out.splitlines()
    data = night("add", *SECOND, "--json").json()
    night("add", *FINAL)
    again = night("show", "--entry", "1").out.splitlines()
    reasons = [line for line in first if line.startswith(("Ada: ", "Ben: ", "[", "Histrio"))]
    assert [line for line in again if line in reasons] == reasons
    assert again[-2:] == ["After entry 1:", "Standing (cities as entered): Ada 15 · Ben 4 ecus"]
    told = night("show", "--entry", "2", "--json").json()
    assert told == {key: data[key] for key in ("schema", "night", "entry", "result", "standing")}


def test_an_entry_may_be_explained_told_in_brief_or_of_one_player(played):
    brief = played("show", "--entry", "1", "--brief").out.splitlines()
    assert brief == [
        "Histrio · the end of a season · season 1 · entry 1",
        "season 1: Ada 12 · Ben 1 ecu",
        "Standing (cities as entered): Ada 15 · Ben 4 ecus",
    ]
    of = played("show", "--entry", "#1", "--of", "ada").out
    assert "\nAda: +4; " in of
    assert "\nBen: +1; " not in of
    explained = played("show", "--entry", "1", "--explain").out
    assert "  Secret Requests at scoring." in explained
    assert "--explain" not in explained
    lacking = played("show", "--entry", "1", "--why-not").out
    assert set(lacking.splitlines()) - set(played("show", "--entry", "1").out.splitlines())
    nobody = played("show", "--entry", "1", "--of", "Zoe")
    assert (nobody.status, nobody.out) == (2, "")
    assert "Ada, Ben" in nobody.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_entry_given_anew_is_told_as_it_stands_and_one_taken_back_gently_not(played, language):
    played("edit", "1", "Ada: C3 C2 +6")
    assert "+6" in played("show", "--entry", "1", "--lang", language).out
    played("undo")
    played("undo")
    gone = played("show", "--entry", "3", "--lang", language)
    assert (gone.status, gone.out) == (1, "")
    assert "redo" in gone.err
    program = played("show", "--entry", "3", "--json")
    assert (program.status, program.json()["errors"][0]["code"]) == (1, "night.taken-back")


@pytest.mark.parametrize("number", ["0", "9", "-1", "x", "9" * 10_000, "\x1b[31m"])
def test_there_is_no_other_entry(played, number):
    ran = played("show", f"--entry={number}")
    assert (ran.status, ran.out) == (1, "")
    assert len(ran.err) < 300
    assert "\x1b" not in ran.err
    assert played("show", f"--entry={number}", "--json").json()["errors"][0]["code"] == "night.no-entry"


@pytest.mark.parametrize("option", [["--explain"], ["--why-not"], ["--of", "Ada"]])
def test_what_is_about_one_entry_asks_for_it(played, option):
    ran = played("show", *option)
    assert (ran.status, ran.out) == (2, "")
    assert option[0] in ran.err
    assert "--entry" in ran.err
