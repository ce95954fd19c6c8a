"""How people did over all evenings: counted anew by hand, told to people, programs, spreadsheets and BG Stats."""

import csv
import io
import json
import re
import sys
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from callboard_cli.render.exports import defused, play_file, sheet_of
from callboard_cli.render.statistics import show_statistics
from callboard_cli.render.tallies import decimal
from callboard_cli.ui.output import UI, to_json
from callboard_locales import catalog
from callboard_nights import commands
from callboard_nights.counts import State
from callboard_nights.night import night_of
from callboard_nights.statistics import COUNTED, Play, listed, pairs_of, play_of, records_of, summary_of
from callboard_nights.storage.store import Store
from callboard_scoring.games import GAMES, find_game
from conftest import LANGUAGES, run_callboard
from played import seats, steps

AT, END = "2026-11-22T12:00:00Z", "2026-11-22T15:00:00Z"
SAVED = Path(__file__).parent / "golden_evenings"
COUNTING = {
    "histrio": {"season", "city", "final"},
    "intrigo": set(),
    "magnificent": {"round", "perform", "final"},
    "turandot": {"final"},
    "historia": {"tally"},
}
"""The stages whose records change what players have."""


def log_of(game, names, entered, *, ended=True, code=""):
    """Return the log of an evening with these records, each a stage and what is typed there."""
    state = State.of(commands.begin(find_game(game), names, AT, code))
    for stage, raw in entered:
        state = state.after(commands.add(state.night, stage, raw, AT))
    return (state.after(commands.end(state.night, END)) if ended else state).log


def play(log, night="one"):
    return play_of(night, summary_of(night_of(log)))


def told_of(*plays):
    """Return the records of these plays as a program gets them."""
    return {(one.game, one.name): (one.plays, one.wins, one.average, one.best) for one in records_of(plays)}


# --- What counts -----------------------------------------------------------------------------------------------------

SEASON = ("season", {"mood": "comedy", "players": [{"name": "Ann", "troupe": ["C3"], "chameleons": 0, "requests": []}]})


def histrio(ann, bob, names=("Ann", "Bob"), **options):
    """An evening of Histrio whose end tells how much both have."""
    rows = [{"name": name, "ecus": ecus} for name, ecus in zip(names, (ann, bob), strict=True)]
    return log_of("histrio", names, [("final", {"players": rows})], **options)


def test_a_shared_win_is_one_for_each_and_who_wins_alone_has_it_alone():
    assert told_of(play(histrio(20, 20)), play(histrio(30, 21))) == {
        ("histrio", "Ann"): (2, 2, 25.0, 30),
        ("histrio", "Bob"): (2, 1, 20.5, 21),
    }


def test_an_evening_that_goes_on_does_not_count_and_one_opened_again_does_not_either():
    log = histrio(20, 10)
    assert play(histrio(20, 10, ended=False)) is None
    assert play((*log, commands.resume(night_of(log), END))) is None
    assert play((*log, commands.undo(night_of(log), END))) is None


def test_an_evening_ended_before_anything_that_counts_is_a_play_without_points():
    assert told_of(play(log_of("histrio", ["Ann", "Bob"], []))) == {
        ("histrio", "Ann"): (1, 0, None, None),
        ("histrio", "Bob"): (1, 0, None, None),
    }


def test_an_evening_ended_half_way_has_points_and_no_winner_and_nobody_beat_anybody():
    rows = [
        {"name": name, "troupe": [card], "chameleons": 0, "requests": []}
        for name, card in (("Ann", "C3"), ("Bob", "C1"))
    ]
    half = play(log_of("histrio", ["Ann", "Bob"], [("season", {"mood": "comedy", "players": rows})]))
    assert half.points is not None
    assert half.points[0] > half.points[1]
    assert (half.won, half.places) == (frozenset(), None)
    (pair,) = pairs_of([half])
    assert (pair.before, pair.level, pair.plays) == ((0, 0), 0, 1)


