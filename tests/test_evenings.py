"""Whole evenings, from the set-up to the result: typed at the table, and saved with all that is mended in them."""

import re
import time
import tomllib
from pathlib import Path

import pytest

import callboard_locales
import callboard_scoring.games
from callboard_cli.render.rows import doubted
from callboard_locales import catalog
from callboard_nights import commands
from callboard_nights.changes import changes
from callboard_nights.counts import State
from callboard_nights.events import Event
from callboard_nights.night import night_of
from callboard_nights.seating import LogError
from callboard_rules import load_rules
from callboard_scoring.draws import CodeError
from callboard_scoring.games import GAMES, find_game
from callboard_scoring.problems import RefusedError
from callboard_scoring.words import Words, fold
from conftest import EVENINGS, LANGUAGES, run_callboard, sampled, with_nulls
from played import seats, steps

FILES = sorted(EVENINGS.glob("*.toml"))


@pytest.mark.parametrize(("file", "language"), sampled(FILES, LANGUAGES), ids=lambda one: getattr(one, "stem", one))
def test_an_evening_from_set_up_to_result(file, language):
    evening = tomllib.loads(file.read_text(encoding="utf-8"))
    game = evening["game"]
    sections = {f"{game}/{name}" for name in load_rules(game, language).sections}
    for names, code in ((setup["names"], setup["code"]) for setup in evening["setup"]):
        made = run_callboard("setup", game, *names, "--code", code, "--json", "--lang", language)
        assert made.status == 0, made.err
        assert {step["rule"] for step in made.json()["steps"]} <= sections
    for step in evening["step"]:
        ran = run_callboard("score", game, step["stage"], *step[language], "--json", "--lang", language)
        assert ran.status == 0, ran.out
        result = ran.json()
        assert "doubts" not in result
        outcome = with_nulls(step.get("outcome", {}))
        for name, expected in outcome.pop("players", {}).items():
            assert result["outcome"]["players"][name] == expected
        assert {key: result["outcome"][key] for key in outcome} == outcome
        if "takes" in step:
            assert [award["winner"] for award in result["outcome"]["awards"]] == with_nulls(step["takes"])
        players = result.get("players", [])
        totals = step.get("totals", {player["name"]: 0 for player in players})
        assert {player["name"]: player["total"] for player in players} == totals
        assert result.get("winners") == step.get("winners")
        told = [*result.get("lines", []), *(line for player in players for line in player["lines"])]
        told += [line for player in players for line in player.get("notes", [])]
        assert told
        assert {line["rule"] for line in told} <= sections
        shown = run_callboard("score", game, step["stage"], *step[language], "--lang", language)
        castings = [line["text"] for line in told if "cast" in line["values"]]  # these have a role a line
        assert all(part in shown.out for text in castings for part in re.split("[:,] ", text))
        assert all(line["text"] in shown.out for line in told if line["text"] not in castings)


# --- Saved, mended, and what stands ----------------------------------------------------------------------------------

AT = "2026-11-22T19:30:00Z"
GAMES_FOLDER = Path(callboard_scoring.games.__file__).parent
SAVED = Path(__file__).parent / "golden_evenings"
GOLDEN_EVENINGS = [
    pytest.param(evening, id=evening["name"])
    for file in sorted(SAVED.glob("*.toml"))
    for evening in tomllib.loads(file.read_text(encoding="utf-8"))["evening"]
]


def test_every_doubt_that_an_evening_raises_is_told_in_one_of_these():
    steps = [step for each in GOLDEN_EVENINGS for step in each.values[0]["step"] if "doubted" in step]
    met = {told.split()[-1] for step in steps for told in step["doubts"]}
    words = (Path(callboard_locales.__file__).parent / "en" / "LC_MESSAGES" / "night.po").read_text("utf-8")
    evenings = [(GAMES_FOLDER / game.id / "evening.py").read_text("utf-8") for game in GAMES]
    own = {name for code in evenings for name in re.findall(r'"(\w+/doubt\.[\w-]+)"', code)}
    assert met == {*re.findall(r'msgid "(night/doubt\..+)"', words), *own}
    assert all(step["doubted"].keys() == {*LANGUAGES} for step in steps)


