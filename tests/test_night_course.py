"""How an evening goes on: what comes next, what stands, what a change changes, and what standings are made of."""

from dataclasses import replace
from typing import Annotated

import pytest
from pydantic import ValidationError

from callboard_nights import commands
from callboard_nights.changes import changes
from callboard_nights.counts import EVENT, counts_of, weight
from callboard_nights.entries import entry_model
from callboard_nights.events import Event
from callboard_nights.night import course_of, night_of
from callboard_nights.player_names import meant, renamed
from callboard_nights.seating import LogError, renames_in, seated, seating_of, set_up_in
from callboard_nights.statistics import COUNTED, in_order, listed, pairs_of, play_of, records_of, summary_of
from callboard_nights.totals import claims_checked, lines_for, otherwise_of, sums_of
from callboard_scoring.fields import Typed
from callboard_scoring.game import Leg
from callboard_scoring.games import GAMES, find_game
from callboard_scoring.problems import Doubt
from callboard_scoring.records import Record, item_model
from callboard_scoring.words import Words, fold

AT, LATER, LAST = (f"2026-11-22T19:3{minute}:00Z" for minute in range(3))
BOTH = ["Ann", "Bob"]
CODE = "histrio-2-0-000007-1f"


def log_of(game, names, *done):
    """Return the log of an evening at which these acts were done."""
    log = commands.begin(find_game(game), names, AT)
    for act, *told in done:
        log = (*log, act(night_of(log), *told, LATER))
    return log


def season(ann=(), bob=(), **changed):
    rows = [
        {"name": name, "troupe": list(own), "chameleons": 0, "requests": []}
        for name, own in zip(BOTH, (ann, bob), strict=True)
    ]
    return commands.add, "season", {"mood": "comedy", "players": rows, **changed}


def final(ann, bob):
    return commands.add, "final", {"players": [{"name": "Ann", **ann}, {"name": "Bob", **bob}]}


def tally(ann, bob):
    rows = [{"name": name, "amounts": {"war": points}} for name, points in zip(BOTH, (ann, bob), strict=True)]
    return commands.add, "tally", {"players": rows}


# --- What stands -----------------------------------------------------------------------------------------------------


def test_each_event_does_its_own_and_what_counts_nothing_changes_nothing():
    entered = [Event("entered", AT, "", {"stage": "season", "entered": {}}) for _ in range(2)]
    changed = Event("changed", LATER, "", {"entry": 1, "entered": {}})
    undo, redo, end, resume = (Event(kind, LAST) for kind in ("took-back", "gave-back", "ended", "resumed"))

    def numbers(*events):
        course = course_of(events)
        return [one.entry for one in course.done], [one.entry for one in course.undone], len(course.standing)

    assert numbers() == numbers(undo) == numbers(redo) == numbers(resume) == ([], [], 0)
    assert numbers(*entered, changed) == ([1, 2, 1], [], 2)
    assert numbers(*entered, changed, undo, undo) == ([1], [1, 2], 1)
    assert numbers(*entered, changed, undo, undo, redo) == ([1, 2], [1], 2)
    assert numbers(*entered, undo, changed) == ([1, 1], [], 1)
    assert numbers(*entered, undo, Event("typed", AT), Event("noted", AT, "", {"note": "x"})) == ([1], [2], 1)
    assert numbers(*entered, undo, end) == ([1, 0], [], 1)
    assert numbers(*entered, undo, end, resume) == ([1], [2], 1)
    assert numbers(*entered, undo, end, changed, resume) == ([1, 1], [], 1)
    assert numbers(*entered, undo, end, resume, redo) == ([1, 2], [], 2)
    assert numbers(*entered, end, undo, resume) == ([1, 2], [], 2)
    places = [change.place for change in course_of((*entered, changed)).done]
    assert places == [0, 1, 2]
    assert [change.entry for change in course_of((entered[0], undo, entered[1])).entered] == [1, 2]
    assert course_of((Event("noted", AT, "", {"note": "x"}), Event("noted", AT, "", {"note": "y"}))).note == "y"


