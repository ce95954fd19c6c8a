"""What one player's own row gives before the others' are in: what the whole score gives them too, and nothing else."""

import copy
import json
import tomllib

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from callboard_cli.ui.wording import token_words
from callboard_scoring.games import GAMES, find_game
from callboard_scoring.ledger import Alone
from callboard_scoring.problems import LENGTH, RefusedError
from callboard_scoring.records import read_record
from callboard_scoring.words import NO_WORDS
from conftest import GOLDEN, one_language
from played import NAMES, PLAYED, scored, seats, steps

TELLING = {
    ("histrio", "season"),
    ("magnificent", "round"),
    ("magnificent", "choose"),
    ("magnificent", "final"),
    ("turandot", "final"),
    ("historia", "tally"),
}
"""The stages of which a row tells something by itself. In Intrigo and in Turandot's rounds all depends on the others."""
few = settings(max_examples=max(3, settings().max_examples // 3))
seeds = st.integers(0, 2**32 - 1)


def records():
    """Every record of these stages that is written down: those of golden cases and the examples."""
    for game, stage in sorted(TELLING):
        yield pytest.param(game, stage, find_game(game).example(stage), id=f"the example of {game} {stage}")
        for case in tomllib.loads((GOLDEN / game / f"{stage}.toml").read_text(encoding="utf-8"))["case"]:
            yield pytest.param(game, stage, case["record"], id=case["name"])


def split(raw):
    """Return a record's own fields and its rows."""
    return {name: value for name, value in raw.items() if name != "players"}, raw["players"]


def alone(game, stage, table, row, players=2, *, words=NO_WORDS):
    return find_game(game).alone(stage, table, row, words, players)


def told(lines):
    return [(line.reason.id, line.points, line.values) for line in lines]


def assert_is_part_of(score, part):
    """Assert that a row alone gives what of its score in the end does not wait, and cites nothing that it does not."""
    assert (part.name, part.start) == (score.name, score.start)
    waiting = sum(line.points for line in score.lines if line.reason.rule in part.waits)
    assert part.total == score.total - waiting
    for lines, whole in ((part.lines, score.lines), (part.notes, score.notes)):
        own = [line for line in whole if line.reason.rule not in part.waits]
        assert told(lines) == told(own)
        for line, in_the_end in zip(lines, own, strict=True):
            assert set(line.readings) <= set(in_the_end.readings)
            assert line.lacks == ()


# --- The same as the whole score -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "stage", "raw"), list(records()))
def test_a_row_alone_gives_the_lines_of_the_whole_score_that_do_not_wait(game, stage, raw):
    table, rows = split(raw)
    found = find_game(game)
    words = token_words(found)
    scores = found.score(stage, read_record(found.record(stage), raw, words)).players
    before = copy.deepcopy(raw)
    for score, row in zip(scores, rows, strict=True):
        part = alone(game, stage, table, row, len(rows), words=words)
        assert_is_part_of(score, part)
        assert part.lines or part.notes
    assert raw == before


@pytest.mark.parametrize(
    ("game", "stage"), [(game.id, stage) for game in GAMES for stage in game.stages if "players" in game.example(stage)]
)
def test_each_stage_with_a_row_for_each_player_tells_something_or_nothing_at_all(game, stage):
    table, (row, *_) = split(find_game(game).example(stage))
    assert (alone(game, stage, table, row, 3) is not None) == ((game, stage) in TELLING)


def test_a_stage_without_rows_tells_nothing():
    assert alone("histrio", "city", find_game("histrio").example("city"), {"name": "Ann"}) is None


# --- Whatever the others have ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [game for game in PLAYED if game != "intrigo"])
@few
@given(seeds, seeds)
def test_no_other_row_changes_a_line(game, seed, other):
    """Score a table with the rows of the others of another evening, and once more with their own."""
    names = seats(game, seed)
    assume(len(names) > 1)
    found = find_game(game)
    elsewhere = {step.stage: step.whole["players"] for step in steps(game, other, names) if "players" in step.whole}
    for step in steps(game, seed, names):
        if (game, step.stage) not in TELLING or step.stage not in elsewhere:  # not every evening has each stage
            continue
        table, rows = split(step.whole)
        for place, row in enumerate(rows):
            part = alone(game, step.stage, table, row, len(rows))
            strangers = [row if seat == place else each for seat, each in enumerate(elsewhere[step.stage])]
            for mixed in (rows, strangers):
                # such a table may hold more than the box, which is no reason to score it otherwise
                record = found.record(step.stage).model_validate({**table, "players": mixed}, context=NO_WORDS)
                assert_is_part_of(found.scorer(step.stage)(record).players[place], part)


CARDS = [
    "tents 2 max 12",
    "flat",
    "dice-sum max 9",
    "clear-dice",
    "rows 1",
    "coins-paid 1",
    "coins-paid 4 max 6",
    "tents 0",
]
DICE = [f"{colour} {number}" for colour in ("orange", "clear") for number in (1, 6)]
choosers = st.fixed_dictionaries(
    {
        "points": st.integers(-50, 50),
        "coins": st.integers(28, 30),
        "dice": st.lists(st.sampled_from(DICE), min_size=4, max_size=4),
        "cards": st.lists(st.sampled_from(CARDS), min_size=5, max_size=5),
    }
)


@given(st.integers(1, 3), st.lists(choosers, min_size=2, max_size=4))
def test_no_other_row_changes_what_a_choice_comes_to(number, rows):
    raw = {"round": number, "players": [{"name": name, **row} for name, row in zip(NAMES, rows, strict=False)]}
    game = find_game("magnificent")
    parts = [alone("magnificent", "choose", {"round": number}, row, 4) for row in raw["players"]]
    result = game.scorer("choose")(game.record("choose").model_validate(raw, context=NO_WORDS))
    for score, part in zip(result.players, parts, strict=True):
        assert_is_part_of(score, part)


PEEKING = [
    *(("histrio", "season", field) for field in ("name", "troupe", "chameleons", "requests")),
    *(("magnificent", "final", field) for field in ("grid", "plots", "open_plots", "covered", "gems_left")),
    *(("turandot", "final", field) for field in ("roles", "singers")),
]


@pytest.mark.parametrize(("game", "stage", "field"), PEEKING)
def test_whoever_looks_at_another_row_all_the_same_finds_nothing_there(game, stage, field, monkeypatch):
    table, (row, *_) = split(find_game(game).example(stage))
    looked = []

    def peeking(player, record):
        looked.append(len(record.players))
        return Alone(player.name, (getattr(record.players[-1], field),))

    monkeypatch.setitem(find_game(game).load("alone").ALONE, stage, peeking)
    assert alone(game, stage, table, row, 4) is None
    assert looked == [4]


# --- What waits ------------------------------------------------------------------------------------------------------


def season(*troupes, number=1):
    rows = [
        {"name": f"P{place}", "troupe": troupe, "chameleons": 0, "requests": []} for place, troupe in enumerate(troupes)
    ]
    return {"season": number, "mood": "comedy", "players": rows}


def test_the_best_show_waits_since_another_troupe_changes_it():
    table, (row, _) = split(season(["C3"], ["C1"]))
    part = alone("histrio", "season", table, row)
    assert part.waits == ("histrio/season-best-show",)
    assert [line.reason.rule for line in part.lines] == [
        *("histrio/season-matching-actors", "histrio/season-pleasing-show", "histrio/season-secret-request")
    ]
    best, surpassed = (
        {line.reason.rule: line.points for line in scored("histrio", "season", season(["C3"], other)).players[0].lines}
        for other in (["C1"], ["C4"])
    )
    assert {rule for rule in best if best[rule] != surpassed[rule]} == set(part.waits)


def test_puccini_waits_in_a_game_for_two_until_the_table_tells_who_holds_it():
    game = find_game("turandot")
    _, (row, *_) = split(game.example("final"))
    waiting = alone("turandot", "final", {}, row)
    assert waiting.waits == ("turandot/two-players",)
    holding, other = (alone("turandot", "final", {"puccini": name}, row) for name in (row["name"].upper(), "Zoe"))
    assert (holding.waits, other.waits) == ((), ())
    assert (holding.total, other.total) == (waiting.total - 1, waiting.total)
    for part in (holding, other):
        assert told(part.lines[:-1]) == told(waiting.lines)
        assert part.lines[-1].reason.rule == "turandot/two-players"
    assert alone("turandot", "final", {"puccini": "-"}, row).waits == waiting.waits
    assert alone("turandot", "final", {"puccini": 7, "imaginary": "nonsense"}, row) == waiting
    with_three = alone("turandot", "final", {}, row, 3)
    assert (with_three.waits, told(with_three.lines)) == ((), told(waiting.lines))
    assert alone("turandot", "final", {"puccini": row["name"]}, row, 3) == with_three


def test_nothing_waits_elsewhere():
    for game, stage in TELLING - {("histrio", "season"), ("turandot", "final")}:
        table, (row, *_) = split(find_game(game).example(stage))
        assert alone(game, stage, table, row).waits == ()


@pytest.mark.parametrize(
    "table", [{}, {"season": 1}, {"mood": "comedy"}, {"season": 3, "mood": "comedy"}, {"season": 1, "mood": "?"}]
)
def test_what_the_table_has_not_told_yet_is_waited_for(table):
    _, (row, _) = split(season(["C3"], ["C1"]))
    assert alone("histrio", "season", table, row) is None


def test_what_else_the_table_tells_does_not_matter():
    table, (row, *rows) = split(season(["C3"], ["C1"]))
    part = alone("histrio", "season", table, row)
    for more in ({"game": "histrio"}, {"players": rows}, {"players": "nonsense"}, {"puccini": "Ann"}):
        assert alone("histrio", "season", {**table, **more}, row) == part


def test_a_show_that_pleases_by_its_chameleons_alone_says_who_chooses_before_the_others_are_in():
    table, (row, _) = split(season([], []))
    (_, show, _) = alone("histrio", "season", table, {**row, "chameleons": 1}).lines
    assert [reading.id for reading in show.readings] == ["histrio/chameleon.owner-chooses", "histrio/chameleon.alone"]
    whole = scored("histrio", "season", {**table, "players": [{**row, "chameleons": 1}, {**row, "name": "B"}]})
    assert whole.players[0].lines[1].readings == show.readings


@one_language
def test_a_row_is_read_in_the_words_of_a_language(language):
    words = token_words(find_game("histrio"))
    mood, kind = {"ru": ("комедия", "К"), "en": ("comedy", "C"), "es": ("comedia", "C")}[language]
    row = {"name": "Аня", "troupe": [f"{kind}3", f"{kind} 2"], "chameleons": 1, "requests": [4]}
    assert alone("histrio", "season", {"season": 2, "mood": mood}, row, words=words).total == 2 + 5 + 4


# --- What is wrong with a row ----------------------------------------------------------------------------------------

HISTRIO = {"name": "Ann", "troupe": ["C3"], "chameleons": 0, "requests": [4]}
PAYER = {"name": "Ann", "points": 3, "coins": 9, "dice": ["clear 1"] * 3 + ["green 2"], "card": "tents 3"}
TABLE = {"season": 1, "mood": "comedy"}
REFUSED = [
    ("histrio", "season", TABLE, {**HISTRIO, "troupe": ["C3", "C9"]}, {("troupe", 1): "histrio/error.actor"}),
    ("histrio", "season", TABLE, {**HISTRIO, "requests": [1, 2]}, {("requests",): "histrio/error.requests"}),
    (
        *("histrio", "season", TABLE, {**HISTRIO, "troupe": ["Q"], "requests": [1, 2]}),
        {("troupe", 0): "histrio/error.actor", ("requests",): "histrio/error.requests"},
    ),
    ("histrio", "season", {}, {**HISTRIO, "chameleons": -1}, {("chameleons",): "greater_than_equal"}),
    ("histrio", "season", TABLE, {"name": " ", "troupe": [], "requests": []}, {("name",): "error.name-empty", ("chameleons",): "missing"}),
    ("histrio", "season", TABLE, {**HISTRIO, "dice": 1}, {("dice",): "extra_forbidden"}),
    ("histrio", "season", TABLE, [], {(): "model_type"}),
    ("histrio", "season", TABLE, {**HISTRIO, "name": "x" * (LENGTH + 1)}, {("name",): "error.text-long"}),
    ("histrio", "season", {**TABLE, "x": "x" * (LENGTH + 1)}, HISTRIO, {("x",): "error.text-long"}),
    ("magnificent", "round", {"round": 1}, {**PAYER, "card": "tents"}, {("card", "count"): "magnificent/error.card-count"}),
    ("magnificent", "round", {}, {**PAYER, "dice": ["clear 1"] * 4}, {("dice", 3): "magnificent/error.dice"}),
    ("historia", "tally", {}, {"name": "Ann", "amounts": {"owls": 3}}, {("amounts", "owls"): "error.choice"}),
    ("turandot", "final", {}, {"name": "Ann", "singers": [], "director": "goths", "staging": 4}, {("singers",): "too_short", ("staging",): "less_than_equal"}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "stage", "table", "row", "problems"), REFUSED)
def test_what_is_wrong_with_a_row_is_told_with_its_place_in_the_row(game, stage, table, row, problems):
    with pytest.raises(RefusedError) as refused:
        alone(game, stage, table, row, 4 if game == "histrio" else 3)
    assert {problem.location: problem.code for problem in refused.value.problems} == problems


def test_what_several_dice_make_too_many_depends_on_how_many_play():
    four = {**PAYER, "dice": ["clear 1"] * 4}
    assert alone("magnificent", "round", {"round": 1}, four, 4).total == 3 + 9
    with pytest.raises(RefusedError):
        alone("magnificent", "round", {"round": 1}, four, 2)


def test_what_only_the_others_can_make_wrong_is_not_told():
    """Directors taken twice, a place on the track that is taken, coins of the whole box: these are the table's."""
    game = find_game("magnificent")
    table, rows = split(game.example("final"))
    rows = json.loads(json.dumps(rows))
    rows[1]["hat_place"] = rows[0]["hat_place"]
    assert all(alone("magnificent", "final", table, row) for row in rows)
    with pytest.raises(RefusedError):
        scored("magnificent", "final", {**table, "players": rows})
