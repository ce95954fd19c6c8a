"""Turandot: what holds for every bid and every troupe; the best casting against plain enumeration."""

from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callboard_scoring.games import find_game
from callboard_scoring.games.turandot.casting import CASTINGS, best_casting, casting_points, mending
from callboard_scoring.games.turandot.pieces import DIRECTORS, ROLES, TYPES
from callboard_scoring.records import read_record
from callboard_scoring.words import NO_WORDS
from running import sections

GAME = find_game("turandot")
WOMEN = {"turandot", "liu"}

singers = st.builds(
    lambda stars, sex, kind, favourite: f"{stars} {sex} {kind}{favourite}",
    st.integers(1, 3),
    st.sampled_from(["male", "female", "indefinite"]),
    st.sampled_from(TYPES),
    st.sampled_from(["", "", " turandot", " calaf", " liu"]),
)
troupes = st.lists(singers, min_size=6, max_size=6)


def scored(stage, raw):
    return GAME.scorer(stage)(read_record(GAME.record(stage), raw, NO_WORDS))


def plain_points(troupe, order, director):
    """What a casting gives, counted once more from the rulebook's words."""
    points = 0
    for role, place in zip(ROLES, order, strict=True):
        _, sex, _, *favourite = troupe[place].split()
        if favourite == [role]:
            points += 2 if director == "favourites" else 1
        if sex == ("male" if role in WOMEN else "female"):
            points -= 1
    return points


@given(troupes, st.sampled_from(["favourites", "none"]))
def test_the_best_casting_is_the_best_of_all_720(troupe, director):
    per_favourite = 2 if director == "favourites" else 1
    every = [plain_points(troupe, order, director) for order in permutations(range(6))]
    assert len(every) == CASTINGS == 720
    best = best_casting(troupe, per_favourite)
    assert best.points == max(every)
    assert best.reached_by == every.count(max(every))
    assert plain_points(troupe, best.casting, director) == max(every)
    first = next(order for order in permutations(range(6)) if plain_points(troupe, order, director) == max(every))
    assert best.casting == first


@given(troupes, st.permutations(range(6)), st.sampled_from([1, 2]))
def test_swaps_mend_a_casting_and_fewer_do_not(troupe, order, per_favourite):
    best = best_casting(troupe, per_favourite).points
    swaps = mending(troupe, tuple(order), per_favourite)
    now = list(order)
    for one, other in swaps:
        left, right = ROLES.index(one), ROLES.index(other)
        now[left], now[right] = now[right], now[left]
    assert casting_points(troupe, tuple(now), per_favourite) == best
    reached = {tuple(order)}
    for _ in range(len(swaps)):
        assert all(casting_points(troupe, casting, per_favourite) < best for casting in reached)
        reached = {
            swapped(casting, left, right) for casting in reached for left in range(6) for right in range(left, 6)
        }


def swapped(casting, left, right):
    turned = list(casting)
    turned[left], turned[right] = turned[right], turned[left]
    return tuple(turned)


@st.composite
def tables(draw, own_castings=True):
    number = draw(st.integers(2, 5))
    directors = draw(st.permutations(list(DIRECTORS)))
    players = [
        {
            "name": f"P{place}",
            "singers": draw(troupes),
            "director": directors[place],
            "staging": draw(st.integers(0, 3)),
            **({"roles": draw(st.permutations(range(6)))} if own_castings and draw(st.booleans()) else {}),
        }
        for place in range(number)
    ]
    if number > 2:
        return {"players": players}
    imaginary = {"singers": draw(troupes), "director": directors[-1]}
    return {"players": players, "puccini": draw(st.sampled_from(["P0", "P1"])), "imaginary": imaginary}