def test_an_entry_has_its_time_its_number_and_the_standing_after_it():
    log = log_of("histrio", BOTH, season(["C3"], []), season(["T1"], ["C1"]))
    first, second = night_of(log).entries
    assert (first.number, first.stage, first.at, first.stands, first.fits) == (1, "season", LATER, True, True)
    assert (first.totals, second.totals) == ({"Ann": 10, "Bob": 3}, night_of(log).totals)
    anew = (*log, commands.change(night_of(log), 1, season(["C1"], [])[2], LAST))
    assert [entry.at for entry in night_of(anew).entries] == [LAST, LATER]
    back = (*anew, Event("took-back", LAST), Event("took-back", LAST))
    night = night_of(back)
    assert [(entry.number, entry.stands, entry.fits) for entry in night.entries] == [(1, True, True), (2, False, False)]
    assert (night.entries[1].played, night.entries[1].at) == (None, LATER)
    assert (len(night.done), len(night.undone), night.began) == (1, 2, AT)
    first = night_of((*back, Event("took-back", LAST))).entries[0]
    assert (first.stands, first.at, first.entered["players"][0]["troupe"]) == (False, LAST, ["C1"])


def test_what_comes_next_follows_the_last_record_of_the_path():
    night = night_of(log_of("histrio", BOTH))
    assert (night.next.stage, night.next.fields, night.last, night.is_won) == ("season", {"season": 1}, None, False)
    assert night.known("season") == {"season"}
    one = night_of(log_of("histrio", BOTH, season()))
    assert (one.leg.fields, one.expected("season"), one.expected("city")) == ({"season": 2}, {"season": 2}, {})
    two = night_of(log_of("histrio", BOTH, season(), season()))
    assert (two.next.stage, two.expected("final")) == ("final", {})
    over = night_of(log_of("histrio", BOTH, season(), final({"ecus": 1}, {"ecus": 9})))
    assert (over.next, over.is_won, over.winners) == (None, True, ("Bob",))
    assert night_of(log_of("histrio", BOTH, (commands.end,))).next is None
    assert [one.rank for one in over.standing] == [2, 1]


def test_what_closes_a_round_is_of_the_round_before_it():
    example = find_game("magnificent").example("round")
    names = [row["name"] for row in example["players"]]
    night = night_of(log_of("magnificent", names))
    assert (night.expected("round"), night.expected("picks")) == ({"round": 1}, {"round": 1})
    played = night_of(log_of("magnificent", names, (commands.add, "round", {**example, "round": 1})))
    assert (played.expected("round"), played.expected("picks")) == ({"round": 2}, {"round": 1})


def test_what_closes_a_round_is_of_the_next_one_as_soon_as_that_has_begun():
    alone = {
        stage: [{**find_game("magnificent").example(stage)["players"][0], "name": "Ada"}]
        for stage in ("round", "choose")
    }
    one = (commands.add, "round", {"round": 1, "players": alone["round"]})
    for number in (1, 2):  # a card may be chosen once more of the round that is scored already
        choice = (commands.add, "choose", {"round": number, "players": alone["choose"]})
        night = night_of(log_of("magnificent", ["Ada"], one, choice))
        assert (night.expected("round"), night.expected("picks")) == ({"round": 2}, {"round": number})


def test_of_legs_that_nothing_tells_apart_so_many_are_done():
    night = night_of(log_of("historia", BOTH, tally(1, 2), tally(3, 4)))
    tellings = {3: "tally", 2: None, 1: None}
    for legs, following in tellings.items():
        game = replace(night.game, path=(*(Leg("tally") for _ in range(legs)),))
        leg = replace(night, game=game).next
        assert (leg and leg.stage) == following
    then = replace(night.game, path=(Leg("tally"), Leg("tally"), Leg("close")))
    assert replace(night, game=then).next.stage == "close"


def test_a_winner_is_told_only_where_all_that_stands_fits():
    log = log_of("histrio", BOTH, season(["C3"], []), final({"gained": 0}, {"gained": 0}))
    assert night_of(log).winners == ("Ann",)
    misfit = (*log, Event("changed", LAST, "", {"entry": 1, "entered": {}}))
    night = night_of(misfit)
    assert (night.has_misfits, night.winners, night.entries[0].fits) == (True, None, False)
    assert {problem.code for problem in night.entries[0].problems} == {"missing"}
    lead = night_of(log_of("historia", BOTH, tally(3, 1)))
    assert (lead.winners, lead.is_won) == (("Ann",), False)