def test_what_was_mended_at_the_end_counts_and_a_player_by_the_name_of_today():
    log = histrio(20, 30, ended=False)
    rows = [{"name": "Ann", "ecus": 40}, {"name": "Bob", "ecus": 30}]
    log = (*log, commands.change(night_of(log), 1, {"players": rows}, AT))
    log = (*log, commands.end(night_of(log), END))
    log = (*log, commands.rename(night_of(log), "Bob", "Борис", END))
    assert told_of(play(log)) == {("histrio", "Ann"): (1, 1, 40.0, 40), ("histrio", "Борис"): (1, 0, 30.0, 30)}


def test_an_entry_that_does_not_fit_leaves_no_winner():
    evening = _golden("intrigo", "Families and seals stay")
    log = _golden_log(evening, until="an edit lets Ada win")
    night = night_of((*log, commands.end(night_of(log), END)))
    assert night.has_misfits
    counted = play_of("one", summary_of(night))
    assert (counted.won, counted.places, counted.points) == (frozenset(), None, None)


def test_names_are_told_apart_as_they_are_written():
    plays = [play(histrio(20, 10)), play(histrio(15, 10, names=("ann", "Bob")))]
    assert {name for _, name in told_of(*plays)} == {"Ann", "ann", "Bob"}


# --- The golden evenings ---------------------------------------------------------------------------------------------


def _golden(game, beginning):
    evenings = tomllib.loads((SAVED / f"{game}.toml").read_text(encoding="utf-8"))["evening"]
    return next(one for one in evenings if one["name"].startswith(beginning))


def _golden_log(evening, until=None):
    """Return the log of a golden evening, up to the step whose reason begins so."""
    state = State.of(commands.begin(find_game(evening["game"]), evening["players"], AT, evening.get("code", "")))
    for step in evening["step"]:
        if "refused" not in step and "do" in step:
            what, night = step["do"], state.night
            if what == "add":
                state = state.after(commands.add(night, step["stage"], step["typed"], AT))
            elif what == "edit":
                state = state.after(commands.change(night, step["entry"], step["typed"], AT))
            elif what == "rename":
                state = state.after(commands.rename(night, step["old"], step["new"], AT))
            else:
                state = state.after(getattr(commands, what)(night, AT))
        if until and step.get("why", "").startswith(until):
            break
    return state.log


def goldens():
    """Every state of a golden evening of which the totals or the winners are told: the steps up to it, and these."""
    for file in sorted(SAVED.glob("*.toml")):
        for evening in tomllib.loads(file.read_text(encoding="utf-8"))["evening"]:
            for last, step in enumerate(evening["step"], 1):
                if "refused" not in step and ("totals" in step or "winners" in step):
                    yield pytest.param({**evening, "step": evening["step"][:last]}, id=f"{evening['name']} {last}")


@pytest.mark.parametrize("evening", list(goldens()))
def test_a_golden_evening_ended_there_has_the_points_and_winners_that_are_told(evening):
    told = evening["step"][-1]
    log = _golden_log(evening)
    if night_of(log).ended is None:
        log = (*log, commands.end(night_of(log), END))
    one = play(log)
    if one.points is not None and "totals" in told:
        assert dict(zip(one.players, one.points, strict=True)) == told["totals"]
    if "winners" in told:
        leads = evening["game"] == "historia" or told["winners"] == ""
        assert one.won == frozenset(() if leads else told["winners"])
        assert (one.places is None) == (leads or not one.won)
        assert one.is_known == (not leads)
    if "ranks" in told and one.places is not None:
        assert dict(zip(one.players, one.places, strict=True)) == told["ranks"]


def scored_evening(game, seed):
    """An evening that is played to its end."""
    names = seats(game, seed)
    return log_of(game, names, [(step.stage, step.entered) for step in steps(game, seed, names)])


def test_in_intrigo_there_are_wins_and_no_points():
    won = [one for one in (play(scored_evening("intrigo", seed)) for seed in range(12)) if one.won]
    assert won
    for one in won:
        told = told_of(one)
        assert {(average, best) for _, _, average, best in told.values()} == {(None, None)}
        assert {name for (_, name), (_, wins, _, _) in told.items() if wins} == one.won
        beaten = {pair.names for pair in pairs_of([one]) if any(pair.before)}
        others = set(one.players) - one.won
        assert beaten == {tuple(sorted((winner, other))) for winner in one.won for other in others}
        assert [pair.names for pair in pairs_of([one]) if pair.level] == []  # nothing ranks two who lost
        places = dict(zip(one.players, one.places, strict=True))
        assert {name for name, place in places.items() if place == 1} == one.won
        assert {places[name] for name in others} <= {len(one.won) + 1}
        (_, _, scores) = next(read_play_file(to_json(play_file(catalog("en"), [one]))))
        assert {name: score["rank"] for name, score in scores.items()} == places


