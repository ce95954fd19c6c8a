"""The set-up on the page: its steps ticked off together, by whom, and with nothing of it lost."""

import json
import re

import pytest
from phones import AT, Evening, Page

from callboard_locales import catalog
from callboard_nights.count_commands import MOST_OF_PLAYERS
from callboard_nights.counts import EVENT, counts_of
from callboard_nights.events import Event
from callboard_nights.night import night_of
from callboard_nights.serialization.texts import log_text, read_text
from callboard_nights.setting_up import set_up_of, ticks_of
from callboard_scoring.games import GAMES
from conftest import LANGUAGES

pytestmark = pytest.mark.usefixtures("evenings_end")

NAMES = ("Ann", "Bob", "Cid")
JSON = {"accept": "application/json"}


@pytest.fixture
def evening():
    return Evening(names=NAMES)


def steps(page):
    """The boxes of a page: by steps, whether each is ticked."""
    boxes = [own for tag, own in page.tags if tag == "button" and own.get("role") == "checkbox"]
    return {int(own["value"]): own["aria-checked"] == "true" for own in boxes}


def tapped(phone, step, button="tick"):
    return phone.follow(phone.post("/setup", data={button: str(step)}))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_every_phone_has_the_same_steps_with_boxes_and_rules(game, language):
    evening = Evening(game, NAMES, language=language)
    pages = [phone.page("/setup") for phone in evening.phones]
    texts = {page.by_id["live"] for page in pages}
    assert len(texts) == 1
    assert steps(pages[0]) == dict.fromkeys(range(1, len(steps(pages[0])) + 1), False)
    rules = [own["href"] for tag, own in pages[0].tags if tag == "a" and "/rules?" in own.get("href", "")]
    assert len(rules) >= len(steps(pages[0])) - 1
    for address in dict.fromkeys(rules):
        assert "answer" not in address and evening.host.page(address.removeprefix(evening.host.home)).part("rule")


def test_numbers_of_a_step_stand_out(evening):
    assert "each player takes 3 ecus." in evening.host.page("/setup").text.lower()
    assert "<strong>3</strong>" in evening.host.page("/setup").html


def test_the_set_up_that_an_evening_began_with_is_the_one(callboard):
    code = callboard("setup", "histrio", *NAMES, "--json").json()["code"]
    evening = Evening(names=NAMES, code=code)
    assert code in evening.reader.page("/setup").text
    tapped(evening.host, 1)
    assert evening.log[-1].data == {"code": code, "step": 1, "ticked": True}


def test_a_tick_is_seen_by_all_with_who_made_it_and_can_be_taken_back(evening):
    ann, bob = evening.players["Ann"], evening.players["Bob"]
    page = tapped(ann, 2)
    assert steps(page)[2]
    assert "Ann, " in Page(f"<ol>{page.html.partition('<ol>')[2].partition('</ol>')[0]}</ol>").part("step-2")
    for phone in evening.phones:
        assert [step for step, is_ticked in steps(phone.page("/setup")).items() if is_ticked] == [2]
    told = bob.get("/setup", headers=JSON).json()
    assert told["version"] == 1 and 'aria-checked="true"' in told["live"]
    assert not steps(tapped(bob, 2, "untick"))[2]
    assert not any(steps(ann.page("/setup")).values())


def test_who_ticks_what_is_ticked_changes_nothing(evening):
    tapped(evening.players["Ann"], 1)
    tapped(evening.players["Bob"], 1)
    tapped(evening.players["Bob"], 2, "untick")
    assert [event.kind for event in evening.log] == ["began", "ticked"]
    assert "Ann, " in evening.host.page("/setup").part("step-1")


@pytest.mark.parametrize("fields", [{}, {"tick": "0"}, {"tick": "99"}, {"tick": "x"}, {"tick": "1" * 5000}, {"x": "1"}])
def test_what_is_no_step_is_as_good_as_nothing(evening, fields):
    assert evening.host.post("/setup", data=fields).status_code == 303
    assert len(evening.log) == 1


def test_who_reads_only_sees(evening):
    page = evening.reader.page("/setup")
    assert all("disabled" in own for _, own in page.tags if own.get("role") == "checkbox")
    assert evening.reader.post("/setup", data={"tick": "1"}).status_code == 403
    assert evening.client.post(f"/{evening.own.join}/setup", data={"tick": "1"}).status_code == 404
    assert len(evening.log) == 1


