"""What an entry of an evening is made of: names, what is carried over, what was gained; what is wrong with it or doubted."""

from dataclasses import replace

import pytest

from callboard_nights import commands
from callboard_nights.entries import MOST_GAINED
from callboard_nights.events import Event
from callboard_nights.night import night_of
from callboard_scoring.games import find_game
from callboard_scoring.problems import Doubt, Problem, RefusedError

AT = "2026-11-22T19:30:00Z"
BOTH = ["Ann", "Bob"]
OF_ANN = ("players", 0, "gained")


def evening(game, names, *entries):
    """Return an evening in which these are entered, each a stage and what was typed."""
    log = commands.begin(find_game(game), names, AT)
    for stage, typed in entries:
        log = (*log, commands.add(night_of(log), stage, typed, AT))
    return night_of(log)


def said(night, stage, typed):
    """Return all that is wrong with an entry."""
    with pytest.raises(RefusedError) as caught:
        commands.add(night, stage, typed, AT)
    return list(caught.value.problems)


def doubted(night, stage, typed):
    """Return what of an entry is doubted because of the evening."""
    return [doubt for doubt in night.whole(stage, typed).played.result.doubts if doubt.code.startswith("night/")]


def final(*rows):
    return {"players": [{"name": name, **values} for name, values in zip(BOTH, rows, strict=True)]}


def season(*names, **changed):
    players = [{"name": name, "troupe": [], "chameleons": 0, "requests": []} for name in names or BOTH]
    return {"mood": "comedy", "players": players, **changed}


def city(**changed):
    ecus = {"Ann": 3, "Bob": 3}
    managers = {"supply": 3, "theatre": 0}
    return {"player": "Ann", "ecus": ecus, "managers": managers, "needle": "comedy 1", "cards": ["bonus 2"], **changed}


def histrio():
    """Return an evening of which nothing was entered."""
    return evening("histrio", BOTH)


# --- What was gained -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ({"gained": 1, "ecus": 4}, Problem(OF_ANN, "error.night.gained-and-total", {"field": "ecus"})),
        ({"gained": "3"}, Problem(OF_ANN, "int_type", {"given": "3"})),
        ({"gained": 3.5}, Problem(OF_ANN, "int_type", {"given": 3.5})),
        ({"gained": True}, Problem(OF_ANN, "int_type", {"given": "…"})),
        ({"gained": [3]}, Problem(OF_ANN, "int_type", {"given": "…"})),
        ({"gained": 10_000}, Problem(OF_ANN, "less_than_equal", {"le": 9_999, "given": 10_000})),
        ({"gained": -10_000}, Problem(OF_ANN, "greater_than_equal", {"ge": -9_999, "given": -10_000})),
    ],
)
def test_what_was_gained_and_cannot_be_is_told_with_its_place_and_bounds(row, problem):
    assert said(histrio(), "final", final(row, {"ecus": 2})) == [problem]


def test_what_was_gained_or_lost_is_counted_on_from_what_there_was():
    gained = evening("histrio", BOTH, ("final", final({"gained": MOST_GAINED - 3}, {"gained": -3})))
    assert gained.totals == {"Ann": MOST_GAINED, "Bob": 0}


def test_the_largest_gain_is_as_large_as_is_said():
    ada = {"name": "Ada", "gained": MOST_GAINED, "dice": ["orange 5", "orange 1", "green 2", "clear 3"]}
    ben = {"name": "Ben", "gained": -MOST_GAINED, "dice": ["purple 4", "purple 2", "green 6", "orange 1"]}
    rows = [{**row, "coins": 0, "card": "dice-sum"} for row in (ada, ben)]
    record = evening("magnificent", ["Ada", "Ben"]).whole("round", {"players": rows}).played.record
    assert [row.points for row in record.players] == [MOST_GAINED, -MOST_GAINED]


def test_what_is_no_line_of_a_player_gains_nothing():
    assert [problem.path for problem in said(histrio(), "city", {**city(), "ecus": [{"gained": 1}]})][:1] == ["ecus"]
    bare = {key: value for key, value in city().items() if key != "ecus"}
    assert Problem(("ecus",), "missing") in [replace(one, values={}) for one in said(histrio(), "city", bare)]


def test_all_that_is_wrong_with_several_lines_is_told_at_once():
    told = said(histrio(), "final", final({"gained": 1, "ecus": 4}, {"gained": "x"}))
    assert [problem.location for problem in told] == [("players", 0, "gained"), ("players", 1, "gained")]


# --- Who it is about -------------------------------------------------------------------------------------------------


