"""Whole games played by the rulebook: what an evening says it knows is how the table lies, and what cannot be is doubted."""

from contextlib import suppress
from importlib import import_module
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callboard_cli.input.evening_stage import edited_stage
from callboard_cli.input.parser import typed
from callboard_locales import LANGUAGES, catalog
from callboard_nights import commands
from callboard_nights.counts import State
from callboard_scoring.games import find_game
from callboard_scoring.problems import RefusedError
from callboard_scoring.records import read_record
from callboard_scoring.words import NO_WORDS

AT = "2026-11-22T19:30:00Z"
every_game = pytest.mark.parametrize("game", ["histrio", "intrigo", "turandot", "historia"])
few = settings(max_examples=settings().max_examples if settings().max_examples > 12 else 4)
"""A whole game takes its time; the long part plays as many as of anything else."""
seeds = st.integers(0, 2**32 - 1)


def played(game, seed):
    """Return an evening at a table, and the log that it begins with."""
    table = import_module(f"tables.{game}").play(Random(seed))
    return table, State.of(commands.begin(find_game(game), table.names, AT, table.code))


def column(record, carried):
    """Return what a record has in a field: of a player's field by names."""
    if not carried.is_of_players:
        return record[carried.name]
    return {row["name"]: row[carried.name] for row in record["players"]}


def pairs(evening_part, entry, entering):
    """Yield what is known of each field of a part of an evening, and what lies there."""
    for carried in entering.evening.known(evening_part, entry.stage):
        value = carried.value(entering.past)
        if value is None:
            continue
        truth = column(entry.record, carried)
        if carried.is_of_players:
            yield from ((carried, value[name], truth[name]) for name in truth if name in value)
        else:
            yield carried, value, truth


def canonical(game, stage, record):
    described = find_game(game)
    return described, read_record(described.record(stage), record, NO_WORDS)


def assert_true(entry, entering):
    """Compare all that is said to be known before an entry with the table."""
    evening = entering.evening
    for field, value, truth in pairs(evening.exact, entry, entering):
        assert (field.alike or alike)(truth, value), field
    for field, most, truth in pairs(evening.at_most, entry, entering):
        assert truth <= most, field
    for field, least, truth in pairs(evening.at_least, entry, entering):
        assert truth >= least, field
    for field, left, truth in pairs(evening.left, entry, entering):
        assert all(list(truth).count(piece) <= most for piece, most in left.items()), field
    lies = {one.field: one.value(entering.past) for one in evening.known(evening.lies, entry.stage)}
    assert {field: list(value) for field, value in lies.items() if value is not None} == (entry.lies or {})
    offered = {one.field: one.value(entering.past) for one in evening.known(evening.proposed, entry.stage)}
    assert {field: value for field, value in offered.items() if value is not None} == entry.offered


def alike(value, truth):
    if isinstance(value, dict):
        return {key: one for key, one in value.items() if one} == {key: one for key, one in truth.items() if one}
    return sorted(map(str, value)) == sorted(map(str, truth)) if isinstance(value, (list, tuple)) else value == truth


@every_game
@few
@given(seeds)
def test_all_that_an_evening_knows_is_so_and_may_be_left_out_and_legal_play_is_not_doubted(game, seed):
    table, state = played(game, seed)
    for entry in table.entries:
        night = state.night
        entering = night.entering(entry.stage, entry.typed)
        assert_true(entry, entering)
        assert {*entry.known} <= night.known(entry.stage)
        state = state.after(commands.add(night, entry.stage, entry.typed, AT))
        last = state.night.entries[-1]
        described, record = canonical(game, entry.stage, entry.record)
        assert last.played.record == record
        alone = described.score(entry.stage, record).doubts
        doubts = [f"{one.path} {one.code}".strip() for one in last.played.result.doubts if one not in alone]
        before = [told_apart(game, one.entered) for one in night.entries if one.stage == entry.stage]
        may_be_alike = {*described.evening().closes, *described.preparations}
        is_alike = entry.stage not in may_be_alike and before[-1:] == [told_apart(game, last.entered)]
        assert sorted(doubts) == sorted([*entry.doubts, *["night/doubt.same"] * is_alike])


def told_apart(game, entered):
    """Return what was typed but for what tells one round from another: bids of two rounds may well be alike."""
    legs = {name for leg in find_game(game).path for name in leg.fields}
    return {key: value for key, value in entered.items() if key not in legs}


@every_game
@few
@given(seeds, st.data(), st.sampled_from(LANGUAGES))
def test_what_was_entered_is_the_same_entry_when_it_is_written_as_words_and_typed_again(game, seed, data, language):
    table, state = played(game, seed)
    chosen = data.draw(st.integers(0, len(table.entries) - 1))
    for entry in table.entries[: chosen + 1]:
        state = state.after(commands.add(state.night, entry.stage, entry.typed, AT))
    entry = state.night.entries[-1]
    stage = edited_stage(state.night, entry)
    words = typed.write(stage.reworded(entry.entered, catalog(language)), stage, catalog(language))
    read = typed.read(words, stage, language)
    assert not read.problems
    assert stage.whole(stage.content(read.raw)).played.record == entry.played.record


@every_game
@few
@given(seeds, st.data())
def test_a_seeded_mistake_is_doubted(game, seed, data):
    table, state = played(game, seed)
    places = [place for place, entry in enumerate(table.entries) if entry.mistakes]
    if not places:
        return
    chosen = data.draw(st.sampled_from(places))
    for entry in table.entries[:chosen]:
        state = state.after(commands.add(state.night, entry.stage, entry.typed, AT))
    entry = table.entries[chosen]
    for code, stage, record in entry.mistakes:
        assert code in doubted(state, stage, record)


@every_game
@few
@given(seeds, st.data())
def test_an_entry_that_is_entered_twice_is_refused_or_doubted_and_so_is_an_end_that_comes_too_early(game, seed, data):
    table, state = played(game, seed)
    chosen = data.draw(st.integers(0, len(table.entries) - 1))
    for entry in table.entries[: chosen + 1]:
        state = state.after(commands.add(state.night, entry.stage, entry.typed, AT))
    entry, end = table.entries[chosen], table.entries[-1]
    evening = find_game(game).evening()
    if state.night.is_won:
        with pytest.raises(RefusedError):
            commands.add(state.night, entry.stage, entry.typed, AT)
        return
    if entry.stage not in evening.closes:
        with suppress(RefusedError):  # as what could be left out once has to be typed now
            assert doubted(state, entry.stage, entry.typed) & {
                "night/doubt.same",
                "night/doubt.again",
                "night/doubt.undue",
            }
    if (
        end.stage == find_game(game).path[-1].stage
        and state.night.leg is not None
        and state.night.leg.stage != end.stage
    ):
        assert "night/doubt.skipped" in doubted(state, end.stage, end.whole)


def doubted(state, stage, typed):
    night = state.after(commands.add(state.night, stage, typed, AT)).night
    return {doubt.code for doubt in night.entries[-1].played.result.doubts}