@pytest.mark.parametrize("evening", GOLDEN_EVENINGS)
def test_a_saved_evening_and_what_stands_after_each_step(evening):
    evening = with_nulls(evening)
    assert evening.pop("source")
    log = commands.begin(find_game(evening.pop("game")), evening.pop("players"), AT, evening.pop("code", ""))
    each = [{key: evening[key] for key in evening.keys() - {"step", "name"}}, *evening["step"]]
    for step in each:
        step.pop("why", "")
        before = night_of(log)
        if "refused" in step:
            with pytest.raises(RefusedError) as caught:
                done(before, step)
            problems = [[problem.path or None, problem.code] for problem in caught.value.problems]
            assert problems == step.pop("refused")
            step.pop("entry", 0)
        else:
            log = (*log, *done(before, step))
            assert_stands(step, before, night_of(log))
        assert not step, "unknown keys"


def done(night, step):
    """Do what a step says, and return the event; nothing is done where the evening begins."""
    what = step.pop("do", None)
    if what == "add":
        step.setdefault("entry", len(night.entries) + 1)
        return [commands.add(night, step.pop("stage"), step.pop("typed"), AT)]
    if what == "edit":
        return [commands.change(night, step["entry"], step.pop("typed"), AT)]
    if what == "rename":
        return [commands.rename(night, step.pop("old"), step.pop("new"), AT)]
    return [getattr(commands, what)(night, AT)] if what else []


def of_the_evening(game, played):
    """Return the doubts that the record alone does not raise."""
    alone = game.score(played.stage, played.record).doubts
    return [doubt for doubt in played.result.doubts if doubt not in alone]


def offered(night, stage):
    """Return what may be as it was, by its field: it is offered, and has to be typed."""
    return {carried.field: value for carried, value in night.entering(stage, {}).proposed()}


def assert_stands(step, before, night):
    """Compare all that a step expects with what stands."""
    number = step.pop("entry", 0)
    told = changes(before, night, number)
    entry = night.entries[number - 1] if number else None
    changed = {
        pair.name: [pair.before.total, pair.after.total, pair.before.rank, pair.after.rank] for pair in told.players
    }
    doubts = of_the_evening(night.game, entry.played) if entry and entry.played else ()
    facts = {
        "order": list(night.players),
        "totals": {one.name: one.total for one in night.standing},
        "ranks": {one.name: one.rank for one in night.standing},
        "holds": {one.name: one.holds for one in night.standing if one.holds},
        "table": dict(night.table),
        "table_before": {key: value for key, value in (told.table or [{}])[0].items() if key != "next"},
        "next": night.next and night.next.stage,
        "winners": None if night.winners is None else list(night.winners),
        "ended": night.ended is not None,
        "stands": [one.number for one in night.entries if one.stands],
        "unfit": {str(one.number): [p.code for p in one.problems] for one in night.entries if one.problems},
        "doubts": [f"{doubt.path} {doubt.code}".strip() for doubt in doubts],
        "doubted": {
            language: [doubted(catalog(language), night.game, one) for one in doubts] for language in LANGUAGES
        },
        "changes": changed,
        "unreached": list(told.unreached),
        "offered": {stage: offered(night, stage) for stage in step.get("offered", ())},
    }
    assert (told.winners is not None) == (before.winners != night.winners)
    for key in step.keys() & facts.keys():
        assert facts[key] == step.pop(key), key
    if "record" in step:
        assert_holds(entry.played.record.model_dump(mode="json", by_alias=True), step.pop("record"))
    if "entered" in step:
        assert_holds(entry.entered, step.pop("entered"))


def assert_holds(whole, part):
    """Look for a part of a record, however deep, in the whole of it."""
    if isinstance(part, dict) and part:
        assert whole.keys() >= part.keys()
        for key in part:
            assert_holds(whole[key], part[key])
    elif isinstance(part, list) and part and isinstance(part[0], dict):
        for one, other in zip(whole, part, strict=True):
            assert_holds(one, other)
    else:
        assert whole == part


# --- Beside what stands ----------------------------------------------------------------------------------------------


def saved(game, names, *entries):
    """Return the log of an evening in which these are entered, each a stage and what was typed."""
    log = commands.begin(find_game(game), names, AT)
    for stage, typed in entries:
        log = (*log, commands.add(night_of(log), stage, typed, AT))
    return log


def refused(act, *arguments):
    with pytest.raises(RefusedError) as caught:
        act(*arguments)
    return [(problem.path, problem.code) for problem in caught.value.problems]


FIRST = {"players": [{"name": "Ann", "amounts": {"war": 3}}, {"name": "Bob", "amounts": {}}]}
LAST = {"players": [{"name": "Ann", "ecus": 3}, {"name": "Bob", "ecus": 2}]}


