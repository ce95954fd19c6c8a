"""`callboard check` and `night check`: totals that people counted, and what makes them other than ours."""

import json
import re
import sys
import tomllib
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callboard_cli.input.claims import claims_in, total_in
from callboard_locales import catalog
from callboard_scoring.claimed_totals import MOST, Otherwise
from callboard_scoring.game import Game
from callboard_scoring.games import GAMES, find_game
from callboard_scoring.ledger import Reading, Reason
from callboard_scoring.problems import RefusedError
from conftest import LANGUAGES, one_language_each, run_callboard, sampled
from played import PLAYED, scored, seats, steps
from running import answer, edit, interrupted, on_a_terminal, rest, spawn_callboard, uncoloured

GOLDEN = tomllib.loads((Path(__file__).parent / "golden_checks.toml").read_text(encoding="utf-8"))["check"]
SEASON = ["histrio", "season", "season=1", "mood=comedy", "Ada: C3 C2 T1 +4", "Bob: C2 T2"]
"""Ada has 2 + 3 + 3 + 4 = 12, Bob 1."""
AMOUNTS = ("territories", "leaders", "wonders", "technology", "raid", "government", "military", "war", "other")
few = settings(max_examples=max(2, settings().max_examples // 10))
seeds = st.integers(0, 2**32 - 1)
terminal = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")


def checked(game, stage, raw, claimed):
    options = [word for name, total in claimed.items() for word in ("--claimed", f"{name}={total}")]
    ran = run_callboard("check", game, stage, "-", *options, "--json", stdin=json.dumps(raw))
    assert (ran.status, ran.err) == (0, ""), ran
    return ran.json()


def mistakes(explanations):
    return [
        [(slip["rule"] or "", slip["case"], slip["points"], slip["change"]) for slip in one] for one in explanations
    ]


# --- Golden ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["name"])
def test_a_total_that_was_counted_wrong_is_explained(case):
    raw = case.get("record") or find_game(case["game"]).example(case["stage"])
    told = checked(case["game"], case["stage"], raw, case["claimed"])
    assert list(told) == ["schema", "players"]
    totals = {score.name: score.total for score in scored(case["game"], case["stage"], raw).players}
    found = {player["name"]: player for player in told["players"]}
    assert list(found) == [name for name in totals if name in case["explanations"]]
    for name, expected in case["explanations"].items():
        player = found[name]
        assert list(player)[:6] == ["name", "total", "claimed", "agrees", "explanations", "more"]
        assert player["total"] == totals[name]
        assert player["agrees"] == (player["claimed"] == totals[name])
        assert mistakes(player["explanations"]) == [[tuple(slip) for slip in one] for one in expected]
        assert not player["more"]
        if "otherwise" in case:
            others = [[one["rule"], one.get("note", one.get("case")), one["points"]] for one in player["otherwise"]]
            assert others == case["otherwise"][name]


def test_every_game_with_totals_is_counted_wrong_in_five_ways_or_more():
    ways = [case["game"] for case in GOLDEN]
    assert {game.id for game in GAMES} - set(ways) == {"intrigo"}
    assert all(ways.count(game) >= 5 for game in set(ways))


# --- Every mistake is named ------------------------------------------------------------------------------------------


def slips_of(score):
    """Every mistake with the points that it makes: a part's own name, its place, and its change."""
    parts = [("", "start", score.start)]
    parts += [(line.reason.rule, line.reason.case or None, line.points) for line in score.lines]
    for place, (rule, case, points) in enumerate(parts):
        if points:
            yield place, (rule, case, points, "left-out"), -points
            if place:
                yield place, (rule, case, points, "doubled"), points


def expected(score, difference):
    """All explanations, by trying each mistake and else each two; each as a set of what tells them apart."""
    slips = list(slips_of(score))
    singles = {(slip,) for _, slip, effect in slips if effect == difference}
    pairs = {
        tuple(sorted((one[1], two[1]), key=str))
        for one, two in combinations(slips, 2)
        if one[0] != two[0] and one[2] + two[2] == difference
    }
    return singles or pairs


@pytest.mark.parametrize("game", [game for game in PLAYED if game != "intrigo"])
@given(seed=seeds, data=st.data())
def test_any_line_or_pair_left_out_of_or_doubled_in_a_true_score_is_named(game, seed, data):
    played = [(step, scored(game, step.stage, step.whole)) for step in steps(game, seed, seats(game, seed))]
    step, result = data.draw(st.sampled_from([one for one in played if one[1].scored and one[1].players]))
    claimed, wrong = {}, {}
    for score in result.players:
        slips = list(slips_of(score))
        count = data.draw(st.integers(0, min(2, len(slips))))
        made = data.draw(st.permutations(slips))[:count] if count else []
        if len({place for place, *_ in made}) == len(made):
            wrong[score.name] = tuple(sorted((slip for _, slip, _ in made), key=str))
            claimed[score.name] = score.total + sum(effect for *_, effect in made)
    told = checked(game, step.stage, step.whole, claimed) if claimed else {"players": []}
    assert [player["name"] for player in told["players"]] == list(claimed)
    for player, score in zip(told["players"], (one for one in result.players if one.name in claimed), strict=True):
        difference = claimed[score.name] - score.total
        assert player["agrees"] == (not difference)
        found = [tuple(sorted(one, key=str)) for one in mistakes(player["explanations"])]
        every = expected(score, difference) if difference else set()
        assert len(found) == len(set(found)) == min(MOST, len(every))
        assert set(found) <= every
        assert player["more"] == (len(every) > MOST)
        if difference:
            assert wrong[score.name] in found or player["more"] or {len(one) for one in found} == {1}


@pytest.mark.parametrize("game", sampled([game for game in PLAYED if game != "intrigo"], every=2))
@few
@given(seed=seeds)
def test_any_line_left_out_of_an_evening_is_named(game, seed):
    names = seats(game, seed)
    with TemporaryDirectory() as home:
        assert run_callboard("night", "start", game, *names, CALLBOARD_HOME=home).status == 0
        lines = {name: [] for name in names}
        for step in steps(game, seed, names):
            words = ["night", "add", step.stage, "-", "--json"]
            added = run_callboard(*words, stdin=json.dumps(step.entered), CALLBOARD_HOME=home)
            assert added.status == 0, added
            for player in added.json()["result"].get("players", []):
                if step.stage in (*find_game(game).evening().adds, *find_game(game).evening().sets):
                    lines[player["name"]] += player["lines"]
        standing = run_callboard("night", "--json", CALLBOARD_HOME=home).json()["standing"]
        claimed, left = {}, {}
        for one in standing:
            left[one["name"]] = next((line for line in lines[one["name"]] if line["points"]), None)
            claimed[one["name"]] = one["total"] - (left[one["name"]] or {"points": 0})["points"]
        options = [word for name, total in claimed.items() for word in ("--claimed", f"{name}={total}")]
        told = run_callboard("night", "check", *options, "--json", CALLBOARD_HOME=home).json()
    assert list(told) == ["schema", "night", "players"]
    for player, one in zip(told["players"], standing, strict=True):
        assert (player["name"], player["total"]) == (one["name"], one["total"])
        line = left[one["name"]]
        if game == "histrio" and line is not None:  # every line of its seasons counts; elsewhere a stage counts anew
            key = (line["rule"], line["case"], line["points"], "left-out")
            assert [key] in mistakes(player["explanations"]) or player["more"]


# --- What is typed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "total"),
    [("84", 84), ("+84", 84), ("-3", -3), ("−3", -3), ("–3", -3), (" 0007 ", 7), ("999999", 999999)],
)
def test_a_total_is_a_whole_number(typed, total):
    assert total_in(typed) == total
    assert claims_in([f"ann={typed}"], ["Bob", "Ann"]) == {"Ann": total}


@pytest.mark.parametrize("typed", ["", "1e9", "3.5", "1000000", "9" * 10_000, "٣", "three", "--3", "3-", "1_0"])
def test_anything_else_is_none(typed):
    assert total_in(typed) is None
    with pytest.raises(RefusedError):
        claims_in([f"Ann={typed}"], ["Ann"])


def test_names_are_read_as_people_type_them_and_totals_come_in_seat_order():
    players = ["Élodie", "a=b", "Лёша"]
    assert list(claims_in(["лЕша=3", "A=B=2", "elodie = 1"], players).items()) == [
        ("Élodie", 1),
        ("a=b", 2),
        ("Лёша", 3),
    ]
    assert claims_in(["Eva=4"], ["Ada"], {"eva": "Ada"}) == {"Ada": 4}  # as she was called before


HOSTILE = {
    "Ann=": "claim-shape",
    "=3": "claim-shape",
    "Ada": "claim-shape",
    "Ada=1e9": "claim-number",
    f"Ada={'9' * 10_000}": "claim-number",
    "\x1b[31mEve\x1b[0m=3": "claim-unknown",
    "Zoe=3": "claim-unknown",
    f"{'Z' * 10_000}=3": "claim-unknown",
}


@one_language_each
@pytest.mark.parametrize("typed", HOSTILE, ids=lambda typed: ascii(typed[:9]))
def test_a_claim_that_is_none_is_told_and_never_run(typed, language):
    words = ["check", *SEASON, "--claimed", typed, "--lang", language]
    people, program = run_callboard(*words), run_callboard(*words, "--json")
    assert (people.status, people.out) == (2, "")
    assert len(people.err) < 400
    assert "\x1b" not in people.err
    assert (program.status, program.err) == (2, "")
    assert list(program.json()) == ["schema", "errors"]
    (error,) = program.json()["errors"]
    assert (error["code"], error["text"]) == (HOSTILE[typed], people.err.strip())


def test_all_mistakes_are_told_at_once():
    typed = ["Ada=3", "ADA=4", "Zoe=1", "Bob=x", "nobody"]
    ran = run_callboard("check", *SEASON, *(word for text in typed for word in ("--claimed", text)), "--json")
    codes = [error["code"] for error in ran.json()["errors"]]
    assert (ran.status, codes) == (2, ["claim-twice", "claim-unknown", "claim-number", "claim-shape"])


def test_three_hundred_claims_cost_little_and_are_not_all_told():
    claims = [word for number in range(300) for word in ("--claimed", f"Zoe{number}=3")]
    ran = run_callboard("check", *SEASON, *claims)
    assert ran.status == 2
    assert 5 < len(ran.err.splitlines()) < 12
    twice = run_callboard("check", *SEASON, *["--claimed", "Ada=3"] * 300, "--json")
    assert [error["code"] for error in twice.json()["errors"]] == ["claim-twice"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_total_and_a_terminal_it_is_said_what_to_type(language):
    people = run_callboard("check", *SEASON, "--lang", language)
    assert (people.status, people.out) == (2, "")
    assert "--claimed" in people.err
    program = run_callboard("check", *SEASON, "--json")
    assert (program.status, program.json()["errors"][0]["code"]) == (2, "claim-missing")


def test_a_record_that_is_refused_is_refused_as_when_it_is_scored():
    words = ["histrio", "season", "mood=comdy", "Ada: C9", "Ben: T1"]
    for options in ([], ["--json"]):
        score = run_callboard("score", *words, *options)
        check = run_callboard("check", *words, "--claimed", "Ada=3", *options)
        assert (check.status, check.out, check.err) == (score.status, score.out, score.err)
        assert check.status == 1


UNSCORED = [("intrigo", "round"), ("magnificent", "perform"), ("turandot", "round"), ("histrio", "court")]


@pytest.mark.parametrize(("game", "stage"), UNSCORED)
def test_a_stage_without_totals_has_nothing_to_compare(game, stage):
    raw = json.dumps(find_game(game).example(stage))
    people = run_callboard("check", game, stage, "-", "--claimed", "Ada=3", stdin=raw)
    program = run_callboard("check", game, stage, "-", "--claimed", "Ada=3", "--json", stdin=raw)
    assert (people.status, people.out) == (1, "")
    assert (program.status, [error["code"] for error in program.json()["errors"]]) == (1, ["claim-no-totals"])
    assert program.json()["errors"][0]["text"] == people.err.strip()


# --- What people are told --------------------------------------------------------------------------------------------


def test_who_agrees_is_told_in_a_line(callboard):
    ran = callboard("check", *SEASON, "--claimed", "ada=12", "--claimed", "Bob=1")
    assert ran.out.splitlines()[:3] == ["Histrio · the end of a season", "Ada: 12 agrees.", "Bob: 1 agrees."]
    assert len(ran.out.splitlines()) == 3
    wide = callboard("check", *SEASON, "--claimed", "ada=12", COLUMNS="120")
    assert wide.out.splitlines()[-1].startswith("The whole count: callboard score histrio season season=1")
    assert "--of" not in wide.out


def said(language, name):
    """The beginning of a message, up to its first place."""
    return catalog(language).text(name).partition("%")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_difference_is_told_with_what_explains_it_and_the_way_to_the_whole_count(language):
    ran = run_callboard("check", *SEASON, "--claimed", "Ada=8", "--lang", language, COLUMNS="150")
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    head = next(place for place, line in enumerate(lines) if line.startswith("Ada: "))
    values = {"claimed": 8, "total": 12, "count": 4}
    assert lines[head] == f"Ada: {catalog(language).text('claim.more') % values}"
    assert lines[head + 1].startswith(f"Ada: {said(language, 'claim.left-out')}+4; ")
    assert lines[head + 1].endswith("[1]")
    assert "[1] season-secret-request" in lines[:head]
    assert lines[-1].startswith(said(language, "claim.whole"))
    assert "--of Ada" in lines[-1]
    again = lines[-1].removeprefix(said(language, "claim.whole"))
    assert again.startswith("callboard score histrio ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_several_explanations_are_numbered_and_both_of_a_pair_have_one_number(language):
    several = run_callboard("check", *SEASON, "--claimed", "Ada=9", "--lang", language).out
    assert f"Ada: {catalog(language).text('claim.any')}\nAda: 1. " in several
    assert "\nAda: 2. " in several
    assert "\nAda: 3. " not in several
    pairs = run_callboard("check", *SEASON, "--claimed", "Ada=6", "--lang", language).out
    assert f"Ada: {catalog(language).text('claim.pairs')}\nAda: 1. " in pairs
    assert pairs.count("\nAda: 2. ") == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_nothing_explains_a_difference_all_lines_of_that_player_stand_above(language):
    told = run_callboard("check", *SEASON, "--claimed", "Ada=99", "--claimed", "Bob=1", "--lang", language).out
    alone = run_callboard("score", *SEASON, "--of", "Ada", "--lang", language).out
    own = [line for line in alone.splitlines() if line.startswith("Ada: ")]
    lines = told.splitlines()
    assert len(own) == 5
    assert lines[1:6] == own
    assert f"Ada: {catalog(language).text('claim.nothing')}" in lines
    assert not any(line.startswith("Bob: +") for line in lines)


def test_only_a_few_explanations_are_told_unless_all_are_asked_for(callboard):
    amounts = {field: number for number, field in enumerate(AMOUNTS, 100)}
    raw = json.dumps({"players": [{"name": "Ada", "amounts": amounts}, {"name": "Ben", "amounts": {}}]})
    words = ["check", "historia", "tally", "-", "--claimed", f"Ada={sum(range(100, 109)) + 1}"]
    found = callboard(*words, "--json", stdin=raw).json()["players"][0]
    assert len(found["explanations"]) == 8
    first, whole = callboard(*words, stdin=raw).out, callboard(*words, "--explain", stdin=raw).out
    assert "\nAda: 3. " in first
    assert "\nAda: 4. " not in first
    assert "Ada: There are more: --explain" in first
    assert f"\nAda: {len(found['explanations'])}. " in whole
    assert "There are more: --explain" not in whole


def test_more_than_twenty_are_not_told_and_that_is_said(callboard, tmp_path):
    home = {"CALLBOARD_HOME": str(tmp_path)}
    assert callboard("night", "start", "historia", "Ada", "Ben", **home).status == 0
    for first in (100, 109, 118):
        amounts = {field: first + place for place, field in enumerate(AMOUNTS)}
        raw = {"players": [{"name": "Ada", "amounts": amounts}, {"name": "Ben", "amounts": {}}]}
        assert callboard("night", "add", "tally", "-", stdin=json.dumps(raw), **home).status == 0
    total = sum(range(100, 127))
    words = ["night", "check", "--claimed", f"Ada={total + 1}"]  # one line left out, and the next one counted twice
    (ada,) = callboard(*words, "--json", **home).json()["players"]
    assert (ada["total"], ada["more"], len(ada["explanations"])) == (total, True, MOST)
    assert "Ada: There are more: --explain" in callboard(*words, **home).out
    assert "Ada: These are the first 20; there are more." in callboard(*words, "--explain", **home).out


def test_explained_the_rules_and_notes_stand_under_what_is_left_out(callboard):
    told = callboard("check", *SEASON, "--claimed", "Ada=8", "--explain").out
    assert "  Secret Requests at scoring." in told
    assert "--explain" not in told
    assert told.index("  Secret Requests at scoring.") < told.index("Ada: you counted")


def test_doubts_are_told_as_when_it_is_scored(callboard):
    words = ["histrio", "final", "Ada: 900", "Ben: 3"]
    score = callboard("score", *words).out
    told = callboard("check", *words, "--claimed", "Ada=0").out
    doubts = [line for line in score.splitlines() if "doubt" in line or line.startswith("Check this")]
    assert all(line in told.splitlines() for line in doubts)


def test_a_second_language_tells_the_lines_too(callboard):
    told = callboard("check", *SEASON, "--claimed", "Ada=8", "--also", "ru").out
    assert "  ru: тайная просьба приносит 4 экю" in told.splitlines()


def test_a_start_is_told_as_what_there_was_before(callboard):
    told = callboard("check", "histrio", "final", "Ada: 31", "Ben: 27", "--claimed", "Ada=0").out
    assert "Ada: Left out: what there was before (31 ecus)" in told.splitlines()


OTHER = [
    Otherwise("Ada", 2, Reason("histrio/season-secret-request.paid")(2, ecus=2)),
    Otherwise("Ada", 2, Reading("histrio/season-pleasing-show.level")),
    Otherwise("Bob", 2, Reading("histrio/season-pleasing-show.level")),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_could_be_decided_otherwise_is_told_with_its_sentence_or_note(language):
    words = ["check", *SEASON, "--claimed", "Ada=14", "--claimed", "Bob=1", "--lang", language]
    with mock.patch.object(Game, "otherwise", return_value=OTHER):
        ada, bob = run_callboard(*words, "--json").json()["players"]
        people = run_callboard(*words).out
    line, note = ada["otherwise"]
    assert "otherwise" not in bob
    assert {key: line[key] for key in ("rule", "case", "points")} == {
        "rule": "histrio/season-secret-request",
        "case": "paid",
        "points": 2,
    }
    assert {key: note[key] for key in ("rule", "note", "points")} == {
        "rule": "histrio/season-pleasing-show",
        "note": "level",
        "points": 2,
    }
    assert re.search(
        rf"^Ada: \d\. {re.escape(catalog(language).text('claim.otherwise') % {'text': line['text']})} \[",
        people,
        re.MULTILINE,
    )
    assert note["text"].partition(".")[0] in people
    assert said(language, "claim.reading") in people
    assert catalog(language).text("claim.nothing") not in people


def test_what_could_be_decided_otherwise_is_looked_for_only_where_totals_differ():
    with mock.patch.object(Game, "otherwise", side_effect=AssertionError):
        assert run_callboard("check", *SEASON, "--claimed", "Ada=12").status == 0


@terminal
@pytest.mark.parametrize(("language", "columns"), sampled(LANGUAGES, (40, 80, 120)))
def test_on_a_screen_nothing_but_commands_is_wider_and_the_answer_is_last(language, columns):
    words = ["check", *SEASON, "--claimed", "Ada=6", "--claimed", "Bob=99", "--lang", language]
    status, shown = on_a_terminal(*words, columns=columns)
    lines = uncoloured(shown).rstrip("\n").splitlines()
    assert status == 0
    assert max(len(line) for line in lines if "callboard score" not in line) <= columns
    rule = max(place for place, line in enumerate(lines) if set(line) == {"─"})
    answer_lines = "\n".join(lines[rule:])
    assert "Ada: " in answer_lines
    assert "Bob: " in answer_lines
    assert said(language, "claim.left-out").strip() in answer_lines
    assert "§" in answer_lines
    assert re.search(r"check.*--claimed|callboard score", " ".join(lines[-3:]))
    assert any("Bob" in line and "╭" in line for line in lines[:rule])
    assert not any("Ada" in line and "╭" in line for line in lines[:rule])


# --- At a terminal ---------------------------------------------------------------------------------------------------


@terminal
@pytest.mark.parametrize("language", LANGUAGES)
def test_totals_are_asked_for_and_who_has_none_is_skipped(language):
    child = spawn_callboard("check", *SEASON, "--lang", language)
    answer(child, "eight")
    child.expect_exact(catalog(language).text("claim.no-number").partition(":")[0] % {"given": "eight"})
    edit(child, "eight", "8")
    answer(child, "")
    shown = rest(child)
    assert child.exitstatus == 0
    assert f"Ada: {catalog(language).text('claim.more') % {'claimed': 8, 'total': 12, 'count': 4}}" in uncoloured(shown)
    assert "--claimed Ada=8" in shown
    assert "\nBob: " not in uncoloured(shown)


@terminal
def test_who_leaves_while_totals_are_asked_for_loses_nothing():
    child = spawn_callboard("check", *SEASON, "--lang", "en")
    answer(child, "8")
    shown = interrupted(child)
    assert child.exitstatus == 1
    assert (
        "callboard check histrio season season=1 mood=comedy 'Ada: C3 C2 T1 +4' 'Bob: C2 T2' --claimed Ada=8" in shown
    )


@terminal
def test_skipping_everybody_compares_nothing():
    child = spawn_callboard("check", *SEASON, "--lang", "en")
    answer(child, "", "")
    assert "nothing to compare" in rest(child)
    assert child.exitstatus == 1


@terminal
def test_a_mistyped_record_is_asked_for_again_and_its_totals_are_kept():
    words = [*SEASON[:-1], "Bob: C2 T9", "--claimed", "Ada=8"]
    child = spawn_callboard("check", *words, "--lang", "en")
    child.expect_exact("such as C3 C3")  # below what is wrong
    edit(child, "C2 T9", "C2 T2")
    answer(child, "")  # the last look
    shown = rest(child)
    assert child.exitstatus == 0
    assert "Ada: you counted 8; it is 12, 4 more." in uncoloured(shown)
    assert "The same again: callboard check histrio season" in shown
    assert "--claimed Ada=8" in shown


@terminal
def test_of_a_stage_without_totals_nothing_is_asked():
    status, shown = on_a_terminal("check", "intrigo", "round", "--lang", "en")
    assert status == 1
    assert "nothing to compare" in shown


def test_of_lines_that_are_alike_any_may_be_the_one():
    record = ["historia", "tally", "Ada: territories 4 leaders 4 wonders 4", "Ben: war 1"]
    people = run_callboard("check", *record, "--claimed", "Ada=8", "--lang", "en").out
    assert "Ada: Left out: +4; territories — or leaders — or wonders [1]" in people
    (one,) = run_callboard("check", *record, "--claimed", "Ada=8", "--json").json()["players"][0]["explanations"]
    assert one == [{"rule": "historia/scoring", "case": "added", "points": 4, "change": "left-out"}]


def test_a_name_and_its_total_apart_are_told_before_the_record():
    run = run_callboard("check", *SEASON, "--claimed", "Ada", "10", "--lang", "en")
    assert (run.status, run.out) == (2, "")
    assert run.err.startswith("“Ada” isn't a total")


def test_a_program_is_told_the_doubts_of_a_record_that_it_checks():
    record = ["magnificent", "round", "round=1", "Ada: 1 +9, orange 5, orange 3, green 2, clear 3, tents 3 max 7"]
    data = run_callboard("check", *record, "--claimed", "Ada=1", "--json").json()
    scored = run_callboard("score", *record, "--json").json()
    assert data["doubts"] == scored["doubts"] != []
