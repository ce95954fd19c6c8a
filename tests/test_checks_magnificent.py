"""The Magnificent: whatever a record holds, it is scored or refused with its problems, and nothing else happens."""

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callboard_cli.ui.wording import token_words
from callboard_scoring.games import find_game
from callboard_scoring.problems import RefusedError
from callboard_scoring.records import read_record

GAME = find_game("magnificent")
WORDS = token_words(GAME)
RUBBISH = [
    *(None, True, -1, 0, 1, 3, 99, 10**30, 1.5, float("nan"), "", " ", "-", "x" * 300, [], {}, [[]], {"x": 1}),
    *("orange 3", "clear 6", "orange large", "gem", "tent +2", "tents 3 max 12", "rectangle 9", "coins-paid 3", "rows"),
    *("OGP*.", "ООЗ", "A1-C2", "Z99-A1", "Ada", ["OO", "O"], ["A1-B2"] * 9, [1] * 9, ["rows"] * 5, {"orange": 3}),
]
"""Values of every kind, and tokens of every field, so that they come where another was due."""


def places(value, path=()):
    """Every place of raw data but the whole."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*path, key)
        yield from places(one, (*path, key))


@st.composite
def mutated(draw, raw):
    """Raw data with up to four pieces dropped, replaced, doubled, added or multiplied."""
    raw = copy.deepcopy(raw)
    for _ in range(draw(st.integers(1, 4))):
        found = list(places(raw))
        if not found:
            break
        *path, key = draw(st.sampled_from(found))
        holder = raw
        for step in path:
            holder = holder[step]
        change = draw(st.sampled_from(["drop", "replace", "double", "add", "multiply"]))
        if change == "drop":
            del holder[key]
        elif change == "double" and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        elif change == "add" and isinstance(holder, dict):
            other = draw(st.sampled_from(["grid", "areas", "plots", "dummies", "card", "cards", "as", "luck"]))
            holder[other] = copy.deepcopy(draw(st.sampled_from(RUBBISH)))
        elif change == "multiply" and isinstance(holder[key], list):
            holder[key] = copy.deepcopy(holder[key] * draw(st.integers(0, 3)))
        else:
            holder[key] = copy.deepcopy(draw(st.sampled_from(RUBBISH)))
    return raw


@pytest.mark.parametrize("stage", GAME.stages)
def test_a_record_is_scored_or_refused_whatever_it_holds(stage):
    @settings(deadline=None)
    @given(mutated(GAME.example(stage)))
    def check(raw):
        try:
            record = read_record(GAME.record(stage), raw, WORDS)
        except RefusedError as error:
            assert error.problems
            return
        result = GAME.scorer(stage)(record)
        assert result.outcome.model_dump(mode="json")
        assert list(result.told())

    check()