def test_a_set_up_seats_the_players_and_half_an_evening_begins_without_points():
    histrio = find_game("histrio")
    whole = night_of(commands.begin(histrio, ["Ann", "Bob"], AT, "histrio-2-0-000007-1f"))
    assert {one.total for one in whole.standing} == {3}
    assert whole.table["needle"] in ("comedy 1", "tragedy 1")
    half = night_of(commands.begin(histrio, ["Ann", "Bob"], AT, "histrio-2-1-000007-1m"))
    assert {one.total for one in half.standing} == {0}  # nobody told what the first season brought
    assert (half.next.stage, half.next.fields) == ("season", {"season": 2})


@pytest.mark.parametrize(
    ("names", "problems"),
    [
        (["Ann"], [("names", "usage.players")]),
        (["Ann", "ann"], [("names[1]", "error.name-taken")]),
        (["Ann", " "], [("names[1]", "error.name-empty")]),
        (list("abcdef"), [("names", "usage.players")]),
    ],
)
def test_an_evening_begins_with_as_many_players_as_the_game_has(names, problems):
    assert refused(commands.begin, find_game("histrio"), names, AT) == problems


def test_a_code_of_another_game_or_of_more_players_begins_nothing():
    for names, code in ((["Ann", "Bob"], "turandot-3-x-000007-1o"), (["Ann", "Bob"], "intrigo-3-x-000007-1z")):
        with pytest.raises(CodeError):
            commands.begin(find_game("turandot"), names, AT, code)


@pytest.mark.parametrize(
    "log", [(), (Event("ended", AT),), (Event("began", AT, "", {"game": "owls", "players": ["Ann"]}),)]
)
def test_a_log_that_begins_as_none_does_or_is_of_no_game_tells_so(log):
    with pytest.raises(LogError):
        night_of(log)


def test_two_events_that_are_alike_are_two():
    log = saved("historia", ["Ann", "Bob"], ("tally", FIRST))
    undone = (*log, log[-1], Event("took-back", AT))
    assert [entry.stands for entry in night_of(undone).entries] == [True, False]
    assert night_of((*log, log[-1])).totals == {"Ann": 6, "Bob": 0}


def test_what_was_taken_back_cannot_be_given_anew_nor_what_never_was():
    log = saved("historia", ["Ann", "Bob"], ("tally", FIRST), ("tally", FIRST))
    log = (*log, commands.undo(night_of(log), AT))
    assert refused(commands.change, night_of(log), 2, FIRST, AT) == [("", "error.night.taken-back")]
    assert refused(commands.change, night_of(log), 3, FIRST, AT) == [("", "error.night.no-entry")]
    assert refused(commands.change, night_of(log), 1, {}, AT) == [
        ("players[0].amounts", "missing"),
        ("players[1].amounts", "missing"),
    ]


def test_an_entry_keeps_what_was_typed_and_no_more_in_canonical_tokens():
    night = night_of(saved("histrio", ["Ann", "Bob"]))
    players = [{"name": " ANN ", "troupe": ["к 3"], "chameleons": 0, "requests": []}]
    players += [{"name": "Bob", "troupe": [], "chameleons": 0, "requests": []}]
    typed = {"mood": "Комедия", "players": players}
    words = Words({fold("к"): "C", fold("комедия"): "comedy"})
    event = commands.add(night, "season", typed, AT, words)
    assert event.data["entered"]["mood"] == "comedy"
    assert event.data["entered"]["players"][0] == {"name": "Ann", "troupe": ["C3"], "chameleons": 0, "requests": []}
    assert event.data["entered"].keys() == {"mood", "players"}
    assert typed["mood"] == "Комедия"  # what was given is nobody's to change
    cards = [{"name": "Ada", "gained": 1, "coins": 9, "dice": ["orange 5", "green 1", "green 2", "clear 3"]}]
    cards[0]["card"] = {"condition": "tents", "count": 2}
    solo = night_of(saved("magnificent", ["Ada"]))
    event = commands.add(solo, "round", {"players": cards}, AT)
    assert event.data["entered"] == {"players": cards}


