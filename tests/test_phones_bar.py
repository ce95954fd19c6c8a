"""The bar at the foot of the page: what is missing, who is waited for, and what there is to press."""

import pytest
from phones import Evening

from callboard_locales import catalog
from callboard_scoring.games import GAMES, find_game

NAMES = ("Ann", "Bob", "Cid")


def said(language, message, **values):
    words = catalog(language).text(message)
    return words % values if values else words


def bar(phone, path="?stage=season"):
    """What the bar says, and where a tap leads."""
    page = phone.page(path)
    (link,) = [own for tag, own in page.tags if own.get("id") == "waits"]
    place = link.get("href", "").removeprefix("#")
    assert not place or place in {own.get("id") for _, own in page.tags}, "a tap leads to something"
    return page.part("waits"), place


@pytest.fixture
def evening():
    return Evening("histrio", NAMES)


@pytest.fixture
def troupes(evening):
    """An evening in which all are done, and nobody said the mood."""
    for name, phone in evening.players.items():
        phone.fill({f"players.{NAMES.index(name)}.troupe": "C3"}, do="done", path="?stage=season")
    return evening


@pytest.mark.parametrize(("language", "mood"), [("en", "Mood"), ("ru", "Настроение"), ("es", "Humor")])
def test_it_says_what_is_missing_and_leads_there(language, mood):
    evening = Evening("histrio", NAMES, language=language)
    assert bar(evening.players["Ann"]) == (said(language, "phones/bar.missing", what=mood), "mood")


def test_it_tells_two_of_many_fields_and_how_many_more_there_are():
    text, place = bar(Evening("magnificent", NAMES).players["Bob"], "?stage=round")
    assert text.endswith("+2")
    assert place.startswith("players.1.")


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_at_each_stage_it_says_something_and_leads_only_to_what_is_there(game):
    evening = Evening(game, NAMES)
    for stage in find_game(game).stages:
        for phone, whose in ((evening.players["Bob"], ""), (evening.host, "&part=Bob"), (evening.host, "")):
            text, _ = bar(phone, f"?stage={stage}{whose}")
            assert text


def test_what_is_wrong_comes_before_what_is_missing(evening):
    ann = evening.players["Ann"]
    ann.fill({"players.0.troupe": "rabbit"}, path="?stage=season")
    assert bar(ann) == (said("en", "phones/bar.wrong-in", what="Troupe"), "players.0.troupe")
    assert bar(evening.players["Bob"]) == (said("en", "phones/bar.missing", what="Mood"), "mood")


def test_whoever_lacks_nothing_is_told_so_and_the_last_one_that_all_wait(evening):
    ann, bob, cid = evening.players.values()
    ann.fill({"mood": "comedy"}, path="?stage=season")
    assert bar(ann) == (said("en", "phones/nothing-typed-yet"), "")
    ann.fill({"players.0.troupe": "C3"}, path="?stage=season")
    assert bar(ann) == (said("en", "phones/bar.ready"), "")
    bob.fill({"players.1.troupe": "C1"}, do="done", path="?stage=season")
    cid.fill({"players.2.troupe": "C1"}, do="done", path="?stage=season")
    assert bar(ann) == (said("en", "phones/bar.last"), "")


def test_whoever_is_done_sees_who_is_waited_for_and_can_open_the_part_again(evening):
    ann = evening.players["Ann"]
    page = ann.fill({"players.0.troupe": "C3"}, do="done", path="?stage=season")
    assert page.part("waits") == said("en", "phones/bar.waiting", names="Bob, Cid")
    assert {("do", "reopen")} == {*page.form().buttons}
    assert bar(evening.reader)[0] == bar(evening.host)[0] == page.part("waits")


def test_once_all_are_done_it_says_what_the_table_lacks_and_leads_there(troupes):
    for phone in troupes.players.values():
        assert bar(phone) == (said("en", "phones/bar.missing", what="Mood"), "mood")
    text, place = bar(troupes.reader)
    assert (text, place) == (said("en", "phones/bar.wrong"), "wrong")


def test_the_host_of_a_sealed_count_opens_it_there_when_all_are_done(evening):
    evening.host.tool("sealed")
    assert ("do", "count") not in evening.host.page().form("/host").buttons
    for seat, phone in enumerate(evening.players.values()):
        mood = {} if seat else {"mood": "comedy"}
        phone.fill({**mood, f"players.{seat}.troupe": "C3"}, do="done", path="?stage=season")
    assert bar(evening.host) == (said("en", "phones/bar.all-done"), "")
    assert bar(evening.players["Ann"]) == (said("en", "phones/sealed-all"), "")
    assert ("do", "count") in evening.host.page().form("/host").buttons


def test_it_tells_the_script_the_same(evening):
    ann, bob = evening.players["Ann"], evening.players["Bob"]
    assert ann.json({"stage": "season", "part": "Ann", "players.0.troupe": "C3", "do": "done"}).json()["bar"] == {
        "text": said("en", "phones/bar.waiting", names="Bob, Cid"),
        "place": "",
        "may_count": False,
    }
    asked = bob.get("/live?stage=season", headers={"accept": "application/json"}).json()
    assert asked["bar"]["place"] == "mood"
    assert bar(bob)[0] == asked["bar"]["text"]


def test_it_tells_nothing_of_parts_that_are_hidden(evening):
    evening.host.tool("sealed")
    evening.players["Ann"].fill({"players.0.troupe": "rabbit"}, path="?stage=season")
    for phone, path in ((evening.players["Bob"], ""), (evening.reader, ""), (evening.host, "&part=Ann")):
        assert "Troupe" not in bar(phone, f"?stage=season{path}")[0]


def test_enter_saves_and_is_not_done_by_that(evening):
    form = evening.players["Ann"].page("?stage=season").form()
    assert form.buttons[0] == ("do", "save")


def test_when_the_evening_is_over_it_says_nothing(evening):
    evening.host.tool("end")
    for phone in evening.phones:
        assert phone.page().part("waits") == ""
