"""A total that somebody counted by hand: every mistake that explains it is found, and nothing that does not."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callboard_nights import commands
from callboard_nights.night import night_of
from callboard_nights.totals import sums_of as sums_of_night
from callboard_scoring.claimed_totals import MOST, Otherwise, Sum, TotalPart, checked, miscounted, sums_of
from callboard_scoring.games import GAMES, find_game
from callboard_scoring.ledger import Reason
from played import PLAYED, scored, seats, steps

AT = "2026-11-22T19:30:00Z"
few = settings(max_examples=max(3, settings().max_examples // 10))
seeds = st.integers(0, 2**32 - 1)
lines = st.builds(
    lambda case, points: Reason(f"game/rule.{case}")(points), st.sampled_from("abcde"), st.integers(-6, 6)
)
sums = st.builds(
    lambda start, own: Sum("Ann", (TotalPart(start), *(TotalPart(line.points, line) for line in own))),
    st.integers(-6, 6),
    st.lists(lines, max_size=9),
)


def told(checked_):
    return [tuple(sorted((*slip.key[1:],) for slip in one)) for one in checked_.explanations]


def found_slowly(own, difference):
    """Return all explanations of one mistake, or else of two, as a set, by trying each."""
    mistakes = [
        (place, part.case, part.points, change, part.points * (1 if change == "doubled" else -1))
        for place, part in enumerate(own.parts)
        for change in ("left-out", "doubled")
        if part.points and (part.line or change == "left-out")
    ]
    singles = {(one[1:4],) for one in mistakes if one[4] == difference}
    return singles or {
        tuple(sorted((one[1:4], other[1:4])))
        for one, other in combinations(mistakes, 2)
        if one[0] != other[0] and one[4] + other[4] == difference
    }


@given(sums, st.integers(-20, 20))
def test_what_one_or_two_mistakes_explain_is_found_and_nothing_else(own, difference):
    result = checked(own, own.total + difference)
    expected = found_slowly(own, difference) if difference else set()
    assert result.agrees == (difference == 0)
    assert len(set(told(result))) == len(result.explanations)
    assert set(told(result)) <= expected
    assert len(result.explanations) == min(MOST, len(expected))
    assert result.more == (len(expected) > MOST)


@pytest.mark.parametrize("number", [MOST, MOST + 1])
def test_there_are_more_explanations_only_where_not_all_are_told(number):
    parts = (TotalPart(1, Reason(f"game/rule.{place}")(1)) for place in range(number))
    result = checked(Sum("Ann", tuple(parts)), number - 1)
    assert (len(result.explanations), result.more) == (MOST, number > MOST)


def test_of_several_equal_lines_both_can_be_left_out():
    line = Reason("game/rule.a")(3)
    own = Sum("Ann", (TotalPart(0), TotalPart(3, line), TotalPart(3, line)))
    assert told(checked(own, 0)) == [(("a", 3, "left-out"), ("a", 3, "left-out"))]
    assert checked(Sum("Ann", (TotalPart(0), TotalPart(3, line))), -3).explanations == ()


def test_what_is_made_of_other_parts_explains_a_total_by_itself_alone():
    line = Reason("game/rule.a")(3)
    own = Sum("Ann", (TotalPart(10), TotalPart(3, line), TotalPart(10, entry=2, alone=True)))
    assert own.total == 13
    assert told(checked(own, 3)) == [(("start", 10, "left-out"),)]
    assert told(checked(own, 0)) == [(("a", 3, "left-out"), ("start", 10, "left-out"))]
    assert checked(own, -7).explanations == ()


# --- A sign, and whole entries ---------------------------------------------------------------------------------------

entries = st.lists(st.tuples(st.integers(-3, 3), st.lists(lines, max_size=3)), max_size=4)


def of_an_evening(start, given):
    """What an evening gives: what there was before, then of each entry what was gained before it and its lines."""
    parts = [TotalPart(start)]
    for number, (gained, own) in enumerate(given, 1):
        parts += [TotalPart(gained, entry=number), *(TotalPart(line.points, line, number) for line in own)]
    return Sum("Ann", tuple(parts))


@given(st.integers(-6, 6), entries)
def test_a_sign_and_whole_entries_are_found_and_nothing_else(start, given):
    own = of_an_evening(start, given)
    steps = [[points for points in (gained, *(line.points for line in lines)) if points] for gained, lines in given]
    steps = [(number, points) for number, points in enumerate(steps, 1) if points]
    total = start + sum(sum(points) for _, points in steps)
    expected = {("until", 0, start)} if start and sum(len(points) for _, points in steps) > 1 else set()
    for place, (number, points) in enumerate(steps):
        later = steps[place + 1 :]
        if sum(points) and sum(len(more) for _, more in later) > 1:
            expected.add(("until", number, total - sum(sum(more) for _, more in later)))
        if later and len(points) > 1:
            expected.add(("without", number, total - sum(points)))
    losses = {(line.reason, line.points) for _, lines in given for line in lines if line.points < 0}
    every = list(miscounted(own))
    said = {(one.way, one.entry, total + one.points) for one in every if one.way != "reversed"}
    assert said == {one for one in expected if one[2] != total}
    signs = [one for one in every if one.way == "reversed"]
    assert {(one.why.reason, one.why.points) for one in signs} == losses
    assert len(signs) == len(losses)
    assert len(every) == len(said) + len(signs)
    for one in every:
        assert one.name == "Ann"
        assert one.why is None or one.points == -2 * one.why.points
        assert one in checked(own, total + one.points).otherwise


@given(sums)
def test_of_a_record_nothing_but_what_there_was_before_is_found(own):
    start, *rest = (part.points for part in own.parts)
    until = [one for one in miscounted(own) if one.way != "reversed"]
    several = sum(points != 0 for points in rest) > 1
    assert [(one.way, one.entry, one.points) for one in until] == (
        [("until", 0, -sum(rest))] if start and several and sum(rest) else []
    )


def test_what_a_game_has_otherwise_is_told_behind_what_any_game_has():
    line = Reason("game/rule.a")(-3)
    own = Sum("Ann", (TotalPart(0), TotalPart(-3, line)))
    games = [Otherwise("Ann", 6, Reason("game/rule.b")(6)), Otherwise("Bob", 6), Otherwise("Ann", 5)]
    assert checked(own, 3, games).otherwise == (Otherwise("Ann", 6, line, way="reversed"), games[0])
    assert checked(own, -3, games).otherwise == ()


# --- Every game ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "stage"), [(game.id, stage) for game in GAMES for stage in game.stages])
def test_every_total_is_the_sum_of_its_parts(game, stage):
    result = scored(game, stage, find_game(game).example(stage))
    totals = {score.name: score.total for score in result.players} if result.scored else {}
    assert {own.name: own.total for own in sums_of(result)} == totals


@pytest.mark.parametrize("game", PLAYED)
@few
@given(seeds)
def test_every_standing_is_the_sum_of_its_parts(game, seed):
    names = seats(game, seed)
    log = commands.begin(find_game(game), names, AT)
    for step in steps(game, seed, names):
        log = (*log, commands.add(night_of(log), step.stage, step.entered, AT))
        night = night_of(log)
        totals = dict(night.totals) if game != "intrigo" else {}
        assert {own.name: own.total for own in sums_of_night(night)} == totals


@pytest.mark.parametrize("game", PLAYED)
@few
@given(seeds)
def test_what_each_had_after_an_entry_is_found(game, seed):
    names = seats(game, seed)
    log = commands.begin(find_game(game), names, AT)
    for step in steps(game, seed, names):
        log = (*log, commands.add(night_of(log), step.stage, step.entered, AT))
    night = night_of(log)
    own = {one.name: one for one in sums_of_night(night)}
    for name, one in own.items():
        totals = [night.start[name], *(entry.totals[name] for entry in night.entries)]
        for miscount in miscounted(one):
            if miscount.way == "until":
                assert one.total + miscount.points == totals[miscount.entry]
        said = {one.total + each.points for each in miscounted(one) if each.way == "until"}
        for before, after, entry in zip(totals, totals[1:], night.entries, strict=False):
            later = [part for part in one.parts if part.points and not part.alone and part.entry > entry.number]
            if before != after != one.total and len(later) > 1 and find_game(game).evening().total:
                assert after in said


@few
@given(seeds)
def test_a_season_left_out_of_an_evening_is_found(seed):
    names = seats("histrio", seed)
    log = commands.begin(find_game("histrio"), names, AT)
    for step in (step for step in steps("histrio", seed, names) if step.stage == "season"):
        log = (*log, commands.add(night_of(log), step.stage, step.entered, AT))
    for own in sums_of_night(night_of(log)):
        for part in own.parts:
            if part.line is not None and part.points:
                explained = checked(own, own.total - part.points).explanations
                assert (part.line.reason, part.points) in {
                    (slip.part.line and slip.part.line.reason, slip.part.points) for (slip,) in explained
                } or len(explained) == MOST