def test_who_does_not_play_or_is_missing_is_told_with_who_does():
    strangers = {"given": "Zoe", "names": BOTH}
    assert said(histrio(), "season", season("Ann", "Zoe")) == [
        Problem(("players", 1, "name"), "error.night.unknown-player", strangers),
        Problem(("players",), "error.night.missing-player", {"names": ["Bob"]}),
    ]
    assert said(histrio(), "city", city(ecus={"Ann": 3, "Zoe": 3})) == [
        Problem(("ecus", "Zoe"), "error.night.unknown-player", strangers),
        Problem(("ecus",), "error.night.missing-player", {"names": ["Bob"]}),
    ]


def test_whose_a_record_is_that_does_not_say_so_is_asked_for_and_has_to_play():
    poster = {"posters": [], "camp": {}, "gems": {}, "limit": 2}
    night = evening("magnificent", ["Ada", "Ben"])
    assert said(night, "perform", poster) == [Problem(("player",), "missing")]
    strangers = {"given": "Dan", "names": ["Ada", "Ben"]}
    stranger = Problem(("player",), "error.night.unknown-player", strangers)
    assert said(night, "perform", {**poster, "player": "Dan"}) == [stranger]
    number = Problem(("player",), "error.night.unknown-player", {**strangers, "given": "3"})
    assert said(night, "perform", {**poster, "player": 3}) == [number]
    whole = night.whole("perform", {**poster, "player": " bEN"})
    assert (whole.played.whose, whole.entered["player"]) == ("Ben", "Ben")
    alone = evening("magnificent", ["Ada"]).whole("perform", poster)
    assert (alone.played.whose, "player" in alone.entered) == ("Ada", False)
    assert histrio().whole("season", season()).played.whose == ""


def test_names_are_written_as_the_evening_has_them_wherever_a_record_has_one():
    entered = (
        histrio()
        .whole(
            "city", city(player="ann", ecus={"ANN": 3, " bob": 3}, cards=["C2", "C3", "acrobat"], steal_from=["BOB"])
        )
        .entered
    )
    assert (entered["player"], entered["ecus"], entered["steal_from"]) == ("Ann", {"Ann": 3, "Bob": 3}, ["Bob"])
    assert histrio().whole("season", season("ANN", "bob")).entered["players"][1]["name"] == "Bob"
    for ecus in ({"Ann": 3, "ann": 3, "Bob": 3}, {"Ann": 3, 4: 3, "Bob": 3}):
        assert said(histrio(), "city", city(ecus=ecus))
    assert said(histrio(), "city", city(steal_from=[3, "Bob"]))[0].location == ("steal_from", 0)


def test_what_is_no_name_is_left_as_it_is_whoever_is_called_so():
    log = commands.begin(find_game("histrio"), ["comedy", "Bob"], AT)
    night = night_of((*log, commands.rename(night_of(log), "comedy", "Zoe", AT)))
    assert night.whole("season", season("comedy", "Bob")).entered["mood"] == "comedy"
    log = commands.begin(find_game("histrio"), BOTH, AT)
    entered = Event("entered", AT, "", {"stage": "city", "entered": city(steal_from=[3, "Bob"])})
    log = (*log, entered, Event("seated", AT, "", {"old": "Bob", "new": "Zoe"}))
    (entry,) = night_of(log).entries
    assert (entry.entered["steal_from"], entry.entered["ecus"]) == ([3, "Zoe"], {"Ann": 3, "Zoe": 3})


def test_what_is_missing_is_told_beside_who_is():
    lacking = {key: value for key, value in season("Ann", "Zoe").items() if key != "mood"}
    told = [(problem.path, problem.code) for problem in said(histrio(), "season", lacking)]
    assert told[2:] == [("mood", "missing")]


@pytest.mark.parametrize("typed", [None, [], "season", 3])
def test_what_is_no_table_is_no_record(typed):
    assert said(histrio(), "season", typed) == [Problem((), "model_type", {"given": "…"})]


def test_what_was_typed_is_kept_under_the_names_of_the_record():
    typed = find_game("magnificent").example("power")
    assert "as" in typed
    assert evening("magnificent", ["Ada"]).whole("power", typed).entered["as"] == typed["as"]


def test_a_number_of_thousands_of_digits_is_no_record_and_stops_nothing():
    log = commands.begin(find_game("histrio"), BOTH, AT)
    for huge in (10**5000, 3):
        night = night_of((*log, Event("entered", AT, "", {"stage": "season", "entered": {"season": huge}})))
        assert [entry.fits for entry in night.entries] == [False]
    assert said(histrio(), "season", season(season=10**5000))[0].code != "missing"