def test_what_lies_on_the_table_and_what_players_hold_is_told():
    toss = night_of(log_of("histrio", BOTH, season()))
    assert toss.table == {}
    names = ["Ann", "Bob", "Cid"]
    rows = [{"name": name, "number": 2, "money": 0, "bluff": False} for name in names]
    night = night_of(log_of("turandot", names, (commands.add, "round", {"puccini": "Bob", "players": rows})))
    assert night.table == {"puccini": "Cid"}
    assert [one.holds for one in night.standing] == [None] * 3
    example = find_game("intrigo").example("round")
    seated_at = [row["name"] for row in example["players"]]
    palace = night_of(log_of("intrigo", seated_at, (commands.add, "round", example)))
    assert [one.holds.keys() for one in palace.standing] == [{"seals", "ducats"}] * 3


def test_names_of_before_are_those_of_today_in_all_that_was_entered():
    log = log_of("histrio", BOTH, season(["C3"], []), (commands.rename, "Ann", "Zoe"), (commands.rename, "Zoe", "Eva"))
    night = night_of(log)
    assert (night.players, night.totals) == (("Eva", "Bob"), {"Eva": 10, "Bob": 3})
    assert [row["name"] for row in night.entries[0].entered["players"]] == ["Eva", "Bob"]
    assert renames_in(log[1:]) == [(1, "Ann", "Zoe"), (2, "Zoe", "Eva")]
    assert night.seating.former == {"ann": "Eva", "zoe": "Eva"}
    assert [meant(name, night.players, night.seating.former) for name in ("ANN", " zoe ", "eva", "Éva", "Cid")] == [
        *["Eva"] * 4,
        None,
    ]
    assert meant("Eva", ("Éva", "Evá"), {}) is None
    assert renamed("ann", [("Ann", "Zoe"), ("ZOE", "Eva"), ("Bob", "Cid")]) == "Eva"
    poster = {"player": "Ada", "posters": [], "camp": {}, "gems": {}, "limit": 2}
    shown = log_of("magnificent", ["Ada", "Ben"], (commands.add, "perform", poster), (commands.rename, "Ada", "Zoe"))
    (entry,) = night_of(shown).entries
    assert (entry.entered["player"], entry.played.whose) == ("Zoe", "Zoe")


def test_what_was_shown_by_who_swapped_names_is_theirs_by_the_new_one():
    poster = {"points": 23, "coins": 6, "tiles": {"orange large": 1}, "gems": {}, "tent": "tent +2"}
    shown = {"player": "Ada", "posters": [poster], "camp": {"orange large": 1}, "gems": {}, "limit": 2}
    swaps = [(commands.rename, old, new) for old, new in (("Ada", "Cid"), ("Ben", "Ada"), ("Cid", "Ben"))]
    night = night_of(log_of("magnificent", ["Ada", "Ben"], (commands.add, "perform", shown), *swaps))
    assert (night.players, night.totals) == (("Ben", "Ada"), {"Ben": 23, "Ada": 0})
    assert night.entries[0].entered["player"] == "Ben"


def test_an_entry_of_whichever_hand_is_told_as_we_write_it():
    typed = season(["C3"], [])[2]
    typed["players"][0]["name"] = " ANN"
    log = (*log_of("histrio", BOTH), Event("entered", AT, "", {"stage": "season", "entered": typed}))
    assert [row["name"] for row in night_of(log).entries[0].entered["players"]] == BOTH


def test_the_same_entries_of_others_are_read_for_them():
    """Whatever was read before, players and times are those of the log."""
    poster = (commands.add, "perform", {"posters": [], "camp": {}, "gems": {}, "limit": 2})
    ada = night_of(log_of("magnificent", ["Ada"], poster, poster))
    ben = night_of(log_of("magnificent", ["Ben"], poster, poster))
    assert [entry.totals for night in (ada, ben) for entry in night.entries] == [{"Ada": 0}] * 2 + [{"Ben": 0}] * 2
    assert [one.whose for one in ben.played] == ["Ben", "Ben"]


def test_tokens_are_kept_as_the_game_spells_them_also_within_tables():
    words = Words({fold("палатки"): "tents", fold("кости"): "dice-sum", fold("оранж"): "orange"})
    rows = [{"name": "Ada", "points": 3, "coins": 9, "dice": ["оранж 5", "orange 1", "green 2", "clear 3"]}]
    typed = {"players": [{**rows[0], "card": "палатки 2 max 12"}], "round": 1}
    event = commands.add(night_of(log_of("magnificent", ["Ada"])), "round", typed, AT, words)
    (entered,) = event.data["entered"]["players"]
    assert (entered["card"], entered["dice"][0]) == ("tents 2 max 12", "orange 5")


