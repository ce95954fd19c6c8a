"""Turandot: a casting is mended with the fewest swaps, and a reading is told exactly where another would change something."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callboard_scoring.games import find_game
from callboard_scoring.games.turandot.casting import best_casting, casting_points, mending
from callboard_scoring.games.turandot.pieces import ROLES, TYPES
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


# --- A round ---------------------------------------------------------------------------------------------------------


def bids(players):
    """Every legal bid: a number with up to three money cards, or one money card alone."""
    return [(number, money) for number in range(1, players + 2) for money in range(4)] + [(None, 1)]


def revealed(laid, puccini, number):
    players = [
        {"name": f"P{place}", "number": bid, "money": money, "bluff": False} for place, (bid, money) in enumerate(laid)
    ]
    return {"round": number, "puccini": f"P{puccini}", "players": players}


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


@pytest.mark.parametrize("players", range(2, 6))
def test_who_holds_puccini_and_the_imaginary_player_are_asked_for_in_a_game_for_two_alone(players):
    model, given_so_far = GAME.record("final"), {"players": [{"name": f"P{seat}"} for seat in range(players)]}
    asked = [field for field in ("players", "puccini", "imaginary") if model.applies(field, given_so_far)]
    assert asked == ["players", "puccini", "imaginary"][: 3 if players == 2 else 1]
