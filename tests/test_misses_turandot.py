"""What a line of Turandot says that it lacks, at tables made at random: the step gives something, and nothing less does."""

from copy import deepcopy
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from callboard_scoring.games.turandot.pieces import DIRECTORS, MONEY, ROLES, SEXES, TYPES
from misses import scored, zeros_of

singers = st.builds(
    lambda stars, sex, kind, role: f"{stars} {sex} {kind}{role}",
    st.integers(1, 3),
    st.sampled_from(SEXES),
    st.sampled_from(TYPES),
    st.sampled_from(("", "", "", " turandot", " calaf", " liu")),
)
troupes = st.lists(singers, min_size=6, max_size=6)


@st.composite
def finals(draw):
    directors = draw(st.permutations(list(DIRECTORS)))
    names = ["Ann", "Bob", "Cid", "Dan"][: draw(st.integers(2, 4))]
    players = [
        {
            "name": name,
            "singers": draw(troupes),
            "director": directors.pop(),
            "staging": draw(st.sampled_from((0, 0, 1, 3))),
            **({"roles": draw(st.permutations(range(6)))} if draw(st.booleans()) else {}),
        }
        for name in names
    ]
    raw = {"players": players}
    if len(names) == 2:
        imaginary = {"singers": draw(troupes), "director": directors.pop()}
        raw |= {"puccini": draw(st.sampled_from(names)), "imaginary": imaginary}
    return raw


def line_of(stage, raw, name, rule):
    (score,) = (score for score in scored("turandot", stage, raw).players if score.name == name)
    return next(line for line in score.lines if line.reason.rule == rule)


def changed(raw, place, **fields):
    further = deepcopy(raw)
    further["players"][place].update(fields)
    return further


@given(finals())
def test_what_a_troupe_lacks_gives_so_many_points(raw):
    result = scored("turandot", "final", raw)
    zeros_of(result)
    for place, score in enumerate(result.players):
        casting = result.outcome.players[score.name].casting
        own = raw["players"][place]["singers"]
        for line in (line for line in score.lines if line.lacks):
            (lack,) = line.lacks
            values, case = lack.values, lack.reason.case
            furthers = list(steps_to(raw, place, own, casting, lack))
            gains = [line_of("final", further, score.name, line.reason.rule).points for further in furthers]
            assert gains
            assert all(gain > 0 for gain in gains)
            if "points" in values:
                assert min(gains) == values["points"]
            if case.startswith("lacks-swap"):
                (further,) = furthers
                total = next(
                    one.total for one in scored("turandot", "final", further).players if one.name == score.name
                )
                assert total - score.total == values["more"] if "more" in values else total <= score.total


def steps_to(raw, place, own, casting, lack):
    """Yield the records in which a troupe has what it lacked, in every way in which that may be."""
    values, case = lack.values, lack.reason.case
    if case == "lacks-element":
        yield changed(raw, place, staging=1)
    elif case.startswith("lacks-swap"):
        roles = list(casting)
        one, other = ROLES.index(values["one"]), ROLES.index(values["other"])
        roles[one], roles[other] = roles[other], roles[one]
        yield changed(raw, place, roles=roles)
    elif case in ("lacks-singer", "lacks-favourite"):
        for role in ROLES[:3]:
            singer = casting[ROLES.index(role)]
            loving = " ".join([*own[singer].split()[:3], role])
            yield changed(raw, place, roles=casting, singers=[*own[:singer], loving, *own[singer + 1 :]])
    elif case in ("lacks-type", "lacks-indefinite"):
        for singer, card in enumerate(own):
            stars, sex, kind, *role = card.split()
            new = [stars, sex, values["type"], *role] if case == "lacks-type" else [stars, "indefinite", kind, *role]
            if new[2] != kind or new[1] != sex:
                yield changed(raw, place, singers=[*own[:singer], " ".join(new), *own[singer + 1 :]])
    elif case == "lacks-types":
        missing = [kind for kind in TYPES if kind not in {card.split()[2] for card in own}]
        assert values["count"] == len(missing)
        doubled = [n for n, card in enumerate(own) if card.split()[2] in {other.split()[2] for other in own[:n]}]
        for number in range(len(missing)):  # with fewer it stays at nothing
            for some in combinations(doubled, number):
                fewer = with_types(own, dict(zip(some, missing, strict=False)))
                name, rule = raw["players"][place]["name"], lack.reason.rule
                assert line_of("final", changed(raw, place, singers=fewer), name, rule).points == 0
        yield changed(raw, place, singers=with_types(own, dict(zip(doubled, missing, strict=False))))


def with_types(own, types):
    """Return singers some of whom are of other types."""
    return [
        " ".join([*card.split()[:2], types.get(number, card.split()[2]), *card.split()[3:]])
        for number, card in enumerate(own)
    ]


@st.composite
def rounds(draw):
    names = ["Ann", "Bob", "Cid", "Dan", "Eva"][: draw(st.integers(2, 5))]
    players = [
        {
            "name": name,
            "number": draw(st.integers(1, 3)),
            "money": draw(st.integers(0, MONEY)),
            "bluff": False,
            **draw(st.sampled_from(({}, {}, {"number": None, "money": 1}))),
        }
        for name in names
    ]
    return {"round": draw(st.integers(1, 7)), "puccini": draw(st.sampled_from(names)), "players": players}


@given(rounds())
def test_so_much_money_and_not_less_or_a_number_of_ones_own_would_have_hired(raw):
    before = scored("turandot", "round", raw).outcome.players
    for place, score in enumerate(scored("turandot", "round", raw).players):
        bid = raw["players"][place]
        lacks = {lack.reason.case: lack.values for line in score.notes for lack in line.lacks}
        more = range(1, MONEY - bid["money"] + 1) if bid["number"] else ()
        by_money = [number for number in more if hires(raw, place, money=bid["money"] + number)]
        free = [number for number in range(1, len(raw["players"]) + 2) if hires(raw, place, number=number)]
        if before[score.name].hires is not None or before[score.name].staging is not None:
            assert not lacks
        else:
            assert lacks["lacks-number"]["numbers"] == [number for number in free if number != bid["number"]]
            assert [lacks["lacks-money"]["count"]] == by_money[:1] if by_money else "lacks-money" not in lacks


def hires(raw, place, **fields):
    """Tell whether a player with another bid hires somebody, with no rival or by the most money on the same number."""
    further = changed(raw, place, **fields)
    bid = further["players"][place]
    if "number" in fields and any(other["number"] == bid["number"] for other in further["players"] if other != bid):
        return False
    return scored("turandot", "round", further).outcome.players[bid["name"]].hires is not None