# --- Seats -----------------------------------------------------------------------------------------------------------


def test_who_plays_is_what_the_log_says_and_the_set_up_brings_back():
    game = find_game("histrio")
    assert seated(game, BOTH).data == {"game": "histrio", "players": BOTH, "setup": None}
    with pytest.raises(LogError) as caught:
        seating_of({"game": "chess", "players": BOTH}, [])
    assert (caught.value.code, caught.value.values) == ("error.night.no-game", {"game": "chess"})
    for read in (night_of, counts_of):
        with pytest.raises(LogError) as caught:
            read(())
        assert caught.value.code == "error.night.no-beginning"
    gone = {"code": "callboard:9:histrio:gone", "names": ["Ann", "Bob"]}
    told = seating_of({"game": "histrio", "players": ["Bob", "Ann"], "setup": gone}, [("Ann", "Zoe")])
    assert (told.players, told.code, told.named, told.set_up) == (("Bob", "Zoe"), gone["code"], ("Zoe", "Bob"), None)
    assert told.former == {"ann": "Zoe"}
    assert told.data["setup"] == {"code": gone["code"], "names": ["Zoe", "Bob"]}


def test_an_evening_may_be_of_a_game_that_another_package_brings(monkeypatch):
    game = replace(find_game("histrio"), id="zoo")
    monkeypatch.setattr("callboard_scoring.installed.find", {"zoo": game}.get)
    assert seating_of({"game": "zoo", "players": BOTH, "setup": None}, []).game is game


def test_a_set_up_is_known_under_the_names_of_today():
    log = commands.begin(find_game("histrio"), BOTH, AT, CODE)
    night = night_of(log)
    assert (night.seating.code, night.seating.named) == (CODE, tuple(BOTH))
    assert night.players == tuple(seat.name for seat in night.seating.set_up.setup.seats)
    assert night.seating.draws == night.seating.set_up.draws != {}
    assert log[0].data["setup"] == {"code": CODE, "names": BOTH}
    renamed_log = (*log, commands.rename(night, "Ann", "Zoe", LATER))
    assert set_up_in(renamed_log).names == ("Zoe", "Bob")
    assert night_of(renamed_log).seating.former == {"ann": "Zoe"}
    assert night_of(log_of("histrio", BOTH)).seating.code == ""
    assert set_up_in(log).names == tuple(BOTH)
    assert set_up_in(log_of("histrio", BOTH)) is None
    assert set_up_in(()) is set_up_in((Event("ended", AT),)) is None


# --- What a change changes -------------------------------------------------------------------------------------------


def test_what_a_change_changes_is_told_whole():
    log = log_of("histrio", BOTH, season(["C3"], []), season(["C1"], ["T2"]), final({"ecus": 20}, {"gained": 1}))
    before = night_of(log)
    after = commands.after(log, commands.change(before, 1, season(["C3", "C3"], [])[2], LAST))
    told = changes(before, after, 1)
    assert (told.before, told.after) == (before, after)
    assert told.players == told.misfits == told.doubted == ()
    assert (told.table, told.winners) == (None, None)
    assert told.unreached == (3,)
    assert [entry.number for entry in told.others] == [1]
    assert changes(before, after).unreached == ()
    other = changes(before, commands.after(log, commands.undo(before, LAST)))
    assert [(one.name, one.before.total, one.after.total) for one in other.players] == [
        ("Ann", 20, before.entries[1].totals["Ann"]),
        ("Bob", before.totals["Bob"], before.totals["Bob"] - 1),
    ]
    assert other.winners == (("Ann",), None)
    assert other.table == ({"next": None}, {"next": "final"})


def coins(ada, ben, **changed):
    """A round of The Magnificent after which these coins are left, of which more are typed as gained."""
    rows = [{"name": "Ada", "coins": ada, "dice": ["orange 5", "orange 1", "green 2", "clear 3"]}]
    rows += [{"name": "Ben", "coins": ben, "dice": ["purple 4", "purple 2", "green 6", "orange 1"]}]
    return commands.add, "round", {"players": [{**row, "gained": 0, "card": "dice-sum"} for row in rows], **changed}