def test_what_was_typed_by_its_places_is_kept_so_and_completed_anew_where_an_edit_changes_what_stayed():
    gaps = "contarini 4, dandolo 4, morosini 2, morosini 4, dandolo 3, contarini 3, contarini 2, gradenigo 2"
    gaps = f"{gaps}, gradenigo 3, morosini 3, gradenigo 4, dandolo 2".split(", ")
    first, second = (
        {"players": [{"name": name, "ducats": held} for name, held in zip(BY_LOT, ducats, strict=True)], "gaps": gaps}
        for ducats in ((1, 1, 1), (1, 1, 2))
    )
    second["palace"] = {"1": "clergy", "3": "military", "5": "workers", "7": "clergy"}
    log = commands.begin(find_game("intrigo"), BY_LOT, AT, "intrigo-3-x-000007-1z")
    for typed in (first, second):
        log = (*log, commands.add(night_of(log), "round", typed, AT))
    for edited, stayed in ((first, "farmers"), ({**first, "palace": {"9": "workers"}}, "workers")):
        entry = night_of((*log, commands.change(night_of(log), 1, edited, AT))).entries[1]
        assert entry.entered["palace"] == second["palace"]
        assert entry.played.record.palace[8] == stayed


BY_LOT = ["Ada", "Ben", "Cleo"]


def test_two_purses_of_one_name_are_told_and_none_is_lost():
    city = find_game("histrio").example("city") | {"player": "Ann", "steal_from": ["Bob"]}
    night = night_of(saved("histrio", ["Ann", "Bob"]))
    for ecus in ({"Ann": 3, "ann": 9, "Bob": 2}, {"Ann": 3, " Ann": 9, "Bob": 2}):
        told = refused(commands.add, night, "city", city | {"ecus": ecus}, AT)
        assert ("ecus" in {path.partition(".")[0] for path, _ in told}) and not {"missing"} & {code for _, code in told}


@pytest.mark.parametrize(
    ("gained", "code"),
    [
        ("3", "int_type"),
        (3.0, "int_type"),
        (True, "int_type"),
        (None, "int_type"),
        ([3], "int_type"),
        (10**40, "less_than_equal"),
        (-(10**40), "greater_than_equal"),
    ],
)
def test_what_was_gained_is_a_number_a_table_can_have(gained, code):
    night = night_of(saved("histrio", ["Ann", "Bob"]))
    typed = {"players": [{"name": "Ann", "gained": gained}, {"name": "Bob", "gained": 1}]}
    assert refused(commands.add, night, "final", typed, AT) == [("players[0].gained", code)]


@pytest.mark.parametrize("name", [[], {}, None, 3, "", "x" * 50, "Zoe"])
@pytest.mark.parametrize("stage", ["season", "final"])
def test_whatever_stands_for_a_name_is_told_where_it_stands(name, stage):
    night = night_of(saved("histrio", ["Ann", "Bob"]))
    typed = {"players": [{"name": "Ann", "gained": 1}, {"name": name, "gained": 1}]}
    told = refused(commands.add, night, stage, typed, AT)
    assert "players[1].name" in [path for path, _ in told]
    assert ("players", "error.night.missing-player") in told


def test_a_note_is_the_last_one_and_can_be_seen():
    log = saved("histrio", ["Ann", "Bob"])
    log = (*log, commands.note("  at  Eva's ", AT), commands.note("at Fay's", AT))
    assert night_of(log).note == "at Fay's"
    assert commands.note("  at  Eva's ", AT).data == {"note": "at Eva's"}
    assert refused(commands.note, "x" * 501, AT) == [("", "error.night.note-long")]
    assert refused(commands.note, "\u202e", AT) == [("", "error.night.note-characters")]


def test_another_name_is_a_player_of_the_evening_and_nobody_elses():
    night = night_of(saved("histrio", ["Ann", "Bob"]))
    assert refused(commands.rename, night, "Zoe", "Eva", AT) == [("", "error.night.unknown-player")]
    assert [code for _, code in refused(commands.rename, night, "Ann", "BOB", AT)] == ["error.name-taken"]
    assert [code for _, code in refused(commands.rename, night, "Ann", " ", AT)] == ["error.name-empty"]


def test_two_who_swap_names_keep_what_is_theirs():
    log = saved("histrio", ["Ann", "Bob"], ("final", LAST))
    for old, new in (("Ann", "Cid"), ("Bob", "Ann"), ("Cid", "Bob")):
        log = (*log, commands.rename(night_of(log), old, new, AT))
    night = night_of(log)
    assert night.players == ("Bob", "Ann")
    assert night.totals == {"Bob": 3, "Ann": 2}
    assert night.winners == ("Bob",)
    again = night_of((*log, commands.undo(night, AT), Event("gave-back", AT)))
    assert again.totals == night.totals


