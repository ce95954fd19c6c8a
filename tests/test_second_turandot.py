"""Turandot counted once more, from the rulebook alone: bids are played out card by card, and all 720 castings are tried.

The tables below are typed from the Russian rulebook and not taken from the code.
"""

import json
from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from callboard_cli.input.stage import stage_of
from callboard_nights import commands
from callboard_nights.night import night_of
from callboard_scoring.draws import Seeded
from callboard_scoring.games import find_game
from callboard_scoring.words import NO_WORDS
from forms import assert_one_in_all_forms

AT = "2026-11-22T19:30:00Z"
few = settings(max_examples=max(5, settings().max_examples // 4))
GAME = find_game("turandot")
ROUND, FINAL = stage_of(GAME, "round"), stage_of(GAME, "final")
PARTS = ("turandot", "calaf", "liu", "ping", "pong", "pang")
WOMENS = ("turandot", "liu")
KINDS = ("professional", "amateur", "alternative", "classical", "comedian", "goth")
DIRECTORS = ("goths", "comedians", "alternatives", "classicals", "favourites")
DIRECTORS += ("staging", "six-types", "indefinite", "none")
STEPS = ("score-stars", "score-staging", "score-favourites", "score-mismatch", "score-director")
FOR_TWO = "two-players"


def by_director(director, cards, loved, elements):
    """What a director gives, as the pages on the fourth round have it."""
    sexes, kinds = [card[1] for card in cards], [card[2] for card in cards]
    each = {
        "goths": kinds.count("goth") - kinds.count("comedian"),
        "comedians": kinds.count("comedian") - kinds.count("goth"),
        "alternatives": kinds.count("alternative") - kinds.count("classical"),
        "classicals": kinds.count("classical") - kinds.count("alternative"),
        "favourites": loved,
        "staging": elements,
        "six-types": 3 if all(kind in kinds for kind in KINDS) else 0,
        "indefinite": sexes.count("indefinite"),
        "none": 0,
    }
    return each[director]


def told(lines):
    """What lines say: the rule and its case, and the values, without lines in them."""
    return [(line.reason.id.partition("/")[2], dict(line.values)) for line in lines]


def scored(stage, raw):
    return stage.score(stage.record(raw))


# --- A round, played out ---------------------------------------------------------------------------------------------


def played_out(raw):
    """Play the second phase: everybody's cards lie on the table, and each goes where the rulebook sends it.

    Returned is for each player who is hired, which element, what is spent and what is taken back; what lies in the row
    at the end; and what is said.
    """
    seats = raw["players"]
    row = list(range(1, len(seats) + 2))
    laid = {seat["name"]: ["money"] * seat["money"] for seat in seats}
    spent = {name: [] for name in laid}
    hired, said = {}, {}
    for number in list(row):
        bidders = [seat for seat in seats if seat["number"] == number]
        for cards in (3, 2, 1, 0):  # from the most that anybody can have laid
            highest = [seat["name"] for seat in bidders if seat["money"] == cards]
            if highest:
                break
        if len(highest) == 1:
            (name,) = highest
            hired[name] = number
            row.remove(number)
            while laid[name]:
                spent[name].append(laid[name].pop())
        said |= {seat["name"]: said_of(seat, bidders, highest, cards, raw["round"]) for seat in bidders}
    elements = {}
    for seat, helper, sentence in tried_alone(raw):
        said[seat["name"]] = sentence
        if helper:
            elements[seat["name"]] = helper
            spent[seat["name"]].append(laid[seat["name"]].pop())
    came = {
        name: {
            "hires": hired.get(name),
            "understudy": name not in hired,
            "staging": elements.get(name),
            "spent": len(spent[name]),
            "returned": len(laid[name]),
        }
        for name in laid
    }
    return came, row, said


def said_of(seat, bidders, highest, most, turn):
    """What is said of a bid on a number, on which `highest` have laid the most money."""
    name, money = seat["name"], seat["money"]
    values = {"number": seat["number"], "money": money}
    whom = {"what": "director" if turn == 4 else "singer"}
    back = "" if money else "-unpaid"
    if len(bidders) == 1:
        return ("hiring.alone-paid" if money else "hiring.alone"), values | whom
    if highest == [name]:
        rivals = [other["name"] for other in bidders if other["name"] != name]
        return "hiring.highest", values | whom | {"names": rivals}
    if len(highest) == 1:
        return f"hiring.outbid{back}", values | {"winner": highest[0], "top": most}
    if name in highest:
        return f"hiring-ties.tied{back}", values | {"names": [one for one in highest if one != name]}
    return f"hiring-ties.blocked{back}", values | {"names": highest, "top": most}


def tried_alone(raw):
    """Walk round the table from the left of Puccini, and yield each who laid money alone, with who helps and what is said."""
    seats, holder = raw["players"], raw["puccini"]
    helpers = ["costume-designer"] if len(seats) < 4 else ["costume-designer", "carpenter"]
    place = [seat["name"] for seat in seats].index(holder)
    served = []
    for step in range(1, len(seats) + 1):
        seat = seats[(place + step) % len(seats)]
        if seat["number"] is not None:
            continue
        if raw["round"] == 4:
            yield seat, None, ("director-round.no-stagehands", {})
        elif seat["name"] == holder:
            yield seat, None, ("stagehands.holder", {})
        elif helpers:
            helper = helpers.pop(0)
            served.append(seat["name"])
            yield seat, helper, (f"stagehands.{helper.removeprefix('costume-')}", {})
        else:
            yield seat, None, ("stagehands.too-late", {"names": served, "holder": holder})


def still_to_do(raw, came, row):
    """What the table is told to do before the next round, from the sections on understudies and on a new round."""
    names = [seat["name"] for seat in raw["players"]]
    holder = raw["puccini"]
    left = names[(names.index(holder) + 1) % len(names)]
    two, directors = len(names) == 2, raw["round"] == 4
    unlucky = [name for name in names if came[name]["understudy"]]
    if len(unlucky) > 1:
        yield "understudies.hand-out", {"holder": holder, "names": unlucky, "numbers": row}
    elif unlucky and unlucky[0] != holder:
        yield "understudies.hand-one", {"holder": holder, "name": unlucky[0], "numbers": row}
    if two:
        yield "two-players.left-over", {"what": "director" if directors else "singer"}
    else:
        yield "director-round.left-over" if directors else "next-round.left-over", {}
    if raw["round"] in (1, 2, 3):
        remain = {1: 8, 2: 7, 3: 6}[raw["round"]]
        case = "fire-director.fire-rival" if two else "fire-director.fire"
        yield case, {"holder": holder, "left": remain, **({"name": left} if two else {})}
    yield ("casting-roles.the-end", {}) if raw["round"] == 7 else ("next-round.pass", {"name": left})


def assert_played_out(raw):
    came, row, said = played_out(raw)
    result = scored(ROUND, raw)
    assert result.outcome.model_dump() == {"players": came, "unhired": tuple(row)}
    assert len(row) == 1 + sum(one["understudy"] for one in came.values())
    for seat, score in zip(raw["players"], result.players, strict=True):
        name = seat["name"]
        assert (score.name, score.total, score.lines) == (name, 0, ())
        notes = [said[name]]
        if came[name]["understudy"]:
            own = name == raw["puccini"]
            case = "understudies.chosen" if own else "understudies.given"
            notes.append((case, {"numbers": row} if own else {"holder": raw["puccini"], "numbers": row}))
        assert told(score.notes) == notes
        assert came[name]["spent"] + came[name]["returned"] == seat["money"]
    assert told(result.lines) == list(still_to_do(raw, came, row))
    assert (result.scored, result.winners) == (False, None)


def possible_bids(players):
    """Every bid: a number with no money or one to three cards, or one money card alone."""
    return [*product(range(1, players + 2), range(4)), (None, 1)]


def table(bids, holder, turn, bluffs=()):
    """A round's record; whoever is in `bluffs` laid the bluff card too, which nobody asks about."""
    players = [
        {"name": f"P{seat}", "number": number, "money": money, "bluff": seat in bluffs}
        for seat, (number, money) in enumerate(bids)
    ]
    return {"round": turn, "puccini": f"P{holder}", "players": players}


@pytest.mark.parametrize("holder", [0, 1])
def test_all_bids_of_two_players_played_out(holder):
    for number, bids in enumerate(product(possible_bids(2), repeat=2)):
        for turn in (4, 7, 1 + number % 3) if number % 5 else range(1, 8):
            assert_played_out(table(bids, holder, turn))


@pytest.mark.long
@pytest.mark.parametrize("turn", range(1, 8))
@pytest.mark.parametrize("holder", range(3))
def test_all_bids_of_three_players_played_out(holder, turn):
    for bids in product(possible_bids(3), repeat=3):
        assert_played_out(table(bids, holder, turn))


@st.composite
def rounds(draw):
    """Tables where many bid on one number or lay money alone; rarely all alike."""
    players = draw(st.integers(2, 5))
    one = draw(st.integers(1, players + 1))
    bid = st.one_of(
        st.tuples(st.integers(1, players + 1), st.integers(0, 3)),
        st.tuples(st.just(one), st.integers(0, 3)),
        st.just((None, 1)),
    )
    alike = draw(st.integers(0, 9)) == 0
    bids = [draw(bid)] * players if alike else draw(st.lists(bid, min_size=players, max_size=players))
    bluffs = draw(st.sets(st.integers(0, players - 1)))
    return table(bids, draw(st.integers(0, players - 1)), draw(st.integers(1, 7)), bluffs)


@given(st.lists(rounds(), min_size=4, max_size=4))
@example([table([(number, 3)] * 5, 4, 7) for number in range(1, 7)])
@example([table([(None, 1)] * players, holder, 5) for players in range(2, 6) for holder in range(players)])
@example([table([(None, 1)] * players, 0, 4) for players in range(2, 6)])
def test_bids_of_any_table_played_out(tables):
    for raw in tables:
        assert_played_out(raw)


@few
@given(rounds())
def test_a_bluff_changes_nothing_and_no_seat_is_better_than_another(raw):
    result = scored(ROUND, raw)
    turned = [{**seat, "bluff": not seat["bluff"]} for seat in raw["players"][1:] + raw["players"][:1]]
    other = scored(ROUND, {**raw, "players": turned})
    assert other.outcome == result.outcome
    assert {one.name: told(one.notes)[0][0] for one in other.players} == {
        one.name: told(one.notes)[0][0] for one in result.players
    }


@few
@given(rounds(), st.integers(0, 4))
def test_more_money_on_the_same_number_loses_nobody_a_singer(raw, place):
    seat = raw["players"][place % len(raw["players"])]
    before = scored(ROUND, raw).outcome.players[seat["name"]]
    for money in range(seat["money"] + 1, 4 if seat["number"] else 0):
        richer = [{**one, "money": money} if one is seat else one for one in raw["players"]]
        after = scored(ROUND, {**raw, "players": richer}).outcome.players[seat["name"]]
        assert before.hires is None or after.hires == before.hires
        assert after.hires == before.hires or money > seat["money"]


# --- The end, with all castings --------------------------------------------------------------------------------------


def cast_points(cards, order):
    """What a casting gives for favourite roles, and takes for the opposite sex: singer by singer."""
    loved = wrong = 0
    for part, place in zip(PARTS, order, strict=True):
        _, sex, _, *favourite = cards[place]
        loved += favourite == [part]
        wrong += sex == ("male" if part in WOMENS else "female")
    return loved, wrong


def counted(troupe, order, elements):
    """Count a troupe in the five steps of the rulebook."""
    cards = [singer.split() for singer in troupe["singers"]]
    loved, wrong = cast_points(cards, order)
    stars = 0
    for card in cards:
        stars += int(card[0])
    return [stars, elements, loved, -wrong, by_director(troupe["director"], cards, loved, elements)]


def all_castings(troupe):
    """What every casting gives in favourite roles, penalties and the director's points for those roles."""
    return castings_of(tuple(troupe["singers"]), 2 if troupe["director"] == "favourites" else 1)


@lru_cache(maxsize=64)
def castings_of(company, each):
    cards = [singer.split() for singer in company]
    worth = [[worth_in(card, part, each) for card in cards] for part in PARTS]
    return {order: sum(row[place] for row, place in zip(worth, order, strict=True)) for order in permutations(range(6))}


def worth_in(card, part, each):
    """What a singer gives in a role: points for the favourite one, less one in a role of the opposite sex."""
    _, sex, _, *favourite = card
    return (each if favourite == [part] else 0) - (1 if sex == ("male" if part in WOMENS else "female") else 0)


def assert_counted(raw):
    result = scored(FINAL, raw)
    two = len(raw["players"]) == 2
    totals, stars = {}, {}
    for troupe, score in zip(raw["players"], result.players, strict=True):
        name, company = troupe["name"], result.outcome.players[troupe["name"]]
        every = all_castings(troupe)
        best = max(every.values())
        order = tuple(troupe.get("roles") or next(order for order, points in every.items() if points == best))
        points = counted(troupe, order, troupe["staging"])
        if two:
            points.append(-1 if raw["puccini"].lower() == name.lower() else 0)
        steps = STEPS + (FOR_TWO,) * two
        assert [(line.reason.rule, line.points) for line in score.lines] == [
            (f"turandot/{step}", point) for step, point in zip(steps, points, strict=True)
        ]
        assert score.start == 0
        totals[name], stars[name] = sum(points), points[0]
        assert score.total == totals[name]
        assert company.model_dump() == {
            "casting": order,
            "best": totals[name] + best - every[order],
            "castings_examined": 720,
            "best_castings": list(every.values()).count(best),
        }
        assert_advised(score.notes, troupe, order, every)
    beaten = False
    if two:
        beaten = assert_imaginary(raw["imaginary"], result, max(totals.values()))
    else:
        assert (result.lines, result.outcome.imaginary_total, result.outcome.imaginary_wins) == ((), None, None)
    top = [name for name in totals if totals[name] == max(totals.values())]
    brightest = [name for name in top if stars[name] == max(stars[one] for one in top)]
    assert result.winners == (() if beaten else tuple(brightest))
    if beaten or len(top) == 1:
        assert result.ladder == ()
    else:
        case = "stars" if len(brightest) == 1 else "shared" if brightest == top else "shared-by-most"
        assert told(result.ladder) == [(f"tie-break.{case}", {name: stars[name] for name in top})]
    ahead = [
        sum(totals[other] > totals[name] for other in totals)
        + (not beaten and name in top and name not in brightest) * len(brightest)
        for name in totals
    ]
    assert result.ranks() == [1 + number for number in ahead]


def assert_advised(notes, troupe, order, every):
    """Compare what is said of a casting among all 720."""
    (note,) = notes
    best = max(every.values())
    reached = list(every.values()).count(best)
    case = "best" if "roles" not in troupe else "own-is-best" if every[order] == best else "own-is-worse"
    case = "all-alike" if reached == 720 else case
    assert note.reason.id == f"turandot/casting-roles.{case}"
    assert note.values["examined"] == 720
    assert note.values.get("reached", 720) == reached
    assert note.values.get("lost", 0) == (best - every[order])
    assert_cast(note.values["cast"], troupe, order)
    if case == "own-is-worse":
        now = list(order)
        for swap in note.values["swaps"]:
            one, other = (PARTS.index(swap.values[side]) for side in ("one", "other"))
            now[one], now[other] = now[other], now[one]
        assert every[tuple(now)] == best


def assert_cast(lines, troupe, order):
    """Compare who sings which role, and what each gives."""
    each = 2 if troupe["director"] == "favourites" else 1
    for part, place, line in zip(PARTS, order, lines, strict=True):
        stars, sex, kind, *favourite = troupe["singers"][place].split()
        loves = favourite == [part]
        assert told([line]) == [
            (
                "casting-roles.favourite-role" if loves else "casting-roles.role",
                {"role": part, "stars": int(stars), "sex": sex, "type": kind},
            )
        ]
        assert line.points == worth_in([stars, sex, kind, *favourite], part, each)


def assert_imaginary(imaginary, result, most):
    """Compare the imaginary player's points in order of arrival; return whether they beat both players."""
    points = counted(imaginary, range(6), 0)
    first, *lines, last = result.lines
    assert first.reason.id == "turandot/two-players.imaginary"
    assert_cast(first.values["cast"], imaginary, range(6))
    assert [(line.reason.rule, line.points, line.whose) for line in lines] == [
        (f"turandot/{step}", point, "imaginary") for step, point in zip(STEPS, points, strict=True)
    ]
    wins = sum(points) > most
    assert (first.points, last.points) == (0, 0)
    case = "imaginary-wins" if wins else "imaginary-loses"
    assert told([last]) == [(f"two-players.{case}", {"total": sum(points), "most": most})]
    assert (result.outcome.imaginary_total, result.outcome.imaginary_wins) == (sum(points), wins)
    return wins


LOVES = ("", " turandot", " calaf", " liu")
singers = st.builds(
    "{} {} {}{}".format,
    st.integers(1, 3),
    st.sampled_from(("male", "female", "indefinite")),
    st.sampled_from(KINDS),
    st.sampled_from(("", *LOVES)),
)
troupes = st.one_of(
    st.lists(singers, min_size=6, max_size=6),
    st.lists(singers, min_size=6, max_size=6),
    singers.map(lambda singer: [singer] * 6),
    st.permutations(KINDS).map(lambda each: [f"{1 + n % 3} male {kind}{LOVES[n % 4]}" for n, kind in enumerate(each)]),
)


@st.composite
def finals(draw, own_castings=True):
    """Ends of games: often level at the top, by as many stars or not, and with an imaginary player a point before or after."""
    directors = draw(st.permutations(sorted(DIRECTORS)))
    players = [
        {"name": f"P{seat}", "singers": draw(troupes), "director": director, "staging": draw(st.integers(0, 3))}
        for seat, director in enumerate(directors[: draw(st.integers(2, 5))])
    ]
    if draw(st.booleans()):  # the same singers for all, and elements for who has less
        for troupe in players:
            troupe["singers"] = draw(st.permutations(players[0]["singers"]))
    if own_castings:
        for troupe in players:
            if draw(st.booleans()):
                troupe["roles"] = list(draw(st.permutations(range(6))))
    two = len(players) == 2
    raw = {"players": players}
    if two:
        imaginary = {"singers": draw(troupes), "director": directors[-1]}
        raw |= {"puccini": draw(st.sampled_from(("P0", "p1"))), "imaginary": imaginary}
    if draw(st.booleans()):
        levelled(raw, draw(st.integers(-1, 1)))
    return raw


def levelled(raw, ahead):
    """Give staging elements until all are level, as far as three go; the imaginary player has the stars to be `ahead`."""
    least = {}
    for troupe in raw["players"]:
        every = all_castings(troupe)
        order = troupe.get("roles") or max(every, key=every.__getitem__)
        held = raw.get("puccini", "").lower() == troupe["name"].lower()
        least[troupe["name"]] = sum(counted(troupe, order, 0)) - held
    for troupe in raw["players"]:
        each = 2 if troupe["director"] == "staging" else 1
        troupe["staging"] = min(3, (max(least.values()) - least[troupe["name"]]) // each)
    if "imaginary" in raw:
        wanted = max(least.values()) + ahead - sum(counted(raw["imaginary"], range(6), 0))
        for place, singer in enumerate(raw["imaginary"]["singers"]):
            stars = max(1, min(3, int(singer[0]) + wanted))
            wanted -= stars - int(singer[0])
            raw["imaginary"]["singers"] = [*raw["imaginary"]["singers"]]
            raw["imaginary"]["singers"][place] = f"{stars}{singer[1:]}"


@given(finals())
def test_the_end_of_any_game_counted_with_all_castings(raw):
    assert_counted(raw)


def standing(result):
    """Each player's points by name; of roles taken together, for which of several best castings is shown is no matter."""
    each = zip(result.players, result.ranks(), strict=True)
    return {score.name: (score.total, score.lines[0].points, score.lines[1].points, rank) for score, rank in each}


@few
@given(finals(own_castings=False), st.randoms(use_true_random=False))
def test_in_whatever_order_players_and_singers_are_told_each_has_the_same(raw, random):
    other = json.loads(json.dumps(raw))
    random.shuffle(other["players"])
    for troupe in other["players"]:
        random.shuffle(troupe["singers"])
    ours, theirs = scored(FINAL, raw), scored(FINAL, other)
    assert standing(ours) == standing(theirs)
    assert set(ours.winners) == set(theirs.winners)
    assert [line.points for line in ours.lines] == [line.points for line in theirs.lines]


@few
@given(finals(own_castings=False), st.integers(0, 5))
def test_more_of_a_good_thing_never_gives_less(raw, place):
    """A star is a point more, an element one or two; love for a role, or being of neither sex, never costs anything."""
    director = raw["players"][0]["director"]
    stars, sex, kind, *loved = raw["players"][0]["singers"][place].split()
    better = [[str(int(stars) + 1), sex, kind, *loved]] if stars < "3" else []
    better += [] if loved else [[stars, sex, kind, part] for part in PARTS[:3]]
    better += [[stars, "indefinite", kind, *loved]]
    before = scored(FINAL, raw).players[0].total
    for card in better:
        changed = json.loads(json.dumps(raw))
        changed["players"][0]["singers"][place] = " ".join(card)
        after = scored(FINAL, changed).players[0].total
        assert after == before + 1 if card[0] != stars else after >= before
    if raw["players"][0]["staging"] < 3:
        changed = json.loads(json.dumps(raw))
        changed["players"][0]["staging"] += 1
        assert scored(FINAL, changed).players[0].total == before + (2 if director == "staging" else 1)


def company_of(sexes, stars=1, kind="amateur"):
    return [f"{stars} {sex} {kind}" for sex in sexes]


def ended(*companies, directors=("none", "staging", "goths")):
    """A table of three: who is not given has six of neither sex."""
    companies = [*companies, *[company_of(["indefinite"] * 6)] * (3 - len(companies))]
    players = [
        {"name": f"P{seat}", "singers": company, "director": director, "staging": 0}
        for seat, (company, director) in enumerate(zip(companies, directors, strict=True))
    ]
    return {"players": players}


def test_with_two_roles_for_women_and_four_for_men_whoever_is_too_many_costs_a_point():
    for sexes in combinations_with_replacement(("male", "female", "indefinite"), 6):
        too_many = max(0, sexes.count("male") - 4) + max(0, sexes.count("female") - 2)
        assert scored(FINAL, ended(company_of(sexes))).players[0].lines[3].points == -too_many


MIXTURES = list(combinations_with_replacement(KINDS, 6))
"""All 462 ways in which six singers can be of six types."""


@pytest.mark.parametrize("every", [18, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("director", sorted(DIRECTORS))
def test_every_director_with_mixtures_of_types(director, every):
    others = [one for one in ("none", "staging", "goths") if one != director][:2]
    even = sorted(MIXTURES, key=lambda mixture: -len(set(mixture)))[::every]  # the only one with all six comes first
    for number, mixture in enumerate(even):
        cats = number % 7
        company = [f"1 {'indefinite' if place < cats else 'male'} {kind}" for place, kind in enumerate(mixture)]
        raw = ended(company, directors=(director, *others))
        raw["players"][0]["staging"] = elements = number % 4
        score = scored(FINAL, raw).players[0]
        assert score.lines[4].points == by_director(director, [card.split() for card in company], 0, elements)


PEOPLE = [f"{sex} goth{loved}" for sex in ("male", "female", "indefinite") for loved in LOVES]


def best_leads(people, each):
    """The best casting by whom the three leads are given to; all that the other roles ask for is a man, in six orders."""
    cards = [person.split() for person in people]
    women = [card[0] == "female" for card in cards]
    found = Counter()
    for leads in permutations(range(6), 3):
        points = -sum(women) + sum(women[place] for place in leads)  # women among Ping, Pong and Pang
        for part, place in zip(PARTS, leads, strict=False):
            points += each * (cards[place][2:] == [part])
            points -= cards[place][0] == ("male" if part in WOMENS else "female")
        found[points] += 6
    return max(found), found[max(found)]


def assert_best(people):
    company = [f"1 {person}" for person in people]
    result = scored(FINAL, ended(company, company, directors=("favourites", "none", "staging")))
    for name, each in (("P0", 2), ("P1", 1)):
        points, reached = best_leads(people, each)
        score = next(score for score in result.players if score.name == name)
        assert score.total == 6 + points
        assert result.outcome.players[name].best_castings == reached


@given(st.lists(st.sampled_from(PEOPLE), min_size=6, max_size=6))
def test_the_best_casting_by_its_leads(people):
    assert_best(people)


@pytest.mark.long
def test_the_best_casting_of_all_12376_companies_that_differ_in_it():
    for people in combinations_with_replacement(PEOPLE, 6):
        assert_best(people)


@few
@given(finals())
def test_each_row_alone_is_counted_as_at_the_whole_table(raw):
    own = {key: value for key, value in raw.items() if key != "players"}
    for troupe, score in zip(raw["players"], scored(FINAL, raw).players, strict=True):
        alone = GAME.alone("final", own, troupe, NO_WORDS, len(raw["players"]))
        assert told(alone.lines) == told(score.lines)
        assert (alone.total, alone.waits) == (score.total, ())
        waiting = GAME.alone("final", {}, troupe, NO_WORDS, len(raw["players"]))
        two = len(raw["players"]) == 2
        assert waiting.waits == ("turandot/two-players",) * two
        assert waiting.total == sum(line.points for line in score.lines[:5])


# --- A record's other forms ------------------------------------------------------------------------------------------


@few
@given(st.one_of(rounds().map(lambda raw: (ROUND, raw)), finals().map(lambda raw: (FINAL, raw))))
def test_as_words_and_as_json_a_record_is_the_same_and_has_one_number_in_three_languages(given_one):
    stage, raw = given_one
    assert_one_in_all_forms(stage, stage.record(raw))


# --- A whole game, money in hand -------------------------------------------------------------------------------------


@few
@given(st.integers(2, 5), st.integers(0, 2**32 - 1))
def test_over_a_whole_game_puccini_money_and_elements_are_carried_as_the_cards_go(players, seed):
    chance = Random(seed)
    names = [f"P{seat}" for seat in range(players)]
    first = chance.randrange(players)
    hands, elements, discarded = dict.fromkeys(names, 3), dict.fromkeys(names, 0), 0
    log = commands.begin(GAME, names, AT)
    for turn in range(1, 8):
        holder = (first + turn - 1) % players
        bids = []
        for name in names:
            bid = chance.choice(possible_bids(players)) if chance.random() < 0.6 else (None, 1)
            bids.append(bid if bid[1] <= hands[name] else (chance.randint(1, players + 1), 0))
        raw = table(bids, holder, turn)
        came, *_ = played_out(raw)
        log = (
            *log,
            commands.add(night_of(log), "round", {**raw, "puccini": names[holder]} if turn == 1 else typed(raw), AT),
        )
        night = night_of(log)
        record, result = night.entries[-1].played.record, night.entries[-1].played.result
        assert (record.round, record.puccini) == (turn, names[holder])
        assert told_again(night) == [one.code for one in result.doubts]
        assert night.table.get("puccini") == (names[holder] if turn == 7 else names[(holder + 1) % players])
        for name in names:
            hands[name] -= came[name]["spent"]
            elements[name] += came[name]["staging"] is not None
            discarded += came[name]["spent"] * (came[name]["staging"] is None)
        assert sum(hands.values()) + sum(elements.values()) + discarded == 3 * players
    companies = [
        {"name": name, "singers": company_of(["indefinite"] * 6), "director": director}
        for name, director in zip(names, DIRECTORS, strict=False)
    ]
    end = {"players": companies}
    if players == 2:
        end["imaginary"] = {"singers": company_of(["indefinite"] * 6), "director": "none"}
    night = night_of((*log, commands.add(night, "final", end, AT)))
    record = night.entries[-1].played.record
    assert {troupe.name: troupe.staging for troupe in record.players} == elements
    assert record.puccini == (names[first] if players == 2 else None)
    assert night.entries[-1].played.result.doubts == ()


def told_again(night):
    """What an entry that was typed exactly as the one before it is doubted for; two rounds of bids may well be alike."""
    last = [entry.entered for entry in night.entries[-2:]]
    return ["night/doubt.same"] * (len(last) == 2 and last[0] == last[1])


def typed(raw):
    """What nobody can know of a round."""
    return {"players": raw["players"]}


@few
@given(st.integers(2, 5), st.lists(st.integers(0, 3), min_size=7, max_size=7))
def test_more_money_than_is_left_in_hand_is_doubted_and_no_less(players, laid):
    """Only the first player spends, on a number of his own; the limit is what is left of three."""
    names = [f"P{seat}" for seat in range(players)]
    log, left = commands.begin(GAME, names, AT), 3
    for turn, money in enumerate(laid, 1):
        bids = [(1, money), *[(number, 0) for number in range(2, players + 1)]]
        raw = table(bids, 0, turn)
        log = (*log, commands.add(night_of(log), "round", raw if turn == 1 else typed(raw), AT))
        night = night_of(log)
        doubts = [(one.path, one.code) for one in night.entries[-1].played.result.doubts]
        beyond = [("players[0].money", "night/doubt.beyond")] * (money > left)
        assert doubts == [*(("", code) for code in told_again(night)), *beyond]
        left = max(0, left - money)


# --- The box ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("first", ["drawn", "given", "rule"])
def test_all_109_cards_are_dealt_out_or_lie_in_the_box(players, first):
    colours = 5
    whole = {"singer": 36, "director": 9, "costume-designer": 1, "carpenter": 1, "opera-character": 6, "puccini": 1}
    whole |= {"number-card": 6 * colours, "money-card": 3 * colours, "bluff-card": colours, "summary-card": colours}
    assert sum(whole.values()) == 109
    own = {"number-card": players + 1, "money-card": 3, "bluff-card": 1, "summary-card": 1}
    back = Counter({piece: whole[piece] - count * players for piece, count in own.items()})
    back["carpenter"] = players in (2, 3)
    make, options = GAME.setup()
    names = tuple(f"P{seat}" for seat in range(players))
    draw = Seeded(players)
    made = make(names, options(first=first), draw)
    assert draw.parts == {"seats": False, "choosing": False, "puccini": first != "drawn"}  # and whether it is decided
    assert made.box == {piece: count for piece, count in back.items() if count}
    assert Counter(made.take) + Counter(made.box) == Counter(whole)
    holders = [seat.name for seat in made.seats if dict(seat.take) == {**own, "puccini": 1}]
    assert holders == ([] if first == "rule" else [made.draws["puccini"]])
    assert all(dict(seat.take) == own for seat in made.seats if seat.name not in holders)