def test_a_change_reaches_no_later_line_in_which_that_player_typed_coins_or_points():
    log = log_of("magnificent", ["Ada", "Ben"], coins(9, 6), coins(9, 6))
    before = night_of(log)
    for ada, ben in ((10, 6), (9, 7)):
        after = commands.after(log, commands.change(before, 1, coins(ada, ben)[2], LAST))
        assert after.totals == before.totals
        assert changes(before, after, 1).unreached == (2,)
    assert changes(before, before, 1).unreached == ()
    final_of_bob = log_of("histrio", BOTH, season(["C3"], ["T2"]), final({"gained": 1}, {"ecus": 9}))
    stands = night_of(final_of_bob)
    for troupes, reached in (((["C1"], ["T2"]), ()), ((["C3"], ["T2", "C5"]), (2,))):
        after = commands.after(final_of_bob, commands.change(stands, 1, season(*troupes)[2], LAST))
        told = {name for name in BOTH if stands.entries[0].totals[name] != after.entries[0].totals[name]}
        assert ("Bob" in told) == bool(reached)
        assert changes(stands, after, 1).unreached == reached


def test_a_piece_that_is_called_like_a_player_says_nothing_of_what_that_player_has():
    names = ["orange", "Ben"]
    rows = coins(10, 6)[2]["players"]
    first = {"players": [{**row, "name": name} for row, name in zip(rows, names, strict=True)]}
    shown = {"player": "Ben", "posters": [], "camp": {}, "gems": {"orange": 1}, "limit": 2}
    log = log_of("magnificent", names, (commands.add, "round", first), (commands.add, "perform", shown))
    other = {"players": [{**first["players"][0], "coins": 9}, first["players"][1]]}
    after = commands.after(log, commands.change(night_of(log), 1, other, LAST))
    assert changes(night_of(log), after, 1).unreached == ()


def test_what_does_not_fit_any_more_or_is_doubted_now_is_told():
    log = log_of("histrio", BOTH, season(["C3"], []), season(["C1"], []))
    before = night_of(log)
    broken = night_of((*log, Event("changed", LAST, "", {"entry": 2, "entered": {"mood": "comedy"}})))
    assert [entry.number for entry in changes(before, broken, 2).misfits] == [2]
    assert changes(broken, broken).misfits == ()
    again = commands.after(log, commands.change(before, 2, season(["C1"], [], season=1)[2], LAST))
    ((entry, doubt),) = changes(before, again, 2).doubted
    assert (entry.number, doubt) == (2, Doubt((), "night/doubt.again"))
    assert changes(again, again, 2).doubted == ()


# --- What standings are made of --------------------------------------------------------------------------------------


def test_a_standing_is_the_sum_of_its_parts():
    night = night_of(log_of("histrio", BOTH, season(["C3"], ["T2"]), season(["C1"], [])))
    for one in sums_of(night):
        assert sum(part.points for part in one.parts) == night.totals[one.name]
        assert one.parts[0].points == 3
        assert {part.entry for part in one.parts[1:]} == {1, 2}
    typed = night_of(log_of("histrio", BOTH, season(["C3"], []), final({"ecus": 20}, {"gained": 1})))
    ann = sums_of(typed)[0]
    assert [part.points for part in ann.parts if part.line is None and not part.alone] == [3, 0, 10]
    assert [part.points for part in ann.parts if part.alone] == [20]
    intrigo = find_game("intrigo").example("round")
    names = [row["name"] for row in intrigo["players"]]
    assert sums_of(night_of(log_of("intrigo", names, (commands.add, "round", intrigo)))) == []
    assert [part.points for one in sums_of(night_of(log_of("historia", BOTH))) for part in one.parts] == [0, 0]
    counted = sums_of(night_of(log_of("historia", BOTH, tally(3, 1))))[0].parts
    assert [(part.points, part.entry) for part in counted if part.line is None] == [(0, 0), (0, 1)]