# --- How long it takes -----------------------------------------------------------------------------------------------


def a_long_evening(entries):
    """Return the log of an evening of so many rounds."""
    names = seats("magnificent", 3)
    log = saved("magnificent", names)
    rounds = [step.whole for step in steps("magnificent", 3, names) if step.stage == "round"]
    events = (Event("entered", AT, "", {"stage": "round", "entered": rounds[place % 3]}) for place in range(entries))
    return (*log, *events)


def took(work):
    """Return the processor's seconds for something, the best of three."""
    best = 9.0
    for _ in range(3):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best


def test_a_long_evening_is_read_in_time_that_grows_with_its_length():
    short, long = a_long_evening(20), a_long_evening(200)
    assert [entry.fits for entry in night_of(long).entries] == [True] * 200
    one, ten = took(lambda: night_of(short).standing), took(lambda: night_of(long).standing)
    assert ten < 25 * one
    assert ten < 1
    state = State.of(long)
    assert state.night.players
    assert took(lambda: state.after(short[1]).night) < ten / 10


def test_what_an_edit_changes_is_known_without_reading_the_evening_again():
    log = a_long_evening(100)
    before = night_of(log)
    after = commands.after(log, Event("changed", AT, "", {"entry": 99, "entered": log[2].data["entered"]}))
    assert took(lambda: changes(before, after, 99)) < 0.05


def test_who_is_missing_is_told_without_what_was_carried_over_for_all():
    turandot = find_game("turandot")
    log = commands.begin(turandot, ["Ann", "Ben", "Cid"], "t", "")
    bids = [{"name": name, "number": 1, "money": 0, "bluff": False} for name in ("Ann", "Ben", "Cid")]
    log = (*log, commands.add(night_of(log), "round", {"players": bids, "puccini": "Ben"}, "t"))
    with pytest.raises(RefusedError) as refused:  # Cid holds Puccini now
        commands.add(night_of(log), "round", {"players": bids[:2]}, "t")
    assert [problem.code for problem in refused.value.problems] == ["error.night.missing-player"]


def test_what_was_taken_back_before_the_end_can_be_brought_back_once_the_evening_goes_on():
    log = saved("histrio", ["Ann", "Bob"])
    log = (*log, commands.add(night_of(log), "court", {"needle": "comedy 1", "actors": ["C1"]}, AT))
    stood = night_of(log).entries
    for act in (commands.undo, commands.end, commands.resume, commands.redo):
        log = (*log, act(night_of(log), AT))
    assert night_of(log).entries == stood
    for act in (commands.undo, commands.end):
        log = (*log, act(night_of(log), AT))
    assert refused(commands.redo, night_of(log), AT) == [("", "error.night.nothing-to-redo")]


def test_a_former_name_and_one_without_its_accent_are_understood():
    log = saved("histrio", ["Lucía", "Bob"])
    log = (*log, commands.rename(night_of(log), "Bob", "Bo", AT))
    typed = {"players": [{"name": "Lucia", "ecus": 3}, {"name": "bob", "ecus": 2}]}
    (entry,) = night_of((*log, commands.add(night_of(log), "final", typed, AT))).entries
    assert [player.name for player in entry.played.record.players] == ["Lucía", "Bo"]


def test_coins_of_a_performance_are_proposed_and_picks_after_it_belong_to_its_round():
    log = saved("magnificent", ["Ann", "Bob"])
    dice = {
        "Ann": ["orange 1", "orange 2", "green 1", "clear 1"],
        "Bob": ["purple 1", "purple 2", "green 2", "clear 2"],
    }
    rows = [{"name": name, "points": 0, "coins": 9, "dice": own, "card": "flat"} for name, own in dice.items()]
    log = (*log, commands.add(night_of(log), "round", {"players": rows}, AT))
    poster = {"points": 3, "coins": 2, "tiles": {}, "gems": {}, "tent": "tent +2"}
    shown = {"posters": [poster], "camp": {}, "gems": {}, "limit": 1, "player": "Ann"}
    log = (*log, commands.add(night_of(log), "perform", shown, AT))
    night = night_of(log)
    known = dict(night.entering("round", {}).proposed())
    (coins,) = [value for carried, value in known.items() if carried.name == "coins"]
    assert coins == {"Ann": 5 + 4, "Bob": 4}
    assert night.expected("picks") == {"round": 2}
    assert night.expected("choose") == {"round": 2}