@given(tables())
def test_points_are_lines_of_known_rules_and_never_beat_the_best(raw):
    result = scored("final", raw)
    rules = ["score-stars", "score-staging", "score-favourites", "score-mismatch", "score-director"]
    rules += ["two-players"] * (len(raw["players"]) == 2)
    for score, player in zip(result.players, raw["players"], strict=True):
        assert [line.reason.rule.removeprefix("turandot/") for line in score.lines] == rules
        outcome = result.outcome.players[score.name]
        assert sorted(outcome.casting) == list(range(6))
        every = [plain_points(player["singers"], order, player["director"]) for order in permutations(range(6))]
        cast = plain_points(player["singers"], outcome.casting, player["director"])
        assert outcome.best - score.total == max(every) - cast
        assert "roles" in player or outcome.best == score.total
        lost = cast != max(every)
        assert (score.notes[0].reason.id == "turandot/casting-roles.own-is-worse") == lost


@given(tables(own_castings=False), st.randoms(use_true_random=False))
def test_the_order_of_players_and_singers_changes_no_total(raw, random):
    other = {**raw, "players": [{**player, "singers": list(player["singers"])} for player in raw["players"]]}
    for player in other["players"]:
        random.shuffle(player["singers"])
    random.shuffle(other["players"])
    before, after = scored("final", raw), scored("final", other)
    assert {s.name: s.total for s in before.players} == {s.name: s.total for s in after.players}
    assert set(before.winners) == set(after.winners)


@given(tables(own_castings=False))
def test_one_more_star_is_exactly_one_more_point(raw):
    singer = raw["players"][0]["singers"][0]
    if singer.startswith("3"):
        return
    richer = {**raw, "players": [dict(player) for player in raw["players"]]}
    richer["players"][0]["singers"] = [f"{int(singer[0]) + 1}{singer[1:]}", *raw["players"][0]["singers"][1:]]
    assert scored("final", richer).players[0].total == scored("final", raw).players[0].total + 1


@given(tables())
def test_the_imaginary_player_wins_only_with_more_than_both(raw):
    result = scored("final", raw)
    totals = [score.total for score in result.players]
    if len(totals) > 2:
        assert set(result.outcome.model_dump()) == {"players"}
        assert result.winners
        return
    assert result.outcome.imaginary_total == sum(line.points for line in result.lines)
    assert result.outcome.imaginary_wins == (result.outcome.imaginary_total > max(totals))
    assert bool(result.winners) != result.outcome.imaginary_wins


@pytest.mark.parametrize("director", DIRECTORS)
def test_each_director_by_enumeration_of_types_against_the_words_of_the_rulebook(director):
    """All ways to spread six singers over the types, with one woman and one cat among them."""
    pairs = {"goths": "goth comedian", "comedians": "comedian goth", "alternatives": "alternative classical"}
    pairs["classicals"] = "classical alternative"
    other = next(name for name in DIRECTORS if name not in (director, "none"))
    for kinds in product(TYPES, repeat=3):
        troupe = [f"1 {sex} {kind}" for sex, kind in zip(("male", "female", "indefinite"), kinds, strict=True)]
        troupe += [f"1 male {kind}" for kind in TYPES[:3]]
        empty = ["1 male amateur"] * 6
        raw = {
            "players": [
                {"name": "A", "singers": troupe, "director": director, "staging": 2},
                {"name": "B", "singers": empty, "director": other, "staging": 0},
                {"name": "C", "singers": empty, "director": "none" if director != "none" else "staging", "staging": 0},
            ]
        }
        counts = Counter(singer.split()[2] for singer in troupe)
        if director in pairs:
            plus, minus = pairs[director].split()
            expected = counts[plus] - counts[minus]
        else:
            expected = {
                "six-types": 3 if len(counts) == 6 else 0,
                "staging": 2,
                "indefinite": 1,
                "favourites": 0,
                "none": 0,
            }[director]
        assert scored("final", raw).players[0].lines[4].points == expected


# --- A round ---------------------------------------------------------------------------------------------------------


def bids(players):
    """Every legal bid: a number with up to three money cards, or one money card alone."""
    return [(number, money) for number in range(1, players + 2) for money in range(4)] + [(None, 1)]