def test_lines_are_of_whom_a_record_is_about():
    poster = {"points": 23, "coins": 6, "tiles": {"orange large": 1}, "gems": {}, "tent": "tent +2"}
    shown = {"player": "Ben", "posters": [poster], "camp": {"orange large": 1}, "gems": {}, "limit": 2}
    night = night_of(log_of("magnificent", ["Ada", "Ben"], (commands.add, "perform", shown)))
    (played,) = night.played
    assert lines_for(played, "Ben") == played.result.lines
    assert lines_for(played, "Ada") == ()
    (season_played,) = night_of(log_of("histrio", BOTH, season(["C3"], []))).played
    assert lines_for(season_played, "Ann") == season_played.result.players[0].lines
    assert lines_for(season_played, "Zoe") == ()
    (checked,) = claims_checked(night, 1, {"Ben": 23})
    assert (checked.name, checked.claimed, checked.total) == ("Ben", 23, 23)
    assert {one.name for one in otherwise_of(night)} <= {"Ben"}


def test_what_could_be_decided_otherwise_is_told_of_its_entry():
    rows = [("Ann", ["C3", "C2"], 1), ("Bob", ["T2"], 0)]
    players = [{"name": name, "troupe": own, "chameleons": number, "requests": []} for name, own, number in rows]
    night = night_of(
        log_of("histrio", BOTH, season(), (commands.add, "season", {"mood": "tragedy", "players": players}))
    )
    ways = list(night.game.otherwise("season", night.played[1].record))
    assert ways
    assert [one for one in otherwise_of(night) if one.entry == 2] == [replace(one, entry=2) for one in ways]
    total = next(one.total for one in night.played[1].result.players if one.name == ways[0].name)
    (checked,) = claims_checked(night, 2, {ways[0].name: total + ways[0].points})
    assert (ways[0].name, ways[0].points, ways[0].why) in [(one.name, one.points, one.why) for one in checked.otherwise]


def test_a_line_of_a_record_about_one_player_can_be_left_out():
    poster = {"points": 23, "coins": 6, "tiles": {"orange large": 1}, "gems": {}, "tent": "tent +2"}
    shown = {"player": "Ben", "posters": [poster], "camp": {"orange large": 1}, "gems": {}, "limit": 2}
    night = night_of(log_of("magnificent", ["Ada", "Ben"], (commands.add, "perform", shown)))
    line = next(line for line in night.played[0].result.lines if line.points)
    (checked,) = claims_checked(night, 1, {"Ben": 23 - line.points})
    assert line in [slip.part.line for slips in checked.explanations for slip in slips]


def test_what_a_record_of_one_player_could_be_otherwise_is_that_players():
    """By hand 6 + 3 instead of 4 + 3, where a tile is left out of each of two posters."""
    posters = [
        {"tiles": {"green large": tiles}, "gems": {}, "points": points, "coins": 0, "tent": "tent"}
        for tiles, points in ((3, 6), (2, 4), (1, 3))
    ]
    shown = {"player": "Ben", "posters": posters, "camp": {"green large": 2}, "gems": {}, "limit": 2, "left_out": 1}
    night = night_of(log_of("magnificent", ["Ada", "Ben"], (commands.add, "perform", shown)))
    assert [(one.name, one.points, one.entry) for one in otherwise_of(night)] == [("Ben", 2, 1)]
    (checked,) = claims_checked(night, 1, {"Ben": 9})
    assert [(one.name, one.points) for one in checked.otherwise] == [("Ben", 2)]


def test_an_entry_that_gives_nobody_points_has_no_total_to_compare():
    court = (commands.add, "court", find_game("histrio").example("court"))
    assert claims_checked(night_of(log_of("histrio", BOTH, court)), 1, {"Ann": 3, "": 3}) == []


def test_claims_are_of_an_entry_that_counts():
    night = night_of(log_of("histrio", BOTH, season(["C3"], []), season(["C1"], [])))
    assert claims_checked(night, 3, {"Ann": 1}) == claims_checked(night, 0, {"Ann": 1}) == []
    before = night.entries[0].totals["Ann"]
    own = night.played[1].result.players[0].total
    (checked,) = claims_checked(night, 2, {"Ann": before + own})
    assert ("Ann", before, "onto") in [(one.name, one.points, one.way) for one in checked.otherwise]
    assert {one.entry for one in otherwise_of(night)} <= {1, 2}