def test_a_lead_in_historia_is_no_win_and_beats_nobody():
    one = play(scored_evening("historia", 3))
    assert all(wins == 0 and average is not None for _, wins, average, _ in told_of(one).values())
    assert all(pair.before == (0, 0) and pair.level == 0 for pair in pairs_of([one]))


def solo(points):
    """The Magnificent played alone, with so many points before the end."""
    whole = find_game("magnificent").example("final")
    row = {**whole["players"][0], "name": "Ann", "points": points}
    return log_of("magnificent", ["Ann"], [("final", {**whole, "players": [row]})])


def test_alone_only_who_reaches_what_is_asked_for_has_won():
    few, many = play(solo(10)), play(solo(300))
    assert few.points[0] < 200 <= many.points[0]
    assert (few.won, many.won) == (frozenset(), {"Ann"})
    assert told_of(few, many)["magnificent", "Ann"][:2] == (2, 1)


def test_who_is_beaten_by_the_imaginary_player_has_not_won_and_beats_nobody():
    for _, one in lost_to_nobody():
        assert all(wins == 0 for _, wins, _, _ in told_of(one).values())
        (pair,) = pairs_of([one])
        assert (pair.before, pair.level, pair.unwon) == ((0, 0), 0, 1)
        assert (one.places, one.is_known) == (None, True)


@cache
def lost_to_nobody():
    """Evenings of two in which Turandot's imaginary player won: their logs, each with what is counted of it."""
    names = ("Ann", "Bob")
    logs = [log_of("turandot", names, _entered("turandot", seed, names)) for seed in (25, 26, 34)]  # by which it wins
    return [(log, play(log)) for log in logs]


def _entered(game, seed, names):
    return [(step.stage, step.entered) for step in steps(game, seed, names)]


# --- Counted by hand -------------------------------------------------------------------------------------------------


@cache
def pool():
    """Some evenings of every game: whole, ended early, or not ended; each with its night."""
    return list(_pool())


def _pool():
    for game in COUNTING:
        for seed in range(6):
            names = seats(game, seed)
            entered = _entered(game, seed, names)[: [None, 1, None, 2, None, 0][seed]]
            log = log_of(game, names, entered, ended=seed != 4)
            yield game, log, night_of(log)


places = st.deferred(lambda: st.lists(st.integers(0, len(pool()) - 1), max_size=30))
"""Places in the pool, which who does not test with it need not play."""


@given(places)
def test_statistics_are_what_one_counts_by_hand(chosen):
    evenings = [pool()[place] for place in chosen]
    plays = [one for one in (play(log) for _, log, _ in evenings) if one]
    ended = [(game, night) for game, _, night in evenings if night.ended]
    assert len(plays) == len(ended)
    expected = {}
    for game, night in ended:
        for name in night.players:
            own = [one for one_game, one in ended if one_game == game and name in one.players]
            with_points = [
                one.totals[name]
                for one in own
                if any(entry.stage in COUNTING[game] for entry in one.entries if entry.fits)
            ]
            expected[game, name] = (
                len(own),
                sum(one.is_won and name in (one.winners or ()) for one in own),
                round(sum(with_points) / len(with_points), 2) if with_points else None,
                max(with_points, default=None),
            )
    assert told_of(*plays) == expected
    order = [(GAMES.index(find_game(one.game)), one.name) for one in records_of(plays)]
    assert order == sorted(order)