def revealed(laid, puccini, number):
    players = [
        {"name": f"P{place}", "number": bid, "money": money, "bluff": False} for place, (bid, money) in enumerate(laid)
    ]
    return {"round": number, "puccini": f"P{puccini}", "players": players}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("number", [1, 4])
def test_every_round_of_two_and_three_players_by_enumeration(players, number):
    """Every combination of bids: who hires is who bid the most, alone at the top, counted here in another way."""
    for laid in product(bids(players), repeat=players):
        raw = revealed(laid, 0, number)
        outcome = scored("round", raw).outcome
        tops = {}
        for bid, money in laid:
            if bid is not None:
                tops.setdefault(bid, []).append(money)
        hired = set()
        for place, (bid, money) in enumerate(laid):
            own = outcome.players[f"P{place}"]
            alone_at_top = bid is not None and money == max(tops[bid]) and tops[bid].count(money) == 1
            assert own.hires == (bid if alone_at_top else None)
            assert own.understudy != alone_at_top
            tried = [i for i, (other, _) in enumerate(laid) if other is None and i != 0]
            staged = bid is None and number != 4 and place == min(tried, default=None)
            assert own.staging == ("costume-designer" if staged else None)
            assert own.spent == (money if alone_at_top or staged else 0)
            assert own.spent + own.returned == money
            hired |= {own.hires} - {None}
        assert outcome.unhired == tuple(n for n in range(1, players + 2) if n not in hired)


@given(st.integers(2, 5).flatmap(lambda n: st.tuples(*[st.sampled_from(bids(n))] * n)), st.data())
def test_turning_the_table_changes_nothing(laid, data):
    players = len(laid)
    puccini = data.draw(st.integers(0, players - 1))
    raw = revealed(laid, puccini, data.draw(st.integers(1, 7)))
    turn = data.draw(st.integers(0, players - 1))
    turned = {**raw, "players": raw["players"][turn:] + raw["players"][:turn]}
    assert scored("round", raw).outcome == scored("round", turned).outcome


@given(st.integers(4, 5).flatmap(lambda n: st.tuples(*[st.sampled_from([*bids(n), (None, 1), (None, 1)])] * n)))
def test_with_four_and_five_players_the_first_two_clockwise_who_tried_are_served(laid):
    outcome = scored("round", revealed(laid, 2, 5)).outcome.players
    order = [(2 + step) % len(laid) for step in range(1, len(laid))]
    tried = [place for place in order if laid[place][0] is None]
    served = [outcome[f"P{place}"].staging for place in tried]
    assert served == ["costume-designer", "carpenter", None, None, None][: len(tried)]
    assert outcome["P2"].staging is None


def otherwise(laid, holder, number, reading):
    """Say who takes what where a passage of the rulebook, or its author, is read otherwise than we read it."""
    order = [(holder + step) % len(laid) for step in range(1, len(laid) + 1)]
    tried = [place for place in order if laid[place][0] is None]
    if reading == "from-holder" and holder in tried:
        tried = [holder, *tried[:-1]]  # the author's count begins with Puccini's holder
    elif holder in tried:
        tried.pop()
    if reading == "tried" and sum(bid is None for bid, _ in laid) > 2 and len(laid) > 3:
        tried = [place for place in order[:2] if place in tried]  # the holder's neighbours and nobody else
    stagehands = 2 if len(laid) > 3 or reading == "one-hire" else 1
    staged = set() if number == 4 else set(tried[:stagehands])
    hires = set()
    for place, (bid, money) in enumerate(laid):
        rivals = [laid[i][1] for i in range(len(laid)) if i != place and laid[i][0] == bid]
        tie = reading == "lower-tie" and len(set(rivals)) < len(rivals)  # all who bid alike are sent away
        if bid is not None and not tie and all(money > rival for rival in rivals):
            hires.add(place)
    return hires, staged


