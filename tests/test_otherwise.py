"""What players would have if one thing were decided another way: as slow and obvious counts have it, and nothing else."""

import tomllib
from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callboard_cli.ui.wording import sentence
from callboard_locales import catalog
from callboard_nights import commands
from callboard_nights.night import night_of
from callboard_nights.totals import otherwise_of
from callboard_scoring.claimed_totals import Otherwise, sums_of
from callboard_scoring.game import Game
from callboard_scoring.games import GAMES, find_game
from callboard_scoring.games.turandot.pieces import DIRECTORS, ROLES
from callboard_scoring.ledger import Line, Reason
from callboard_scoring.records import read_record
from callboard_scoring.words import NO_WORDS
from played import PLAYED, scored, seats, steps

AT = "2026-11-22T19:30:00Z"
few = settings(max_examples=max(3, settings().max_examples // 3))
seeds = st.integers(0, 2**32 - 1)
CASES = tomllib.loads((Path(__file__).parent / "golden_otherwise.toml").read_text(encoding="utf-8"))["case"]
MISCOUNTED = [case for case in CASES if "miscounts" in case]
CASES = [case for case in CASES if "otherwise" in case]
MISCOUNTS = {
    value
    for game in GAMES
    if game.id != "intrigo"  # nobody counts points there
    for value in vars(game.load("common_mistakes")).values()
    if isinstance(value, Reason)
}


def found(game, stage, raw):
    described = find_game(game)
    return described.otherwise(stage, read_record(described.record(stage), raw, NO_WORDS))


def cause(one):
    """Return what would be otherwise, without the game's name."""
    return (one.why.reason if isinstance(one.why, Line) else one.why).id.partition("/")[2]


def told(game, stage, raw, *causes):
    """Return what is told of these causes, as a set; each thing is told once."""
    every = [(one.name, one.points, cause(one)) for one in found(game, stage, raw) if cause(one) in causes]
    assert len(every) == len(set(every))
    return set(every)


def differences(ours, other, why):
    return {(name, other[name] - ours[name], why) for name in ours if other[name] != ours[name]}


def is_miscount(one):
    return isinstance(one.why, Line) and one.why.reason in MISCOUNTS


@pytest.mark.parametrize("case", MISCOUNTED, ids=lambda case: case["name"])
def test_golden_miscounts(case):
    every = [one for one in found(case["game"], case["stage"], case["record"]) if is_miscount(one)]
    assert [(one.name, one.points, cause(one)) for one in every] == [tuple(told[:3]) for told in case["miscounts"]]
    assert [one.why.points for one in every] == [one.points for one in every]
    english = [sentence(catalog("en"), case["game"], one.why) for one in every]
    assert english == [told[3] for told in case["miscounts"]]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_golden(case):
    every = [one for one in found(case["game"], case["stage"], case["record"]) if not is_miscount(one)]
    assert [[one.name, one.points, cause(one)] for one in every] == case["otherwise"]
    for language, texts in case.get("texts", {}).items():
        lines = [one.why for one in every if isinstance(one.why, Line)]
        assert [sentence(catalog(language), case["game"], line) for line in lines] == texts
        assert [line.points for line in lines] == [one.points for one in every if isinstance(one.why, Line)]


# --- Every game ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PLAYED)
@few
@given(seeds)
def test_whatever_is_otherwise_makes_a_difference_to_somebody_who_plays(game, seed):
    names = seats(game, seed)
    log = commands.begin(find_game(game), names, AT)
    for step in steps(game, seed, names):
        log = (*log, commands.add(night_of(log), step.stage, step.entered, AT))
        result = scored(game, step.stage, step.whole)
        own = {one.name for one in sums_of(result)}
        for one in found(game, step.stage, step.whole):
            assert one.points
            assert one.name in (own or {""})
            assert isinstance(one.why, Line) or one.why in result.readings
    night = night_of(log)
    entries = {entry.number for entry in night.entries}
    for one in otherwise_of(night):
        assert one.name in names
        assert one.points
        assert one.entry in entries


@pytest.mark.parametrize(("game", "stage"), [(game.id, stage) for game in GAMES for stage in game.stages])
def test_a_stage_without_totals_of_players_has_nothing_otherwise(game, stage):
    described = find_game(game)
    if not sums_of(scored(game, stage, described.example(stage))) and stage != "perform":
        assert found(game, stage, described.example(stage)) == ()


def test_what_a_game_says_twice_is_told_once_and_no_difference_not_at_all(monkeypatch):
    record = read_record(find_game("histrio").record("final"), find_game("histrio").example("final"), NO_WORDS)
    one = Otherwise("Ann", 1, Reason("histrio/game-end.otherwise")(1, names=["Ann"]))
    module = SimpleNamespace(OTHERWISE={"final": lambda _: [one, replace(one, points=0), replace(one)]})
    monkeypatch.setattr(Game, "load", lambda *_: module)
    assert find_game("histrio").otherwise("final", record) == (one,)


def test_of_a_record_that_names_nobody_an_evening_says_whose_it_is():
    case = next(case for case in CASES if case["stage"] == "perform")
    log = commands.begin(find_game("magnificent"), ["Ann", "Bob"], AT)
    for who in ("BOB", "Ann"):
        log = (*log, commands.add(night_of(log), "perform", {**case["record"], "player": who}, AT))
    assert [(one.name, one.points, one.entry) for one in otherwise_of(night_of(log))] == [("Bob", 2, 1), ("Ann", 2, 2)]


# --- Histrio ---------------------------------------------------------------------------------------------------------

ACTORS = [f"{kind}{level}" for kind in "CT" for level in range(1, 6)]
troupes = st.lists(st.sampled_from(ACTORS[:3] + ACTORS[5:8]), max_size=3)


def season_totals(raw, *, least=1, paid_anyway=True, alone=True, against=None):
    """Count a season once more from the rulebook's words, with one thing decided another way."""
    kind = "C" if raw["mood"] == "comedy" else "T"
    reward = {1: 3, 2: 5}[raw["season"]]
    sizes, totals = {}, {}
    for player in raw["players"]:
        size = sum(int(actor[1]) * (1 if actor[0] == kind else -1) for actor in player["troupe"])
        if player["troupe"] or alone:
            away = (against or {}).get(player["name"], 0)
            size += player["chameleons"] - away - away
        sizes[player["name"]] = size
    for player in raw["players"]:
        size = sizes[player["name"]]
        total = sum(player["requests"])
        if size >= least or paid_anyway:
            total += sum(actor[0] == kind for actor in player["troupe"])
        if size >= least:
            total += reward
            if all(size >= other for other in sizes.values()):
                total += reward
        totals[player["name"]] = total
    return totals


seasons = st.builds(
    lambda number, mood, rows: {
        "season": number,
        "mood": mood,
        "players": [
            {"name": f"P{place}", "troupe": troupe, "chameleons": chameleons, "requests": requests[:number]}
            for place, (troupe, chameleons, requests) in enumerate(rows)
        ],
    },
    st.sampled_from([1, 2]),
    st.sampled_from(["comedy", "tragedy"]),
    st.lists(st.tuples(troupes, st.integers(0, 2), st.lists(st.integers(0, 5), max_size=2)), min_size=2, max_size=5),
)


@given(seasons)
def test_a_season_read_the_other_way_gives_what_it_gives_counted_so(raw):
    ours = season_totals(raw)
    assert ours == {score.name: score.total for score in scored("histrio", "season", raw).players}
    why = "season-pleasing-show.level"
    assert told("histrio", "season", raw, why) == differences(ours, season_totals(raw, least=0), why)
    why = "season-matching-actors.paid-anyway"
    assert told("histrio", "season", raw, why) == differences(ours, season_totals(raw, paid_anyway=False), why)
    why = "chameleon.alone"
    assert told("histrio", "season", raw, why) == differences(ours, season_totals(raw, alone=False), why)
    why = "season-secret-request.second-season"
    pairs = [player for player in raw["players"] if len(player["requests"]) == 2]
    one = {(player["name"], -ecus, why) for player in pairs for ecus in player["requests"] if ecus}
    assert told("histrio", "season", raw, why) == one


@given(seasons)
def test_chameleons_against_the_mood_give_what_they_give_counted_so(raw):
    ours, why = season_totals(raw), "chameleon.owner-chooses"
    held = {player["name"]: player["chameleons"] for player in raw["players"]}
    other = [{name: number} for name, most in held.items() for number in range(1, most + 1)]
    expected = set().union(*(differences(ours, season_totals(raw, against=one), why) for one in (*other, held)))
    assert told("histrio", "season", raw, why) == expected
    result = scored("histrio", "season", raw)
    if any(reading.id == f"histrio/{why}" for reading in result.readings):
        assert expected


@given(seasons)
def test_a_season_counted_wrong_gives_what_it_gives_counted_so(raw):
    ours, kind = season_totals(raw), "C" if raw["mood"] == "comedy" else "T"
    why = "season-pleasing-show.other-mood"
    other = {**raw, "mood": "tragedy" if kind == "C" else "comedy"}
    assert told("histrio", "season", raw, why) == differences(ours, season_totals(other), why)
    beside = season_totals({**raw, "season": 3 - raw["season"]})
    show, best, both = (
        f"season-{each}"
        for each in ("pleasing-show.other-season", "best-show.other-season", "best-show.other-season-twice")
    )
    expected = set()
    for name, more in ((name, beside[name] - ours[name]) for name in ours):
        expected |= {(name, more, show)} if abs(more) == 2 else set()
        expected |= {(name, more // 2, show), (name, more // 2, best), (name, more, both)} if abs(more) == 4 else set()
    assert told("histrio", "season", raw, show, best, both) == expected
    reward = {1: 3, 2: 5}[raw["season"]]
    why = "season-best-show.taken"
    once = {name for name in ours if abs(beside[name] - ours[name]) == 2}
    assert told("histrio", "season", raw, why) == {(name, reward, why) for name in once}
    expected = set()
    for player in raw["players"]:
        paid = [int(actor[1]) for actor in player["troupe"] if actor[0] == kind]
        every = {
            "one-forgotten": -1 if len(paid) > 1 else 0,
            "other-kind": len(paid) < len(player["troupe"]),
            "chameleon-paid": player["chameleons"] > 0,
            "by-level": sum(paid) - len(paid),
        }
        expected |= {
            (player["name"], int(more), f"season-matching-actors.{case}") for case, more in every.items() if more
        }
    assert (
        told("histrio", "season", raw, *{why for _, _, why in expected} | {"season-matching-actors.by-level"})
        == expected
    )


def city_ecus(raw, *, collects=True, refused=()):
    """Resolve a city once more, without some wages; None where it cannot be so."""
    ecus, supply, theatre = dict(raw["ecus"]), raw["managers"]["supply"], raw["managers"]["theatre"]
    hand = []
    for place, card in enumerate(raw["cards"]):
        if card.startswith("bonus"):
            ecus["Ann"] += int(card.split()[1])
        elif card[1:] == "3":
            if supply:
                supply, theatre = supply - 1, theatre + 1
                ecus["Ann"] += theatre
            elif collects:
                ecus["Ann"] += theatre
            hand.append(card)
        elif card[1:] == "5":
            if place in refused or not ecus["Ann"]:
                continue
            ecus["Ann"] -= 1
            hand.append(card)
        elif card != "acrobat":
            hand.append(card)
    return ecus if raw.get("send_to_court") in (None, *hand) else None


@given(
    st.lists(st.sampled_from(["C3", "T3", "C5", "T5", "C4", "bonus 1", "acrobat"]), min_size=1, max_size=6),
    st.integers(0, 2),
    st.integers(0, 3),
    st.integers(0, 3),
    st.data(),
)
def test_a_city_read_the_other_way_gives_what_it_gives_resolved_so(cards, purse, supply, theatre, data):
    raw = {"player": "ann", "ecus": {"Ann": purse, "Bob": 2}, "managers": {"supply": supply, "theatre": theatre}}
    raw |= {"needle": "comedy 1", "cards": cards}
    hand = list(scored("histrio", "city", raw).outcome.kept)
    raw["send_to_court"] = data.draw(st.sampled_from([None, *hand]))
    ours = city_ecus(raw)
    assert ours == dict(scored("histrio", "city", raw).outcome.ecus)
    why = "actor-level-3.no-manager"
    without = city_ecus({**raw, "send_to_court": None}, collects=False)
    assert told("histrio", "city", raw, why) == differences(ours, without, why)
    why = "actor-level-5.must-pay"
    places = [place for place, card in enumerate(cards) if card[1:] == "5"]
    every = [city_ecus(raw, refused=some) for size in range(7) for some in combinations(places, size)]
    expected = {one for other in every if other for one in differences(ours, other, why)}
    assert told("histrio", "city", raw, why) == expected


# --- Historia --------------------------------------------------------------------------------------------------------


@given(
    st.dictionaries(st.sampled_from(["war", "trade", "other"]), st.lists(st.integers(-4, 9), min_size=1, max_size=4))
)
def test_each_part_of_a_sum_can_be_forgotten_or_counted_twice(amounts):
    every = found("historia", "tally", {"players": [{"name": "Ann", "amounts": amounts}]})
    expected = {
        (source, part, case, more)
        for source, parts in amounts.items()
        for part in parts
        if sum(parts) != part
        for case, more in (("left-out", -part), ("doubled", part), ("added", abs(part) - part))
        if more
    }
    said = [(one.why.values["source"], one.why.values["part"], cause(one)[13:], one.points) for one in every]
    assert len(said) == len(set(said))
    assert set(said) == expected


# --- Turandot --------------------------------------------------------------------------------------------------------

singers = st.builds(
    lambda stars, sex, kind, loved: f"{stars} {sex} {kind}" + (f" {loved}" if loved else ""),
    st.integers(1, 3),
    st.sampled_from(["male", "male", "female", "indefinite"]),
    st.sampled_from(["goth", "comedian", "amateur"]),
    st.sampled_from(["turandot", "calaf", "liu", None]),
)


def casting_points(troupe, order, director, *, loved_cost=True, twice=True):
    """What a casting gives, counted once more from the rulebook's words."""
    points = 0
    for role, place in zip(ROLES, order, strict=True):
        _, sex, _, *favourite = troupe[place].split()
        loves = favourite == [role]
        if loves:
            points += 2 if director == "favourites" and twice else 1
        if sex == ("male" if role in ("turandot", "liu") else "female") and (loved_cost or not loves):
            points -= 1
    return points


def cycles(ours, other):
    """Return how many circles lead from one casting to the other and back."""
    left, number = set(range(6)), 0
    while left:
        place, number = left.pop(), number + 1
        while (place := ours.index(other[place])) in left:
            left.remove(place)
    return number


@few
@given(
    st.lists(singers, min_size=6, max_size=6),
    st.sampled_from(sorted(DIRECTORS)),
    st.none() | st.permutations(range(6)),
    st.booleans(),
)
def test_other_castings_and_readings_give_what_all_720_show(troupe, director, roles, two):
    plain = {"singers": ["1 indefinite amateur"] * 6, "staging": 0}
    directors = [one for one in DIRECTORS if one != director]
    own = {"name": "Ann", "singers": troupe, "director": director, "staging": 0, **({"roles": roles} if roles else {})}
    raw = {"players": [own, {"name": "Bob", **plain, "director": directors[0]}]}
    if two:
        raw |= {"puccini": "bob", "imaginary": {"singers": plain["singers"], "director": directors[1]}}
    else:
        raw["players"].append({"name": "Cid", **plain, "director": directors[1]})
    cast = scored("turandot", "final", raw).outcome.players["Ann"].casting
    castings = list(permutations(range(6)))
    totals = {order: casting_points(troupe, order, director) for order in castings}
    ours = totals[cast]
    every = found("turandot", "final", raw)

    others = [one for one in every if cause(one).startswith("casting-roles.")]
    assert Counter(one.points for one in others) == Counter({points - ours for points in totals.values()} - {0})
    for one in others:
        assert one.name == "Ann"
        assert cause(one) == ("casting-roles.more" if one.points > 0 else "casting-roles.fewer")
        assert one.why.values["difference"] == abs(one.points) == abs(one.why.points)
        now = list(cast)
        for swap in one.why.values["swaps"]:
            first, second = (ROLES.index(swap.values[each]) for each in ("one", "other"))
            now[first], now[second] = now[second], now[first]
        assert totals[tuple(now)] == ours + one.points
        nearest = min(6 - cycles(cast, order) for order in castings if totals[order] == ours + one.points)
        assert len(one.why.values["swaps"]) == nearest

    for why, given_otherwise in (
        ("score-mismatch.loved", {"loved_cost": False}),
        ("directors.favourites", {"twice": False}),
    ):
        other = {order: casting_points(troupe, order, director, **given_otherwise) for order in castings}
        expected = other[cast] if roles else max(other.values())
        told_so = [(one.name, one.points) for one in every if cause(one) == why]
        assert told_so == ([("Ann", expected - ours)] if expected != ours else [])
        result = scored("turandot", "final", raw)
        assert not told_so or f"turandot/{why}" in {reading.id for reading in result.readings}

    passed_on = [(one.name, one.points) for one in every if cause(one) == "two-players.puccini"]
    assert passed_on == ([("Ann", -1), ("Bob", 1)] if two else [])


SIDES = {"goths": ("goth", "comedian"), "comedians": ("comedian", "goth")}


@few
@given(st.lists(singers, min_size=6, max_size=6), st.sampled_from([*SIDES, "staging", "favourites"]), st.integers(0, 3))
def test_a_troupe_counted_wrong_gives_what_it_gives_counted_so(troupe, director, staging):
    plain = {"singers": ["1 indefinite amateur"] * 6, "staging": 0}
    own = {"name": "Ann", "singers": troupe, "director": director, "staging": staging, "roles": list(range(6))}
    others = [{"name": name, **plain, "director": chosen} for name, chosen in (("Bob", "none"), ("Cid", "six-types"))]
    every = found("turandot", "final", {"players": [own, *others]})
    said = [(cause(one), one.points) for one in every if one.name == "Ann" and is_miscount(one)]
    cards = [card.split() for card in troupe]
    loved = sum(card[3:] == [role] for card, role in zip(cards, ROLES, strict=True))
    women = ("turandot", "liu")
    wrong = sum(card[1] == ("male" if role in women else "female") for card, role in zip(cards, ROLES, strict=True))
    expected = []
    for number, count in Counter(int(card[0]) for card in cards).items():
        only = "" if count == 1 else "one-"
        expected += [(f"score-stars.{only}forgotten", -number), (f"score-stars.{only}twice", number)]
    if staging > 1:
        expected.append(("score-staging.one-forgotten", -1))
        expected += [("score-director.element-forgotten", -2)] if director == "staging" else []
    if loved > 1:
        expected.append(("score-favourites.one-forgotten", -1))
        expected += [("score-director.favourite-forgotten", -2)] if director == "favourites" else []
    expected += [("score-mismatch.one-forgotten", 1)] if wrong > 1 else []
    plus, minus = (sum(card[2] == side for card in cards) for side in SIDES.get(director, ("", "")))
    if plus and minus:
        for case, more in (("minus-forgotten", minus), ("plus-forgotten", -plus), ("minus-added", 2 * minus)):
            expected.append((f"score-director.{case}", more))
    assert Counter(said) == Counter(expected)


# --- The Magnificent -------------------------------------------------------------------------------------------------

EACH = {"tents": 3, "trainers": 3, "artists": 4, "large-tiles-colour": 5, "coins-paid": 3, "flat": 8}


def shown(dice):
    """Return the highest sum of one colour, and the sum of the clear dice."""
    sums = Counter()
    for die in dice:
        sums[die.split()[0]] += int(die.split()[1])
    clear = sums.pop("clear", 0)
    return max(sums.values(), default=0), clear


def whole_points(card, dice, count):
    """A card's points, before any maximum."""
    if card["condition"] in ("dice-sum", "clear-dice"):
        highest, clear = shown(dice)
        return highest + clear if card["condition"] == "dice-sum" else 2 * clear
    return EACH[card["condition"]] * (1 if card["condition"] == "flat" else count)


def end_total(player, *, dice=None, whole_maximum=False, count_paid=False, pay_named=False):
    """Count the end of a game once more from the rulebook's words, with one thing decided another way."""
    dice = player["dice"] if dice is None else dice
    points, coins, paid = player["points"], player["coins"], 0
    beyond = 0
    for card in player["cards"]:
        most, count = card.get("max"), card.get("count", 0)
        if card["condition"] == "coins-paid":
            wanted = count if most is None else min(count, -(-most * (2 if whole_maximum else 1) // 3))
            beyond += count - wanted
            count = min(wanted, coins - paid)
            paid += count
        half = whole_points(card, dice, count) // 2
        if most is not None:
            half = min(half, most if whole_maximum else most // 2)
        points += half
    left = coins - (0 if count_paid else paid)
    return points + max(0, left - (beyond if pay_named else 0)) // 5


@st.composite
def ends(draw):
    number = draw(st.integers(1, 4))
    coloured, clear = {1: (3, 2), 2: (3, 2), 3: (4, 3), 4: (5, 4)}[number]
    pool = draw(st.permutations(["orange", "green", "purple"] * coloured + ["clear"] * clear))
    players, hats = [], draw(st.permutations(range(1, 9)))
    for place in range(number):
        coins = left = draw(st.integers(0, 10))
        cards = []
        for condition in draw(st.lists(st.sampled_from([*EACH, "dice-sum", "clear-dice"]), min_size=4, max_size=4)):
            card = {"condition": condition}
            most = draw(st.none() | st.integers(0, 12))
            if condition not in ("flat", "dice-sum", "clear-dice"):
                card["count"] = draw(st.integers(0, 4))
                if condition == "coins-paid":
                    most_paid = draw(st.integers(0, left))
                    card["count"] = most_paid
                    left -= most_paid
                    card["count"] += draw(st.integers(0, 3)) if most is not None and most <= 3 * most_paid else 0
            cards.append(card if most is None else {**card, "max": most})
        players.append(
            {
                "name": f"P{place}",
                "points": draw(st.integers(0, 9)),
                "coins": coins,
                "dice": [f"{pool.pop()} {draw(st.integers(1, 6))}" for _ in range(4)],
                "cards": cards,
                "plots": [9] * 9,
                "gems": 0,
                "hat_place": hats.pop(),
            }
        )
    return {"players": players}


@given(ends())
def test_an_end_read_the_other_way_gives_what_it_gives_counted_so(raw):
    def totals(**decided):
        return {player["name"]: end_total(player, **decided) for player in raw["players"]}

    ours = totals()
    assert ours == {score.name: score.total for score in scored("magnificent", "final", raw).players}
    for why, decided in (
        ("final-master-cards.maximum", {"whole_maximum": True}),
        ("final-master-cards.coins-paid", {"count_paid": True}),
        ("master-conditions.coins-paid", {"pay_named": True}),
    ):
        assert told("magnificent", "final", raw, why) == differences(ours, totals(**decided), why)
    why = "final-master-cards.dice"
    less = {
        (player["name"], end_total(player, dice=list(dice)) - ours[player["name"]], why)
        for player in raw["players"]
        for dice in combinations(player["dice"], 3)
    }
    assert told("magnificent", "final", raw, why) == {one for one in less if one[1]}


@given(ends(), st.integers(1, 3))
def test_a_card_with_the_sum_of_dice_that_counted_coins_paid_gives_what_was_paid(raw, number):
    players = [
        {key: player[key] for key in ("name", "points", "coins", "dice")} | {"card": player["cards"][0]}
        for player in raw["players"]
    ]
    for player in players:
        if player["card"]["condition"] == "coins-paid":
            player["card"] = {"condition": "dice-sum", "max": 4}
    expected = set()
    for player in players:
        most = player["card"].get("max")
        if player["card"]["condition"] == "dice-sum":
            due = sum(shown(player["dice"]))
            gives, would = (
                points if most is None else min(points, most) for points in (due, min(due, player["coins"]))
            )
            expected |= {(player["name"], would - gives, "master-conditions.short")} if would != gives else set()
    table = {"round": number, "players": players}
    assert told("magnificent", "round", table, "master-conditions.short") == expected


@given(ends())
def test_an_end_counted_wrong_gives_what_it_gives_counted_so(raw):
    every = [one for one in found("magnificent", "final", raw) if is_miscount(one)]
    expected = set()
    for player in raw["players"]:
        left, wholes = player["coins"], []
        for card in player["cards"]:
            count, most = card.get("count", 0), card.get("max")
            count = min(count, left) if card["condition"] == "coins-paid" else count
            whole = whole_points(card, player["dice"], count)
            points = whole if most is None else min(whole, most)
            wholes.append(points)
            if card["condition"] == "coins-paid":
                left -= count if most is None else min(count, -(-most // 3))
            said = {"not-halved": points - points // 2}
            if most is not None and whole // 2 > most:
                said["no-maximum"] = whole // 2 - points // 2
            if card["condition"] == "dice-sum":
                coloured = shown(player["dice"])[0]
                less = (coloured if most is None else min(coloured, most)) // 2 - points // 2
                said["clear-forgotten"] = less if less != -(points // 2) else 0
                full = sum(int(die.split()[1]) for die in player["dice"])
                said["all-colours"] = (full if most is None else min(full, most)) // 2 - points // 2
            expected |= {(player["name"], more, f"final-master-cards.{case}") for case, more in said.items() if more}
        given = sum(points // 2 for points in wholes)
        said = {
            "none-halved": sum(wholes) - given if sum(map(bool, wholes)) > 1 else 0,
            "sum-halved": sum(wholes) // 2 - given,
            "rounded-up": sum(-(-points // 2) for points in wholes) - given,
        }
        expected |= {(player["name"], more, f"final-master-cards.{case}") for case, more in said.items() if more}
        expected |= {(player["name"], 1, "final-coins.rounded-up")} if left % 5 else set()
    assert {(one.name, one.points, cause(one)) for one in every} == expected


@given(ends(), st.integers(1, 3))
def test_a_round_counted_wrong_gives_what_it_gives_counted_so(raw, number):
    players, expected = [], set()
    for player in raw["players"]:
        card = player["cards"][0]
        card = {"condition": "dice-sum", "max": 4} if card["condition"] == "coins-paid" else card
        row = {key: player[key] for key in ("name", "points", "coins", "dice")} | {"card": card}
        players.append(row)
        name, most = row["name"], card.get("max", 999)
        highest, clear = shown(row["dice"])
        missing, fewer = (max(0, due - row["coins"]) for due in (highest + clear, highest))
        whole = whole_points(card, row["dice"], card.get("count", 0))
        saved = number * (missing - fewer)
        less = min(highest, most) - min(whole, most) if card["condition"] == "dice-sum" else 0
        full = sum(int(die.split()[1]) for die in row["dice"])
        lost = number * (missing - max(0, full - row["coins"]))
        more = min(full, most) - min(whole, most) if card["condition"] == "dice-sum" else 0
        said = {f"payment.other-round {other}": (number - other) * missing for other in (1, 2, 3)}
        said |= {
            "payment.clear-forgotten": saved if fewer else 0,
            "payment.clear-forgotten-twice": saved + less if saved and less else 0,
            "payment.all-colours": lost,
            "payment.all-colours-twice": lost + more if lost and more else 0,
            "master-card-scoring.all-colours": more,
            "master-card-scoring.clear-forgotten": less if highest else 0,
            "master-card-scoring.no-maximum": whole - min(whole, most),
        }
        expected |= {(name, more, why.split()[0]) for why, more in said.items() if more}
    every = [one for one in found("magnificent", "round", {"round": number, "players": players}) if is_miscount(one)]
    assert {(one.name, one.points, cause(one)) for one in every} == expected


@given(st.lists(st.integers(0, 4), min_size=9, max_size=9), st.integers(0, 6))
def test_plots_counted_wrong_give_what_tiles_alone_or_one_fewer_give(plots, gems):
    card = {"condition": "tents", "count": 0}
    player = {"name": "Ann", "points": 0, "coins": 0, "cards": [card] * 4, "plots": plots, "gems": gems}
    left, filled = gems, 0
    for cells in sorted(cells for cells in plots if cells):
        if cells <= left:
            left, filled = left - cells, filled + 1
    tiles = plots.count(0)
    expected = {("final-plots.gems-forgotten", -4 * filled)} if tiles and filled else set()
    expected |= {("final-plots.one-forgotten", -4)} if tiles + filled > 1 else set()
    every = found("magnificent", "final", {"players": [player]})
    assert {(cause(one), one.points) for one in every} == expected
