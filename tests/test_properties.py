"""What holds for every table, not only for those written down."""

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callboard_scoring.games import find_game
from callboard_scoring.games.histrio import court, season
from callboard_scoring.games.histrio.court import Court
from callboard_scoring.games.histrio.season import Season
from callboard_scoring.games.histrio.theatre import place, space
from callboard_scoring.records import read_record
from callboard_scoring.words import NO_WORDS

ACTORS = [f"{kind}{level}" for kind in "CT" for level in range(1, 6)]
MOODS = ("comedy", "tragedy")


@st.composite
def tables(draw):
    season_number = draw(st.sampled_from((1, 2)))
    players = [
        {
            "name": f"P{number}",
            "troupe": draw(st.lists(st.sampled_from(ACTORS), max_size=7)),
            "chameleons": draw(st.integers(0, 2)),
            "requests": draw(st.lists(st.integers(0, 12), max_size=season_number)),
        }
        for number in range(draw(st.integers(2, 5)))
    ]
    return {"season": season_number, "mood": draw(st.sampled_from(MOODS)), "players": players}


def scored(raw):
    return season.score(read_record(Season, raw, NO_WORDS))


def totals(result):
    return {score.name: score.total for score in result.players}


@given(tables())
def test_every_point_of_a_season_is_a_line_of_a_known_rule(raw):
    rules = ["season-matching-actors", "season-pleasing-show", "season-best-show", "season-secret-request"]
    for score in scored(raw).players:
        assert score.start + sum(line.points for line in score.lines) == score.total
        told = [line.reason.rule.removeprefix("histrio/") for line in score.lines]
        assert told[:3] == rules[:3]
        assert set(told[3:]) == {rules[3]}


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_players_and_cards_changes_nothing(raw, random):
    other = json.loads(json.dumps(raw))
    random.shuffle(other["players"])
    for player in other["players"]:
        random.shuffle(player["troupe"])
    assert totals(scored(other)) == totals(scored(raw))


@given(tables(), st.integers(1, 5))
def test_one_more_matching_actor_never_scores_less(raw, level):
    richer = json.loads(json.dumps(raw))
    richer["players"][0]["troupe"].append(("C" if raw["mood"] == "comedy" else "T") + str(level))
    name = raw["players"][0]["name"]
    assert totals(scored(richer))[name] >= totals(scored(raw))[name] + 1


@given(tables())
def test_one_more_chameleon_never_scores_less_and_is_no_actor(raw):
    richer = json.loads(json.dumps(raw))
    richer["players"][0]["chameleons"] += 1
    before, after = scored(raw).players[0], scored(richer).players[0]
    assert after.total >= before.total
    assert after.lines[0].points == before.lines[0].points


@given(tables())
def test_turning_comedy_into_tragedy_everywhere_changes_no_total(raw):
    mirror = json.loads(json.dumps(raw))
    mirror["mood"] = MOODS[1 - MOODS.index(raw["mood"])]
    for player in mirror["players"]:
        player["troupe"] = [{"C": "T", "T": "C"}[actor[0]] + actor[1] for actor in player["troupe"]]
    assert totals(scored(mirror)) == totals(scored(raw))


@given(tables())
def test_the_best_show_is_doubled_for_exactly_those_with_the_greatest_pleasing_difference(raw):
    result = scored(raw)
    differences = {name: show.difference for name, show in result.outcome.players.items()}
    reward = {1: 3, 2: 5}[raw["season"]]
    greatest = max(differences.values())
    for score in result.players:
        own = differences[score.name]
        assert score.lines[1].points == (reward if own > 0 else 0)
        assert score.lines[2].points == (reward if own > 0 and own == greatest else 0)


@given(tables())
def test_a_record_survives_its_own_json(raw):
    record = read_record(Season, raw, NO_WORDS)
    assert read_record(Season, json.loads(record.model_dump_json()), NO_WORDS) == record


def test_all_needles_and_single_actors_by_enumeration():
    """The needle is a line without a zero: moving there and back by the same level is no movement at all."""
    for mood in MOODS:
        for number in range(1, 13):
            needle = f"{mood} {number}"
            assert space(place(needle)) == needle
            for actor in ACTORS:
                result = court.score(Court(needle=needle, actors=(actor,))).outcome
                assert result.moved == int(actor[1])
                back = {"C": "T", "T": "C"}[actor[0]] + actor[1]
                assert court.score(Court(needle=result.needle, actors=(back,))).outcome.needle == needle
    assert {space(step) for step in range(-3, 3)} == {f"{mood} {n}" for mood in MOODS for n in (1, 2, 3)}


@given(st.lists(st.sampled_from(ACTORS), min_size=1, max_size=8), st.integers(-20, 19), st.integers(20, 30))
def test_actors_at_the_court_are_netted_whatever_their_order(actors, start, dial):
    needle = space(start)
    outcome = court.score(Court(needle=needle, actors=tuple(actors))).outcome
    assert court.score(Court(needle=needle, actors=tuple(reversed(actors)))).outcome == outcome
    net = sum(int(actor[1]) * (1 if actor[0] == "C" else -1) for actor in actors)
    assert place(outcome.needle) == start + net
    stopped = court.score(Court(needle=needle, actors=tuple(actors), dial=dial)).outcome
    assert -dial <= place(stopped.needle) <= dial - 1


CITY_CARDS = [*ACTORS, "bonus 1", "bonus 3", "acrobat"]


@settings(max_examples=max(50, settings().max_examples))
@given(
    st.lists(st.sampled_from(CITY_CARDS), min_size=1, max_size=8),
    st.tuples(st.integers(0, 3), st.integers(0, 3)),
    st.integers(0, 3),
)
def test_a_city_keeps_or_discards_every_card_and_no_ecu_gets_lost(cards, purses, supply):
    """Ann is alone, Bob the only opponent; ecus come from the treasury or go to it only by the cards that say so."""
    ann, bob = purses
    twos = sum(card[1:] == "2" for card in cards)
    victims = ["Bob"] * min(bob, twos) + [None] * (twos - min(bob, twos))
    raw = {
        "player": "Ann",
        "ecus": {"Ann": ann, "Bob": bob},
        "managers": {"supply": supply, "theatre": 3 - supply},
        "needle": "comedy 1",
        "cards": cards,
        "steal_from": victims,
    }
    game = find_game("histrio")
    result = game.scorer("city")(read_record(game.record("city"), raw, NO_WORDS))
    outcome = result.outcome
    acrobats = [card for card in cards if card == "acrobat"]
    assert Counter([*outcome.kept, *outcome.discarded, *acrobats]) == Counter(cards)
    assert all(ecus >= 0 for ecus in outcome.ecus.values())
    assert outcome.ecus == totals(result)
    assert outcome.ecus["Bob"] == bob - min(bob, twos)
    assert outcome.managers.supply + outcome.managers.theatre == 3
    assert outcome.recovered == any(card[1:] == "1" for card in cards if card[0] in "CT")


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_ranks_do_not_depend_on_the_order_of_players(size):
    """All weak orderings of up to five players, by enumeration."""
    from itertools import permutations, product

    from callboard_scoring.ledger import ranks

    for values in product(range(size), repeat=size):
        expected = [1 + sum(other > value for other in values) for value in values]
        assert ranks(values) == expected
    for order in permutations(range(size)):
        assert sorted(ranks(order)) == list(range(1, size + 1))
