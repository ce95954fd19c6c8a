"""Why not? What a line says that it lacks is the least step with which the rule gives something; the scorer proves it."""

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callboard_scoring.games import GAMES
from conftest import GOLDEN
from misses import games_with_misses, lacking, listed, listed_name, misses, scored, stepped, zeros_of
from played import PLAYED, seats, steps

few = settings(max_examples=max(10, settings().max_examples // 3))
seeds = st.integers(0, 2**32 - 1)
NOTHING, AT_TIMES = listed("nothing"), listed("at-times")
CASES = misses()


def test_each_case_has_a_name_of_its_own():
    names = [miss.name for miss in CASES]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("miss", CASES, ids=[miss.name for miss in CASES])
def test_what_is_missing_is_told_and_one_step_further_the_rule_gives_something(miss):
    line = miss.lines(miss.scored(miss.case["record"]))[miss.case["line"]]
    assert line.points <= 0
    assert lacking(line) == miss.case["lacks"]
    for step, then, gives in miss.steps():
        after = miss.lines(miss.scored(stepped(miss.case["record"], step)))
        assert then in after
        assert after[then].points == gives
        assert not after[then].lacks
    if "short" in miss.case:
        after = miss.lines(miss.scored(stepped(miss.case["record"], miss.case["short"])))
        assert not [one for name, one in after.items() if name == then and one.points == gives and not one.lacks]


def test_where_more_than_one_is_missing_a_case_shows_that_one_less_is_too_little():
    """Unless something else counts what is missing in wholes, which `short` would have to say again."""
    for miss in CASES:
        counts = {lack["count"] for lack in miss.case["lacks"] if isinstance(lack.get("count"), int)}
        assert "short" in miss.case or not counts - {1}, miss.name


@pytest.mark.parametrize("game", games_with_misses())
def test_every_way_in_which_something_is_missing_has_a_case(game):
    (described,) = (one for one in GAMES if one.id == game)
    declared = {
        name
        for file in described.folder.glob("*.py")
        for name in _reasons(file.read_text(encoding="utf-8"))
        if name.partition(".")[2].startswith("lacks")
    }
    met = {f"{game}/{lack['lacks']}" for miss in CASES if miss.game == game for lack in miss.case["lacks"]}
    assert declared == met


def _reasons(source):
    return [part.partition('"')[0] for part in source.split('reason("')[1:]]


def test_whatever_gives_nothing_says_what_is_missing_or_why_nothing_is():
    """Over all golden records; what is listed to lack something at times is met both ways in these."""
    met = set()
    for file in sorted(GOLDEN.glob("*/*.toml")):
        if file.stem not in ("refused", "setup") and file.parent.name in games_with_misses():
            for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
                met |= zeros_of(scored(file.parent.name, file.stem, case["record"]))
    for miss in CASES:
        met |= zeros_of(miss.scored(miss.case["record"]))
    for name in AT_TIMES:
        assert {lacks for known, lacks in met if listed_name(known, {name})} == {True, False}, name
    assert {listed_name(known, NOTHING) for known, _ in met} - {None} == set(NOTHING)


@pytest.mark.parametrize("game", [game for game in PLAYED if game in games_with_misses()])
@few
@given(seeds)
def test_so_it_is_in_evenings_played_at_random(game, seed):
    for step in steps(game, seed, seats(game, seed)):
        zeros_of(scored(game, step.stage, step.whole))