def test_what_is_typed_of_a_count_weighs_its_letters_and_nothing_else_does():
    typed = Event("typed", AT, "", {"stage": "season", "whose": "Ann", "typed": {"ab": "cde"}})
    assert weight(typed) == EVENT + 5
    assert weight(Event("sealed", AT, "", {"stage": "season", "whose": "Ann", "sealed": True})) == EVENT
    assert weight(Event("revealed", AT, "", {"entry": 1, "shown": 2})) == weight(Event("ended", AT)) == 0


def test_the_next_count_is_everybodys_and_nothing_of_it_weighs():
    counts = counts_of(log_of("histrio", BOTH, season()))
    assert (counts.weight, counts.count("season").number, counts.count("season").began) == (0, 1, 1)
    assert counts.count("season").waiting == counts.count("final").waiting == tuple(BOTH)


# --- Lists and statistics --------------------------------------------------------------------------------------------


def test_a_summary_tells_what_lists_and_statistics_need():
    log = log_of("histrio", BOTH, season(["C3"], []), final({"ecus": 5}, {"ecus": 9}), (commands.end,))
    summary = summary_of(night_of((*log, commands.note("at Eva's", AT))))
    assert summary == {
        "game": "histrio",
        "players": BOTH,
        "began": AT,
        "ended": LATER,
        "winners": ["Bob"],
        "note": "at Eva's",
        COUNTED: {"points": [5, 9], "places": [2, 1], "first": None},
    }
    assert listed(summary) == {key: value for key, value in summary.items() if key != COUNTED}
    fresh = summary_of(night_of(log_of("histrio", BOTH)))
    assert (fresh["winners"], fresh["ended"], fresh[COUNTED]["points"]) == (None, None, None)
    lead = summary_of(night_of(log_of("historia", BOTH, tally(3, 1))))
    assert (lead["winners"], lead[COUNTED]) == (["Ann"], {"points": [3, 1], "places": None, "first": None})


def test_a_summary_tells_who_began_and_everybodys_place():
    log = commands.begin(find_game("intrigo"), list("ABC"), AT, "intrigo-3-x-000007-1z")
    assert summary_of(night_of(log))[COUNTED] == {"points": None, "places": None, "first": "C"}
    assert summary_of(night_of((*log, commands.rename(night_of(log), "C", "Zoe", AT))))[COUNTED]["first"] == "Zoe"
    rows = [{"name": name, "ecus": ecus} for name, ecus in (("A", 9), ("B", 3), ("C", 5))]
    won = night_of(log_of("histrio", list("ABC"), (commands.add, "final", {"players": rows})))
    assert summary_of(won)[COUNTED] == {"points": [9, 3, 5], "places": [1, 3, 2], "first": None}


def play(
    *, night="n", game="histrio", players=BOTH, points=(5, 9), places=(2, 1), winners=("Bob",), first=None, ended=AT
):
    counted = {"points": points and list(points), "places": places and list(places), "first": first}
    began = {"game": game, "players": list(players), "began": AT, "ended": ended, "note": ""}
    return play_of(night, {**began, "winners": None if winners is None else list(winners), COUNTED: counted})


def test_a_play_is_what_its_summary_says():
    assert play(ended=None) is None
    won = play(first="Ann")
    assert (won.night, won.game, won.began, won.ended, won.players) == ("n", "histrio", AT, AT, ("Ann", "Bob"))
    assert (won.points, won.places, won.won, won.first, won.is_known) == ((5, 9), (2, 1), {"Bob"}, "Ann", True)
    lead = play(places=None)
    assert (lead.places, lead.won, lead.is_known) == (None, frozenset(), False)
    nobody = play(places=(1, 2), winners=())
    assert (nobody.places, nobody.won, nobody.is_known) == (None, frozenset(), True)
    unknown = play(winners=None, points=None)
    assert (unknown.points, unknown.places, unknown.is_known) == (None, None, False)