@given(places)
def test_who_beats_whom_is_what_one_counts_by_hand(chosen):
    evenings = [one for one in map(pool().__getitem__, chosen) if one[2].ended]
    counts = Counter()
    for game, _, night in evenings:
        ranks = {one.name: one.rank for one in night.standing}
        for one in night.players:
            for other in night.players:
                if one < other:
                    counts[game, one, other, "plays"] += 1
                    if game == "intrigo" and night.winners:
                        ranks = {name: 1 if name in night.winners else 2 for name in night.players}
                    if not night.winners:
                        counts[game, one, other, "unwon"] += night.winners is not None
                    elif night.is_won and ranks[one] < ranks[other]:
                        counts[game, one, other, "first"] += 1
                    elif night.is_won and ranks[one] > ranks[other]:
                        counts[game, one, other, "second"] += 1
                    elif night.is_won and (game != "intrigo" or one in night.winners):
                        counts[game, one, other, "level"] += 1
    pairs = pairs_of([play(log) for _, log, _ in evenings])
    told = Counter()
    for pair in pairs:
        key = pair.game, *pair.names
        told[*key, "plays"], told[*key, "level"] = pair.plays, pair.level
        told[*key, "first"], told[*key, "second"] = pair.before
        told[*key, "unwon"] = pair.unwon
    assert +told == counts


# --- The command -----------------------------------------------------------------------------------------------------


@pytest.fixture
def stats(tmp_path):
    """Run the command on evenings that are kept for it."""
    store = Store(tmp_path)

    def run(*words, **extra):
        return run_callboard("stats", *words, CALLBOARD_HOME=str(tmp_path), **extra)

    def keep(*logs, summary=summary_of):
        for log in logs:
            game = log[0].data["game"]
            store.begin(log, summary(night_of(log)), night=f"n{len(store.summaries())}-{game}")

    run.keep, run.store = keep, store
    return run


def test_a_program_gets_what_the_contract_has(stats):
    stats.keep(histrio(30, 21), histrio(20, 20), histrio(5, 4, ended=False), scored_evening("intrigo", 1))
    data = stats("--json").json()
    assert data["schema"] == 1
    assert data["players"][:2] == [
        {"name": "Ann", "game": "histrio", "plays": 2, "wins": 2, "average": 25.0, "best": 30},
        {"name": "Bob", "game": "histrio", "plays": 2, "wins": 1, "average": 20.5, "best": 21},
    ]
    assert {(one["game"], one["average"], one["best"]) for one in data["players"][2:]} == {("intrigo", None, None)}
    assert data["pairs"][0] == {"names": ["Ann", "Bob"], "game": "histrio", "before": [1, 0], "level": 1, "plays": 2}
    listed_nights = run_callboard("night", "list", "--json", CALLBOARD_HOME=str(stats.store.folder)).json()["nights"]
    assert {tuple(one) for one in listed_nights} == {("night", "game", "players", "began", "ended", "winners", "note")}


def test_a_game_and_players_can_be_asked_for(stats):
    stats.keep(histrio(30, 21), histrio(20, 40, names=("ann", "Cleo")), scored_evening("historia", 2))
    assert {one["game"] for one in stats("histrio", "--json").json()["players"]} == {"histrio"}
    data = stats("histrio", "--player", "ANN", "--json").json()
    assert {one["name"] for one in data["players"]} == {"Ann", "ann"}
    assert [one["names"] for one in data["pairs"]] == [["Ann", "Bob"], ["Cleo", "ann"]]
    assert stats("--player", "Nobody", "--json").json()["players"] == []
    assert "callboard stats" in stats("--player", "Nobody").out
    assert stats("nogame").status == 2
    assert stats("--csv", "--json").status == 2
    assert stats("--plays").status == 2


def test_nothing_to_count_is_told_and_no_mistake(stats):
    stats.keep(histrio(5, 4, ended=False))
    ran = stats()
    assert (ran.status, ran.err) == (0, "")
    assert "callboard night end" in ran.out
    assert stats("--json").json() == {"schema": 1, "players": [], "pairs": []}


def older(night):
    """What an earlier version kept of an evening."""
    return listed(summary_of(night))


@pytest.mark.parametrize("summary", [older, lambda _: None])
def test_a_summary_of_an_earlier_version_or_a_lost_one_is_worked_out_from_the_log(stats, summary):
    stats.keep(histrio(30, 21), histrio(1, 2, ended=False), summary=summary)
    kept = stats.store.summaries()
    assert all(COUNTED not in (one.table or {}) for one in kept)
    assert stats("--json").json()["players"][0] == {
        "name": "Ann", "game": "histrio", "plays": 1, "wins": 1, "average": 30.0, "best": 30,
    }  # fmt: skip
    assert stats.store.summaries() == kept