@given(
    st.integers(2, 5).flatmap(lambda n: st.tuples(*[st.sampled_from([*bids(n)[:8], (None, 1), (None, 1)])] * n)),
    st.data(),
)
def test_a_reading_of_the_bids_is_told_exactly_where_another_would_change_who_hires(laid, data):
    holder, number = data.draw(st.integers(0, len(laid) - 1)), data.draw(st.integers(1, 7))
    result = scored("round", revealed(laid, holder, number))
    told = {reading.id.partition(".")[2] for reading in result.readings}
    ours = otherwise(laid, holder, number, None)
    outcome = result.outcome.players
    assert ours == (
        {place for place in range(len(laid)) if outcome[f"P{place}"].hires},
        {place for place in range(len(laid)) if outcome[f"P{place}"].staging},
    )
    for reading in ("lower-tie", "tried", "one-hire", "from-holder"):
        assert (reading in told) == (otherwise(laid, holder, number, reading) != ours), reading
    lone = [place for place, (bid, _) in enumerate(laid) if bid is None]
    assert ("holder" in told) == (holder in lone and number != 4)
    assert ("lone-money" in told) == (bool(lone) and number == 4)
    assert ("order" in told) == (sum(own.understudy for own in outcome.values()) > 1)
    assert ("surplus" in told) == (len(laid) == 2 and number == 4)
    assert ("last" in told) == (len(laid) == 2 and number == 7)


lovers = st.lists(
    st.sampled_from(["male goth turandot", "female goth calaf", "female goth liu", "male goth", "indefinite goth"]),
    min_size=6,
    max_size=6,
)


@given(lovers, st.sampled_from(["favourites", "none"]), st.none() | st.permutations(range(6)))
def test_a_reading_of_the_casting_is_told_exactly_where_another_would_change_a_point(sexes, director, roles):
    troupe = [f"1 {singer}" for singer in sexes]
    plain = {"name": "B", "singers": ["1 male goth"] * 6, "director": "staging", "staging": 0}
    first = {"name": "A", "singers": troupe, "director": director, "staging": 0, **({"roles": roles} if roles else {})}
    raw = {"players": [first, plain, {**plain, "name": "C", "director": "goths"}]}
    result = scored("final", raw)
    told = {reading.id.partition(".")[2] for reading in result.readings}
    castings = list(permutations(range(6)))
    cast = result.outcome.players["A"].casting
    ours = {order: plain_points(troupe, order, director) for order in castings}
    assert ("free" in told) == (len(set(ours.values())) > 1)

    amiss = {("1 male goth turandot", "turandot"), ("1 female goth calaf", "calaf")}
    free = {
        order: points + sum((troupe[i], role) in amiss for role, i in zip(ROLES, order, strict=True))
        for order, points in ours.items()
    }
    assert ("loved" in told) == (max(free.values()) != max(ours.values()) or free[cast] != ours[cast])
    once = {order: plain_points(troupe, order, "none") for order in castings}
    assert ("favourites" in told) == (max(once.values()) != max(ours.values()) or once[cast] != ours[cast])


TROUPE = "1 male goth, 3 female comedian, 2 female amateur, 1 male amateur, 2 male professional, 1 female alternative"


@pytest.mark.parametrize(("language", "who"), [("ru", "Воображаемый: "), ("en", "Imaginary: "), ("es", "Imaginario: ")])
def test_told_line_by_line_every_point_has_an_owner(language, who, callboard):
    lines = ["puccini=Ann", f"Ann: {TROUPE}, none", f"Bob: {TROUPE}, goths", f"imaginary: {TROUPE}, indefinite"]
    told = callboard("score", "turandot", "final", *lines, "--lang", language, "--plain").out.splitlines()
    number_of = sections("\n".join(told))
    cited = ("score-stars", "score-staging", "score-favourites", "score-mismatch", "score-director")
    for section in cited:
        owners = [line.partition(" ")[0] + " " for line in told if line.endswith(f"[{number_of[section]}]")]
        assert owners == ["Ann: ", "Bob: ", who]