def test_plays_are_counted_by_game_and_name_in_the_order_of_games():
    plays = [
        play(),
        play(points=(8, 8), places=(1, 1), winners=("Ann", "Bob")),
        play(game="zoo", points=None),
        play(game="chess", winners=()),
        play(winners=None),
    ]
    told = [(one.game, one.name, one.plays, one.wins, one.average, one.best, one.known) for one in records_of(plays)]
    assert told == [
        ("histrio", "Ann", 3, 1, 6.0, 8, 2),
        ("histrio", "Bob", 3, 2, 8.67, 9, 2),
        ("chess", "Ann", 1, 0, 5.0, 5, 1),
        ("chess", "Bob", 1, 0, 9.0, 9, 1),
        ("zoo", "Ann", 1, 0, None, None, 1),
        ("zoo", "Bob", 1, 1, None, None, 1),
    ]
    pairs = [(one.game, one.names, one.before, one.level, one.plays, one.unwon) for one in pairs_of(plays)]
    assert pairs == [
        ("histrio", ("Ann", "Bob"), (0, 1), 1, 3, 0),
        ("chess", ("Ann", "Bob"), (0, 0), 0, 1, 1),
        ("zoo", ("Ann", "Bob"), (0, 1), 0, 1, 0),
    ]
    three = [play(players=list("CAB"), points=None, places=(1, 2, 3), winners=("C",)), play(players=list("AB"))]
    assert [one.names for one in pairs_of(three)] == [("A", "B"), ("A", "C"), ("B", "C")]
    (unwon,) = pairs_of([play(winners=()), play(winners=()), play()])
    assert (unwon.plays, unwon.unwon, unwon.before) == (3, 2, (0, 1))
    (swapped,) = pairs_of([play(players=["Bob", "Ann"], places=(2, 1), winners=("Ann",))])
    assert (swapped.names, swapped.before) == (("Ann", "Bob"), (1, 0))
    assert [in_order(one.id)[0] for one in GAMES] == list(range(len(GAMES)))
    assert in_order("chess") == (len(GAMES), "chess")


# --- What can be typed -----------------------------------------------------------------------------------------------


def test_what_is_known_may_lack_and_what_was_gained_stands_for_what_there_is():
    game = find_game("magnificent")
    model = entry_model(game, "final", frozenset({"players.coins"}))
    (seat,) = (one for one in model.model_fields["players"].annotation.__args__ if one is not Ellipsis)
    assert not model.model_fields["players"].is_required()
    required = {name for name, info in seat.model_fields.items() if info.is_required()}
    assert "coins" not in required
    assert {"name", "points", "gems"} <= required
    assert not seat.model_fields["gained"].is_required()
    assert seat.whole is game.record("final").model_fields["players"].annotation.__args__[0]
    perform = entry_model(game, "perform", frozenset())
    assert perform.model_fields["player"].is_required()
    assert (perform.__name__, perform.__module__) == (
        game.record("perform").__name__,
        game.record("perform").__module__,
    )
    assert "player" not in entry_model(game, "round", frozenset()).model_fields
    assert "gained" not in seat_of(entry_model(find_game("turandot"), "round", frozenset())).model_fields


def test_any_field_may_be_known():
    for game in GAMES:
        for stage in game.stages:
            record = game.record(stage)
            rows = getattr(item_model(info), "model_fields", {}) if (info := record.model_fields.get("players")) else {}
            made = entry_model(game, stage, frozenset({*record.model_fields, *(f"players.{name}" for name in rows)}))
            needed = {name for name, one in made.model_fields.items() if one.is_required()}
            assert needed <= {"player"}, (game.id, stage)


def test_what_is_known_is_typed_as_ever_and_what_was_gained_by_its_name():
    game = find_game("magnificent")
    seat = seat_of(entry_model(game, "final", frozenset({"players.coins"})))
    coins, gained = (
        next(one for one in seat.model_fields[name].metadata if isinstance(one, Typed)) for name in ("coins", "gained")
    )
    assert (coins.known, coins.pattern) == (True, r"\+\d+")
    assert (gained.named, gained.known, gained.pattern) == (True, False, r"[+-]?\d+")
    assert (seat.__module__, seat.__name__) == ("callboard_scoring.games.magnificent.final", "FinalPlayer")
    for known in (True, False):
        fields = frozenset({"round"} if known else ())
        (bound,) = (
            one for one in entry_model(game, "round", fields).model_fields["round"].metadata if hasattr(one, "le")
        )
        assert bound.le == 3

    class OfGained(Record):
        gained: Annotated[int, *seat.model_fields["gained"].metadata]

    for right in (-9_999, 9_999):
        assert OfGained.model_validate({"gained": right}).gained == right
    for wrong in (-10_000, 10_000, "3", True):
        with pytest.raises(ValidationError):
            OfGained.model_validate({"gained": wrong})


def seat_of(model):
    return model.model_fields["players"].annotation.__args__[0]