def test_an_evening_of_a_game_that_is_gone_counts_by_its_summary_and_is_told_without(stats):
    gone = {"game": "gone", "players": ["Ann", "Bob"], "began": AT, "ended": END, "winners": ["Ann"], "note": ""}
    counted = {COUNTED: {"points": [9, 4], "places": [1, 2], "first": None}}
    log = list(histrio(3, 2))
    log[0] = type(log[0])("began", AT, "", {**log[0].data, "game": "gone"})
    stats.store.begin(tuple(log), {**gone, **counted}, night="known-gone")
    stats.store.begin(tuple(log), gone, night="lost-gone")
    data = stats("--json").json()
    assert data["players"][0] == {"name": "Ann", "game": "gone", "plays": 1, "wins": 1, "average": 9.0, "best": 9}
    assert data["uncounted"] == 1
    ran = stats("gone")
    assert ran.status == 0
    assert "gone: Ann: 1 play" in ran.out
    assert "1 evening could not be counted" in ran.err
    assert stats("--csv").out.splitlines()[1] == '"gone","Ann",1,1,9.0,9'
    assert json.loads(stats("--bgstats").out)["games"][0]["name"] == "gone"


# --- Whose winner nobody knows, and whom nobody beat -----------------------------------------------------------------


def told_to_people(plays, language="en", names=frozenset(), **extra):
    """Return what is told of these plays, a fact a line."""
    told = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(UI, "say", lambda _, text="", *, err=False: told.append(text))  # noqa: ARG005
        show_statistics(UI(catalog(language), plain=True, **extra), plays, names, is_all=True)
    return told


def test_plays_that_nobody_won_have_a_line_of_their_own_and_no_places(stats):
    lost, _ = lost_to_nobody()[0]
    stats.keep(lost)
    told = stats().out.splitlines()
    assert "Turandot: Nobody won 1 of 1 plays." in told
    assert not any("Ann – Bob" in line or "not known" in line for line in told)
    assert [row[5:] for row in csv.reader(stats("--csv", "--plays").out.splitlines())][1:] == [["", "0"], ["", "0"]]
    ((_, _, scores),) = read_play_file(to_json(play_file(catalog("en"), [play(lost)])))
    assert {score["rank"] for score in scores.values()} == {0}


def test_where_no_winner_is_known_wins_are_a_dash_and_shares_are_of_the_plays_whose_winner_is(capsys, monkeypatch):
    monkeypatch.setenv("LINES", "9999")
    early = play(log_of("histrio", ["Ann", "Bob"], []), "early")
    lead = play(scored_evening("historia", 3))
    told = told_to_people([early, play(histrio(20, 10)), play(histrio(10, 20)), play(histrio(30, 20)), lead])
    assert "Histrio: Ann: 4 plays, 2 wins (67\N{NO-BREAK SPACE}% of 3), average 20, best 30" in told
    assert all(", wins –, " in line for line in told if line.startswith("Historia: ") and "average" in line)
    show_statistics(UI(catalog("en"), plain=False), [lead], frozenset(), is_all=True)
    screen = capsys.readouterr().out
    rows = [line.split() for line in screen.splitlines() if line.startswith(lead.players)]
    assert rows
    assert all(row[2] == "–" for row in rows[: len(lead.players)])


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_played_several_games_is_told_over_all_of_them(language):
    words = catalog(language)
    lead = play(log_of("historia", ["Ann", "Cid"], []))
    told = told_to_people([play(histrio(20, 10)), play(histrio(10, 20)), play(histrio(1, 2)), lead], language)
    title = words.text("night/stats-all-games")
    plays = words.plural("night/unit.play", 4) % {"n": 4}
    wins = words.plural("night/unit.win", 1) % {"n": 1}
    share = {"share": "33\N{NO-BREAK SPACE}%", "count": 3}
    assert [line for line in told if line.startswith(f"{title}: ")] == [
        f"{title}: Ann: {plays}, {wins} ({words.text('night/stats-share-of') % share})"
    ]


def test_averages_have_no_needless_zeros():
    told = [
        decimal(catalog(language), number) for language in ("en", "ru") for number in (26.5, 32.0, 0.33, -7.25, 0.0)
    ]
    assert told == ["26.5", "32", "0.33", "−7.25", "0", "26,5", "32", "0,33", "−7,25", "0"]