def test_what_was_filled_in_is_not_told_to_be_wrong_where_somebody_is_missing():
    night = evening("turandot", ["Ann", "Bob", "Cid"])
    row = {"money": 0, "bluff": False, "number": 3}
    told = said(night, "round", {"puccini": "Ann", "players": [{"name": "Ann", **row}, {"name": "Zoe", **row}]})
    assert [(problem.path, problem.code) for problem in told] == [
        ("players[1].name", "error.night.unknown-player"),
        ("players", "error.night.missing-player"),
    ]
    assert told[1].values == {"names": ["Bob", "Cid"]}


# --- What is carried over, and doubted -------------------------------------------------------------------------------


def bids(names=("Ann", "Bob", "Cid"), **changed):
    rows = [{"name": name, "number": 2, "money": 0, "bluff": False} for name in names]
    return {"players": rows, **changed}


def puccini():
    """Return an evening in whose first round Ann held Puccini."""
    return evening("turandot", ["Ann", "Bob", "Cid"], ("round", bids(puccini="Ann")))


def test_what_follows_is_filled_in_and_another_value_counts_and_is_doubted():
    record = puccini().whole("round", bids()).played.record
    assert (record.round, record.puccini) == (2, "Bob")
    given = bids(puccini="Cid")
    values = {"field": "puccini", "given": "Cid", "known": "Bob"}
    assert doubted(puccini(), "round", given) == [Doubt(("puccini",), "night/doubt.carried", values)]
    assert puccini().whole("round", given).played.record.puccini == "Cid"
    assert doubted(puccini(), "round", bids(puccini="Bob", round=2)) == []


def test_another_round_than_the_next_is_doubted_and_the_same_one_is_said_to_be_there():
    values = {"field": "round", "given": 4, "known": 2}
    assert doubted(puccini(), "round", bids(round=4)) == [Doubt(("round",), "night/doubt.carried", values)]
    assert doubted(puccini(), "round", bids(round=1)) == [Doubt((), "night/doubt.again")]


def test_what_is_carried_over_into_a_round_that_is_named_is_what_follows_for_that_one():
    assert puccini().whole("round", bids(round=4)).played.record.puccini == "Ann"


def test_players_in_another_order_round_the_table_are_doubted_wherever_it_begins():
    names = ["Ann", "Bob", "Cid"]
    for turned in (("Bob", "Cid", "Ann"), ("Cid", "Ann", "Bob")):
        assert doubted(puccini(), "round", bids(names=turned)) == []
    other = ("Bob", "Ann", "Cid")
    order = Doubt(("players",), "night/doubt.order", {"given": list(other), "known": names})
    assert doubted(puccini(), "round", bids(names=other)) == [order]


def test_what_a_player_is_known_to_have_is_doubted_as_that_players():
    example = find_game("intrigo").example("round")
    names = [row["name"] for row in example["players"]]
    night = evening("intrigo", names, ("round", example))
    won = {
        name: {seal: count for seal, count in one.seals.items() if count}
        for name, one in night.played[0].outcome.players.items()
    }
    given = {row["name"]: row["seals"] for row in example["players"]}
    changed = [name for name in names if won[name] != given[name]]
    doubts = [one for one in doubted(night, "round", example) if one.values.get("field") == "seals"]
    assert changed
    assert [(one.whose, one.path, one.code) for one in doubts] == [
        (name, f"players[{names.index(name)}].seals", "night/doubt.carried") for name in changed
    ]
    told = said(
        night, "round", {**example, "players": [{**example["players"][0], "name": "Zoe"}, *example["players"][1:]]}
    )
    assert ("players[0].name", "error.night.unknown-player") in [(one.path, one.code) for one in told]
    bare = [{key: row[key] for key in row if key not in ("family", "seals")} for row in example["players"]]
    again = doubted(night, "round", {**example, "players": bare})
    assert {one.code for one in again} <= {"night/doubt.beyond"}
    record = night.whole("round", {**example, "players": bare}).played.record
    assert [row.family for row in record.players] == [row["family"] for row in example["players"]]


def test_more_money_than_can_be_left_is_doubted_and_as_much_is_not():
    def spent(number, money, **changed):
        rows = [{"name": "Ann", "number": 1, "money": money, "bluff": False}]
        rows += [{"name": name, "number": 3, "money": 0, "bluff": False} for name in ("Bob", "Cid")]
        return {"players": rows, "round": number, **changed}

    night = evening("turandot", ["Ann", "Bob", "Cid"], ("round", spent(1, 2, puccini="Ann")))
    most = 1
    assert doubted(night, "round", spent(2, most)) == []
    values = {"field": "money", "count": most + 1, "limit": most}
    beyond = Doubt(("players", 0, "money"), "night/doubt.beyond", values, "Ann")
    assert doubted(night, "round", spent(2, most + 1)) == [beyond]
