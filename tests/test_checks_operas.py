"""Whatever a record holds, it is scored or refused with its problems; and the limits of checks, on both sides."""

import copy
import json
import tomllib
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callboard_cli.input.diagnostics.problems import message
from callboard_cli.render.json_data import result_data
from callboard_cli.ui.wording import token_words
from callboard_locales import catalog
from callboard_scoring.games import find_game
from callboard_scoring.problems import RefusedError
from callboard_scoring.records import read_record
from callboard_scoring.words import NO_WORDS
from conftest import GOLDEN

ENGLISH = catalog("en")
STAGES = [
    pytest.param(find_game(name), stage, id=f"{name}-{stage}")
    for name in ("histrio", "turandot", "intrigo", "historia")
    for stage in find_game(name).stages
]
RUBBISH = [None, True, -1, 0, 7, 10**30, 1.5, "", "-", "x" * 50, "C3", "bonus 9", "2 male goth", "thief", "ducat"]
RUBBISH += [[], [[]], ["C3"], [None] * 9, {}, {"name": "Ada"}, {"": 1}]


def places(value, path=()):
    """Every place in a record, as a path from its root."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield (*path, key)
        yield from places(item, (*path, key))


@st.composite
def mangled(draw, record):
    """The record with one to three places changed: dropped, replaced, repeated, or under another key."""
    record = copy.deepcopy(record)
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from([*places(record), ("players",)]))
        *above, key = path
        holder = record
        for step in above:
            holder = holder[step]
        if isinstance(holder, dict) and key not in holder:
            continue
        how = draw(st.sampled_from(["drop", "replace", "replace", "other", "repeat", "rename"]))
        if how == "replace":
            holder[key] = copy.deepcopy(draw(st.sampled_from(RUBBISH)))
        elif how == "other":
            elsewhere = record
            for step in draw(st.sampled_from([*places(record)])):
                elsewhere = elsewhere[step]
            holder[key] = copy.deepcopy(elsewhere)
        elif how == "repeat" and isinstance(holder, list):
            holder[key:key] = [copy.deepcopy(holder[key]) for _ in range(draw(st.integers(1, 6)))]
        elif how == "rename" and isinstance(holder, dict):
            holder[draw(st.sampled_from(["x", "Ann", "clergy", key.upper()]))] = holder[key]
        else:
            del holder[key]
        if not record:
            break
    return record


def outcome_of(game, stage, raw):
    """The result as JSON, or the problems in words; anything else that comes out of it is an error of ours."""
    try:
        record = read_record(game.record(stage), raw, token_words(game))
    except RefusedError as refused:
        return [message(problem, ENGLISH, game.id) for problem in refused.problems]
    return json.loads(json.dumps(result_data(ENGLISH, game, stage, game.score(stage, record))))


@cache
def right_records(game, stage):
    """The example, and all situations under golden/."""
    text = (GOLDEN / game.id / f"{stage}.toml").read_text(encoding="utf-8")
    return [game.example(stage), *(case["record"] for case in tomllib.loads(text)["case"])]


@pytest.mark.parametrize(("game", "stage"), STAGES)
@given(data=st.data())
def test_a_mangled_record_is_scored_or_refused_with_its_problems(game, stage, data):
    raw = data.draw(st.sampled_from(right_records(game, stage)).flatmap(mangled))
    outcome = outcome_of(game, stage, raw)
    if isinstance(outcome, dict):
        model = game.outcome(stage)
        assert outcome["outcome"].keys() <= set(model.model_fields if model else ())
        for player in outcome.get("players", []):
            assert player["start"] + sum(line["points"] for line in player["lines"]) == player["total"]
    else:
        assert outcome
        assert all(outcome)


# --- Limits ----------------------------------------------------------------------------------------------------------


def refused(game, stage, raw):
    """The problems of a record: path and code."""
    try:
        read_record(find_game(game).record(stage), raw, NO_WORDS)
    except RefusedError as error:
        return [(problem.path, problem.code.rpartition("error.")[2]) for problem in error.problems]
    return []


def city(*cards, ecus, **changes):
    managers = {"supply": 3, "theatre": 0}
    return {"player": "Ann", "ecus": ecus, "managers": managers, "needle": "comedy 1", "cards": [*cards], **changes}


@pytest.mark.parametrize(
    ("cards", "ecus", "doubts"),
    [
        (["bonus 1"], {"Ann": 200, "Bob": 49}, []),
        (["bonus 2"], {"Ann": 200, "Bob": 49}, ["ecus"]),
        (["T4", "bonus 1"], {"Ann": 200, "Bob": 50}, ["ecus"]),
        (["T5", "bonus 1"], {"Ann": 200, "Bob": 50}, []),
        (["T4"], {"Ann": 201, "Bob": 50}, ["ecus"]),
    ],
)
def test_a_treasury_can_be_emptied_and_what_it_owes_is_doubted(cards, ecus, doubts):
    game = find_game("histrio")
    record = read_record(game.record("city"), city(*cards, ecus=ecus), NO_WORDS)
    assert [doubt.path for doubt in game.score("city", record).doubts] == doubts


def test_a_needle_that_cannot_be_read_hides_nothing_that_is_wrong_with_the_cards():
    raw = city("C2", ecus={"Ann": 3, "Bob": 2}, steal_from=["Ann"], needle="farce 1")
    assert refused("histrio", "city", raw) == [("needle", "needle"), ("steal_from[0]", "opponent")]


@pytest.mark.parametrize(
    ("purses", "problems"), [(1, [("players", "too_short")]), (2, []), (5, []), (6, [("players", "too_long")])]
)
def test_histrio_ends_with_two_to_five_purses(purses, problems):
    raw = {"players": [{"name": f"P{place}", "ecus": 50} for place in range(purses)]}
    assert refused("histrio", "final", raw) == problems


def test_one_player_s_unreadable_requests_do_not_hide_another_s():
    own = {"troupe": [], "chameleons": 0}
    players = [{"name": "Ann", **own, "requests": "4"}, {"name": "Bob", **own, "requests": [1, 2]}]
    raw = {"season": 1, "mood": "comedy", "players": players}
    assert refused("histrio", "season", raw) == [
        ("players[0].requests", "tuple_type"),
        ("players[1].requests", "requests"),
    ]


@pytest.mark.parametrize("own", [3, "4", None])
def test_one_bid_s_unreadable_number_does_not_hide_another_s(own):
    bid = {"money": 0, "bluff": False}
    players = [{"name": "Ann", "number": own, **bid, "money": 1}, {"name": "Bob", "number": 4, **bid}]
    found = refused("turandot", "round", {"round": 1, "puccini": "Bob", "players": players})
    assert ("players[1].number", "number-out") in found


def test_a_game_for_two_misses_puccini_though_the_imaginary_player_cannot_be_read():
    troupe = {"singers": ["1 male goth"] * 6, "staging": 0}
    players = [{"name": "Ann", "director": "goths", **troupe}, {"name": "Bob", "director": "none", **troupe}]
    found = refused("turandot", "final", {"players": players, "imaginary": 3})
    assert found == [("imaginary", "model_type"), ("puccini", "puccini-missing")]


def test_the_schema_of_a_casting_knows_six_singers_and_six_roles():
    schema = find_game("turandot").record("final").model_json_schema()
    roles = next(option for option in schema["$defs"]["Troupe"]["properties"]["roles"]["anyOf"] if "items" in option)
    assert (roles["minItems"], roles["maxItems"], roles["uniqueItems"]) == (6, 6, True)
    numbers, names = roles["items"]["anyOf"]
    assert (numbers["minimum"], numbers["maximum"]) == (0, 5)
    assert names["enum"] == ["turandot", "calaf", "liu", "ping", "pong", "pang"]