def test_ticks_stand_after_a_restart_and_on_another_computer(evening):
    tapped(evening.players["Ann"], 3)
    read = read_text(log_text(evening.night, evening.log, "0.3.0")).log
    assert read == evening.log
    night, counts = night_of(read), counts_of(read)
    assert ticks_of(set_up_of(night, counts), counts)[3].by == "Ann"
    assert [*evening.look().counts.ticks] == [3]


def test_an_older_log_has_the_set_up_with_nothing_ticked(evening):
    counts = counts_of(evening.log)
    assert not ticks_of(set_up_of(night_of(evening.log), counts), counts)


def test_a_tick_brings_its_set_up_back_whatever_draws_by_then(evening, monkeypatch):
    tapped(evening.players["Ann"], 1)
    before = evening.reader.page("/setup").by_id["live"]
    monkeypatch.setattr("callboard_nights.setting_up._chance_of", lambda _: lambda limit: limit - 1)
    assert evening.reader.page("/setup").by_id["live"] == before


def test_ticks_of_a_set_up_that_cannot_be_brought_back_begin_anew(evening):
    other = Event("ticked", AT, "Ann", {"code": "histrio-9-0-s-99", "step": 1, "ticked": True})
    evening.store.transact(evening.night, lambda state: state.after(other))
    assert not any(steps(evening.host.page("/setup")).values())
    assert steps(tapped(evening.host, 2)) == {**steps(evening.reader.page("/setup")), 2: True}


def test_somebody_with_another_name_has_ticked_what_they_did(evening):
    tapped(evening.players["Ann"], 1)
    evening.store.transact(
        evening.night, lambda state: state.after(Event("seated", AT, "", {"old": "Ann", "new": "Zoë"}))
    )
    assert "Zoë, " in evening.reader.page("/setup").part("step-1")


def test_ticks_are_bounded(evening):
    share = MOST_OF_PLAYERS // len(NAMES) // EVENT

    def full(state):
        code = str(set_up_of(state.night, state.counts).code)
        told = [Event("ticked", AT, "Ann", {"code": code, "step": 1, "ticked": not one % 2}) for one in range(share)]
        return state.after(*told)

    evening.store.transact(evening.night, full)
    answer = evening.players["Ann"].post("/setup", data={"tick": "2"})
    assert answer.status_code == 409
    assert evening.players["Bob"].post("/setup", data={"tick": "2"}).status_code == 303


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_is_ready_once_every_step_is_ticked_and_the_way_to_the_game_is_there(language):
    evening = Evening(names=NAMES, language=language)
    words, ann = catalog(language), evening.players["Ann"]
    assert words.text("phones/setup-ready") not in ann.page("/setup").text
    for step in steps(ann.page("/setup")):
        page = tapped(ann, step)
    assert words.text("phones/setup-ready") in page.text
    links = [own["href"] for tag, own in page.tags if tag == "a" and own.get("class") == "button"]
    assert links == [ann.home]


def offers(phone):
    return f'{phone.home}/setup">{catalog("en").text("phones/setup-offer")}' in phone.page().html


def test_it_is_offered_by_itself_until_something_is_entered_or_all_is_ready(evening):
    assert all(map(offers, evening.phones))
    tapped(evening.host, 1)
    assert offers(evening.players["Ann"])
    evening.players["Ann"].fill({"players.0.troupe": "C3"})
    assert not any(map(offers, evening.phones))
    assert all(f"{phone.home}/setup" in phone.page().html for phone in evening.phones)
    other = Evening(names=NAMES)
    for step in steps(other.host.page("/setup")):
        tapped(other.host, step)
    assert not offers(other.host)


def test_nothing_is_ticked_once_the_evening_is_over(evening):
    tapped(evening.host, 1)
    evening.host.tool("end")
    assert all("disabled" in own for _, own in evening.host.page("/setup").tags if own.get("role") == "checkbox")
    assert evening.host.post("/setup", data={"tick": "2"}).status_code == 409


def test_ticking_is_nothing_that_can_be_undone_and_counts_nothing(evening):
    tapped(evening.host, 1)
    state = evening.look().state
    assert not state.night.done and not state.counts.open
    assert json.dumps(sorted(state.counts.ticks)) == "[1]"


def test_a_code_that_a_version_made_that_is_gone_is_told(evening):
    log = list(evening.log)
    setup = {"code": "histrio-3-0-zz-99", "names": list(NAMES)}
    assert (
        set_up_of(night_of((Event("began", AT, "", {**log[0].data, "setup": setup}),)), counts_of(evening.log)) is None
    )


def test_the_step_that_was_tapped_is_where_the_page_goes_on(evening):
    answer = evening.host.post("/setup", data={"tick": "4"})
    assert re.search(r"/setup#step-4$", answer.headers["location"])