@pytest.mark.parametrize(("typed", "said"), [("Zoe", "No ended evening has a player “Zoe”. All players:"), ("Jose", "No ended evening has a player “Jose”. Did you mean “José”?"), ("Bop", "No ended evening has a player “Bop”. Did you mean “Bob”?")])  # fmt: skip
def test_who_is_no_player_is_said_with_the_nearest_name(stats, typed, said):
    stats.keep(histrio(30, 21, names=("José", "Bob")), scored_evening("historia", 2))
    told = stats("--player", typed)
    assert told.status == 0
    assert said in told.out.splitlines()
    assert told.out.splitlines()[-1].startswith("  callboard stats")
    both = stats("--player", typed, "--player", "Bob").out.splitlines()
    assert said in both
    assert any(line.startswith("Histrio: Bob: ") for line in both)
    assert said in stats("--player", typed, "--csv").err.splitlines()
    assert stats("historia", "--player", "Bob").out.splitlines()[0] == catalog("en").text("night/stats-nobody")


def test_names_that_differ_by_case_alone_are_told_with_the_way_to_join_them(stats):
    stats.keep(histrio(30, 21), histrio(30, 22), histrio(20, 40, names=("ann", "Cleo")))
    lines = stats().out.splitlines()
    commands = [line.strip() for line in lines[-3:]]
    assert "Ann, ann" in lines[-4]
    assert commands[1:] == ["callboard night rename ann Ann", "callboard night end"]
    for command in commands:
        ran = run_callboard(*command.split()[1:], CALLBOARD_HOME=str(stats.store.folder))
        assert ran.status == 0, ran.err
    assert {one["name"]: one["plays"] for one in stats("--json").json()["players"]} == {"Ann": 3, "Bob": 2, "Cleo": 1}


def test_tab_offers_who_played_with_how_often(stats):
    stats.keep(
        histrio(30, 21), histrio(20, 40, names=("Борис", "Ann")), histrio(1, 2, names=("Zoe", "Yan"), ended=False)
    )
    told = run_callboard(
        _CALLBOARD_COMPLETE="fish",
        _CALLBOARD_LINE="callboard stats --player ",
        CALLBOARD_HOME=str(stats.store.folder),
    ).out.splitlines()
    assert told[0].split("\t") == ["Ann", "2 plays"]
    assert {tuple(line.split("\t")) for line in told[1:]} == {("Bob", "1 play"), ("Борис", "1 play")}


def test_a_store_that_cannot_be_read_is_told_as_elsewhere(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    for words in ([], ["--csv"], ["--bgstats"]):
        ran = run_callboard("stats", *words, CALLBOARD_HOME=str(tmp_path / "file"))
        assert (ran.status, ran.out) == (1, "")
        assert "file" in ran.err
    assert run_callboard("stats", "--json", CALLBOARD_HOME=str(tmp_path / "file")).json()["errors"]


# --- For people ------------------------------------------------------------------------------------------------------

LONG = "Людвиг-Станислав Константинопольский"
WIDE = "高橋 " * 9 + "12"


def some_plays(players=6, plays=24, game="histrio"):
    names = [*("Анна", "Ben", LONG, "ann", "Ann", WIDE), *(f"Player {number}" for number in range(players))][:players]
    told = []
    for number in range(plays):
        seated = tuple(names[(number * step) % players] for step in range(1, 5))
        seated = tuple(dict.fromkeys((*seated, names[number % players])))
        points = tuple((number * 7 + seat * 13) % 50 - 5 for seat in range(len(seated)))
        places = tuple(1 + sum(other > own for other in points) for own in points)
        won = frozenset(name for name, place in zip(seated, places, strict=True) if place == 1)
        decided = number % 5 != 0
        told.append(
            Play(
                f"n{number}",
                game,
                AT,
                END,
                seated,
                points,
                places if decided else None,
                won if decided else frozenset(),
                None,
                decided,
            )
        )
    return told


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [6, 30])
def test_on_a_screen_no_line_is_wider_and_every_number_is_there(language, width, players, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("LINES", "9999")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    words = catalog(language)
    plays = some_plays(players)
    show_statistics(UI(words, plain=False), plays, frozenset(), is_all=True)
    told = re.sub(r"\x1b\[\d*m", "", capsys.readouterr().out)
    table = told.partition("\n\n")[0].splitlines()
    assert max(cell_len(line) for line in told.splitlines() if "callboard" not in line) <= width
    heads = [words.text(f"night/{head}") for head in ("plays", "wins", "average", "best")]
    assert next(line.split() for line in table if line.split() == heads)
    for one in records_of(plays):
        average = f"{one.average:g}".replace(".", words.text("night/decimal")).replace("-", "−")
        row = rf"{one.plays} +{one.wins if one.known else '–'}( \(\d+.%[^)]*\))? +{re.escape(average)} +{str(one.best).replace('-', '−')}$"
        assert any(re.search(row, line) for line in table), one
    assert "█" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_plain_lines_tell_one_fact_each_without_bars(language, capsys):
    show_statistics(UI(catalog(language), plain=True), some_plays(), frozenset(), is_all=True)
    told = capsys.readouterr().out
    assert not set(told) & set("▏▎▍▌▋▊▉█\x1b")
    assert sum(line.startswith("Histrio") and f": {LONG}: " in line for line in told.splitlines()) == 1


def test_a_mixed_table_reads_both_languages(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "9999")
    show_statistics(UI(catalog("en"), plain=False, also=catalog("ru")), some_plays(), frozenset(), is_all=True)
    told = capsys.readouterr().out
    assert all(word in told for word in ("plays", "партий", "Head to head", "Кто кого обыгрывает"))


def test_who_was_asked_for_stands_first_in_pairs_and_only_then_all_pairs_are_told(capsys):
    others = [f"Player {number:02}" for number in range(20)]
    plays = [
        Play(name, "histrio", AT, END, ("Ben", name), (1, 2), (2, 1), frozenset({name}), None, True) for name in others
    ]
    show_statistics(UI(catalog("en"), plain=True), plays, frozenset({"Ben"}), is_all=False)
    told = [line for line in capsys.readouterr().out.splitlines() if "\N{NO-BREAK SPACE}:" in line]
    assert told == [f"Histrio: Ben – {name}: 0\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}1" for name in others]
    show_statistics(UI(catalog("en"), plain=True), plays, frozenset(), is_all=True)
    told = capsys.readouterr().out.splitlines()
    assert sum("\N{NO-BREAK SPACE}:" in line for line in told) == 12
    assert told[-1] == "  callboard stats --player Ben"


# --- For spreadsheets ------------------------------------------------------------------------------------------------

NASTY = [
    "=cmd|'/c calc'!A1",
    "+1",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "＝1+1",
    "－1",
    "＠x",
    "\n=1",
    "Ann;=1+1",
    "a,@b",
    " =1",
]


@pytest.mark.parametrize("text", NASTY)
def test_a_cell_that_a_spreadsheet_would_run_is_defused(text):
    (row,) = csv.reader(io.StringIO(sheet_of([[text, -5, None, 1.5]]), newline=""))
    assert row[1:] == ["-5", "", "1.5"]
    assert row[0].replace("'", "") == text.replace("'", "")
    for cell in re.split(r"[;,]", row[0]):
        assert not re.match(r"\s*[=+\-@＝＋－＠]", cell)
    assert not row[0].startswith(("\t", "\r", "\n"))


@pytest.mark.parametrize("text", ["Анна", 'the "Great"', "Ann-Marie", "a\nb", "O'Neil", "1+1", "x;y", "", "né"])
def test_any_other_cell_comes_back_as_it_was(text):
    assert next(csv.reader(io.StringIO(sheet_of([[text, 1]]), newline=""))) == [text, "1"]
    assert defused(text) == text


def test_a_row_for_each_player_and_game_and_one_for_each_evening(stats):
    stats.keep(histrio(3, 21, names=("=A1", "Борис")), log_of("intrigo", ["Ann", "Борис", "Cleo"], []))
    rows = list(csv.reader(stats("--csv", "--lang", "ru").out.splitlines()))
    assert rows[0] == ["игра", "игрок", "партий", "побед", "среднее", "лучший"]
    assert [row[1:] for row in rows[1:3]] == [["'=A1", "1", "0", "3.0", "3"], ["Борис", "1", "1", "21.0", "21"]]
    assert rows[3][1:] == ["Ann", "1", "", "", ""]
    rows = list(csv.reader(stats("--csv", "--plays").out.splitlines()))
    assert rows[0] == ["evening", "date", "game", "player", "points", "place", "won"]
    assert [row[3:] for row in rows[1:3]] == [["'=A1", "3", "2", "0"], ["Борис", "21", "1", "1"]]
    assert rows[3][3:] == ["Ann", "", "", ""]
    assert [row[3] for row in csv.reader(stats("--csv", "--plays", "--player", "Ann").out.splitlines())] == [
        "player",
        "Ann",
    ]


# --- For BG Stats ----------------------------------------------------------------------------------------------------

KEYS = {
    "": {"about", "players", "locations", "games", "plays", "userInfo"},
    "players": {"uuid", "id", "name", "isAnonymous", "modificationDate", "bggUsername"},
    "games": {"uuid", "id", "name", "modificationDate", "cooperative", "highestWins", "noPoints", "usesTeams"},
    "plays": {
        "uuid", "modificationDate", "entryDate", "playDate", "usesTeams", "durationMin", "ignored", "manualWinner",
        "rounds", "gameRefId", "board", "scoringSetting", "playerScores",
    },
    "playerScores": {"score", "winner", "playerRefId", "role", "rank", "seatOrder"},
}  # fmt: skip
"""The keys of the public samples that tell what is known of an evening."""


def read_play_file(text):
    """Read a play file as programs that take one apart do: by its tables, each row found by its number."""
    data = json.loads(text)
    assert KEYS[""] <= data.keys()
    assert data["about"].startswith("This is a Play file that can be read by Board Game Stats.")
    for table in ("players", "games", "plays"):
        assert all(KEYS[table] <= row.keys() and UUID(row["uuid"]) for row in data[table])
    players = {row["id"]: row["name"] for row in data["players"]}
    games = {row["id"]: row["name"] for row in data["games"]}
    assert (len(players), len(games)) == (len(data["players"]), len(data["games"]))
    for row in data["plays"]:
        assert all(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", row[key]) for key in row if key.endswith("Date"))
        assert all(KEYS["playerScores"] <= score.keys() for score in row["playerScores"])
        scores = {players[score["playerRefId"]]: score for score in row["playerScores"]}
        yield games[row["gameRefId"]], row, scores


def test_a_play_file_brings_cyrillic_names_back(stats):
    stats.keep(histrio(30, 21, names=("Анна «Ёлка»", "Пётр")), histrio(20, 20, names=("Анна «Ёлка»", "Пётр")))
    out = stats("--bgstats", "--lang", "ru").out
    assert "Анна «Ёлка»" in out
    assert "\\u" not in out
    (_, first, scores), (_, _, shared) = read_play_file(out)
    assert {name: (one["score"], one["winner"], one["rank"]) for name, one in scores.items()} == {
        "Анна «Ёлка»": ("30", True, 1),
        "Пётр": ("21", False, 2),
    }
    assert first["manualWinner"] is False
    assert all(one["winner"] for one in shared.values())
    assert stats("--bgstats", "--lang", "ru").out == out


def test_a_play_file_tells_only_what_is_known():
    begun = log_of("intrigo", ["Ada", "Ben", "Cleo"], [], code="intrigo-3-x-000007-1z")
    first = night_of(begun).seating.draws["first"]
    plays = [play(begun, "one"), play(scored_evening("historia", 3), "two"), play(histrio(9, 9), "three")]
    told = list(read_play_file(to_json(play_file(catalog("en"), plays))))
    (_, early, scores), (_, _, led), (_, _, known) = told
    assert {name for name, one in scores.items() if one["startPlayer"]} == {first}
    assert early["manualWinner"] is True
    assert {(one["score"], one["rank"]) for one in scores.values()} == {("", 0)}
    assert not any(one["winner"] or one["rank"] for one in led.values())
    assert not any("startPlayer" in one for one in (*led.values(), *known.values()))
    assert not any("newPlayer" in one for _, _, scores in told for one in scores.values())
    data = play_file(catalog("en"), plays)
    assert {game["bggId"] for game in data["games"]} == {0}
    assert data["locations"] == []
